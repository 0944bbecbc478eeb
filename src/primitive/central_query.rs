//! `import_graph.central`: the files that the others rely on most.

use cg_rules::{Central, FileId};

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::naming;
use super::shape::Invocation;

/// The relation of the one link of an answer: how many sources import the file, or use its names without an import.
pub const IMPORTED_BY: &str = "imported by";

/// `import_graph.central`
pub fn central(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let named = (!call.arguments.is_empty()).then(|| naming::files(engine, call, &mut notes));
    let ranked = engine.centrality().iter().copied();
    let is_meant = |it: &Central| named.as_ref().is_none_or(|files| files.binary_search(&it.file).is_ok());
    let ranked: Vec<Central> = ranked.filter(is_meant).collect();
    let mut links: Vec<(FileId, Vec<Link>)> = ranked.iter().map(|it| (it.file, vec![link(engine, it)])).collect();
    links.sort_by_key(|(file, _)| *file);
    let hits = ranked.iter().map(|it| Hit { file: it.file, hops: 0, defs: Vec::new(), lines: Vec::new() });
    Answer { hits: hits.collect(), source: ChainSource::Links(links), notes, ..Answer::default() }
}

/// `imported by(File, N files)`, at the place of the first of these imports.
fn link(engine: &Engine<'_>, it: &Central) -> Link {
    let (snapshot, graph) = (engine.snapshot, engine.imports());
    let is_source = |from: &FileId| *from != it.file && !engine.is_aside(*from);
    let import = graph.importers.row(it.file).iter().copied().find(is_source).and_then(|from| {
        let row = snapshot.imports.headed([from.0, it.file.0]).next()?;
        Some((from, row.at))
    });
    let refers = || {
        let from = graph.referrers.row(it.file).iter().copied().find(is_source)?;
        Some((from, snapshot.refers.headed([from.0, it.file.0]).next()?.at))
    };
    let (file, at) = import.or_else(refers).unwrap_or((it.file, crate::base::Position::default()));
    let files = if it.voters == 1 { "1 file".to_owned() } else { format!("{} files", it.voters) };
    Link { relation: IMPORTED_BY, from: snapshot.path(it.file).to_owned(), to: files, file, at }
}
