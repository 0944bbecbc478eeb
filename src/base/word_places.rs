//! Places of a word in a text.

use memchr::memmem;

/// The offsets at which a text has a word that is no part of a longer one, in order.
pub fn word_places<'t>(text: &'t [u8], word: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    memmem::find_iter(text, word).filter(move |at| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        !is_word_part(before) && !is_word_part(text.get(at + word.len()))
    })
}

/// Whether a byte beside a word makes it a part of a longer one.
pub fn is_word_part(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | 128..))
}

#[cfg(test)]
mod tests {
    use super::word_places;

    #[test]
    fn a_part_of_a_word_is_no_word() {
        let places = |text: &'static str| word_places(text.as_bytes(), b"total").collect::<Vec<_>>();
        assert_eq!(places("total subtotal total_of (total) totals"), [0, 25]);
        assert_eq!(places("\u{e9}total total\u{e9}"), [0; 0]);
        assert_eq!(places(""), [0; 0]);
    }
}
