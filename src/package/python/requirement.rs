//! One requirement: `name[extra]>=1,<2; python_version < "3.9"` or `name @ url` (PEP 508).

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;

/// The name and the version of a requirement, without extras and conditions; `None` where it is none.
pub fn parse(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let len =
        text.find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_.".contains(letter))).unwrap_or(text.len());
    let (name, rest) = text.split_at(len);
    let mut rest = rest.trim_start();
    if let Some(extras) = rest.strip_prefix('[') {
        rest = extras.split_once(']')?.1.trim_start();
    }
    // A URL may hold a semicolon, so a condition after one is set apart by a blank.
    let (condition, is_url) = if rest.starts_with('@') { (" ;", true) } else { (";", false) };
    let version = rest.split(condition).next().unwrap_or(rest).trim();
    let version = version.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(version).trim();
    let is_version = is_url || version.is_empty() || version.starts_with(['<', '>', '=', '!', '~']);
    let is_name = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    (is_name && is_version).then_some((name, version))
}

/// Adds a requirement, or says that it is none.
pub fn add(reader: &mut ManifestReader<'_>, text: &str, kind: DependencyKind, offset: usize) {
    match parse(text) {
        Some((name, version)) => reader.depend(name, version, kind, offset),
        None => reader.flaw(offset, format!("`{}` is no requirement", text.trim())),
    }
}
