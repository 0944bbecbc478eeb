//! Quotations and codes of a text that stand in the source, each with the lines that hold it.

use std::collections::BTreeMap;

use cg_rules::{FileId, Id};

use super::index::{SearchIndex, TermId};
use super::names::SHORTEST;
use super::text_kind::TextKind;
use super::text_mention::{Certainty, NEAR_UNIQUE, TextMention};
use super::token;
use crate::primitive::{Engine, Located};

/// A quotation in more chunks than this says nothing of a place; those of tests and documents count only beside no others.
const QUOTED_CHUNKS: usize = 3;

/// A text of several words is looked for in more chunks, as few of those that have its words hold it; and more places may have it.
const MESSAGE_CHUNKS: usize = 24;
pub(super) const MESSAGE_PLACES: usize = 8;

/// How many lines of a text may be messages, the most bytes of one, and its fewest words.
const MESSAGES: usize = 5;
const LONGEST: usize = 200;
pub(super) const MESSAGE_WORDS: usize = 3;

/// A text between quotes with its terms, or a code.
pub(super) type Quotes<'t> = BTreeMap<&'t str, Vec<String>>;

/// The quotations of several words, the codes, and the lines of the text that stand in the source as they are.
pub(super) fn quotations(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Vec<TextMention> {
    let has_space = |part: &str| part.contains(' ');
    let mut quotes = quoted(text, has_space);
    quotes.extend(codes(text));
    quotes.extend(messages(text));
    found(engine, index, &quotes)
}

/// The quotations and the lines of a text that may be messages of several words.
pub(super) fn whole_messages(text: &str) -> Quotes<'_> {
    let has_words = |part: &str| part.split_whitespace().count() >= MESSAGE_WORDS;
    let mut found = quoted(text, has_words);
    found.extend(messages(text));
    found
}

/// The quotations of one word that no definition has as its name: of a setting, a key, a message's id.
pub(super) fn quoted_words(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Vec<TextMention> {
    let is_word = |part: &str| !part.contains(char::is_whitespace) && index.names.defs(part).len() == 0;
    found(engine, index, &quoted(text, is_word))
}

fn found(engine: &Engine<'_>, index: &SearchIndex, quotes: &Quotes<'_>) -> Vec<TextMention> {
    let Some(tree) = engine.tree else { return Vec::new() };
    let mut found = Vec::new();
    for (quote, terms) in quotes {
        let is_message = quote.split_whitespace().count() >= MESSAGE_WORDS;
        let (most_chunks, most_places) =
            if is_message { (MESSAGE_CHUNKS, MESSAGE_PLACES) } else { (QUOTED_CHUNKS, NEAR_UNIQUE) };
        let mut places: Vec<Located> = Vec::new();
        for (at, chunks) in holding(index, terms, most_chunks) {
            let file = FileId::of(index.files[at] as usize);
            let bytes = if engine.admits(file) { tree.read(engine.snapshot.path(file)).ok() } else { None };
            let Some(bytes) = bytes else { continue };
            let read = String::from_utf8_lossy(&bytes);
            let read = crate::base::redacted(&read);
            let is_inside = |line: u32| {
                let mut lines = chunks.iter().filter_map(|chunk| index.lines(*chunk));
                lines.any(|it| (it.first..=it.last).contains(&line))
            };
            let lines = (1_u32..).zip(read.split('\n')).filter(|(at, line)| is_inside(*at) && line.contains(quote));
            // Of a word the first line is enough.
            places.extend(lines.take(if is_message { most_places + 1 } else { 1 }).map(|(at, _)| (file, Some(at))));
        }
        if (1..=most_places).contains(&places.len()) {
            let certainty = if places.len() == 1 { Certainty::Exact } else { Certainty::NearUnique };
            found.push(TextMention { word: (*quote).to_owned(), certainty, defs: Vec::new(), files: places });
        }
    }
    found
}

/// The chunks that hold all terms, by their file: those of sources, and others only where no source has any. None where they
/// are more than that.
pub(super) fn holding(index: &SearchIndex, terms: &[String], most: usize) -> BTreeMap<usize, Vec<usize>> {
    let terms: Option<Vec<TermId>> = terms.iter().map(|term| index.term(term)).collect();
    let mut files: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for chunk in terms.into_iter().flat_map(|terms| index.holding(terms)) {
        files.entry(index.chunk_ends.partition_point(|end| *end <= chunk)).or_default().push(chunk as usize);
    }
    let is_source = |at: &usize| index.is(*at, TextKind::Source);
    if files.keys().any(is_source) {
        files.retain(|at, _| is_source(at));
    }
    let n_chunks: usize = files.values().map(Vec::len).sum();
    if n_chunks <= most { files } else { BTreeMap::new() }
}

/// The texts between quotes on one line that are long enough and wanted.
fn quoted(text: &str, is_wanted: impl Fn(&str) -> bool) -> Quotes<'_> {
    let mut found = Quotes::new();
    for line in text.lines() {
        for mark in ['"', '\'', '`'] {
            let n_parts = line.split(mark).count();
            for (_, part) in line.split(mark).enumerate().filter(|(at, _)| at % 2 == 1 && at + 1 < n_parts) {
                if part.len() >= SHORTEST && is_wanted(part) {
                    enter(&mut found, part);
                }
            }
        }
    }
    found
}

/// The first lines of a text, each as the message that it may be, and the part behind its last colon: `TypeError: no such cart`.
fn messages(text: &str) -> Quotes<'_> {
    let mut found = Quotes::new();
    for line in text.lines().map(str::trim).filter(|line| line.len() <= LONGEST).take(MESSAGES) {
        let behind = line.rsplit_once(": ").map(|(_, behind)| behind.trim());
        for part in [Some(line), behind].into_iter().flatten() {
            if part.split_whitespace().count() >= MESSAGE_WORDS {
                enter(&mut found, part);
            }
        }
    }
    found
}

/// The words that mix letters with several digits.
fn codes(text: &str) -> Quotes<'_> {
    let mut found = Quotes::new();
    for word in text.split(|letter: char| letter.is_whitespace() || "\"'`(),;:[]{}<>".contains(letter)) {
        let word = word.trim_end_matches(['.', '!', '?']);
        let n_digits = word.bytes().filter(u8::is_ascii_digit).count();
        if n_digits >= 2 && !is_version(word) && word.chars().any(char::is_alphabetic) && word.len() >= 4 {
            enter(&mut found, word);
        }
    }
    found
}

/// Whether a word is a version: `v3.0.0-beta.4`, `1.2rc1`.
fn is_version(word: &str) -> bool {
    let number = word.strip_prefix(['v', 'V']).unwrap_or(word);
    let head = number.split(|it: char| !it.is_ascii_digit() && it != '.').next().unwrap_or("");
    head.contains('.') && head.starts_with(|it: char| it.is_ascii_digit())
}

fn enter<'t>(found: &mut Quotes<'t>, part: &'t str) {
    let terms: Vec<String> = token::terms(part).into_keys().collect();
    if !terms.is_empty() {
        found.insert(part, terms);
    }
}
