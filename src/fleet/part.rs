//! Parts of the exports in a fleet file: what a question needs, as an export with ids of its own.

use cg_rules::{DefId, FileId, PackageId};
use rustc_hash::FxHashMap;

use super::body::{BodySection, HEAD, PACKAGE};
use super::code::Bytes;
use super::consumed::Dependencies;
use super::error::Damage;
use super::lineage::Lineage;
use super::paged::{Paged, ReadError};
use super::rows::{ReadRows, take_uses};
use super::runs::{Runs, take_words};
use super::texts::TextSection;
use crate::base::{Position, Row, Strings, Table};
use crate::facts::{ExtendsPackage, FileRow, NONE, PublicSymbol, RepositoryExport};

/// The rows of an export that a question needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The packages whose rows are read: positions among those that the files name, sorted.
    pub packages: Vec<u32>,
    /// Package URLs that manifests of the repository state.
    pub stated: Vec<String>,
    /// Whether the types are read.
    pub types: bool,
}

/// An export at a place of a file.
#[derive(Clone, Copy, Debug)]
pub struct ExportBody {
    /// The place and length of each section.
    sections: [(u64, u64); BodySection::ALL.len()],
}

impl ExportBody {
    /// The export at a place.
    pub fn open(paged: &Paged, at: u64) -> Result<Self, ReadError> {
        let head = paged.read(at, HEAD)?;
        let (mut read, mut next) = (Bytes(&head), at + HEAD as u64);
        let mut sections = [(0, 0); BodySection::ALL.len()];
        for section in &mut sections {
            let length = read.long()?;
            *section = (next, length);
            next = next.checked_add(length).filter(|end| *end <= paged.length()).ok_or(Damage::Number)?;
        }
        Ok(Self { sections })
    }

    fn section(&self, section: BodySection) -> (u64, u64) {
        self.sections.get(section as usize).copied().unwrap_or_default()
    }

    fn place(&self, section: BodySection) -> u64 {
        self.section(section).0
    }

