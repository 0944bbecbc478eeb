//! Parts of the exports in a fleet file: what a question needs, as an export with ids of its own.

use cg_rules::{DefId, FileId, PackageId};
use rustc_hash::FxHashMap;

use super::body::{BodySection, HEAD, PACKAGE};
use super::code::Bytes;
use super::error::Damage;
use super::paged::{Paged, ReadError};
use super::rows::{ReadRows, take_rows, take_uses};
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
    /// Whether manifests are read.
    pub manifests: bool,
    /// The package URLs of which it is read which manifests and lockfiles lead to them.
    pub consumed: Vec<String>,
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

    fn bytes(&self, paged: &Paged, section: BodySection) -> Result<Vec<u8>, ReadError> {
        let (at, length) = self.section(section);
        paged.read(at, usize::try_from(length).map_err(|_| Damage::Number)?)
    }

    /// The texts of a section.
    pub fn texts(&self, paged: &Paged, section: BodySection) -> Result<TextSection, ReadError> {
        let (at, length) = self.section(section);
        TextSection::open(paged, at, length)
    }

    /// The rows that are wanted, as an export of their own.
    pub fn part(&self, paged: &Paged, wanted: &Wanted) -> Result<RepositoryExport, ReadError> {
        let mut rows = self.rows(paged, wanted)?;
        if wanted.types {
            self.types(paged, &mut rows)?;
        }
        self.numbered(paged, rows, &wanted.stated)
    }

    /// The rows that are wanted, without types.
    pub fn rows(&self, paged: &Paged, wanted: &Wanted) -> Result<ReadRows, ReadError> {
        let mut rows = ReadRows::default();
        for package in &wanted.packages {
            self.uses(paged, *package, &mut rows)?;
        }
        if wanted.manifests || !wanted.consumed.is_empty() {
            rows.manifests = take_rows(&mut Bytes(&self.bytes(paged, BodySection::Manifests)?))?;
        }
        if !wanted.consumed.is_empty() {
            self.dependencies(paged, &mut rows)?;
            let texts = self.texts(paged, BodySection::Texts)?;
            let known = wanted.consumed.iter().map(|key| texts.find(paged, key)).collect::<Result<Vec<_>, _>>()?;
            rows.keep_consumers(&known.into_iter().flatten().collect::<Vec<_>>());
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
        let named: Vec<[u32; 3]> = take_rows(&mut read)?;
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
        self.types(paged, &mut rows)?;
        rows.manifests = take_rows(&mut Bytes(&self.bytes(paged, BodySection::Manifests)?))?;
        self.dependencies(paged, &mut rows)?;
        let (_, files) = self.section(BodySection::Files);
        let files: Vec<u32> = (0..u32::try_from(files / 2).map_err(|_| Damage::Number)?).collect();
        let symbols = self.all_symbols(paged)?;
        let (paths, texts) = (texts(BodySection::Paths)?, texts(BodySection::Texts)?);
        let mut export =
            RepositoryExport { paths, texts, symbols: Table::sorted(symbols), ..RepositoryExport::default() };
        export.files = Table::in_order(self.file_rows(paged, &files)?);
        rows.enter(&mut export);
        Ok(export)
    }

    /// The types that extend one of a package, those below them, and who extends which.
    pub fn types(&self, paged: &Paged, rows: &mut ReadRows) -> Result<(), ReadError> {
        let bytes = self.bytes(paged, BodySection::Types)?;
        let mut read = Bytes(&bytes);
        rows.definitions = take_rows(&mut read)?;
        rows.extends = take_rows(&mut read)?;
        rows.package_extends.extend(self.supertypes(paged)?);
        Ok(())
    }

    /// `extends_package`.
    pub fn supertypes(&self, paged: &Paged) -> Result<Vec<ExtendsPackage>, ReadError> {
        Ok(take_rows(&mut Bytes(&self.bytes(paged, BodySection::Supertypes)?))?)
    }

    fn dependencies(&self, paged: &Paged, rows: &mut ReadRows) -> Result<(), ReadError> {
        let bytes = self.bytes(paged, BodySection::Dependencies)?;
        let mut read = Bytes(&bytes);
        rows.depends = take_rows(&mut read)?;
        rows.locks = take_rows(&mut read)?;
        rows.requires = take_rows(&mut read)?;
        Ok(())
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
        let runs = self.runs(paged)?;
        // The first of a name may stand in the run before that which begins with it.
        let first = runs.partition_point(|(name, _)| *name < id).saturating_sub(1);
        let mut named = Vec::new();
        for (at, _) in runs.iter().enumerate().skip(first).take_while(|(_, (name, _))| *name <= id) {
            named.extend(self.run(paged, &runs, at)?.into_iter().filter(|row| row.name == id));
        }
        let paths = self.texts(paged, BodySection::Paths)?;
        let of_row = |row: &PublicSymbol| {
            let package = texts.get(paged, &[row.package.0])?.get(0).to_owned();
            Ok((package, paths.get(paged, &[row.file.0])?.get(0).to_owned(), row.line))
        };
        named.iter().map(of_row).collect()
    }

    fn all_symbols(&self, paged: &Paged) -> Result<Vec<PublicSymbol>, ReadError> {
        let runs = self.runs(paged)?;
        let mut all = Vec::new();
        for at in 0..runs.len() {
            all.extend(self.run(paged, &runs, at)?);
        }
        Ok(all)
    }

    /// The first name of each run of symbols, and its place behind these.
    fn runs(&self, paged: &Paged) -> Result<Vec<(u32, u64)>, ReadError> {
        let (at, length) = self.section(BodySection::Symbols);
        let n = u64::from(Bytes(&paged.read(at, 4)?).word()?);
        let n_bytes = 8u64.checked_mul(n).filter(|n| *n <= length).ok_or(Damage::Number)?;
        let heads = paged.read(at + 4, usize::try_from(n_bytes).map_err(|_| Damage::Number)?)?;
        let mut read = Bytes(&heads);
        (0..n).map(|_| Ok((read.word()?, u64::from(read.word()?)))).collect()
    }

    fn run(&self, paged: &Paged, runs: &[(u32, u64)], at: usize) -> Result<Vec<PublicSymbol>, ReadError> {
        let (section, length) = self.section(BodySection::Symbols);
        let head = 4 + 8 * runs.len() as u64;
        let all = length.checked_sub(head).ok_or(Damage::End)?;
        let start = runs.get(at).map_or(all, |(_, start)| *start);
        let end = runs.get(at + 1).map_or(all, |(_, start)| *start);
        let n = end.checked_sub(start).and_then(|n| usize::try_from(n).ok()).ok_or(Damage::Number)?;
        Ok(take_rows(&mut Bytes(&paged.read(section + head + start, n)?))?)
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
