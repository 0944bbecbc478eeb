//! The sites at which symbols are declared and used, as `scip.refs` gathers them, and who answered for which file.

use std::collections::BTreeSet;

use cg_rules::FileId;

use super::answer::Link;
use super::mention_group::Mentioned;
use super::named_texts::NamedTexts;
use super::note::Note;

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
