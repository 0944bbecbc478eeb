//! The places in code that have the name of a definition beside those that an answer lists, and what each means: the
//! definition, something else, or what no fact decides.

use std::collections::BTreeMap;

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::constructions::constructed_by;
use super::engine::Engine;
use super::holding_files::HoldingFiles;
use super::included::files_by_include;
use super::kin::{TestReach, family, language};
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::note::Note;
use crate::base::{Position, counted};
use crate::facts::{Call, Definition, MentionMeaning, Mentions, NONE, Snapshot};
use crate::language::DeclKind;

/// How many files a note lists.
const SHOWN: usize = 5;
/// How many lines of a file.
const LINES: usize = 6;
/// How many other definitions are named.
const NAMED: usize = 3;

/// The mentions by name, verdict and meaning.
type Groups = BTreeMap<(u32, MentionVerdict, MentionSense), BTreeMap<FileId, u32>>;

/// All mentions of the names of some definitions in files of their languages, in the order of names, verdicts, meanings.
pub fn mentioned(engine: &Engine<'_>, defs: &[DefId], floor: Evidence) -> Vec<Mentioned> {
    let facts = engine.snapshot;
    let own: FxHashSet<DefId> = defs.iter().copied().collect();
    let wanted: Vec<Definition> = own.iter().filter_map(|def| facts.definition(*def)).collect();
    let families: FxHashSet<(u32, &str)> =
        wanted.iter().filter_map(|row| Some((row.name, family(facts, row.file)?))).collect();
    let mut names: Vec<u32> = wanted.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    let is_kin = |name: u32, file: FileId| family(facts, file).is_some_and(|family| families.contains(&(name, family)));
    let (mut groups, reach) = (Groups::default(), TestReach::new(facts));
    let is_own = |def: DefId| facts.with_type(def).any(|(def, _)| own.contains(&def));
    let inside = own.iter().filter_map(|def| facts.definition(*def)).flat_map(|row| facts.definitions_of(row.file));
    let meant: FxHashSet<DefId> = inside.map(|(def, _)| def).filter(|def| is_own(*def)).collect();
    let using: FxHashSet<FileId> = meant.iter().flat_map(|def| engine.users(*def)).copied().collect();
    let included = files_by_include(engine, &own);
    let holding = HoldingFiles::new(engine, &own);
    for name in &names {
        let of_name: Vec<&Definition> = wanted.iter().filter(|row| row.name == *name).collect();
        for row in facts.mentions.headed([*name]).filter(|row| is_kin(*name, row.file)) {
            let is_included = included.get(name).is_some_and(|files| files.contains(&row.file));
            let (verdict, meaning) = match row.meaning {
                MentionMeaning::Bare | MentionMeaning::Path | MentionMeaning::Own if is_included => {
                    (MentionVerdict::Meant, MentionMeaning::Used)
                }
                MentionMeaning::Through if !holding.may_hold(*name, row.file) => {
                    (MentionVerdict::Other, MentionMeaning::Outside)
                }
                meaning => (verdict((facts, &reach), &of_name, &using, &row), meaning),
            };
            *groups.entry((*name, verdict, MentionSense::Fact(meaning))).or_default().entry(row.file).or_default() +=
                row.count;
        }
    }
    without_applied(facts, &own, floor, &mut groups);
    let mut others: FxHashMap<DefId, usize> = FxHashMap::default();
    let of_names = names.iter().flat_map(|name| engine.definitions_named(*name));
    for (def, row) in of_names.filter_map(|def| Some((*def, facts.definition(*def)?))) {
        // What adds members to a type is a mention of it.
        if matches!(row.kind, DeclKind::File | DeclKind::Impl) || !is_kin(row.name, row.file) {
            continue;
        }
        let verdict = if own.contains(&def) { MentionVerdict::Meant } else { MentionVerdict::Other };
        *groups.entry((row.name, verdict, MentionSense::Declares)).or_default().entry(row.file).or_default() += 1;
        if verdict == MentionVerdict::Other {
            others.insert(def, 0);
        }
    }
    enter_calls(engine, &own, floor, &mut others, &mut groups);
    let all = groups.into_iter().map(|((name, verdict, meaning), files)| {
        let of = if meaning == MentionSense::Calls { most(facts, &others, name) } else { Vec::new() };
        Mentioned { name, verdict, meaning, files, of }
    });
    all.collect()
}

/// The method that a call of an object by its name calls: `apply`.
pub fn applied(facts: &Snapshot, object: DefId) -> Option<DefId> {
    let row = facts.definition(object).filter(|row| row.kind == DeclKind::Object)?;
    let inside = facts.definitions_of(row.file).filter(|(_, it)| it.container == object.0);
    let methods = inside.filter(|(_, it)| it.kind == DeclKind::Method && facts.names.get(it.name) == "apply");
    methods.map(|(def, _)| def).next()
}

