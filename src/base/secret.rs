//! Credentials in a text: private keys and tokens of known forms. Where text is printed they give way to
//! [`REDACTED`]; all else on their lines stays, and lines stay lines.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;

use super::token::{FormSet, credentials, occurring};
use super::{TextPart, inside};

/// The text in place of a credential.
pub const REDACTED: &str = "[redacted]";

/// The begin of the line before a private key.
pub const MARKER: &str = "-----BEGIN ";
/// The most bytes that one private key is looked for in.
const KEY: usize = 32 * 1024;
/// A run of letters as long as this is the body of a key, and no word; before an end marker half of it is.
const RUN: usize = 32;

/// A text without its credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// The first and the last line of each credential that was in it, from 1.
    pub lines: Vec<(u32, u32)>,
}

/// Replaces credentials, and counts them.
pub fn redact(text: &str) -> Redacted<'_> {
    let found = found(text);
    if found.is_empty() {
        return Redacted { text: Cow::Borrowed(text), lines: Vec::new() };
    }
    let (mut line, mut from) = (1, 0);
    let mut at = |offset: usize| {
        line += text.part(from..offset).matches('\n').count();
        from = offset;
        u32::try_from(line).unwrap_or(u32::MAX)
    };
    let lines = found.iter().map(|span| (at(span.start), at(span.end))).collect();
    Redacted { text: Cow::Owned(written(text, &found, |_| REDACTED.to_owned())), lines }
}

/// Whether a content is a text in which no credential is found.
pub fn is_free_of_credentials(content: &[u8]) -> bool {
    std::str::from_utf8(content).is_ok_and(|text| found(text).is_empty())
}

/// Replaces credentials.
pub fn redacted(text: &str) -> Cow<'_, str> {
    redact(text).text
}

/// Replaces each byte of a credential by a star: places in the text stay.
pub fn mask(text: &str) -> Cow<'_, str> {
    match found(text) {
        found if found.is_empty() => Cow::Borrowed(text),
        found => Cow::Owned(written(text, &found, |value| "*".repeat(value.len()))),
    }
}

/// The text with something in place of each line of each span; blanks at the ends of lines stay.
fn written(text: &str, spans: &[Range<usize>], instead: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for span in spans {
        out.push_str(text.part(done..span.start));
        for line in text.part(span.clone()).split_inclusive('\n') {
            let value = line.trim();
            match line.split_once(value).filter(|_| !value.is_empty()) {
                Some((before, after)) => out.extend([before, &instead(value), after]),
                None => out.push_str(line),
            }
        }
        done = span.end;
    }
    out + text.part(done..)
}

/// The credentials of a text, in order and apart from each other.
fn found(text: &str) -> Vec<Range<usize>> {
    found_of(text, occurring(text))
}

/// Those of the forms given, and private keys.
fn found_of(text: &str, forms: FormSet) -> Vec<Range<usize>> {
    let mut found = credentials(text, forms);
    found.extend(keys(text));
    found.sort_unstable_by_key(|span| (span.start, span.end));
    found.dedup_by(|next, last| {
        let is_apart = next.start >= last.end;
        last.end = if is_apart { last.end } else { last.end.max(next.end) };
        !is_apart
    });
    found
}

/// The bodies of private keys.
fn keys(text: &str) -> Vec<Range<usize>> {
    const LABEL: usize = 64;
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in memmem::find_iter(text.as_bytes(), MARKER) {
        if found.last().is_some_and(|last| at < last.end) {
            continue;
        }
        let label = head(text.part(at + MARKER.len()..), LABEL);
        let Some(label) = label.find("-----").map(|end| label.part(..end)) else { continue };
        if !label.contains("PRIVATE KEY") {
            continue;
        }
        let start = at + MARKER.len() + label.len() + "-----".len();
        let rest = head(text.part(start..), KEY);
        let is_block = leads(tail(text.part(..at), LABEL)) && rest.lines().next().unwrap_or("").trim().is_empty();
        found.extend(body(rest, is_block).map(|len| start..start + len));
    }
    found
}

/// The first bytes of a text, in whole characters.
fn head(text: &str, most: usize) -> &str {
    text.part(..inside(text, &(0..most)).end)
}

/// The last bytes of a text, in whole characters.
fn tail(text: &str, most: usize) -> &str {
    text.part(inside(text, &(text.len().saturating_sub(most)..text.len())))
}

/// Whether the line holds nothing before the end of a text but a comment marker.
fn leads(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or("");
    line.chars().all(|it| it.is_whitespace() || "#/*;>|".contains(it))
}

/// How long the body of a key is: up to its end marker, or as far as lines look like one. Code that only names the
/// markers has none.
fn body(rest: &str, is_block: bool) -> Option<usize> {
    let (mut offset, mut last, mut longest, mut is_broken) = (0, 0, 0, false);
    for line in rest.split_inclusive('\n') {
        let (own, is_end) = line.find("-----END ").map_or((line, false), |end| (line.part(..end), true));
        if is_end && is_block && leads(own) {
            // From marker to marker everything is key, whatever it looks like.
            return Some(rest.part(..offset).trim_end().len()).filter(|len| *len > 0);
        }
        match material(own) {
            Some(run) if !is_broken => (last, longest) = (offset + own.trim_end().len(), longest.max(run.len())),
            _ if own.trim().is_empty() || is_header(own) => {}
            _ if is_block => is_broken = true,
            _ => break,
        }
        if is_end {
            return (longest >= RUN / 2).then_some(last);
        }
        offset += line.len();
    }
    (longest >= RUN).then_some(last)
}

/// The letters of a line of a key, without the quotes and escapes around them.
fn material(line: &str) -> Option<&str> {
    let inner = line.trim_matches(|it: char| it.is_whitespace() || "\"'`,;+#*|>()\\.".contains(it));
    let is_letter = |it: char| it.is_ascii_alphanumeric() || "+/=\\".contains(it);
    (!inner.is_empty() && inner.chars().all(is_letter)).then_some(inner)
}

/// A header of PEM or PGP: `Proc-Type: 4,ENCRYPTED`.
fn is_header(line: &str) -> bool {
    let name = line.trim_start().split_once(": ").map_or("", |(name, _)| name);
    !name.is_empty() && name.len() < 40 && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

#[cfg(test)]
#[path = "secret_tests.rs"]
mod tests;
