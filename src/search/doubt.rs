//! Doubt in a search that is sure: its first file leads by words alone, and nothing in the text names it. It may have few of the
//! words as well, or hardly lead where all measures are taken together.

use super::index::SearchIndex;
use super::query::{QueryTerm, query};
use super::round::{FoundFile, Round};
use crate::base::ln;
use crate::primitive::Doubt;

/// A text of more words says many things, and no file has most of them.
const SHORT_TEXT: usize = 12;
/// The share of a short text's words, by their rarity, that the first file has at the least.
const HELD: f64 = 0.4;
/// The part of its score by which the first file leads at the least.
const LEAD: f64 = 0.03;

/// The reason to doubt that the first file is meant; none where the text surely names it.
pub(super) fn doubt(index: &SearchIndex, round: &Round, found: &[FoundFile], text: &str) -> Option<Doubt> {
    let first = found.first()?;
    let file = index.files[first.at];
    if round.named_files().iter().any(|it| it.0 == file) {
        return None;
    }
    // The number of an issue is no word of the code.
    let words = query(&text.split_whitespace().filter(|word| !is_reference(word)).collect::<Vec<_>>().join(" "));
    if words.len() <= SHORT_TEXT && held(index, first.at, words.iter()) < HELD {
        return Some(Doubt::FewWords);
    }
    let is_close = |second: &FoundFile| first.score - second.score < LEAD * first.score;
    Some(if found.get(1).is_some_and(is_close) { Doubt::Close } else { Doubt::Unnamed })
}

/// Whether a word is the number of an issue or of a request to merge, as `(#1204)`.
fn is_reference(word: &str) -> bool {
    let number = word.trim_matches(|letter: char| letter.is_ascii_punctuation() && letter != '#').strip_prefix('#');
    number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The share of some words that a file has, each by its rarity; one that the index lacks is rarer than any other.
fn held<'q>(index: &SearchIndex, at: usize, words: impl Iterator<Item = (&'q String, &'q QueryTerm)>) -> f64 {
    let n_chunks = index.n_chunks() as f64;
    let (mut held, mut all) = (0.0, 0.0);
    for (text, own) in words {
        let term = index.term(text);
        let spread = term.map_or(0.0, |term| f64::from(index.spread(term)));
        let rarity = own.weight * ln((1.0 + n_chunks) / (1.0 + spread));
        all += rarity;
        let chunks = index.chunks_of(at);
        let is_held = term.is_some_and(|term| {
            let places = &index.scored_places(term).chunks;
            let next = places.partition_point(|chunk| (*chunk as usize) < chunks.start);
            places.get(next).is_some_and(|chunk| chunks.contains(&(*chunk as usize)))
        });
        held += if is_held { rarity } else { 0.0 };
    }
    if all > 0.0 { held / all } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::is_reference;

    #[test]
    fn numbers_of_issues_are_no_words() {
        assert!(["#12", "(#1204)", "#7,"].into_iter().all(is_reference));
        assert!(!["12", "#", "C#", "#include", "v1.2"].into_iter().any(is_reference));
    }
}
