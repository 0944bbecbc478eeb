//! A name at a place.

use crate::base::Position;
use crate::language::sites::SiteKind;

/// A name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// Where it starts.
    pub at: Position,
    /// How long it is, in bytes. It ends on the line on which it starts.
    pub length: u32,
    /// The kind of use.
    pub kind: SiteKind,
    /// It means a type parameter of what is around, and no type of its name.
    pub is_parameter: bool,
}
