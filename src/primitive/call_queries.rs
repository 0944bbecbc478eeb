//! The primitives over calls: the definitions that given ones call, and those that call them.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{CallGraph, CallReach, DefId, Evidence, FileId};

use super::answer::{Answer, Link};
use super::constructions::constructed_by;
use super::engine::Engine;
use super::innermost::innermost;
use super::kin::family;
use super::locate::line_range;
use super::may_calls::MayCalls;
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::mentioned::{mentioned, note_open};
use super::misfits::note_misfits;
use super::naming;
use super::note::Note;
use super::operator_note::note_operators;
use super::refs_notes::called_by_runner;
use super::run_by_test::{CallsThrough, THROUGH};
use super::shape::{Argument, Invocation};
use super::symbol_queries::{FoundFiles, Gathered, answer};
use super::test_block::{TestBlocks, placed};
use crate::base::path;
use crate::facts::{Call, Definition, MentionMeaning};
use crate::language::{DeclKind, Rule};

/// How many unsure calls a note lists.
const SHOWN: usize = 3;

/// `call_graph.callees`
pub fn callees(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let asked = call.flags.contains(&THROUGH).then_some(call);
    let (blocks, call) = TestBlocks::take(engine, call, true);
    let Seeds { all: mut seeds, .. } = seeds(engine, &call, &mut notes);
    seeds.extend(blocks.around());
    let narrowed = blocks.narrowed(engine, engine.calls(floor));
    let graph = narrowed.as_ref().unwrap_or_else(|| engine.calls(floor));
    let mut through = match asked {
        Some(_) => CallsThrough::of(engine, &seeds, graph),
        None => CallsThrough::default(),
    };
    if let Some(call) = asked {
        notes.extend(through.add_by_name(engine, call, &seeds));
        through.add_reads(engine, call, &seeds);
    }
    let edges = through.edges();
    let wider = (!edges.is_empty()).then(|| graph.with(&edges));
    let graph = wider.as_ref().unwrap_or(graph);
    let reach = cg_rules::callees(graph, &seeds, engine.within(&seeds, depth, |def| [graph.callees.row(def)]));
    let guesses = seeds.iter().flat_map(|def| engine.snapshot.calls.headed([def.0]));
    notes.extend(unsure(engine, guesses.filter(|row| row.rule.evidence() < floor && blocks.admits(row))));
    let nearer = |def: DefId, hops: u32| {
        let callers = graph.callers.row(def).iter().copied();
        callers.filter(|it| reach.hops(*it) == Some(hops)).map(|it| (it, (it, def))).collect()
    };
    let counts = |row: &Call| row.rule.evidence() >= floor && blocks.admits(row);
    let links = |step: CallStep| {
        let own = sites(engine, step, &counts);
        if own.is_empty() { through.links(step) } else { own }
    };
    found(engine, &reach, notes, &links, nearer)
}

/// `call_graph.callers`
pub fn callers(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let texts = call.arguments.iter().filter_map(Argument::text);
    let in_tests = texts.filter(|text| !placed(engine, text).is_empty());
    let mut notes: Vec<Note> =
        in_tests.map(|text| Note::settled(format!("`{text}` is in a test, which its runner calls"))).collect();
    let (_, call) = &TestBlocks::take(engine, call, false);
    let Seeds { all: mut seeds, members } = seeds(engine, call, &mut notes);
    notes.extend(open_calls(engine, call));
    note_misfits(engine, &members, &mut notes);
    seeds.extend(constructed_by(engine, &seeds));
    seeds.sort_unstable();
    seeds.dedup();
    // Where all overloads are asked for that a call may mean, it calls one of them.
    let is_own = |def: DefId| seeds.binary_search(&def).is_ok();
    let guesses = engine.calls_of(seeds.iter().copied()).into_iter().filter(|row| row.rule.evidence() < floor);
    let (mut more, guesses): (Vec<Call>, Vec<Call>) = guesses.partition(|row| engine.is_listed(row, is_own, floor));
    notes.extend(unsure(engine, guesses.into_iter()));
    let may = MayCalls::of(engine, &members, &seeds, floor);
    more.extend(may.edges());
    let more: Vec<(DefId, DefId)> = more.iter().map(|row| (row.caller, row.callee)).collect();
    let wider = (!more.is_empty()).then(|| engine.calls(floor).with(&more));
    let graph = wider.as_ref().unwrap_or_else(|| engine.calls(floor));
    let reached = |graph: &CallGraph| {
        cg_rules::callers(graph, &seeds, engine.within(&seeds, depth, |def| [graph.callers.row(def)]))
    };
    let called = reached(graph);
    // What nothing calls may be read: a property.
    let read_by = match called.answers().next() {
        None => CallsThrough::readers(engine, call, &members, floor),
        Some(_) => CallsThrough::default(),
    };
    let reads = read_by.edges();
    let read = (!reads.is_empty()).then(|| graph.with(&reads));
    let graph = read.as_ref().unwrap_or(graph);
    let reach = if read.is_some() { reached(graph) } else { called };
    let nearer = |def: DefId, hops: u32| {
        let callees = graph.callees.row(def).iter().copied();
        callees.filter(|it| reach.hops(*it) == Some(hops)).map(|it| (it, (def, it))).collect()
    };
    let counts =
        |row: &Call| row.rule.evidence() >= floor || is_own(row.callee) && engine.is_listed(row, is_own, floor);
    let links = |step: CallStep| {
        let mut links = sites(engine, step, &counts);
        links.extend(may.links(engine, step.0, step.1));
        links.extend(read_by.links(step));
        links
    };
    let is_empty = reach.answers().next().is_none();
    notes.extend(own_calls(engine, (&members, is_empty), floor));
    if notes.is_empty() && is_empty {
        notes.extend(call.arguments.iter().filter_map(Argument::text).flat_map(|text| uncalled(engine, text, floor)));
    }
    notes.extend(note_operators(engine, &members));
    found(engine, &reach, notes, &links, nearer)
}

