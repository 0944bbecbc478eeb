//! A name in code as the walk comes to it: its text, its place, and what is around it.

use super::observation::Decl;
use crate::base::Position;
use crate::syntax::Name;

/// The kind of the node that holds the body of a macro of C.
pub const MACRO_BODY: &str = "preproc_arg";

/// A name in code, as the walk finds it.
pub(super) struct MentionSite<'t> {
    pub text: &'t str,
    pub within: Decl,
    pub at: Position,
    pub stand: Stand,
}

/// The surroundings of a name that the walk knows.
#[derive(Clone, Copy, Debug)]
pub struct NameContext {
    /// It is in an import, or a package clause.
    pub in_import: bool,
    /// Its parent is of a kind whose children may be named with `:` or `=` behind them: arguments, literals.
    pub may_be_key: bool,
    /// The part that its own kind gives it.
    pub leaf: Leaf,
}

/// The parts of names, by the kinds of their nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaf {
    /// Any.
    #[default]
    Plain,
    /// The body of a macro, which holds names that no tree separates.
    MacroBody,
    /// The field of a value, or of a literal.
    Field,
    /// Any name of PHP.
    Name,
    /// The property of an object, or of its literal.
    Property,
    /// The key of a literal whose value has its name.
    Shorthand,
    /// A word of a shell: the name of a function where it is run, else whatever what is run takes it for.
    Word,
}

impl Leaf {
    /// The part of a kind of nodes.
    pub fn of(kind: &str) -> Self {
        match kind {
            MACRO_BODY => Self::MacroBody,
            "field_identifier" => Self::Field,
            "name" => Self::Name,
            "word" => Self::Word,
            "shorthand_property_identifier" | "shorthand_field_identifier" | "shorthand_field_initializer" => {
                Self::Shorthand
            }
            _ if kind.contains("property_identifier") => Self::Property,
            _ => Self::Plain,
        }
    }
}

/// The place of a name among the tokens around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand {
    Bare,
    Member,
    /// A member of the object at hand.
    OwnMember,
    Path,
    Key,
    /// A key whose value is what the name means by itself: `{ name }`.
    Shorthand,
    /// Marked as a variable: `$name`.
    Variable,
    Import,
}

/// How many rows of a name are compared with a new mention. Names come about in the order of the text, so that those of
/// one scope are together; a row that is missed is a row more.
const COMPARED: usize = 8;

/// No row follows.
const LAST: u32 = u32::MAX;

/// The mentions of a file by name, scope and stand: for each name a chain of rows, the newest first.
#[derive(Default)]
pub(super) struct Counted {
    heads: Vec<u32>,
    rows: Vec<CountedRow>,
}

/// The mentions of one name in one scope and stand.
pub(super) struct CountedRow {
    pub within: Decl,
    pub stand: Stand,
    pub count: u32,
    next: u32,
}

impl Counted {
    /// Counts a mention.
    pub fn add(&mut self, name: Name, within: Decl, stand: Stand) {
        let at = name.0 as usize;
        if at >= self.heads.len() {
            self.heads.resize(at + 1, LAST);
        }
        let mut next = self.heads[at];
        for _ in 0..COMPARED {
            let Some(row) = self.rows.get_mut(next as usize) else { break };
            if row.within == within && row.stand == stand {
                row.count += 1;
                return;
            }
            next = row.next;
        }
        let row = CountedRow { within, stand, count: 1, next: self.heads[at] };
        self.heads[at] = u32::try_from(self.rows.len()).unwrap_or(LAST);
        self.rows.push(row);
    }

    /// Takes away so many mentions of a name, those that a path leads to first.
    pub fn take(&mut self, name: Name, mut left: u32) {
        for stand in [Stand::Path, Stand::Member, Stand::OwnMember, Stand::Key] {
            let mut next = self.head(name);
            while let Some(row) = self.rows.get_mut(next as usize) {
                if row.stand == stand {
                    let taken = row.count.min(left);
                    row.count -= taken;
                    left -= taken;
                }
                next = row.next;
            }
        }
    }

    /// The rows of a name.
    pub fn of(&self, name: Name) -> impl Iterator<Item = &CountedRow> {
        std::iter::successors(self.rows.get(self.head(name) as usize), |row| self.rows.get(row.next as usize))
    }

    fn head(&self, name: Name) -> u32 {
        self.heads.get(name.0 as usize).copied().unwrap_or(LAST)
    }
}
