//! Encodes observations and the stat cache as compact bytes, each under a checksum.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::Digest;
use crate::walk::Stat;

/// The record of a file from when it was last read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// The path relative to the root.
    pub path: Box<str>,
    /// Its stat at that time.
    pub stat: Stat,
    /// The digest of its content.
    pub content: Digest,
}

/// The records of the files of one root, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatCache {
    /// When the walk began that saw these stats, in nanoseconds since 1970. A file that changed at that time or later
    /// may have changed again without a trace, so its stat proves nothing.
    pub stamp: i64,
    /// The files.
    pub files: Vec<Observed>,
}

impl StatCache {
    /// The content of a file, if its stat proves that it is unchanged.
    pub fn content(&self, path: &str, stat: &Stat) -> Option<Digest> {
        let at = self.files.binary_search_by(|known| (*known.path).cmp(path)).ok()?;
        let known = &self.files[at];
        (known.stat == *stat && stat.is_settled(self.stamp)).then_some(known.content)
    }
}

impl StatCache {
    /// Enters files that lie outside of the tree, under their own names.
    pub fn enter(&mut self, more: impl Iterator<Item = Observed>) {
        self.files.extend(more);
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.files.dedup_by(|a, b| a.path == b.path);
    }
}

/// A value as bytes.
pub fn encode(value: &impl Serialize) -> Vec<u8> {
    // Encoding into memory cannot fail for the types kept here: no map, no length unknown beforehand.
    postcard::to_stdvec(value).unwrap_or_default()
}

/// The value of some bytes, or `None` where another version wrote them.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

impl StatCache {
    /// Whether a later stamp lets more files be trusted than this one.
    pub fn stamp_is_stale(&self, later: &Self) -> bool {
        let unsettled = |stamp: i64| move |file: &&Observed| !file.stat.is_settled(stamp);
        self.files.iter().any(|file| unsettled(self.stamp)(&file) && !unsettled(later.stamp)(&file))
    }
}
