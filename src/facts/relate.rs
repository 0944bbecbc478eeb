//! From observations to relations: the whole of it, made anew.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::depend;
use super::exact::{Compiled, Indexed, Lazy};
use super::file_rows::{file_rows, test_rows};
use super::linked_types::kept;
use super::names::{FileTests, NameIds, other_names};
use super::relation::{Extends, FileRow, Module, Refers};
use super::rows;
use super::snapshot::Snapshot;
use crate::base::{Gap, Strings, Table, printable};
use crate::language::World;
use crate::parse;
use crate::resolve::{Calls, CompilerIndex, Imports, NamePlace, Outside, Rounds, Scopes, TracedName, Types};

/// Relates everything that was observed, with what compilers' indexes say of it where there are any. `gaps` are those of
/// the walk and of reading.
pub fn relate(world: &World<'_>, gaps: Vec<Gap>, compiled: Option<&Compiled<'_>>) -> Snapshot {
    let scopes = Scopes::of(world);
    let defined = compiled.map(|compiled| compiled.defined(world, scopes.first_defs())).unwrap_or_default();
    let by_places = compiled.map(|compiled| Indexed::new(compiled, world, scopes.first_defs(), &defined));
    let indexed = by_places.as_ref().map(|it| it as &dyn CompilerIndex);
    let mut outside = Outside::default();
    let (hierarchy, extends) = scopes.hierarchy(indexed, &mut outside);
    let (index, rounds) = hierarchy.types(Rounds::new());
    parse::return_freed(world.observations.len());
    let links = Links::of(&index, indexed, (&extends, false), &gaps, &mut outside);
    let mut snapshot = Snapshot::default();
    let counts = (links.calls.counts.as_slice(), links.imports.counts.as_slice());
    let linked = kept(&index, rounds, &links.looked, counts);
    let first = index.first_defs().to_vec();
    let modules = index.modules();
    drop(by_places);
    let index = index.into_numbers();
    parse::return_freed(world.observations.len());
    outside.sort();
    let depend = depend::relate(world);
    let names = NameIds::of(&index, other_names(&links.tests, &outside, &modules).chain(depend.names()));
    let tables = &mut snapshot.tables;
    tables.paths = paths(world).into();
    tables.files = Table::in_order(links.files.iter().map(|(_, row)| *row)).into();
    tables.tests = Table::sorted(rows::tests(&links.tests, &names)).into();
    let files: Vec<FileId> = world.paths.iter().map(|(file, _)| file).collect();
    let definitions = files.iter().flat_map(|file| rows::definition_rows(&index, &names, *file));
    tables.definitions = Table::in_order(definitions).into();
    tables.packages = packages(&outside, depend.keys()).into();
    tables.package_imports = Table::sorted(rows::package_imports(&outside, &tables.packages, &names)).into();
    tables.package_extends = Table::sorted(rows::package_extends(&outside, &tables.packages, &names)).into();
    drop(outside);
    depend.enter(&mut snapshot, &mut |name| names.id(name));
    let Links { calls, imports, uses, overrides, .. } = links;
    let tables = &mut snapshot.tables;
    tables.mentions = Table::of_words(rows::mentions(&index, calls.named, &uses, &imports.refers, &names)).into();
    drop(index);
    tables.modules = module_table(modules, &names).into();
    tables.uses = Table::sorted(uses).into();
    tables.names = names.into_texts().into();
    tables.imports = Table::sorted(imports.rows).into();
    tables.refers = Table::sorted(imports.refers).into();
    tables.calls = Table::of_words(calls.rows).into();
    tables.extends = Table::sorted(extends).into();
    let unresolved = imports.gaps.into_iter().chain(depend.gaps).collect();
    tables.overrides = Table::sorted(overrides).into();
    if let Some(compiled) = compiled {
        snapshot.exact = Lazy::ready(compiled.exact(&defined));
    }
    snapshot.gaps = all_gaps(world, &files, gaps, unresolved);
    snapshot.count(linked, &first);
    calls.counts.iter().chain(&imports.counts).for_each(|(_, counts)| snapshot.counts += *counts);
    snapshot
}

/// The rows that linking finds, of the files that are linked.
pub struct Links {
    /// Imports, and references inside packages.
    pub imports: Imports,
    /// Calls.
    pub calls: Calls,
    /// NameIds that imports request.
    pub uses: Vec<Refers>,
    /// Members that override others.
    pub overrides: Vec<Extends>,
    /// Tests.
    pub tests: Vec<FileTests>,
    /// The files whose classes were looked into for the tests of others.
    pub looked: Vec<(FileId, Vec<FileId>)>,
    /// The rows of the files.
    pub files: Vec<(FileId, FileRow)>,
}

impl Links {
    /// Links imports, calls and uses, and the overrides that follow from what types extend: of the files that are linked, or of all.
    pub fn of(
        index: &Types<'_>,
        indexed: Option<&dyn CompilerIndex>,
        (extends, is_whole): (&[Extends], bool),
        gaps: &[Gap],
        outside: &mut Outside,
    ) -> Self {
        let imports = index.imports(outside);
        let calls = index.calls(indexed, outside);
        // Few files leave little behind.
        if index.links_all() {
            parse::return_freed(index.world.observations.len());
        }
        let uses = index.uses();
        let overrides = index.overrides(indexed, extends, is_whole);
        let (tests, looked) = test_rows(index);
        let files = file_rows(index, gaps, &tests);
        Self { imports, calls, uses, overrides, tests, looked, files }
    }
}

/// The names by which modules are imported, as a table.
pub fn module_table(modules: Vec<(&str, FileId)>, names: &NameIds) -> Table<Module, 2> {
    Table::sorted(modules.into_iter().map(|(name, file)| Module { name: names.id(name), file }))
}

/// Resolves the names at a place by the text alone, and keeps what was tried.
pub fn trace_place(world: &World<'_>, place: &NamePlace) -> Vec<TracedName> {
    let (hierarchy, _) = Scopes::of(world).hierarchy(None, &mut Outside::default());
    hierarchy.types(Rounds::new()).0.traced(place)
}

/// The paths of all files, by their numbers.
pub fn paths(world: &World<'_>) -> Strings {
    let mut strings = Strings::default();
    world.paths.iter().for_each(|(_, path)| {
        strings.push(path);
    });
    strings
}

fn packages<'a>(outside: &'a Outside, keys: impl Iterator<Item = &'a str>) -> Strings {
    let uses = outside.uses.iter().map(|row| row.package);
    let used: FxHashSet<u32> = uses.chain(outside.supertypes.iter().map(|row| row.package)).collect();
    let mut packages: Vec<&str> = used.into_iter().map(|package| outside.texts.text(package)).chain(keys).collect();
    packages.sort_unstable();
    packages.dedup();
    let mut strings = Strings::default();
    for package in packages {
        strings.push(package);
    }
    strings
}

/// Gaps, sorted: those of the walk and of reading, those of imports and manifests, and those of some files.
pub fn all_gaps(world: &World<'_>, files: &[FileId], mut gaps: Vec<Gap>, unresolved: Vec<Gap>) -> Vec<Gap> {
    gaps.extend(unresolved);
    for file in files {
        let Some(observation) = &world.observations[file.0 as usize] else { continue };
        let path = world.paths.path(*file);
        gaps.extend(observation.gaps.iter().map(|gap| Gap {
            path: path.to_owned(),
            at: gap.at,
            kind: gap.kind,
            detail: gap.detail.to_string(),
        }));
    }
    // A detail may quote a file.
    gaps.iter_mut().for_each(|gap| gap.detail = printable(&gap.detail).into_owned());
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}
