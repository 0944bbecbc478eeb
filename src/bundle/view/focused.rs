//! `focused`: the bodies that matter of a file whose rest is signatures (S0.15).

use super::lines::LineSet;
use super::page::Page;
use super::skeleton::skeleton;
use super::window::window;
use super::{Grain, Marks};

/// The tiers of what is never reduced to a signature: exact names and the steps of the flow.
const WINDOWED: u8 = 1;

/// A definition whose body matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its place on the page.
    pub definition: usize,
    /// 0 an exact name, 1 a named step of the flow, 2 a step that was not named, 3 uniquely named, 4 named in the base
    /// of its family.
    pub tier: u8,
}

/// The signatures, with the bodies that fit, by tier; `None` where not even the signatures fit. The best body is always
/// there, if only as a window.
pub fn focused(page: &Page<'_>, marks: &Marks, grain: Grain, cap: u64) -> Option<LineSet> {
    let first: Vec<usize> = marks.bodies.iter().map(|body| body.definition).collect();
    let mut lines = skeleton(page, &first, grain.signatures);
    let fits = |lines: &LineSet| page.cost(&page.settle(lines)) <= cap;
    if !fits(&lines) {
        // Bodies matter more than the list of what else there is.
        lines = skeleton(page, &first, first.len().max(1));
    }
    let mut bodies = marks.bodies.clone();
    // The sort is stable: inside a tier the order of the flow holds.
    bodies.sort_by_key(|body| body.tier);
    let mut n_shown = 0;
    for body in bodies {
        let row = &page.definitions[body.definition];
        let whole = lines.with(&LineSet::of(page.start(row), row.end_line));
        if fits(&whole) {
            lines = whole;
            n_shown += 1;
        } else if (body.tier <= WINDOWED || n_shown == 0)
            && let Some(part) = window(page, &lines, row, &marks.sites, cap)
        {
            lines = part;
            n_shown += 1;
        }
    }
    fits(&lines).then_some(lines)
}
