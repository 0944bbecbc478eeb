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

/// Digests a sequence of parts. Each part is preceded by its length, so that no two sequences run together.
#[derive(Default)]
pub struct Digester(blake3::Hasher);

impl Digester {
    /// Starts a digest for one purpose; the purpose is its first part.
    pub fn new(purpose: &str) -> Self {
        let mut digester = Self::default();
        digester.part(purpose.as_bytes());
        digester
    }

    /// Adds a part.
    pub fn part(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        self
    }

    /// The digest of the parts so far.
    pub fn finish(&self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
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
