//! One file: its heading, its reasons, its excerpts with their line numbers; or its line in a list.

use std::fmt::Write;

use super::plain;
use super::reason::reasons;
use crate::base::{visible, visible_lines};
use crate::bundle::{Elided, Excerpt, Item, View};

/// Writes a file that is shown.
pub fn write_item(out: &mut String, item: &Item) {
    line!(out, "{}\n", heading(item));
    let reasons = reasons(&item.why, &item.path);
    for reason in &reasons {
        line!(out, "{reason}");
    }
    let gated = gated(item);
    gated.iter().for_each(|reason| {
        line!(out, "{reason}");
    });
    if !reasons.is_empty() || gated.is_some() {
        line!(out, "");
    }
    let text: String = item.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect();
    let fence = fence_for(&text);
    line!(out, "{fence}{}", item.language);
    let mut elided = item.elided.iter().peekable();
    for excerpt in &item.excerpts {
        while let Some(before) = elided.next_if(|it| it.first_line < excerpt.first_line) {
            line!(out, "{}", visible(&mark(before)));
        }
        write_excerpt(out, excerpt);
    }
    for after in elided {
        line!(out, "{}", visible(&mark(after)));
    }
    line!(out, "{fence}\n");
}

fn write_excerpt(out: &mut String, excerpt: &Excerpt) {
    for (number, text) in (excerpt.first_line..).zip(excerpt.text.lines()) {
        line!(out, "{number}\t{}", visible_lines(text));
    }
}

/// The heading of an item that is shown. What the map says of it is not said again.
pub fn heading(item: &Item) -> String {
    if item.is_mapped {
        return plain::line("### ", &item.path);
    }
    let view = if item.view == View::Full { String::new() } else { format!(" · {}", item.view) };
    let reduced = item.reduced.map(|why| format!(" · reduced: {why}")).unwrap_or_default();
    plain::line("### ", &format!("{}{}{view}{reduced}", item.path, symbols(&item.symbols, item.more_symbols)))
}

/// The names behind a path.
pub fn symbols(names: &[String], more: usize) -> String {
    match (names, more) {
        ([], _) => String::new(),
        (_, 0) => format!(" — {}", names.join(", ")),
        (_, more) => format!(" — {}, +{more} more", names.join(", ")),
    }
}

/// The gate's reason for a file that it collapsed.
pub fn gated(item: &Item) -> Option<String> {
    let gate = item.sizing.as_ref()?.gate.as_ref().filter(|gate| gate.collapses)?;
    matches!(item.view, View::Focused | View::Skeleton).then(|| one_of_many(&gate.because))
}

/// The kinship of a collapsed file; the conditions of the gate are in the JSON.
pub fn one_of_many(because: &str) -> String {
    let kin = because.strip_prefix("skeleton because ").unwrap_or(because);
    plain::line("- ", &format!("signatures: {}", kin.split_once(", lies on no").map_or(kin, |(kin, _)| kin)))
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

/// A fence longer than any run of backticks inside.
pub fn fence_for(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
