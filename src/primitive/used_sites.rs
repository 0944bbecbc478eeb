//! The sites at which symbols are declared and used, as `scip.refs` gathers them, and who answered for which file.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::innermost::innermost;
use super::mention_group::Mentioned;
use super::named_texts::NamedTexts;
use super::note::Note;
use super::symbol_queries::Gathered;
use crate::base::Position;
use crate::facts::Definition;
use crate::language::DeclKind;

/// The sites found for all symbols.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) links: Vec<(FileId, Link)>,
    pub(super) declaring: BTreeSet<FileId>,
    pub(super) from_index: BTreeSet<FileId>,
    pub(super) from_text: BTreeSet<FileId>,
    pub(super) n_changed: usize,
    /// How many files that may name the symbol at hand were not read.
    pub(super) n_unread: usize,
    pub(super) bare: Vec<String>,
    pub(super) mentioned: Vec<Mentioned>,
    /// The files of places that lead to a member of another type, one for each.
    pub(super) others: Vec<FileId>,
    pub(super) texts: NamedTexts,
    /// Whether the places of the symbol at hand are resolved one by one.
    pub(super) are_places_resolved: bool,
    pub(super) notes: Vec<Note>,
}

/// Enters links, and the innermost callable around each site: that is what a reader wants to see whole.
pub(super) fn gather(engine: &Engine<'_>, links: Vec<(FileId, Link)>) -> Gathered {
    let mut gathered = Gathered::default();
    // Two indexes may say the same of a place.
    let mut known = FxHashSet::default();
    for (file, link) in links {
        if known.insert((file, link.file, link.at, link.relation)) {
            gathered.entry(file).or_default().links.push(link);
        }
    }
    for (file, found) in &mut gathered {
        let rows = engine.snapshot.definitions_of(*file).filter(|(_, row)| row.kind != DeclKind::File);
        let rows: Vec<(DefId, Definition)> = rows.collect();
        let declaring = found.links.iter().filter(|link| matches!(link.relation, "declares" | "defines"));
        let declared: FxHashSet<Position> = declaring.map(|link| link.at).collect();
        found.defs.extend(rows.iter().filter(|(_, row)| declared.contains(&row.at)).map(|(def, _)| *def));
        found.defs.extend(innermost(&rows, found.links.iter().map(|link| link.at.line).collect()));
    }
    gathered
}
