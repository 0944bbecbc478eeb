//! The types of the declarations of one file, as they are linked.

use cg_rules::DefId;

use crate::resolve::edge::Extends;

/// The types of one file, as they are linked.
#[derive(Clone, Debug, Default)]
pub struct FileTypes {
    /// They are those of before an edit, which does not reach them.
    pub is_kept: bool,
    /// The type to which each declaration belongs that states an owner, where it is known.
    pub owned: Vec<(DefId, DefId)>,
    /// The supertypes, in the order of the text.
    pub rows: Vec<Extends>,
    /// Types with a supertype that is not of the repository.
    pub outer: Vec<DefId>,
    /// The blocks that give a type what a trait declares, each with the trait where it is known.
    pub blocks: Vec<(DefId, Option<DefId>)>,
}