/// The note for calls of what is named that it holds itself, which are no answer: those of a function that calls itself, and where
/// there are no others, those of another that is named.
fn own_calls(engine: &Engine<'_>, (members, is_empty): (&[DefId], bool), floor: Evidence) -> Option<Note> {
    let is_inside = |of: DefId, caller: DefId| caller == of || engine.snapshot.encloses(of, caller);
    let is_own = |row: &Call| {
        is_inside(row.callee, row.caller) || is_empty && members.iter().any(|of| is_inside(*of, row.caller))
    };
    let rows = engine.calls_of(members.iter().copied()).into_iter();
    let mut rows: Vec<Call> = rows.filter(|row| row.rule.evidence() >= floor && is_own(row)).collect();
    rows.sort_by_key(|row| (engine.file(row.caller), row.at));
    rows.dedup_by_key(|row| (engine.file(row.caller), row.at));
    let calls = match rows.len() {
        0 => return None,
        1 => "1 call comes".to_owned(),
        n => format!("{n} calls come"),
    };
    Some(format!("{calls} from what is named itself: {}", places(engine, &rows)).into())
}

/// Where calls are; of many, the first ones.
fn places(engine: &Engine<'_>, rows: &[Call]) -> String {
    let place = |row: &Call| {
        let file = engine.file(row.caller).unwrap_or_default();
        format!("{}:{}", engine.snapshot.path(file), row.at)
    };
    let shown: Vec<String> = rows.iter().take(SHOWN).map(place).collect();
    let more = if rows.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// The notes for a symbol or a file of which no call is known: the places that have its name and mean nothing known, and may be calls.
fn uncalled(engine: &Engine<'_>, text: &str, floor: Evidence) -> Vec<Note> {
    let defs = engine.definitions_of(&[text.to_owned()]);
    if let Some(note) = called_by_runner(engine, text, &defs) {
        return vec![Note::settled(note)];
    }
    if defs.is_empty() {
        let is_of_file = engine.places(text).iter().any(|(_, line)| line.is_none());
        let note = || format!("no call of what `{text}` declares is known").into();
        return is_of_file.then(note).into_iter().collect();
    }
    let mut notes = Vec::new();
    let mut open = mentioned(engine, &defs, floor);
    // Where a value has the name, a place that is not called is no call, whatever it means: `scip.refs` says what.
    let may_call = |meaning: MentionSense| {
        let is_call = |meaning| matches!(meaning, MentionMeaning::Call | MentionMeaning::Through);
        matches!(meaning, MentionSense::Inferred) || matches!(meaning, MentionSense::Fact(meaning) if is_call(meaning))
    };
    let is_called = |def: &DefId| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_callable());
    let is_value = !defs.iter().any(is_called);
    open.retain(|it| it.verdict == MentionVerdict::Open && (!is_value || may_call(it.meaning)));
    note_open(engine, &open, |_, files| vec![None; files.len()], &mut notes);
    if notes.is_empty() {
        notes.push(format!("the text has no call of `{text}`").into());
    }
    notes
}

