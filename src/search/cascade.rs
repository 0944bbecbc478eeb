//! `search.cascade`: a cheap path by cosine where the first file leads; else a second look at chunks, a hypothetical answer,
//! and the neighbours of the best files behind the answer. No neighbour displaces a file that the words found.

use cg_rules::{FileId, Id};
use rustc_hash::FxHashSet;

use super::doubt::doubt;
use super::expand::{self, Expansion};
use super::gate::{TAU_STATIC, judge};
use super::idle::Telling;
use super::index::SearchIndex;
use super::named_kind::of_named_kinds;
use super::neural::Reranker;
use super::round::{FoundFile, Round, TOP_K, one_of_each, round};
use super::text_kind::TextKind;
use super::unsearched::unsearched;
use crate::base::counted;
use crate::primitive::{
    Engine, GraphExpand, Note, SearchTrace, without_library_frames, without_lockfiles, without_words_of_form,
};
use crate::work::{QueryMetrics, Unit};

/// The most documents and settings of an answer, and the most tests and other files aside.
const DOCUMENTS: usize = 5;
const ASIDES: usize = 10;

/// The most files of the same content that are named beside the one that has their place.
const COPIES: usize = 3;

/// The outcome of a search.
pub(super) struct Searched {
    /// The search by the text itself.
    pub round: Round,
    /// The files that the words found, best first: those of a kind that the text names, sources, then others that it names, then documents,
    /// then files aside.
    pub base: Vec<FoundFile>,
    /// The neighbours behind it.
    pub expansion: Expansion,
    /// The course of it.
    pub trace: SearchTrace,
    /// The remark of the model that ordered the files.
    reranked: Option<Note>,
}

/// Runs the cascade.
pub(super) fn search(
    engine: &Engine<'_>,
    index: &SearchIndex,
    reranker: Option<&Reranker>,
    text: &str,
    hypothesis: &str,
) -> Searched {
    let text = without_lockfiles(text);
    let text = &*without_library_frames(engine.snapshot, &text);
    let first = round(engine, index, text);
    let top: Vec<f64> = first.by_cosine.iter().take(TOP_K).map(|at| first.scored.file_cosine[*at]).collect();
    let mut verdict = judge(&top, engine.thresholds);
    // A text that names a kind of file may mean those, or a source.
    let of_kinds = of_named_kinds(engine.snapshot, index, &first, text);
    verdict.exits &= of_kinds.is_empty();
    let mut found = first.found.clone();
    let has_hypothesis = !verdict.exits && !hypothesis.trim().is_empty();
    if has_hypothesis {
        let second = round(engine, index, &format!("{text}\n\n{hypothesis}"));
        second.scored.give_back(index);
        unite(&mut found, second.found);
    }
    let mut found = one_of_each(index, found);
    let route = route(text, hypothesis);
    // A path or a name needs no model: it says itself what it means.
    let reranker = reranker.filter(|_| matches!(route, "prose" | "hypothetical"));
    let reranked = reranker.and_then(|it| it.rerank(engine, index, text, &mut found));
    let others = |kind, most| first.ranked(index, kind, most).into_iter();
    let mut behind = first.named_behind(engine, index);
    behind.retain(|it| !of_kinds.iter().any(|kind| kind.at == it.at));
    let named: FxHashSet<usize> = behind.iter().chain(&of_kinds).map(|it| it.at).collect();
    let by_words = others(TextKind::Text, DOCUMENTS).chain(others(TextKind::Aside, ASIDES));
    let mut by_words: Vec<FoundFile> = by_words.filter(|it| !named.contains(&it.at)).collect();
    let all: Vec<&FoundFile> = found.iter().chain(&by_words).collect();
    let telling = Telling::of(index, &first.scored, text, &all);
    if !has_hypothesis && found.iter().any(|it| telling.has(it)) {
        found.retain(is_first_or(|it| telling.has(it)));
        by_words.retain(|it| telling.has(it));
    }
    behind.extend(by_words);
    found.truncate(TOP_K);
    let expansion = if verdict.exits {
        Expansion {
            trace: GraphExpand { reason: Some("cheap-path"), ..GraphExpand::default() },
            ..Expansion::default()
        }
    } else {
        expand::expand(engine, index, &first, &found)
    };
    engine.meter.take_of(Unit::Candidates, &mut behind);
    found.splice(0..0, of_kinds);
    found.extend(behind);
    let trace = SearchTrace {
        files: index.files.len(),
        chunks: index.n_chunks(),
        terms: first.scored.terms.len(),
        early_exit: verdict.exits,
        doubt: if verdict.exits { doubt(index, &first, &first.found, &without_words_of_form(text)) } else { None },
        gap: rounded(verdict.gap),
        tau: rounded(verdict.tau),
        tau_static: TAU_STATIC,
        tau_mode: if verdict.is_adaptive { "adaptive" } else { "static" },
        route,
        path: if verdict.exits { "cheap" } else { "escalated" },
        hyde: has_hypothesis,
        graph_expand: expansion.trace.clone(),
    };
    Searched { round: first, base: found, expansion, trace, reranked }
}

/// The class of a text, which decides whether a model is consulted (S2.26).
fn route(text: &str, hypothesis: &str) -> &'static str {
    let metrics = QueryMetrics::of(text);
    match metrics.tokens {
        _ if !hypothesis.trim().is_empty() => "hypothetical",
        1 if metrics.has_path => "path",
        1 if metrics.is_symbol => "symbol",
        _ => "prose",
    }
}

