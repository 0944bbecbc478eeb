//! `test_inventory.tests_exercising`: the tests of a set of files, the nearest and most concerned first.

use std::cmp::Reverse;

use cg_rules::{DefId, Evidence, Exercised, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::affinity::NameAffinity;
use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::note::Note;
use super::shape::{Argument, Invocation};
use super::{naming, test_chain};
use crate::base::{Position, path};
use crate::facts::{Owners, Snapshot};
use crate::{language, package};

/// The tests that exercise any file of the set.
pub(super) fn exercising(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let files = naming::files(engine, call, &mut notes);
    notes.extend(files.iter().filter_map(|file| run_all(engine.snapshot.path(*file))));
    let found = reached(engine, call, &files, depth, floor);
    let names = NameAffinity::of(engine.snapshot, &files);
    let set: FxHashSet<FileId> = files.iter().copied().collect();
    let mut covered = engine.coverage.of(&set);
    notes.extend(engine.uncovered(&files, &covered));
    let about = about(engine, call);
    let dispatch = Dispatch::of(engine, floor);
    let mut beside: Vec<(FileId, Link)> =
        covered.iter().map(|(test, covered)| (*test, engine.executed_link(*test, covered))).collect();
    let mut ranked: Vec<_> = found
        .hits()
        .iter()
        .map(|hit| {
            let mut concern = Concern::of(engine, hit.file, &set, floor);
            let tests = engine.snapshot.tests.headed([hit.file.0]).len();
            let closeness = (names.to(hit.file), concern.defs.len(), tests);
            let group = match (hit.hops, names.to(hit.file)) {
                // A seed that only serves tests runs none.
                (0, _) if tests == 0 => Group::Helper,
                (0, _) => Group::Changed,
                (_, SAME) => Group::SameName,
                _ if covered.contains_key(&hit.file) => Group::Executed,
                _ => Group::Other,
            };
            let is_beside = !concern.keep(&about);
            let ran = covered.remove(&hit.file).unwrap_or_default();
            concern.lines.extend(engine.declared_lines(&ran));
            let is_guess = dispatch.is_wide(&found.chain(engine.tests(floor), hit.file));
            ((group, is_beside, Reverse(ran.weight), is_guess, hit.hops, Reverse(closeness), hit.file), concern)
        })
        .collect();
    ranked.extend(covered.into_iter().map(|(test, ran)| {
        let lines = engine.declared_lines(&ran).collect();
        let concern = Concern { lines, ..Concern::default() };
        let group = if names.to(test) == SAME { Group::SameName } else { Group::Executed };
        ((group, true, Reverse(ran.weight), false, 1, Reverse((names.to(test), 0, 0)), test), concern)
    }));
    ranked.sort_unstable_by_key(|(key, _)| *key);
    let hits = ranked.into_iter().map(|((_, _, _, _, hops, _, file), concern)| {
        let mut lines = concern.lines;
        if lines.is_empty() {
            lines.extend(test_chain::first(engine, &found, file, floor).map(|link| link.at.line));
        }
        lines.sort_unstable();
        lines.dedup();
        Hit { file, hops, defs: Vec::new(), lines }
    });
    let mut hits: Vec<Hit> = hits.collect();
    let by_name = by_name(engine, &set, &hits);
    let last = hits.iter().map(|hit| hit.hops).max().unwrap_or(0) + 1;
    hits.extend(by_name.iter().map(|(file, _)| Hit { file: *file, hops: last, defs: Vec::new(), lines: Vec::new() }));
    beside.extend(by_name.into_iter().map(|(test, seed)| (test, engine.name_link(test, seed))));
    beside.sort_by_key(|(test, _)| *test);
    if hits.is_empty() && notes.is_empty() && !files.is_empty() {
        notes.push(none_known(engine, &files));
    }
    let ended_at = found.ended_at(engine.tests(floor));
    Answer { hits, ended_at, source: ChainSource::Exercised(found, floor, beside), notes, ..Answer::default() }
}

/// The definitions that the texts name by which the files were found: of a type its constructors as well.
fn about(engine: &Engine<'_>, call: &Invocation) -> FxHashSet<DefId> {
    let named = call.others.iter().flat_map(|argument| match argument {
        Argument::Definitions(defs) => defs.as_slice(),
        Argument::Text(_) | Argument::Files(_) => &[],
    });
    named.flat_map(|def| std::iter::once(*def).chain(engine.constructors(*def))).collect()
}

/// The remark that no test is found: none is known here, or none that reaches the files.
fn none_known(engine: &Engine<'_>, files: &[FileId]) -> Note {
    if engine.snapshot.tests.is_empty() {
        let may_test = |path: &str| ["spec", "test"].iter().any(|word| path.to_ascii_lowercase().contains(word));
        return match engine.snapshot.paths.iter().any(may_test) {
            true => Note::unresolved(1, "no file here is known to hold a test, by its name or its text".to_owned()),
            false => Note::settled("no file here is known to hold a test, and no path has the word".to_owned()),
        };
    }
    match files {
        [file] => format!("no test here is known to reach `{}`", engine.snapshot.path(*file)).into(),
        files => format!("no test here is known to reach any of {} files", files.len()).into(),
    }
}

/// The remark that every test is concerned, where a file of the set is one that all depends on.
fn run_all(file: &str) -> Option<Note> {
    let config = || language::is_config(file).then(|| (path::parent(file), "says how imports are resolved".to_owned()));
    let (folder, why) = package::reach(file).or_else(config)?;
    let below = if folder.is_empty() { String::new() } else { format!(" below `{folder}`") };
    Some(format!("run all tests{below}: `{file}` {why}").into())
}

/// The order of the groups of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// A seed that holds tests.
    Changed,
    /// It has the name of a seed but for the marks of a test.
    SameName,
    /// A report of coverage says that it executed lines of the set.
    Executed,
    /// Any other.
    Other,
    /// A seed among the files of tests that holds none.
    Helper,
}

