//! Paths relative to the root, as text with `/` between the parts; the root itself is the empty text.

use super::TextPart;

/// The directory of a path; the root for a bare name.
pub fn parent(path: &str) -> &str {
    last(path, b'/').map_or("", |at| path.part(..at))
}

/// The last part of a path.
pub fn name(path: &str) -> &str {
    last(path, b'/').map_or(path, |at| path.part(at + 1..))
}

/// The place of the last such byte. A name has some ten letters, for which a search that is made for long texts is slow.
fn last(path: &str, byte: u8) -> Option<usize> {
    path.as_bytes().iter().rposition(|own| *own == byte)
}

/// Whether a text has letters that make it a glob, and no path.
pub fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// The last part without its last ending: `a/b.test.ts` → `b.test`. A leading dot starts no ending.
pub fn stem(path: &str) -> &str {
    let name = name(path);
    match last(name, b'.') {
        Some(at) if at > 0 => name.part(..at),
        _ => name,
    }
}

/// The last ending without its dot, or the empty text.
pub fn extension(path: &str) -> &str {
    let name = name(path);
    match last(name, b'.') {
        Some(at) if at > 0 => name.part(at + 1..),
        _ => "",
    }
}

/// Joins `relative` to the directory `base`, and folds `.` and `..`. `None` where it would leave the root.
pub fn join(base: &str, relative: &str) -> Option<String> {
    let mut joined = String::with_capacity(base.len() + relative.len() + 1);
    let push = |joined: &mut String, part: &str| {
        if !joined.is_empty() {
            joined.push('/');
        }
        joined.push_str(part);
    };
    base.split('/').filter(|part| !part.is_empty() && *part != ".").for_each(|part| push(&mut joined, part));
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." if joined.is_empty() => return None,
            ".." => joined.truncate(joined.rfind('/').unwrap_or(0)),
            part => push(&mut joined, part),
        }
    }
    Some(joined)
}

/// The directories above a path, nearest first, the root last.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(parent(path)), |directory| (!directory.is_empty()).then(|| parent(directory)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_path() {
        assert_eq!(
            (parent("a/b.c"), name("a/b.c"), stem("a/b.test.ts"), extension("a/.env")),
            ("a", "b.c", "b.test", "")
        );
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../../c"), None);
        assert_eq!(ancestors("a/b/c.ts").collect::<Vec<_>>(), ["a/b", "a", ""]);
    }
}
