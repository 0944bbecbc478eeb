//! The names of external packages by the paths that the sources write: what a lookup of a module or a member goes by; and
//! the supertypes among them.

use cg_rules::{FileId, Id, PackageId};
use rustc_hash::FxHashMap;

use super::outer_supertype::ExtendsPackage;
use super::relation::{NONE, PackageImport, PackageUse};
use super::snapshot::Snapshot;
use crate::language::{LANGUAGES, Language};

/// A name of an external package, as rows of `imports_package` have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutsideName {
    /// The package.
    pub package: PackageId,
    /// The module, in the snapshot's names.
    pub module: u32,
    /// The member, in the snapshot's names, or [`NONE`].
    pub member: u32,
    /// The language of the files, as in their rows.
    pub language: u32,
    /// The member is of what a call returned, or of an instance.
    pub is_result: bool,
}

impl OutsideName {
    /// The language of the files.
    pub fn language(&self) -> Option<&'static Language> {
        LANGUAGES.get(self.language as usize)
    }
}

/// Every name of an external package that a file states, each once: the texts of the ids of packages in the graph of
/// imports.
#[derive(Clone, Debug, Default)]
pub struct OutsideNames {
    names: Vec<OutsideName>,
    importers: Vec<(FileId, PackageId)>,
}

impl OutsideNames {
    /// The names of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut stated = Stated::default();
        for row in snapshot.package_imports.iter() {
            if stated.package_and_file != Some((row.package, row.file)) {
                stated.end_file();
                stated.package_and_file = Some((row.package, row.file));
                stated.language = snapshot.language_of(row.file);
            }
            stated.enter(&row);
        }
        stated.end_file();
        for row in snapshot.package_extends.iter() {
            stated.number(snapshot.outer_supertype(&row));
        }
        stated.sorted()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A name.
    pub fn get(&self, id: PackageId) -> Option<OutsideName> {
        self.names.get(id.index()).copied()
    }

    /// Every name with its id.
    pub fn iter(&self) -> impl Iterator<Item = (PackageId, OutsideName)> + '_ {
        self.names.iter().enumerate().map(|(at, name)| (PackageId::of(at), *name))
    }

    /// The names of one package, each with its id.
    pub fn of_package(&self, package: PackageId) -> impl Iterator<Item = (PackageId, OutsideName)> + '_ {
        let first = self.names.partition_point(|name| name.package < package);
        let names = self.names.iter().enumerate().skip(first).take_while(move |(_, name)| name.package == package);
        names.map(|(at, name)| (PackageId::of(at), *name))
    }

    /// The rows of some of the names, in the order of packages and files; the ids are sorted.
    pub fn rows(&self, snapshot: &Snapshot, ids: &[PackageId]) -> Vec<PackageImport> {
        let mut packages: Vec<PackageId> =
            ids.iter().filter_map(|id| Some(self.names.get(id.index())?.package)).collect();
        packages.sort_unstable();
        packages.dedup();
        let rows = packages.iter().flat_map(|package| snapshot.package_imports.headed([package.0]));
        rows.filter(|row| self.id(snapshot, row).is_some_and(|id| ids.binary_search(&id).is_ok())).collect()
    }

    /// The id of the supertype that a row names.
    pub fn supertype_id(&self, snapshot: &Snapshot, row: &ExtendsPackage) -> Option<PackageId> {
        Some(PackageId::of(self.names.binary_search(&snapshot.outer_supertype(row)).ok()?))
    }

    fn id(&self, snapshot: &Snapshot, row: &PackageImport) -> Option<PackageId> {
        Some(PackageId::of(self.names.binary_search(&snapshot.outside(row)).ok()?))
    }

    /// `imports_package(File, Name)`. A file that takes a member from a module of the repository, which has it from a
    /// package, does not import the package.
    pub(super) fn importers(&self) -> &[(FileId, PackageId)] {
        &self.importers
    }
}

/// The names of the rows so far, numbered as they come.
#[derive(Default)]
struct Stated {
    ids: FxHashMap<OutsideName, PackageId>,
    names: Vec<OutsideName>,
    importers: Vec<(FileId, PackageId)>,
    /// The package and the file of the last row, and the file's language.
    package_and_file: Option<(PackageId, FileId)>,
    language: u32,
    /// How many of `importers` came before them, and whether the file imports the package.
    n_before: usize,
    is_import: bool,
    last: Option<OutsideName>,
}

impl Stated {
    fn enter(&mut self, row: &PackageImport) {
        self.is_import |= row.how == PackageUse::Import;
        let name = OutsideName::of(row, self.language);
        // Neighbours repeat a name.
        if self.last.replace(name) == Some(name) {
            return;
        }
        let id = self.number(name);
        self.importers.push((row.file, id));
    }

    /// The id of a name.
    fn number(&mut self, name: OutsideName) -> PackageId {
        *self.ids.entry(name).or_insert_with(|| {
            self.names.push(name);
            PackageId::of(self.names.len() - 1)
        })
    }

    /// Ends the rows of one package and one file.
    fn end_file(&mut self) {
        if !std::mem::take(&mut self.is_import) {
            self.importers.truncate(self.n_before);
        }
        self.n_before = self.importers.len();
        self.last = None;
    }

    /// The names in order, with the ids that they have there.
    fn sorted(mut self) -> OutsideNames {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_unstable_by_key(|at| self.names[*at]);
        let mut ids = vec![PackageId::of(0); order.len()];
        order.iter().enumerate().for_each(|(to, from)| ids[*from] = PackageId::of(to));
        self.importers.iter_mut().for_each(|(_, id)| *id = ids[id.index()]);
        let names = order.iter().map(|at| self.names[*at]).collect();
        OutsideNames { names, importers: self.importers }
    }
}

impl OutsideName {
    fn of(row: &PackageImport, language: u32) -> Self {
        let (package, module, member, is_result) = (row.package, row.module, row.name, row.how == PackageUse::Result);
        Self { package, module, member, language, is_result }
    }
}

impl Snapshot {
    /// The name that a row states.
    fn outside(&self, row: &PackageImport) -> OutsideName {
        OutsideName::of(row, self.language_of(row.file))
    }

    /// The name of the supertype that a row states.
    fn outer_supertype(&self, row: &ExtendsPackage) -> OutsideName {
        let (package, module, member, language) = (row.package, row.module, row.name, self.language_of(row.file));
        OutsideName { package, module, member, language, is_result: false }
    }

    /// The language of a file, as in its row.
    fn language_of(&self, file: FileId) -> u32 {
        self.file_row(file).map_or(NONE, |row| row.language)
    }

    /// The path of what a row of `imports_package` names, as a reader writes it: `w3lib.url.safe_url_string`.
    pub fn outside_path(&self, row: &PackageImport) -> String {
        self.path_of_outside(&self.outside(row))
    }

    /// The path of the supertype that a row of `extends_package` names.
    pub fn supertype_path(&self, row: &ExtendsPackage) -> String {
        self.path_of_outside(&self.outer_supertype(row))
    }

    fn path_of_outside(&self, outside: &OutsideName) -> String {
        let module = self.names.get(outside.module);
        let is_rust = outside.language().is_some_and(|language| language.name == "rust");
        match (outside.member, is_rust) {
            (NONE, _) => module.to_owned(),
            (name, true) => format!("{module}::{}", self.names.get(name).replace('.', "::")),
            (name, false) => format!("{module}.{}", self.names.get(name)),
        }
    }
}
