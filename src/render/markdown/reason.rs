//! Reasons as lines of text.

use super::plain;
use crate::base::TextPart;
use crate::bundle::{ChainLink, Why};
use crate::primitive::IMPORTED_BY;

/// The most reasons that are printed; the JSON has all of them, and the steps behind each first fact.
const MOST: usize = 2;

/// The reasons of an item that is shown: one line for each base fact that they stand on. What has no fact, the map says.
pub fn reasons(why: &[Why], path: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut printed: Vec<&Why> = Vec::new();
    for reason in why.iter().filter(|reason| !reason.chain.is_empty()) {
        if printed.len() == MOST {
            break;
        }
        if printed.iter().any(|other| same_fact(other, reason)) {
            continue;
        }
        printed.push(reason);
        let others = why.iter().filter(|other| !std::ptr::eq(*other, reason) && same_fact(other, reason));
        let mut names: Vec<String> = std::iter::once(reason).chain(others).map(name).collect();
        names.dedup();
        lines.push(plain::line("- ", &format!("{}{}", names.join(", "), fact(reason, path))));
    }
    lines
}

fn same_fact(one: &Why, other: &Why) -> bool {
    one.hops == other.hops && one.chain.first() == other.chain.first()
}

/// The name of a query; the author's words stand once, above the files.
pub fn name(why: &Why) -> String {
    why.query.clone()
}

/// The first base fact of a reason, and how many more there are. The item's own path is not said again.
pub fn fact(why: &Why, path: &str) -> String {
    let Some(link) = why.chain.first() else { return String::new() };
    if link.relation == IMPORTED_BY {
        return format!(": {IMPORTED_BY} {}", link.to);
    }
    if is_set(link) {
        return format!(": {} {}", link.relation.replace('_', " "), link.to);
    }
    let own = |text: &str| text.strip_prefix(path).map(|rest| rest.trim_start_matches(':').to_owned());
    let at = own(&link.at).unwrap_or_else(|| short(&link.at));
    let to = own(&link.to).unwrap_or_else(|| short(&link.to));
    let arrow = if to.is_empty() { "this".to_owned() } else { to };
    let more = if why.hops > 1 { further(&[], why.more, path) } else { further(&why.chain[1..], why.more, path) };
    format!(": {at} {} → {arrow}{more}", link.relation)
}

/// Whether a link says that a file is in a set or not: its end is the set as written, and no part of it is the reason.
pub fn is_set(link: &ChainLink) -> bool {
    matches!(link.relation, "in" | "not_in")
}

/// The further facts of a reason: the lines of those in the file itself, as each may be a place to change, and how many
/// others there are.
fn further(links: &[ChainLink], more: usize, path: &str) -> String {
    let line = |link: &ChainLink| {
        let place = link.at.strip_prefix(path)?.strip_prefix(':')?;
        place.split(':').next().map(str::to_owned)
    };
    const LINES: usize = 8;
    let mut lines: Vec<String> = links.iter().filter_map(line).collect();
    lines.dedup();
    let others = more + links.iter().filter(|link| line(link).is_none()).count() + lines.len().saturating_sub(LINES);
    lines.truncate(LINES);
    let at = if lines.is_empty() { String::new() } else { format!(", and at {}", lines.join(", ")) };
    let others = if others > 0 { format!(", and {others} more") } else { String::new() };
    at + &others
}

/// A place or a symbol with the last two parts of its path: enough for prose; the JSON has all of it.
pub fn short(text: &str) -> String {
    const PARTS: usize = 2;
    let from = text.rmatch_indices('/').nth(PARTS - 1).map_or(0, |(at, _)| at + 1);
    text.part(from..).to_owned()
}
