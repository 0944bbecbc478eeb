//! The order of documents that globs and sets of paths hold: those that speak of what is named come first.

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};
use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::request::BundleRequest;
use super::view::Markup;
use crate::base::TextPart;
use crate::plan::{PlannedBand, Step, StepSource};
use crate::primitive::Run;

/// A heading counts for as many lines of text.
const HEADING: usize = 10;
/// The most documents that are read for their order.
const MOST: usize = 500;

/// For each document that globs or sets of paths of a band hold, how much it says of what is named; nothing where nothing is.
pub fn prose_weights(request: &BundleRequest<'_>, band: &PlannedBand) -> FxHashMap<FileId, usize> {
    let given = request.flow.names.iter().filter(|name| !name.is_prose && !name.defs.is_empty());
    let names: FxHashSet<&str> = given.filter_map(|name| name.text.rsplit(['.', ':']).next()).collect();
    if names.is_empty() {
        return FxHashMap::default();
    }
    let path = |file| request.engine.snapshot.path(file);
    let is_of_paths = |step: &&Step| step.source == StepSource::Globs || is_set(step);
    let globs = band.steps.iter().filter(is_of_paths).flat_map(|step| &step.kept);
    let prose = globs.map(|hit| hit.file).filter(|file| Markup::of(path(*file)) != Markup::None);
    let sought = SoughtNames::of(&names);
    let weight = |file| {
        let text = (request.read)(path(file))?;
        Some((file, weight(&String::from_utf8_lossy(&text), &sought)))
    };
    prose.take(MOST).filter_map(weight).collect()
}

/// Whether a step is a query that keeps files of one set by another.
pub fn is_set(step: &Step) -> bool {
    step.primitive().is_some_and(|primitive| matches!(primitive.run, Run::Pair(..)))
}

/// Names to look for in lines.
struct SoughtNames<'n> {
    names: &'n FxHashSet<&'n str>,
    /// For each byte whether a name begins with it: most words need no other look.
    begins: [bool; 256],
    /// All names at once; none where they are too many for it.
    automaton: Option<AhoCorasick>,
}

impl<'n> SoughtNames<'n> {
    fn of(names: &'n FxHashSet<&'n str>) -> Self {
        let mut begins = [false; 256];
        names.iter().filter_map(|name| name.bytes().next()).for_each(|byte| begins[usize::from(byte)] = true);
        // The other kinds take longer to make than all documents to read.
        let mut builder = AhoCorasick::builder();
        builder.match_kind(MatchKind::LeftmostLongest).kind(Some(AhoCorasickKind::NoncontiguousNFA));
        let automaton = builder.build(names.iter()).ok();
        Self { names, begins, automaton }
    }

    /// The first place from one on where a word may begin that is a name. In most documents there is none.
    fn next(&self, text: &[u8], from: usize) -> Option<usize> {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let begins_word = |at: &usize| !at.checked_sub(1).and_then(|at| text.get(at)).is_some_and(is_letter);
        match &self.automaton {
            Some(automaton) if !self.names.contains("") => {
                let found = automaton.find_iter(Input::new(text).range(from..));
                found.map(|it| it.start()).find(begins_word)
            }
            _ => Some(from).filter(|from| *from < text.len()),
        }
    }

    /// Whether a line has a name as a word.
    fn are_in(&self, line: &str) -> bool {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        if !line.is_ascii() || self.names.contains("") {
            return line.split(|letter| !is_letter(letter)).any(|word| self.names.contains(word));
        }
        let words = line.as_bytes().split(|byte| !is_letter(char::from(*byte)));
        let mut words = words.filter(|word| word.first().is_some_and(|byte| self.begins[usize::from(*byte)]));
        words.any(|word| std::str::from_utf8(word).is_ok_and(|word| self.names.contains(word)))
    }
}

/// The lines that have a name as a word.
fn weight(text: &str, names: &SoughtNames<'_>) -> usize {
    let bytes = text.as_bytes();
    let (mut sum, mut from) = (0, 0);
    while let Some(at) = names.next(bytes, from) {
        let start = memchr::memrchr(b'\n', bytes.get(..at).unwrap_or_default()).map_or(0, |end| end + 1);
        let mut lines = text.part(start..).lines();
        let (line, below) = (lines.next().unwrap_or(""), lines.next());
        if names.are_in(line) {
            sum += if is_heading(line, below) { HEADING } else { 1 };
        }
        from = memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |end| at + end + 1);
    }
    sum
}

fn is_heading(line: &str, below: Option<&str>) -> bool {
    let is_underline = |below: &str| below.len() > 2 && below.trim_end().chars().all(|it| it.is_ascii_punctuation());
    line.starts_with('#') || below.is_some_and(is_underline)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_counts_for_more_than_lines_of_text() {
        let names: FxHashSet<&str> = ["uv_run"].into_iter().collect();
        let sought = SoughtNames::of(&names);
        let of = |text| weight(text, &sought);
        assert_eq!(of("`uv_run` and uv_run_once\nuv_running\n"), 1);
        assert_eq!(of("run uv_run\r\n\nüber uv_run, xuv_run,uv_run\n\n"), 2);
        assert_eq!(of("The loop of uv_run\n==================\n"), HEADING);
        assert_eq!(of("# uv_run()\n\nCall uv_run.\n"), HEADING + 1);
    }
}
