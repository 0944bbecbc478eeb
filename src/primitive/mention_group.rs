//! Mentions of a name beside the places that an answer lists, by what they mean.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use crate::facts::MentionMeaning;

/// Whether mentions belong to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MentionVerdict {
    /// They mean what the answer is about: its own file, or one that imports it, names it again.
    Meant,
    /// No fact decides.
    Open,
    /// They mean something else.
    Other,
}

impl MentionVerdict {
    /// The word for it in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meant => "meant",
            Self::Open => "open",
            Self::Other => "other",
        }
    }
}

/// The meaning of mentions in an answer, in the order of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionSense {
    /// One of the facts.
    Fact(MentionMeaning),
    /// A declaration.
    Declares,
    /// A call of another definition.
    Calls,
    /// A call that is guessed.
    Inferred,
}

impl MentionSense {
    /// The word for it in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fact(meaning) => meaning.name(),
            Self::Declares => "declares",
            Self::Calls => "calls",
            Self::Inferred => "inferred",
        }
    }
}

impl Ord for MentionSense {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl PartialOrd for MentionSense {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The mentions of one name in one meaning, beside the places that the answer lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentioned {
    /// The name.
    pub name: u32,
    /// Whether they belong to the answer.
    pub verdict: MentionVerdict,
    /// Their meaning.
    pub meaning: MentionSense,
    /// How many there are in each file.
    pub files: BTreeMap<FileId, u32>,
    /// The other definitions that are meant, most first; not all of them.
    pub of: Vec<DefId>,
}

impl Mentioned {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.files.values().map(|count| *count as usize).sum()
    }

    /// Takes away as many in each file as are left there, so far as it has them, and from what is left as well.
    pub fn take(&mut self, left: &mut FxHashMap<FileId, u32>) {
        for (file, count) in &mut self.files {
            let Some(left) = left.get_mut(file) else { continue };
            let taken = (*left).min(*count);
            (*left, *count) = (*left - taken, *count - taken);
        }
        self.files.retain(|_, count| *count > 0);
    }
}

/// Takes so many mentions of a name, of some sort, out of a file. Gives how many it took.
pub(super) fn take_some(
    mentioned: &mut [Mentioned],
    (name, file): (u32, FileId),
    count: u32,
    is_taken: impl Fn(&Mentioned) -> bool,
) -> u32 {
    let mut left = count;
    for row in mentioned.iter_mut().filter(|row| row.name == name && is_taken(row)) {
        let Some(count) = row.files.get_mut(&file) else { continue };
        let taken = left.min(*count);
        (left, *count) = (left - taken, *count - taken);
        row.files.retain(|_, count| *count > 0);
    }
    count - left
}

/// Counts mentions of a name in a file as those of something else, in a meaning.
pub(super) fn count_others(
    mentioned: &mut Vec<Mentioned>,
    (name, file): (u32, FileId),
    meaning: MentionSense,
    count: u32,
) {
    let verdict = MentionVerdict::Other;
    if count == 0 {
        return;
    }
    match mentioned.iter_mut().find(|row| (row.name, row.verdict, row.meaning) == (name, verdict, meaning)) {
        Some(row) => *row.files.entry(file).or_default() += count,
        None => {
            let files = BTreeMap::from([(file, count)]);
            mentioned.push(Mentioned { name, verdict, meaning, files, of: Vec::new() });
        }
    }
}
