//! The local names of a text by the blocks that see them, as they are kept.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::kind::MemberScope;
use super::observation::Decl;
use crate::syntax::{ExprId, Name};

/// The local names that were bound, each with the name that it is bound under now.
#[derive(Default)]
pub struct Blocks {
    /// Where the members of a type are seen by their names alone.
    pub(super) members: MemberScope,
    /// Whether blocks are scopes.
    pub are_scopes: bool,
    /// The objects at hand in functions without a name, each with the bytes of the function.
    pub implied: Vec<(ExprId, Range<usize>)>,
    pub bound: FxHashMap<(Decl, Name), Variable>,
}

/// A local variable: the last of its name.
pub struct Variable {
    /// The bytes of what binds it.
    pub binder: Range<usize>,
    /// The name that it is bound under.
    pub stands: Name,
    /// How many the function has of the name.
    pub n: u32,
}
