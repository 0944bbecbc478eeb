//! A list of values as bytes, for what is observed most and read once, in order: calls.

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::RawBytes;

/// Values in the order of the text. Serialized as their number and their bytes, which nobody reads before the first look:
/// what keeps them holds a checksum over them.
#[derive(Debug)]
pub struct Packed<T> {
    n: usize,
    /// Each value as `postcard` writes it, a third of what it takes as a value.
    bytes: Vec<u8>,
    /// Where the last begins.
    last: usize,
    /// The values in another order, once somebody needs it.
    ordered: OnceLock<Vec<T>>,
    /// Somebody has looked, and the bytes were no values.
    is_torn: AtomicBool,
    of: PhantomData<T>,
}

impl<T> Clone for Packed<T> {
    fn clone(&self) -> Self {
        let is_torn = AtomicBool::new(self.is_torn());
        Self {
            n: self.n,
            bytes: self.bytes.clone(),
            last: self.last,
            ordered: OnceLock::new(),
            is_torn,
            of: PhantomData,
        }
    }
}

impl<T> PartialEq for Packed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<T> Eq for Packed<T> {}

impl<T> Default for Packed<T> {
    fn default() -> Self {
        Self {
            n: 0,
            bytes: Vec::new(),
            last: 0,
            ordered: OnceLock::new(),
            is_torn: AtomicBool::new(false),
            of: PhantomData,
        }
    }
}

impl<T> Packed<T> {
    /// Whether somebody has looked, and the bytes were no values: those behind them were left out.
    pub(super) fn is_torn(&self) -> bool {
        self.is_torn.load(Ordering::Relaxed)
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
            if rest.is_empty() {
                return None;
            }
            let Ok((value, behind)) = postcard::take_from_bytes(rest) else {
                rest = &[];
                self.is_torn.store(true, Ordering::Relaxed);
                return None;
            };
            rest = behind;
            Some(value)
        })
    }

    /// All values in the order of a key, the same one in every look: they are put in order at the first.
    pub fn ordered<K: Ord>(&self, key: impl Fn(&T) -> K) -> &[T] {
        self.ordered.get_or_init(|| {
            let mut all: Vec<T> = self.iter().collect();
            all.sort_by_key(key);
            all
        })
    }

    /// Gives back the room that no value fills.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl<T> Serialize for Packed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.n, RawBytes(&self.bytes)).serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Packed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (n, RawBytes(bytes)) = <(usize, RawBytes<'de>)>::deserialize(deserializer)?;
        let is_torn = AtomicBool::new(false);
        Ok(Self { n, last: bytes.len(), bytes: bytes.to_vec(), ordered: OnceLock::new(), is_torn, of: PhantomData })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::base::Position;
    use crate::language::{CallKind, CallSite, Calls, Decl, ExprId, Name, Receiver};
    use crate::syntax::ArgumentsId;

    #[test]
    fn calls_are_read_as_they_were_written() {
        let receivers = [Receiver::Bare, Receiver::Path(ExprId(300)), Receiver::Opaque, Receiver::SuperOf(ExprId(0))];
        let all: Vec<CallSite> = receivers
            .into_iter()
            .zip(0u32..)
            .map(|(receiver, at)| CallSite {
                caller: Decl(at),
                callee: Name(at << 20),
                receiver,
                at: Position { line: at << 8, column: 1 },
                kind: CallKind::Macro,
                arguments: (at % 2 == 0).then_some(ArgumentsId(at)),
                n_types: 0,
            })
            .collect();
        let mut calls = Calls::default();
        calls.amend(|call| call.arguments = None);
        for call in &all {
            calls.push(&CallSite { arguments: Some(ArgumentsId(1)), ..*call });
            calls.amend(|last| last.arguments = call.arguments);
        }
        assert_eq!(calls.iter().collect::<Vec<_>>(), all);
        let bytes = postcard::to_stdvec(&calls).unwrap();
        let read = postcard::from_bytes::<Calls>(&bytes).unwrap();
        assert_eq!(read, calls);
        assert_eq!((read.len(), read.iter().collect::<Vec<_>>()), (all.len(), all));
        assert!((0..bytes.len()).all(|end| postcard::from_bytes::<Calls>(&bytes[..end]).is_err()));
    }
}
