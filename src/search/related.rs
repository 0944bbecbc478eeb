//! `search.related`: several rankings of what belongs to some files and a text, fused.

use std::collections::BTreeMap;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cascade::{Searched, search};
use super::excerpt::Excerpts;
use super::index::SearchIndex;
use super::named_uses::NamedUses;
use super::neural::Reranker;
use super::report;
use super::round::FoundFile;
use crate::facts::{Call, NONE, example_of};
use crate::primitive::{Answer, Engine, Hit, Link, Note};
use crate::work::Unit;

/// The most files of a ranking, and of an answer without a text.
const RANKED: usize = 100;
const MOST: usize = 60;
/// The files that all rankings choose together, and those that are kept of the order without the words of the text.
const FIRST: usize = 20;
const KEPT: usize = 25;

/// One ranking, best first: each file with the base facts that put it there.
type Ranking = Vec<(FileId, Vec<Link>)>;

/// Answers `search.related(files, text)`.
pub(super) fn answer(
    engine: &Engine<'_>,
    index: &SearchIndex,
    reranker: Option<&Reranker>,
    given: &[FileId],
    text: &str,
) -> Answer {
    let mut notes = Vec::new();
    let has_words = !text.trim().is_empty() && !is_unchanged(text);
    let searched = has_words.then(|| search(engine, index, reranker, text, ""));
    let rankings = [
        searched.as_ref().map_or_else(Vec::new, |it| by_words(index, it)),
        by_imports(engine, index, given),
        by_calls(engine, index, given),
        if given.is_empty() { Vec::new() } else { engine.changed_together(given, &mut notes) },
    ];
    let places: FxHashMap<FileId, FoundFile> = searched.iter().flat_map(|it| found(index, it)).collect();
    let (mut hits, mut links) = (Vec::new(), Vec::new());
    let held = searched.as_ref().map(|it| report::HeldWords::of(index, it));
    let order = fused(engine, given, &rankings);
    let excerpts = Excerpts::of(index, order.iter().map(|(file, _)| places.get(file)));
    let uses = NamedUses::of(engine, searched.as_ref().map_or(&[], |it| it.round.named()));
    for (file, mut chain) in order {
        chain.extend(uses.in_file(file).iter().cloned());
        let mut lines = own_lines(&chain, file);
        let mut hit = match (&held, places.get(&file)) {
            (Some(held), Some(found)) => {
                let shown = excerpts.usual(file);
                chain.splice(0..0, report::words(engine, held, (index, found), shown));
                report::hit(engine, index, found, shown, 0)
            }
            _ => Hit { file, hops: 1, defs: Vec::new(), lines: Vec::new() },
        };
        lines.append(&mut hit.lines);
        lines.sort_unstable();
        lines.dedup();
        hits.push(Hit { lines, ..hit });
        links.push((file, chain));
    }
    notes.extend(searched.iter().flat_map(|it| it.notes(engine, index)));
    if hits.is_empty() && searched.is_none() {
        notes.push(Note::from("no source imports or calls these files, or is imported or called by them"));
    }
    let mut answer = Answer::linked(hits, links, notes);
    answer.passages = excerpts.passages;
    answer.named_defs = searched.as_ref().map_or_else(Vec::new, |it| it.round.named().to_vec());
    answer.named_files = searched.as_ref().map_or_else(Vec::new, |it| it.round.named_files().to_vec());
    answer.trace = searched.map(|it| it.trace);
    let has_code = |file: &FileId| engine.snapshot.file_row(*file).is_some_and(|row| row.language != NONE);
    answer.is_beside_code = given.iter().any(has_code);
    answer.is_beside_documents = !given.is_empty() && !answer.is_beside_code;
    answer
}

/// Whether a text is a diff in which no line changes, as one that only renames: its paths are no words of an author.
fn is_unchanged(text: &str) -> bool {
    let is_side = |line: &str| line.starts_with("+++ ") || line.starts_with("--- ");
    let is_changed = |line: &str| line.starts_with(['+', '-']) && !is_side(line);
    text.trim_start().starts_with("diff --git ") && !text.lines().any(is_changed)
}

/// The files of all rankings, fused, each with the base facts of every ranking that has it.
fn fused(engine: &Engine<'_>, given: &[FileId], rankings: &[Ranking]) -> Ranking {
    let known: FxHashSet<FileId> = given.iter().copied().collect();
    let mut links: FxHashMap<FileId, Vec<Link>> = FxHashMap::default();
    let mut orders: Vec<Vec<FileId>> = Vec::new();
    for ranking in rankings {
        let wanted = ranking.iter().filter(|(file, _)| !known.contains(file)).take(RANKED);
        let mut order = wanted.clone().map(|(file, _)| *file).collect();
        engine.meter.take_of(Unit::GraphNodes, &mut order);
        orders.push(order);
        wanted.for_each(|(file, own)| links.entry(*file).or_default().extend(own.iter().cloned()));
    }
    let by_facts = cg_rules::related(given, orders.get(1..).unwrap_or(&[]));
    let files = woven(cg_rules::related(given, &orders), &by_facts);
    files.into_iter().map(|file| (file, links.remove(&file).unwrap_or_default())).collect()
}

