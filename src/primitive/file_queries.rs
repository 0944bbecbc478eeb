//! The primitives over imports: what comes before and after a set of files.

use cg_rules::{FileId, Hit as Reach, Imported, Importer, Reached};
use rustc_hash::FxHashSet;

use super::affinity::Affinity;
use super::answer::{Answer, ChainSource, Hit};
use super::engine::Engine;
use super::imported::{self, ImportPlace, ImportPlaces};
use super::module_match::modules;
use super::naming;
use super::note::Note;
use super::shape::{Argument, Invocation};
use crate::base::Position;
use crate::facts::{Import, NONE, PackageImport, PackageUse};
use crate::language::{ImportKind, LANGUAGES};

/// `import_graph.reverse_lookup`
pub fn reverse_lookup(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let mut modules = modules(engine, call, &mut notes);
    modules.files.extend(declarations(engine, &modules.files));
    modules.files.sort_unstable();
    modules.files.dedup();
    let mut importers = cg_rules::reverse_lookup(engine.imports(), &modules.files, &modules.packages);
    // Within a package its modules import each other; from outside each is the package.
    let is_inside = |file: FileId| modules.files.contains(&file) || modules.below.contains(&file);
    if !modules.below.is_empty() {
        let of_below = cg_rules::reverse_lookup(engine.imports(), &modules.below, &[]);
        let known: FxHashSet<FileId> = importers.iter().map(|importer| importer.file).collect();
        importers.extend(of_below.into_iter().filter(|it| !known.contains(&it.file) && !is_inside(it.file)));
    }
    let mut rows = engine.outside().rows(engine.snapshot, &modules.packages);
    // The import of a module as a whole says least.
    rows.sort_by_key(|row| (row.file, row.how == PackageUse::Import && row.name == NONE, row.at));
    notes.extend(imported_whole(engine, &rows));
    let mut with_below: Vec<FileId> = modules.files.iter().chain(&modules.below).copied().collect();
    with_below.sort_unstable();
    with_below.dedup();
    importers.sort_unstable_by_key(|importer| importer.file);
    let mut places = ImportPlaces::default();
    let mut imports = Vec::new();
    for Importer { file, imported } in importers {
        let named = if is_inside(file) { &modules.files } else { &with_below };
        imports_of_modules(engine, file, named, &mut imports);
        places.push(file, in_file(&imports, own_rows(&rows, file), imported));
    }
    // Nearest first is no order here, as all are one hop away: sources come first, then who names the module most.
    let rank = |(at, (file, places)): (u32, (FileId, &[ImportPlace]))| {
        let n_places = u32::try_from(places.len()).unwrap_or(u32::MAX);
        (engine.is_aside(file), u64::from(u32::MAX - n_places) << 32 | u64::from(at))
    };
    let mut ranked: Vec<(bool, u64)> = (0..).zip(places.iter()).map(rank).collect();
    ranked.sort_unstable();
    let hit = |(_, rank): (bool, u64)| {
        let (file, places) = places.at(rank as u32 as usize)?;
        Some(Hit { file, hops: 1, defs: Vec::new(), lines: imported::lines(places) })
    };
    let hits = ranked.into_iter().filter_map(hit).collect();
    Answer { hits, source: ChainSource::Imports(places), notes, ..Answer::default() }
}

/// The note on files that import all names of a package at once, and of which no use of it is known: only the package itself
/// says which of the names there are its. `rows` stand by file.
fn imported_whole(engine: &Engine<'_>, rows: &[PackageImport]) -> Option<Note> {
    let brings_all = |file: FileId| {
        let row = engine.snapshot.file_row(file)?;
        LANGUAGES.get(row.language as usize).map(|language| language.conventions.imports_all_names)
    };
    let is_whole = |of_file: &&[PackageImport]| {
        of_file.iter().all(|row| row.how == PackageUse::Import && row.name == NONE)
            && of_file.first().and_then(|row| brings_all(row.file)) == Some(true)
    };
    let count = rows.chunk_by(|one, next| one.file == next.file).filter(is_whole).count();
    let file_s = if count == 1 { "1 file imports".to_owned() } else { format!("{count} files import") };
    let text = format!("{file_s} all names at once, and no fact says which of the names there are used");
    (count > 0).then(|| Note::unresolved(count, text))
}

/// The files that declare the types of some files of code: every import of such code is one of its types as well. Who
/// imports the types alone imports the module.
fn declarations(engine: &Engine<'_>, files: &[FileId]) -> Vec<FileId> {
    let graph = engine.imports();
    let mut declarations = Vec::new();
    // Of the languages that are known TypeScript alone has such files: of all others no row of an importer is read.
    let has_declarations = |file: &&FileId| {
        let row = engine.snapshot.file_row(**file).and_then(|row| LANGUAGES.get(row.language as usize));
        row.is_some_and(|language| language.family == "typescript")
    };
    for file in files.iter().filter(has_declarations) {
        for from in graph.importers.row(*file) {
            let imports = &engine.snapshot.imports;
            let values = imports.headed([from.0, file.0]).filter(|row| row.kind != ImportKind::Type);
            let types = values.flat_map(|value| {
                let rows = imports.headed([from.0]);
                rows.filter(move |row| row.kind == ImportKind::Type && row.at == value.at && row.to != *file)
            });
            declarations.extend(types.map(|row| row.to));
        }
    }
    declarations
}