/// How many members override each: a call of one of them may run any.
struct Dispatch<'e> {
    snapshot: &'e Snapshot,
    n_overriding: FxHashMap<DefId, u32>,
}

impl<'e> Dispatch<'e> {
    fn of(engine: &Engine<'e>, floor: Evidence) -> Self {
        let mut n_overriding: FxHashMap<DefId, u32> = FxHashMap::default();
        for row in engine.snapshot.overrides.iter().filter(|row| row.rule.evidence() >= floor) {
            *n_overriding.entry(row.sup).or_default() += 1;
        }
        Self { snapshot: engine.snapshot, n_overriding }
    }

    /// Whether a chain goes from a member to one of many that override it: a test of an interface says little of each implementation.
    fn is_wide(&self, chain: &[DefId]) -> bool {
        let is_wide = |of: &DefId| self.n_overriding.get(of).is_some_and(|count| *count > NEAR_UNIQUE);
        let goes_over = |step: &[DefId]| self.snapshot.overrides.headed([step[1].0, step[0].0]).len() > 0;
        chain.windows(2).any(|step| is_wide(&step[0]) && goes_over(step))
    }
}

/// So many members that override one are few enough to be meant (S0.11).
const NEAR_UNIQUE: u32 = 3;
/// The closeness of a name that is the same but for the marks of a test.
pub(super) const SAME: u8 = 2;
/// So many tests are enough: a default depth grows where fewer are found.
const ENOUGH: usize = 3;
/// The most hops to which it grows.
const DEEPEST: u32 = 6;
/// Names that too many files have to say anything.
const COMMON: &[&str] = &["__init__", "base", "common", "index", "lib", "main", "mod", "types", "util", "utils"];

