//! The names in a text: each token that names something, its place, and its kind of use.
//!
//! An index says which symbol a range of the text is, and seldom what is done with it. The tree says the rest: the two
//! are joined by their places. So a token here is what indexers put their occurrences on, whichever they are.

mod pack;
mod rows;
mod table;
mod walk;

use serde::{Deserialize, Serialize};

use self::pack::PackStep;
use super::door::guarded;
use super::limit::ParseBudget;
use super::{decoded, n_lines, no_source, on_threads, tree, with_new_parser, without_mark};
use crate::base::Position;
pub use crate::language::sites::SiteKind;
use crate::language::{Builder, preprocessed};

/// A name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// Where it starts.
    pub at: Position,
    /// How long it is, in bytes. It ends on the line on which it starts.
    pub length: u32,
    /// The kind of use.
    pub kind: SiteKind,
}

/// The names of one content, in the order of the text; no two overlap. Some three bytes each where they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<PackStep>", into = "Vec<PackStep>")]
pub struct Sites(Vec<Site>);

impl Sites {
    /// All of them.
    pub fn as_slice(&self) -> &[Site] {
        &self.0
    }

    /// The name that starts at a place.
    pub fn at(&self, place: Position) -> Option<&Site> {
        let found = self.0.binary_search_by_key(&place, |site| site.at).ok()?;
        self.0.get(found)
    }

    /// The name that a range of one line means: the one that starts with it, else the first one in it. Some indexers
    /// take `.b` for the name where others take `b`.
    pub fn within(&self, place: Position, length: u32) -> Option<&Site> {
        let first = self.0.partition_point(|site| site.at < place);
        let end = place.column.saturating_add(length);
        let site = self.0.get(first)?;
        (site.at.line == place.line && site.at.column < end).then_some(site)
    }
}

/// The names of one content as a file of the language with that index in [`crate::language::LANGUAGES`]. Pure; broken
/// source gives what can be read, and what is no source at all (binary, minified) gives nothing. Places do not
/// count a byte order mark.
pub fn sites(language: usize, content: &[u8]) -> Sites {
    let seen = on_threads(|| guarded(|| sites_here(language, content)));
    // The observation of the file has the gap.
    seen.ok().and_then(Result::ok).unwrap_or_default()
}

fn sites_here(language: usize, content: &[u8]) -> Sites {
    let content = without_mark(content);
    if no_source(content, n_lines(content)).is_some() {
        return Sites::default();
    }
    let decoded = decoded(content);
    let plain = preprocessed(language, &decoded);
    let text = plain.as_deref().unwrap_or(&decoded);
    let mut unread = Builder::new(text, 0);
    let mut cost = ParseBudget::of(text.len());
    let tree = with_new_parser(language, |parser| tree::parse(parser, text, 0, &mut cost, &mut unread));
    Sites(tree.map_or_else(|_| Vec::new(), |tree| walk::walk(table::of(language), &tree, text)))
}
