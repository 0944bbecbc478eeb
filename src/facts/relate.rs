//! From observations to relations: the whole of it, made anew each time.

use cg_rules::{FileId, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::depend;
use super::exact::{Compiled, Indexed, Lazy};
use super::link::{self, NamePlace, NamedCount, Outside, Sym, SymbolTable, TestCollector, TracedName};
use super::outer_supertype::ExtendsPackage;
use super::relation::{
    Definition, Extends, FileRow, MentionMeaning, Mentions, Module, NONE, PackageImport, Refers, Test,
};
use super::snapshot::Snapshot;
use crate::base::{Gap, GapKind, Interned, Row as _, Strings, Table, path, printable};
use crate::language::{Observation, Rule, TestSite, World, lists};
use crate::parse;

/// Folders whose files are no part of the product, whatever the language.
const ASIDE: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "__mocks__",
    "testdata",
    "fixtures",
    "__fixtures__",
    "examples",
    "example",
    "samples",
    "vendor",
    "third_party",
    "third-party",
    "benches",
    "benchmarks",
];

/// Relates everything that was observed, with what compilers' indexes say of it where there are any. `gaps` are those of
/// the walk and of reading.
pub fn relate(world: &World<'_>, gaps: Vec<Gap>, compiled: Option<&Compiled<'_>>) -> Snapshot {
    let mut index = SymbolTable::new(world);
    let defined = compiled.map(|compiled| compiled.defined(world, index.first_defs())).unwrap_or_default();
    let indexed = compiled.map(|compiled| Indexed::new(compiled, world, index.first_defs(), &defined));
    let mut outside = Outside::default();
    let extends = types(&mut index, indexed.as_ref(), &mut outside);
    parse::return_freed(world.observations.len());
    let imports = link::imports(&index, &mut outside);
    let calls = link::calls(&index, indexed.as_ref(), &mut outside);
    parse::return_freed(world.observations.len());
    let uses = link::uses(&index);
    let overrides = overrides(&index, indexed.as_ref(), &extends);
    let mut names = Names::default();
    let tests = tests(&index, &mut names);
    let mut snapshot = Snapshot::default();
    snapshot.tables.paths = paths(world).into();
    snapshot.tables.files = files(&index, &gaps, &tests).into();
    snapshot.tables.tests = tests.into();
    let modules = link::modules(&index);
    drop(indexed);
    let index = index.into_numbers();
    parse::return_freed(world.observations.len());
    snapshot.tables.definitions = definitions(&index, &mut names).into();
    drop(index);
    outside.sort();
    let depend = depend::relate(world);
    snapshot.tables.packages = packages(&outside, depend.keys()).into();
    snapshot.tables.package_imports = package_imports(&outside, &snapshot, &mut names).into();
    snapshot.tables.package_extends = package_extends(&outside, &snapshot, &mut names).into();
    drop(outside);
    depend.enter(&mut snapshot, &mut |name| names.id(name));
    let modules = modules.into_iter().map(|(name, file)| Module { name: names.id(name), file });
    snapshot.tables.modules = Table::sorted(modules).into();
    snapshot.tables.uses = Table::sorted(uses).into();
    snapshot.tables.mentions = mentions(world, calls.named, &snapshot, &imports.refers, &names).into();
    snapshot.tables.names = names.texts.into_texts().into();
    snapshot.tables.imports = Table::sorted(imports.rows).into();
    snapshot.tables.refers = Table::sorted(imports.refers).into();
    snapshot.tables.calls = Table::of_words(calls.rows).into();
    snapshot.tables.extends = Table::sorted(extends).into();
    let unresolved = imports.gaps.into_iter().chain(depend.gaps).collect();
    snapshot.tables.overrides = Table::sorted(overrides).into();
    if let Some(compiled) = compiled {
        snapshot.exact = Lazy::ready(compiled.exact(&defined));
    }
    snapshot.gaps = all_gaps(world, gaps, unresolved);
    snapshot.counts = calls.counts;
    snapshot.counts += imports.counts;
    snapshot
}

/// Links the types: what each extends, and those of local names and fields. With them names can be resolved.
fn types(index: &mut SymbolTable<'_>, indexed: Option<&Indexed<'_>>, outside: &mut Outside) -> Vec<Extends> {
    link::chase(index);
    link::own_members(index);
    let mut extends = link::extends(index, indexed, outside);
    extends.extend(link::structural(index, &extends));
    link::local_types(index);
    extends
}

/// Resolves the names at a place by the text alone, and keeps what was tried.
pub fn trace_place(world: &World<'_>, place: &NamePlace) -> Vec<TracedName> {
    let mut index = SymbolTable::new(world);
    types(&mut index, None, &mut Outside::default());
    link::traced(&index, place)
}

