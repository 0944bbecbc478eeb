//! Calls that may run a member: those of a member that it overrides, be it of an interface that its type names nowhere.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, Evidence};

use super::answer::Link;
use super::engine::Engine;
use crate::facts::Call;
use crate::language::Rule;

/// The calls that may run some members, by caller and member.
pub struct MayCalls(BTreeMap<(DefId, DefId), Vec<Call>>);

impl MayCalls {
    /// The calls that may run each of the members, and that lead to none of the `known` definitions, which are in order.
    pub fn of(engine: &Engine<'_>, members: &[DefId], known: &[DefId], floor: Evidence) -> Self {
        let mut all: BTreeMap<(DefId, DefId), Vec<Call>> = BTreeMap::new();
        let of_each = members.iter().map(|member| {
            let mut above = overridden(engine, &[*member], floor);
            above.retain(|def| known.binary_search(def).is_err());
            (member, above)
        });
        let of_each: Vec<(&DefId, BTreeSet<DefId>)> = of_each.collect();
        let of_all: BTreeSet<DefId> = of_each.iter().flat_map(|(_, above)| above.iter().copied()).collect();
        for (member, above) in of_each {
            // Where every overload is overridden that a call may mean, it may run one of the members.
            let is_one =
                |row: &Call| row.rule == Rule::OpenOverload && engine.is_sure(row, |def| of_all.contains(&def), floor);
            let open: Vec<Call> = engine.calls_of(above.iter().copied()).into_iter().filter(is_one).collect();
            for row in calls_of(engine, above, floor).chain(open) {
                all.entry((row.caller, *member)).or_default().push(row);
            }
        }
        Self(all)
    }

    /// The same as calls of the members themselves.
    pub fn edges(&self) -> impl Iterator<Item = Call> {
        self.0.iter().flat_map(|((_, member), rows)| rows.iter().map(|row| Call { callee: *member, ..*row }))
    }

    /// The places at which a definition may call one of the members.
    pub fn links(&self, engine: &Engine<'_>, caller: DefId, member: DefId) -> Vec<Link> {
        let rows = self.0.get(&(caller, member)).map_or(&[][..], Vec::as_slice);
        rows.iter().map(|row| engine.may_call_link(row)).collect()
    }
}

/// The calls of members that others override. `super.run()` calls what is above, and never what overrides it.
pub fn calls_of(engine: &Engine<'_>, above: BTreeSet<DefId>, floor: Evidence) -> impl Iterator<Item = Call> {
    let may_call = move |row: &Call| row.rule.evidence() >= floor && row.rule != Rule::Above;
    engine.calls_of(above).into_iter().filter(may_call)
}

/// All members that the given ones override, themselves left out.
pub fn overridden(engine: &Engine<'_>, defs: &[DefId], floor: Evidence) -> BTreeSet<DefId> {
    let mut above = BTreeSet::new();
    let mut open = defs.to_vec();
    while let Some(def) = open.pop() {
        open.extend(engine.overridden_by(def, floor).into_iter().filter(|it| above.insert(*it)));
    }
    for def in defs {
        above.remove(def);
    }
    above
}
