//! `bun.lock`: JSON with comments.

use rustc_hash::FxHashMap;

use super::super::json::{self, JsonNode};
use super::super::reader::ManifestReader;
use super::super::shape::ProjectClaim;
use super::section::SECTIONS;
use crate::base::TextPart;

/// Reads `packages`: the key is the name, below that of the package which has a version of its own.
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = json::root(reader);
    let version = root.get("lockfileVersion").and_then(JsonNode::word).unwrap_or("1");
    if !matches!(version, "0" | "1") {
        return reader.flaw(0, format!("version {version} of bun.lock is not known here"));
    }
    let packages = root.get("packages").map_or(&[][..], JsonNode::members);
    let mut entries: FxHashMap<&str, Option<usize>> = FxHashMap::default();
    for member in packages {
        let id = member.node.items().first().and_then(JsonNode::text).unwrap_or_default();
        let Some((name, version)) = id.get(1..).and_then(|rest| Some(id.split_at(rest.find('@')? + 1))) else {
            continue;
        };
        let version = version.part(1..);
        // A package of the repository is a folder, not a version.
        let is_folder = ["workspace:", "link:", "file:"].iter().any(|head| version.starts_with(head));
        let entry = (!is_folder).then(|| reader.lock(name, version, claim(&member.name, name), member.at));
        entries.insert(&member.name, entry);
    }
    for member in packages {
        let Some(Some(from)) = entries.get(&*member.name) else { continue };
        let Some(said) = member.node.items().iter().find(|item| matches!(item, JsonNode::Object(_))) else { continue };
        for (section, kind) in SECTIONS {
            for wanted in said.get(section).into_iter().flat_map(JsonNode::members) {
                if let Some(to) = found(&entries, &member.name, &wanted.name) {
                    reader.need(*from, to, kind);
                }
            }
        }
    }
}

/// Says that the form is binary: it cannot be read without Bun.
pub fn read_binary(reader: &mut ManifestReader<'_>) {
    reader.flaw(0, "a binary lockfile is not read; `bun install --save-text-lockfile` writes it as bun.lock");
}

/// Whom the package of a key is for: everybody, or the package whose name is before it.
fn claim(key: &str, name: &str) -> ProjectClaim {
    let above = above(key);
    match (above.is_empty(), key == name) {
        (true, true) => ProjectClaim::Directory(String::new()),
        (true, false) => ProjectClaim::Alias(String::new(), key.to_owned()),
        (false, _) => ProjectClaim::Member(above.to_owned()),
    }
}

/// A key without its last name, which may have a scope.
fn above(key: &str) -> &str {
    let Some((head, _)) = key.rsplit_once('/') else { return "" };
    let scope = head.rfind('/').map_or(0, |at| at + 1);
    if head.part(scope..).starts_with('@') { head.part(..scope).trim_end_matches('/') } else { head }
}

/// Resolves a name from the package of a key: its own version of it, or that of a package above.
fn found(entries: &FxHashMap<&str, Option<usize>>, key: &str, name: &str) -> Option<usize> {
    let mut base = key;
    while !base.is_empty() {
        if let Some(entry) = entries.get(&*format!("{base}/{name}")) {
            return *entry;
        }
        base = above(base);
    }
    *entries.get(name)?
}
