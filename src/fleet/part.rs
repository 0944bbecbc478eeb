//! Parts of the exports in a fleet file: what a question needs, as an export with ids of its own.

use cg_rules::{DefId, FileId, PackageId};
use rustc_hash::FxHashMap;

use super::body::{BUILTIN, BodySection, HEAD, HOW, NEW_FILE, NEW_MODULE, NEW_NAME, PACKAGE};
use super::code::Bytes;
use super::error::Damage;
use super::paged::{Paged, ReadError};
use super::texts::TextSection;
use crate::base::{Position, Row, Strings, Table};
use crate::facts::{
    Definition, Depends, Extends, ExtendsPackage, FileRow, Locks, NONE, PackageImport, PackageManifest, PackageUse,
    PublicSymbol, RepositoryExport, Requires,
};

/// The rows of an export that a question needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The packages whose rows are read: positions among those that the files name, sorted.
    pub packages: Vec<u32>,
    /// Package URLs that manifests of the repository state.
    pub stated: Vec<String>,
    /// Whether the types are read.
    pub types: bool,
    /// Whether manifests and lockfiles are read.
    pub dependencies: bool,
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

    /// The rows that are wanted, as an export of their own.
    pub fn part(&self, paged: &Paged, wanted: &Wanted) -> Result<RepositoryExport, ReadError> {
        let mut rows = Rows::default();
        for package in &wanted.packages {
            self.uses(paged, *package, &mut rows)?;
        }
        if wanted.types {
            self.types(paged, &mut rows)?;
        }
        if wanted.dependencies {
            self.dependencies(paged, &mut rows)?;
        }
        self.numbered(paged, rows, &wanted.stated)
    }

    /// The uses of one package, and the names of it that supertypes alone have.
    fn uses(&self, paged: &Paged, package: u32, rows: &mut Rows) -> Result<(), ReadError> {
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
    fn numbered(&self, paged: &Paged, mut rows: Rows, stated: &[String]) -> Result<RepositoryExport, ReadError> {
        let (mut files, mut texts) = (Vec::new(), Vec::new());
        rows.each(&mut |file| files.push(*file), &mut |text| texts.push(*text));
        for ids in [&mut files, &mut texts] {
            ids.retain(|id| *id != NONE);
            ids.sort_unstable();
            ids.dedup();
        }
        let ((paths, paths_length), (all, all_length)) =
            (self.section(BodySection::Paths), self.section(BodySection::Texts));
        let mut export = RepositoryExport {
            paths: TextSection::open(paged, paths, paths_length)?.get(paged, &files)?,
            ..RepositoryExport::default()
        };
        export.files = Table::in_order(self.file_rows(paged, &files)?);
        let read = TextSection::open(paged, all, all_length)?.get(paged, &texts)?;
        let (texts_of, places) = joined(&read, stated);
        export.texts = texts_of;
        let number = |ids: &[u32], places: Option<&[u32]>, id: u32| match ids.binary_search(&id) {
            Ok(at) => places.and_then(|places| places.get(at).copied()).unwrap_or(u32::try_from(at).unwrap_or(NONE)),
            Err(_) => NONE,
        };
        rows.each(&mut |file| *file = number(&files, None, *file), &mut |text| {
            *text = number(&texts, Some(&places), *text);
        });
        rows.enter(&mut export);
        Ok(export)
    }

    /// The export as it was given.
    pub fn whole(&self, paged: &Paged) -> Result<RepositoryExport, ReadError> {
        let texts = |section: BodySection| -> Result<Strings, ReadError> {
            let (at, length) = self.section(section);
            let texts = TextSection::open(paged, at, length)?;
            texts.get(paged, &(0..texts.len()).collect::<Vec<_>>())
        };
        let (_, length) = self.section(BodySection::Packages);
        let n_packages = u32::try_from(length / PACKAGE as u64).map_err(|_| Damage::Number)?;
        let mut rows = Rows::default();
        for package in 0..n_packages {
            self.uses(paged, package, &mut rows)?;
        }
        self.types(paged, &mut rows)?;
        self.dependencies(paged, &mut rows)?;
        let (_, files) = self.section(BodySection::Files);
        let files: Vec<u32> = (0..u32::try_from(files / 2).map_err(|_| Damage::Number)?).collect();
        let symbols: Vec<PublicSymbol> = take_rows(&mut Bytes(&self.bytes(paged, BodySection::Symbols)?))?;
        let (paths, texts) = (texts(BodySection::Paths)?, texts(BodySection::Texts)?);
        let mut export =
            RepositoryExport { paths, texts, symbols: Table::sorted(symbols), ..RepositoryExport::default() };
        export.files = Table::in_order(self.file_rows(paged, &files)?);
        rows.enter(&mut export);
        Ok(export)
    }

    fn types(&self, paged: &Paged, rows: &mut Rows) -> Result<(), ReadError> {
        let bytes = self.bytes(paged, BodySection::Types)?;
        let mut read = Bytes(&bytes);
        rows.definitions = take_rows(&mut read)?;
        rows.extends = take_rows(&mut read)?;
        rows.package_extends = take_rows(&mut read)?;
        Ok(())
    }

    fn dependencies(&self, paged: &Paged, rows: &mut Rows) -> Result<(), ReadError> {
        let bytes = self.bytes(paged, BodySection::Dependencies)?;
        let mut read = Bytes(&bytes);
        rows.manifests = take_rows(&mut read)?;
        rows.depends = take_rows(&mut read)?;
        rows.locks = take_rows(&mut read)?;
        rows.requires = take_rows(&mut read)?;
        Ok(())
    }

    fn file_rows(&self, paged: &Paged, files: &[u32]) -> Result<Vec<FileRow>, ReadError> {
        let (at, length) = self.section(BodySection::Files);
        let row = |file: &u32| -> Result<FileRow, ReadError> {
            let place = 2 * u64::from(*file);
            if place + 2 > length {
                return Err(Damage::Number.into());
            }
            let [language, marks] = paged.read(at + place, 2)?.try_into().map_err(|_| Damage::End)?;
            let language = if language == u8::MAX { NONE } else { u32::from(language) };
            Ok(FileRow::unpack([language, 0, u32::from(marks)]))
        };
        files.iter().map(row).collect()
    }

    /// The files and lines that declare a public name, with the package of each.
    pub fn symbols(&self, paged: &Paged, name: &str) -> Result<Vec<(String, String, u32)>, ReadError> {
        let (at, length) = self.section(BodySection::Texts);
        let texts = TextSection::open(paged, at, length)?;
        let Some(id) = texts.find(paged, name)? else { return Ok(Vec::new()) };
        let bytes = self.bytes(paged, BodySection::Symbols)?;
        let rows: Vec<PublicSymbol> = take_rows(&mut Bytes(&bytes))?;
        let (at, length) = self.section(BodySection::Paths);
        let paths = TextSection::open(paged, at, length)?;
        let named = rows.iter().filter(|row| row.name == id);
        named
            .map(|row| {
                let package = texts.get(paged, &[row.package.0])?.get(0).to_owned();
                Ok((package, paths.get(paged, &[row.file.0])?.get(0).to_owned(), row.line))
            })
            .collect()
    }
}

