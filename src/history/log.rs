//! A history as it is kept: the commits from the head back, each with the paths that it changed.

use std::fmt;

use gix_hash::ObjectId;
use serde::{Deserialize, Serialize};

use crate::base::{Digest, Digester, TextPart};

/// The version of what is kept of a history. Another number makes it void.
pub const VERSION: u32 = 1;

/// The id of a commit: SHA-1, 20 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CommitName(pub [u8; 20]);

impl CommitName {
    /// The name of an object id of 20 bytes.
    pub(super) fn of(id: &ObjectId) -> Self {
        let mut bytes = [0; 20];
        bytes.iter_mut().zip(id.as_bytes()).for_each(|(to, from)| *to = *from);
        Self(bytes)
    }

    /// The object id.
    pub(super) fn id(self) -> ObjectId {
        ObjectId::from(self.0)
    }

    /// The first eight hexadecimal digits.
    pub fn short(&self) -> String {
        self.to_string().part(..8).to_owned()
    }
}

impl fmt::Display for CommitName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// A commit, and what it changed against its first parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastCommit {
    /// Its id.
    pub name: CommitName,
    /// How many paths it changed; a renamed file counts once.
    pub n_changed: u32,
    /// The changed paths, in byte order, as indexes into [`History::paths`]: those that may be named. None where there are
    /// too many.
    pub paths: Vec<u32>,
    /// The renamed files among them: the path since then, and the path before.
    pub renamed: Vec<(u32, u32)>,
}

/// Where a history ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HistoryEnd {
    /// At the bound: the next commit is this one.
    Bound(CommitName),
    /// At a commit without a parent.
    Root,
    /// At the boundary of a shallow clone: the changes of the last commit are not known.
    Shallow,
    /// At an object that is missing or cannot be read: that of this commit, or one that it needs.
    Broken(CommitName),
}

/// The commits of one line, from the head back by first parents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The paths that commits changed, each once.
    pub paths: Vec<String>,
    /// The commits, the newest first.
    pub commits: Vec<PastCommit>,
    /// Why there are no more.
    pub end: HistoryEnd,
}

impl History {
    /// The same without the commits past a bound.
    pub fn within(mut self, most: usize) -> Self {
        if let Some(next) = self.commits.get(most) {
            self.end = HistoryEnd::Bound(next.name);
            self.commits.truncate(most);
        }
        self
    }

    /// The digest of everything that an answer takes from it.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::new("history");
        digester.part(&VERSION.to_le_bytes());
        for commit in &self.commits {
            digester.part(&commit.name.0);
        }
        digester.part(format!("{:?}", self.end).as_bytes());
        digester.finish()
    }
}
