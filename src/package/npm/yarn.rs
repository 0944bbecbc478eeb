//! `yarn.lock`, of version 1 and of Berry. It is read line by line: a program wrote it, and it is long.

use rustc_hash::FxHashMap;

use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, ProjectClaim};
use super::section::SECTIONS;
use crate::base::TextPart;

/// One block: the descriptors that it answers, its version, and what it needs.
#[derive(Default)]
struct Block<'t> {
    at: usize,
    descriptors: &'t str,
    version: &'t str,
    needs: Vec<(&'t str, &'t str, DependencyKind)>,
}

/// Reads each block.
pub fn read(reader: &mut ManifestReader<'_>) {
    let blocks = blocks(reader);
    if blocks.is_empty()
        && reader.found.flaws.is_empty()
        && reader.text.lines().any(|line| !line.is_empty() && !line.starts_with('#'))
    {
        reader.flaw(0, "no descriptor was found");
    }
    let mut answers = FxHashMap::default();
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut entries = Vec::with_capacity(blocks.len());
    for block in &blocks {
        let entry = lock(reader, block);
        entries.push(entry);
        for descriptor in descriptors(block.descriptors) {
            answers.insert(descriptor, entry);
            by_name.entry(split(descriptor).map_or("", |(name, _)| name)).or_default().extend(entry);
        }
    }
    for (block, from) in blocks.iter().zip(entries) {
        let Some(from) = from else { continue };
        for (name, requirement, kind) in &block.needs {
            let stated = answers.get(&*format!("{name}@{requirement}")).copied();
            // A manifest may resolve a descriptor otherwise: then the only version there is answers it.
            let only =
                || by_name.get(name).filter(|all| all.iter().all(|it| *it == all[0])).and_then(|all| all.first());
            if let Some(to) = stated.unwrap_or_else(|| only().copied()) {
                reader.need(from, to, *kind);
            }
        }
    }
}

fn blocks<'t>(reader: &mut ManifestReader<'t>) -> Vec<Block<'t>> {
    let mut blocks: Vec<Block<'t>> = Vec::new();
    let mut section: Option<DependencyKind> = None;
    for (at, line) in reader.lines() {
        let text = line.trim_end();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if !line.starts_with([' ', '\t']) {
            match text.strip_suffix(':') {
                Some(descriptors) => blocks.push(Block { at, descriptors, ..Block::default() }),
                None if reader.found.flaws.is_empty() => reader.flaw(at, "a descriptor with a colon is wanted"),
                None => {}
            }
            section = None;
            continue;
        }
        let Some(block) = blocks.last_mut() else { continue };
        let (name, value) = pair(text.trim_start());
        if !line.starts_with("    ") {
            section = SECTIONS.iter().find(|(section, _)| *section == name && value.is_empty()).map(|it| it.1);
            if name == "version" {
                block.version = value;
            }
        } else if let Some(kind) = section {
            block.needs.push((name, value, kind));
        }
    }
    blocks
}

/// `name "value"` or `"name": value`, without quotes.
fn pair(text: &str) -> (&str, &str) {
    let (name, value) = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => text.split_at(text.find([':', ' ']).unwrap_or(text.len())),
    };
    (name, value.trim_start_matches([':', ' ']).trim_matches('"'))
}

/// Each descriptor of `"a@^1", a@^2` or `"a@npm:^1, a@npm:^2"`.
fn descriptors(text: &str) -> impl Iterator<Item = &str> {
    text.split(", ").map(|descriptor| descriptor.trim().trim_matches('"'))
}

/// A name and the text behind its `@`.
fn split(descriptor: &str) -> Option<(&str, &str)> {
    let at = descriptor.get(1..)?.find('@')? + 1;
    Some((descriptor.part(..at), descriptor.part(at + 1..)))
}

/// The entry of a block; none for a package of the repository.
fn lock(reader: &mut ManifestReader<'_>, block: &Block<'_>) -> Option<usize> {
    let is_own = block.version.is_empty() || block.version.ends_with("-use.local");
    if is_own || block.descriptors.starts_with("__metadata") {
        return None;
    }
    let mut entry = None;
    for descriptor in descriptors(block.descriptors) {
        let Some((mut name, mut requirement)) = split(descriptor) else { continue };
        if let Some(target) = requirement.strip_prefix("npm:") {
            // An alias names its target; a plain requirement of Berry has the same prefix, and none in the manifest.
            (name, requirement) = split(target).unwrap_or((name, target));
        }
        let entry = *entry.get_or_insert_with(|| reader.lock(name, block.version, ProjectClaim::Nobody, block.at));
        reader.claim(ProjectClaim::Requirement(requirement.to_owned()), entry);
    }
    entry
}
