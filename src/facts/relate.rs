//! From observations to relations: the whole of it, made anew.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::depend;
use super::exact::{Compiled, Indexed, Lazy};
use super::file_rows::{file_rows, test_rows};
use super::link::{self, Calls, Imports, NamePlace, Outside, Rounds, SymbolTable, TracedName};
use super::linked_types::kept;
use super::names::{FileTests, NameIds, other_names};
use super::relation::{Extends, FileRow, Module, Refers};
use super::rows;
use super::snapshot::Snapshot;
use crate::base::{Gap, Strings, Table, printable};
use crate::language::{Rule, World};
use crate::parse;

/// Relates everything that was observed, with what compilers' indexes say of it where there are any. `gaps` are those of
/// the walk and of reading.
pub fn relate(world: &World<'_>, gaps: Vec<Gap>, compiled: Option<&Compiled<'_>>) -> Snapshot {
    let mut index = SymbolTable::new(world);
    let defined = compiled.map(|compiled| compiled.defined(world, index.first_defs())).unwrap_or_default();
    let indexed = compiled.map(|compiled| Indexed::new(compiled, world, index.first_defs(), &defined));
    let mut outside = Outside::default();
    let extends = supertypes(&mut index, indexed.as_ref(), &mut outside);
    let rounds = link::local_types(&mut index, Rounds::new());
    parse::return_freed(world.observations.len());
    let links = Links::of(&index, indexed.as_ref(), &extends, &gaps, &mut outside);
    let mut snapshot = Snapshot::default();
    let counts = (links.calls.counts.as_slice(), links.imports.counts.as_slice());
    let linked = kept(&index, rounds, &links.looked, counts);
    let first = index.first_defs().to_vec();
    let modules = link::modules(&index);
    drop(indexed);
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
    /// Links imports, calls and uses, once the types are known.
    pub fn of(
        index: &SymbolTable<'_>,
        indexed: Option<&Indexed<'_>>,
        extends: &[Extends],
        gaps: &[Gap],
        outside: &mut Outside,
    ) -> Self {
        let imports = link::imports(index, outside);
        let calls = link::calls(index, indexed, outside);
        // Few files leave little behind.
        if index.only.is_none() {
            parse::return_freed(index.world.observations.len());
        }
        let uses = link::uses(index);
        let overrides = overrides(index, indexed, extends);
        let (tests, looked) = test_rows(index);
        let files = file_rows(index, gaps, &tests);
        Self { imports, calls, uses, overrides, tests, looked, files }
    }
}

/// The names by which modules are imported, as a table.
pub fn module_table(modules: Vec<(&str, FileId)>, names: &NameIds) -> Table<Module, 2> {
    Table::sorted(modules.into_iter().map(|(name, file)| Module { name: names.id(name), file }))
}

/// Links what each type extends; with it, and the types of local names, names can be resolved.
pub fn supertypes(index: &mut SymbolTable<'_>, indexed: Option<&Indexed<'_>>, outside: &mut Outside) -> Vec<Extends> {
    link::chase(index);
    link::own_members(index);
    let mut extends = link::extends(index, indexed, outside);
    extends.extend(link::structural(index, &extends));
    extends
}

/// Resolves the names at a place by the text alone, and keeps what was tried.
pub fn trace_place(world: &World<'_>, place: &NamePlace) -> Vec<TracedName> {
    let mut index = SymbolTable::new(world);
    supertypes(&mut index, None, &mut Outside::default());
    link::local_types(&mut index, Rounds::new());
    link::traced(&index, place)
}

/// Members that override others, by the text and by SCIP indexes; each is placed at the name of the overriding one.
fn overrides(index: &SymbolTable<'_>, indexed: Option<&Indexed<'_>>, extends: &[Extends]) -> Vec<Extends> {
    let said = indexed.into_iter().flat_map(Indexed::overrides);
    let said = said.filter_map(|(sub, sup)| {
        let at = index.declaration(sub)?.at;
        Some(Extends { sub, sup, file: index.file(sub), at, rule: Rule::Compiler })
    });
    let mut rows: Vec<Extends> = said.chain(link::overrides(index, extends)).collect();
    rows.sort_by_key(|row| (row.sub, row.sup, std::cmp::Reverse(row.rule)));
    rows.dedup_by_key(|row| (row.sub, row.sup));
    rows
}

fn paths(world: &World<'_>) -> Strings {
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
