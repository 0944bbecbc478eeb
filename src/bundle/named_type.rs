//! The members of a named type: all signatures, and of a type that is too long to be shown whole the bodies of what its
//! supertype asks for and of its longest members.

use std::cmp::Reverse;

use cg_rules::DefId;
use rustc_hash::FxHashSet;

use super::request::BundleRequest;
use super::view::{CONNECTED, Marks, NAMED, Page, Span};
use crate::facts::{Definition, NONE, Snapshot};
use crate::plan::Step;
use crate::primitive::Role;

/// A type that is named is shown whole up to so many lines.
pub const NAMED_TYPE: u32 = 150;
/// The most members of a supertype whose implementations are shown as bodies: of a wide interface each says little.
const CONTRACT: usize = 8;
/// The bodies of a longer type take so many characters. The longest that fit come first: of a short one the signature says
/// most, and most changes are in long ones.
pub const NAMED_BODIES: u64 = 5_000;

/// The types among the named definitions, and those that a text names for sure in which a query looks for names.
pub fn named_types(request: &BundleRequest<'_>, named: &FxHashSet<DefId>) -> FxHashSet<DefId> {
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let is_sure = |step: &&Step| step.answer.is_exact && step.primitive().is_some_and(|it| it.role == Role::Found);
    let found = steps.filter(is_sure).flat_map(|step| &step.kept).flat_map(|hit| &hit.defs);
    let is_type = |def: &DefId| request.engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
    named.iter().chain(found).copied().filter(is_type).collect()
}

/// Marks, with `room` for bodies, the members of a named type that no span shows, as the type is too long or they are declared away from it.
pub fn mark_members(
    facts: &Snapshot,
    page: &Page<'_>,
    (of, row): (DefId, &Definition),
    definitions: &[(DefId, Definition)],
    room: u64,
    marks: &mut Marks,
) {
    let is_long = row.end_line - page.start(row) >= NAMED_TYPE;
    let contract: FxHashSet<u32> =
        facts.extends.headed([of.0]).flat_map(|it| members(facts, it.sup)).map(|row| row.name).collect();
    let is_narrow = is_long && contract.len() <= CONTRACT;
    let is_inside = |it: &Definition| row.start_line <= it.at.line && it.at.line <= row.end_line;
    let is_member = |it: &Definition| {
        let is_own = it.container == of.0 || (it.file == row.file && it.owner == row.name && it.container != NONE);
        is_own && (is_long || !is_inside(it))
    };
    let is_contract = |it: &Definition| is_narrow && it.kind.is_callable() && contract.contains(&it.name);
    let all = definitions.iter().enumerate().map(|(at, (_, it))| (at, it));
    let members: Vec<(usize, &Definition)> = all.filter(|(_, it)| is_member(it)).collect();
    let whole = if is_long { bodies(page, &members, &is_contract, room) } else { FxHashSet::default() };
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
    page: &Page<'_>,
    members: &[(usize, &Definition)],
    is_contract: &dyn Fn(&Definition) -> bool,
    room: u64,
) -> FxHashSet<usize> {
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
fn members(facts: &Snapshot, of: DefId) -> Vec<Definition> {
    let Some(row) = facts.definition(of) else { return Vec::new() };
    facts.definitions_of(row.file).map(|(_, member)| member).filter(|member| member.container == of.0).collect()
}