/// The first files of all rankings, then the first of the order without words, then the others, and last what that order has
/// left: a text adds to the files that facts connect, and takes none of them away.
fn woven(mut files: Vec<FileId>, by_facts: &[FileId]) -> Vec<FileId> {
    let rest = files.split_off(files.len().min(FIRST));
    let mut known: FxHashSet<FileId> = files.iter().copied().collect();
    let behind = by_facts.iter().copied().take(KEPT).chain(rest);
    files.extend(behind.filter(|file| known.insert(*file)));
    files.truncate(MOST);
    let known: FxHashSet<FileId> = files.iter().copied().collect();
    files.extend(by_facts.iter().copied().take(MOST).filter(|file| !known.contains(file)));
    files
}

/// The lines of a file that its chain cites.
fn own_lines(chain: &[Link], file: FileId) -> Vec<u32> {
    chain.iter().filter(|link| link.file == file).map(|link| link.at.line).collect()
}

fn found<'s>(index: &'s SearchIndex, searched: &'s Searched) -> impl Iterator<Item = (FileId, FoundFile)> + 's {
    let kept = searched.expansion.kept.iter().map(|(found, _)| found);
    searched.base.iter().chain(kept).map(|found| (Searched::file(index, found), found.clone()))
}

/// The files that hold the words; which lines are cited follows from the place of each among all.
fn by_words(index: &SearchIndex, searched: &Searched) -> Ranking {
    found(index, searched).map(|(file, _)| (file, Vec::new())).collect()
}

/// The sources next to the given files, by how many of these they touch, then by PageRank.
fn by_imports(engine: &Engine<'_>, index: &SearchIndex, given: &[FileId]) -> Ranking {
    let mut counts: BTreeMap<FileId, (u64, FileId)> = BTreeMap::new();
    for (seed, file) in cg_rules::neighbours(engine.imports(), given) {
        counts.entry(file).or_insert((0, seed)).0 += 1;
    }
    let counts = ordered(engine, index, given, counts);
    counts.into_iter().map(|(file, seed)| (file, engine.edge_between(file, seed).into_iter().collect())).collect()
}

/// The sources with calls to or from the given files, by how many there are, then by PageRank.
fn by_calls(engine: &Engine<'_>, index: &SearchIndex, given: &[FileId]) -> Ranking {
    let is_given: FxHashSet<FileId> = given.iter().copied().collect();
    let mut counts: BTreeMap<FileId, (u64, Call)> = BTreeMap::new();
    let file = |def| engine.snapshot.definition(def).map(|row| row.file);
    for row in engine.calls_across(&is_given) {
        let (Some(from), Some(to)) = (file(row.caller), file(row.callee)) else { continue };
        for (own, other) in [(from, to), (to, from)] {
            if is_given.contains(&own) && own != other {
                counts.entry(other).or_insert((0, row)).0 += 1;
            }
        }
    }
    ordered(engine, index, given, counts).into_iter().map(|(file, row)| (file, vec![engine.call_link(&row)])).collect()
}

/// Files that are not aside, but for those of the example that a given file is in; the highest count first.
fn ordered<T>(
    engine: &Engine<'_>,
    index: &SearchIndex,
    given: &[FileId],
    counts: BTreeMap<FileId, (u64, T)>,
) -> Vec<(FileId, T)> {
    let example = |file: FileId| example_of(engine.snapshot.path(file));
    let examples: FxHashSet<&str> = given.iter().filter_map(|file| example(*file)).collect();
    let is_wanted = |file: FileId| !engine.is_aside(file) || example(file).is_some_and(|it| examples.contains(it));
    let mut files: Vec<(FileId, (u64, T))> = counts.into_iter().filter(|(file, _)| is_wanted(*file)).collect();
    files.sort_by_key(|(file, (count, _))| (std::cmp::Reverse((*count, index.rank(file.0))), *file));
    files.into_iter().map(|(file, (_, why))| (file, why)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_that_only_renames_has_no_words() {
        let renamed =
            "diff --git a/cart.py b/basket.py\nsimilarity index 100%\nrename from cart.py\nrename to basket.py\n";
        assert!(is_unchanged(renamed));
        assert!(!is_unchanged(&format!("{renamed}--- a/cart.py\n+++ b/basket.py\n@@ -1 +1 @@\n-old\n+new\n")));
        assert!(!is_unchanged("the basket is empty"));
    }

    #[test]
    fn words_take_away_none_of_the_files_that_facts_connect() {
        let files = |range: std::ops::Range<u32>| range.map(FileId).collect::<Vec<_>>();
        // The words bring sixty files before the thirty that imports have.
        let by_facts = files(60..90);
        let answer = woven([files(0..60), by_facts.clone()].concat(), &by_facts);
        assert_eq!(answer.len(), MOST + 5);
        assert!(by_facts.iter().all(|file| answer.contains(file)));
        assert_eq!(answer[..FIRST], files(0..20));
        assert_eq!(answer[FIRST..FIRST + KEPT], by_facts[..KEPT]);
        // Without a text, the order is that of the facts.
        assert_eq!(woven(by_facts.clone(), &by_facts), by_facts);
    }
}
