//! `scip.refs`: where symbols are used. The fresh documents of an index answer for themselves; for every other file the
//! text answers, as far as it can; and the answer says who answered for what.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::answer::{Answer, Consulted, Link};
use super::called_by_name::called_by_name;
use super::constructions::constructions;
use super::engine::Engine;
use super::exact::{Access, IndexMatch, NO_INDEX};
use super::imported_names::ImportedNames;
use super::may_calls;
use super::meant_places::{self, NamedSites, meant_places};
use super::member_reads::member_reads;
use super::mention_group::{MentionVerdict, Mentioned};
use super::mentioned::{applied, inferred_places, mentioned, note_open, without_listed};
use super::misfits::note_misfits;
use super::module_places::behind_modules;
use super::named_places;
use super::named_texts::NamedTexts;
use super::namesakes::{Decided, decide_namesakes, other_place};
use super::naming;
use super::note::Note;
use super::operator_note::note_operators;
use super::outside_places::outside_places;
use super::overriding::{overridden_places, overriding_sites};
use super::package_members::package_members;
use super::refs_notes::{called_by_runner, note_definitions, note_several, note_uses};
use super::renamed_places::renamed_places;
use super::requested::requested;
use super::resolved_places::{resolved_places, without_others};
use super::settled_places::{settle, settle_listed};
use super::shape::Invocation;
use super::symbol_match::SymbolMatch;
use super::symbol_queries::{FoundFiles, ordered};
use super::twins::with_inherited_fields;
use super::used_sites::{Uses, gather};
use crate::base::Position;
use crate::facts::Extends;
use crate::language::Rule;

/// The most symbols of one call whose places are resolved one by one: each takes the types of values once more.
const RESOLVED: usize = 8;
/// The option of `scip.refs` that adds the places of definitions.
pub const DEFINITIONS: &str = "definitions";
/// The option of `scip.refs` that adds the calls of the members that override the symbols, and the declarations of those that the
/// symbols override: they change alike.
pub const OVERRIDING: &str = "overriding";
/// The option of `scip.refs` that answers with the places of definitions alone: where to read a symbol, not what it serves.
pub const DEFINITIONS_ONLY: &str = "definitions_only";
/// The option of `scip.refs` that asks for no use of a symbol which is a test: its runner calls it.
pub const EXCEPT_TESTS: &str = "except_tests";

/// `scip.refs`
pub fn refs(engine: &Engine<'_>, call: &Invocation, floor: Evidence) -> Answer {
    let access = Access::of(engine);
    let symbols = naming::symbols(engine, call, &mut Vec::new());
    let mut uses = uses_of(engine, call, (&access, &symbols), floor);
    let members: Vec<DefId> = symbols.iter().flat_map(|symbol| &symbol.defs).copied().collect();
    uses.notes.extend(note_operators(engine, &members));
    if uses.n_changed > 0 {
        let text = format!("{} sites changed while this was answered, and were left out", uses.n_changed);
        uses.notes.push(Note::unresolved(uses.n_changed, text));
    }
    let gathered = gather(engine, std::mem::take(&mut uses.links));
    // Sources stand before tests, whose stand-ins have the same names; then what declares a symbol before what uses it, then
    // who has most sites.
    let mut answer = ordered(gathered, std::mem::take(&mut uses.notes), |file, found: &FoundFiles| {
        let hops = u32::from(!uses.declaring.contains(&file));
        (hops, (engine.is_aside(file), hops, Reverse(found.links.len())))
    });
    answer.bare = std::mem::take(&mut uses.bare);
    answer.mentioned = std::mem::take(&mut uses.mentioned);
    tell(&mut answer, &access, &uses);
    answer
}

/// The places at which the symbols of a call are surely read or written.
pub(super) fn reads(engine: &Engine<'_>, call: &Invocation, floor: Evidence) -> Vec<(FileId, Link)> {
    let symbols = naming::symbols(engine, call, &mut Vec::new());
    let mut links = uses_of(engine, call, (&Access::of(engine), &symbols), floor).links;
    links.retain(|(_, link)| matches!(link.relation, "reads" | "writes"));
    links
}

