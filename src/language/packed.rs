//! Calls as bytes: of all that is observed there are the most of them, and each is read once, in order.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::observation::CallSite;

/// The calls of one file, in the order of the text. Serialized as a list of [`CallSite`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    n: usize,
    /// Each call as `postcard` writes it, a third of what it takes as a value.
    bytes: Vec<u8>,
    /// Where the last begins.
    last: usize,
}

impl Calls {
    /// Adds a call.
    pub fn push(&mut self, call: &CallSite) {
        self.last = self.bytes.len();
        // Writing into memory cannot fail for a type of a fixed form.
        if let Ok(bytes) = postcard::to_extend(call, std::mem::take(&mut self.bytes)) {
            self.bytes = bytes;
            self.n += 1;
        }
    }

    /// Changes the call that was added last.
    pub fn amend(&mut self, change: impl FnOnce(&mut CallSite)) {
        if let Some(mut call) = self.bytes.get(self.last..).and_then(|last| postcard::from_bytes(last).ok()) {
            change(&mut call);
            self.bytes.truncate(self.last);
            self.n -= 1;
            self.push(&call);
        }
    }

    /// The number of calls.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is no call.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// All calls, in order.
    pub fn iter(&self) -> impl Iterator<Item = CallSite> {
        let mut rest = self.bytes.as_slice();
        std::iter::from_fn(move || {
            let (call, behind) = postcard::take_from_bytes(rest).ok()?;
            rest = behind;
            Some(call)
        })
    }

    /// Gives back the room that no call fills.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl Serialize for Calls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut calls = serializer.serialize_seq(Some(self.n))?;
        for call in self.iter() {
            calls.serialize_element(&call)?;
        }
        calls.end()
    }
}

impl<'de> Deserialize<'de> for Calls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Reading)
    }
}

/// Reads a list of calls.
struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Calls;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of calls")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Calls, A::Error> {
        let mut calls = Calls::default();
        while let Some(call) = list.next_element()? {
            calls.push(&call);
        }
        calls.shrink();
        Ok(calls)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::Position;
    use crate::language::{CallKind, Decl, Name, Receiver};

    #[test]
    fn calls_are_written_as_a_list_of_calls() {
        let receivers = [Receiver::Bare, Receiver::Path(Name(300)), Receiver::Opaque, Receiver::SuperOf(Name(0))];
        let all: Vec<CallSite> = receivers
            .into_iter()
            .zip(0u32..)
            .map(|(receiver, at)| CallSite {
                caller: Decl(at),
                callee: Name(at << 20),
                receiver,
                at: Position { line: at << 8, column: 1 },
                kind: CallKind::Macro,
                arguments: (at % 2 == 0).then_some(Name(at)),
            })
            .collect();
        let mut calls = Calls::default();
        calls.amend(|call| call.arguments = None);
        for call in &all {
            calls.push(&CallSite { arguments: Some(Name(1)), ..*call });
            calls.amend(|last| last.arguments = call.arguments);
        }
        assert_eq!(calls.iter().collect::<Vec<_>>(), all);
        let bytes = postcard::to_stdvec(&calls).unwrap();
        assert_eq!(bytes, postcard::to_stdvec(&all).unwrap());
        assert_eq!(postcard::from_bytes::<Calls>(&bytes).unwrap(), calls);
        assert!((0..bytes.len()).all(|end| postcard::from_bytes::<Calls>(&bytes[..end]).is_err()));
    }
}