/// Texts in order, those stated among them, and the place of each of the first.
fn joined(read: &Strings, stated: &[String]) -> (Strings, Vec<u32>) {
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

fn take_uses(read: &mut Bytes<'_>, package: PackageId, n: u32, rows: &mut Vec<PackageImport>) -> Result<(), Damage> {
    let (mut file, mut module, mut name, mut line) = (0u32, 0u32, NONE, 0u32);
    for _ in 0..n {
        let marks = read.byte()?;
        if marks & NEW_FILE != 0 {
            file = file.checked_add(read.id()?).ok_or(Damage::Number)?;
        }
        if marks & NEW_MODULE != 0 {
            module = u32::try_from(i64::from(module) + read.signed()?).map_err(|_| Damage::Number)?;
        }
        if marks & NEW_NAME != 0 {
            name = read.id()?.wrapping_sub(1);
        }
        let is_after = marks & (NEW_FILE | NEW_MODULE | NEW_NAME) == 0;
        line = read.id()?.checked_add(if is_after { line } else { 0 }).ok_or(Damage::Number)?;
        let at = Position { line, column: read.id()? };
        let how = PackageUse::ALL.get(usize::from(marks >> HOW)).copied().ok_or(Damage::Number)?;
        let is_builtin = marks & BUILTIN != 0;
        rows.push(PackageImport { package, file: FileId(file), module, name, at, how, is_builtin });
    }
    Ok(())
}

fn take_rows<R: Row<K>, const K: usize>(read: &mut Bytes<'_>) -> Result<Vec<R>, Damage> {
    let n = read.size()?;
    // Each row takes bytes: a number that is damaged cannot ask for more memory than that.
    let mut rows = Vec::with_capacity(n.min(read.0.len() / K.max(1)));
    let mut row = [0u32; K];
    for _ in 0..n {
        for word in &mut row {
            let next = i64::from(word.wrapping_add(1)).checked_add(read.signed()?).ok_or(Damage::Number)?;
            *word = u32::try_from(next).map_err(|_| Damage::Number)?.wrapping_sub(1);
        }
        rows.push(R::unpack(row));
    }
    Ok(rows)
}

/// Rows with the ids of the whole export.
#[derive(Default)]
struct Rows {
    uses: Vec<PackageImport>,
    manifests: Vec<PackageManifest>,
    depends: Vec<Depends>,
    locks: Vec<Locks>,
    requires: Vec<Requires>,
    definitions: Vec<Definition>,
    extends: Vec<Extends>,
    package_extends: Vec<ExtendsPackage>,
}

impl Rows {
    /// Calls a function with each id of a file, and another with each of a text.
    fn each(&mut self, file: &mut dyn FnMut(&mut u32), text: &mut dyn FnMut(&mut u32)) {
        for row in &mut self.uses {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.module, &mut row.name].into_iter().for_each(&mut *text);
        }
        for row in &mut self.manifests {
            file(&mut row.file.0);
            [&mut row.name, &mut row.package].into_iter().for_each(&mut *text);
        }
        for row in &mut self.depends {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.name, &mut row.requirement].into_iter().for_each(&mut *text);
        }
        for row in &mut self.locks {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.name, &mut row.version].into_iter().for_each(&mut *text);
        }
        for row in &mut self.definitions {
            file(&mut row.file.0);
            [&mut row.name, &mut row.owner].into_iter().for_each(&mut *text);
        }
        self.extends.iter_mut().for_each(|row| file(&mut row.file.0));
        for row in &mut self.package_extends {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.module, &mut row.name].into_iter().for_each(&mut *text);
        }
    }

    /// The order of ids is that of the whole, so sorted rows stay sorted.
    fn enter(self, export: &mut RepositoryExport) {
        export.uses = Table::sorted(self.uses);
        export.manifests = Table::sorted(self.manifests);
        export.depends = Table::sorted(self.depends);
        export.locks = Table::sorted(self.locks);
        export.requires = Table::sorted(self.requires);
        export.definitions = Table::in_order(self.definitions);
        export.extends = Table::sorted(self.extends);
        export.package_extends = Table::sorted(self.package_extends);
    }
}
