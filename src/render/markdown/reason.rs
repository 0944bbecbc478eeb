//! The parts of a reason that are printed; the JSON has all of them.

use crate::base::TextPart;
use crate::bundle::ChainLink;

/// Whether a link says that a file is in a set or not: its end is the set as written, and no part of it is the reason.
pub fn is_set(link: &ChainLink) -> bool {
    matches!(link.relation, "in" | "not_in")
}

/// A place or a symbol with the last two parts of its path: enough for prose; the JSON has all of it.
pub fn short(text: &str) -> String {
    const PARTS: usize = 2;
    let from = text.rmatch_indices('/').nth(PARTS - 1).map_or(0, |(at, _)| at + 1);
    text.part(from..).to_owned()
}
