//! The symbols of an index as they are searched, and the symbols that a text names.

use super::order::key;
use super::qualified::Fit;
use crate::base::{Position, Strings};
use crate::scip::symbol::raw_last_name;

/// The most things that are listed for one text.
pub const MOST: usize = 20;

/// How often symbols are seen, and where.
pub trait SymbolCounts {
    /// The number of places that define a symbol.
    fn n_definitions(&self, symbol: u32) -> u32;
    /// The number of places that mention it and do not define it.
    fn n_references(&self, symbol: u32) -> u32;
    /// A place to show, best one that defines it. Asked for the few that are listed.
    fn example(&self, symbol: u32) -> Option<Example>;
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The path, relative to the root.
    pub path: String,
    /// The place in it.
    pub position: Position,
}

/// The symbols of an index, with the orders in which they are searched.
#[derive(Clone, Copy)]
pub struct Symbols<'a> {
    /// Their texts, sorted by bytes and distinct: an id is a place here.
    pub texts: &'a Strings,
    /// The result of `by_name` for each text.
    pub by_name: &'a [u32],
    /// The result of `by_package` for each text.
    pub by_package: &'a [u32],
    /// How often they stand where.
    pub counts: &'a dyn SymbolCounts,
}

/// The symbols that a text names. Without any, a note says so; the result is never empty in silence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// All symbols that it names, in order. Of several things, those of each.
    pub symbols: Vec<u32>,
    /// The things, most referenced first, if there are several: at most [`MOST`] of them.
    pub ambiguous: Vec<SymbolCandidate>,
    /// How many things there are.
    pub n_things: usize,
    /// Near names, if the text names nothing.
    pub suggestions: Vec<Suggestion>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// One of several things that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolCandidate {
    /// Its most referenced symbol.
    pub symbol: u32,
    /// All of its symbols, in order.
    pub symbols: Vec<u32>,
    /// A text that names it alone, or nearly so.
    pub written: String,
    /// The places that define it.
    pub n_definitions: u32,
    /// The places that mention it; several symbols at one place count each.
    pub n_references: u32,
    /// A place to show.
    pub example: Option<Example>,
}

/// A symbol that may have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// One of its symbols.
    pub symbol: u32,
    /// A text that names it.
    pub written: String,
}

/// A symbol whose own name is the wanted one.
pub struct Fitting {
    pub id: u32,
    pub fit: Fit,
    pub kind: Kind,
    pub identity: String,
}

/// The rank of a symbol's kind by how likely a request means it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A type, function, method, variable or macro.
    Thing,
    /// The key of an object.
    Key,
    /// A module.
    Module,
}

impl Kind {
    pub fn of(text: &str) -> Self {
        match text.as_bytes().last() {
            Some(b'/') => Self::Module,
            Some(b':') if text.ends_with("/__init__:") => Self::Module,
            Some(b':') => Self::Key,
            _ => Self::Thing,
        }
    }
}

/// The distinguishing name of a symbol: the key of an object with its counter.
pub fn own_name(text: &str) -> &str {
    if Kind::of(text) == Kind::Key { raw_last_name(text) } else { key(text) }
}
