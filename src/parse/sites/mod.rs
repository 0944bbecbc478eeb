//! The names in a text: each token that names something, its place, and its kind of use.
//!
//! An index says which symbol a range of the text is, and seldom what is done with it. The tree says the rest: the two
//! are joined by their places. So a token here is what indexers put their occurrences on, whichever they are.

mod pack;
mod parameters;
mod rows;
mod site;
mod table;
mod walk;

use std::cell::RefCell;

pub use self::pack::Sites;
pub use self::site::Site;
use self::walk::SiteReading;
use super::content::{decoded, n_lines, no_source, without_mark};
use super::door::guarded;
use super::limit::ParseBudget;
use super::{again, on_threads};
pub use crate::language::sites::SiteKind;
use crate::language::{LANGUAGES, preprocessed};

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
    if no_source(language, content, n_lines(content)).is_some() {
        return Sites::default();
    }
    let decoded = decoded(content);
    let plain = preprocessed(language, &decoded);
    let text = plain.as_deref().unwrap_or(&decoded);
    let cost = RefCell::new(ParseBudget::of(text.len()));
    let best = again::parse(language, text, &cost);
    // Its places are those of the text.
    let conventions = &LANGUAGES[language].conventions;
    let how = SiteReading { table: table::of(language), head: conventions.head, quoted: conventions.quoted };
    Sites(best.map_or_else(|_| Vec::new(), |best| walk::walk(&how, &best.tree, text)))
}
