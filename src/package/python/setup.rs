//! `setup.py`: a program. Only lists of plain strings are read; what is computed is a flaw.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::requirement;
use crate::base::TextPart;

const LISTS: [(&str, DependencyKind); 3] = [
    ("install_requires", DependencyKind::Normal),
    ("setup_requires", DependencyKind::Build),
    ("tests_require", DependencyKind::Dev),
];

/// Reads `name="…"` behind `setup(`, and the lists that are written out.
pub fn read(reader: &mut ManifestReader<'_>) {
    let text = reader.text;
    let Some(call) = text.find("setup(").map(|at| at + "setup(".len()) else { return };
    let name = argument(text, call, "name").and_then(|at| string(text, at)).map(|(name, _)| name);
    if name.is_some() {
        reader.name(name);
    }
    for (key, kind) in LISTS {
        if let Some(at) = argument(text, call, key) {
            list(reader, key, at, kind);
        }
    }
    if let Some(at) = argument(text, call, "extras_require") {
        reader.flaw(at, "the extras of a program are not read");
    }
}

/// Where the value of a named argument starts.
fn argument(text: &str, from: usize, key: &str) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text.part(at..).find(key).map(|found| at + found) {
        at = found + key.len();
        let is_word = text.part(..found).ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let line = text.part(..found).rsplit('\n').next().unwrap_or_default();
        let rest = text.part(at..).trim_start();
        if !is_word && !line.contains('#') && rest.starts_with('=') && !rest.starts_with("==") {
            let value = rest.part(1..).trim_start();
            return Some(text.len() - value.len());
        }
    }
    None
}

/// The plain string that starts there, and where it ends.
fn string(text: &str, at: usize) -> Option<(&str, usize)> {
    let quote = text.part(at..).chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let inside = text.part(at + 1..);
    let len = inside.find([quote, '\n', '\\'])?;
    inside.part(len..).starts_with(quote).then_some((inside.part(..len), at + len + 2))
}

fn list(reader: &mut ManifestReader<'_>, key: &str, start: usize, kind: DependencyKind) {
    let text = reader.text;
    let mut at = start;
    let mut found = Vec::new();
    if text.part(at..).starts_with('[') {
        at += 1;
        loop {
            let rest = text.part(at..).trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            at = text.len() - rest.len();
            if rest.starts_with('#') {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with(']') {
                found.into_iter().for_each(|(text, at)| requirement::add(reader, text, kind, at));
                return;
            } else if let Some((text, end)) = string(text, at) {
                found.push((text, at));
                at = end;
            } else {
                break;
            }
        }
    }
    reader.flaw(start, format!("`{key}` is computed by a program"));
}
