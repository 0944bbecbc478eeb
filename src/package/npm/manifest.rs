//! `package.json`.

use super::super::json;
use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, PackageSource};
use super::section::{SECTIONS, list, listed, renamed};

/// Reads the name, the sections of dependencies, and the catalogs that Bun keeps here.
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = json::root(reader);
    reader.name(root.get("name").and_then(json::JsonNode::text));
    for (section, kind) in SECTIONS.into_iter().chain([("devDependencies", DependencyKind::Dev)]) {
        for member in root.get(section).into_iter().flat_map(json::JsonNode::members) {
            match member.node.text() {
                Some(version) => dependency(reader, &member.name, version, kind, member.at),
                None => reader.flaw(member.at, format!("the version of `{}` is no string", member.name)),
            }
        }
    }
    for place in [Some(&root), root.get("workspaces")].into_iter().flatten() {
        catalog(reader, "", place.get("catalog"));
        for named in place.get("catalogs").into_iter().flat_map(json::JsonNode::members) {
            catalog(reader, &named.name, Some(&named.node));
        }
    }
}

/// `"name": "npm:real@1"` has another name here, and `"name": "catalog:x"` its version in a catalog.
fn dependency(reader: &mut ManifestReader<'_>, alias: &str, version: &str, kind: DependencyKind, at: usize) {
    if let Some(catalog) = version.strip_prefix("catalog:") {
        return reader.depend_by(alias, version, kind, at, PackageSource::Inherited(listed(catalog, alias)));
    }
    let (name, version) = renamed(alias, version);
    reader.depend(name, version, kind, at);
    if name != alias {
        reader.alias(alias);
    }
}

fn catalog(reader: &mut ManifestReader<'_>, catalog: &str, listed: Option<&json::JsonNode<'_>>) {
    for member in listed.into_iter().flat_map(json::JsonNode::members) {
        let Some(version) = member.node.text() else { continue };
        list(reader, catalog, (&member.name, version), member.at);
    }
}
