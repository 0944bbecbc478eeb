//! Allots a room of characters: first how many candidates are taken, at their least; then how much each may grow, by
//! its weight (S1.19). What one leaves over goes to the next (S0.28), never to padding.
//!
//! Deciding the number first makes it monotone: a larger budget never shows fewer files.

/// A file that may be shown in more or less detail.
pub trait Demand {
    /// The cost of its smallest view.
    fn least(&self) -> u64;
    /// The cost of the wanted view; not less than the least.
    fn wanted(&self) -> u64;
    /// How much it matters beside the others.
    fn weight(&self) -> u64;
    /// The cost of the largest view within a cap. It is at most the cap where the cap is at least the least.
    fn within(&self, cap: u64) -> u64;
}

/// The remaining budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Characters.
    pub chars: u64,
    /// Files.
    pub files: usize,
}

/// How many candidates are taken, in order: those whose least costs fit together.
pub fn admitted<C: Demand>(candidates: &[C], room: Room) -> usize {
    let mut left = room.chars;
    let fitting = candidates.iter().take(room.files).take_while(|candidate| {
        let fits = candidate.least() <= left;
        left = left.saturating_sub(candidate.least());
        fits
    });
    fitting.count()
}

/// A candidate that has this share of what it wants is given all of it, out of what the others may overshoot.
const NEARLY_PERCENT: u64 = 60;
/// The total overshoot that is allowed, as a share of the room.
const OVERSHOOT_PERCENT: u64 = 15;

/// The cap of each candidate, all of which are taken. Their costs stay below the room together, unless their least costs
/// already pass it.
pub fn allotted<C: Demand>(candidates: &[C], room: u64) -> Vec<u64> {
    let floors: u64 = candidates.iter().map(Demand::least).sum();
    let weights: u64 = candidates.iter().map(|it| it.weight().max(1)).sum();
    let free = room.saturating_sub(floors);
    let mut pool = room * OVERSHOOT_PERCENT / 100;
    let (mut left, mut owed, mut carried) = (room, floors, 0u64);
    let mut caps = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let (least, wanted) = (candidate.least(), candidate.wanted());
        owed -= least;
        // What those behind are owed at the least is not touched.
        let most = left.saturating_sub(owed);
        let share = least + free * candidate.weight().max(1) / weights.max(1) + carried;
        let is_near = wanted <= most && wanted <= share + pool && share * 100 >= wanted * NEARLY_PERCENT;
        let cap = if wanted <= share || is_near { wanted } else { share }.min(most).max(least);
        pool = pool.saturating_sub(cap.saturating_sub(share));
        let spent = candidate.within(cap);
        carried = share.saturating_sub(spent);
        left = left.saturating_sub(spent);
        caps.push(cap);
    }
    // What is left over when all are served goes to the first that wants more.
    for (candidate, cap) in candidates.iter().zip(&mut caps) {
        let spent = candidate.within(*cap);
        let more = (spent + left).min(candidate.wanted());
        if more > *cap && candidate.within(more) <= spent + left {
            *cap = more;
            left = left + spent - candidate.within(more);
        }
    }
    caps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Views by what they cost, smallest first.
    #[derive(Clone, Debug)]
    struct Views {
        costs: Vec<u64>,
        weight: u64,
    }

    impl Demand for Views {
        fn least(&self) -> u64 {
            self.costs[0]
        }
        fn wanted(&self) -> u64 {
            self.costs[self.costs.len() - 1]
        }
        fn weight(&self) -> u64 {
            self.weight
        }
        fn within(&self, cap: u64) -> u64 {
            self.costs.iter().rev().copied().find(|cost| *cost <= cap).unwrap_or(self.costs[0])
        }
    }

    fn candidates() -> impl Strategy<Value = Vec<Views>> {
        let views = (proptest::collection::vec(0u64..60, 1..4), 0u64..21).prop_map(|(mut costs, weight)| {
            costs.sort_unstable();
            Views { costs, weight }
        });
        proptest::collection::vec(views, 0..12)
    }

    fn spent(candidates: &[Views], room: u64) -> u64 {
        candidates.iter().zip(allotted(candidates, room)).map(|(it, cap)| it.within(cap)).sum()
    }

    proptest! {
        /// X1: never more than the room. X3: a larger room takes no fewer.
        #[test]
        fn the_room_holds_and_is_monotone(candidates in candidates(), chars in 0u64..300, more in 0u64..100, files in 0usize..14) {
            let n_taken = admitted(&candidates, Room { chars, files });
            prop_assert!(n_taken <= files);
            prop_assert!(spent(&candidates[..n_taken], chars) <= chars);
            let larger = Room { chars: chars + more, files: files + 1 };
            prop_assert!(admitted(&candidates, larger) >= n_taken);
        }

        /// Where all fit as they are wanted, each is.
        #[test]
        fn enough_room_gives_each_what_it_wants(candidates in candidates(), more in 0u64..100) {
            let wanted: u64 = candidates.iter().map(Demand::wanted).sum();
            prop_assert_eq!(spent(&candidates, wanted + more), wanted);
        }

        /// S0.28: nothing is left over that the next view of any candidate could use.
        #[test]
        fn what_is_left_over_is_of_use_to_nobody(candidates in candidates(), room in 0u64..300) {
            let n_taken = admitted(&candidates, Room { chars: room, files: usize::MAX });
            let taken = &candidates[..n_taken];
            let caps = allotted(taken, room);
            let left = room - spent(taken, room);
            for (candidate, cap) in taken.iter().zip(caps) {
                let cost = candidate.within(cap);
                let next = candidate.costs.iter().find(|larger| **larger > cost);
                prop_assert!(next.is_none_or(|larger| *larger > cost + left), "{:?} {} {}", candidate, cost, left);
            }
        }

        /// Each required file is placed at its least, whatever the room.
        #[test]
        fn no_cap_is_below_the_least(candidates in candidates(), room in 0u64..300) {
            let caps = allotted(&candidates, room);
            prop_assert!(caps.iter().zip(&candidates).all(|(cap, candidate)| *cap >= candidate.least()));
        }
    }
}
