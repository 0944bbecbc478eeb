//! `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3.

use rustc_hash::FxHashMap;

use super::super::json::{self, JsonNode};
use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, ProjectClaim};
use super::section::{SECTIONS, renamed};
use crate::base::path;

const FOLDER: &str = "node_modules/";

/// The packages by their folders: which entry each is, and nothing for one that leads to a package of the repository.
type Folders = FxHashMap<String, Option<usize>>;

/// Reads `packages`, or, in version 1, `dependencies`.
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = json::root(reader);
    let version = root.get("lockfileVersion").and_then(JsonNode::word).unwrap_or("1");
    if !matches!(version, "1" | "2" | "3") {
        return reader.flaw(0, format!("version {version} of package-lock.json is not known here"));
    }
    let mut folders = Folders::default();
    match root.get("packages") {
        Some(packages) => flat(reader, packages, &mut folders),
        None => {
            let Some(dependencies) = root.get("dependencies") else { return };
            nested(reader, dependencies, "", &mut folders);
            nested_needs(reader, dependencies, "", &folders);
        }
    }
}

/// The folder of a package says who finds it: `a/node_modules/b` is for what lies in `a`.
fn flat(reader: &mut ManifestReader<'_>, packages: &JsonNode<'_>, folders: &mut Folders) {
    for member in packages.members() {
        let Some((above, folder)) = member.name.rsplit_once(FOLDER) else { continue };
        let name = member.node.get("name").and_then(JsonNode::text).unwrap_or(folder);
        let entry = member.node.get("version").and_then(JsonNode::text).map(|version| {
            let claim = claim(above.trim_end_matches('/'), folder, name);
            reader.lock(name, version, claim, member.at)
        });
        folders.insert(member.name.to_string(), entry);
    }
    for member in packages.members() {
        let Some(Some(from)) = folders.get(&*member.name) else { continue };
        for (section, kind) in SECTIONS {
            for wanted in member.node.get(section).into_iter().flat_map(JsonNode::members) {
                if let Some(to) = found(folders, &member.name, &wanted.name) {
                    reader.need(*from, to, kind);
                }
            }
        }
    }
}

/// Whom a package in the folder `above/node_modules/folder` is for.
fn claim(above: &str, folder: &str, name: &str) -> ProjectClaim {
    match (above.contains(FOLDER), folder == name) {
        (true, _) => ProjectClaim::Nobody,
        (false, true) => ProjectClaim::Directory(above.to_owned()),
        (false, false) => ProjectClaim::Alias(above.to_owned(), folder.to_owned()),
    }
}

/// Resolves a name from a package in a folder: in its own folder, or in one above.
fn found(folders: &Folders, folder: &str, name: &str) -> Option<usize> {
    let mut above = folder;
    loop {
        if let Some(entry) = folders.get(&self::folder(above, name)) {
            return *entry;
        }
        if above.is_empty() {
            return None;
        }
        above = path::parent(above);
    }
}

/// Version 1 nests what the others name by folders; a link states a place instead of a version.
fn nested(reader: &mut ManifestReader<'_>, dependencies: &JsonNode<'_>, above: &str, folders: &mut Folders) {
    for member in dependencies.members() {
        let folder = folder(above, &member.name);
        let version =
            member.node.get("version").and_then(JsonNode::text).filter(|version| !version.starts_with("file:"));
        let entry = version.map(|version| {
            let (name, version) = renamed(&member.name, version);
            reader.lock(name, version, claim(above, &member.name, name), member.at)
        });
        if let Some(inner) = member.node.get("dependencies") {
            nested(reader, inner, &folder, folders);
        }
        folders.insert(folder, entry);
    }
}

fn nested_needs(reader: &mut ManifestReader<'_>, dependencies: &JsonNode<'_>, above: &str, folders: &Folders) {
    for member in dependencies.members() {
        let folder = folder(above, &member.name);
        for wanted in member.node.get("requires").into_iter().flat_map(JsonNode::members) {
            if let (Some(Some(from)), Some(to)) = (folders.get(&folder), found(folders, &folder, &wanted.name)) {
                reader.need(*from, to, DependencyKind::Normal);
            }
        }
        if let Some(inner) = member.node.get("dependencies") {
            nested_needs(reader, inner, &folder, folders);
        }
    }
}

fn folder(above: &str, name: &str) -> String {
    let slash = if above.is_empty() { "" } else { "/" };
    format!("{above}{slash}{FOLDER}{name}")
}
