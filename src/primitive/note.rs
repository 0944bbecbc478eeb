//! Remarks on an answer: typed, so that a bundle's status can be derived from them.

use cg_rules::FileId;

/// The effect of a remark on the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// The answer is what was requested.
    Remark,
    /// The answer is empty, as the repository has nothing of the sort.
    Settled,
    /// A text of the request names nothing here.
    Unknown,
    /// So many places may belong to the answer, and no fact decides.
    Unresolved(usize),
    /// A name is at so many places that no fact binds, and each may belong to the answer.
    Unbound(u32, usize),
    /// So many places of the answer may be meant, and are in it as such.
    Possible(usize),
}

/// A sentence about some names, of which the first are listed; `None` where there are none.
pub(super) fn listed(said: &str, names: &[&str]) -> Option<String> {
    const SHOWN: usize = 3;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| format!("{said} {}{more}", shown.join(", ")))
}

/// A remark for the reader of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The sentence.
    pub text: String,
    /// Its effect.
    pub kind: NoteKind,
    /// The name that it is about; empty where it is about none, or several.
    pub about: String,
    /// The files of the places that no fact binds, and how many each has.
    pub places: Vec<(FileId, u32)>,
}

impl Note {
    /// A remark that a text of the request names nothing; the nearest known names follow.
    pub fn unknown(text: String, near: &[&str]) -> Self {
        let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
        let text = if near.is_empty() { text } else { format!("{text}; near names are {}", near.join(", ")) };
        Self { text, kind: NoteKind::Unknown, about: String::new(), places: Vec::new() }
    }

    /// A remark that the answer is empty, as the repository has nothing of the sort.
    pub fn settled(text: String) -> Self {
        Self { text, kind: NoteKind::Settled, about: String::new(), places: Vec::new() }
    }

    /// A remark that no fact decides whether `count` places belong to the answer.
    pub fn unresolved(count: usize, text: String) -> Self {
        Self { text, kind: NoteKind::Unresolved(count), about: String::new(), places: Vec::new() }
    }

    /// A remark that a name is at `count` places that no fact binds, in these files.
    pub fn unbound((name, about): (u32, &str), count: usize, text: String, places: Vec<(FileId, u32)>) -> Self {
        Self { text, kind: NoteKind::Unbound(name, count), about: about.to_owned(), places }
    }

    /// A remark that `count` places of the answer may be meant by a name.
    pub fn possible(about: &str, count: usize, text: String) -> Self {
        Self { text, kind: NoteKind::Possible(count), about: about.to_owned(), places: Vec::new() }
    }
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self { text, kind: NoteKind::Remark, about: String::new(), places: Vec::new() }
    }
}

impl From<&str> for Note {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
