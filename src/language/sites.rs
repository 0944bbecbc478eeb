//! The shape of the rows that say what the parts of a node do: see `src/parse/sites/rows.rs`, which holds those of all
//! languages. A language's own stand in its folder.

use serde::{Deserialize, Serialize};
use tree_sitter::Node;

/// The use of a name at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SiteKind {
    /// It is called: `f` of `a.f()`, of `f<T>()`, of a tagged template, of a macro.
    Call,
    /// A value of it is made: `T` of `new T()`, of `T { … }`.
    New,
    /// It is imported, or exported under a name.
    Import,
    /// It is in type position: an annotation, an argument of a generic, what a type extends.
    Type,
    /// Its value is used.
    Read,
    /// It is given a value: assigned, counted up, deleted, set as a member of what is made.
    Write,
    /// Its value is used, and given to the member of its name: `{ name }`.
    Shorthand,
    /// It names an element of JSX.
    Jsx,
    /// It decorates what follows.
    Decorator,
    /// It is the name of what is declared here.
    Define,
}

impl SiteKind {
    /// Every kind, in the order of the numbers under which they are packed.
    pub const ALL: [Self; 10] = [
        Self::Call,
        Self::New,
        Self::Import,
        Self::Type,
        Self::Read,
        Self::Write,
        Self::Shorthand,
        Self::Jsx,
        Self::Decorator,
        Self::Define,
    ];

    /// Whether a value is used, or given.
    pub fn is_of_value(self) -> bool {
        matches!(self, Self::Read | Self::Write | Self::Shorthand)
    }

    /// The name of a kind in facts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::New => "new",
            Self::Import => "import",
            Self::Type => "type",
            Self::Read | Self::Shorthand => "read",
            Self::Write => "write",
            Self::Jsx => "jsx",
            Self::Decorator => "decorator",
            Self::Define => "define",
        }
    }
}

/// The use that a parent gives to a child.
#[derive(Debug)]
pub enum Give {
    /// This, whatever the parent is.
    Is(SiteKind),
    /// This, and where it is a literal the literal itself: it names a member.
    Key(SiteKind),
    /// The role of the parent: the last name of a path, the parts of a pattern.
    Own,
    /// A call, or in a decorator that.
    Callee,
    /// The same, or written where it is assigned: Ruby's `a.b = c`.
    Setter,
    /// A type, unless it is what is made, called, imported or decorates.
    AsType,
    /// A new name; one with a capital is a constant that is compared.
    Bind,
    /// Written, or in a declaration declared.
    Target,
    /// The first where the parent has one of these fields (`x:`) or tokens, else the second.
    With(&'static str, SiteKind, SiteKind),
    /// This where it is the last child, else read: `c` of `a.b.c = 1`, where the path is flat.
    Last(SiteKind),
    /// This between two others, else read: `near` of `a near b`, where no field says so.
    Between(SiteKind),
    /// The role where no row gives one.
    Inner,
    /// Nothing inside names anything that matters: labels, lifetimes.
    Not,
}

/// Finds the names in a text in quotes, by the nodes around it, the innermost first: as ranges of the bytes of the text.
pub type QuotedNames =
    for<'t> fn(Node<'t>, &mut dyn Iterator<Item = Node<'t>>, &[u8]) -> Vec<(std::ops::Range<usize>, SiteKind)>;

/// A row: the kinds of parents, the children of which they are given something, and what that is.
pub type SiteRow = (&'static str, &'static str, Give);
