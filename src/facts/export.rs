//! The export of a repository: the rows of a snapshot that other repositories may ask for, with ids of their own.
//!
//! It holds how files name packages, what manifests and lockfiles state, the types below a type of a package, be it one of
//! another repository or of this one, and the symbols that a package makes public. All other edges inside the repository
//! stay there.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId, Id, PackageId};
use rustc_hash::FxHashMap;

use super::depend::{Depends, Locks, Owners, PackageManifest, Requires};
use super::outer_supertype::ExtendsPackage;
use super::relation::{Definition, Extends, FileRow, NONE, PackageImport};
use super::snapshot::Snapshot;
use crate::base::{Row, Strings, Table};
use crate::language::DeclKind;

/// `public(Package, Name, File, Line)`: a package of the repository declares the name for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicSymbol {
    /// The name, an id of the texts.
    pub name: u32,
    /// The package, an id of the texts.
    pub package: PackageId,
    /// The file.
    pub file: FileId,
    /// The line of the name.
    pub line: u32,
}

impl Row<4> for PublicSymbol {
    fn pack(&self) -> [u32; 4] {
        [self.name, self.package.0, self.file.0, self.line]
    }
    fn unpack([name, package, file, line]: [u32; 4]) -> Self {
        Self { name, package: PackageId(package), file: FileId(file), line }
    }
}

/// The rows of a repository that others may ask for. Files are numbered in the order of their paths, texts in the order of
/// their bytes; packages and names are both ids of the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepositoryExport {
    /// The paths of the files that some row names.
    pub paths: Strings,
    /// Their rows, without the number of lines.
    pub files: Table<FileRow, 3>,
    /// The names of packages, modules, members, versions and definitions.
    pub texts: Strings,
    /// `imports_package`.
    pub uses: Table<PackageImport, 8>,
    /// `manifest`.
    pub manifests: Table<PackageManifest, 5>,
    /// `depends`.
    pub depends: Table<Depends, 8>,
    /// `locks`.
    pub locks: Table<Locks, 6>,
    /// `requires`.
    pub requires: Table<Requires, 3>,
    /// The types that extend one of a package, those below them, and what holds them.
    pub definitions: Table<Definition, 11>,
    /// `extends` among them.
    pub extends: Table<Extends, 6>,
    /// `extends_package`.
    pub package_extends: Table<ExtendsPackage, 7>,
    /// The names that packages of the repository make public.
    pub symbols: Table<PublicSymbol, 4>,
}

impl RepositoryExport {
    /// A snapshot of the rows: programs and primitives answer over it as over that of the repository.
    pub fn snapshot(self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        let tables = &mut snapshot.tables;
        tables.paths = self.paths.into();
        tables.files = self.files.into();
        tables.packages = self.texts.clone().into();
        tables.names = self.texts.into();
        tables.package_imports = self.uses.into();
        tables.manifests = self.manifests.into();
        tables.depends = self.depends.into();
        tables.locks = self.locks.into();
        tables.requires = self.requires.into();
        tables.definitions = self.definitions.into();
        tables.extends = self.extends.into();
        tables.package_extends = self.package_extends.into();
        snapshot
    }
}

impl Snapshot {
    /// The export of the repository.
    pub fn export(&self) -> RepositoryExport {
        let types = self.types_below_packages();
        let symbols = self.public_symbols();
        let mut ids = Numbering::default();
        self.enter_rows(&types, &symbols, &mut ids);
        ids.close();
        ids.export(self, &types, &symbols)
    }

    /// The definitions that the export keeps: the types below a type of a package, and what holds them; sorted. Of the
    /// packages of the repository these are the public types that others in it extend, without what is aside.
    fn types_below_packages(&self) -> Vec<DefId> {
        let mut below: FxHashMap<DefId, Vec<DefId>> = FxHashMap::default();
        self.extends.iter().for_each(|row| below.entry(row.sup).or_default().push(row.sub));
        let mut open: Vec<DefId> = self.package_extends.iter().map(|row| row.sub).collect();
        let mut kept: BTreeSet<DefId> = self.own_supertypes();
        for sup in &kept {
            let is_aside = |def: &&DefId| {
                self.definition(**def).and_then(|row| self.file_row(row.file)).is_none_or(|file| file.is_aside)
            };
            open.extend(below.get(sup).into_iter().flatten().filter(|def| !is_aside(def)));
        }
        while let Some(def) = open.pop() {
            if kept.insert(def) {
                open.extend(below.get(&def).into_iter().flatten());
            }
        }
        for def in kept.clone() {
            let mut at = self.definition(def);
            while let Some(row) = at.filter(|row| row.container != NONE) {
                kept.insert(DefId(row.container));
                at = self.definition(DefId(row.container));
            }
        }
        kept.into_iter().collect()
    }

