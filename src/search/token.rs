//! Terms of a text: identifiers whole and split at humps, underscores and digits, in lower case and stemmed.

use std::collections::BTreeMap;
use std::ops::Range;

use super::ascii::stem;
use crate::base::TextPart;

/// A longer word is no name and no word of a language: a digest, an encoded image.
const LONGEST: usize = 64;
/// A shorter part of an identifier says nothing.
const SHORTEST: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    Other,
    Lower,
    Upper,
    Digit,
    Underscore,
    Wide,
}

fn letter(byte: u8) -> Letter {
    match byte {
        b'a'..=b'z' => Letter::Lower,
        b'A'..=b'Z' => Letter::Upper,
        b'0'..=b'9' => Letter::Digit,
        b'_' => Letter::Underscore,
        0x80.. => Letter::Wide,
        _ => Letter::Other,
    }
}

/// Visits each term of a text with the bytes that it was made from.
pub(super) fn visit(text: &str, mut term: impl FnMut(&[u8], Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if letter(bytes[at]) == Letter::Other {
            at += 1;
            continue;
        }
        let first = at;
        let mut is_wide = false;
        while at < bytes.len() && letter(bytes[at]) != Letter::Other {
            is_wide |= bytes[at] >= 0x80;
            at += 1;
        }
        if at - first > LONGEST {
            continue;
        }
        if is_wide {
            let lower = text.part(first..at).to_lowercase();
            term(lower.as_bytes(), first..at);
        } else {
            word(&bytes[first..at], first, &mut term);
        }
    }
}

/// The parts of an ASCII word, and the word itself where it has several.
fn word(bytes: &[u8], first: usize, term: &mut impl FnMut(&[u8], Range<usize>)) {
    let mut lower = [0_u8; LONGEST];
    let (mut start, mut parts) = (0, 0);
    for at in 1..=bytes.len() {
        if at < bytes.len() && !divides(bytes, at) {
            continue;
        }
        let part = trimmed(bytes, start..at);
        start = at;
        if part.is_empty() {
            continue;
        }
        parts += 1;
        if part.len() >= SHORTEST {
            let len = part.len();
            lower[..len].copy_from_slice(&bytes[part.clone()]);
            lower[..len].make_ascii_lowercase();
            let len = stem(&mut lower, len);
            term(&lower[..len], first + part.start..first + part.end);
        }
    }
    if parts > 1 {
        let mut len = 0;
        for byte in bytes.iter().filter(|byte| **byte != b'_') {
            lower[len] = byte.to_ascii_lowercase();
            len += 1;
        }
        term(&lower[..len], first..first + bytes.len());
    }
}

/// Whether a part begins at a byte: behind an underscore, at a hump, between letters and digits.
fn divides(bytes: &[u8], at: usize) -> bool {
    let (before, here) = (letter(bytes[at - 1]), letter(bytes[at]));
    match (before, here) {
        (Letter::Underscore, _) | (_, Letter::Underscore) | (Letter::Lower, Letter::Upper) => true,
        (Letter::Digit, Letter::Lower | Letter::Upper) | (Letter::Lower | Letter::Upper, Letter::Digit) => true,
        // The last capital of a run begins the next word: `HTTPServer`.
        (Letter::Upper, Letter::Upper) => bytes.get(at + 1).is_some_and(|next| letter(*next) == Letter::Lower),
        _ => false,
    }
}

fn trimmed(bytes: &[u8], part: Range<usize>) -> Range<usize> {
    let is_mark = bytes[part.clone()].iter().all(|byte| *byte == b'_');
    if is_mark { part.end..part.end } else { part }
}

/// The distinct terms of a text, sorted, each with its first spelling there.
pub fn terms(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    visit(text, |term, at| {
        found.entry(String::from_utf8_lossy(term).into_owned()).or_insert_with(|| text.part(at).to_owned());
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        visit(text, |term, _| found.push(String::from_utf8_lossy(term).into_owned()));
        found
    }

    #[test]
    fn identifiers_are_split_and_kept_whole() {
        assert_eq!(of("get_queryset"), ["get", "queryset", "getqueryset"]);
        assert_eq!(of("HTTPServer2"), ["http", "server", "httpserver2"]);
        assert_eq!(of("__init__ x"), ["init"]);
        assert_eq!(of("Straße"), ["straße"]);
        assert_eq!(of(&"a".repeat(65)), [""; 0]);
    }
}
