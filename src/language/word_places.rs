//! The places of the words of a text.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// The places of each word of a text. All names of a function are looked for in all of it, which would else be read once for each.
pub struct WordPlaces<'t>(FxHashMap<&'t [u8], Vec<usize>>);

impl<'t> WordPlaces<'t> {
    /// Those of a text.
    pub fn of(text: &'t [u8]) -> Self {
        let mut places: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
        let mut at = 0;
        for word in text.chunk_by(|one, next| is_of_word(*one) == is_of_word(*next)) {
            if word.first().is_some_and(|byte| is_of_word(*byte) && !byte.is_ascii_digit()) {
                places.entry(word).or_default().push(at);
            }
            at += word.len();
        }
        Self(places)
    }

    /// Whether a part of the text has a word.
    pub fn has(&self, word: &[u8], part: Range<usize>) -> bool {
        let places = self.0.get(word).map_or(&[][..], Vec::as_slice);
        let first = places.partition_point(|at| *at < part.start);
        places.get(first).is_some_and(|at| at + word.len() <= part.end)
    }
}

/// Whether a byte is one of a word.
pub fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::WordPlaces;

    #[test]
    fn a_word_is_whole_and_inside_of_the_part() {
        let words = WordPlaces::of(b"let ab = a(abc, $a); ab.a2");
        assert!(words.has(b"ab", 0..6) && words.has(b"ab", 7..26) && words.has(b"a", 0..26));
        assert!(
            !words.has(b"ab", 5..20) && !words.has(b"ab", 0..5) && !words.has(b"a", 10..26) && !words.has(b"b", 0..26)
        );
    }
}