    /// The public types of the packages of the repository that others in it extend, without what is aside.
    fn own_supertypes(&self) -> BTreeSet<DefId> {
        let owners = Owners::new(self);
        let mut of_files: FxHashMap<FileId, bool> = FxHashMap::default();
        let mut is_of_package = |file: FileId| {
            *of_files.entry(file).or_insert_with(|| {
                let is_source = self.file_row(file).is_some_and(|row| !row.is_aside);
                is_source && owners.of(file).iter().any(|owner| owner.provides().is_some())
            })
        };
        let mut supertypes: Vec<DefId> = self.extends.iter().map(|row| row.sup).collect();
        supertypes.sort_unstable();
        supertypes.dedup();
        let is_public = |def: &DefId| self.definition(*def).is_some_and(|row| row.exported && is_of_package(row.file));
        supertypes.into_iter().filter(is_public).collect()
    }

    /// The exported definitions at the top of the files of each package, with the package, without what is aside.
    fn public_symbols(&self) -> Vec<(PackageId, Definition)> {
        let owners = Owners::new(self);
        let mut symbols = Vec::new();
        let (mut last, mut packages) = (None, Vec::new());
        for row in self.definitions.iter().filter(|row| row.exported && row.owner == NONE) {
            let is_named = !matches!(row.kind, DeclKind::File | DeclKind::Impl) && !self.names.get(row.name).is_empty();
            let holder = self.definition(DefId(row.container));
            if !is_named || holder.is_some_and(|holder| holder.kind != DeclKind::File) {
                continue;
            }
            if last.replace(row.file) != Some(row.file) {
                let is_aside = self.file_row(row.file).is_none_or(|file| file.is_aside);
                let owners = if is_aside { Vec::new() } else { owners.of(row.file) };
                packages = owners.iter().filter_map(PackageManifest::provides).collect();
            }
            symbols.extend(packages.iter().map(|package| (*package, row)));
        }
        symbols
    }

    /// Enters the files and texts of all rows.
    fn enter_rows<'s>(&'s self, types: &[DefId], symbols: &[(PackageId, Definition)], ids: &mut Numbering<'s>) {
        let name = |id: u32| if id == NONE { "" } else { self.names.get(id) };
        let package = |id: PackageId| self.package_name(id);
        for row in self.package_imports.iter() {
            ids.enter(row.file, [package(row.package), name(row.module), name(row.name)]);
        }
        for row in self.package_extends.iter() {
            ids.enter(row.file, [package(row.package), name(row.module), name(row.name)]);
        }
        for row in self.manifests.iter() {
            ids.enter(row.file, [name(row.name), row.provides().map_or("", package)]);
        }
        for row in self.depends.iter() {
            ids.enter(row.file, [package(row.package), name(row.name), name(row.requirement)]);
        }
        for row in self.locks.iter() {
            ids.enter(row.file, [package(row.package), name(row.name), name(row.version)]);
        }
        for row in types.iter().filter_map(|def| self.definition(*def)) {
            ids.enter(row.file, [name(row.name), name(row.owner)]);
        }
        let is_kept = |def: DefId| types.binary_search(&def).is_ok();
        ids.files.extend(self.extends.iter().filter(|row| is_kept(row.sub) && is_kept(row.sup)).map(|row| row.file));
        for (of, row) in symbols {
            ids.enter(row.file, [package(*of), name(row.name)]);
        }
    }
}

/// The files and texts of an export, numbered in order.
#[derive(Default)]
struct Numbering<'s> {
    files: Vec<FileId>,
    texts: Vec<&'s str>,
    ids: FxHashMap<&'s str, u32>,
}

