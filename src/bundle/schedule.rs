//! Gives out a room of characters, step by step, in an order that no budget changes: a larger room takes a longer prefix
//! of the same steps, so that it never shows less (X3). Inside one class of steps the queries of a band take turns by the
//! characters that each was given, so that none starves another (S0.28, S1.19); what one leaves goes to the next.

use std::collections::{BTreeMap, VecDeque};

use super::view::Urgency;

/// One increment of a file's text: a rung of its ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Increment {
    /// The characters of the file after the step.
    pub cost: u64,
    /// Its urgency; never less than that of the step before.
    pub class: Urgency,
    /// Its place among the steps of its owner in this class: those of one place keep the order of rank.
    pub place: u32,
    /// It waits for the later turn of its file, as all steps behind it do.
    pub is_later: bool,
}

/// A turn in the order of service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// A group is served before the next, but for steps that are oversize.
    pub group: usize,
    /// The query that it is for.
    pub owner: usize,
}

/// A file that competes for room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its turn.
    pub turn: Turn,
    /// The turn of what only a query of a lower band wants of it: of a later group.
    pub later: Turn,
    /// Its steps, each costlier than the one before.
    pub steps: Vec<Increment>,
}

/// The steps that entrants take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scheduled {
    /// How many steps each entrant takes.
    pub taken: Vec<usize>,
    /// The groups that ended at their own bound, which no larger room lifts.
    pub ended: Vec<usize>,
}

/// The steps that entrants take. Entrants are in order of rank; `bound` is the most characters of a group. A group ends with
/// the first step that is too large for its bound, and the room that it leaves goes to the next.
pub fn schedule(entrants: &[Entrant], room: u64, bound: &dyn Fn(usize) -> Option<u64>) -> Scheduled {
    let mut scheduled = Scheduled { taken: vec![0; entrants.len()], ended: Vec::new() };
    let mut left = room;
    let mut of_groups: BTreeMap<usize, u64> = BTreeMap::new();
    for phase in phases(entrants) {
        let of_group = of_groups.entry(phase.0).or_insert_with(|| bound(phase.0).unwrap_or(u64::MAX));
        let mut queues = queues(entrants, phase);
        let mut spent: BTreeMap<usize, u64> = queues.keys().map(|owner| (*owner, 0)).collect();
        while !scheduled.ended.contains(&phase.0) {
            let Some(owner) = next(&queues, &spent, phase.1) else { break };
            let Some((at, step)) = queues.get_mut(&owner).and_then(VecDeque::pop_front) else { break };
            // Behind a step that a bound kept back there is nothing to add.
            if scheduled.taken[at] < step {
                continue;
            }
            let steps = &entrants[at].steps;
            let below = if step == 0 { 0 } else { steps[step - 1].cost };
            let cost = steps[step].cost.saturating_sub(below);
            if cost > *of_group {
                scheduled.ended.push(phase.0);
                break;
            }
            if cost > left {
                return scheduled;
            }
            left -= cost;
            *of_group -= cost;
            scheduled.taken[at] = step + 1;
            *spent.entry(owner).or_default() += cost;
            if queues.get(&owner).is_some_and(VecDeque::is_empty) {
                queues.remove(&owner);
            }
        }
    }
    scheduled
}

/// A group, and a class of its steps.
type Phase = (usize, Urgency);

/// All groups class by class, and the oversize steps of all behind them.
fn phases(entrants: &[Entrant]) -> Vec<Phase> {
    let mut groups: Vec<usize> = entrants.iter().flat_map(|it| [it.turn.group, it.later.group]).collect();
    groups.sort_unstable();
    groups.dedup();
    let regular =
        groups.iter().flat_map(|group| [Urgency::Entry, Urgency::Named, Urgency::Rest].map(|class| (*group, class)));
    let mut phases: Vec<Phase> = regular.collect();
    phases.extend(groups.iter().map(|group| (*group, Urgency::Oversize)));
    phases
}