fn uses_of(
    engine: &Engine<'_>,
    call: &Invocation,
    (access, symbols): (&Access<'_>, &[SymbolMatch]),
    floor: Evidence,
) -> Uses {
    let mut uses = Uses { texts: NamedTexts::of(symbols), ..Uses::default() };
    for (symbol, nth) in symbols.iter().zip(0..) {
        uses.are_places_resolved = nth < RESOLVED;
        let by_runner = || called_by_runner(engine, &symbol.text, &symbol.defs);
        match call.flags.contains(&EXCEPT_TESTS).then(by_runner).flatten() {
            Some(text) => uses.notes.push(Note::settled(text)),
            None => of_symbol(engine, call, access, symbol, floor, &mut uses),
        }
    }
    uses
}

fn of_symbol(
    engine: &Engine<'_>,
    call: &Invocation,
    access: &Access<'_>,
    symbol: &SymbolMatch,
    floor: Evidence,
    uses: &mut Uses,
) {
    let is_definitions_only = call.flags.contains(&DEFINITIONS_ONLY);
    let with_definitions = is_definitions_only || call.flags.contains(&DEFINITIONS);
    let mut named = access.find(engine, &symbol.text);
    if symbol.narrowed_from.is_some() {
        named.keep(access, &symbol.defs);
    }
    uses.notes.extend(named.notes.iter().cloned().map(Note::from));
    let defs = definitions(engine, access, symbol, &named);
    if named.symbols.is_empty() && !named.is_settled {
        note_several(engine, symbol, &mut uses.notes);
    }
    let n_before = uses.links.len();
    uses.n_unread = 0;
    if let (Access::Index(index), false) = (access, named.symbols.is_empty()) {
        for site in index.sites(engine, &named.symbols, with_definitions) {
            let Some((file, link)) = site else {
                uses.n_changed += 1;
                continue;
            };
            if link.relation == "defines" {
                uses.declaring.insert(file);
            } else if is_definitions_only {
                continue;
            }
            uses.from_index.insert(file);
            uses.links.push((file, link));
        }
    }
    // A symbol that the index does not have may still be used in files that it has: a local function, a macro.
    let is_open = |file: FileId| named.symbols.is_empty() || !access.answers_for(file);
    let mut seen: Vec<(FileId, Link)> = Vec::new();
    if !is_definitions_only {
        note_misfits(engine, &defs, &mut uses.notes);
        using(engine, call, &defs, floor, &mut seen);
    }
    if with_definitions {
        seen.extend(defs.iter().filter_map(|def| engine.declares_link(*def)).map(|link| (link.file, link)));
    }
    if !named.is_settled && !is_definitions_only {
        elsewhere(engine, symbol, &mut seen, uses);
    }
    for (file, link) in seen.into_iter().filter(|(file, _)| is_open(*file)) {
        uses.from_text.insert(file);
        uses.links.push((file, link));
    }
    uses.declaring.extend(defs.iter().filter_map(|def| engine.file(*def)));
    if is_definitions_only {
        note_definitions(engine, symbol, &named, n_before, uses);
        return;
    }
    let n_open = if named.is_settled { 0 } else { mentions(engine, symbol, &defs, floor, n_before, &is_open, uses) };
    let links = uses.links[n_before..].to_vec();
    note_uses(engine, symbol, &named, &links, n_open, uses);
}

/// Finds the sites that use some definitions, and where the call says so, those of the members that override them, and the members that
/// they override.
fn using(engine: &Engine<'_>, call: &Invocation, defs: &[DefId], floor: Evidence, seen: &mut Vec<(FileId, Link)>) {
    sites(engine, defs, floor, seen);
    if call.flags.contains(&OVERRIDING) {
        overriding_sites(engine, defs, floor, seen);
        overridden_places(engine, defs, floor, seen);
    }
}

/// Finds the places of a symbol that the repository does not define, and of one that is known by its name alone.
fn elsewhere(engine: &Engine<'_>, symbol: &SymbolMatch, seen: &mut Vec<(FileId, Link)>, uses: &mut Uses) {
    external_sites(engine, symbol, seen);
    if !symbol.external.is_empty() {
        let (further, n_unread) = outside_places(engine, symbol, seen, &mut uses.texts);
        seen.extend(further);
        let (members, n_beyond) = package_members(engine, symbol, seen, &mut uses.texts);
        uses.n_unread = n_unread.max(n_beyond);
        uses.notes.extend(named_places::unread(&symbol.text, uses.n_unread));
        let (members, notes) = named_places::listed(members, &symbol.text);
        uses.notes.extend(notes);
        seen.extend(members);
    }
    if !named_places::is_by_name(engine, symbol) {
        return;
    }
    let known: BTreeSet<(FileId, Position)> = seen.iter().map(|(file, link)| (*file, link.at)).collect();
    let places = named_places::named_places(engine, symbol, &mut uses.texts);
    uses.notes.extend(named_places::unread(&symbol.text, places.n_unread));
    uses.n_unread += places.n_unread;
    uses.others.extend(places.others.iter().copied());
    let (places, notes) = places.into_links(&symbol.text);
    let meant = with_inherited_fields(engine, symbol.defs.clone());
    let is_resolved = uses.are_places_resolved;
    let places = if is_resolved { without_others(engine, (symbol, &meant), places, &uses.texts) } else { places };
    seen.extend(places.into_iter().filter(|(file, link)| !known.contains(&(*file, link.at))));
    uses.notes.extend(notes);
}

/// Lists the places that name a symbol again, counts those that have its name beside them, and notes those in doubt. No index
/// answers for files that are `is_open`; the first `n_before` links are those of other symbols.
fn mentions(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    defs: &[DefId],
    floor: Evidence,
    n_before: usize,
    is_open: &dyn Fn(FileId) -> bool,
    uses: &mut Uses,
) -> usize {
    let mut found = mentioned(engine, defs, floor);
    let (guessed, note) = called_by_name(engine, symbol, defs, (floor, is_open), &mut found);
    uses.from_text.extend(guessed.iter().map(|(file, _)| *file));
    uses.links.extend(guessed);
    uses.notes.extend(note);
    let links = uses.links[n_before..].to_vec();
    let is_by_name = named_places::is_by_name(engine, symbol);
    let mut decided = Decided::default();
    let mut outside = BTreeSet::new();
    if !is_by_name {
        outside = settle(engine, symbol, &mut found, &links, &mut uses.texts);
        let again = meant_places(engine, symbol, &mut found, (&links, &outside), &mut uses.texts);
        let is_resolved = uses.are_places_resolved;
        let again = if is_resolved { without_others(engine, (symbol, defs), again, &uses.texts) } else { again };
        decided = decide_namesakes(engine, symbol, &mut found, &links, &mut uses.texts);
        let behind = behind_modules(engine, symbol, &mut found, &links, &mut uses.texts);
        let mut sure: Vec<(FileId, Link)> = again.into_iter().chain(decided.meant).chain(behind).collect();
        let reads = member_reads(engine, symbol, &mut found, [&links, &sure], &mut uses.texts);
        uses.notes.extend(reads.notes);
        sure.extend(reads.sure.into_iter().chain(reads.possible));
        for (file, link) in sure.into_iter().filter(|(file, _)| is_open(*file)) {
            uses.from_text.insert(file);
            uses.links.push((file, link));
        }
    }
    let mut so_far: Vec<(FileId, Link)> = uses.links[n_before..].to_vec();
    so_far.extend(requested(engine, (symbol, defs), &mut found, &so_far, &mut uses.texts));
    if uses.are_places_resolved {
        let (further, others) =
            resolved_places(engine, (symbol, defs), &mut found, (&so_far, &outside), &mut uses.texts);
        so_far.extend(further);
        decided.others.extend(others);
    }
    for (file, link) in so_far.split_off(uses.links.len() - n_before).into_iter().filter(|(file, _)| is_open(*file)) {
        uses.from_text.insert(file);
        uses.links.push((file, link));
    }
    let names = ImportedNames::of(engine, symbol, &mut uses.texts);
    let renamed = renamed_places(&names, engine, symbol, &uses.links[n_before..], &uses.texts);
    for (file, link) in renamed.into_iter().filter(|(file, _)| is_open(*file)) {
        uses.from_text.insert(file);
        uses.links.push((file, link));
    }
    let listed: Vec<(FileId, Link)> = uses.links[n_before..].to_vec();
    let texts = &mut uses.texts;
    if !is_by_name {
        settle_listed(engine, &mut found, (&listed, &outside), texts);
    }
    let in_list: FxHashSet<(FileId, Position)> = listed.iter().map(|(_, link)| (link.file, link.at)).collect();
    let inferred = LazyCell::new(|| inferred_places(engine, &defs.iter().copied().collect(), floor));
    let lines = |name: u32, files: &[(FileId, u32)]| {
        let found = meant_places::sites_of(engine, name, files.iter().map(|(file, _)| *file), texts, &listed);
        let lines = |(sites, (file, count)): (Option<NamedSites>, &(FileId, u32))| {
            let mut places: Vec<Position> = sites?.unlisted.into_iter().map(|(at, _)| at).collect();
            places.retain(|at| !decided.others.contains(&(*file, *at)));
            // The calls in doubt are facts with a place; of the other places the text knows only all together.
            let own = inferred.iter().filter(|place| place.0 == *file && !in_list.contains(*place)).map(|(_, at)| *at);
            let mut in_doubt: Vec<Position> = own.collect();
            if in_doubt.len() != *count as usize {
                in_doubt.extend(places);
            }
            in_doubt.sort_unstable();
            (in_doubt.len() == *count as usize).then(|| in_doubt.iter().map(|at| at.line).collect())
        };
        found.into_iter().zip(files).map(lines).collect()
    };
    if is_by_name {
        // Most of these files' places are listed, whatever they mean; what is left is in texts that no tree separates.
        without_listed(&mut found, &links);
        for file in std::mem::take(&mut uses.others) {
            other_place(&mut found, file);
        }
    }
    let is_counted = |row: &&Mentioned| row.verdict == MentionVerdict::Open;
    let n_left: usize = found.iter().filter(is_counted).map(Mentioned::count).sum();
    let is_noted = is_by_name && n_left > named_places::MOST;
    let n_open = if is_noted { 0 } else { note_open(engine, &found, lines, &mut uses.notes) };
    uses.mentioned.extend(found.into_iter().filter(|row| !row.files.is_empty()));
    n_open
}

/// The definitions whose sites the text gives.
fn definitions(engine: &Engine<'_>, access: &Access<'_>, symbol: &SymbolMatch, named: &IndexMatch) -> Vec<DefId> {
    match access {
        _ if !named.defs.is_empty() => named.defs.clone(),
        Access::Index(index) if !named.symbols.is_empty() => {
            // What stands in a document that is not fresh: the text finds it by where the index had it.
            let names = index.names(&named.symbols);
            let mut defs = engine.definitions_of(&names);
            defs.extend(&symbol.defs);
            defs.sort_unstable();
            defs.dedup();
            defs
        }
        _ if named.is_settled => Vec::new(),
        _ => symbol.defs.clone(),
    }
}

/// Records the sources that answered, and whether that is less than requested.
fn tell(answer: &mut Answer, access: &Access<'_>, uses: &Uses) {
    match access {
        Access::Text(why) => {
            answer.downgraded = Some(why.clone());
            if why != NO_INDEX {
                let text = "the index answers for nothing".to_owned();
                answer.consulted.push(Consulted { source: "scip".to_owned(), why: why.clone(), files: 0 });
                answer.consulted.push(Consulted { source: "text".to_owned(), why: text, files: uses.from_text.len() });
            }
        }
        Access::Index(index) => {
            let why = index.why();
            answer.consulted.push(Consulted { source: "scip".to_owned(), why, files: uses.from_index.len() });
            if !uses.from_text.is_empty() || index.downgrade().is_some() {
                let why = index.why_text();
                answer.consulted.push(Consulted { source: "text".to_owned(), why, files: uses.from_text.len() });
            }
            answer.downgraded = index.downgrade();
        }
    }
}

/// Calls, imports by name, uses inside the package, and supertypes.
fn sites(engine: &Engine<'_>, defs: &[DefId], floor: Evidence, links: &mut Vec<(FileId, Link)>) {
    let snapshot = engine.snapshot;
    if defs.is_empty() {
        return;
    }
    let applied = defs.iter().filter_map(|def| applied(snapshot, *def));
    let calls = engine.calls_of(defs.iter().copied().chain(applied));
    let mut called: FxHashSet<(FileId, Position)> = FxHashSet::default();
    for row in calls.into_iter().filter(|row| engine.is_listed(row, |callee| defs.contains(&callee), floor)) {
        let link = engine.call_link(&row);
        if defs.contains(&row.callee) {
            called.insert((link.file, link.at));
        }
        links.push((link.file, link));
    }
    constructions(engine, defs, floor, links);
    for (relation, rows) in [("uses", &snapshot.uses), ("refers", &snapshot.refers)] {
        for row in rows.iter().filter(|row| defs.contains(&row.def)) {
            // A call is the use there.
            if relation == "uses" || !called.contains(&(row.from, row.at)) {
                links.push((row.from, engine.use_link(relation, &row)));
            }
        }
    }
    for row in snapshot.extends.iter().filter(|row| row.rule.evidence() >= floor && defs.contains(&row.sup)) {
        links.push((row.file, engine.extends_link(&row)));
    }
    let is_listed = |row: &Extends| row.rule.evidence() >= floor || row.rule == Rule::Misfit;
    for row in snapshot.overrides.iter().filter(|row| is_listed(row) && defs.contains(&row.sup)) {
        links.push((row.file, engine.overrides_link(&row)));
    }
    for row in may_calls::calls_of(engine, may_calls::overridden(engine, defs, floor), floor) {
        let link = engine.may_call_link(&row);
        links.push((link.file, link));
    }
}

fn external_sites(engine: &Engine<'_>, symbol: &SymbolMatch, links: &mut Vec<(FileId, Link)>) {
    let rows = engine.outside().rows(engine.snapshot, &symbol.external);
    links.extend(rows.iter().map(|row| (row.file, engine.package_link(row))));
}
