//! The chain of a test: the base facts that lead from it to the set that it exercises.

use cg_rules::{DefId, Evidence, Exercised, FileId};

use super::answer::Link;
use super::engine::Engine;

/// The base facts that lead from a test to the set, the test's own first; none for a test of the set itself.
pub fn chain(engine: &Engine<'_>, found: &Exercised, test: FileId, floor: Evidence) -> Vec<Link> {
    let steps = found.chain(engine.tests(floor), test);
    let further = steps.windows(2).filter_map(|step| need(engine, step[0], step[1], floor));
    opening(engine, found, test, floor, &steps).into_iter().chain(further).collect()
}

/// The first base fact of that chain, where it is of the test itself.
pub fn first(engine: &Engine<'_>, found: &Exercised, test: FileId, floor: Evidence) -> Option<Link> {
    let steps = found.chain(engine.tests(floor), test);
    let further = || steps.windows(2).find_map(|step| need(engine, step[0], step[1], floor));
    opening(engine, found, test, floor, &steps).or_else(further).filter(|link| link.file == test)
}

/// The base fact of a test by which a chain of definitions begins.
fn opening(engine: &Engine<'_>, found: &Exercised, test: FileId, floor: Evidence, steps: &[DefId]) -> Option<Link> {
    let text = Text::of_file(engine, test, floor);
    let Some(opened) = steps.first() else {
        let is_far = found.hits().iter().any(|hit| hit.file == test && hit.hops > 0);
        return text.import(|to| found.is_seed(engine.tests(floor), to)).filter(|_| is_far);
    };
    let file = engine.file(*opened);
    let by_name = text.link(|to| to == *opened);
    let of_type = || text.link(|to| engine.snapshot.encloses(to, *opened));
    by_name.or_else(of_type).or_else(|| text.import(|to| Some(to) == file))
}

/// The base fact by which one definition needs another.
fn need(engine: &Engine<'_>, from: DefId, to: DefId, floor: Evidence) -> Option<Link> {
    let file = engine.file(from)?;
    if engine.snapshot.is_whole(to) && engine.file(to) == Some(file) {
        return engine.declares_link(from);
    }
    if engine.snapshot.is_whole(from) {
        let text = Text::of_file(engine, file, floor);
        return text.link(|it| it == to).or_else(|| text.import(|it| Some(it) == engine.file(to)));
    }
    let overriding = engine.snapshot.overrides.headed([to.0, from.0]).find(|row| row.rule.evidence() >= floor);
    if let Some(row) = overriding {
        return Some(engine.overrides_link(&row));
    }
    let held = |def: &DefId| engine.snapshot.holders(*def).any(|it| it == from);
    let defs = engine.snapshot.definitions_of(file).map(|(def, _)| def).filter(held).collect();
    Text { engine, file: None, defs, floor }.link(|it| it == to)
}

/// A text: a whole file, or a definition with everything inside it.
struct Text<'a, 'f> {
    engine: &'a Engine<'f>,
    /// The file, where the text is all of it.
    file: Option<FileId>,
    defs: Vec<DefId>,
    floor: Evidence,
}

impl<'a, 'f> Text<'a, 'f> {
    fn of_file(engine: &'a Engine<'f>, file: FileId, floor: Evidence) -> Self {
        let defs = engine.snapshot.definitions_of(file).map(|(def, _)| def).collect();
        Self { engine, file: Some(file), defs, floor }
    }

    /// The first fact by which the text names a definition of some kind.
    fn link(&self, is_meant: impl Fn(DefId) -> bool) -> Option<Link> {
        let (engine, facts) = (self.engine, self.engine.snapshot);
        let uses = self.file.and_then(|file| facts.uses.headed([file.0]).find(|row| is_meant(row.def)));
        let refers = || self.file.and_then(|file| facts.refers.headed([file.0]).find(|row| is_meant(row.def)));
        let named = uses.map(|row| engine.use_link("uses", &row));
        named.or_else(|| refers().map(|row| engine.use_link("refers", &row))).or_else(|| {
            self.defs.iter().find_map(|def| {
                let mut calls = facts.calls.headed([def.0]).filter(|row| row.rule.evidence() >= self.floor);
                let mut supertypes = facts.extends.headed([def.0]).filter(|row| row.rule.evidence() >= self.floor);
                let call = calls.find(|row| is_meant(row.callee)).map(|row| engine.call_link(&row));
                call.or_else(|| supertypes.find(|row| is_meant(row.sup)).map(|row| engine.extends_link(&row)))
            })
        })
    }

    /// The first import of a file of some kind.
    fn import(&self, is_meant: impl Fn(FileId) -> bool) -> Option<Link> {
        let mut imports = self.engine.snapshot.imports.headed([self.file?.0]);
        imports.find(|row| is_meant(row.to)).map(|row| self.engine.import_link(row.from, row.to, row.at))
    }
}
