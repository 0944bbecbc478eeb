//! The primitives over types and their members: the family of a type, what is below it, and what overrides a member.

use std::collections::BTreeSet;

use cg_rules::{DefId, Evidence, FileId, Leveled, MIN_SIBLINGS};
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Answer;
use super::engine::Engine;
use super::inherited::type_of;
use super::naming;
use super::note::Note;
use super::shape::{Argument, Invocation};
use super::symbol_match::SymbolMatch;
use super::symbol_queries::{Gathered, answer};
use crate::base::path;
use crate::language::Rule;

/// `type_graph.siblings`
pub fn siblings(engine: &Engine<'_>, call: &Invocation, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let symbols = symbols(engine, call, &mut notes);
    let seeds: Vec<DefId> = symbols.iter().flat_map(|symbol| &symbol.defs).copied().collect();
    let own: BTreeSet<DefId> = seeds.iter().map(|def| type_of(engine, *def)).collect();
    let members: BTreeSet<u32> = seeds.iter().filter_map(|def| member_name(engine, *def)).collect();
    let mut types: Vec<DefId> = seeds.iter().flat_map(|def| families(engine, *def, floor)).collect();
    types.sort_unstable();
    types.dedup();
    let mut found = Gathered::default();
    for sibling in cg_rules::siblings(engine.types(floor), &types).into_iter().filter(|it| !own.contains(&it.def)) {
        let Some(row) = engine.snapshot.definition(sibling.def) else { continue };
        let found = found.entry(row.file).or_default();
        found.defs.push(sibling.def);
        let rows = engine.snapshot.extends.headed([sibling.def.0, sibling.supertype.0]);
        found.links.extend(rows.take(1).map(|row| engine.extends_link(&row)));
    }
    for (file, found) in found.iter_mut().filter(|_| !members.is_empty()) {
        let types: FxHashSet<u32> = found.defs.iter().map(|def| def.0).collect();
        found.defs.extend(members_of(engine, *file, &types, &members));
    }
    // A member changes with those that answer to the same one above; a type with no other.
    let is_of_examples = members.is_empty() && !found.is_empty();
    if found.is_empty() {
        further_down(engine, &symbols, floor, &mut found, &mut notes);
    }
    let found = answer(found, notes, |file, _| (1, u32::from(engine.is_aside(file))));
    Answer { is_of_examples, ..found }
}

/// Where no supertype has siblings at hand: the types that override a named method, and all types below a named one, where
/// those are enough for a family.
fn further_down(
    engine: &Engine<'_>,
    symbols: &[SymbolMatch],
    floor: Evidence,
    found: &mut Gathered,
    notes: &mut Vec<Note>,
) {
    for symbol in symbols {
        let overriding = cg_rules::overrides(engine.members(floor), &symbol.defs);
        enter_members(engine, &overriding, found);
        let below = cg_rules::subtypes(engine.types(floor), &symbol.defs, u32::MAX);
        if below.len() >= MIN_SIBLINGS {
            enter_types(engine, &below, found);
        } else if !below.is_empty() {
            let (name, n) = (&symbol.text, below.len());
            let text = format!(
                "fewer than {MIN_SIBLINGS} types ({n}) are below `{name}`: `type_graph.subtypes({name})` has them"
            );
            notes.push(text.into());
        }
    }
}

fn enter_types(engine: &Engine<'_>, below: &[Leveled], found: &mut Gathered) {
    for it in below {
        let Some(file) = engine.file(it.def) else { continue };
        let found = found.entry(file).or_default();
        found.defs.push(it.def);
        let rows = engine.snapshot.extends.headed([it.def.0, it.from.0]);
        found.links.extend(rows.take(1).map(|row| engine.extends_link(&row)));
        if engine.snapshot.definition(it.from).is_none() {
            found.links.extend(engine.outer_supertypes(it.def, it.from));
        }
    }
}