/// The calls of the names of some symbols of which no fact says what they call.
fn open_calls(engine: &Engine<'_>, call: &Invocation) -> Vec<Note> {
    let snapshot = engine.snapshot;
    let mut notes = Vec::new();
    for argument in &call.arguments {
        let Argument::Text(text) = argument else { continue };
        let defs = engine.definitions_of(std::slice::from_ref(text)).into_iter();
        let rows = defs.filter_map(|def| snapshot.definition(def)).filter(|row| row.kind.is_callable());
        let mut names: BTreeMap<u32, BTreeSet<Option<&str>>> = BTreeMap::new();
        // Constructors without a name of their own are called by that of their type.
        for row in rows.filter(|row| !snapshot.names.get(row.name).starts_with('<')) {
            names.entry(row.name).or_default().insert(family(snapshot, row.file));
        }
        let of_name = |(name, families): (u32, BTreeSet<Option<&str>>)| {
            let rows = snapshot.mentions.headed([name]).filter(|row| row.meaning == MentionMeaning::Call);
            let rows = rows.filter(|row| families.contains(&family(snapshot, row.file)));
            let files = rows.map(|row| (row.file, row.count)).collect();
            let meaning = MentionSense::Fact(MentionMeaning::Call);
            Mentioned { name, verdict: MentionVerdict::Open, meaning, files, of: Vec::new() }
        };
        let found: Vec<Mentioned> = names.into_iter().map(of_name).collect();
        note_open(engine, &found, |_, files| vec![None; files.len()], &mut notes);
    }
    notes
}

/// Where a query of calls starts.
struct Seeds {
    /// The definitions, in order, with what they hold.
    all: Vec<DefId>,
    /// Those that are named themselves, or by their lines.
    members: Vec<DefId>,
}

