//! Values behind the signs of pointers.

/// The path in `*a.b` and `&a`.
pub fn pointed(text: &str) -> Option<&str> {
    let path = text.trim_start_matches(['*', '&']).trim_start();
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
    let is_path = path.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && path.chars().all(is_part);
    Some(path).filter(|_| path.len() < text.len() && is_path)
}
