//! Edits of indexed files: which of them the probe sees. Every edit is made at every place where it can be made, so that
//! a rate is that of the fixture and not of a draw.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::base::Position;
use cg_bundle::scip::{Decoded, DocumentText, LOCAL, Surroundings, Verdict, open, probe};

const FIXTURES: &str = "tests/fixtures/scip";

struct Fixture {
    decoded: Decoded,
    texts: BTreeMap<String, String>,
}

fn fixture(index: &str) -> Fixture {
    let path = Path::new(FIXTURES).join(index);
    let root: PathBuf = path.parent().expect("a folder").to_owned();
    let decoded = open(&[("index.scip".to_owned(), path)]).expect("an index");
    let text = |path: &str| fs::read_to_string(root.join(path)).expect("a source");
    let texts = decoded.documents.iter().map(|it| (it.path.to_string(), text(&it.path))).collect();
    Fixture { decoded, texts }
}

/// Where words start, comments aside: what a parse would call the names of a text.
fn names(text: &str) -> Vec<Position> {
    let mut names = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let code = text.split(" #").next().unwrap_or("");
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        for (at, letter) in code.char_indices() {
            if is_word(letter) && !code[..at].ends_with(is_word) {
                names.push(Position { line: line as u32 + 1, column: at as u32 + 1 });
            }
        }
    }
    names
}

impl Fixture {
    /// Whether the probe takes a document for stale when its file has this text.
    fn sees(&self, path: &str, text: &str) -> bool {
        let around = Surroundings { files: &[], stamps: &[], notes: &[] };
        let probed = probe(&self.decoded, &around, |document| {
            let text = if *document.path == *path { text } else { self.texts[&*document.path].as_str() };
            Some(DocumentText {
                text: text.as_bytes().into(),
                names: Some(names(text).into()),
                ..DocumentText::default()
            })
        });
        let at = self.decoded.documents.iter().position(|it| *it.path == *path).expect("a document");
        for (other, verdict) in probed.verdicts.iter().enumerate() {
            let by_reference = matches!(verdict, Verdict::Stale { evidence: cg_bundle::scip::Evidence::Reference, .. });
            assert!(other == at || *verdict == Verdict::Fresh || by_reference, "{path}: {verdict:?}");
        }
        matches!(probed.verdicts[at], Verdict::Stale { .. })
    }

    /// The names that a document defines, so far as they are words. Modules are not asked for their names.
    fn defined(&self, path: &str) -> Vec<String> {
        let document = self.decoded.documents.iter().find(|it| *it.path == *path).expect("a document");
        let lines: Vec<&str> = self.texts[path].split('\n').collect();
        let mut names = Vec::new();
        let occurrences = self.decoded.occurrences_of(document).iter();
        let is_named = |symbol: u32| symbol != LOCAL && !self.decoded.symbol(symbol).ends_with('/');
        for it in occurrences.filter(|it| it.is_definition() && is_named(it.symbol)) {
            let line: &str = lines[it.range.start_line as usize];
            let span = it.range.start_column as usize..it.range.end_column as usize;
            let name = line.get(span).unwrap_or("");
            if line.is_ascii() && !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_') {
                names.push(name.to_owned());
            }
        }
        names.sort();
        names.dedup();
        names
    }
}

/// A text with each whole word of that name replaced.
fn renamed(text: &str, name: &str, other: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_part = before.ends_with(is_word) || after.starts_with(is_word) || at == 0 && out.ends_with(is_word);
        out.push_str(before);
        out.push_str(if is_part { name } else { other });
        rest = after;
    }
    out + rest
}

fn with_line(lines: &[&str], at: usize, line: &str) -> String {
    let mut lines = lines.to_vec();
    lines.insert(at, line);
    lines.join("\n")
}