/// The union of two searches: of a file that both found, the better score.
fn unite(found: &mut Vec<FoundFile>, more: Vec<FoundFile>) {
    for other in more {
        match found.iter_mut().find(|it| it.at == other.at) {
            Some(known) if known.score < other.score => *known = other,
            Some(_) => {}
            None => found.push(other),
        }
    }
    found.sort_by(FoundFile::order);
}

/// A number of a trace: what lies behind the sixth place decides nothing.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl Searched {
    /// The file of a result.
    pub fn file(index: &SearchIndex, found: &FoundFile) -> FileId {
        FileId::of(index.files[found.at] as usize)
    }

    /// The extent of the search and how sure the answer is, for the reader.
    pub fn notes(&self, engine: &Engine<'_>, index: &SearchIndex) -> Vec<Note> {
        let trace = &self.trace;
        if self.base.is_empty() {
            // Words that a limit kept back may be anywhere.
            let is_limited = matches!(engine.meter.account().ended_by(), Some((Unit::BytesRead, _)));
            return if is_limited { Vec::new() } else { vec![nothing(index, trace.terms)] };
        }
        let where_ = extent(index, trace.terms);
        let lead = lead(trace);
        let sure = match (trace.early_exit, self.round.by_cosine.len()) {
            (true, _) => format!("sure, as {lead} is enough"),
            (false, 0) => "unsure, as no source holds any of them".to_owned(),
            (false, 1) => "unsure, as one file alone holds any of them".to_owned(),
            (false, _) => format!("unsure, as {lead} is needed"),
        };
        let said = format!("{where_}: {sure}");
        // Of a search that is sure there is nothing to do.
        let mut notes = vec![if trace.early_exit { Note::settled(said) } else { said.into() }];
        notes.extend(self.reranked.clone());
        notes.extend(self.copies(engine, index));
        notes.extend(unsearched(engine, index));
        notes
    }

    /// The files that have the content of one that the words found, and no place of their own.
    fn copies(&self, engine: &Engine<'_>, index: &SearchIndex) -> Option<Note> {
        let path = |at: usize| format!("`{}`", engine.snapshot.path(FileId::of(index.files[at] as usize)));
        let of_one = |found: &FoundFile| {
            let copies = index.copies(found.at);
            let more = copies.len().saturating_sub(COPIES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let names: Vec<String> = copies.iter().take(COPIES).map(|at| path(*at)).collect();
            (!names.is_empty()).then(|| format!("{} has the same text as {}{more}", path(found.at), names.join(", ")))
        };
        let all: Vec<String> = self.base.iter().filter_map(of_one).collect();
        (!all.is_empty()).then(|| Note::from(all.join("; ")))
    }
}

/// By how much the first file leads, and the lead that decides, with as many places as distinguish them.
fn lead(trace: &SearchTrace) -> String {
    let written = |places: usize| [trace.gap, trace.tau].map(|it| format!("{it:.places$}"));
    let places = (3..6).find(|places| trace.gap == trace.tau || written(*places)[0] != written(*places)[1]);
    let [gap, tau] = written(places.unwrap_or(6));
    format!("the first file leads by {gap} and {tau}")
}

/// Whether a file is the very first of a list, or a test holds for it.
fn is_first_or<'t>(holds: impl Fn(&FoundFile) -> bool + 't) -> impl FnMut(&FoundFile) -> bool + 't {
    let mut is_first = true;
    move |found| std::mem::replace(&mut is_first, false) || holds(found)
}

/// The extent of a search for so many words that the index has.
fn extent(index: &SearchIndex, n_words: usize) -> String {
    let parts = [(index.files.len(), "file"), (index.n_chunks(), "chunk"), (n_words, "word")];
    let [files, chunks, words] = parts.map(|(n, what)| counted(n, what));
    format!("searched {files} ({chunks}) for {words}")
}

/// The remark on a text for which there is no file.
pub(super) fn nothing(index: &SearchIndex, n_words: usize) -> Note {
    if n_words == 0 {
        let [files, chunks] =
            [(index.files.len(), "file"), (index.n_chunks(), "chunk")].map(|(n, what)| counted(n, what));
        return Note::unknown(format!("searched {files} ({chunks}): no word of the text is in any of them"), &[]);
    }
    Note::unknown(format!("{}: nothing here holds any of them", extent(index, n_words)), &[])
}

#[cfg(test)]
mod tests {
    use super::{lead, route};
    use crate::primitive::SearchTrace;

    #[test]
    fn a_lead_that_is_too_small_is_written_smaller() {
        let of = |gap, tau| lead(&SearchTrace { gap, tau, ..SearchTrace::default() });
        assert_eq!(of(0.4771, 0.015), "the first file leads by 0.477 and 0.015");
        assert_eq!(of(0.084_9, 0.085_2), "the first file leads by 0.0849 and 0.0852");
        assert_eq!(of(0.085, 0.085), "the first file leads by 0.085 and 0.085");
    }

    /// S2.26.
    #[test]
    fn the_class_of_a_text_follows_from_its_form() {
        let of = |text: &str| route(text, "");
        assert_eq!([of("src/a/b.rs"), of("b.rs"), of("getKey"), of("get_key")], ["path", "path", "symbol", "symbol"]);
        assert_eq!([of("how is b.rs read"), of("retries"), of("")], ["prose", "prose", "prose"]);
        assert_eq!(route("getKey", "fn get_key() {}"), "hypothetical");
    }
}
