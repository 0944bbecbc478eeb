//! The map: every file by name, in the order of rank, before any source; as many as have room, and the rest counted.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::plain;
use super::reason::{is_set, short};
use crate::base::TextPart;
use crate::bundle::{Bundle, Item, Reduction, View, Why};

/// The most characters of the reason behind a path.
const REASON: usize = 48;

/// Writes the map.
pub fn write_map(out: &mut String, bundle: &Bundle) {
    let n_items: usize = bundle.bands.iter().map(|band| band.items.len()).sum();
    if n_items == 0 {
        return;
    }
    line!(out, "## map\n");
    let mut is_first = true;
    for band in &bundle.bands {
        let mapped: Vec<&Item> = band.items.iter().filter(|item| item.is_mapped).collect();
        if !mapped.is_empty() {
            line!(out, "{}{}\n", if is_first { "" } else { "\n" }, band.band);
            is_first = false;
        }
        for item in mapped {
            line!(out, "{}", of_item(item));
        }
    }
    let mut rest: BTreeMap<&str, usize> = BTreeMap::new();
    for item in bundle.bands.iter().flat_map(|band| &band.items).filter(|item| !item.is_mapped) {
        *rest.entry(item.why.first().map_or("", |why| why.query.as_str())).or_default() += 1;
    }
    if !rest.is_empty() {
        let counts: Vec<String> = rest.iter().map(|(query, count)| format!("{query} {count}")).collect();
        line!(out, "\n{}", plain::line("", &format!("… more below: {}", counts.join(", "))));
    }
    line!(out, "");
}

/// The line of an item.
pub fn of_item(item: &Item) -> String {
    entry(&item.path, item.view, item.reduced, item.lines, &item.why, &item.symbols)
}

/// A line: the path, its view, and why in a few words.
pub fn entry(
    path: &str,
    view: View,
    reduced: Option<Reduction>,
    lines: u32,
    why: &[Why],
    symbols: &[String],
) -> String {
    let size = match lines {
        0 => "listed".to_owned(),
        1 => "listed, 1 line".to_owned(),
        lines => format!("listed, {lines} lines"),
    };
    let view = if view == View::Listed { size } else { view.name().to_owned() };
    let cut = reduced.map(|why| format!(", cut: {}", why.name())).unwrap_or_default();
    let reason = why.first().map(|why| reason(why, symbols)).unwrap_or_default();
    plain::line("- ", &format!("{path} · {view}{cut} · {reason}"))
}

/// The query, and what the file has to do with it: the names that matter in it, or the first base fact.
fn reason(why: &Why, symbols: &[String]) -> String {
    let about = match (symbols, why.chain.first()) {
        ([first, rest @ ..], _) => rest.iter().fold(first.clone(), |text, name| format!("{text}, {name}")),
        ([], Some(link)) => {
            let to = match link.to.rsplit_once(':') {
                _ if is_set(link) => link.to.clone(),
                Some((_, name)) => name.to_owned(),
                None => short(&link.to),
            };
            format!("{} {to}", link.relation.replace('_', " "))
        }
        ([], None) => String::new(),
    };
    let text = if about.is_empty() { why.query.clone() } else { format!("{}: {about}", why.query) };
    if text.chars().count() <= REASON {
        return text;
    }
    let short: String = text.chars().take(REASON - 2).collect();
    let end = short.rfind([',', ' ']).unwrap_or(short.len());
    format!("{} …", short.part(..end).trim_end_matches([',', ':', ' ']))
}

/// The longest line that an item can have.
pub fn longest(path: &str, lines: u32, why: &[Why]) -> u64 {
    let Some(first) = why.first() else { return path.chars().count() as u64 };
    let named = entry(path, View::Listed, Some(Reduction::Unreadable), lines, why, &[]).chars().count();
    // The names that stand in place of the fact fill the reason at the most.
    let reason = reason(first, &[]).chars().count();
    (named + REASON.saturating_sub(reason)) as u64 + 1
}
