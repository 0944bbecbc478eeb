//! The expressions of an observation that is being written, by what they are.

use rustc_hash::FxHashMap;

use crate::syntax::{ArgumentsId, Expr, ExprId, GivenArgument};

/// The expressions that were written, by what they are and by the texts that they were read from.
#[derive(Default)]
pub struct ExprTable {
    pub(super) ids: FxHashMap<Expr, ExprId>,
    pub(super) read: FxHashMap<Box<str>, ExprId>,
    pub(super) lists: FxHashMap<Box<str>, ArgumentsId>,
    pub(super) given: FxHashMap<Vec<GivenArgument>, ArgumentsId>,
}
