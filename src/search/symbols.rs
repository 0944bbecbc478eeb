//! `search.symbols`: what a text names, each with the word that names it and how sure that is.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::cascade::nothing;
use super::index::SearchIndex;
use super::mention::{mentions, wanted};
use super::near::near;
use super::query::query;
use super::quotation::quoted_words;
use super::text_mention::{Certainty, TextMention, sure_files};
use super::token;
use crate::base::Position;
use crate::language::DeclKind;
use crate::primitive::{Answer, Engine, Hit, Link, Note, Passage};

/// As many other words of the repository leave a text a name: "where is Cart.total called".
const OTHER_WORDS: usize = 2;

/// The part of an answer that is about one file.
#[derive(Default)]
struct Named {
    best: Option<Certainty>,
    n_words: usize,
    defs: Vec<DefId>,
    lines: Vec<u32>,
    links: Vec<Link>,
}

/// Answers `search.symbols(text)`: the surest first, then by the number of words, then by path.
pub(super) fn answer(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Answer {
    let mut mentions = mentions(engine, index, text);
    mentions.extend(quoted_words(engine, index, text));
    let near = near(engine, index, text, &wanted(text), &mentions);
    let mut files: BTreeMap<FileId, Named> = BTreeMap::new();
    for mention in &mentions {
        enter(engine, mention, mention.certainty.name(), &mut files);
    }
    for it in &near {
        enter(engine, &it.mention, &format!("fuzzy ({})", it.likeness.name()), &mut files);
    }
    let mut ranked: Vec<(FileId, Named)> = files.into_iter().collect();
    ranked.sort_by_key(|(file, it)| (engine.is_aside(*file), it.best, std::cmp::Reverse(it.n_words), *file));
    let (mut hits, mut links) = (Vec::new(), Vec::new());
    for (file, mut named) in ranked {
        named.lines.sort_unstable();
        named.lines.dedup();
        hits.push(Hit { file, hops: 0, defs: named.defs, lines: named.lines });
        links.push((file, named.links));
    }
    let note = if hits.is_empty() && query(text).keys().all(|term| index.term(term).is_none()) {
        // No other search finds it either.
        nothing(index, 0)
    } else if hits.is_empty() {
        Note::from("no word of the text is surely a name here: one in backquotes is taken for a name")
    } else {
        let count = |sure| mentions.iter().filter(|it| it.certainty == sure).count();
        let [exact, unique, shared] = [Certainty::Exact, Certainty::NearUnique, Certainty::Shared].map(count);
        let fuzzy = near.len();
        let shared = if shared > 0 { ", and is a name that more things have" } else { "" };
        Note::from(format!(
            "the text names {exact} exactly, {unique} nearly uniquely, {fuzzy} by a similar name{shared}"
        ))
    };
    let is_sure = |it: &TextMention| it.certainty == Certainty::Exact || is_whole(text, it);
    let is_exact = mentions.iter().any(is_sure) && is_all_of(index, text, &mentions);
    let mut answer = Answer::linked(hits, links, vec![note]);
    answer.is_exact = is_exact;
    answer.named = mentions.iter().chain(near.iter().map(|it| &it.mention)).map(|it| it.word.clone()).collect();
    answer.passages = bodies(engine, &mentions);
    answer.named_files = sure_files(engine.snapshot, text, &mentions);
    answer.written_files = written_files(&mentions, &answer.named_files);
    answer
}

/// The files among some that the text names by themselves, and no line of them.
fn written_files(mentions: &[TextMention], sure: &[FileId]) -> Vec<FileId> {
    let written = mentions.iter().flat_map(|it| &it.files).filter(|(_, line)| line.is_none()).map(|(file, _)| *file);
    written.filter(|file| sure.contains(file)).collect()
}

/// Whether a text is nothing but a name, which few definitions have, or a message, which few places have: all of them are meant.
fn is_whole(text: &str, mention: &TextMention) -> bool {
    let is_message = mention.word.contains(' ');
    let is_all = text.trim() == mention.word.trim() && mention.certainty == Certainty::NearUnique;
    is_all && (is_message || !mention.defs.is_empty())
}

/// Whether a text says little besides what it names: a name in a sentence is a part of the question, and not the answer to it.
fn is_all_of(index: &SearchIndex, text: &str, mentions: &[TextMention]) -> bool {
    let named: BTreeSet<String> = mentions.iter().flat_map(|it| token::terms(&it.word).into_keys()).collect();
    let others = query(text).into_keys().filter(|term| !named.contains(term) && index.term(term).is_some());
    others.count() <= OTHER_WORDS
}

/// The callables that the text names exactly, and that are declared once: they come before all that its words find.
fn bodies(engine: &Engine<'_>, mentions: &[TextMention]) -> FxHashMap<FileId, Vec<Passage>> {
    let mut found: FxHashMap<FileId, Vec<Passage>> = FxHashMap::default();
    let exact = mentions.iter().filter(|it| it.certainty == Certainty::Exact && it.defs.len() == 1);
    let exact = exact.flat_map(|it| &it.defs);
    for row in exact.filter_map(|def| engine.snapshot.definition(*def)).filter(|row| row.kind.is_callable()) {
        found.entry(row.file).or_default().push(Passage { first: row.start_line, last: row.end_line, place: 0 });
    }
    found
}

fn enter(engine: &Engine<'_>, mention: &TextMention, sure: &str, files: &mut BTreeMap<FileId, Named>) {
    let snapshot = engine.snapshot;
    let mut add = |file: FileId, def: Option<DefId>, at: Position, name: String| {
        let named = files.entry(file).or_default();
        named.best = Some(named.best.map_or(mention.certainty, |best| best.min(mention.certainty)));
        named.n_words += 1;
        named.defs.extend(def.filter(|def| !named.defs.contains(def)));
        let to = format!("{name} by `{}`, {sure}", mention.word.replace('`', "'"));
        named.links.push(Link { relation: "named", from: snapshot.path(file).to_owned(), to, file, at });
        if def.is_some() || at.line > 1 {
            named.lines.push(at.line);
        }
    };
    for def in &mention.defs {
        let Some(row) = snapshot.definition(*def) else { continue };
        add(row.file, Some(*def), row.at, snapshot.qualified_name(*def));
    }
    for (file, line) in &mention.files {
        let at = Position { line: line.unwrap_or(1), column: 1 };
        let around = line.and_then(|line| around(engine, *file, line));
        add(*file, around, at, snapshot.path(*file).to_owned());
    }
}

/// The innermost callable or type around a line.
fn around(engine: &Engine<'_>, file: FileId, line: u32) -> Option<DefId> {
    let rows = engine
        .snapshot
        .definitions_of(file)
        .filter(|(_, row)| !matches!(row.kind, DeclKind::File | DeclKind::Attribute));
    let inside = rows.filter(|(_, row)| row.start_line <= line && line <= row.end_line);
    inside.min_by_key(|(_, row)| row.end_line - row.start_line).map(|(def, _)| def)
}