/// Takes away the mentions by which files call an object among the definitions: an answer lists those calls.
fn without_applied(facts: &Snapshot, own: &FxHashSet<DefId>, floor: Evidence, groups: &mut Groups) {
    let objects = own.iter().filter_map(|def| Some((applied(facts, *def)?, facts.definition(*def)?.name)));
    let names: FxHashMap<DefId, u32> = objects.collect();
    if names.is_empty() {
        return;
    }
    for row in facts.calls.iter().filter(|row| row.rule.evidence() >= floor) {
        let (Some(name), Some(caller)) = (names.get(&row.callee), facts.definition(row.caller)) else { continue };
        for verdict in [MentionVerdict::Meant, MentionVerdict::Other] {
            let used = groups.get_mut(&(*name, verdict, MentionSense::Fact(MentionMeaning::Used)));
            if let Some(count) = used.and_then(|files| files.get_mut(&caller.file)) {
                *count = count.saturating_sub(1);
            }
        }
    }
    groups.retain(|_, files| {
        files.retain(|_, count| *count > 0);
        !files.is_empty()
    });
}

/// Enters the calls of namesakes, and those of the definitions that are below the floor of evidence; each site once.
fn enter_calls(
    engine: &Engine<'_>,
    own: &FxHashSet<DefId>,
    floor: Evidence,
    others: &mut FxHashMap<DefId, usize>,
    groups: &mut Groups,
) {
    let mut sites: BTreeMap<(FileId, Position), (u32, Option<MentionVerdict>)> = BTreeMap::default();
    let facts = engine.snapshot;
    // A constructor may have the name of the type that a call of it makes.
    let own_defs: Vec<DefId> = own.iter().copied().collect();
    let made = constructed_by(engine, &own_defs);
    for row in engine.calls_of(own.iter().chain(others.keys()).copied()) {
        if made.contains(&row.callee) && !own.contains(&row.callee) {
            continue;
        }
        let is_own = own.contains(&row.callee);
        let (Some(file), Some(callee)) = (facts.definition(row.caller), facts.definition(row.callee)) else { continue };
        let verdict = match is_own {
            true if engine.is_listed(&row, |def| own.contains(&def), floor) => None,
            true => Some(MentionVerdict::Open),
            false => Some(MentionVerdict::Other),
        };
        if !is_own && let Some(count) = others.get_mut(&row.callee) {
            *count += 1;
        }
        // A site of several definitions belongs to the answer as soon as one of them does.
        let site = sites.entry((file.file, row.at)).or_insert((callee.name, verdict));
        site.1 = site.1.min(verdict);
    }
    for ((file, _), (name, verdict)) in sites {
        let Some(verdict) = verdict else { continue };
        let meaning = if verdict == MentionVerdict::Open { MentionSense::Inferred } else { MentionSense::Calls };
        *groups.entry((name, verdict, meaning)).or_default().entry(file).or_default() += 1;
    }
}

/// The calls of some definitions that are below the floor of evidence: places in doubt that facts hold.
pub fn inferred_places(engine: &Engine<'_>, own: &FxHashSet<DefId>, floor: Evidence) -> FxHashSet<(FileId, Position)> {
    let place = |row: &Call| Some((engine.file(row.caller)?, row.at));
    let calls = engine.calls_of(own.iter().copied());
    let (sure, open): (Vec<Call>, Vec<Call>) =
        calls.into_iter().partition(|row| engine.is_listed(row, |def| own.contains(&def), floor));
    let sure: FxHashSet<(FileId, Position)> = sure.iter().filter_map(place).collect();
    open.iter().filter_map(place).filter(|place| !sure.contains(place)).collect()
}

/// The definitions of a name with most calls.
fn most(facts: &Snapshot, others: &FxHashMap<DefId, usize>, name: u32) -> Vec<DefId> {
    let is_named = |def: DefId| facts.definition(def).is_some_and(|row| row.name == name);
    let mut found: Vec<(DefId, usize)> = others
        .iter()
        .filter(|(def, count)| **count > 0 && is_named(**def))
        .map(|(def, count)| (*def, *count))
        .collect();
    found.sort_unstable_by_key(|(def, count)| (std::cmp::Reverse(*count), *def));
    found.into_iter().take(NAMED).map(|(def, _)| def).collect()
}

