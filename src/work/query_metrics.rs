//! Measures of the text of a request: how much it has to go by (S4.23).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::ln;

/// The length from which a text is strong, and the number of tokens.
const STRONG_LENGTH: usize = 10;
const STRONG_TOKENS: usize = 2;
/// The longest ending of a file name that makes a text a path, in letters.
const ENDING: usize = 8;

/// Measures of a text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct QueryMetrics {
    /// Its characters.
    pub length: usize,
    /// Its tokens: what blanks divide.
    pub tokens: usize,
    /// Shannon's entropy in bits a character.
    pub entropy: f64,
    /// Whether it has a `/`, a `\` or an ending of a file name.
    pub has_path: bool,
    /// Whether it is one identifier with a capital or an underscore.
    pub is_symbol: bool,
}

impl QueryMetrics {
    /// Measures a text.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        let is_identifier = text.chars().all(is_word) && !text.starts_with(|letter: char| letter.is_numeric());
        Self {
            length: text.chars().count(),
            tokens: text.split_whitespace().count(),
            entropy: entropy(text),
            has_path: text.contains(['/', '\\']) || text.split_whitespace().any(has_ending),
            is_symbol: is_identifier && text.contains(|letter: char| letter.is_ascii_uppercase() || letter == '_'),
        }
    }

    /// Whether a search over contents has enough to go by.
    pub fn is_strong(&self) -> bool {
        self.has_path || self.tokens >= STRONG_TOKENS || self.length >= STRONG_LENGTH || self.is_symbol
    }
}

/// Whether a word ends as the name of a file does: `a.ext`.
fn has_ending(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, ending)| {
        let is_short = (1..=ENDING).contains(&ending.len()) && ending.chars().all(|it| it.is_ascii_alphanumeric());
        is_short && !stem.is_empty()
    })
}

fn entropy(text: &str) -> f64 {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    text.chars().for_each(|letter| *counts.entry(letter).or_default() += 1);
    let all: f64 = counts.values().map(|count| f64::from(*count)).sum();
    let part = |count: &u32| {
        let share = f64::from(*count) / all;
        -share * ln(share) / std::f64::consts::LN_2
    };
    let bits: f64 = counts.values().map(part).sum();
    // Behind the third place is nothing to read.
    (bits * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S4.23.
    #[test]
    fn a_text_is_strong_by_its_path_its_words_its_length_or_its_form() {
        let is_strong = |text: &str| QueryMetrics::of(text).is_strong();
        assert!(
            ["src/a", "a\\b", "app.ts", "two words", "abcdefghij", "Router", "get_user"].iter().all(|it| is_strong(it))
        );
        assert!(["x", "router", "", "abcdefghi", "v1"].iter().all(|it| !is_strong(it)));
    }

    #[test]
    fn entropy_is_in_bits_a_character() {
        assert_eq!(QueryMetrics::of("aaaa").entropy, 0.0);
        assert_eq!(QueryMetrics::of("abab").entropy, 1.0);
        assert_eq!(QueryMetrics::of("abcd").entropy, 2.0);
        assert_eq!(QueryMetrics::of("").entropy, 0.0);
    }
}