impl<'s> Numbering<'s> {
    fn enter<const N: usize>(&mut self, file: FileId, texts: [&'s str; N]) {
        if self.files.last() != Some(&file) {
            self.files.push(file);
        }
        for text in texts {
            if self.ids.insert(text, NONE).is_none() {
                self.texts.push(text);
            }
        }
    }

    fn close(&mut self) {
        self.files.sort_unstable();
        self.files.dedup();
        self.texts.sort_unstable();
        self.ids = self.texts.iter().zip(0u32..).map(|(text, id)| (*text, id)).collect();
    }

    fn file(&self, file: FileId) -> FileId {
        self.files.binary_search(&file).map_or(FileId(NONE), FileId::of)
    }

    fn text(&self, text: &str) -> u32 {
        self.ids.get(text).copied().unwrap_or(NONE)
    }

    fn package(&self, snapshot: &Snapshot, package: PackageId) -> PackageId {
        PackageId(self.text(snapshot.package_name(package)))
    }

    fn name(&self, snapshot: &Snapshot, name: u32) -> u32 {
        if name == NONE { NONE } else { self.text(snapshot.names.get(name)) }
    }

    fn export(&self, snapshot: &Snapshot, types: &[DefId], symbols: &[(PackageId, Definition)]) -> RepositoryExport {
        let mut export = RepositoryExport::default();
        self.files.iter().for_each(|file| {
            export.paths.push(snapshot.path(*file));
        });
        let files = self.files.iter().filter_map(|file| snapshot.file_row(*file));
        export.files = Table::in_order(files.map(|row| FileRow { lines: 0, has_no_credential: false, ..row }));
        self.texts.iter().for_each(|text| {
            export.texts.push(text);
        });
        export.uses = Table::sorted(snapshot.package_imports.iter().map(|row| PackageImport {
            package: self.package(snapshot, row.package),
            file: self.file(row.file),
            module: self.name(snapshot, row.module),
            name: self.name(snapshot, row.name),
            ..row
        }));
        self.enter_types(snapshot, types, &mut export);
        self.enter_dependencies(snapshot, &mut export);
        export.symbols = Table::sorted(symbols.iter().map(|(package, row)| PublicSymbol {
            name: self.name(snapshot, row.name),
            package: self.package(snapshot, *package),
            file: self.file(row.file),
            line: row.at.line,
        }));
        export
    }

    fn enter_types(&self, snapshot: &Snapshot, types: &[DefId], export: &mut RepositoryExport) {
        let def = |def: DefId| types.binary_search(&def).ok().map(DefId::of);
        let rows = types.iter().filter_map(|def| snapshot.definition(*def));
        export.definitions = Table::in_order(rows.map(|row| Definition {
            file: self.file(row.file),
            name: self.name(snapshot, row.name),
            container: def(DefId(row.container)).map_or(NONE, |def| def.0),
            owner: self.name(snapshot, row.owner),
            ..row
        }));
        export.extends = Table::sorted(snapshot.extends.iter().filter_map(|row| {
            Some(Extends { sub: def(row.sub)?, sup: def(row.sup)?, file: self.file(row.file), ..row })
        }));
        export.package_extends = Table::sorted(snapshot.package_extends.iter().filter_map(|row| {
            Some(ExtendsPackage {
                sub: def(row.sub)?,
                package: self.package(snapshot, row.package),
                file: self.file(row.file),
                module: self.name(snapshot, row.module),
                name: self.name(snapshot, row.name),
                ..row
            })
        }));
    }

    fn enter_dependencies(&self, snapshot: &Snapshot, export: &mut RepositoryExport) {
        export.manifests = Table::sorted(snapshot.manifests.iter().map(|row| PackageManifest {
            file: self.file(row.file),
            name: self.name(snapshot, row.name),
            package: row.provides().map_or(NONE, |package| self.package(snapshot, package).0),
            ..row
        }));
        let locks: Vec<Locks> = snapshot
            .locks
            .iter()
            .map(|row| Locks {
                package: self.package(snapshot, row.package),
                file: self.file(row.file),
                name: self.name(snapshot, row.name),
                version: self.name(snapshot, row.version),
                ..row
            })
            .collect();
        export.locks = Table::sorted(locks.iter().copied());
        // Texts have other numbers here, so rows may stand in another order.
        let places: Vec<u32> = locks
            .iter()
            .map(|row| export.locks.position(row).and_then(|at| u32::try_from(at).ok()).unwrap_or(NONE))
            .collect();
        let place = |at: u32| places.get(at as usize).copied().unwrap_or(NONE);
        export.depends = Table::sorted(snapshot.depends.iter().map(|row| Depends {
            package: self.package(snapshot, row.package),
            file: self.file(row.file),
            name: self.name(snapshot, row.name),
            requirement: self.name(snapshot, row.requirement),
            locked: place(row.locked),
            ..row
        }));
        export.requires = Table::sorted(snapshot.requires.iter().map(|row| Requires {
            from: place(row.from),
            to: place(row.to),
            kind: row.kind,
        }));
    }
}
