//! Reads the names in a path.

/// The names in a text: of a path, each of its parts.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_part(letter)).filter(|part| !part.is_empty())
}

/// Whether a letter may be part of a name.
fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// Whether a name is one that code can write.
pub fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_part)
}

/// Whether a text is of letters that names are made of: of a few bytes most are, and the rest is read as a path.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$')
}
