//! Reasons as lines of text: what is printed, and so what is charged.

use super::item::{Elided, Item, Why};

/// The reasons of an item that is shown: one line for each base fact that they stand on, and the further steps of a
/// chain below it.
pub fn reasons(why: &[Why], path: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut told: Vec<&Why> = Vec::new();
    for reason in why {
        if told.iter().any(|other| same_fact(other, reason)) {
            continue;
        }
        told.push(reason);
        let others = why.iter().filter(|other| !std::ptr::eq(*other, reason) && same_fact(other, reason));
        let mut names: Vec<String> = std::iter::once(reason).chain(others).map(name).collect();
        names.dedup();
        lines.push(format!("- {}{}", names.join(", "), fact(reason, path)));
        if reason.hops > 1 {
            let steps = reason.chain.iter().skip(1);
            lines.extend(steps.map(|link| format!("  - {} {} → {}", link.at, link.relation, link.to)));
        }
    }
    lines
}

/// A file that is only listed, in one line: its path, its size, and the first reason.
pub fn entry(path: &str, lines: u32, reduced: Option<&str>, why: &[Why]) -> String {
    let size = match lines {
        0 => String::new(),
        1 => " (1 line)".to_owned(),
        lines => format!(" ({lines} lines)"),
    };
    let reduced = reduced.map(|why| format!(", only listed: {why}")).unwrap_or_default();
    let why = why.first().map(|why| format!(" · {}{}", name(why), fact(why, path))).unwrap_or_default();
    format!("- {path}{size}{reduced}{why}")
}

/// The heading of an item that is shown.
pub fn heading(item: &Item) -> String {
    let view = if item.view == "full" { String::new() } else { format!(" · {}", item.view) };
    let reduced = item.reduced.map(|why| format!(" · reduced: {why}")).unwrap_or_default();
    format!("### {}{view}{reduced}", item.path)
}

/// Lines that are left out, with as many of the names that stand there as fit into a short mark.
pub fn elide(first_line: u32, last_line: u32, names: Vec<String>) -> Elided {
    const NAMES: usize = 6;
    const LETTERS: usize = 90;
    let n_names = names.len();
    let mut letters = 0;
    let shown = names.into_iter().take(NAMES).take_while(|name| {
        letters += name.chars().count() + 2;
        letters <= LETTERS
    });
    let names: Vec<String> = shown.collect();
    let more = n_names - names.len();
    Elided { first_line, last_line, names, more }
}

/// The mark for lines that are left out. It is of no language: `… 41-88: parse_header, parse_body, +3`.
pub fn mark(elided: &Elided) -> String {
    let Elided { first_line, last_line, names, more } = elided;
    let mut text = if first_line == last_line { format!("… {first_line}") } else { format!("… {first_line}-{last_line}") };
    if !names.is_empty() {
        text.push_str(": ");
        text.push_str(&names.join(", "));
        if *more > 0 {
            text.push_str(&format!(", +{more}"));
        }
    }
    text
}

fn same_fact(one: &Why, other: &Why) -> bool {
    one.hops == other.hops && one.chain.first() == other.chain.first()
}

/// The name of a query, with the author's words.
fn name(why: &Why) -> String {
    if why.because.is_empty() { why.query.clone() } else { format!("{} ({})", why.query, why.because) }
}

/// The first base fact of a reason, and how many more there are. The item's own path is not said again.
fn fact(why: &Why, path: &str) -> String {
    let Some(link) = why.chain.first() else { return String::new() };
    let at = link.at.strip_prefix(path).and_then(|rest| rest.strip_prefix(':')).unwrap_or(&link.at);
    let more = why.more + if why.hops > 1 { 0 } else { why.chain.len() - 1 };
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!(": {at} {} → {}{more}", link.relation, link.to)
}
