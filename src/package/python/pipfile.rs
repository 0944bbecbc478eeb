//! `Pipfile` and `Pipfile.lock`.

use super::super::json::{self, JsonNode};
use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, ProjectClaim};
use super::super::toml;
use super::pyproject;

/// Reads the two tables of packages.
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = toml::parse(reader);
    pyproject::table(reader, &root, &["packages"], DependencyKind::Normal);
    pyproject::table(reader, &root, &["dev-packages"], DependencyKind::Dev);
}

/// Reads what is locked for each table.
pub fn read_lock(reader: &mut ManifestReader<'_>) {
    let (root, stop) = json::parse(reader.text);
    for section in ["default", "develop"] {
        for member in root.get(section).into_iter().flat_map(JsonNode::members) {
            if let Some(version) = member.node.get("version").and_then(JsonNode::text) {
                reader.lock(&member.name, version.trim_start_matches('='), ProjectClaim::Anyone, member.at);
            }
        }
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}
