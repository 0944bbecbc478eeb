//! PHP: `composer.json` and `composer.lock`.

use super::format::PackageFormat;
use super::json::{self, JsonNode};
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, ProjectClaim};
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 2] = [
    PackageFormat {
        name: "composer.json",
        ecosystem: Ecosystem::Composer,
        locks: false,
        is_manifest: |file| path::name(file) == "composer.json",
        read: manifest,
    },
    PackageFormat {
        name: "composer.lock",
        ecosystem: Ecosystem::Composer,
        locks: true,
        is_manifest: |file| path::name(file) == "composer.lock",
        read: lock,
    },
];

/// Reads the name and what is required. What has no vendor is PHP itself or a part of it, and no package.
fn manifest(reader: &mut ManifestReader<'_>) {
    let (root, stop) = json::parse(reader.text);
    reader.name(root.get("name").and_then(JsonNode::text));
    for (section, kind) in [("require", DependencyKind::Normal), ("require-dev", DependencyKind::Dev)] {
        let members = root.get(section).into_iter().flat_map(JsonNode::members);
        for member in members.filter(|member| member.name.contains('/')) {
            match member.node.text() {
                Some(version) => reader.depend(&member.name, version, kind, member.at),
                None => reader.flaw(member.at, format!("the version of `{}` is no string", member.name)),
            }
        }
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}

/// Reads the packages, and those for development.
fn lock(reader: &mut ManifestReader<'_>) {
    let (root, stop) = json::parse(reader.text);
    for section in ["packages", "packages-dev"] {
        for package in root.get(section).into_iter().flat_map(JsonNode::items) {
            let name = package.members().iter().find(|member| member.name == "name");
            let version = package.get("version").and_then(JsonNode::text);
            if let (Some(name), Some(version)) = (name, version)
                && let Some(text) = name.node.text()
            {
                reader.lock(text, version, ProjectClaim::Anyone, name.at);
            }
        }
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}
