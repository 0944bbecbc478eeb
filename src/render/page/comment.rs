//! A comment for a pull request: what the change does not show, and what was cut.

use std::fmt::Write;

use super::read::{BundleJson, JsonItem};
use crate::base::{counted, visible};

/// So many files are lines of the table; the rest is folded.
const FILES: usize = 15;
/// The most characters of a comment: GitHub takes 65,536.
const MOST: usize = 60_000;

/// The mark by which the comment is found again.
pub fn mark(task_class: &str) -> String {
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-' || *letter == '_';
    format!("<!-- cg-bundle: {} -->", task_class.chars().filter(is_plain).collect::<String>())
}

/// The comment of a bundle.
pub fn comment(bundle: &BundleJson) -> String {
    let items: Vec<&JsonItem> = bundle.items().filter(|item| !bundle.is_given(&item.path)).collect();
    let (shown, listed): (Vec<&JsonItem>, Vec<&JsonItem>) = items.iter().partition(|item| item.view != "listed");
    let mut out = format!("{}\n### Beside the change: {}\n\n", mark(&bundle.task_class), plain(&bundle.task_class));
    let used = &bundle.budget.used;
    let _ = writeln!(
        out,
        "{} · {} that the change does not show · about {} tokens of {} · {}",
        plain(&bundle.status.replace('_', " ")),
        counted(shown.len(), "file"),
        used.tokens,
        bundle.budget.max_chars / 4,
        code(&bundle.seal.chars().take(12).collect::<String>())
    );
    if !shown.is_empty() {
        out += "\n| file | band | why | fact |\n|---|---|---|---|\n";
        shown.iter().take(FILES).for_each(|item| row(&mut out, item));
        fold(&mut out, "more files", shown.get(FILES..).unwrap_or(&[]));
    }
    fold(&mut out, "files that are only listed", &listed);
    cut(&mut out, bundle);
    match out.char_indices().nth(MOST) {
        None => out,
        // A table or a fold that is cut in half is still text.
        Some((end, _)) => format!("{}\n\n…\n", out.get(..end).unwrap_or("")),
    }
}

fn row(out: &mut String, item: &JsonItem) {
    let why = item.why.first();
    let because = why.map_or("", |why| if why.because.is_empty() { &why.query } else { &why.because });
    let fact = why.and_then(|why| why.chain.first());
    let fact = fact.map(|fact| code(&format!("{} {} {}", fact.at, fact.relation, fact.to))).unwrap_or_default();
    let band = item.band.strip_suffix("_read").unwrap_or(&item.band);
    let _ = writeln!(out, "| {} | {} | {} | {fact} |", code(&item.path), plain(band), plain(because));
}

fn fold(out: &mut String, title: &str, items: &[&JsonItem]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n<details><summary>{} {title}</summary>\n", items.len());
    for item in items {
        let _ = writeln!(out, "- {} · {}", code(&item.path), code(item.query()));
    }
    *out += "\n</details>\n";
}

/// The respects in which the bundle falls short, and how many files each query left out.
fn cut(out: &mut String, bundle: &BundleJson) {
    let mut lines: Vec<String> = bundle.missing.iter().map(|it| plain(&it.what)).collect();
    for query in bundle.queries.iter().filter(|query| query.over_cap + query.deferred > 0) {
        let (over, deferred) = (query.over_cap, query.deferred);
        lines.push(format!("{}: {over} past its cap, {deferred} left out", code(&query.name)));
    }
    if lines.is_empty() {
        *out += "\nNothing was cut.\n";
        return;
    }
    *out += "\n**Cut or left out**\n\n";
    for line in lines {
        let _ = writeln!(out, "- {line}");
    }
}

/// A text as code: nothing in it is markup, a mention, or the end of a cell.
fn code(text: &str) -> String {
    let text = visible(text).replace('\n', " ").replace('|', "\\|");
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.contains('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text whose letters open no markup and mention nobody.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for letter in visible(text).replace('\n', " ").chars() {
        match letter {
            // A mention is no mention with a space of no width behind the sign, and an escape does not stop one.
            '@' => out.push_str("@\u{200b}"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '*' | '_' | '[' | ']' | '#' | '!' | '|' | '`' => out.extend(['\\', letter]),
            _ => out.push(letter),
        }
    }
    out
}
