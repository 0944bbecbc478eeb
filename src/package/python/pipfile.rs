//! `Pipfile` and `Pipfile.lock`.

use super::super::json::{self, Node};
use super::super::reader::Reader;
use super::super::shape::{Claim, Kind};
use super::super::toml;
use super::pyproject;

/// Reads the two tables of packages.
pub fn read(reader: &mut Reader<'_>) {
    let root = toml::parse(reader);
    pyproject::table(reader, &root, &["packages"], Kind::Normal);
    pyproject::table(reader, &root, &["dev-packages"], Kind::Dev);
}

/// Reads what is locked for each table.
pub fn read_lock(reader: &mut Reader<'_>) {
    let (root, stop) = json::parse(reader.text);
    for section in ["default", "develop"] {
        for member in root.get(section).into_iter().flat_map(Node::members) {
            if let Some(version) = member.node.get("version").and_then(Node::text) {
                reader.lock(&member.name, version.trim_start_matches('='), Claim::Anyone, member.at);
            }
        }
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}
