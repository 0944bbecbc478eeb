//! The relations of packages as they are shown.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::column::Value;
use super::super::relation::NONE;
use super::super::shown::{Shape, Shown, text};
use super::super::snapshot::Snapshot;
use super::ask::Owners;
use super::row::{Depends, Locks, PackageManifest};
use crate::package::DependencyKind;

/// `depends`, each with the manifest of its file.
pub const DEPENDS: &dyn Shown = &Shape::<(Depends, Option<PackageManifest>)> {
    columns: &[
        ("file", |facts, (row, _)| text(facts.path(row.file))),
        ("package", |facts, (_, manifest)| text(manifest.as_ref().map_or("", |it| facts.manifest_name(it)))),
        ("dependency", |facts, (row, _)| Value::Text(facts.depended_url(row))),
        ("version", |facts, (row, _)| {
            let locked = facts.version(row);
            text(if locked.is_empty() { facts.names.get(row.requirement) } else { locked })
        }),
        ("kind", |_, (row, _)| Value::Word(row.kind.name())),
        ("line", |_, (row, _)| Value::Number(row.at.line)),
        ("column", |_, (row, _)| Value::Number(row.at.column)),
        ("requirement", |facts, (row, _)| text(facts.names.get(row.requirement))),
    ],
    rows: depends,
};

/// `locks`.
pub const LOCKS: &dyn Shown = &Shape::<Locks> {
    columns: &[
        ("file", |facts, row| text(facts.path(row.file))),
        ("dependency", |facts, row| Value::Text(facts.locked_url(row))),
        ("version", |facts, row| text(facts.names.get(row.version))),
        ("line", |_, row| Value::Number(row.at.line)),
        ("column", |_, row| Value::Number(row.at.column)),
    ],
    rows: |facts| {
        let mut rows: Vec<_> = facts.locks.iter().collect();
        rows.sort_by_key(|row| (row.file, row.at, row.package));
        rows
    },
};

/// `requires`, both packages by their rows of `locks`.
pub const REQUIRES: &dyn Shown = &Shape::<(Locks, Locks, DependencyKind)> {
    columns: &[
        ("file", |facts, (from, ..)| text(facts.path(from.file))),
        ("package", |facts, (from, ..)| Value::Text(facts.locked_url(from))),
        ("dependency", |facts, (_, to, _)| Value::Text(facts.locked_url(to))),
        ("kind", |_, (.., kind)| Value::Word(kind.name())),
        ("line", |_, (from, ..)| Value::Number(from.at.line)),
        ("column", |_, (from, ..)| Value::Number(from.at.column)),
    ],
    rows: requires,
};

/// `owns`: a manifest, and a file of its package.
pub const OWNS: &dyn Shown = &Shape::<(PackageManifest, FileId)> {
    columns: &[
        ("manifest", |facts, (row, _)| text(facts.path(row.file))),
        ("package", |facts, (row, _)| text(facts.manifest_name(row))),
        ("file", |facts, (_, file)| text(facts.path(*file))),
    ],
    rows: owns,
};

/// `depends`, by manifest and place.
fn depends(facts: &Snapshot) -> Vec<(Depends, Option<PackageManifest>)> {
    let manifests: FxHashMap<FileId, PackageManifest> = facts.manifests.iter().map(|row| (row.file, row)).collect();
    let mut rows: Vec<_> = facts.depends.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package));
    rows.into_iter().map(|row| (row, manifests.get(&row.file).copied())).collect()
}

/// `requires`, by lockfile and place.
fn requires(facts: &Snapshot) -> Vec<(Locks, Locks, DependencyKind)> {
    let locked = |row: u32| facts.locks.get(row as usize);
    let pairs = facts.requires.iter().filter_map(|row| Some((locked(row.from)?, locked(row.to)?, row.kind)));
    let mut rows: Vec<_> = pairs.collect();
    rows.sort_by_key(|(from, to, kind)| (from.file, from.at, from.package, to.package, to.at, *kind));
    rows
}

/// `owns`, by file.
fn owns(facts: &Snapshot) -> Vec<(PackageManifest, FileId)> {
    let owners = Owners::new(facts);
    let files = (0..facts.paths.len()).map(|at| FileId(u32::try_from(at).unwrap_or(NONE)));
    files.flat_map(|file| owners.of(file).into_iter().map(move |row| (row, file))).collect()
}
