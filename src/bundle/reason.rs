//! Reasons as lines of text: what is printed, and so what is charged.

use super::item::{ChainLink, Elided, Gate, Item, Reduction, Why};
use super::plain;
use super::view::View;

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
        lines.push(plain::line("- ", &format!("{}{}", names.join(", "), fact(reason, path))));
        if reason.hops > 1 {
            let steps = reason.chain.iter().skip(1);
            let step = |link: &ChainLink| format!("{} {} → {}", short(&link.at), link.relation, short(&link.to));
            lines.extend(steps.map(|link| plain::line("  - ", &step(link))));
        }
    }
    lines
}

/// A file that is only listed, in one line: its path, its size, and the first reason.
pub fn entry(path: &str, lines: u32, reduced: Option<Reduction>, why: &[Why]) -> String {
    let size = match lines {
        0 => String::new(),
        1 => " (1 line)".to_owned(),
        lines => format!(" ({lines} lines)"),
    };
    let reduced = reduced.map(|why| format!(", only listed: {why}")).unwrap_or_default();
    let why = why.first().map(|why| format!(" · {}{}", name(why), fact(why, path))).unwrap_or_default();
    plain::line("- ", &format!("{path}{size}{reduced}{why}"))
}

/// The heading of an item that is shown.
pub fn heading(item: &Item) -> String {
    let view = if item.view == View::Full { String::new() } else { format!(" · {}", item.view) };
    let reduced = item.reduced.map(|why| format!(" · reduced: {why}")).unwrap_or_default();
    plain::line("### ", &format!("{}{}{view}{reduced}", item.path, symbols(&item.symbols, item.more_symbols)))
}

/// The names behind a path.
fn symbols(names: &[String], more: usize) -> String {
    match (names, more) {
        ([], _) => String::new(),
        (_, 0) => format!(" — {}", names.join(", ")),
        (_, more) => format!(" — {}, +{more} more", names.join(", ")),
    }
}

/// What the gate says of a file that it collapsed.
pub fn gated(item: &Item) -> Option<String> {
    let gate = item.sizing.as_ref()?.gate.as_ref().filter(|gate| gate.collapses)?;
    matches!(item.view, View::Focused | View::Skeleton)
        .then(|| plain::line("- ", &format!("{}; read the file for a full body", gate.because)))
}

/// The characters of what is printed around the excerpts of a file: its heading, its reasons, the fences.
pub fn around(path: &str, why: &[Why], names: &[String], gate: Option<&Gate>) -> u64 {
    /// `### `, the longest view and remark, `+99 more`, the fences with their language, and the line feeds.
    const MARKS: usize = 80;
    /// What is said behind the gate's reason.
    const GATED: usize = 35;
    let reasons: usize = reasons(why, path).iter().map(|line| line.chars().count() + 1).sum();
    let gate = gate.filter(|gate| gate.collapses).map_or(0, |gate| gate.because.chars().count() + GATED);
    (path.chars().count() + reasons + gate + symbols(names, 0).chars().count() + MARKS) as u64
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
    let mut text =
        if first_line == last_line { format!("… {first_line}") } else { format!("… {first_line}-{last_line}") };
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

/// The name of a query; the author's words stand once, above the files.
fn name(why: &Why) -> String {
    why.query.clone()
}

/// The first base fact of a reason, and how many more there are. The item's own path is not said again.
fn fact(why: &Why, path: &str) -> String {
    let Some(link) = why.chain.first() else { return String::new() };
    let own = |text: &str| text.strip_prefix(path).map(|rest| rest.trim_start_matches(':').to_owned());
    let at = own(&link.at).unwrap_or_else(|| short(&link.at));
    let to = own(&link.to).unwrap_or_else(|| short(&link.to));
    let arrow = if to.is_empty() { "this".to_owned() } else { to };
    let more = if why.hops > 1 { further(&[], why.more, path) } else { further(&why.chain[1..], why.more, path) };
    format!(": {at} {} → {arrow}{more}", link.relation)
}

/// The further facts of a reason: the lines of those in the file itself, as each may be a place to change, and how many
/// others there are.
fn further(links: &[ChainLink], more: usize, path: &str) -> String {
    let line = |link: &ChainLink| {
        let place = link.at.strip_prefix(path)?.strip_prefix(':')?;
        place.split(':').next().map(str::to_owned)
    };
    let mut lines: Vec<String> = links.iter().filter_map(line).collect();
    lines.dedup();
    let others = more + links.iter().filter(|link| line(link).is_none()).count();
    let at = if lines.is_empty() { String::new() } else { format!(", and at {}", lines.join(", ")) };
    let others = if others > 0 { format!(", and {others} more") } else { String::new() };
    at + &others
}

/// A place or a symbol with the last two parts of its path: enough to tell it in prose; the JSON has all of it.
pub fn short(text: &str) -> String {
    const PARTS: usize = 2;
    let from = text.rmatch_indices('/').nth(PARTS - 1).map_or(0, |(at, _)| at + 1);
    text[from..].to_owned()
}