/// The tests within the depth; where none is stated and few are found, deeper ones.
fn reached(engine: &Engine<'_>, call: &Invocation, files: &[FileId], depth: u32, floor: Evidence) -> Exercised {
    let graph = engine.tests(floor);
    let found = |depth| cg_rules::tests_exercising(graph, files, depth);
    let mut at = depth;
    let mut exercised = found(at);
    while call.depth.is_none() && exercised.hits().len() < ENOUGH && at < DEEPEST {
        at += 1;
        exercised = found(at);
    }
    exercised
}

/// The tests that no chain leads to and whose name is that of a file of the set which is no test itself, each with that file. Where
/// the package of the file has such tests, those of others have its name by chance.
fn by_name(engine: &Engine<'_>, set: &FxHashSet<FileId>, hits: &[Hit]) -> Vec<(FileId, FileId)> {
    let facts = engine.snapshot;
    let is_test = |file: FileId| facts.file_row(file).is_some_and(|row| row.is_test && row.is_aside);
    let mut seeds: Vec<FileId> = set.iter().copied().collect();
    seeds.retain(|file| {
        let stem = path::stem(facts.path(*file));
        stem.len() > 3 && !COMMON.contains(&stem) && !is_test(*file)
    });
    seeds.sort_unstable();
    let known: FxHashSet<FileId> = hits.iter().map(|hit| hit.file).collect();
    let named: Vec<(FileId, NameAffinity<'_>)> =
        seeds.into_iter().map(|seed| (seed, NameAffinity::of(facts, &[seed]))).collect();
    let tests = facts.files.iter().zip((0u32..).map(FileId)).filter(|(row, _)| row.is_test).map(|(_, file)| file);
    let tests = tests.filter(|file| !known.contains(file) && !set.contains(file));
    let mut found: Vec<(FileId, FileId)> =
        tests.filter_map(|file| Some((file, named.iter().find(|(_, it)| it.to(file) == SAME)?.0))).collect();
    if found.len() > 1 {
        let owners = Owners::new(facts);
        let is_beside = |(test, seed): &(FileId, FileId)| owners.of(*test) == owners.of(*seed);
        let beside: FxHashSet<FileId> = found.iter().filter(|it| is_beside(it)).map(|(_, seed)| *seed).collect();
        found.retain(|it| !beside.contains(&it.1) || is_beside(it));
    }
    found
}

/// The members of a set that a test itself names, and on which of its lines.
#[derive(Default)]
struct Concern {
    defs: FxHashSet<DefId>,
    places: Vec<(DefId, u32)>,
    lines: Vec<u32>,
}

impl Concern {
    fn of(engine: &Engine<'_>, test: FileId, set: &FxHashSet<FileId>, floor: Evidence) -> Self {
        let mut concern = Self::default();
        let mut enter = |def: DefId, at: Position| {
            if engine.file(def).is_some_and(|file| file != test && set.contains(&file)) {
                concern.defs.insert(def);
                concern.places.push((def, at.line));
            }
        };
        let facts = engine.snapshot;
        let named = facts.uses.headed([test.0]).chain(facts.refers.headed([test.0]));
        named.for_each(|row| enter(row.def, row.at));
        for (def, _) in facts.definitions_of(test) {
            let calls = facts.calls.headed([def.0]).filter(|row| row.rule.evidence() >= floor);
            calls.for_each(|row| enter(row.callee, row.at));
            let supertypes = facts.extends.headed([def.0]).filter(|row| row.rule.evidence() >= floor);
            supertypes.for_each(|row| enter(row.sup, row.at));
        }
        concern.lines.extend(concern.places.iter().map(|(_, line)| *line));
        concern
    }

    /// Keeps the lines of some definitions alone, if the test names any of them.
    fn keep(&mut self, about: &FxHashSet<DefId>) -> bool {
        let of_these: Vec<u32> =
            self.places.iter().filter(|(def, _)| about.contains(def)).map(|(_, line)| *line).collect();
        let is_any = !of_these.is_empty();
        if is_any {
            self.lines = of_these;
        }
        is_any
    }
}