/// The mentions of names. What a use of the file gives a meaning, be it by an import or by the package, is used there.
/// `refers` is in the order of files.
fn mentions(
    world: &World<'_>,
    mut named: Vec<NamedCount>,
    snapshot: &Snapshot,
    refers: &[Refers],
    names: &Names,
) -> Table<Mentions, 4> {
    for of_file in named.chunk_by_mut(|one, other| one.file == other.file) {
        let Some(file) = of_file.first().map(|row| row.file) else { continue };
        let refers = &refers[refers.partition_point(|row| row.from < file)..];
        let refers = refers.iter().take_while(|row| row.from == file).map(|row| row.def);
        let uses = snapshot.uses.headed([file.0]).map(|row| row.def);
        let meant: FxHashSet<u32> =
            uses.chain(refers).flat_map(|def| snapshot.with_type(def)).map(|(_, row)| row.name).collect();
        // Where each use of an import is noted, a member behind another value is no use of one.
        let members_are_noted = world.language(file).is_some_and(|language| language.follows_imports);
        for row in of_file {
            let may_be_used = match row.meaning {
                MentionMeaning::Bare | MentionMeaning::Path => true,
                MentionMeaning::Member => !members_are_noted,
                _ => false,
            };
            if may_be_used && names.of(row.name).is_some_and(|name| meant.contains(&name)) {
                row.meaning = MentionMeaning::Used;
            }
        }
    }
    let words = named.into_iter().filter_map(|NamedCount { file, name, meaning, count }| {
        Some(Mentions { name: names.of(name)?, file, meaning, count }.pack())
    });
    let mut words: Vec<[u32; 4]> = words.collect();
    words.sort_unstable();
    words.dedup_by(|[name, file, meaning, count], row| {
        let is_same = row[..3] == [*name, *file, *meaning];
        row[3] += if is_same { *count } else { 0 };
        is_same
    });
    Table::of_words(words)
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

/// Names by text, numbered by first use in the order of the files.
#[derive(Default)]
struct Names {
    texts: Interned,
    /// The numbers of the names of definitions, by those that the symbol table has for them.
    of_syms: Vec<u32>,
}

impl Names {
    fn id(&mut self, text: &str) -> u32 {
        self.texts.id(text)
    }

    /// The number of the name of a definition.
    fn defined(&mut self, index: &SymbolTable<'_>, sym: Sym) -> u32 {
        let known = self.of(sym);
        let id = known.unwrap_or_else(|| self.texts.id(index.text(sym)));
        if let (None, Some(place)) = (known, self.of_syms.get_mut(sym.0 as usize)) {
            *place = id;
        }
        id
    }

    fn of(&self, sym: Sym) -> Option<u32> {
        self.of_syms.get(sym.0 as usize).copied().filter(|id| *id != NONE)
    }
}

fn files(index: &SymbolTable<'_>, gaps: &[Gap], tests: &Table<Test, 4>) -> Table<FileRow, 3> {
    let world = index.world;
    let said = gaps.iter().filter(|gap| gap.kind == GapKind::Generated).map(|gap| gap.path.as_str());
    let said: FxHashSet<&str> = said.collect();
    Table::in_order(world.paths.iter().map(|(file, path)| {
        let at = file.0 as usize;
        let observation = world.observations[at].as_ref();
        let holds_tests = tests.headed([file.0]).len() > 0;
        // Where no text marks a test, who holds one is there for it.
        let by_path = is_test_path(world, file) || holds_tests && !marks_tests(world, file);
        let is_generated = said.contains(path) || observation.is_some_and(is_made) || is_minified_name(path);
        FileRow {
            language: world.languages[at].and_then(|language| u32::try_from(language).ok()).unwrap_or(NONE),
            lines: observation.map_or(0, |observation| observation.n_lines),
            is_test: (by_path && says_test(path)) || holds_tests || is_test_target(world, file),
            is_aside: by_path || is_generated || is_aside(path),
            is_generated,
            is_conditional: index.is_conditional(file),
        }
    }))
}

/// Whether a tool wrote the content, as it says itself or as its lines show.
fn is_made(observation: &Observation) -> bool {
    observation.generated || observation.gaps.iter().any(|gap| gap.kind == GapKind::Minified)
}

/// Whether the name says that a tool shortened the text: `jquery.min.js`, also where a comment above it makes its lines short.
fn is_minified_name(file: &str) -> bool {
    let name = path::name(file);
    name.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with(".min"))
}

