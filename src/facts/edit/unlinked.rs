//! Why something is not linked on the facts that are kept.

use super::interface::RelinkRefusal;
use super::reads::WantedFiles;
use crate::language::World;

/// The reason that an edit is not linked on the facts before it.
#[derive(Debug)]
pub enum Unlinked {
    /// It is not sure that few files are reached: all is related anew.
    Refused(RelinkRefusal),
    /// Files that are not at hand write a name that changed, or were looked into.
    Wants(WantedFiles),
}

impl From<RelinkRefusal> for Unlinked {
    fn from(why: RelinkRefusal) -> Self {
        Self::Refused(why)
    }
}

/// Nothing, unless files were looked into that are not read.
pub fn unless_wanted(world: &World<'_>) -> Result<(), Unlinked> {
    let units = world.wanted();
    match units.is_empty() {
        true => Ok(()),
        false => Err(Unlinked::Wants(WantedFiles { units, ..WantedFiles::default() })),
    }
}
