//! Values that mean more than their names in a part of the text.

use std::ops::Range;

use super::observation::Decl;
use crate::syntax::{ExprId, Name};

/// A value that has another type in a part of the text.
pub struct Narrowed {
    /// The value, as it is written.
    pub value: ExprId,
    /// The name that is written in its place.
    pub name: ExprId,
    /// The declaration that holds the test.
    pub scope: Decl,
    /// The bytes in which it has that type.
    pub within: Range<usize>,
    /// It is a variable of its own, or what a function is given: no other of its name ends it.
    pub is_variable: bool,
}

/// A member of a value, and the name that is written in place of it.
pub type KnownPart = (Name, ExprId);
