//! The local names of a text by the blocks that see them, as they are kept.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::kind::{LocalScope, MemberScope};
use super::observation::Decl;
use super::word_places::WordPlaces;
use crate::base::Position;
use crate::syntax::{ArgumentsId, ExprId, Name};

/// How many nodes around a binding, and how many variables of its name, are looked at.
pub const FARTHEST: usize = 64;

/// The local names that were bound, each with the variables of its name.
#[derive(Default)]
pub struct Blocks<'t> {
    /// Where the members of a type are seen by their names alone.
    pub(super) members: MemberScope,
    /// The names that the bodies of types have declared, where what runs with a body sees them.
    pub(super) declared: FxHashSet<(Decl, Name)>,
    /// The sources from which an import of everything brings what no query captures.
    pub(super) refers: Option<fn(&str) -> bool>,
    /// The part of a function that a local name belongs to.
    pub scope: LocalScope,
    /// Whether a local name is seen behind its declaration alone.
    pub begin_where_declared: bool,
    /// The words for the object at hand.
    pub own_objects: &'static [&'static str],
    /// The objects at hand in functions without a name, each with the bytes of the function.
    pub implied: Vec<(ExprId, Range<usize>)>,
    /// The names of variables that are called by names which no code can spell: what imports bind where another variable of the
    /// function has the plain name, and what is seen in a part of its function alone.
    pub imported: FxHashSet<Name>,
    pub bound: FxHashMap<(Decl, Name), Variables>,
    /// The names of which a variable is seen in a part of its function alone.
    pub parted: FxHashSet<Name>,
    /// The names of functions that are written before they are declared there: as mentions they are local all the same.
    pub declared_below: FxHashSet<(Decl, Name)>,
    /// The bytes of what bound a name last.
    pub binder: Range<usize>,
    /// The arguments of the calls that were written, each with the place of its callee.
    pub given: Vec<(Position, ArgumentsId)>,
    /// The words of the text, once any was looked for.
    pub words: Option<WordPlaces<'t>>,
}

/// The variables of one name in a function.
#[derive(Default)]
pub struct Variables {
    /// How many there are.
    pub n: usize,
    /// Those that may still be seen, as the walk goes on, the last one last.
    pub open: Vec<Variable>,
}

/// A local variable.
pub struct Variable {
    /// The bytes of what binds it.
    pub binder: Range<usize>,
    /// The bytes in which it is seen.
    pub seen: Range<usize>,
    /// The name that it is bound under.
    pub stands: Name,
}

impl Blocks<'_> {
    /// The name under which a variable of a function is bound that is seen at a byte; its own where blocks are no scopes.
    pub fn seen_as(&self, function: Decl, name: Name, at: usize) -> Name {
        let known = self.bound.get(&(function, name));
        let seen = known.and_then(|known| known.open.iter().rev().take(FARTHEST).find(|it| it.seen.contains(&at)));
        seen.map_or(name, |it| it.stands)
    }
}
