//! `history.cochanged`: the files that the same commits changed.

use cg_rules::{Cochanged, CommitId, FileId, Id};

use super::answer::{Answer, Hit, Link};
use super::engine::Engine;
use super::naming;
use super::note::Note;
use super::shape::Invocation;
use crate::base::Position;
use crate::facts::{Changes, NONE, USUAL_COMMITS};
use crate::history::HistoryEnd;

/// A commit that changed more files says nothing of two of them alone, beside what words and imports say.
const MASS: u64 = 100;
/// So few commits of a set may each say something of what they changed along with it.
const FEW: u32 = 3;
/// The relation of the one link of an answer: in how many of the commits that changed the set.
pub const CHANGED_TOGETHER: &str = "changed together";

/// `history.cochanged`
pub fn cochanged(engine: &Engine<'_>, call: &Invocation, n_commits: u32) -> Answer {
    let mut notes = Vec::new();
    let files = naming::files(engine, call, &mut notes);
    let changes = match engine.snapshot.changed(n_commits) {
        Ok(changes) => changes,
        Err(off) => {
            notes.push(format!("no history is read: {off}").into());
            return Answer { notes, ..Answer::default() };
        }
    };
    notes.extend(remarks(&changes, n_commits));
    let mut found = cg_rules::cochanged(&changes.graph, &files, CommitId(n_commits));
    // What is read for its code comes before what is changed along with it: settings, texts, then tests.
    let rank =
        |file: FileId| (engine.is_aside(file), engine.snapshot.file_row(file).is_none_or(|it| it.language == NONE));
    found.sort_by_key(|it| rank(it.file));
    let hit = |it: &Cochanged| Hit { file: it.file, hops: 1, defs: Vec::new(), lines: Vec::new() };
    let links = found.iter().map(|it| (it.file, vec![link(engine, &changes, it)])).collect();
    Answer::linked(found.iter().map(hit).collect(), links, notes)
}

impl Engine<'_> {
    /// The files that the same commits changed, best first, each with its link. Where there is no history, a note says why.
    pub fn changed_together(&self, files: &[FileId], notes: &mut Vec<Note>) -> Vec<(FileId, Vec<Link>)> {
        let changes = match self.snapshot.changed(USUAL_COMMITS) {
            Ok(changes) => changes,
            Err(off) => {
                notes.push(format!("no history is read: {off}").into());
                return Vec::new();
            }
        };
        let found = cg_rules::cochanged(&changes.graph, files, CommitId(USUAL_COMMITS));
        // One commit that changed very much, such as the first of a shallow copy, ties no two files together.
        // Nor does one of several a source and what is no code: a licence, an ignore file.
        let is_code = |file: FileId| self.snapshot.file_row(file).is_some_and(|it| it.language != NONE);
        let is_tied =
            |it: &&Cochanged| it.joint > 1 || changes.graph.size(it.last) <= MASS && (it.of <= FEW || is_code(it.file));
        found.iter().filter(is_tied).map(|it| (it.file, vec![link(self, &changes, it)])).collect()
    }
}

/// `changed together(File, in 14 of 31 commits, last 3f2a91bc)`.
fn link(engine: &Engine<'_>, changes: &Changes, it: &Cochanged) -> Link {
    let last = changes.name(it.last).map(|name| name.short()).unwrap_or_default();
    let commits = if it.of == 1 { "commit" } else { "commits" };
    let to = format!("in {} of {} {commits}, last {last}", it.joint, it.of);
    let at = Position { line: 1, column: 1 };
    Link { relation: CHANGED_TOGETHER, from: engine.snapshot.path(it.file).to_owned(), to, file: it.file, at }
}

/// The limits of a history.
fn remarks(changes: &Changes, n_commits: u32) -> Vec<Note> {
    let n_seen = changes.commits.len().min(CommitId(n_commits).index());
    let commits = if n_seen == 1 { "1 commit".to_owned() } else { format!("{n_seen} commits") };
    let mut remarks: Vec<String> = Vec::new();
    match changes.end {
        HistoryEnd::Shallow => remarks.push(format!("the clone is shallow: its history ends after {commits}")),
        HistoryEnd::Broken(at) => {
            let at = at.short();
            remarks
                .push(format!("the history breaks off after {commits}: an object of {at} is missing or not readable"));
        }
        HistoryEnd::Bound(_) | HistoryEnd::Root => {}
    }
    if changes.n_unnamed > 0 {
        remarks.push(format!("{} of them changed too many paths to be followed", changes.n_unnamed));
    }
    remarks.into_iter().map(Note::from).collect()
}
