//! A snapshot: all relations of one state of the repository.

use cg_rules::{DefId, FileId, PackageId};

use super::depend::row::{Depends, Locks, PackageManifest, Requires};
use super::exact::Lazy;
use super::relation::{Call, Definition, Extends, FileRow, Import, Module, NONE, PackageImport, Refers, Test, Unbound};
use crate::base::{Gap, Stored, Strings, Table, path};
use crate::language::DeclKind;
use crate::scip::Health;

/// The version of the snapshot's form. Another number makes every stored snapshot void.
pub const SNAPSHOT: u32 = 7;

/// The relations, sorted; and the texts of their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The paths, in byte order: the texts of [`FileId`]s.
    pub paths: Strings,
    /// The names of external packages as imports have them, and the keys of packages as manifests do
    /// (`pkg:npm/lodash`), in byte order: the texts of [`PackageId`]s.
    pub packages: Strings,
    /// The names of definitions, tests, modules and members of packages, dependencies and versions.
    pub names: Strings,
    /// One row a file.
    pub files: Table<FileRow, 3>,
    /// One row a definition.
    pub definitions: Table<Definition, 11>,
    /// `imports`.
    pub imports: Table<Import, 6>,
    /// `imports_package`.
    pub package_imports: Table<PackageImport, 8>,
    /// `refers`.
    pub refers: Table<Refers, 5>,
    /// `uses`: like `refers`, by imports that name what is declared.
    pub uses: Table<Refers, 5>,
    /// `module`.
    pub modules: Table<Module, 2>,
    /// `calls`.
    pub calls: Table<Call, 6>,
    /// `extends`.
    pub extends: Table<Extends, 6>,
    /// `overrides`: a member and the next one above that it implements or overrides; as an index says, also through others.
    pub overrides: Table<Extends, 6>,
    /// `tests`.
    pub tests: Table<Test, 4>,
    /// `manifest`.
    pub manifests: Table<PackageManifest, 5>,
    /// `depends`.
    pub depends: Table<Depends, 8>,
    /// `locks`.
    pub locks: Table<Locks, 6>,
    /// `requires`.
    pub requires: Table<Requires, 3>,
    /// `unbound`.
    pub unbound: Table<Unbound, 3>,
    /// The SCIP facts beyond the relations.
    pub exact: Lazy,
    /// How far those indexes can be trusted; `None` where there are none.
    pub health: Option<Health>,
    /// `gap`, sorted.
    pub gaps: Vec<Gap>,
    /// The number of sites, and how many of them were resolved.
    pub counts: Counts,
}

/// A section: its name, and the table or the texts that it holds.
pub(super) type Section = (&'static str, fn(&Snapshot) -> &dyn Stored, fn(&mut Snapshot) -> &mut dyn Stored);

/// The sections of tables and texts, in the order of the names.
#[rustfmt::skip]
pub(super) const TABLES: &[Section] = &[
    ("calls", |it| &it.calls, |it| &mut it.calls),
    ("definitions", |it| &it.definitions, |it| &mut it.definitions),
    ("depends", |it| &it.depends, |it| &mut it.depends),
    ("extends", |it| &it.extends, |it| &mut it.extends),
    ("files", |it| &it.files, |it| &mut it.files),
    ("imports", |it| &it.imports, |it| &mut it.imports),
    ("locks", |it| &it.locks, |it| &mut it.locks),
    ("manifests", |it| &it.manifests, |it| &mut it.manifests),
    ("modules", |it| &it.modules, |it| &mut it.modules),
    ("names", |it| &it.names, |it| &mut it.names),
    ("overrides", |it| &it.overrides, |it| &mut it.overrides),
    ("package_imports", |it| &it.package_imports, |it| &mut it.package_imports),
    ("packages", |it| &it.packages, |it| &mut it.packages),
    ("paths", |it| &it.paths, |it| &mut it.paths),
    ("refers", |it| &it.refers, |it| &mut it.refers),
    ("requires", |it| &it.requires, |it| &mut it.requires),
    ("tests", |it| &it.tests, |it| &mut it.tests),
    ("unbound", |it| &it.unbound, |it| &mut it.unbound),
    ("uses", |it| &it.uses, |it| &mut it.uses),
];

/// How many sites there are of each kind, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Import sites that name something inside the repository.
    pub imports_internal: u32,
    /// Import sites that name an external package or the language's own library.
    pub imports_external: u32,
    /// Import sites that lead nowhere.
    pub imports_unresolved: u32,
    /// Call sites with an edge.
    pub calls_resolved: u32,
    /// Call sites that leave the repository.
    pub calls_external: u32,
    /// Call sites whose name has several candidates: no edge.
    pub calls_ambiguous: u32,
    /// Call sites of which nothing is known.
    pub calls_unknown: u32,
}