/// Whether the name itself speaks of tests. What merely lies among tests (models, fixtures) exercises nothing, unless it
/// holds tests.
fn says_test(file: &str) -> bool {
    let name = path::name(file).to_ascii_lowercase();
    !lists(|it| it.test_setup, &name) && ["test", "spec"].iter().any(|word| name.contains(word))
}

/// Whether a build runs the file as a test of its own, whatever it holds: Cargo does so with `tests/*.rs`.
fn is_test_target(world: &World<'_>, file: FileId) -> bool {
    let is_rust = world.language(file).is_some_and(|language| language.name == "rust");
    let folder = path::parent(world.paths.path(file));
    let manifest = match path::parent(folder) {
        "" => "Cargo.toml".to_owned(),
        package => format!("{package}/Cargo.toml"),
    };
    is_rust && path::name(folder) == "tests" && world.paths.file(&manifest).is_some()
}

fn is_test_path(world: &World<'_>, file: FileId) -> bool {
    world.language(file).is_some_and(|language| (language.is_test)(world.paths.path(file)))
}

fn marks_tests(world: &World<'_>, file: FileId) -> bool {
    world.language(file).is_some_and(|language| language.marks_tests)
}

/// The tests that the text of a file itself shows. Where a name alone makes a test, it does so in a test's file.
fn tests_of<'w>(world: &World<'w>, file: FileId) -> &'w [TestSite] {
    let Some(observation) = &world.observations[file.0 as usize] else { return &[] };
    if marks_tests(world, file) || is_test_path(world, file) { &observation.tests } else { &[] }
}

fn is_aside(file: &str) -> bool {
    path::parent(file).split('/').any(|part| ASIDE.contains(&part))
}

fn definitions(index: &SymbolTable<'_>, names: &mut Names) -> Table<Definition, 11> {
    names.of_syms = vec![NONE; index.n_texts()];
    let observed = index.world.paths.iter().filter_map(|(file, _)| Some((file, index.observation(file)?)));
    Table::in_order(observed.flat_map(|(file, observation)| {
        let rows = observation.declarations.iter().map(|row| Definition {
            file,
            name: names.defined(index, index.sym(file, row.name)),
            kind: row.kind,
            container: row.container.map_or(NONE, |container| index.def(file, container).0),
            owner: row.owner.map_or(NONE, |owner| names.defined(index, index.sym(file, owner))),
            at: row.at,
            start_line: row.start_line,
            end_line: row.end_line,
            body_line: row.body_line,
            exported: row.exported,
        });
        rows.collect::<Vec<_>>()
    }))
}

fn tests(index: &SymbolTable<'_>, names: &mut Names) -> Table<Test, 4> {
    let (mut rows, mut collector) = (Vec::new(), TestCollector::new(index));
    for (file, _) in index.world.paths.iter() {
        let Some(observation) = index.observation(file) else { continue };
        match collector.tests(file) {
            Some(found) => rows.extend(found.into_iter().map(|(name, at)| Test { file, name: names.id(&name), at })),
            None => rows.extend(tests_of(index.world, file).iter().map(|test| Test {
                file,
                name: names.id(observation.name(test.name)),
                at: test.at,
            })),
        }
    }
    Table::sorted(rows)
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

fn package_imports(outside: &Outside, snapshot: &Snapshot, names: &mut Names) -> Table<PackageImport, 8> {
    let mut packages: FxHashMap<u32, Option<PackageId>> = FxHashMap::default();
    Table::sorted(outside.uses.iter().filter_map(|row| {
        let find = || snapshot.package(outside.texts.text(row.package));
        let package = (*packages.entry(row.package).or_insert_with(find))?;
        let module = names.id(outside.texts.text(row.module));
        let name = if row.name == NONE { NONE } else { names.id(outside.texts.text(row.name)) };
        Some(PackageImport {
            package,
            file: row.file,
            module,
            name,
            at: row.at,
            how: row.how,
            is_builtin: row.is_builtin,
        })
    }))
}

fn package_extends(outside: &Outside, snapshot: &Snapshot, names: &mut Names) -> Table<ExtendsPackage, 7> {
    Table::sorted(outside.supertypes.iter().filter_map(|row| {
        let package = snapshot.package(outside.texts.text(row.package))?;
        let module = names.id(outside.texts.text(row.module));
        let name = if row.name == NONE { NONE } else { names.id(outside.texts.text(row.name)) };
        Some(ExtendsPackage { sub: row.sub, package, module, name, file: row.file, at: row.at })
    }))
}

fn all_gaps(world: &World<'_>, mut gaps: Vec<Gap>, unresolved: Vec<Gap>) -> Vec<Gap> {
    gaps.extend(unresolved);
    for (file, path) in world.paths.iter() {
        let Some(observation) = &world.observations[file.0 as usize] else { continue };
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
