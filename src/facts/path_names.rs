//! Reads the names in a path.

use crate::language::is_name_letter;

/// The names in a text: of a path, each of its parts.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_name_letter(letter)).filter(|part| !part.is_empty())
}

/// Whether a text is of letters that names are made of: of a few bytes most are, and the rest is read as a path.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$')
}
