//! `bun.lock`: JSON with comments.

use super::super::json::{self, Node};
use super::super::reader::Reader;
use super::super::shape::Claim;

/// Reads `packages`: the key is the name, below that of the package which has a version of its own.
pub fn read(reader: &mut Reader<'_>) {
    let (root, stop) = json::parse(reader.text);
    for member in root.get("packages").into_iter().flat_map(Node::members) {
        let Some(id) = member.node.items().first().and_then(Node::text) else { continue };
        let Some(at) = id.rfind('@').filter(|at| *at > 0) else { continue };
        let (name, version) = (&id[..at], &id[at + 1..]);
        if version.starts_with("workspace:") {
            continue;
        }
        let claim = if *member.name == *name { Claim::Directory(String::new()) } else { Claim::Nobody };
        reader.lock(name, version, claim, member.at);
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}
