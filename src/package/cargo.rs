//! Rust: `Cargo.toml` and `Cargo.lock`.

use rustc_hash::FxHashMap;

use super::format::PackageFormat;
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, PackageSource, ProjectClaim};
use super::toml::{self, Value};
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 2] = [
    PackageFormat {
        name: "Cargo.toml",
        ecosystem: Ecosystem::Cargo,
        locks: false,
        is_manifest: |file| path::name(file) == "Cargo.toml",
        read,
    },
    PackageFormat {
        name: "Cargo.lock",
        ecosystem: Ecosystem::Cargo,
        locks: true,
        is_manifest: |file| path::name(file) == "Cargo.lock",
        read: read_lock,
    },
];

const SECTIONS: [(&str, DependencyKind); 5] = [
    ("dependencies", DependencyKind::Normal),
    ("dev-dependencies", DependencyKind::Dev),
    ("dev_dependencies", DependencyKind::Dev),
    ("build-dependencies", DependencyKind::Build),
    ("build_dependencies", DependencyKind::Build),
];

/// Reads the package, its dependencies of every target, and what the workspace offers its members.
fn read(reader: &mut ManifestReader<'_>) {
    let root = toml::parse(reader);
    if let Some(package) = toml::value(&root, &["package"]).and_then(|it| it.get_ref().as_table()) {
        reader.name(toml::text(package, &["name"]));
    }
    sections(reader, Some(&root));
    for (_, _, target) in toml::entries(&root, &["target"]) {
        sections(reader, target.as_table());
    }
    for (key, at, value) in toml::entries(&root, &["workspace", "dependencies"]) {
        dependency(reader, key, at, value, DependencyKind::Shared);
        reader.share(key.to_owned());
    }
}

fn sections(reader: &mut ManifestReader<'_>, table: Option<&toml::TomlTable<'_>>) {
    for (section, kind) in SECTIONS {
        let section = table.and_then(|table| table.get(section)).and_then(|it| it.get_ref().as_table());
        for (key, at, value) in toml::all(section) {
            dependency(reader, key, at, value, kind);
        }
    }
}

/// `key = "1"` or `key = { version = "1", package = "name", optional = true, workspace = true }`.
fn dependency(reader: &mut ManifestReader<'_>, key: &str, at: usize, value: &Value<'_>, kind: DependencyKind) {
    if let Some(version) = value.as_str() {
        return reader.depend(key, version, kind, at);
    }
    let Some(table) = value.as_table() else {
        return reader.flaw(at, format!("`{key}` is neither a version nor a table"));
    };
    let is = |key: &str| toml::value(table, &[key]).and_then(|it| it.get_ref().as_bool()) == Some(true);
    let name = toml::text(table, &["package"]).unwrap_or(key);
    let version = ["version", "path", "git"].into_iter().find_map(|key| toml::text(table, &[key])).unwrap_or_default();
    let kind = if kind == DependencyKind::Normal && is("optional") { DependencyKind::Optional } else { kind };
    let source = if is("workspace") { PackageSource::Inherited(key.to_owned()) } else { PackageSource::Named };
    reader.depend_by(name, version, kind, at, source);
    if name != key {
        reader.alias(key);
    }
}

/// Reads each package, and which of several versions each of them chose.
fn read_lock(reader: &mut ManifestReader<'_>) {
    let root = toml::parse(reader);
    let version =
        toml::value(&root, &["version"]).map_or("1", |it| it.get_ref().as_integer().map_or("", |it| it.as_str()));
    if !matches!(version, "1" | "2" | "3" | "4") {
        return reader.flaw(0, format!("version {version} of Cargo.lock is not known here"));
    }
    let mut by_name: FxHashMap<&str, Vec<(&str, &str, usize)>> = FxHashMap::default();
    let mut packages = Vec::new();
    for (_, package) in toml::items(toml::value(&root, &["package"]).map(|it| it.get_ref())) {
        let Some(package) = package.as_table() else { continue };
        let (Some(name), Some(version)) = (toml::value(package, &["name"]), toml::text(package, &["version"])) else {
            continue;
        };
        let text = name.get_ref().as_str().unwrap_or_default();
        let entry = reader.lock(text, version, ProjectClaim::Anyone, name.span().start);
        let source = toml::text(package, &["source"]);
        by_name.entry(text).or_default().push((version, source.unwrap_or_default(), entry));
        packages.push((text, source, entry, toml::value(package, &["dependencies"])));
    }
    for (name, source, from, dependencies) in packages {
        for (_, chosen) in toml::items(dependencies.map(|it| it.get_ref())) {
            let Some(to) = chosen.as_str().and_then(|chosen| locked(&by_name, chosen)) else { continue };
            match source {
                Some(_) => reader.need(from, to, DependencyKind::Normal),
                // What a package of the repository needs, its own manifest says.
                None => reader.claim(ProjectClaim::Member(name.to_owned()), to),
            }
        }
    }
}

/// `name`, `name version` or `name version (source)`: as much of it as distinguishes the packages of a name.
fn locked(by_name: &FxHashMap<&str, Vec<(&str, &str, usize)>>, chosen: &str) -> Option<usize> {
    let mut words = chosen.split(' ');
    let all = by_name.get(words.next()?)?;
    let version = words.next();
    let source = words.next().map(|source| source.trim_matches(['(', ')']));
    let mut fitting = all.iter().filter(|(at, from, _)| {
        version.is_none_or(|version| version == *at) && source.is_none_or(|source| source == *from)
    });
    fitting.next().map(|(.., entry)| *entry)
}
