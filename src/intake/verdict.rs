//! Whether the versions of a package that the repository states are affected by an advisory: each with its place and the range.

use std::cmp::Ordering;

use super::affected::{Advisory, Affected, AffectedPackage};
use super::resolved::Resolved;
use super::shape::ValueRole;
use crate::base::{Position, path};
use crate::facts::{Depends, Locks, NONE, Snapshot};
use crate::package::{Ecosystem, compare, is_sum};

/// The most versions that are listed; the gravest come first.
const MOST: usize = 40;

/// A version that a lockfile or a manifest states.
struct Stated {
    affected: Affected,
    path: String,
    at: Position,
    /// The version, or the requirement, with the words that say which, and the place.
    text: String,
}

/// Enters a line for each version that the repository states of a package of some advisories; where it is not known whether one is
/// affected, the answer is short of that.
pub fn verdicts(advisories: &[Advisory], snapshot: &Snapshot, resolved: &mut Resolved) {
    let mut lines: Vec<(Affected, String)> = Vec::new();
    for advisory in advisories {
        for package in &advisory.affected {
            let of = match package.said() {
                _ if advisory.is_withdrawn => format!("{} (withdrawn)", advisory.id),
                said => format!("{}: {said}", advisory.id),
            };
            lines.extend(of_package(package, snapshot).into_iter().map(|(affected, text)| {
                let verdict = if affected == Affected::No { "not affected" } else { affected.name() };
                (affected, format!("{verdict}: {text} ({of})"))
            }));
        }
    }
    lines.sort_by_key(|(affected, _)| *affected);
    let n_more = lines.len().saturating_sub(MOST);
    for (affected, line) in lines.into_iter().take(MOST) {
        let to = if affected == Affected::Unknown { &mut resolved.unmatched } else { &mut resolved.notes };
        to.push(line.clone());
        resolved.add(ValueRole::Versions, line);
    }
    if n_more > 0 {
        resolved.add(ValueRole::Versions, format!("{n_more} more places state versions"));
    }
}

/// The verdicts on the versions of a package.
fn of_package(package: &AffectedPackage, snapshot: &Snapshot) -> Vec<(Affected, String)> {
    let name = &package.name;
    let Some(url) = package.url() else {
        let text = format!("`{name}` is of an ecosystem whose lockfiles and versions are not known here");
        return vec![(Affected::Unknown, text)];
    };
    let mut stated = stated(package, &url, snapshot);
    if stated.is_empty() {
        return vec![(Affected::Unknown, format!("no lockfile and no manifest here states a version of `{name}`"))];
    }
    stated.sort_by(|one, other| (one.affected, &one.path, one.at).cmp(&(other.affected, &other.path, other.at)));
    stated.dedup_by(|one, other| (&one.path, one.at) == (&other.path, other.at));
    stated.into_iter().map(|it| (it.affected, it.text)).collect()
}

/// The versions of a package that lockfiles have, and the requirements for which no lockfile has one.
fn stated(package: &AffectedPackage, url: &str, snapshot: &Snapshot) -> Vec<Stated> {
    let is_meant = |id| is_same(package.ecosystem, snapshot.package_name(id), url);
    let name = &package.name;
    let required: Vec<_> = snapshot.depends.iter().filter(|row| is_meant(row.package)).collect();
    let locked: Vec<_> = snapshot.locks.iter().filter(|row| is_meant(row.package)).collect();
    let text = |id: u32| snapshot.names.get(id);
    let is_of_sum = |row: &Locks| is_sum(snapshot.path(row.file));
    // A build takes one version, and none below what is required.
    let is_passed = |row: &Locks| {
        let above = locked.iter().filter(|it| is_of_sum(row) && it.file == row.file);
        let order = |it: &Locks| compare(Ecosystem::Golang, text(it.version), text(row.version));
        above.filter_map(order).any(Ordering::is_gt)
    };
    let is_required = |row: &Locks| required.iter().any(|it| text(it.requirement) == text(row.version));
    let mut found = Vec::new();
    for row in locked.iter().filter(|row| !is_passed(row)) {
        let (path, at, version) = (snapshot.path(row.file), row.at, text(row.version));
        let text = format!("{name} {version} is locked at {path}:{at}");
        let (affected, text) = match package.is_affected(version) {
            Affected::Yes if is_of_sum(row) && !is_required(row) => {
                (Affected::Unknown, format!("{text}, and no `go.mod` requires that version"))
            }
            affected => (affected, text),
        };
        found.push(Stated { affected, path: path.to_owned(), at, text });
    }
    let is_locked = |row: &Depends| {
        let of_sum = |it: &&Locks| is_of_sum(it) && text(it.version) == text(row.requirement);
        // A lockfile beside the manifest says what is installed for all of its requirements, those of peers among them.
        let folder = path::parent(snapshot.path(row.file));
        let is_beside = |it: &&Locks| path::parent(snapshot.path(it.file)) == folder;
        row.locked != NONE || locked.iter().any(|it| of_sum(&it) || !is_of_sum(it) && is_beside(&it))
    };
    for row in required.iter().filter(|row| !is_locked(row)) {
        let (path, at, requirement) = (snapshot.path(row.file), row.at, text(row.requirement));
        let what = if requirement.is_empty() { "in any version".to_owned() } else { format!("as `{requirement}`") };
        let text = format!("{name} is required {what} at {path}:{at}, and no lockfile has a version");
        found.push(Stated { affected: package.is_affected_by(requirement), path: path.to_owned(), at, text });
    }
    found
}

/// Whether two keys of packages are one; the registry of crates takes `-` and `_` for the same.
fn is_same(ecosystem: Option<Ecosystem>, one: &str, other: &str) -> bool {
    let plain = |key: &str| key.replace('_', "-");
    one == other || ecosystem == Some(Ecosystem::Cargo) && plain(one) == plain(other)
}
