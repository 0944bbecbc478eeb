//! Stamps: what an index was made from, written beside it. With one, whether a document is fresh is not a judgement.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Digest, Digester};

/// The version of the form.
const VERSION: u32 = 1;
/// What the name of a stamp ends with, behind that of its index.
pub const STAMP_SUFFIX: &str = ".stamp.json";

/// What an index was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The version of this form.
    pub version: u32,
    /// The index that it speaks of.
    pub index: Content,
    /// The indexer.
    pub tool: StampTool,
    /// How the indexer ended, where that is known.
    pub exit_code: Option<i32>,
    /// The state of the repository, where it is one of git.
    pub git: Option<Commit>,
    /// The content of each document's file.
    pub documents: BTreeMap<String, Content>,
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
pub struct Content {
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

impl Content {
    /// What stands for a content of that digest.
    pub fn of(digest: Digest, bytes: u64) -> Self {
        Self { bytes, blake3: digest.to_string() }
    }
}

impl Stamp {
    /// A stamp of an index.
    pub fn new(index: Content, tool: StampTool, documents: BTreeMap<String, Content>, unindexed: Vec<String>) -> Self {
        let mut unindexed = unindexed;
        unindexed.sort_unstable();
        unindexed.dedup();
        Self { version: VERSION, index, tool, exit_code: None, git: None, documents, unindexed }
    }

    /// The stamp as it is written.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
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

/// One digest for many contents, by path.
pub fn digest_of<'c>(contents: impl IntoIterator<Item = (&'c str, &'c str)>) -> Digest {
    let mut digester = Digester::new("stamped files");
    for (path, blake3) in contents {
        digester.part(path.as_bytes()).part(blake3.as_bytes());
    }
    digester.finish()
}