/// The definitions of an argument: each with the members of a type and the functions inside a function; of a file,
/// everything that it declares, and of lines of a file (`a.py:3-9`) the declarations there.
fn seeds(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> Seeds {
    let (mut files, mut symbols, mut members, mut bare) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for argument in &call.arguments {
        match argument {
            Argument::Files(found) => files.extend_from_slice(found),
            Argument::Definitions(_) => symbols.push(argument.clone()),
            Argument::Text(text) => {
                let named = engine.places(text);
                let has_line = named.iter().any(|(_, line)| line.is_some()) && line_range(text).is_some();
                // A symbol may have the name of a folder.
                if named.is_empty() || !has_line && !engine.definitions_of(std::slice::from_ref(text)).is_empty() {
                    symbols.push(argument.clone());
                    continue;
                }
                for (file, line) in named {
                    match line.and_then(|_| line_range(text)) {
                        Some(lines) => {
                            let defs = defs_at(engine, file, lines);
                            bare.extend(defs.is_empty().then_some((file, text)));
                            members.extend(defs);
                        }
                        None => files.push(file),
                    }
                }
            }
        }
    }
    // Beside the whole file its lines add nothing.
    for (file, text) in bare.into_iter().filter(|(file, _)| !files.contains(file)) {
        notes.push(format!("no declaration of {} is at `{text}`", engine.snapshot.path(file)).into());
    }
    let symbols = Invocation { arguments: symbols, ..call.clone() };
    let named = naming::symbols(engine, &symbols, notes);
    let mut all = members.clone();
    let named = named.iter().flat_map(|it| &it.defs).copied();
    members.extend(named.clone());
    members.sort_unstable();
    members.dedup();
    all.extend(named.flat_map(|def| opened(engine, def)));
    all.extend(files.iter().flat_map(|file| engine.snapshot.definitions_of(*file)).map(|(def, _)| def));
    all.sort_unstable();
    all.dedup();
    Seeds { all, members }
}

/// The definitions that some lines of a file are of: the innermost callable around each, and all that begin there.
fn defs_at(engine: &Engine<'_>, file: FileId, (first, last): (u32, u32)) -> Vec<DefId> {
    let rows = engine.snapshot.definitions_of(file).filter(|(_, row)| row.kind != DeclKind::File);
    let rows: Vec<(DefId, Definition)> = rows.collect();
    let n_lines = engine.snapshot.file_row(file).map_or(0, |row| row.lines);
    let mut defs = innermost(&rows, (first..=last.min(n_lines)).collect());
    let begins = rows.iter().filter(|(_, row)| (first..=last).contains(&row.start_line));
    defs.extend(begins.map(|(def, _)| *def));
    // What decorates a declaration is run by what is around that.
    let decorated = rows.iter().filter(|(_, row)| row.start_line <= first && last < row.at.line);
    defs.extend(decorated.map(|(_, row)| DefId(row.container)));
    defs
}

/// A definition with what its text holds: the members of a type, also those declared beside it, and inner functions.
fn opened(engine: &Engine<'_>, def: DefId) -> Vec<DefId> {
    let Some(row) = engine.snapshot.definition(def) else { return vec![def] };
    let file = engine.snapshot.definitions_of(row.file).map(|(def, _)| def);
    let inside = file.filter(|it| {
        *it == def || engine.snapshot.encloses(def, *it) || engine.snapshot.holders(*it).any(|holder| holder == def)
    });
    let mut all: Vec<DefId> = inside.collect();
    if row.kind.is_type() {
        let folder = path::parent(engine.snapshot.path(row.file));
        let members = (0..).map(DefId).zip(engine.snapshot.definitions.iter());
        let beside = members.filter(|(_, it)| it.owner == row.name && it.file != row.file);
        all.extend(beside.filter(|(_, it)| path::parent(engine.snapshot.path(it.file)) == folder).map(|(def, _)| def));
    }
    all
}

/// A caller, and what it calls.
type CallStep = (DefId, DefId);

/// The files of what was reached by calls, whose places `links` gives. `nearer` lists, of a definition, the reached ones at a number of
/// hops and the call between.
fn found(
    engine: &Engine<'_>,
    reach: &CallReach,
    notes: Vec<Note>,
    links: &dyn Fn(CallStep) -> Vec<Link>,
    nearer: impl Fn(DefId, u32) -> Vec<(DefId, CallStep)>,
) -> Answer {
    let mut gathered = Gathered::default();
    let mut nearest: BTreeMap<FileId, u32> = BTreeMap::new();
    // The hops at which a file holds a call that is sure.
    let mut sure: BTreeSet<(FileId, u32)> = BTreeSet::new();
    for (def, hops) in reach.answers() {
        let Some(row) = engine.snapshot.definition(def) else { continue };
        let found = gathered.entry(row.file).or_default();
        // The text of a module calls too, and has no body to show.
        found.defs.extend((row.kind != DeclKind::File).then_some(def));
        let (mut at, mut steps) = (hops, nearer(def, hops - 1));
        let own: Vec<Link> = steps.iter().flat_map(|(_, step)| links(*step)).collect();
        let is_sure = |link: &Link| matches!(link.relation, "calls" | "reads");
        sure.extend(own.iter().any(is_sure).then_some((row.file, hops)));
        found.links.extend(own);
        while let Some(next) = at.checked_sub(2) {
            let Some((middle, _)) = steps.first() else { break };
            steps = nearer(*middle, next);
            found.links.extend(steps.first().and_then(|(_, step)| links(*step).into_iter().next()));
            at -= 1;
        }
        let known = nearest.entry(row.file).or_insert(hops);
        *known = hops.min(*known);
    }
    answer(gathered, notes, |file, found: &FoundFiles| {
        let n_sites = u32::try_from(found.links.len()).unwrap_or(0);
        let hops = nearest.get(&file).copied().unwrap_or(u32::MAX);
        // What surely calls them is before what may.
        let is_open = !sure.contains(&(file, hops));
        (hops, u32::from(engine.is_aside(file)) << 31 | u32::from(is_open) << 30 | (0x3fff_ffff - n_sites))
    })
}

/// Every place at which one definition calls another.
fn sites(engine: &Engine<'_>, (caller, callee): CallStep, counts: &dyn Fn(&Call) -> bool) -> Vec<Link> {
    let rows = engine.snapshot.calls.headed([caller.0, callee.0]);
    rows.filter(|row| counts(row)).map(|row| engine.call_link(&row)).collect()
}

/// The note for calls below the floor: guesses, which are listed and not followed.
fn unsure(engine: &Engine<'_>, rows: impl Iterator<Item = Call>) -> Option<Note> {
    let mut rows: Vec<Call> = rows.collect();
    // A call of one of several overloads is a row for each of them.
    rows.sort_by_key(|row| (engine.file(row.caller), row.at));
    rows.dedup_by_key(|row| (engine.file(row.caller), row.at));
    let first = rows.first()?;
    let are_all = |rule: Rule| rows.iter().all(|row| row.rule == rule);
    let of_unknown = if are_all(Rule::OpenOverload) {
        "arguments that fit more than one overload"
    } else if are_all(Rule::Misfit) {
        "arguments that no overload takes"
    } else if are_all(Rule::UnseenDefinition) {
        "a name that no include shows"
    } else {
        "a receiver of unknown type"
    };
    let calls = match rows.len() {
        1 => format!("1 call has {of_unknown} and is not followed, as it may be one"),
        n => format!("{n} calls have {of_unknown} and are not followed, as each may be one"),
    };
    let is_one_name = rows.iter().all(|row| engine.snapshot.name(row.callee) == engine.snapshot.name(first.callee));
    let of = if is_one_name {
        format!(" of another `{}`", engine.snapshot.name(first.callee))
    } else {
        " of others".to_owned()
    };
    Some(Note::unresolved(rows.len(), format!("{calls}{of}: {}", places(engine, &rows))))
}
