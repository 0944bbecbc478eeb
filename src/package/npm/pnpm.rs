//! `pnpm-lock.yaml`, versions 5 to 9. It is read by its indentation: a program wrote it, and it is long.

use rustc_hash::FxHashMap;

use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, ProjectClaim};
use super::super::yaml;
use crate::base::TextPart;

/// The sections of importers and packages.
const SECTIONS: [(&str, DependencyKind); 3] = [
    ("dependencies", DependencyKind::Normal),
    ("devDependencies", DependencyKind::Dev),
    ("optionalDependencies", DependencyKind::Optional),
];

/// The parsed lockfile, before the names of entries are known.
#[derive(Default)]
struct Lock<'t> {
    /// The version of the form.
    version: Option<&'t str>,
    /// The packages, each with its place.
    packages: Vec<(&'t str, usize)>,
    /// From version 9 on: the packages again, for each choice of peers.
    snapshots: Vec<(&'t str, usize)>,
    /// The versions that are stated beside a package, where its id has none.
    versions: FxHashMap<&'t str, &'t str>,
    /// The dependencies of each entry: by its id, a name and its resolution.
    needs: Vec<(&'t str, &'t str, &'t str, DependencyKind)>,
    /// The dependencies of each directory: a name and its resolution.
    imports: Vec<(&'t str, &'t str, &'t str)>,
}

/// Reads what each importer got, and all packages.
pub fn read(reader: &mut ManifestReader<'_>) {
    let lock = gather(reader);
    if reader.text.trim().is_empty() {
        return;
    }
    let Some(version) = lock.version else { return reader.flaw(0, "no `lockfileVersion` was found") };
    if !matches!(version.split('.').next(), Some("5" | "6" | "7" | "9")) {
        return reader.flaw(0, format!("version {version} of pnpm-lock.yaml is not known here"));
    }
    let mut entries = FxHashMap::default();
    for (id, at) in if lock.snapshots.is_empty() { &lock.packages } else { &lock.snapshots } {
        if let Some((name, version)) = identity(&lock, id) {
            entries.insert(*id, (name, reader.lock(name, version, ProjectClaim::Nobody, *at)));
        }
    }
    for (id, name, value, kind) in &lock.needs {
        if let (Some((_, from)), Some((_, to))) = (entries.get(id), answer(&entries, name, value)) {
            reader.need(*from, to, *kind);
        }
    }
    for (directory, name, value) in &lock.imports {
        let Some((real, entry)) = answer(&entries, name, value) else { continue };
        let directory = directory.trim_start_matches("./").trim_start_matches('.').to_owned();
        let is_renamed = real != *name;
        let claim = if is_renamed {
            ProjectClaim::Alias(directory, (*name).to_owned())
        } else {
            ProjectClaim::Directory(directory)
        };
        reader.claim(claim, entry);
    }
}

fn gather<'t>(reader: &ManifestReader<'t>) -> Lock<'t> {
    let mut lock = Lock::default();
    let mut keys = yaml::Keys::default();
    let kind = |section: &str| SECTIONS.iter().find(|(name, _)| *name == section).map(|(_, kind)| *kind);
    for (start, line) in reader.lines() {
        let Some(entry) = keys.enter(start, line) else { continue };
        match *keys.path() {
            ["lockfileVersion"] => lock.version = Some(entry.value),
            ["packages", id] => lock.packages.push((id, entry.at)),
            ["snapshots", id] => lock.snapshots.push((id, entry.at)),
            ["packages", id, "version"] => drop(lock.versions.insert(id, entry.value)),
            ["packages" | "snapshots", id, section, name] => {
                lock.needs.extend(kind(section).map(|kind| (id, name, entry.value, kind)));
            }
            ["importers", directory, section, name] | ["importers", directory, section, name, "version"]
                if kind(section).is_some() =>
            {
                lock.imports.push((directory, name, entry.value));
            }
            [section, name] | [section, name, "version"] if kind(section).is_some() => {
                lock.imports.push((".", name, entry.value));
            }
            _ => {}
        }
    }
    lock
}

/// The name and the version of `name@1.0(peer@2)`, `/name@1.0` or `/name/1.0_peer@2`; nothing for a folder.
fn identity<'t>(lock: &Lock<'t>, id: &'t str) -> Option<(&'t str, &'t str)> {
    let plain = id.strip_prefix('/').unwrap_or(id);
    let scope = if plain.starts_with('@') { plain.find('/')? + 1 } else { 0 };
    let split = scope + plain.part(scope..).find(['@', '/'])?;
    let (name, version) = (plain.part(..split), plain.part(split + 1..));
    let bare = version.split(['(', '_']).next().unwrap_or_default();
    if bare.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Some((name, bare));
    }
    // A place instead of a version: an archive states its own beside.
    let stated = lock.versions.get(id.split('(').next().unwrap_or(id)).copied();
    (!version.starts_with("file:") || stated.is_some()).then_some((name, stated.unwrap_or(version)))
}

/// The resolution of a name: the version alone, or a whole id where the name is an alias.
fn answer<'t>(entries: &FxHashMap<&'t str, (&'t str, usize)>, name: &str, value: &str) -> Option<(&'t str, usize)> {
    let ids = [format!("{name}@{value}"), format!("/{name}@{value}"), format!("/{name}/{value}")];
    ids.iter().map(String::as_str).chain([value]).find_map(|id| entries.get(id)).copied()
}
