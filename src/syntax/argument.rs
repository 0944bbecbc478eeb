//! Lists of arguments, each list once.

use serde::{Deserialize, Serialize};

use super::expr::{ExprId, Name};

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GivenArgument {
    /// The label in front of it, in a language in which labels are part of a function's name.
    pub label: Option<Name>,
    /// The value.
    pub value: ExprId,
}

/// A list of arguments of one observation: an index into its table of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArgumentsId(pub u32);

/// The lists of arguments of one observation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArgumentLists {
    arguments: Vec<GivenArgument>,
    ends: Vec<u32>,
}

impl ArgumentLists {
    /// Adds a list, and gives its id.
    pub fn push(&mut self, list: &[GivenArgument]) -> ArgumentsId {
        self.arguments.extend_from_slice(list);
        self.ends.push(u32::try_from(self.arguments.len()).unwrap_or(u32::MAX));
        ArgumentsId(u32::try_from(self.ends.len() - 1).unwrap_or(u32::MAX))
    }

    /// The arguments of a list; none for an id that was not given.
    pub fn get(&self, id: ArgumentsId) -> &[GivenArgument] {
        let at = id.0 as usize;
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) };
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.arguments.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Gives back the room that no list fills.
    pub fn shrink(&mut self) {
        self.arguments.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
