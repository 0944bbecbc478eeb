//! `import_graph.central`: the files that tie the code together.

use cg_rules::{Central, FileId};

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::naming;
use super::note::Note;
use super::shape::Invocation;
use crate::base::{Position, counted};
use crate::language::DeclKind;

/// The relation of the link of a file that others rely on: how many do, and the place of the first.
pub const RELIED_ON_BY: &str = "relied on by";
/// The relation of the link of a file that none relies on.
pub const RELIES_ON: &str = "relies on";

/// `import_graph.central`
pub fn central(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let named = (!call.arguments.is_empty()).then(|| naming::files(engine, call, &mut notes));
    let ranked = engine.centrality().iter().copied();
    let is_meant = |it: &Central| named.as_ref().is_none_or(|files| files.binary_search(&it.file).is_ok());
    let mut ranked: Vec<Central> = ranked.filter(is_meant).collect();
    let hit = |file: FileId| Hit { file, hops: 0, defs: Vec::new(), lines: Vec::new() };
    if ranked.is_empty() && named.is_none() {
        notes.push(Note::settled("no file relies on another: these are all, by their paths".to_owned()));
        let hits = engine.sources().into_iter().filter(|file| declares(engine, *file)).map(hit).collect();
        return Answer { hits, notes, ..Answer::default() };
    }
    let hits = ranked.iter().map(|it| hit(it.file)).collect();
    ranked.sort_by_key(|it| it.file);
    Answer { hits, source: ChainSource::Central(ranked), notes, ..Answer::default() }
}

/// Whether a file declares anything.
fn declares(engine: &Engine<'_>, file: FileId) -> bool {
    engine.snapshot.definitions_of(file).any(|(_, row)| row.kind != DeclKind::File)
}

/// `relied on by(File, N files)`, or `relies on(File, Other)` where nothing relies on it, at the place where the text says so.
pub(super) fn link(engine: &Engine<'_>, it: &Central) -> Link {
    let snapshot = engine.snapshot;
    let from = snapshot.path(it.file).to_owned();
    if it.voters + it.tries == 0
        && let Some((to, at)) = relied_on(engine, it.file)
    {
        return Link { relation: RELIES_ON, from, to: snapshot.path(to).to_owned(), file: it.file, at };
    }
    let is_source = |other: &FileId| *other != it.file && !engine.is_aside(*other);
    let (file, at) = import(engine, it.file, is_source)
        .or_else(|| engine.tied_places().into.get(&it.file).copied())
        .or_else(|| import(engine, it.file, |other| *other != it.file))
        .unwrap_or((it.file, Position { line: 1, column: 1 }));
    let files = (it.voters > 0).then(|| counted(it.voters as usize, "file"));
    let tries = (it.tries > 0).then(|| format!("{} in tests and examples", it.tries));
    let to: Vec<String> = [files, tries].into_iter().flatten().collect();
    Link { relation: RELIED_ON_BY, from, to: to.join(", "), file, at }
}

/// The first import of a file, or the first use of a name of it without one, by a file that is wanted.
fn import(engine: &Engine<'_>, of: FileId, is_wanted: impl Fn(&FileId) -> bool) -> Option<(FileId, Position)> {
    let (snapshot, graph) = (engine.snapshot, engine.imports());
    let importer = || graph.importers.row(of).iter().copied().find(&is_wanted);
    let referrer = || graph.referrers.row(of).iter().copied().find(&is_wanted);
    let import = importer().and_then(|from| Some((from, snapshot.imports.headed([from.0, of.0]).next()?.at)));
    import.or_else(|| referrer().and_then(|from| Some((from, snapshot.refers.headed([from.0, of.0]).next()?.at))))
}

/// The first file that a file relies on, and where.
fn relied_on(engine: &Engine<'_>, from: FileId) -> Option<(FileId, Position)> {
    let snapshot = engine.snapshot;
    let import = snapshot.imports.headed([from.0]).next().map(|row| (row.to, row.at));
    let refers = || snapshot.refers.headed([from.0]).next().map(|row| (row.to, row.at));
    import.or_else(refers).or_else(|| engine.tied_places().out.get(&from).copied())
}