/// The steps of a phase by owner. Entries keep the order of rank over all owners.
fn queues(entrants: &[Entrant], (group, class): Phase) -> BTreeMap<usize, VecDeque<(usize, usize)>> {
    let mut queues: BTreeMap<usize, VecDeque<(usize, usize)>> = BTreeMap::new();
    for (at, entrant) in entrants.iter().enumerate() {
        // A step behind an oversize one waits with it.
        let held = entrant.steps.iter().position(|step| step.class == Urgency::Oversize).unwrap_or(usize::MAX);
        for (place, step) in entrant.steps.iter().enumerate() {
            let effective = if place >= held { Urgency::Oversize } else { step.class };
            let turn = if step.is_later { entrant.later } else { entrant.turn };
            if effective == class && turn.group == group {
                let owner = if class == Urgency::Entry { 0 } else { turn.owner };
                queues.entry(owner).or_default().push_back((at, place));
            }
        }
    }
    // Of one file each place is at least that of the step before.
    if class != Urgency::Entry {
        let place = |(at, step): &(usize, usize)| entrants[*at].steps[*step].place;
        queues.values_mut().for_each(|queue| queue.make_contiguous().sort_by_key(place));
    }
    queues
}

/// The owner that was given least in this phase.
fn next(
    queues: &BTreeMap<usize, VecDeque<(usize, usize)>>,
    spent: &BTreeMap<usize, u64>,
    class: Urgency,
) -> Option<usize> {
    if class == Urgency::Entry {
        return queues.keys().next().copied();
    }
    queues.keys().copied().min_by_key(|owner| (spent.get(owner).copied().unwrap_or(0), *owner))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entrants() -> impl Strategy<Value = Vec<Entrant>> {
        let steps = proptest::collection::vec((1u64..60, 0usize..4), 0..5);
        let turn = (0usize..3, 0usize..3).prop_map(|(group, owner)| Turn { group, owner });
        let one =
            (turn, 0usize..3, steps, 0u32..3, 1usize..6).prop_map(|(turn, behind, deltas, apart, first_later)| {
                let (mut cost, mut class, mut place) = (0, Urgency::Entry, 0);
                let steps = deltas.into_iter().enumerate().map(|(at, (delta, of))| {
                    cost += delta;
                    let of = [Urgency::Entry, Urgency::Named, Urgency::Rest, Urgency::Oversize][of];
                    class = if at == 0 { class } else { class.max(of).max(Urgency::Named) };
                    place += apart;
                    let is_later = at >= first_later;
                    // What waits for another turn begins anew with the classes.
                    class = if at == first_later { of.max(Urgency::Named) } else { class };
                    Increment { cost, class, place, is_later }
                });
                let steps = steps.collect();
                Entrant { turn, later: Turn { group: turn.group + 1 + behind, owner: 7 }, steps }
            });
        proptest::collection::vec(one, 0..14)
    }

    fn taken(entrants: &[Entrant], room: u64) -> Vec<usize> {
        schedule(entrants, room, &|_| None).taken
    }

    fn spent(entrants: &[Entrant], taken: &[usize]) -> u64 {
        let cost = |(it, taken): (&Entrant, &usize)| taken.checked_sub(1).map_or(0, |last| it.steps[last].cost);
        entrants.iter().zip(taken).map(cost).sum()
    }

    proptest! {
        /// X1: never more than the room.
        #[test]
        fn the_room_holds(entrants in entrants(), room in 0u64..900) {
            let taken = taken(&entrants, room);
            prop_assert!(spent(&entrants, &taken) <= room);
        }

        /// X3: in a larger room each file has at least as many steps.
        #[test]
        fn a_larger_room_never_shows_less(entrants in entrants(), room in 0u64..900, more in 0u64..300) {
            let (small, large) = (taken(&entrants, room), taken(&entrants, room + more));
            prop_assert!(small.iter().zip(&large).all(|(small, large)| small <= large), "{small:?} {large:?}");
        }

        /// A group takes no more than its bound, and a larger room never shows less, whatever the bounds.
        #[test]
        fn the_bound_of_a_group_holds(
            entrants in entrants(), room in 0u64..900, more in 0u64..300, bounds in proptest::array::uniform3(0u64..200),
        ) {
            let bound = |group: usize| bounds.get(group).copied().filter(|bound| *bound > 20);
            let (small, large) = (schedule(&entrants, room, &bound), schedule(&entrants, room + more, &bound));
            prop_assert!(small.taken.iter().zip(&large.taken).all(|(small, large)| small <= large), "{small:?} {large:?}");
            for group in 0..3 {
                let of_group = |it: &Entrant, taken: usize| {
                    let mut below = 0;
                    let steps = it.steps.iter().take(taken).map(|step| {
                        let turn = if step.is_later { it.later } else { it.turn };
                        let cost = if turn.group == group { step.cost - below } else { 0 };
                        below = step.cost;
                        cost
                    });
                    steps.sum::<u64>()
                };
                let spent: u64 = entrants.iter().zip(&large.taken).map(|(it, taken)| of_group(it, *taken)).sum();
                prop_assert!(bound(group).is_none_or(|bound| spent <= bound));
                prop_assert!(bound(group).is_some() || !large.ended.contains(&group));
            }
        }

        /// Where there is room for all, each has all of its steps.
        #[test]
        fn enough_room_serves_everything(entrants in entrants(), more in 0u64..100) {
            let all: Vec<usize> = entrants.iter().map(|it| it.steps.len()).collect();
            let room = spent(&entrants, &all) + more;
            prop_assert_eq!(taken(&entrants, room), all);
        }

        /// S0.28: what is left over is less than one step of those that want more.
        #[test]
        fn what_is_left_over_is_less_than_a_step(entrants in entrants(), room in 0u64..900) {
            let taken = taken(&entrants, room);
            let left = room - spent(&entrants, &taken);
            let next = entrants.iter().zip(&taken).filter_map(|(it, taken)| {
                let below = taken.checked_sub(1).map_or(0, |last| it.steps[last].cost);
                it.steps.get(*taken).map(|step| step.cost - below)
            });
            let most = next.max();
            prop_assert!(most.is_none_or(|most| left < most), "{left} {most:?}");
        }
    }

    /// No query starves another: of two with the same wishes, neither is given more than one step above the other.
    #[test]
    fn queries_take_turns() {
        let file = |owner| Entrant {
            turn: Turn { group: 0, owner },
            later: Turn { group: 1, owner },
            steps: (1..9)
                .map(|at| Increment {
                    cost: at * 10,
                    class: if at == 1 { Urgency::Entry } else { Urgency::Rest },
                    place: 0,
                    is_later: false,
                })
                .collect(),
        };
        let entrants: Vec<Entrant> = [0, 0, 0, 1, 1, 1].map(file).to_vec();
        let taken = taken(&entrants, 160);
        let of = |owner: usize| {
            taken.iter().zip(&entrants).filter(|(_, it)| it.turn.owner == owner).map(|(n, _)| *n).sum::<usize>()
        };
        assert_eq!((of(0), of(1)), (8, 8), "{taken:?}");
    }

    /// The part of a file that a lower band wants waits for the files of that band, and a file that it alone wants does not.
    #[test]
    fn what_a_lower_band_wants_waits_for_it() {
        let (named, rest) = (Urgency::Named, Urgency::Rest);
        let step = |cost, class, is_later| Increment { cost, class, place: 0, is_later };
        let (must, should) = (Turn { group: 0, owner: 0 }, Turn { group: 2, owner: 1 });
        let both = [(10, Urgency::Entry, false), (20, rest, false), (90, named, true)];
        let both = both.map(|(cost, class, is_later)| step(cost, class, is_later)).to_vec();
        let entrants = [
            Entrant { turn: must, later: should, steps: both },
            Entrant { turn: should, later: should, steps: vec![step(10, Urgency::Entry, false)] },
        ];
        assert_eq!(taken(&entrants, 20), [2, 0]);
        assert_eq!(taken(&entrants, 30), [2, 1]);
        assert_eq!(taken(&entrants, 100), [3, 1]);
    }

    /// The passages of several files are served in the order of their places, whichever file they are in.
    #[test]
    fn places_order_the_steps_of_all_files() {
        let file = |places: [u32; 3]| Entrant {
            turn: Turn { group: 0, owner: 0 },
            later: Turn { group: 1, owner: 0 },
            steps: (1..)
                .zip(places)
                .map(|(at, place)| Increment {
                    cost: at * 10,
                    class: if at == 1 { Urgency::Entry } else { Urgency::Named },
                    place,
                    is_later: false,
                })
                .collect(),
        };
        let entrants = [file([0, 2, 5]), file([0, 1, 3]), file([0, 4, 6])];
        assert_eq!(taken(&entrants, 30), [1, 1, 1]);
        assert_eq!(taken(&entrants, 60), [2, 3, 1]);
        assert_eq!(taken(&entrants, 70), [2, 3, 2]);
    }
}
