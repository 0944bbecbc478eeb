//! The primitives over packages: what manifests depend on.

use cg_rules::{Consumers, Dependence, Depender, FileId, PackageId};

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::locked_packages::{LOCKED, lockfiles};
use super::note::{Note, listed};
use super::shape::{Argument, Invocation};
use crate::facts::{Depends, Locks, Snapshot};
use crate::package::name::key;
use crate::package::{Ecosystem, PackageQuery, distributions_of};

/// `dep_graph.consumers`: the direct ones first, then those that depend on them.
pub fn consumers(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let packages = packages(engine.snapshot, call, &mut notes);
    let found = cg_rules::consumers(engine.packages(), &packages, u32::MAX);
    let with_locked = call.flags.contains(&LOCKED);
    let locked = if with_locked { lockfiles(engine.snapshot, &packages) } else { Answer::default() };
    notes.splice(0..0, locked.notes.iter().cloned());
    let mut links: Vec<(FileId, Vec<Link>)> =
        locked.hits.iter().map(|hit| (hit.file, locked.chain(engine, hit.file))).collect();
    let mut hits = locked.hits;
    for hit in found.hits() {
        let chain = chain(engine, &found, hit.file);
        let mut lines: Vec<u32> = chain.iter().filter(|link| link.file == hit.file).map(|link| link.at.line).collect();
        lines.sort_unstable();
        lines.dedup();
        hits.push(Hit { file: hit.file, hops: hit.hops, defs: Vec::new(), lines });
        links.push((hit.file, chain));
    }
    links.sort_by_key(|(file, _)| *file);
    Answer { hits, source: ChainSource::Links(links), notes, ..Answer::default() }
}

/// The packages of an argument, each with what lockfiles have of it. What names nothing is noted, and what names
/// several packages, or a version that no lockfile has; and so is what only lockfiles know.
fn packages(snapshot: &Snapshot, call: &Invocation, notes: &mut Vec<Note>) -> Vec<PackageId> {
    let (mut all, mut unnamed, mut of_others) = (Vec::new(), Vec::new(), Vec::new());
    for argument in &call.arguments {
        let Argument::Text(text) = argument else { continue };
        let mut found = snapshot.dependency(text);
        if found.is_empty() {
            // `yaml`, which is imported, for `pyyaml`, which is depended on.
            found = distributions_of(text).filter_map(|name| snapshot.package(&key(Ecosystem::Pypi, name))).collect();
        }
        if found.is_empty() && call.is_read {
            unnamed.push(text.as_str());
        } else if found.is_empty() {
            notes.push(format!("no manifest or lockfile here names a package `{text}`").into());
        }
        if found.len() > 1 {
            let names: Vec<&str> = found.iter().map(|package| snapshot.package_name(*package)).collect();
            notes.push(format!("`{text}` names several packages, all of which are meant: {}", names.join(", ")).into());
        }
        for package in found {
            let locked: Vec<(PackageId, Locks)> = snapshot.locked(package).collect();
            let is_stated = snapshot.depends.headed([package.0]).len() > 0;
            if call.is_read && !is_stated && !locked.is_empty() {
                of_others.push(snapshot.package_name(package));
            } else if let Some((_, row)) = locked.first().filter(|_| !is_stated) {
                let at = locked_at(snapshot, row);
                notes.push(
                    format!("no manifest states `{}`; {at} for another one", snapshot.names.get(row.name)).into(),
                );
            }
            all.push(package);
            all.extend(at_version(snapshot, text, &locked, notes));
        }
    }
    notes.extend(listed("no manifest or lockfile here names", &unnamed).map(Note::settled));
    notes.extend(listed("no manifest states, and lockfiles have for other packages,", &of_others).map(Note::settled));
    all.sort_unstable();
    all.dedup();
    all
}

/// The locked packages at the version that a text names; all of them where the text names none, or one that is not locked.
fn at_version<'a>(
    snapshot: &Snapshot,
    text: &str,
    locked: &'a [(PackageId, Locks)],
    notes: &mut Vec<Note>,
) -> impl Iterator<Item = PackageId> + use<'a> {
    let asked = PackageQuery::parse(text);
    let fits = |row: &Locks| asked.as_ref().and_then(|asked| asked.is_at(snapshot.names.get(row.version)));
    let mut fitting: Vec<bool> = locked.iter().map(|(_, row)| fits(row) != Some(false)).collect();
    if let Some((_, row)) = locked.first().filter(|_| !fitting.contains(&true)) {
        notes.push(format!("no lockfile has `{text}`; {}", locked_at(snapshot, row)).into());
        fitting.fill(true);
    }
    locked.iter().zip(fitting).filter(|(_, fits)| *fits).map(|((id, _), _)| *id)
}

/// `yarn.lock:7 locks 1.0.0`.
fn locked_at(snapshot: &Snapshot, row: &Locks) -> String {
    format!("{}:{} locks {}", snapshot.path(row.file), row.at.line, snapshot.names.get(row.version))
}

/// Every statement behind a step of the chain, the manifest's own first.
fn chain(engine: &Engine<'_>, found: &Consumers, file: FileId) -> Vec<Link> {
    let steps = found.chain(engine.packages(), file);
    steps.iter().flat_map(|step| links(engine.snapshot, step)).collect()
}

fn links(snapshot: &Snapshot, step: &Dependence) -> Vec<Link> {
    let row = snapshot.locked_row(step.package);
    match step.from {
        Depender::Manifest(file) => {
            let package = row.map_or(step.package, |row| row.package);
            let rows = snapshot.depends.headed([package.0, file.0]);
            let meant = rows.filter(|it| row.is_none() || snapshot.locked_id(it.locked) == Some(step.package));
            meant.map(|row| depends_link(snapshot, &row)).collect()
        }
        Depender::Locked(from) => {
            let ends = snapshot.locked_row(from).zip(row);
            ends.map(|(from, to)| requires_link(snapshot, &from, &to)).into_iter().collect()
        }
    }
}

/// `depends(File, Package)`, with the version that is locked, else required.
fn depends_link(snapshot: &Snapshot, row: &Depends) -> Link {
    let mut to = snapshot.depended_url(row);
    let requirement = snapshot.names.get(row.requirement);
    if snapshot.version(row).is_empty() && !requirement.is_empty() {
        to.push_str(&format!(" ({requirement})"));
    }
    Link { relation: "depends", from: snapshot.path(row.file).to_owned(), to, file: row.file, at: row.at }
}

/// `requires(From, To)`, at the place of the first in the lockfile.
fn requires_link(snapshot: &Snapshot, from: &Locks, to: &Locks) -> Link {
    let (needs, needed) = (snapshot.locked_url(from), snapshot.locked_url(to));
    Link { relation: "requires", from: needs, to: needed, file: from.file, at: from.at }
}
