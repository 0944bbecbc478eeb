//! The primitives over imports: what comes before and after a set of files.

use cg_rules::{FileId, Hit as Reach, Imported, Reached};
use rustc_hash::FxHashSet;

use super::affinity::Affinity;
use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::naming;
use super::note::Note;
use super::shape::{Argument, Invocation};
use crate::facts::{Import, NONE, PackageImport, PackageUse};
use crate::language::{ImportKind, LANGUAGES};

/// `import_graph.reverse_lookup`
pub fn reverse_lookup(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let mut modules = naming::modules(engine, call, &mut notes);
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
    let mut links: Vec<(FileId, Vec<Link>)> = importers
        .into_iter()
        .map(|it| {
            let named = if is_inside(it.file) { &modules.files } else { &with_below };
            (it.file, import_links(engine, (it.file, it.imported), named, &rows))
        })
        .collect();
    // Nearest first is no order here, as all are one hop away: sources come first, then who names the module most.
    links.sort_by_cached_key(|(file, links)| (engine.is_aside(*file), std::cmp::Reverse(links.len()), *file));
    let hits = links.iter().map(|(file, links)| Hit { file: *file, hops: 1, defs: Vec::new(), lines: lines(links) });
    let hits = hits.collect();
    links.sort_by_key(|(file, _)| *file);
    Answer { hits, source: ChainSource::Links(links), notes, ..Answer::default() }
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

fn lines(links: &[Link]) -> Vec<u32> {
    let mut lines: Vec<u32> = links.iter().map(|link| link.at.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// So many modules are looked for among the imports of a file; of more all its imports are read.
const FEW: usize = 8;

/// Every import of the modules, which are sorted, in a file. A use of a member is shown too: it is what an importer is read
/// for.
fn import_links(
    engine: &Engine<'_>,
    (file, first): (FileId, Imported),
    modules: &[FileId],
    rows: &[PackageImport],
) -> Vec<Link> {
    let snapshot = engine.snapshot;
    let mut links = Vec::new();
    let imports = &snapshot.imports;
    let of_modules: Vec<Import> = match modules.len() <= FEW {
        true => modules.iter().flat_map(|module| imports.headed([file.0, module.0])).collect(),
        false => imports.headed([file.0]).filter(|row| modules.binary_search(&row.to).is_ok()).collect(),
    };
    // An import of code is one of its types at the same place.
    let is_type = |row: &Import| row.kind == ImportKind::Type;
    let is_of_code = |row: &Import| of_modules.iter().any(|value| value.at == row.at && !is_type(value));
    let values = of_modules.iter().filter(|row| !is_type(row));
    let types = of_modules.iter().filter(|row| is_type(row) && !is_of_code(row));
    links.extend(values.chain(types).map(|row| engine.import_link(row.from, row.to, row.at)));
    let first_row = rows.partition_point(|row| row.file < file);
    let own = rows[first_row..].iter().take_while(|row| row.file == file);
    links.extend(own.map(|row| engine.package_link(row)));
    if links.is_empty()
        && let Imported::File(to) = first
    {
        links.push(engine.import_link(file, to, crate::base::Position::default()));
    }
    links
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
