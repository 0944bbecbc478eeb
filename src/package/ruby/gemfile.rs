//! `Gemfile`: `gem "name", "~> 1.0", group: :test`, alone or inside of `group … do`.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::statement::{self, GemStatement};
use crate::base::TextPart;

/// Reads each gem by the groups that it is in.
pub fn read(reader: &mut ManifestReader<'_>) {
    reader.name(None);
    // For each block that is open, whether and to which groups it confines its gems.
    let mut open: Vec<Option<DependencyKind>> = Vec::new();
    for (offset, line) in reader.lines() {
        let code = statement::code(line);
        let text = code.trim_start();
        let at = offset + code.len() - text.len();
        let word = text.split([' ', '(', '"', '\'']).next().unwrap_or("");
        let arguments = text.part(word.len()..);
        match word {
            "gem" => gem(reader, arguments, at + word.len(), open.iter().rev().find_map(|kind| *kind)),
            "end" => drop(open.pop()),
            "group" if text.ends_with(" do") => open.push(Some(kind(arguments))),
            "if" | "unless" | "case" | "begin" | "while" => open.push(None),
            _ if text.ends_with(" do") || (text.ends_with('|') && text.contains(" do |")) => open.push(None),
            _ => {}
        }
    }
}

fn gem(reader: &mut ManifestReader<'_>, arguments: &str, at: usize, around: Option<DependencyKind>) {
    let GemStatement { strings, rest } = statement::read(arguments);
    let Some(((name, offset), versions)) = strings.split_first() else {
        return reader.flaw(at, "the name of a gem is computed by a program");
    };
    let versions: Vec<&str> = versions.iter().map(|(version, _)| *version).collect();
    let group = ["group:", "groups:", ":group =>", ":groups =>"].iter().find_map(|key| rest.split_once(key));
    let kind = group.map(|(_, groups)| kind(groups)).or(around).unwrap_or(DependencyKind::Normal);
    reader.depend(name, &versions.join(", "), kind, at + offset);
}

/// The kind of gems in these groups: to run, if one of the groups is not for development alone.
fn kind(groups: &str) -> DependencyKind {
    if groups.contains("optional: true") {
        return DependencyKind::Optional;
    }
    let groups = groups.split(']').next().unwrap_or(groups).trim_end_matches(" do").replace("%i[", "");
    let names = groups.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    let mut names = names.filter(|name| !name.is_empty()).peekable();
    let is_dev = |name: &str| matches!(name, "development" | "test" | "doc" | "docs" | "lint" | "ci");
    if names.peek().is_some() && names.all(is_dev) { DependencyKind::Dev } else { DependencyKind::Normal }
}
