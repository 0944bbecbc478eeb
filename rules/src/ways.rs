//! The ways of a name that the program `uses` needs: of the stars of a silent module, at most two.
//!
//! Modules that hand on each other wholesale make as many steps for each name as there are stars. Modules that reach
//! each other and say nothing themselves all see the same, which is what the modules beyond them lead to; and it takes
//! one module that leads to a home, or two that lead to different ones, to say what that is. So the stars are walked
//! once for each name (Tarjan's components, on a stack of its own), and the program runs over what is left. A module that
//! leads to one home leads there directly, so that a chain of modules is not walked again by the program.

use std::collections::{HashMap, HashSet};

use crate::uses::{Offer, Offers};
use crate::witness::Fx;

/// For each silent module and name, the offers that say all that its stars do.
pub(crate) type Ways = HashMap<Offer, Vec<Offer>, Fx>;

/// The targets of an offer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    Nowhere,
    To(Offer),
    Apart,
}

/// The most offers of which the walk keeps the targets from one name to the next.
const KEPT: usize = 1 << 16;

/// An offer on the stack of the walk.
struct Frame {
    offer: Offer,
    number: u32,
    /// The smallest number that it reaches among the offers that belong to no component yet.
    low: u32,
    next: Vec<Offer>,
    at: usize,
}

#[derive(Default)]
struct Walk {
    /// The number of each offer that was come to, and what it comes to once that is known.
    seen: HashMap<Offer, (u32, Option<Leads>), Fx>,
    frames: Vec<Frame>,
    /// Offers whose component is open, each with whether it is silent.
    open: Vec<(Offer, bool)>,
    /// The offers beyond the open components, in the order of the walk; each component has those from a mark on.
    beyond: Vec<(u32, Offer, Leads)>,
    /// The offers that the program comes to by other ways than those found here.
    needed: HashSet<Offer, Fx>,
    ways: Ways,
}

/// Finds the targets of all requested offers.
pub(crate) fn ways(offers: &dyn Offers, asked: &[Offer]) -> Ways {
    let mut walk = Walk { needed: asked.iter().copied().collect(), ..Walk::default() };
    let mut by_name = asked.to_vec();
    by_name.sort_unstable_by_key(|offer| (offer.name, offer.module));
    let mut last = None;
    for offer in by_name {
        if last.replace(offer.name) != Some(offer.name) && walk.seen.len() > KEPT {
            walk.seen = HashMap::default();
        }
        if !walk.seen.contains_key(&offer) {
            walk.enter(offers, offer);
            walk.run(offers);
        }
    }
    walk.ways
}

impl Walk {
    fn enter(&mut self, offers: &dyn Offers, offer: Offer) {
        let number = u32::try_from(self.seen.len()).unwrap_or(u32::MAX);
        let Offer { module, name } = offer;
        if offers.states(module, name) {
            self.seen.insert(offer, (number, Some(Leads::To(offer))));
            return;
        }
        let mut next = Vec::new();
        let handed_on = offers.hands_on(module, name);
        match handed_on {
            Some((module, name)) => {
                self.needed.insert(Offer { module, name });
                next.push(Offer { module, name });
            }
            None => offers.star(module, name, &mut |module| next.push(Offer { module, name })),
        }
        let is_silent = handed_on.is_none();
        self.seen.insert(offer, (number, None));
        self.open.push((offer, is_silent));
        self.frames.push(Frame { offer, number, low: number, next, at: 0 });
    }

    fn run(&mut self, offers: &dyn Offers) {
        while let Some(frame) = self.frames.last_mut() {
            let Some(next) = frame.next.get(frame.at).copied() else {
                self.leave();
                continue;
            };
            match self.seen.get(&next) {
                // It is looked at again once it has been walked.
                None => self.enter(offers, next),
                Some((number, None)) => {
                    frame.low = frame.low.min(*number);
                    frame.at += 1;
                }
                Some((_, Some(leads))) => {
                    if let Leads::To(home) = leads
                        && *home != next
                        && self.needed.contains(&next)
                    {
                        self.ways.entry(next).or_insert_with(|| vec![*home]);
                    }
                    if *leads != Leads::Nowhere {
                        self.beyond.push((frame.number, next, *leads));
                    }
                    frame.at += 1;
                }
            }
        }
    }

    /// Leaves the offer on top; where it is the first of its component, that is complete.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.low < frame.number {
            if let Some(above) = self.frames.last_mut() {
                above.low = above.low.min(frame.low);
            }
            return;
        }
        let (leads, ways) = self.beyond(frame.number);
        while let Some((offer, is_silent)) = self.open.pop() {
            if let Some(known) = self.seen.get_mut(&offer) {
                known.1 = Some(leads);
            }
            let is_passed = leads == Leads::Apart || self.needed.contains(&offer);
            if is_silent && is_passed && !ways.is_empty() {
                self.ways.insert(offer, ways.clone());
            }
            if offer == frame.offer {
                break;
            }
        }
    }

    /// The targets of the component that begins with a number, and the offers that suffice to prove them.
    fn beyond(&mut self, first: u32) -> (Leads, Vec<Offer>) {
        let (mut leads, mut ways) = (Leads::Nowhere, Vec::new());
        // What was found from within the component was found after its first offer was entered.
        let start = self.beyond.iter().rposition(|(number, ..)| *number < first).map_or(0, |at| at + 1);
        for (_, offer, more) in self.beyond.drain(start..) {
            if leads != Leads::Apart && leads != more {
                leads = if leads == Leads::Nowhere { more } else { Leads::Apart };
                ways.push(if let Leads::To(home) = more { home } else { offer });
            }
        }
        (leads, ways)
    }
}
