//! The reasons why the callee of a call is not known.

/// Why nothing is known of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum OpenCall {
    /// Nothing in sight has the bare name.
    Name,
    /// The receiver is an expression that is no path: an index, an operation, a literal.
    Expression,
    /// The text states no type for the receiver.
    Receiver,
    /// The receiver is the result of a call that states no type, or of one that is unknown itself.
    Result,
    /// The receiver is known, and nothing that it declares or inherits has the name.
    Member,
    /// A name led to others, and these to others, further than a look-up goes.
    Cut,
}

impl OpenCall {
    /// Every reason, in order.
    pub const ALL: [Self; 6] = [Self::Name, Self::Expression, Self::Receiver, Self::Result, Self::Member, Self::Cut];

    /// The reason, as it is counted.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "names that nothing binds",
            Self::Expression => "receivers that are no path",
            Self::Receiver => "receivers of no stated type",
            Self::Result => "results of no stated type",
            Self::Member => "members that the type does not have",
            Self::Cut => "names that lead to too many others",
        }
    }

    /// The reason, of one call.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Name => "nothing in sight binds the name",
            Self::Expression => "the receiver is no path of names",
            Self::Receiver => "the text states no type for the receiver",
            Self::Result => "the text states no type for the result",
            Self::Member => "neither the receiver's type nor its supertypes declare the name",
            Self::Cut => "the name leads to others, and these on, further than a look-up goes",
        }
    }
}
