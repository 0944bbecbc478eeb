//! The primitives over packages: what manifests depend on.

use cg_rules::{Consumers, FileId, PackageId};

use super::ask::{Answer, Argument, Ask, Hit, Link, Source};
use super::engine::Engine;
use crate::facts::{Depends, NONE, Snapshot};

/// `dep_graph.consumers`: the direct ones first, then those that depend on them.
pub fn consumers(engine: &Engine<'_>, ask: &Ask) -> Answer {
    let mut notes = Vec::new();
    let packages = packages(engine.snapshot, ask, &mut notes);
    let found = cg_rules::consumers(engine.packages(), &packages, u32::MAX);
    let mut links: Vec<(FileId, Vec<Link>)> = Vec::with_capacity(found.hits().len());
    let mut hits = Vec::with_capacity(found.hits().len());
    for hit in found.hits() {
        let chain = chain(engine, &found, hit.file);
        let mut lines: Vec<u32> = chain.iter().filter(|link| link.file == hit.file).map(|link| link.at.line).collect();
        lines.sort_unstable();
        lines.dedup();
        hits.push(Hit { file: hit.file, hops: hit.hops, defs: Vec::new(), lines });
        links.push((hit.file, chain));
    }
    links.sort_by_key(|(file, _)| *file);
    Answer { hits, source: Source::Links(links), notes, ..Answer::default() }
}

/// The packages of an argument. What names nothing is noted, and so is what only lockfiles know.
fn packages(snapshot: &Snapshot, ask: &Ask, notes: &mut Vec<String>) -> Vec<PackageId> {
    let mut all = Vec::new();
    for argument in &ask.arguments {
        let Argument::Text(text) = argument else { continue };
        let found = snapshot.dependency(text);
        if found.is_empty() {
            notes.push(format!("no manifest or lockfile here names a package `{text}`"));
        }
        for package in &found {
            let is_stated = snapshot.depends.headed([package.0]).len() > 0;
            if let Some(row) = snapshot.locked(*package).next().filter(|_| !is_stated) {
                let (version, file) = (snapshot.names.get(row.version), snapshot.path(row.file));
                let name = snapshot.names.get(row.name);
                notes.push(format!(
                    "no manifest states `{name}`; {file}:{} locks {version} for another one",
                    row.at.line
                ));
            }
        }
        all.extend(found);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Every statement that a step of the chain stands on, the manifest's own first.
fn chain(engine: &Engine<'_>, found: &Consumers, file: FileId) -> Vec<Link> {
    let steps = found.chain(engine.packages(), file);
    let rows = steps.iter().flat_map(|step| engine.snapshot.depends.headed([step.package.0, step.file.0]));
    rows.map(|row| depends_link(engine.snapshot, &row)).collect()
}

/// `depends(File, Package)`, with the version that is locked, else required.
fn depends_link(snapshot: &Snapshot, row: &Depends) -> Link {
    let version = snapshot.names.get(if row.locked == NONE { row.requirement } else { row.locked });
    let name = snapshot.names.get(row.name);
    let to = if version.is_empty() { name.to_owned() } else { format!("{name}@{version}") };
    Link { relation: "depends", from: snapshot.path(row.file).to_owned(), to, file: row.file, at: row.at }
}
