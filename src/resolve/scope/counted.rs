//! Names of types with the number of their type arguments, in a language where that is part of the name: `Policy` and
//! `Policy<TResult>` are two types of C#.

use rustc_hash::{FxHashMap, FxHashSet};

use super::keyed::Sym;

/// The names that are written with a number, and those of them that a type has.
#[derive(Debug, Default)]
pub struct CountedNames {
    /// The names without the number.
    pub(super) plain: FxHashMap<Sym, Sym>,
    pub(super) declared: FxHashSet<Sym>,
}