    /// The rows of manifests and lockfiles.
    fn dependencies<'p>(&self, paged: &'p Paged) -> Result<Dependencies<'p>, ReadError> {
        Dependencies::open(paged, [BodySection::Manifests, BodySection::Dependencies].map(|it| self.place(it)))
    }

    /// The types.
    pub fn lineage<'p>(&self, paged: &'p Paged) -> Result<Lineage<'p>, ReadError> {
        Lineage::open(paged, [BodySection::Types, BodySection::Supertypes].map(|it| self.place(it)))
    }

    /// The texts of a section.
    pub fn texts(&self, paged: &Paged, section: BodySection) -> Result<TextSection, ReadError> {
        let (at, length) = self.section(section);
        TextSection::open(paged, at, length)
    }

    /// The rows of manifests and lockfiles about some packages, and about those that need these, as an export of its own.
    pub fn consumers(&self, paged: &Paged, packages: &[u32]) -> Result<RepositoryExport, ReadError> {
        self.numbered(paged, self.dependencies(paged)?.consumers(packages)?, &[])
    }

    /// The paths of the manifests that provide some packages.
    pub fn providers(&self, paged: &Paged, packages: &[u32]) -> Result<Vec<String>, ReadError> {
        let (mut dependencies, mut files) = (self.dependencies(paged)?, Vec::new());
        for package in packages {
            files.extend(dependencies.providers(*package)?.into_iter().map(|row| row.file.0));
        }
        distinct(&mut files);
        let paths = self.texts(paged, BodySection::Paths)?.get(paged, &files)?;
        Ok(paths.iter().map(str::to_owned).collect())
    }

    /// The definitions of a name, the types below them, and what holds them, as an export of their own.
    pub fn types_named(&self, paged: &Paged, name: &str) -> Result<RepositoryExport, ReadError> {
        let (mut rows, mut lineage) = (ReadRows::default(), self.lineage(paged)?);
        if let Some(name) = self.texts(paged, BodySection::Texts)?.find(paged, name)? {
            let named = lineage.named(name)?;
            lineage.enter(Vec::new(), &named, &mut rows)?;
        }
        self.numbered(paged, rows, &[])
    }

    /// The uses of packages that are wanted.
    pub fn rows(&self, paged: &Paged, wanted: &Wanted) -> Result<ReadRows, ReadError> {
        let mut rows = ReadRows::default();
        for package in &wanted.packages {
            self.uses(paged, *package, &mut rows)?;
        }
        Ok(rows)
    }

    /// The uses of one package, and the names of it that supertypes alone have.
    fn uses(&self, paged: &Paged, package: u32, rows: &mut ReadRows) -> Result<(), ReadError> {
        let (heads, length) = self.section(BodySection::Packages);
        let place = u64::from(package) * PACKAGE as u64;
        if place >= length {
            return Err(Damage::Number.into());
        }
        let is_last = place + PACKAGE as u64 == length;
        let head = paged.read(heads + place, if is_last { PACKAGE } else { 2 * PACKAGE })?;
        let mut head = Bytes(&head);
        let (text, start, n) = (head.word()?, u64::from(head.word()?), head.word()?);
        let (all, all_length) = self.section(BodySection::Uses);
        let end = if is_last {
            all_length
        } else {
            head.word()?;
            u64::from(head.word()?)
        };
        let length = end.checked_sub(start).and_then(|it| usize::try_from(it).ok()).ok_or(Damage::Number)?;
        let bytes = paged.read(all + start, length)?;
        let mut read = Bytes(&bytes);
        take_uses(&mut read, PackageId(text), n, &mut rows.uses)?;
        let named: Vec<[u32; 3]> = take_words(&mut read)?;
        let (sub, package, at) = (DefId(NONE), PackageId(text), Position::default());
        let named = named.into_iter().map(|[file, module, name]| (FileId(file), module, name));
        rows.package_extends.extend(named.map(|(file, module, name)| ExtendsPackage {
            sub,
            package,
            file,
            module,
            name,
            at,
        }));
        Ok(())
    }

    /// The rows with files and texts numbered anew, in the same order.
    pub fn numbered(
        &self,
        paged: &Paged,
        mut rows: ReadRows,
        stated: &[String],
    ) -> Result<RepositoryExport, ReadError> {
        let (mut files, mut texts) = (Vec::new(), Vec::new());
        rows.each(&mut |file| files.push(*file), &mut |text| texts.push(*text));
        distinct(&mut files);
        distinct(&mut texts);
        let mut export = self.of_files(paged, &files)?;
        let read = self.texts(paged, BodySection::Texts)?.get(paged, &texts)?;
        let (texts_of, places) = joined(&read, stated);
        export.texts = texts_of;
        let place = |ids: &[u32], id: u32| ids.binary_search(&id).ok().and_then(|at| u32::try_from(at).ok());
        rows.each(&mut |file| *file = place(&files, *file).unwrap_or(NONE), &mut |text| {
            let at = place(&texts, *text);
            *text = at.and_then(|at| places.get(at as usize).copied()).unwrap_or(NONE);
        });
        rows.enter(&mut export);
        Ok(export)
    }

    /// An export of nothing but some files, which are sorted.
    pub fn of_files(&self, paged: &Paged, files: &[u32]) -> Result<RepositoryExport, ReadError> {
        let paths = self.texts(paged, BodySection::Paths)?.get(paged, files)?;
        let files = Table::in_order(self.file_rows(paged, files)?);
        Ok(RepositoryExport { paths, files, ..RepositoryExport::default() })
    }

    /// The export as it was given.
    pub fn whole(&self, paged: &Paged) -> Result<RepositoryExport, ReadError> {
        let texts = |section: BodySection| -> Result<Strings, ReadError> {
            let texts = self.texts(paged, section)?;
            texts.get(paged, &(0..texts.len()).collect::<Vec<_>>())
        };
        let (_, length) = self.section(BodySection::Packages);
        let n_packages = u32::try_from(length / PACKAGE as u64).map_err(|_| Damage::Number)?;
        let mut rows = ReadRows::default();
        for package in 0..n_packages {
            self.uses(paged, package, &mut rows)?;
        }
        // The rows without a type are those that supertypes have.
        rows.package_extends.clear();
        self.lineage(paged)?.all(&mut rows)?;
        self.dependencies(paged)?.all(&mut rows)?;
        let (_, files) = self.section(BodySection::Files);
        let files: Vec<u32> = (0..u32::try_from(files / 2).map_err(|_| Damage::Number)?).collect();
        let symbols = Runs::open(paged, self.place(BodySection::Symbols))?.all()?.into_iter().map(PublicSymbol::unpack);
        let (paths, texts) = (texts(BodySection::Paths)?, texts(BodySection::Texts)?);
        let mut export =
            RepositoryExport { paths, texts, symbols: Table::sorted(symbols), ..RepositoryExport::default() };
        export.files = Table::in_order(self.file_rows(paged, &files)?);
        rows.enter(&mut export);
        Ok(export)
    }

    /// The rows of some files, which are sorted.
    pub fn file_rows(&self, paged: &Paged, files: &[u32]) -> Result<Vec<FileRow>, ReadError> {
        let (at, length) = self.section(BodySection::Files);
        let (Some(first), Some(last)) = (files.first(), files.last()) else { return Ok(Vec::new()) };
        let (start, end) = (2 * u64::from(*first), 2 * u64::from(*last) + 2);
        if end > length {
            return Err(Damage::Number.into());
        }
        let bytes = paged.read(at + start, usize::try_from(end - start).map_err(|_| Damage::Number)?)?;
        let row = |file: &u32| -> Result<FileRow, ReadError> {
            let place = 2 * (file - first) as usize;
            let both: &[u8] = bytes.get(place..place + 2).ok_or(Damage::End)?;
            let [language, marks] = both.try_into().map_err(|_| Damage::End)?;
            let language = if language == u8::MAX { NONE } else { u32::from(language) };
            Ok(FileRow::unpack([language, 0, u32::from(marks)]))
        };
        files.iter().map(row).collect()
    }

    /// The files and lines that declare a public name, with the package of each.
    pub fn symbols(&self, paged: &Paged, name: &str) -> Result<Vec<(String, String, u32)>, ReadError> {
        let texts = self.texts(paged, BodySection::Texts)?;
        let Some(id) = texts.find(paged, name)? else { return Ok(Vec::new()) };
        let named = Runs::open(paged, self.place(BodySection::Symbols))?.headed(id)?;
        let paths = self.texts(paged, BodySection::Paths)?;
        let of_row = |(_, words): &(u32, [u32; 4])| {
            let row = PublicSymbol::unpack(*words);
            let package = texts.get(paged, &[row.package.0])?.get(0).to_owned();
            Ok((package, paths.get(paged, &[row.file.0])?.get(0).to_owned(), row.line))
        };
        named.iter().map(of_row).collect()
    }
}

/// Sorts ids, each once, without that of nothing.
pub fn distinct(ids: &mut Vec<u32>) {
    ids.retain(|id| *id != NONE);
    ids.sort_unstable();
    ids.dedup();
}

/// Texts in order, those stated among them, and the place of each of the first.
pub fn joined(read: &Strings, stated: &[String]) -> (Strings, Vec<u32>) {
    let mut all: Vec<&str> = read.iter().chain(stated.iter().map(String::as_str)).collect();
    all.sort_unstable();
    all.dedup();
    let mut texts = Strings::default();
    let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
    for text in all {
        ids.insert(text, texts.push(text));
    }
    let places = read.iter().map(|text| ids.get(text).copied().unwrap_or(NONE)).collect();
    (texts, places)
}
