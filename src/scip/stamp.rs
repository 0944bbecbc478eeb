//! Stamps: what an index was made from, written beside it. With one, whether a document is fresh is not a judgement.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::decoded::Decoded;
use super::health::Health;
use super::verdict::Verdict;
use crate::base::{Digest, Digester};

/// The version of the form.
const VERSION: u32 = 1;
/// The suffix of a stamp's file name, after that of its index.
pub const STAMP_SUFFIX: &str = ".stamp.json";

/// The record of the contents that an index was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The version of this form.
    pub version: u32,
    /// The index that it speaks of.
    pub index: StampedContent,
    /// The indexer.
    pub tool: StampTool,
    /// How the indexer ended, where that is known.
    pub exit_code: Option<i32>,
    /// The state of the repository, where it is one of git.
    pub git: Option<Commit>,
    /// The content of each document's file.
    pub documents: BTreeMap<String, StampedContent>,
    /// The files with the endings of documents that the index does not hold, sorted.
    pub unindexed: Vec<String>,
}

/// The indexer that wrote an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StampTool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A content, without itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StampedContent {
    /// How long it is.
    pub bytes: u64,
    /// Its BLAKE3 digest, as 64 hexadecimal digits.
    pub blake3: String,
}

/// A state of a git repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The commit.
    pub head: String,
    /// Whether files differed from it.
    pub is_dirty: bool,
}

impl StampedContent {
    /// The stamp entry for a content of that digest.
    pub fn of(digest: Digest, bytes: u64) -> Self {
        Self { bytes, blake3: digest.to_string() }
    }
}

impl Stamp {
    /// A stamp of an index.
    pub fn new(
        index: StampedContent,
        tool: StampTool,
        documents: BTreeMap<String, StampedContent>,
        unindexed: Vec<String>,
    ) -> Self {
        let mut unindexed = unindexed;
        unindexed.sort_unstable();
        unindexed.dedup();
        Self { version: VERSION, index, tool, exit_code: None, git: None, documents, unindexed }
    }

    /// The stamp as it is written.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Whether a text is a stamp, and speaks of another index.
    pub fn is_of_another(text: &str, index: Digest) -> bool {
        let stamp: Result<Self, _> = serde_json::from_str(text);
        stamp.is_ok_and(|stamp| stamp.version == VERSION && stamp.index.blake3 != index.to_string())
    }

    /// Reads a stamp of the index with that digest. A stamp of another, or one that cannot be read, is none: the
    /// error is a note that says why.
    pub fn read(text: &str, index: Digest) -> Result<Self, String> {
        let mut stamp: Self =
            serde_json::from_str(text).map_err(|error| format!("the stamp cannot be read: {error}"))?;
        if stamp.version != VERSION {
            return Err(format!("the stamp has the form {}, and {VERSION} is known", stamp.version));
        }
        if stamp.index.blake3 != index.to_string() {
            return Err("the stamp is that of another index".to_owned());
        }
        stamp.unindexed.sort_unstable();
        Ok(stamp)
    }
}

/// A stamp of one index, by what the probe found; `None` where there is no such source. Documents that are not fresh are
/// left out, so that a stamp which comes too late makes nothing fresh. Files that no index holds are recorded as left
/// out on purpose: who stamps says that the indexer ran just now, and a program that stamps of itself must only do so
/// where confidence is high. `content` gives the digest and the length of a file.
pub fn stamp(
    decoded: &Decoded,
    source: usize,
    verdicts: &[Verdict],
    health: &Health,
    content: impl Fn(&str) -> Option<(Digest, u64)>,
) -> Option<Stamp> {
    let index = decoded.sources.get(source)?;
    let own = decoded.documents.iter().zip(verdicts).filter(|(it, _)| it.source as usize == source);
    let fresh = own.filter(|(_, verdict)| **verdict == Verdict::Fresh);
    let contents = fresh.filter_map(|(document, _)| {
        let (digest, bytes) = content(&document.path)?;
        Some((document.path.to_string(), StampedContent::of(digest, bytes)))
    });
    let tool = StampTool { name: index.tool.clone(), version: index.version.clone() };
    let unindexed = health.unindexed.iter().map(|it| it.path.clone()).collect();
    Some(Stamp::new(StampedContent::of(index.digest, index.bytes), tool, contents.collect(), unindexed))
}

/// One digest for many contents, by path.
pub fn digest_of<'c>(contents: impl IntoIterator<Item = (&'c str, &'c str)>) -> Digest {
    let mut digester = Digester::new("stamped files");
    for (path, blake3) in contents {
        digester.part(path.as_bytes()).part(blake3.as_bytes());
    }
    digester.finish()
}
