//! Lists of requirements for pip: `requirements*.txt`, `constraints*.txt`, and what lies below a folder of such a name.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::requirement;
use crate::base::path;

/// `requirements.txt`, `requirements-dev.txt`, `dev-requirements.in`, `constraints.txt`, `requirements/extras/redis.txt`.
pub fn is_manifest(file: &str) -> bool {
    let name = path::name(file);
    let is_list = matches!(path::extension(file), "txt" | "in");
    is_list
        && (["requirements", "constraints"].iter().any(|list| name.starts_with(list))
            || ["requirements", "constraints"].iter().any(|list| path::stem(file).ends_with(list))
            || path::parent(file).split('/').any(|folder| folder == "requirements"))
}

/// Reads each line; those that end in a backslash go on.
pub fn read(reader: &mut ManifestReader<'_>) {
    let kind = if is_dev(reader.path) { DependencyKind::Dev } else { DependencyKind::Normal };
    let mut whole = String::new();
    let mut start = 0;
    for (at, line) in reader.lines() {
        if whole.is_empty() {
            start = at + line.len() - line.trim_start().len();
        }
        let text = line.trim_end();
        if let Some(text) = text.strip_suffix('\\') {
            whole.push_str(text);
            whole.push(' ');
            continue;
        }
        whole.push_str(text);
        entry(reader, &whole, kind, start);
        whole.clear();
    }
    entry(reader, &whole, kind, start);
}

fn is_dev(file: &str) -> bool {
    let stem = file.strip_suffix(path::extension(file)).unwrap_or(file);
    let mut words = stem.split(['/', '-', '_', '.']);
    words.any(|word| matches!(word, "dev" | "develop" | "development" | "test" | "tests" | "testing" | "lint" | "docs"))
}

fn entry(reader: &mut ManifestReader<'_>, line: &str, kind: DependencyKind, start: usize) {
    let line = line.split(" #").next().unwrap_or(line).trim();
    let line = line.split(" --").next().unwrap_or(line).trim();
    if let Some(target) = ["-e ", "--editable ", "--editable="].into_iter().find_map(|it| line.strip_prefix(it)) {
        return located(reader, target.trim(), kind, start);
    }
    // Options: other lists are read by themselves, and the rest names no package.
    if line.is_empty() || line.starts_with(['#', '-']) {
        return;
    }
    let is_place = line.starts_with(['.', '/']) || line.split_once("://").is_some_and(|(head, _)| !head.contains('@'));
    if is_place {
        return located(reader, line, kind, start);
    }
    requirement::add(reader, line, kind, start);
}

/// A path or a URL. It says which package it holds only where `egg` does.
fn located(reader: &mut ManifestReader<'_>, target: &str, kind: DependencyKind, start: usize) {
    let egg = target.split_once("#egg=").map(|(_, egg)| egg.split(['&', '[']).next().unwrap_or(egg));
    match egg {
        Some(egg) => reader.depend(egg, target, kind, start),
        None if target.contains("://") => reader.flaw(start, format!("`{target}` does not name its package")),
        None => {}
    }
}
