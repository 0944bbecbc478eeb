//! A call of a primitive: `import_graph.transitive_callers([changed, "src/a.ts"], depth=2)`.

use std::ops::Range;

use cg_rules::Evidence;

use crate::primitive::{Argument, Invocation, Primitive};

/// A checked call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryCall {
    /// The call.
    pub primitive: &'static Primitive,
    /// The argument: one, or the members of a union.
    pub args: Vec<Arg>,
    /// The members of the second argument, where the primitive takes two.
    pub others: Vec<Arg>,
    /// The depth, where stated.
    pub depth: Option<u32>,
    /// The place of that depth in the text.
    pub depth_span: Option<Range<usize>>,
    /// The number of commits, where stated.
    pub commits: Option<u32>,
    /// The flags that are `true`, in the order of the row.
    pub flags: Vec<&'static str>,
    /// The evidence floor, where raised.
    pub evidence: Option<Evidence>,
    /// The call as it is written.
    pub text: String,
    /// Its place in the text.
    pub span: Range<usize>,
}

impl QueryCall {
    /// The call, with each member of the argument replaced by its value.
    pub fn invocation(&self, mut stands_for: impl FnMut(&Arg) -> Vec<Argument>) -> Invocation {
        Invocation {
            primitive: self.primitive,
            arguments: self.args.iter().flat_map(&mut stands_for).collect(),
            others: self.others.iter().flat_map(&mut stands_for).collect(),
            depth: self.depth,
            commits: self.commits,
            flags: self.flags.clone(),
            evidence: self.evidence,
            is_read: false,
        }
    }
}

/// One member of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The values of an input.
    Input(Word),
    /// The answer of an earlier query.
    Query(Word),
    /// The text itself.
    Literal(Word),
}

impl Arg {
    /// The name or text, with its place.
    pub fn word(&self) -> &Word {
        match self {
            Self::Input(word) | Self::Query(word) | Self::Literal(word) => word,
        }
    }
}

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its place in the text.
    pub span: Range<usize>,
}