fn enter_members(engine: &Engine<'_>, below: &[Leveled], found: &mut Gathered) {
    for it in below {
        let Some(file) = engine.file(it.def) else { continue };
        let found = found.entry(file).or_default();
        found.defs.push(it.def);
        let rows = engine.snapshot.overrides.headed([it.def.0, it.from.0]);
        found.links.extend(rows.take(1).map(|row| engine.overrides_link(&row)));
    }
}

/// `type_graph.subtypes`
pub fn subtypes(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let symbols = symbols(engine, call, &mut notes);
    let mut types: Vec<DefId> =
        symbols.iter().flat_map(|symbol| &symbol.defs).map(|def| type_of(engine, *def)).collect();
    types.extend(symbols.iter().flat_map(|symbol| &symbol.external).map(|name| engine.snapshot.outer_def(*name)));
    let graph = match symbols.iter().all(|symbol| symbol.external.is_empty()) {
        true => engine.types(floor),
        false => engine.outer_types(floor),
    };
    let depth = engine.within(&types, depth, |def| [graph.implementers.row(def)]);
    let mut below = cg_rules::subtypes(graph, &types, depth);
    if names_files(engine, call) {
        below.extend(among(&types, |def| graph.supertypes.row(def)));
    }
    let mut found = Gathered::default();
    enter_types(engine, &below, &mut found);
    by_distance(engine, found, notes, &below)
}

/// `type_graph.overrides`: of a type, what overrides any of its members.
pub fn overrides(engine: &Engine<'_>, call: &Invocation, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let mut methods = Vec::new();
    for def in seeds(engine, call, &mut notes) {
        methods.push(def);
        let Some(row) = engine.snapshot.definition(def).filter(|row| row.kind.is_type()) else { continue };
        let inside = engine.snapshot.definitions_of(row.file);
        methods.extend(inside.filter(|(_, row)| row.container == def.0).map(|(def, _)| def));
    }
    let graph = engine.members(floor);
    let mut below = cg_rules::overrides(graph, &methods);
    if names_files(engine, call) {
        below.extend(among(&methods, |def| graph.overridden.row(def)));
    }
    below.extend(misfitting(engine, &methods));
    let mut found = Gathered::default();
    enter_members(engine, &below, &mut found);
    by_distance(engine, found, notes, &below)
}

/// The members that would override some methods, and do not fit them.
fn misfitting(engine: &Engine<'_>, methods: &[DefId]) -> Vec<Leveled> {
    let rows = engine.snapshot.overrides.iter().filter(|row| row.rule == Rule::Misfit && methods.contains(&row.sup));
    rows.map(|row| Leveled { def: row.sub, from: row.sup, hops: 1 }).collect()
}

impl Engine<'_> {
    /// The members that are tied to the given ones by overrides: above them, and below all of these.
    pub fn overriding_family(&self, defs: &[DefId]) -> FxHashSet<DefId> {
        let floor = Evidence::Scoped;
        let (mut family, mut open) = (FxHashSet::default(), defs.to_vec());
        while let Some(def) = open.pop() {
            if family.insert(def) {
                let above = self.snapshot.overrides.headed([def.0]).filter(|row| row.rule.evidence() >= floor);
                open.extend(above.map(|row| row.sup));
            }
        }
        let mut above: Vec<DefId> = family.iter().copied().collect();
        above.sort_unstable();
        family.extend(cg_rules::overrides(self.members(floor), &above).iter().map(|it| it.def));
        family
    }
}