/// All texts that one kind of edit makes of a text.
fn edits(kind: &str, fixture: &Fixture, path: &str) -> Vec<String> {
    let text = &fixture.texts[path];
    let lines: Vec<&str> = text.split('\n').collect();
    let n = lines.len() - 1;
    let (comment, function) = match path.rsplit('.').next() {
        Some("py") => ("# added", "\n\ndef appended(a):\n    return a\n"),
        Some("rs") => ("// added", "\npub fn appended(a: u32) -> u32 { a }\n"),
        _ => ("// added", "\nexport function appended(a: number) { return a; }\n"),
    };
    let swapped = |a: usize, b: usize| {
        let mut lines = lines.clone();
        lines.swap(a, b);
        lines.join("\n")
    };
    match kind {
        "line at top" => vec![with_line(&lines, 0, comment)],
        "blank line" => (0..n).map(|at| with_line(&lines, at, "")).collect(),
        "blank line near the end" => (n - n.div_ceil(10)..n).map(|at| with_line(&lines, at, "")).collect(),
        "deleted line" => (0..n).map(|at| [&lines[..at], &lines[at + 1..]].concat().join("\n")).collect(),
        "rename" => fixture.defined(path).iter().map(|name| renamed(text, name, &format!("{name}Renamed"))).collect(),
        "rename of the same length" => {
            let other = |name: &str| name[..name.len() - 1].to_owned() + if name.ends_with('Z') { "Q" } else { "Z" };
            fixture.defined(path).iter().map(|name| renamed(text, name, &other(name))).collect()
        }
        "appended function" => vec![format!("{text}{function}")],
        "longer word" => {
            let ends = text.char_indices().filter(|(at, letter)| {
                let next = text[at + letter.len_utf8()..].chars().next();
                letter.is_ascii_alphabetic() && !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
            });
            ends.map(|(at, _)| format!("{}X{}", &text[..=at], &text[at + 1..])).collect()
        }
        "swapped lines" => {
            let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(|(a, b)| lines[*a] != lines[*b]);
            pairs.map(|(a, b)| swapped(a, b)).collect()
        }
        "indented" => {
            vec![
                lines
                    .iter()
                    .map(|it| if it.is_empty() { String::new() } else { format!("  {it}") })
                    .collect::<Vec<_>>()
                    .join("\n"),
            ]
        }
        "comment behind a line" => (0..n)
            .map(|at| {
                let line = format!("{}  {comment}", lines[at]);
                let mut lines = lines.clone();
                lines[at] = &line;
                lines.join("\n")
            })
            .collect(),
        "carriage returns" => vec![text.replace('\n', "\r\n")],
        other => unreachable!("{other}"),
    }
}

/// How many edits of a kind are seen, and how many there are, over all files that hold anything.
fn rate(fixture: &Fixture, kind: &str) -> (usize, usize) {
    let (mut seen, mut all) = (0, 0);
    for (path, _) in fixture.texts.iter().filter(|(_, text)| !text.is_empty()) {
        for text in edits(kind, fixture, path).iter().filter(|text| **text != fixture.texts[path]) {
            all += 1;
            seen += usize::from(fixture.sees(path, text));
        }
    }
    (seen, all)
}

/// The least share of each kind of edit that must be seen, in a hundred: what was measured on large indexes.
fn hold(index: &str, least: &[(&str, usize)]) {
    let fixture = fixture(index);
    let mut wrong = Vec::new();
    for (kind, least) in least {
        let (seen, all) = rate(&fixture, kind);
        assert!(all > 0, "{kind} makes no edit");
        if seen * 100 < all * least {
            wrong.push(format!("{kind}: {seen} of {all}, at least {least} % wanted"));
        }
    }
    assert!(wrong.is_empty(), "{index}: {wrong:#?}");
    for kind in ["comment behind a line", "carriage returns"] {
        assert_eq!(rate(&fixture, kind).0, 0, "{index}: {kind}: every occurrence is where it was");
    }
}

#[test]
fn edits_under_an_index_of_scip_typescript() {
    let least = [
        ("line at top", 99),
        ("blank line", 94),
        ("blank line near the end", 99),
        ("deleted line", 96),
        ("rename", 100),
        ("rename of the same length", 100),
        ("appended function", 99),
        ("longer word", 71),
        ("swapped lines", 82),
        ("indented", 99),
    ];
    hold("ts-mini/index.scip", &least);
}

#[test]
fn edits_under_an_index_of_scip_python() {
    let least = [
        ("line at top", 96),
        ("blank line", 94),
        ("blank line near the end", 77),
        ("deleted line", 96),
        ("rename", 100),
        ("rename of the same length", 100),
        ("appended function", 100),
        ("longer word", 69),
        ("swapped lines", 82),
        ("indented", 100),
    ];
    hold("py-mini/index.scip", &least);
}

#[test]
fn edits_under_an_index_of_ty_scip() {
    let least = [
        ("line at top", 100),
        ("blank line", 100),
        ("blank line near the end", 100),
        ("deleted line", 100),
        ("rename", 100),
        ("rename of the same length", 100),
        ("appended function", 100),
        ("longer word", 56),
        ("swapped lines", 81),
        ("indented", 100),
    ];
    hold("py-mini/index-ty.scip", &least);
}

#[test]
fn edits_under_an_index_of_rust_analyzer() {
    let least = [
        ("line at top", 100),
        ("blank line", 99),
        ("blank line near the end", 99),
        ("deleted line", 100),
        ("rename", 100),
        ("rename of the same length", 100),
        ("appended function", 100),
        ("longer word", 54),
        ("swapped lines", 60),
        ("indented", 99),
    ];
    hold("rs-mini/index.scip", &least);
}
