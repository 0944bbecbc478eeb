//! `package.json`.

use super::super::json;
use super::super::reader::Reader;
use super::super::shape::Kind;

const SECTIONS: [(&str, Kind); 4] = [
    ("dependencies", Kind::Normal),
    ("devDependencies", Kind::Dev),
    ("optionalDependencies", Kind::Optional),
    ("peerDependencies", Kind::Peer),
];

/// Reads the name and the four sections of dependencies.
pub fn read(reader: &mut Reader<'_>) {
    let (root, stop) = json::parse(reader.text);
    reader.name(root.get("name").and_then(json::Node::text));
    for (section, kind) in SECTIONS {
        for member in root.get(section).into_iter().flat_map(json::Node::members) {
            match member.node.text() {
                Some(version) => {
                    let (name, version) = renamed(&member.name, version);
                    reader.depend(name, version, kind, member.at);
                }
                None => reader.flaw(member.at, format!("the version of `{}` is no string", member.name)),
            }
        }
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}

/// What `"name": "npm:real@version"` means.
fn renamed<'a>(name: &'a str, version: &'a str) -> (&'a str, &'a str) {
    let Some(target) = version.strip_prefix("npm:") else { return (name, version) };
    match target.rfind('@').filter(|at| *at > 0) {
        Some(at) => (&target[..at], &target[at + 1..]),
        None => (target, ""),
    }
}
