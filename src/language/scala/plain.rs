//! Texts of Scala's expressions without what is in square brackets.

use std::borrow::Cow;

use super::super::expression::LONGEST;

/// The text of an expression without its type arguments. One that is too long to be followed is left as it is.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.len() > LONGEST {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut depth = 0usize;
    let mut in_text = false;
    for letter in text.chars() {
        match letter {
            '"' => in_text = !in_text,
            '[' if !in_text => depth += 1,
            _ => {}
        }
        if depth == 0 {
            plain.push(letter);
        }
        if letter == ']' && !in_text {
            depth = depth.saturating_sub(1);
        }
    }
    Cow::Owned(plain)
}
