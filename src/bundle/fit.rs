//! Fits candidates into a budget: first how many, at their smallest; then how much of each, in order.
//!
//! Deciding the number first makes it monotone: a larger budget never shows fewer files.

/// One candidate: its views from the smallest to the one wanted, each with its cost in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<V> {
    /// The views, smallest first; never empty. Costs need not grow, but a dearer smaller view is never chosen.
    pub views: Vec<(V, u64)>,
}

/// What may still be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Characters.
    pub chars: u64,
    /// Files.
    pub files: usize,
}

/// Which view each candidate gets; the candidates past the returned length get none. `always` takes them all, at their
/// smallest where there is no room.
pub fn fit<V: Copy>(candidates: &[Candidate<V>], room: &mut Room, always: bool) -> Vec<V> {
    let smallest = |candidate: &Candidate<V>| candidate.views.first().copied();
    let mut left = room.chars;
    let mut chosen: Vec<(V, u64)> = Vec::new();
    for candidate in candidates {
        let Some((view, cost)) = smallest(candidate) else { break };
        if !always && (cost > left || chosen.len() >= room.files) {
            break;
        }
        left = left.saturating_sub(cost);
        chosen.push((view, cost));
    }
    for (chosen, candidate) in chosen.iter_mut().zip(candidates) {
        // From the largest down: the first that the room and this candidate's own share allow.
        let affordable = candidate.views.iter().rev().find(|(_, cost)| *cost <= left + chosen.1);
        if let Some((view, cost)) = affordable
            && *cost >= chosen.1
        {
            left = left + chosen.1 - cost;
            *chosen = (*view, *cost);
        }
    }
    room.chars = left;
    room.files = room.files.saturating_sub(chosen.len());
    chosen.into_iter().map(|(view, _)| view).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn candidates() -> impl Strategy<Value = Vec<Candidate<usize>>> {
        let views = proptest::collection::vec(0u64..60, 1..4).prop_map(|mut costs| {
            costs.sort_unstable();
            Candidate { views: costs.into_iter().enumerate().collect() }
        });
        proptest::collection::vec(views, 0..12)
    }

    proptest! {
        /// X1 and X3: never more than the room, and a larger room shows no fewer.
        #[test]
        fn the_room_holds_and_is_monotone(candidates in candidates(), chars in 0u64..300, more in 0u64..100, files in 0usize..14) {
            let mut room = Room { chars, files };
            let chosen = fit(&candidates, &mut room, false);
            let spent: u64 = chosen.iter().zip(&candidates).map(|(view, candidate)| candidate.views[*view].1).sum();
            prop_assert!(spent <= chars && chosen.len() <= files);
            prop_assert_eq!(room.chars, chars - spent);
            let larger = fit(&candidates, &mut Room { chars: chars + more, files }, false);
            prop_assert!(larger.len() >= chosen.len());
        }

        /// What must be read is all there, whatever the room.
        #[test]
        fn always_takes_all(candidates in candidates(), chars in 0u64..300) {
            let chosen = fit(&candidates, &mut Room { chars, files: 0 }, true);
            prop_assert_eq!(chosen.len(), candidates.len());
        }
    }
}