/// So many modules are looked for among the imports of a file; of more all its imports are read.
const FEW: usize = 8;

/// Finds the imports of the modules, which are sorted, in a file.
fn imports_of_modules(engine: &Engine<'_>, file: FileId, modules: &[FileId], found: &mut Vec<Import>) {
    let imports = &engine.snapshot.imports;
    found.clear();
    if modules.len() <= FEW {
        modules.iter().for_each(|module| found.extend(imports.headed([file.0, module.0])));
    } else {
        found.extend(imports.headed([file.0]).filter(|row| modules.binary_search(&row.to).is_ok()));
    }
}

/// The rows of a file among rows of packages, which stand by file.
fn own_rows(rows: &[PackageImport], file: FileId) -> &[PackageImport] {
    let first = rows.partition_point(|row| row.file < file);
    let of_file = rows.get(first..).unwrap_or_default();
    of_file.get(..of_file.partition_point(|row| row.file == file)).unwrap_or_default()
}

/// Every import of the modules in a file; and of packages, where a use of a member is shown too: it is what an importer is read
/// for. A file without any has the import that made it an answer, without a place.
fn in_file<'r>(
    imports: &'r [Import],
    of_packages: &'r [PackageImport],
    first: Imported,
) -> impl Iterator<Item = ImportPlace> + 'r {
    // An import of code is one of its types at the same place.
    let is_type = |row: &Import| row.kind == ImportKind::Type;
    let is_of_code = move |row: &Import| imports.iter().any(|value| value.at == row.at && !is_type(value));
    let values = imports.iter().filter(move |row| !is_type(row));
    let types = imports.iter().filter(move |row| is_type(row) && !is_of_code(row));
    let of_files = values.chain(types).map(|row| ImportPlace::File(row.to, row.at));
    let is_bare = imports.is_empty() && of_packages.is_empty();
    let bare = match first {
        Imported::File(to) if is_bare => Some(ImportPlace::File(to, Position::default())),
        _ => None,
    };
    of_files.chain(of_packages.iter().map(|row| ImportPlace::Package(*row))).chain(bare)
}

/// `import_graph.transitive_callers`
pub fn transitive_callers(engine: &Engine<'_>, call: &Invocation, depth: u32) -> Answer {
    let graph = engine.imports();
    let next = |file| [graph.importers.row(file), graph.referrers.row(file)];
    reach(engine, call, |files| cg_rules::transitive_callers(graph, files, engine.within(files, depth, next)))
}

/// `import_graph.dependencies`
pub fn dependencies(engine: &Engine<'_>, call: &Invocation, depth: u32) -> Answer {
    // What a test imports says how code is tried, and not what it is built from: a test that an earlier query returned is
    // followed only where it returned nothing else.
    let sources = |argument: &Argument| match argument {
        Argument::Files(files) => {
            let sources: Vec<FileId> = files.iter().copied().filter(|file| !engine.is_aside(*file)).collect();
            Argument::Files(if sources.is_empty() { files.clone() } else { sources })
        }
        Argument::Text(_) | Argument::Definitions(_) => argument.clone(),
    };
    let call = Invocation { arguments: call.arguments.iter().map(sources).collect(), ..call.clone() };
    let graph = engine.imports();
    let next = |file| [graph.imports.row(file), graph.refers.row(file)];
    reach(engine, &call, |files| cg_rules::dependencies(graph, files, engine.within(files, depth, next)))
}

fn reach(engine: &Engine<'_>, call: &Invocation, run: impl Fn(&[FileId]) -> Reached) -> Answer {
    let mut notes = Vec::new();
    let files = naming::files(engine, call, &mut notes);
    let reached = run(&files);
    let affinity = Affinity::of(engine.snapshot, engine.imports(), &files);
    // Of files that are equally close the most used comes first.
    let graph = engine.imports();
    let users = |file: FileId| graph.importers.row(file).len() + graph.referrers.row(file).len();
    let mut ranked: Vec<(Reach, std::cmp::Reverse<_>)> =
        reached.hits().iter().map(|hit| (*hit, std::cmp::Reverse((affinity.to(hit.file), users(hit.file))))).collect();
    ranked.sort_by_key(|(hit, closeness)| (hit.hops, *closeness, hit.file));
    let hits = ranked.into_iter().map(|(hit, _)| {
        let lines = engine.first_step_lines(&reached, hit.file);
        Hit { file: hit.file, hops: hit.hops, defs: Vec::new(), lines }
    });
    Answer { hits: hits.collect(), source: ChainSource::Reached(reached), notes, ..Answer::default() }
}
