//! Mentions: what a text names. A word is a name by its form (humps, underscores, a call, quotes) or because few chunks hold
//! it; no list of common words decides.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, FileId, Id};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::SearchIndex;
use super::query::is_name;
use super::token;
use crate::base::TextPart;
use crate::language::DeclKind;
use crate::primitive::{Engine, FocusWord, Located, words};

/// How many places a name may have to be meant (S0.11).
const NEAR_UNIQUE: usize = 3;
/// The most words of a text that are looked up.
const WORDS: usize = 400;
/// The shortest name that is completed, in letters, and the shortest quotation that is looked for.
const SHORTEST: usize = 6;
/// A quotation in more chunks than this says nothing of a place.
const QUOTED_CHUNKS: usize = 3;

/// How sure a mention is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// One thing has that name.
    Exact,
    /// Two or three have it; or a word of prose that hardly another text holds.
    NearUnique,
    /// Nothing has that name, and one thing nearly has it.
    Fuzzy,
}

impl Certainty {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::NearUnique => "near-unique",
            Self::Fuzzy => "fuzzy",
        }
    }
}

/// One word or quotation of a text, and the places that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextMention {
    /// As the text has it.
    pub word: String,
    /// How sure it is.
    pub certainty: Certainty,
    /// The definitions that it names.
    pub defs: Vec<DefId>,
    /// The files that it names, each with a line where it names one.
    pub files: Vec<Located>,
}

/// Everything that a text names, in the order of the words. The order in which the text has them does not matter.
pub(super) fn mentions(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Vec<TextMention> {
    let found: BTreeSet<FocusWord> = words(std::iter::once(text), false).into_iter().take(WORDS).collect();
    let namer = Namer::new(engine, index, text, &found);
    let mut mentions = namer.by_name(&found);
    mentions.extend(found.iter().filter_map(|word| namer.alike(word)));
    mentions.extend(namer.paths(text));
    mentions.extend(quotations(engine, index, text));
    mentions.sort_by(|a, b| (a.certainty, &a.word).cmp(&(b.certainty, &b.word)));
    mentions.dedup_by(|a, b| a.word == b.word);
    mentions
}

struct Namer<'e> {
    engine: &'e Engine<'e>,
    index: &'e SearchIndex,
    /// The words that are written as code: between back quotes, or with a call behind.
    marked: FxHashSet<String>,
    /// The definitions of each plain word.
    bearers: FxHashMap<String, Vec<DefId>>,
    /// The definitions of each plain word in the form of a name, whatever its case and underscores.
    alike: FxHashMap<String, Vec<DefId>>,
}

