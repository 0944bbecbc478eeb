//! How much a definition matters to a flow.

use cg_rules::DefId;
use rustc_hash::FxHashMap;

use super::shape::{Flow, FocusTerm, MatchQuality};

impl Flow {
    /// The weight of the lines of a definition: 10 for what a name points at exactly, and for what is named and answered
    /// by a query; 9 for what is named or on the spine; 3 for what calls or is called by that, what a query is about,
    /// and a type that is named; 1 for the rest. A line of a call weighs [`Self::LINE`].
    pub fn importance(&self, def: DefId) -> u8 {
        let stands = self.stands(def);
        let is_meant = matches!(stands, Some(MatchQuality::Unique | MatchQuality::CoNamed | MatchQuality::Value));
        let is_answer = self.entries.contains(&def);
        match stands {
            Some(MatchQuality::Exact) => 10,
            _ if is_meant || self.places.contains_key(&def) => 9 + u8::from(is_answer),
            Some(MatchQuality::Type) => 3,
            _ if is_answer || self.connected.contains(&def) => 3,
            _ => 1,
        }
    }

    /// Weight of a line containing a spine call, unless its definition has a higher weight.
    pub const LINE: u8 = 2;

    /// Which bodies of a collapsed file come first: 0 for what a name points at exactly, 1 for what is named on the
    /// spine, 2 for what is on it only, 3 for what is named by a near-unique name, 4 for what is meant because its
    /// container is named. `None` for a signature.
    pub fn priority(&self, def: DefId) -> Option<u8> {
        let on_spine = self.places.contains_key(&def);
        match self.stands(def) {
            Some(MatchQuality::Exact) => Some(0),
            Some(MatchQuality::Unique | MatchQuality::CoNamed) if on_spine => Some(1),
            _ if on_spine => Some(2),
            Some(MatchQuality::Unique) => Some(3),
            Some(MatchQuality::CoNamed) => Some(4),
            _ => None,
        }
    }

    /// The surest sort of name by which a definition is meant.
    fn stands(&self, def: DefId) -> Option<MatchQuality> {
        self.standings.get(&def).copied()
    }
}

/// The surest sort of name by which each definition is meant.
pub(super) fn standings(names: &[FocusTerm]) -> FxHashMap<DefId, MatchQuality> {
    let mut standings = FxHashMap::default();
    for (def, standing) in names.iter().flat_map(|name| name.defs.iter().map(|def| (*def, name.standing))) {
        let surest = standings.entry(def).or_insert(standing);
        *surest = standing.min(*surest);
    }
    standings
}