fn verdict(
    (facts, reach): (&Snapshot, &TestReach<'_>),
    defs: &[&Definition],
    using: &FxHashSet<FileId>,
    row: &Mentions,
) -> MentionVerdict {
    let is_own = defs.iter().any(|def| def.file == row.file);
    match row.meaning {
        MentionMeaning::Used | MentionMeaning::Import if using.contains(&row.file) => MentionVerdict::Meant,
        MentionMeaning::Own if is_own || using.contains(&row.file) => {
            // What extends a type, in its file or in another, is a part of it.
            let namesakes = facts.definitions_of(row.file).filter(|(_, it)| it.name == row.name);
            let n_plain = namesakes.filter(|(_, it)| it.kind != DeclKind::Impl).count();
            let own = defs.iter().filter(|def| def.file == row.file && def.kind != DeclKind::Impl).count();
            match (n_plain == own, is_own) {
                (true, _) => MentionVerdict::Meant,
                (false, true) => MentionVerdict::Open,
                (false, false) => MentionVerdict::Other,
            }
        }
        MentionMeaning::Used
        | MentionMeaning::Import
        | MentionMeaning::Own
        | MentionMeaning::Local
        | MentionMeaning::Outside => MentionVerdict::Other,
        _ if defs.iter().any(|def| reach.holds(def.file, row.file) && may_mean(facts, def, row)) => {
            MentionVerdict::Open
        }
        _ => MentionVerdict::Other,
    }
}

/// Whether a mention that no fact binds may be one of a definition, by where the language lets its name stand.
fn may_mean(facts: &Snapshot, def: &Definition, row: &Mentions) -> bool {
    let around = facts.definition(DefId(def.container)).map_or(DeclKind::File, |around| around.kind);
    let is_member = def.owner != NONE || around.is_type() || around == DeclKind::Impl;
    let is_nested = !is_member && (around.is_callable() || matches!(around, DeclKind::Variable | DeclKind::Field));
    let Some(language) = language(facts, row.file) else { return true };
    if is_nested && def.file != row.file {
        return false;
    }
    match row.meaning {
        // Where it could stand alone, the file would declare or import it.
        MentionMeaning::Bare => {
            !is_member || language.implicit_this || def.kind == DeclKind::Field && around == DeclKind::Enum
        }
        MentionMeaning::Member => is_member || language.dots_lead_to_top_level,
        MentionMeaning::Through => is_member,
        MentionMeaning::Key => {
            is_member && !(def.kind.is_type() || def.kind == DeclKind::Method && !language.keys_are_members)
        }
        _ => true,
    }
}

/// Takes away as many mentions as places are listed in each file, those in doubt first. The names of declarations and of
/// imports are not listed.
pub fn without_listed(mentioned: &mut [Mentioned], links: &[(FileId, Link)]) {
    let mut listed: FxHashMap<FileId, u32> = FxHashMap::default();
    for (file, link) in links {
        *listed.entry(*file).or_default() +=
            u32::from(matches!(link.relation, "reads" | "refers" | "writes" | "calls" | "may_name"));
    }
    for verdict in [MentionVerdict::Open, MentionVerdict::Meant, MentionVerdict::Other] {
        let rows = mentioned.iter_mut().filter(|row| row.verdict == verdict);
        for row in rows
            .filter(|row| !matches!(row.meaning, MentionSense::Declares | MentionSense::Fact(MentionMeaning::Import)))
        {
            row.take(&mut listed);
        }
    }
}

/// Notes where the names of some definitions stand in code that no fact binds: the answer may lack those places. Returns
/// how many there are. `lines` gives the lines of so many such places of a name in each of some files, where the text decides which.
pub fn note_open(
    engine: &Engine<'_>,
    mentioned: &[Mentioned],
    mut lines: impl FnMut(u32, &[(FileId, u32)]) -> Vec<Option<Vec<u32>>>,
    notes: &mut Vec<Note>,
) -> usize {
    let mut all = 0;
    for of_name in mentioned.chunk_by(|one, other| one.name == other.name) {
        let mut files: BTreeMap<FileId, u32> = BTreeMap::new();
        for (file, count) in of_name.iter().filter(|it| it.verdict == MentionVerdict::Open).flat_map(|it| &it.files) {
            *files.entry(*file).or_default() += count;
        }
        let count: usize = files.values().map(|count| *count as usize).sum();
        let Some(first) = of_name.first().filter(|_| count > 0) else { continue };
        all += count;
        let mut rows: Vec<(FileId, u32)> = files.into_iter().collect();
        rows.sort_by_key(|(file, count)| (std::cmp::Reverse(*count), *file));
        let shown = &rows[..rows.len().min(SHOWN)];
        let lines = lines(first.name, shown);
        let shown = shown.iter().zip(lines).map(|((file, count), lines)| {
            let path = engine.snapshot.path(*file);
            match lines {
                Some(lines) => format!("{path}:{}", at_lines(&lines)),
                None => format!("{path} ({count})"),
            }
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        let more = rows.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(", and {}", counted(more, "more file")) } else { String::new() };
        let (name, places) = (engine.snapshot.names.get(first.name), if count == 1 { "place" } else { "places" });
        let text = format!("`{name}` stands in code at {count} more {places} that no fact binds: {shown}{more}");
        // Two symbols of one name are in doubt at the same places.
        if notes.iter().all(|note| note.text != text) {
            notes.push(Note::unbound((first.name, name), count, text, rows));
        }
    }
    all
}

/// The first of some lines, and how many follow.
pub(super) fn at_lines(lines: &[u32]) -> String {
    let mut lines = lines.to_vec();
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(LINES);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
