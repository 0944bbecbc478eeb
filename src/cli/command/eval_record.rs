//! The account of a replay: what each commit, band and query has found, and what follows for the manifest.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::manifest::Band;

/// The kind of a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangedKind {
    /// Source, but for tests.
    Sources,
    /// A test, by the conventions of its language.
    Tests,
    /// A document, configuration, any other file.
    Others,
}

impl ChangedKind {
    /// Every kind, with its name.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Sources, "sources"), (Self::Tests, "tests"), (Self::Others, "others")];
}

/// The commits that were looked at.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CommitCounts {
    /// All of them.
    pub seen: usize,
    /// Replayed.
    pub replayed: usize,
    /// Left out: with several parents.
    pub merges: usize,
    /// Left out: with more changed files than a task has.
    pub mass: usize,
    /// Left out: without a parent here.
    pub parentless: usize,
    /// Left out: no source file changes, or nothing but new ones.
    pub without_source: usize,
    /// Left out: nothing changes beside the given file.
    pub alone: usize,
    /// Left out: the inputs that a commit fills do not fit the manifest.
    pub unfilled: usize,
    /// Left out: an object is missing or damaged.
    pub broken: usize,
}

/// The changed files of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Recall {
    /// The changed files beside the given one.
    pub changed: usize,
    /// Those that bundles name.
    pub found: usize,
    /// Those of which bundles have text.
    pub with_text: usize,
}

/// Files of bundles, and those among them that change. The given file counts in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Files.
    pub files: usize,
    /// Changed files among them.
    pub found: usize,
    /// Changed files of which there is text.
    pub with_text: usize,
    /// Characters.
    pub characters: u64,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.found += other.found;
        self.with_text += other.with_text;
        self.characters += other.characters;
    }
}

/// The sizes of bundles, in characters.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sizes {
    /// The smallest.
    pub least: u64,
    /// The one in the middle.
    pub median: u64,
    /// The largest.
    pub most: u64,
}

/// One band in all bundles.
#[derive(Clone, Debug, Serialize)]
pub struct BandAccount {
    /// The band.
    pub band: Band,
    /// Its files.
    #[serde(flatten)]
    pub tally: Tally,
}

/// The same bundles with another cap of one query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OtherCap {
    /// The cap.
    pub max_files: u32,
    /// In how many commits it changes the files of the query.
    pub commits: usize,
    /// The change of the files.
    pub files: i64,
    /// The change of the changed files that bundles name.
    pub found: i64,
    /// The change of those of which they have text.
    pub with_text: i64,
    /// The change of the characters.
    pub characters: i64,
}

/// One query in the bundle of one commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryMeasure {
    /// Its name.
    pub name: String,
    /// Its band.
    pub band: Option<Band>,
    /// Whether it ran.
    pub ran: bool,
    /// Files that it returned.
    pub returned: usize,
    /// Files within its cap.
    pub files: usize,
    /// Changed files among them.
    pub found: usize,
    /// Files that no other query has within its cap.
    pub own: usize,
    /// Changed files among these.
    pub alone: usize,
    /// Characters of the files that it is the first to bring.
    pub characters: u64,
    /// The bundle with half the cap and with twice the cap, where that changes the files of the query.
    pub at: Vec<OtherCap>,
}

/// One query, or the globs of a band, in all bundles.
#[derive(Clone, Debug, Serialize)]
pub struct QueryAccount {
    /// Its name; `globs` for the globs of a band.
    pub name: String,
    /// The band.
    pub band: Band,
    /// The cap, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_files: Option<u32>,
    /// In how many commits it ran.
    pub ran: usize,
    /// In how many of them it returned a file.
    pub answered: usize,
    /// In how many of them it returned more than its cap.
    pub bound: usize,
    /// The files within its cap, and those among them that change.
    pub files: usize,
    /// The changed files among them.
    pub found: usize,
    /// The files that no other query of the bundle has within its cap.
    pub own: usize,
    /// The changed files among these.
    pub alone: usize,
    /// The most files that it returned for one commit.
    pub most_returned: usize,
    /// The characters of the files that it is the first to bring.
    pub characters: u64,
    /// The bundles at half the cap and at twice the cap.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<OtherCap>,
}

