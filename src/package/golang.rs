//! Go: `go.mod`, `go.work`, and what is locked by `go.sum` and `vendor/modules.txt`.

use super::format::PackageFormat;
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, ProjectClaim};
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 4] = [
    PackageFormat {
        name: "go.mod",
        ecosystem: Ecosystem::Golang,
        locks: false,
        is_manifest: |file| path::name(file) == "go.mod",
        read,
    },
    PackageFormat {
        name: "go.work",
        ecosystem: Ecosystem::Golang,
        locks: false,
        is_manifest: |file| path::name(file) == "go.work",
        read,
    },
    PackageFormat { name: "go.sum", ecosystem: Ecosystem::Golang, locks: true, is_manifest: is_sum, read: read_sum },
    PackageFormat {
        name: "vendor/modules.txt",
        ecosystem: Ecosystem::Golang,
        locks: true,
        is_manifest: |file| path::name(file) == "modules.txt" && path::name(path::parent(file)) == "vendor",
        read: read_vendored,
    },
];

/// Whether a lockfile keeps versions that no build takes.
pub fn is_sum(file: &str) -> bool {
    matches!(path::name(file), "go.sum" | "go.work.sum")
}

/// Reads `module`, `require` and `replace`, as single lines and in blocks.
fn read(reader: &mut ManifestReader<'_>) {
    let mut block: Option<&str> = None;
    let mut replaced: Vec<&str> = Vec::new();
    for (start, line) in reader.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let indirect = comment.split(';').any(|word| word.trim() == "indirect");
        let mut words = code.split_whitespace().map(|word| word.trim_matches(['"', '`'])).peekable();
        let Some(first) = words.peek().copied() else { continue };
        if first == ")" {
            block = None;
            continue;
        }
        let directive = block.unwrap_or(first);
        if block.is_none() {
            words.next();
        }
        let words: Vec<&str> = words.collect();
        let place = |word: &str| start + line.find(word).unwrap_or(0);
        match (directive, &words[..]) {
            (_, ["("]) => block = Some(first),
            ("module", [name]) => reader.name(Some(name)),
            ("require", [name, version]) => {
                let kind = if indirect { DependencyKind::Indirect } else { DependencyKind::Normal };
                reader.depend(name, version, kind, place(name));
            }
            ("replace", [from, "=>", name, version] | [from, _, "=>", name, version]) => {
                replaced.extend((from == name).then_some(*name));
                reader.depend(name, version, DependencyKind::Normal, place(name));
            }
            // A directory: its own `go.mod` states the same name, or is not in the repository.
            ("replace", [_, "=>", _] | [_, _, "=>", _]) => {}
            ("require" | "replace" | "module", _) => {
                reader.flaw(start, format!("`{}` is no {directive} directive", code.trim()));
            }
            _ => {}
        }
    }
    // Of another version of itself that is what is built, whatever is required.
    replaced.into_iter().for_each(|name| reader.prefer_last(name));
}

/// Reads the modules whose content was needed. `go.mod` says which version of them is built; a line for a `go.mod` alone
/// is of a version that was only looked at.
fn read_sum(reader: &mut ManifestReader<'_>) {
    for (start, line) in reader.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => {}
            [_, version, _] if version.ends_with("/go.mod") => {}
            [name, version, _] => {
                reader.lock(name, version, ProjectClaim::Nobody, start);
            }
            _ => reader.flaw(start, "a module, a version and a hash are wanted"),
        }
    }
}

/// Reads `# module version` and `# module version => module version`.
fn read_vendored(reader: &mut ManifestReader<'_>) {
    for (start, line) in reader.lines() {
        let Some(said) = line.strip_prefix("# ") else { continue };
        match said.split_whitespace().collect::<Vec<_>>()[..] {
            [name, version] | [_, _, "=>", name, version] | [_, "=>", name, version] => {
                reader.lock(name, version, ProjectClaim::Nobody, start);
            }
            _ => {}
        }
    }
}