/// The symbols of a call; a path of the repository that is no symbol means the types that its files declare.
fn symbols(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> Vec<SymbolMatch> {
    let mut named = Vec::new();
    let mut read = |argument: &Argument| {
        let Some((text, files)) = files_named(engine, argument) else { return argument.clone() };
        named.push(text.to_owned());
        Argument::Files(files)
    };
    let arguments = call.arguments.iter().map(&mut read).collect();
    let symbols = naming::symbols(engine, &Invocation { arguments, ..call.clone() }, notes);
    if symbols.is_empty() && notes.is_empty() {
        notes.extend(named.iter().map(|text| Note::settled(format!("`{text}` declares no type"))));
    }
    symbols
}

/// Whether some argument is a path of files.
fn names_files(engine: &Engine<'_>, call: &Invocation) -> bool {
    call.arguments.iter().any(|argument| files_named(engine, argument).is_some())
}

/// The definitions among those of some files that are right below others of these.
fn among<'g>(defs: &[DefId], above: impl Fn(DefId) -> &'g [DefId]) -> Vec<Leveled> {
    let all: FxHashSet<DefId> = defs.iter().copied().collect();
    let below = |def: &DefId| above(*def).iter().find(|sup| all.contains(sup)).copied();
    defs.iter().filter_map(|def| Some(Leveled { def: *def, from: below(def)?, hops: 1 })).collect()
}

/// The files that a text names, where it names no symbol.
fn files_named<'a>(engine: &Engine<'_>, argument: &'a Argument) -> Option<(&'a str, Vec<FileId>)> {
    let Argument::Text(text) = argument else { return None };
    // A pattern is none of a symbol's spellings, nor a path.
    let places = if path::is_glob(text) { Vec::new() } else { engine.places(text) };
    let is_whole = !places.is_empty() && places.iter().all(|(_, line)| line.is_none());
    let symbol = is_whole.then(|| naming::symbol(engine, text))?;
    let is_symbol = !symbol.defs.is_empty() || !symbol.external.is_empty();
    (!is_symbol).then(|| (text.as_str(), places.into_iter().map(|(file, _)| file).collect()))
}

fn seeds(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> Vec<DefId> {
    let symbols = symbols(engine, call, notes);
    symbols.into_iter().flat_map(|symbol| symbol.defs).collect()
}

/// The files by the nearest of what was found in each; what is aside last.
fn by_distance(engine: &Engine<'_>, found: Gathered, notes: Vec<Note>, below: &[Leveled]) -> Answer {
    let mut hops: FxHashMap<DefId, u32> = FxHashMap::default();
    for it in below {
        let least = hops.entry(it.def).or_insert(it.hops);
        *least = (*least).min(it.hops);
    }
    let nearest = |defs: &[DefId]| defs.iter().filter_map(|def| hops.get(def)).copied().min().unwrap_or(u32::MAX);
    answer(found, notes, |file, found| (nearest(&found.defs), u32::from(engine.is_aside(file))))
}

/// The types whose siblings are searched: a type; for a member, the supertypes that declare a member of its name.
fn families(engine: &Engine<'_>, def: DefId, floor: Evidence) -> Vec<DefId> {
    let of = type_of(engine, def);
    let Some(name) = member_name(engine, def) else { return vec![of] };
    let supertypes = engine.types(floor).supertypes.row(of).iter().copied();
    let names = BTreeSet::from([name]);
    let declares = |sup: &DefId| {
        let types = FxHashSet::from_iter([sup.0]);
        engine.file(*sup).is_some_and(|file| !members_of(engine, file, &types, &names).is_empty())
    };
    supertypes.filter(declares).collect()
}

/// The name of a member of a type, as an id.
fn member_name(engine: &Engine<'_>, def: DefId) -> Option<u32> {
    let row = engine.snapshot.definition(def)?;
    (!row.kind.is_type() && type_of(engine, def) != def).then_some(row.name)
}

/// The members of the types of a file that have one of the names.
fn members_of(engine: &Engine<'_>, file: FileId, types: &FxHashSet<u32>, names: &BTreeSet<u32>) -> Vec<DefId> {
    let inside = engine.snapshot.definitions_of(file);
    let members = inside.filter(|(_, row)| types.contains(&row.container) && names.contains(&row.name));
    members.map(|(def, _)| def).collect()
}
