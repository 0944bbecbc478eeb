//! The lockfiles that have a package, beside the manifests that depend on it: what an upgrade has to change.

use cg_rules::{FileId, Id, PackageId};

use super::answer::{Answer, Hit, Link};
use super::note::Note;
use crate::base::Position;
use crate::facts::{Locks, Snapshot};

/// The flag that adds the lockfiles.
pub const LOCKED: &str = "locked";
/// How many places of a kind a remark names.
const NAMED: usize = 12;

/// The lockfiles of some packages, each of a version or of any, and before them the remark on where they are locked and required.
pub(super) fn lockfiles(snapshot: &Snapshot, packages: &[PackageId]) -> Answer {
    let mut rows: Vec<Locks> = packages.iter().filter_map(|package| snapshot.locked_row(*package)).collect();
    rows.sort_by_key(|row| (row.file, row.at));
    let (mut hits, mut links): (Vec<Hit>, Vec<(FileId, Vec<Link>)>) = Default::default();
    for of_file in rows.chunk_by(|one, other| one.file == other.file) {
        let Some(file) = of_file.first().map(|row| row.file) else { continue };
        let lines = of_file.iter().map(|row| row.at.line).collect();
        hits.push(Hit { file, hops: 0, defs: Vec::new(), lines });
        links.push((file, of_file.iter().map(|row| locks_link(snapshot, row)).collect()));
    }
    Answer::linked(hits, links, remark(snapshot, packages, &rows).into_iter().collect())
}

/// `locks(File, Package)`, with the version.
fn locks_link(snapshot: &Snapshot, row: &Locks) -> Link {
    let from = snapshot.path(row.file).to_owned();
    Link { relation: "locks", from, to: snapshot.locked_url(row), file: row.file, at: row.at }
}

/// `Cargo.lock:40 locks bstr 1.12.0; Cargo.toml:7 requires ^1`.
fn remark(snapshot: &Snapshot, packages: &[PackageId], locked: &[Locks]) -> Option<Note> {
    let place = |file: FileId, at: Position| format!("{}:{}", snapshot.path(file), at.line);
    let name = |text: u32| snapshot.names.get(text);
    let locked = locked.iter().map(|row| {
        let (package, version) = (name(row.name), name(row.version));
        format!("{} locks {package} {version}", place(row.file, row.at))
    });
    let of_any = packages.iter().filter(|package| package.index() < snapshot.packages.len());
    let mut required: Vec<_> = of_any.flat_map(|package| snapshot.depends.headed([package.0])).collect();
    // Who gets another version than the one that is meant requires nothing of it.
    required.retain(|row| snapshot.locked_id(row.locked).is_none_or(|locked| packages.contains(&locked)));
    required.sort_by_key(|row| (row.file, row.at));
    let required = required.iter().map(|row| {
        let wanted = match name(row.requirement) {
            "" => "it",
            requirement => requirement,
        };
        format!("{} requires {wanted}", place(row.file, row.at))
    });
    let parts: Vec<String> = named(locked).into_iter().chain(named(required)).collect();
    (!parts.is_empty()).then(|| parts.join("; ").into())
}

/// The first of some texts, with the number of the others.
fn named(texts: impl Iterator<Item = String>) -> Option<String> {
    let texts: Vec<String> = texts.collect();
    let more = if texts.len() > NAMED { format!(", and {} more", texts.len() - NAMED) } else { String::new() };
    let first: Vec<&str> = texts.iter().take(NAMED).map(String::as_str).collect();
    (!first.is_empty()).then(|| first.join(", ") + &more)
}
