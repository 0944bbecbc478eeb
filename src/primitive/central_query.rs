//! `import_graph.central`: the files that tie the code together.

use std::cell::OnceCell;

use cg_rules::{Central, FileId};
use rustc_hash::FxHashMap;

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::{Engine, FLOOR};
use super::naming;
use super::shape::Invocation;
use crate::base::{Position, counted};

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
    let ranked: Vec<Central> = ranked.filter(is_meant).collect();
    let places = Places { engine, bodies: OnceCell::new() };
    let mut links: Vec<(FileId, Vec<Link>)> = ranked.iter().map(|it| (it.file, vec![places.link(it)])).collect();
    links.sort_by_key(|(file, _)| *file);
    let hits = ranked.iter().map(|it| Hit { file: it.file, hops: 0, defs: Vec::new(), lines: Vec::new() });
    Answer { hits: hits.collect(), source: ChainSource::Links(links), notes, ..Answer::default() }
}

/// Where the text says that a file relies on another.
struct Places<'e, 'f> {
    engine: &'e Engine<'f>,
    bodies: OnceCell<Bodies>,
}

/// For files without an import, the first place that ties each to another: a call, else a declaration with its body.
#[derive(Default)]
struct Bodies {
    /// The file that relies on it, and the place in there.
    into: FxHashMap<FileId, (FileId, Position)>,
    /// The file that it relies on, and the place in itself.
    out: FxHashMap<FileId, (FileId, Position)>,
}

impl Places<'_, '_> {
    /// `relied on by(File, N files)`, or `relies on(File, Other)` where nothing relies on it.
    fn link(&self, it: &Central) -> Link {
        let snapshot = self.engine.snapshot;
        let from = snapshot.path(it.file).to_owned();
        if it.voters + it.tries == 0
            && let Some((to, at)) = self.relied_on(it.file)
        {
            return Link { relation: RELIES_ON, from, to: snapshot.path(to).to_owned(), file: it.file, at };
        }
        let is_source = |other: &FileId| *other != it.file && !self.engine.is_aside(*other);
        let (file, at) = self
            .import(it.file, is_source)
            .or_else(|| self.bodies().into.get(&it.file).copied())
            .or_else(|| self.import(it.file, |other| *other != it.file))
            .unwrap_or((it.file, Position { line: 1, column: 1 }));
        let files = (it.voters > 0).then(|| counted(it.voters as usize, "file"));
        let tries = (it.tries > 0).then(|| format!("{} in tests and examples", it.tries));
        let to: Vec<String> = [files, tries].into_iter().flatten().collect();
        Link { relation: RELIED_ON_BY, from, to: to.join(", "), file, at }
    }

    /// The first import of a file, or the first use of a name of it without one, by a file that is wanted.
    fn import(&self, of: FileId, is_wanted: impl Fn(&FileId) -> bool) -> Option<(FileId, Position)> {
        let (snapshot, graph) = (self.engine.snapshot, self.engine.imports());
        let importer = || graph.importers.row(of).iter().copied().find(&is_wanted);
        let referrer = || graph.referrers.row(of).iter().copied().find(&is_wanted);
        let import = importer().and_then(|from| Some((from, snapshot.imports.headed([from.0, of.0]).next()?.at)));
        import.or_else(|| referrer().and_then(|from| Some((from, snapshot.refers.headed([from.0, of.0]).next()?.at))))
    }

    /// The first file that a file relies on, and where.
    fn relied_on(&self, from: FileId) -> Option<(FileId, Position)> {
        let snapshot = self.engine.snapshot;
        let import = snapshot.imports.headed([from.0]).next().map(|row| (row.to, row.at));
        let refers = || snapshot.refers.headed([from.0]).next().map(|row| (row.to, row.at));
        import.or_else(refers).or_else(|| self.bodies().out.get(&from).copied())
    }

    fn bodies(&self) -> &Bodies {
        self.bodies.get_or_init(|| {
            let snapshot = self.engine.snapshot;
            let calls = snapshot.calls.iter().filter(|row| row.rule.evidence() >= FLOOR);
            let calls = calls.map(|row| (row.caller, row.callee, row.at));
            let declared = snapshot.declared_elsewhere(FLOOR).into_iter();
            let declared = declared.filter_map(|(of, body)| Some((of, body, snapshot.definition(of)?.at)));
            let mut bodies = Bodies::default();
            for (from, to, at) in calls.chain(declared) {
                let (Some(from), Some(to)) = (self.engine.file(from), self.engine.file(to)) else { continue };
                if from != to && !self.engine.is_aside(from) {
                    bodies.into.entry(to).or_insert((from, at));
                    bodies.out.entry(from).or_insert((to, at));
                }
            }
            bodies
        })
    }
}
