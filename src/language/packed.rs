//! A list of values as bytes, for what is observed most and read once, in order: calls.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values in the order of the text. Serialized as a list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed<T> {
    n: usize,
    /// Each value as `postcard` writes it, a third of what it takes as a value.
    bytes: Vec<u8>,
    /// Where the last begins.
    last: usize,
    of: PhantomData<T>,
}

impl<T> Default for Packed<T> {
    fn default() -> Self {
        Self { n: 0, bytes: Vec::new(), last: 0, of: PhantomData }
    }
}

impl<T: Serialize + DeserializeOwned> Packed<T> {
    /// Adds a value.
    pub fn push(&mut self, value: &T) {
        self.last = self.bytes.len();
        // Writing into memory cannot fail for a type of a fixed form.
        if let Ok(bytes) = postcard::to_extend(value, std::mem::take(&mut self.bytes)) {
            self.bytes = bytes;
            self.n += 1;
        }
    }

    /// Changes the value that was added last.
    pub fn amend(&mut self, change: impl FnOnce(&mut T)) {
        if let Some(mut value) = self.bytes.get(self.last..).and_then(|last| postcard::from_bytes(last).ok()) {
            change(&mut value);
            self.bytes.truncate(self.last);
            self.n -= 1;
            self.push(&value);
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// All values, in order.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        let mut rest = self.bytes.as_slice();
        std::iter::from_fn(move || {
            let (value, behind) = postcard::take_from_bytes(rest).ok()?;
            rest = behind;
            Some(value)
        })
    }

    /// Gives back the room that no value fills.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl<T: Serialize + DeserializeOwned> Serialize for Packed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut values = serializer.serialize_seq(Some(self.n))?;
        for value in self.iter() {
            values.serialize_element(&value)?;
        }
        values.end()
    }
}

impl<'de, T: Serialize + DeserializeOwned> Deserialize<'de> for Packed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Reading(PhantomData))
    }
}

/// Reads a list of values.
struct Reading<T>(PhantomData<T>);

impl<'de, T: Serialize + DeserializeOwned> Visitor<'de> for Reading<T> {
    type Value = Packed<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Packed<T>, A::Error> {
        let mut values = Packed::default();
        while let Some(value) = list.next_element()? {
            values.push(&value);
        }
        values.shrink();
        Ok(values)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::base::Position;
    use crate::language::{CallKind, CallSite, Calls, Decl, Name, Receiver};

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
