//! Dart: `pubspec.yaml` and `pubspec.lock`.

use super::format::PackageFormat;
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, ProjectClaim};
use super::yaml::Keys;
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 2] = [
    PackageFormat {
        name: "pubspec.yaml",
        ecosystem: Ecosystem::Pub,
        locks: false,
        is_manifest: |file| path::name(file) == "pubspec.yaml",
        read,
    },
    PackageFormat {
        name: "pubspec.lock",
        ecosystem: Ecosystem::Pub,
        locks: true,
        is_manifest: |file| path::name(file) == "pubspec.lock",
        read: read_lock,
    },
];

/// A dependency, until the next one begins: its version may stand below it.
struct PubDependency<'t> {
    at: usize,
    name: &'t str,
    version: &'t str,
    kind: DependencyKind,
}

/// Reads the name, and every dependency: a version behind it, or where it comes from below it.
fn read(reader: &mut ManifestReader<'_>) {
    let mut keys = Keys::default();
    let mut open: Option<PubDependency<'_>> = None;
    let mut found = Vec::new();
    for (start, line) in reader.lines() {
        let Some(entry) = keys.enter(start, line) else { continue };
        match *keys.path() {
            ["name"] => reader.name(Some(entry.value)),
            ["dependencies", name] => {
                let next = PubDependency { at: entry.at, name, version: entry.value, kind: DependencyKind::Normal };
                found.extend(open.replace(next));
            }
            ["dev_dependencies", name] => {
                let next = PubDependency { at: entry.at, name, version: entry.value, kind: DependencyKind::Dev };
                found.extend(open.replace(next));
            }
            // `sdk: flutter` is of the toolchain, whatever version that has.
            [_, _, "version" | "path" | "url" | "git" | "sdk"] | [_, _, "git", "url"] => {
                if let Some(open) = open.as_mut().filter(|open| open.version.is_empty()) {
                    open.version = entry.value;
                }
            }
            _ => {}
        }
    }
    for dependency in found.into_iter().chain(open) {
        reader.depend(dependency.name, dependency.version, dependency.kind, dependency.at);
    }
}

/// Reads the entries below `packages`.
fn read_lock(reader: &mut ManifestReader<'_>) {
    let mut keys = Keys::default();
    let mut at = 0;
    for (start, line) in reader.lines() {
        let Some(entry) = keys.enter(start, line) else { continue };
        match *keys.path() {
            ["packages", _] => at = entry.at,
            ["packages", name, "version"] => {
                reader.lock(name, entry.value, ProjectClaim::Anyone, at);
            }
            _ => {}
        }
    }
}