/// An input of the manifest, and the part of a commit that fills it.
#[derive(Clone, Debug, Serialize)]
pub struct FilledInput {
    /// The input.
    pub name: String,
    /// The part of a commit.
    pub from: &'static str,
}

/// A change of the manifest that the replay speaks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvalAdvice {
    /// The query.
    pub query: String,
    /// The change, and the figures behind it.
    pub message: String,
}

/// One commit.
#[derive(Clone, Debug, Serialize)]
pub struct CommitAccount {
    /// Its id.
    pub commit: String,
    /// The commit whose files are the repository.
    pub parent: String,
    /// The first line of its message.
    pub subject: String,
    /// The file that is given, where the manifest takes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The bundle.
    #[serde(flatten)]
    pub tally: Tally,
    /// The changed files beside the given one.
    pub changed: usize,
    /// Those that the bundle does not name.
    pub missed: Vec<String>,
    /// How many files the commit adds, which no bundle of its parent can name.
    pub added: usize,
}

/// The account of a whole replay, as `schemas/eval.schema.json` describes it.
#[derive(Clone, Debug, Serialize)]
pub struct EvalRecord {
    /// The version of the form; 1.
    pub version: u32,
    /// The manifest.
    pub manifest: String,
    /// The commits that were looked at.
    pub commits: CommitCounts,
    /// The inputs that a commit fills.
    pub inputs: Vec<FilledInput>,
    /// The changed files by kind.
    pub recall: BTreeMap<ChangedKind, Recall>,
    /// All bundles together.
    pub total: Tally,
    /// The sizes of bundles.
    pub characters: Sizes,
    /// The bands, in order.
    pub bands: Vec<BandAccount>,
    /// The queries, in order.
    pub queries: Vec<QueryAccount>,
    /// Changes of the manifest.
    pub advice: Vec<EvalAdvice>,
    /// The commits, the newest first.
    pub replays: Vec<CommitAccount>,
}

impl QueryAccount {
    /// A query that has found nothing yet.
    pub fn new(name: String, band: Band, max_files: Option<u32>) -> Self {
        Self {
            name,
            band,
            max_files,
            ran: 0,
            answered: 0,
            bound: 0,
            files: 0,
            found: 0,
            own: 0,
            alone: 0,
            most_returned: 0,
            characters: 0,
            at: Vec::new(),
        }
    }

    /// Adds one commit.
    pub fn add(&mut self, one: &QueryMeasure) {
        self.ran += usize::from(one.ran);
        self.answered += usize::from(one.returned > 0);
        self.bound += usize::from(self.max_files.is_some_and(|most| one.returned > most as usize));
        self.files += one.files;
        self.found += one.found;
        self.own += one.own;
        self.alone += one.alone;
        self.most_returned = self.most_returned.max(one.returned);
        self.characters += one.characters;
        for other in &one.at {
            match self.at.iter_mut().find(|it| it.max_files == other.max_files) {
                Some(known) => known.add(other),
                None => self.at.push(other.clone()),
            }
        }
    }
}

impl OtherCap {
    fn add(&mut self, other: &Self) {
        self.commits += other.commits;
        self.files += other.files;
        self.found += other.found;
        self.with_text += other.with_text;
        self.characters += other.characters;
    }
}

impl CommitCounts {
    /// The commits that were left out, by the reason.
    pub fn left_out(&self) -> String {
        let rows = [
            (self.merges, "with several parents"),
            (self.mass, "of more than 30 files"),
            (self.parentless, "without a parent"),
            (self.without_source, "without a changed source file that was there before"),
            (self.alone, "that change nothing beside the given file"),
            (self.unfilled, "that do not fill the inputs"),
            (self.broken, "with objects that are missing or damaged"),
        ];
        let rows: Vec<String> =
            rows.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("{count} {why}")).collect();
        if rows.is_empty() { "none is left out".to_owned() } else { rows.join(", ") }
    }
}
