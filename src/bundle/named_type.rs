//! The members of a named type, wherever they are declared: all of it up to some lines; of a longer one all signatures, and the
//! bodies of what its supertype asks for and of its longest members.

use std::cmp::Reverse;

use cg_rules::DefId;
use rustc_hash::FxHashSet;

use super::request::BundleRequest;
use super::view::{CONNECTED, Marks, NAMED, Page, Span};
use crate::facts::{Definition, Snapshot};
use crate::language::DeclKind;
use crate::primitive::{Hit, Role};

/// A type that is named is shown whole up to so many lines.
pub const NAMED_TYPE: u32 = 150;
/// The most members of a supertype whose implementations are shown as bodies: of a wide interface each says little.
const CONTRACT: usize = 8;
/// The bodies of a longer type take so many characters. The longest that fit come first: of a short one the signature says
/// most, and most changes are in long ones.
pub const NAMED_BODIES: u64 = 5_000;

/// The types among the named definitions, and those that a text names for sure in which a query looks for names: all that it names where it
/// says little else, else those of the files that it surely names.
pub fn named_types(request: &BundleRequest<'_>, named: &FxHashSet<DefId>) -> FxHashSet<DefId> {
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let found = steps.filter(|step| step.primitive().is_some_and(|it| it.role == Role::Found)).flat_map(|step| {
        let is_sure = |hit: &&Hit| step.answer.is_exact || step.answer.named_files.contains(&hit.file);
        step.kept.iter().filter(is_sure).flat_map(|hit| &hit.defs)
    });
    let is_type = |def: &DefId| request.engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
    named.iter().chain(found).copied().filter(is_type).collect()
}

/// Marks, with `room` for bodies, the members of the named types that no span shows on a page: those of a type that is too long, and
/// those that are declared away from it, as methods of a receiver, by a qualified name, or in a block of members.
pub fn mark_members(
    facts: &Snapshot,
    page: &Page<'_>,
    types: &FxHashSet<DefId>,
    definitions: &[(DefId, Definition)],
    room: u64,
    marks: &mut Marks,
) {
    let Some(file) = definitions.first().map(|(_, row)| row.file) else { return };
    let uses: FxHashSet<DefId> =
        facts.uses.headed([file.0]).chain(facts.refers.headed([file.0])).map(|row| row.def).collect();
    let reads = |of: DefId, row: &Definition| {
        uses.contains(&of) || facts.imports.headed([file.0]).any(|import| import.to == row.file)
    };
    let mut types: Vec<DefId> = types.iter().copied().collect();
    types.sort_unstable();
    for (of, row) in types.iter().filter_map(|of| Some((*of, facts.definition(*of)?))) {
        let is_namesake = |(_, it): &(DefId, Definition)| it.kind.is_type() && it.name == row.name;
        if row.file == file || reads(of, &row) && !definitions.iter().any(is_namesake) {
            mark_members_of(facts, page, (of, &row), definitions, room, marks);
        }
    }
}

fn mark_members_of(
    facts: &Snapshot,
    page: &Page<'_>,
    (of, row): (DefId, &Definition),
    definitions: &[(DefId, Definition)],
    room: u64,
    marks: &mut Marks,
) {
    let is_here = definitions.iter().any(|(def, _)| *def == of);
    let all = || definitions.iter().enumerate().map(|(at, (_, it))| (at, it));
    let is_inside = |it: &Definition| is_here && row.start_line <= it.at.line && it.at.line <= row.end_line;
    let away: Vec<(usize, &Definition)> = all().filter(|(_, it)| it.owner == row.name && !is_inside(it)).collect();
    let lines = |it: &Definition| it.end_line.saturating_sub(page.code_start(it)) + 1;
    let own = if is_here { row.end_line.saturating_sub(page.start(row)) + 1 } else { 0 };
    let is_long = own > NAMED_TYPE;
    let mut members: Vec<(usize, &Definition)> =
        all().filter(|(_, it)| is_long && it.container == of.0 && is_inside(it)).collect();
    let is_all = !is_long && own + away.iter().map(|(_, it)| lines(it)).sum::<u32>() <= NAMED_TYPE;
    if is_all {
        members = away;
    } else {
        let blocks: FxHashSet<u32> =
            away.iter().filter(|(_, it)| it.kind == DeclKind::Impl).map(|(at, _)| definitions[*at].0.0).collect();
        members.extend(away);
        members.extend(all().filter(|(_, it)| blocks.contains(&it.container) && it.owner != row.name));
    }
    let whole =
        if is_all { members.iter().map(|(at, _)| *at).collect() } else { bodies(facts, page, &members, of, room) };
    for (at, member) in members {
        let is_whole = whole.contains(&at);
        let first = if is_whole { page.code_start(member) } else { member.at.line };
        let last = if is_whole { member.end_line } else { page.signature_end(member) };
        let importance = if room > 0 { NAMED } else { CONNECTED + u8::from(is_whole) };
        marks.spans.push(Span { first, last, importance, definition: Some(at), is_whole: false });
    }
}

/// The members of a long type whose bodies are shown.
fn bodies(
    facts: &Snapshot,
    page: &Page<'_>,
    members: &[(usize, &Definition)],
    of: DefId,
    room: u64,
) -> FxHashSet<usize> {
    let contract: FxHashSet<u32> =
        facts.extends.headed([of.0]).flat_map(|it| declared(facts, it.sup)).map(|row| row.name).collect();
    let is_contract = |it: &Definition| contract.len() <= CONTRACT && contract.contains(&it.name);
    let cost = |it: &Definition| (page.code_start(it)..=it.end_line).map(|line| page.line_cost(line)).sum::<u64>();
    let callables = members.iter().filter(|(_, it)| it.kind.is_callable());
    let mut callables: Vec<(usize, bool, u64)> = callables.map(|(at, it)| (*at, is_contract(it), cost(it))).collect();
    callables.sort_by_key(|(at, is_contract, cost)| (!is_contract, Reverse(*cost), *at));
    let (mut whole, mut left) = (FxHashSet::default(), room);
    for (at, is_contract, cost) in callables {
        if is_contract || cost <= left {
            left = left.saturating_sub(cost);
            whole.insert(at);
        }
    }
    whole
}

/// The members that a type declares in its own body.
fn declared(facts: &Snapshot, of: DefId) -> Vec<Definition> {
    let Some(row) = facts.definition(of) else { return Vec::new() };
    facts.definitions_of(row.file).map(|(_, member)| member).filter(|member| member.container == of.0).collect()
}
