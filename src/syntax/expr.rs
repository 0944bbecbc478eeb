//! Expressions and types as nodes of one table, each once.

use serde::{Deserialize, Serialize};

/// A name of one observation: an index into its table of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Name(pub u32);

/// An expression or a type of one observation: an index into its table of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExprId(pub u32);

/// An expression, or a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expr {
    /// A name, as the scopes around it see it.
    Name(Name),
    /// The object at hand.
    This,
    /// The type of the object at hand.
    SelfType,
    /// A member of another expression.
    Member(ExprId, Name),
    /// A field of the object at hand, in a language whose fields are names apart.
    OwnField(Name),
    /// A field of another expression, in such a language.
    Field(ExprId, Name),
    /// The result of a call.
    Call(ExprId),
    /// An element of a container, or a stated type that holds many of another.
    Element(ExprId),
    /// The value that a function takes at some place: the name is that under which its signature is bound.
    Parameter(ExprId, Name),
    /// A function that is called with a value as its next argument.
    Given(ExprId, ExprId),
    /// A list or a set of another type.
    List(ExprId),
    /// A map to another type.
    Map(ExprId),
    /// An object that is written in place.
    Object,
    /// A literal.
    Literal(Literal),
    /// A value of a type, made or cast where it is passed.
    Made(ExprId),
    /// An expression of no known form.
    Unknown,
}

/// The sort of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Literal {
    /// A text.
    Text,
    /// A character.
    Character,
    /// An integer.
    Integer,
    /// A long integer.
    Long,
    /// A number of single precision.
    Float,
    /// A number of double precision.
    Double,
    /// A truth value.
    Boolean,
    /// The absent value.
    Null,
    /// A class object.
    Class,
    /// A function without a name.
    Function,
    /// The same, behind the brackets of a call.
    Block,
    /// A literal of any other sort.
    Other,
}

impl Literal {
    /// Every sort with its mark, in order.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Text, "\""),
        (Self::Character, "'"),
        (Self::Integer, "1"),
        (Self::Long, "1L"),
        (Self::Float, "1f"),
        (Self::Double, "1.0"),
        (Self::Boolean, "true"),
        (Self::Null, "null"),
        (Self::Class, "class"),
        (Self::Function, "->"),
        (Self::Block, "{}"),
        (Self::Other, "#literal"),
    ];

    /// The mark of a literal of the sort, in the text of arguments.
    pub fn mark(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The sort of a mark.
    pub fn marked(mark: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == mark).map(|(sort, _)| sort)
    }
}

/// The expressions of one observation. Each has an id above those of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exprs(pub(super) Vec<Expr>);

impl Exprs {
    /// The expression of an id; [`Expr::Unknown`] for an id that was not given.
    pub fn get(&self, id: ExprId) -> Expr {
        self.0.get(id.0 as usize).copied().unwrap_or(Expr::Unknown)
    }

    /// The number of expressions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no expression.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an expression, and gives its id.
    pub fn push(&mut self, expr: Expr) -> ExprId {
        self.0.push(expr);
        ExprId(u32::try_from(self.0.len() - 1).unwrap_or(u32::MAX))
    }

    /// Gives back the room that no expression fills.
    pub fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }

    /// The expression that another is a member of, or is done to: the next inner one.
    pub fn inner(&self, id: ExprId) -> Option<ExprId> {
        match self.get(id) {
            Expr::Member(on, _) | Expr::Field(on, _) => Some(on),
            Expr::Call(on) | Expr::Element(on) | Expr::Parameter(on, _) | Expr::Given(on, _) => Some(on),
            Expr::List(of) | Expr::Map(of) | Expr::Made(of) => Some(of),
            Expr::Name(_) | Expr::This | Expr::SelfType | Expr::OwnField(_) => None,
            Expr::Object | Expr::Literal(_) | Expr::Unknown => None,
        }
    }

    /// The ends of the parts of a path, the first part first: each a name, with what is done to it before its next member
    /// is taken.
    pub fn parts(&self, id: ExprId) -> Vec<ExprId> {
        let mut ends = vec![id];
        let mut at = id;
        loop {
            at = match self.get(at) {
                Expr::Member(on, _) | Expr::Field(on, _) => {
                    ends.push(on);
                    on
                }
                Expr::Call(on) | Expr::Element(on) | Expr::Parameter(on, _) | Expr::Given(on, _) => on,
                _ => break,
            };
        }
        ends.reverse();
        ends
    }

    /// Whether a path has a member in it.
    pub fn has_member(&self, id: ExprId) -> bool {
        let inner = std::iter::successors(Some(id), |id| self.inner(*id));
        inner.into_iter().any(|id| matches!(self.get(id), Expr::Member(..) | Expr::Field(..)))
    }

    /// The name that a path of names begins with; `None` where it begins with anything else.
    pub fn head(&self, id: ExprId) -> Option<Name> {
        let mut at = id;
        loop {
            at = match self.get(at) {
                Expr::Name(name) => return Some(name),
                Expr::Member(on, _) | Expr::Field(on, _) => on,
                Expr::Call(on) | Expr::Element(on) | Expr::Parameter(on, _) | Expr::Given(on, _) => on,
                _ => return None,
            };
        }
    }

    /// The name of an expression that is a name alone.
    pub fn name(&self, id: ExprId) -> Option<Name> {
        match self.get(id) {
            Expr::Name(name) => Some(name),
            _ => None,
        }
    }

    /// A function without the values that it is called with, and those values in their order.
    pub fn called_with(&self, function: ExprId) -> (ExprId, Vec<ExprId>) {
        let (mut at, mut values) = (function, Vec::new());
        while let Expr::Given(of, value) = self.get(at) {
            values.push(value);
            at = of;
        }
        values.reverse();
        (at, values)
    }

    /// An expression without the elements that are taken of it last, and how many there are.
    pub fn levels(&self, id: ExprId) -> (ExprId, usize) {
        let (mut at, mut n) = (id, 0);
        while let Expr::Element(of) = self.get(at) {
            (at, n) = (of, n + 1);
        }
        (at, n)
    }
}