impl Snapshot {
    /// The path of a file.
    pub fn path(&self, file: FileId) -> &str {
        self.paths.get(file.0)
    }

    /// The file of a path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        find(&self.paths, path).map(FileId)
    }

    /// The row of a file.
    pub fn file_row(&self, file: FileId) -> Option<FileRow> {
        self.files.get(file.0 as usize)
    }

    /// The id of a package, by its name in imports or by its key.
    pub fn package(&self, name: &str) -> Option<PackageId> {
        find(&self.packages, name).map(PackageId)
    }

    /// The name or the key of a package.
    pub fn package_name(&self, package: PackageId) -> &str {
        self.packages.get(package.0)
    }

    /// A definition.
    pub fn definition(&self, def: DefId) -> Option<Definition> {
        self.definitions.get(def.0 as usize)
    }

    /// The definitions of a file, in the order of the text, the file itself first.
    pub fn definitions_of(&self, file: FileId) -> impl Iterator<Item = (DefId, Definition)> + '_ {
        // Definitions are numbered by file, so a sorted table's search serves.
        let mut first = 0;
        let mut last = self.definitions.len();
        while first < last {
            let middle = usize::midpoint(first, last);
            if self.definitions.get(middle).is_some_and(|definition| definition.file < file) {
                first = middle + 1;
            } else {
                last = middle;
            }
        }
        (first..self.definitions.len()).map_while(move |at| {
            let definition = self.definitions.get(at).filter(|definition| definition.file == file)?;
            Some((DefId(u32::try_from(at).unwrap_or(NONE)), definition))
        })
    }

    /// The bare name of a definition. The file itself has the file's name.
    pub fn name(&self, def: DefId) -> &str {
        match self.definition(def) {
            Some(row) if row.kind == DeclKind::File => path::name(self.path(row.file)),
            Some(row) => self.names.get(row.name),
            None => "",
        }
    }

    /// The name with those of the types and modules around it: `Class.method`.
    pub fn qualified_name(&self, def: DefId) -> String {
        let mut parts = vec![self.name(def)];
        let mut at = self.definition(def);
        while let Some(row) = at {
            if row.owner != NONE && row.kind != DeclKind::Impl {
                parts.push(self.names.get(row.owner));
                break;
            }
            let container = self.definition(DefId(row.container)).filter(|row| row.kind != DeclKind::File);
            if let Some(container_row) = container {
                parts.push(self.names.get(container_row.name));
            }
            at = container;
        }
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts.join(".")
    }
}

fn find(strings: &Strings, text: &str) -> Option<u32> {
    let (mut first, mut last) = (0, u32::try_from(strings.len()).unwrap_or(NONE));
    while first < last {
        let middle = first.midpoint(last);
        match strings.get(middle).cmp(text) {
            std::cmp::Ordering::Less => first = middle + 1,
            std::cmp::Ordering::Greater => last = middle,
            std::cmp::Ordering::Equal => return Some(middle),
        }
    }
    None
}