impl<'e> Namer<'e> {
    fn new(engine: &'e Engine<'e>, index: &'e SearchIndex, text: &str, words: &BTreeSet<FocusWord>) -> Self {
        let plain: FxHashSet<&str> = words
            .iter()
            .filter_map(|word| match word {
                FocusWord::Plain { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let squashed: FxHashSet<String> =
            plain.iter().filter(|word| is_name(word) && word.len() >= SHORTEST).map(|word| squash(word)).collect();
        let snapshot = engine.snapshot;
        let (mut exact, mut near) = (FxHashMap::default(), FxHashMap::default());
        for (id, name) in (0_u32..).zip(snapshot.names.iter()) {
            if plain.contains(name) {
                exact.insert(id, name.to_owned());
            } else if name.len() >= SHORTEST && squashed.contains(&squash(name)) {
                near.insert(id, squash(name));
            }
        }
        let (mut bearers, mut alike) = (FxHashMap::default(), FxHashMap::default());
        for (at, row) in snapshot.definitions.iter().enumerate() {
            if matches!(row.kind, DeclKind::File | DeclKind::Impl) {
                continue;
            }
            let enter = |names: &FxHashMap<u32, String>, into: &mut FxHashMap<String, Vec<DefId>>| {
                if let Some(name) = names.get(&row.name) {
                    into.entry(name.clone()).or_default().push(DefId::of(at));
                }
            };
            enter(&exact, &mut bearers);
            enter(&near, &mut alike);
        }
        Self { engine, index, marked: marked(text), bearers, alike }
    }

    /// The words that few definitions, or few modules, have as their name.
    fn by_name(&self, words: &BTreeSet<FocusWord>) -> Vec<TextMention> {
        let texts: Vec<String> = words.iter().map(FocusWord::text).collect();
        let (mut bears, mut few, mut modules) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (word, text)) in (0_u32..).zip(words.iter().zip(&texts)) {
            let is_plain = matches!(word, FocusWord::Plain { .. });
            let defs = match is_plain {
                true => self.bearers.get(text).cloned().unwrap_or_default(),
                false => self.engine.definitions_of(std::slice::from_ref(text)),
            };
            let defs = self.apart(defs);
            if defs.is_empty() && matches!(word, FocusWord::Qualified(_)) {
                let files = self.engine.modules_of(text).into_iter().map(|file| (file, None)).collect();
                modules.extend(self.certain(text, Vec::new(), files));
            }
            let is_meant = !is_plain || self.has_form(text) || self.is_rare(text);
            few.extend((is_meant && defs.len() <= NEAR_UNIQUE).then_some(at));
            bears.extend(defs.into_iter().map(|def| (at, def)));
        }
        let mut named: BTreeMap<u32, Vec<DefId>> = BTreeMap::new();
        for (word, def) in cg_rules::mentions(&bears, &few) {
            named.entry(word).or_default().push(def);
        }
        let named = named.into_iter().filter_map(|(at, defs)| self.certain(&texts[at as usize], defs, Vec::new()));
        named.chain(modules).collect()
    }

    /// A plain word that no definition has, where few have its letters.
    fn alike(&self, word: &FocusWord) -> Option<TextMention> {
        let FocusWord::Plain { text, .. } = word else { return None };
        if self.bearers.contains_key(text) || !self.has_form(text) {
            return None;
        }
        let defs = self.apart(self.alike.get(&squash(text))?.clone());
        let is_few = (1..=NEAR_UNIQUE).contains(&defs.len());
        is_few.then(|| TextMention { word: text.clone(), certainty: Certainty::Fuzzy, defs, files: Vec::new() })
    }

    /// Whether a word has the form of a name.
    fn has_form(&self, text: &str) -> bool {
        is_name(text) || self.marked.contains(text)
    }

    /// A mention of few things; of a word that has not the form of a name it is never exact.
    fn certain(&self, word: &str, defs: Vec<DefId>, files: Vec<Located>) -> Option<TextMention> {
        let n_places = defs.len() + files.len();
        let is_formed = self.has_form(word) || !files.is_empty() || word.contains([':', '.']);
        let certainty = if n_places == 1 && is_formed { Certainty::Exact } else { Certainty::NearUnique };
        let is_few = (1..=NEAR_UNIQUE).contains(&n_places);
        is_few.then(|| TextMention { word: word.to_owned(), certainty, defs, files })
    }

    /// Whether so few chunks hold a word that it sets them apart: no more than the square root of their number.
    fn is_rare(&self, word: &str) -> bool {
        let spreads = token::terms(word).into_keys().filter_map(|term| self.index.term(&term));
        let least = spreads.map(|term| u64::from(self.index.spread(term))).min().unwrap_or(0);
        least * least <= self.index.n_chunks() as u64
    }

    /// The definitions outside tests, examples and vendored code; those inside only where there are no others.
    fn apart(&self, mut defs: Vec<DefId>) -> Vec<DefId> {
        let snapshot = self.engine.snapshot;
        let is_aside = |def: &DefId| {
            let row = snapshot.definition(*def).and_then(|row| snapshot.file_row(row.file));
            row.is_some_and(|row| row.is_aside)
        };
        defs.sort_unstable();
        defs.dedup();
        if !defs.iter().all(is_aside) {
            defs.retain(|def| !is_aside(def));
        }
        defs
    }

    /// The files that a text names by their paths.
    fn paths(&self, text: &str) -> Vec<TextMention> {
        let is_break = |letter: char| letter.is_whitespace() || "\"'`()<>,;".contains(letter);
        let parts: BTreeSet<&str> = text.split(is_break).map(|part| part.trim_end_matches(['.', ':'])).collect();
        let parts = parts.into_iter().filter(|part| crate::base::path::extension(part).len() > 1 && part.len() > 3);
        let named = parts.take(WORDS).filter_map(|part| {
            // A glob in a text is data, and no request.
            let is_path = !part.contains(['*', '?', '[', '{']);
            let files = if is_path { self.engine.files_of(&[part.to_owned()]).0 } else { Vec::new() };
            self.certain(part, Vec::new(), files)
        });
        named.collect()
    }
}

/// A name without its underscores, in lower case.
fn squash(name: &str) -> String {
    name.chars().filter(|letter| *letter != '_').flat_map(char::to_lowercase).collect()
}

/// The words between back quotes, and those with `(` behind.
fn marked(text: &str) -> FxHashSet<String> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut found = FxHashSet::default();
    for word in text.split(|letter: char| !is_letter(letter)).filter(|word| !word.is_empty()) {
        // The word is a part of the text, so its place follows from the addresses alone.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let (before, behind) = (text.part(..start), text.part(start + word.len()..));
        if before.ends_with('`') || behind.starts_with(['(', '`']) {
            found.insert(word.to_owned());
        }
    }
    found
}

/// The quotations and codes of a text that stand in the source, each with the lines that hold it.
fn quotations(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Vec<TextMention> {
    let Some(tree) = engine.tree else { return Vec::new() };
    let mut found = Vec::new();
    for (quote, terms) in quoted(text) {
        let files: BTreeMap<usize, Vec<usize>> = holding(index, &terms);
        let mut places: Vec<Located> = Vec::new();
        for (at, chunks) in files {
            let file = FileId::of(index.files[at] as usize);
            let Ok(bytes) = tree.read(engine.snapshot.path(file)) else { continue };
            let read = String::from_utf8_lossy(&bytes);
            let read = crate::base::redacted(&read);
            let is_inside = |line: u32| {
                let mut lines = chunks.iter().filter_map(|chunk| index.lines(*chunk));
                lines.any(|it| (it.first..=it.last).contains(&line))
            };
            let line = (1_u32..).zip(read.split('\n')).find(|(at, line)| is_inside(*at) && line.contains(quote));
            places.extend(line.map(|(at, _)| (file, Some(at))));
        }
        if (1..=NEAR_UNIQUE).contains(&places.len()) {
            let certainty = if places.len() == 1 { Certainty::Exact } else { Certainty::NearUnique };
            found.push(TextMention { word: quote.to_owned(), certainty, defs: Vec::new(), files: places });
        }
    }
    found
}

/// The chunks that hold all terms, by their file; none where they are many.
fn holding(index: &SearchIndex, terms: &[String]) -> BTreeMap<usize, Vec<usize>> {
    let mut held: Option<BTreeSet<usize>> = None;
    for term in terms {
        let Some(id) = index.term(term) else { return BTreeMap::new() };
        let mut chunks = BTreeSet::new();
        index.visit(id, |chunk, _| {
            if held.as_ref().is_none_or(|held| held.contains(&chunk)) {
                chunks.insert(chunk);
            }
        });
        held = Some(chunks);
    }
    let mut files: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for chunk in held.filter(|held| held.len() <= QUOTED_CHUNKS).into_iter().flatten() {
        files.entry(index.chunk_ends.partition_point(|end| *end as usize <= chunk)).or_default().push(chunk);
    }
    files
}

/// The texts between quotes that are no single plain word, and the words that mix letters with several digits; each with
/// its terms.
fn quoted(text: &str) -> BTreeMap<&str, Vec<String>> {
    let mut found = BTreeMap::new();
    let mut enter = |part: &'_ str, at: usize| {
        let terms: Vec<String> = token::terms(part).into_keys().collect();
        if !terms.is_empty() {
            found.insert(text.part(at..at + part.len()), terms);
        }
    };
    for line in text.lines() {
        let offset = line.as_ptr() as usize - text.as_ptr() as usize;
        for mark in ['"', '\'', '`'] {
            for (at, part) in line.split(mark).enumerate().filter(|(at, _)| at % 2 == 1) {
                let start = part.as_ptr() as usize - line.as_ptr() as usize;
                let is_closed = line.split(mark).count() > at + 1;
                if is_closed && part.len() >= SHORTEST && part.contains(' ') {
                    enter(part, offset + start);
                }
            }
        }
        for word in line.split(|letter: char| letter.is_whitespace() || "\"'`(),;:[]{}<>".contains(letter)) {
            let n_digits = word.bytes().filter(u8::is_ascii_digit).count();
            if n_digits >= 2 && word.chars().any(char::is_alphabetic) && word.len() >= 4 {
                enter(word, offset + (word.as_ptr() as usize - line.as_ptr() as usize));
            }
        }
    }
    found
}
