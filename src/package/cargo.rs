//! Rust: `Cargo.toml` and `Cargo.lock`.

use super::reader::Reader;
use super::shape::{Claim, Ecosystem, Format, Kind, Source};
use super::toml::{self, Value};
use crate::base::path;

/// The formats.
pub const FORMATS: [Format; 2] = [
    Format {
        name: "Cargo.toml",
        ecosystem: Ecosystem::Cargo,
        locks: false,
        is_manifest: |file| path::name(file) == "Cargo.toml",
        read,
    },
    Format {
        name: "Cargo.lock",
        ecosystem: Ecosystem::Cargo,
        locks: true,
        is_manifest: |file| path::name(file) == "Cargo.lock",
        read: read_lock,
    },
];

const SECTIONS: [(&str, Kind); 5] = [
    ("dependencies", Kind::Normal),
    ("dev-dependencies", Kind::Dev),
    ("dev_dependencies", Kind::Dev),
    ("build-dependencies", Kind::Build),
    ("build_dependencies", Kind::Build),
];

/// Reads the package, its dependencies of every target, and what the workspace offers its members.
fn read(reader: &mut Reader<'_>) {
    let root = toml::parse(reader);
    if let Some(package) = toml::value(&root, &["package"]).and_then(|it| it.get_ref().as_table()) {
        reader.name(toml::text(package, &["name"]));
    }
    sections(reader, Some(&root));
    for (_, _, target) in toml::entries(&root, &["target"]) {
        sections(reader, target.as_table());
    }
    for (key, at, value) in toml::entries(&root, &["workspace", "dependencies"]) {
        dependency(reader, key, at, value, Kind::Shared);
        reader.share(key.to_owned());
    }
}

fn sections(reader: &mut Reader<'_>, table: Option<&toml::Table<'_>>) {
    for (section, kind) in SECTIONS {
        let section = table.and_then(|table| table.get(section)).and_then(|it| it.get_ref().as_table());
        for (key, at, value) in toml::all(section) {
            dependency(reader, key, at, value, kind);
        }
    }
}

/// `key = "1"` or `key = { version = "1", package = "name", optional = true, workspace = true }`.
fn dependency(reader: &mut Reader<'_>, key: &str, at: usize, value: &Value<'_>, kind: Kind) {
    if let Some(version) = value.as_str() {
        return reader.depend(key, version, kind, at);
    }
    let Some(table) = value.as_table() else {
        return reader.flaw(at, format!("`{key}` is neither a version nor a table"));
    };
    let is = |key: &str| toml::value(table, &[key]).and_then(|it| it.get_ref().as_bool()) == Some(true);
    let name = toml::text(table, &["package"]).unwrap_or(key);
    let version = ["version", "path", "git"].into_iter().find_map(|key| toml::text(table, &[key])).unwrap_or_default();
    let kind = if kind == Kind::Normal && is("optional") { Kind::Optional } else { kind };
    let source = if is("workspace") { Source::Inherited(key.to_owned()) } else { Source::Named };
    reader.depend_by(name, version, kind, at, source);
}

/// Reads each package, and the choices among versions that the packages of the repository made.
fn read_lock(reader: &mut Reader<'_>) {
    let root = toml::parse(reader);
    for (_, package) in toml::items(toml::value(&root, &["package"]).map(|it| it.get_ref())) {
        let Some(package) = package.as_table() else { continue };
        let (Some(name), Some(version)) = (toml::value(package, &["name"]), toml::text(package, &["version"])) else {
            continue;
        };
        let at = name.span().start;
        let name = name.get_ref().as_str().unwrap_or_default();
        reader.lock(name, version, Claim::Anyone, at);
        if toml::text(package, &["source"]).is_some() {
            continue;
        }
        // Only a name of several versions is followed by the one that is meant.
        for (at, chosen) in toml::items(toml::value(package, &["dependencies"]).map(|it| it.get_ref())) {
            let mut words = chosen.as_str().unwrap_or_default().split(' ');
            if let (Some(chosen), Some(version)) = (words.next(), words.next()) {
                reader.lock(chosen, version, Claim::Member(name.to_owned()), at);
            }
        }
    }
}
