//! Content digests: BLAKE3, 32 bytes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::TextPart;

/// The BLAKE3 digest of some bytes. Shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of one piece of content.
    pub fn of(content: &[u8]) -> Self {
        Self(*blake3::hash(content).as_bytes())
    }

    /// The first 12 hexadecimal digits: enough to distinguish bundles in a message.
    pub fn short(&self) -> String {
        self.to_string().part(..12).to_owned()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.short())
    }
}

/// The bytes that are gathered before they are hashed: BLAKE3 hashes many blocks at once, and parts are short.
const GATHERED: usize = 16 * 1024;

/// Digests a sequence of parts. Each part is preceded by its length, so that no two sequences run together.
#[derive(Default)]
pub struct Digester {
    /// The parts before those that are gathered: few sequences are so long that there are any.
    hasher: Option<Box<blake3::Hasher>>,
    gathered: Vec<u8>,
}

/// The bytes that a sequence has room for at first.
const FIRST: usize = 256;

impl Digester {
    /// Starts a digest for one purpose; the purpose is its first part.
    pub fn new(purpose: &str) -> Self {
        let mut digester = Self { hasher: None, gathered: Vec::with_capacity(FIRST) };
        digester.part(purpose.as_bytes());
        digester
    }

    /// Adds a part.
    pub fn part(&mut self, bytes: &[u8]) -> &mut Self {
        self.gathered.extend((bytes.len() as u64).to_le_bytes());
        if bytes.len() < GATHERED {
            self.gathered.extend(bytes);
        }
        if self.gathered.len() >= GATHERED || bytes.len() >= GATHERED {
            let hasher = self.hasher.get_or_insert_default();
            hasher.update(&self.gathered);
            self.gathered.clear();
            if bytes.len() >= GATHERED {
                hasher.update(bytes);
            }
        }
        self
    }

    /// The digest of the parts so far.
    pub fn finish(&self) -> Digest {
        match &self.hasher {
            Some(hasher) => Digest(*hasher.clone().update(&self.gathered).finalize().as_bytes()),
            None => Digest::of(&self.gathered),
        }
    }
}

/// Digests one piece of content that comes in pieces: [`Digest::of`] of all of it.
#[derive(Default)]
pub struct ContentDigester(blake3::Hasher);

impl ContentDigester {
    /// Adds the next piece.
    pub fn add(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(bytes);
        self
    }

    /// The digest of the pieces so far.
    pub fn finish(&self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// However parts are gathered: the digest of all bytes, each part behind its length.
        #[test]
        fn parts_are_digested_as_they_follow_each_other(lengths in prop::collection::vec(0usize..40_000, 0..6)) {
            let (mut digester, mut all) = (Digester::default(), Vec::new());
            for (at, length) in (0_u8..).zip(lengths) {
                let part = vec![at; length];
                digester.part(&part);
                all.extend((length as u64).to_le_bytes());
                all.extend(part);
                prop_assert_eq!(digester.finish(), Digest::of(&all));
            }
        }
    }
}
