//! `eval`: replays the history of the repository, and measures whether the bundles of a manifest hold what was changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::eval_advice::advice;
use super::eval_inputs::{CommitValues, InputBinding};
use super::eval_measure::{CommitMeasure, CommitTask, kind};
use super::eval_record::{
    BandAccount, ChangedKind, CommitAccount, CommitCounts, EvalRecord, QueryAccount, Recall, Sizes, Tally,
};
use super::eval_table::text;
use crate::base::{counted, escaped_json, redacted};
use crate::cli::fault::Fault;
use crate::cli::interrupt::{give_way, on_interrupt};
use crate::cli::limits::limit_threads;
use crate::cli::manifest_name::manifest_name;
use crate::cli::output;
use crate::cli::progress::Bar;
use crate::cli::run::{CliContext, Loaded, opened};
use crate::history::{Comparison, FileChange, Replay, ReplaySource, ReplayStep, ReplayedCommit};
use crate::input;
use crate::intake::{ValueRole, compared, resolve};
use crate::manifest::OnStale;
use crate::pipeline::{Engines, Index, IndexRequest, ParentError, ParentTree, ScipSelection};
use crate::store::StorePlace;

/// Options of `eval`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  cg-bundle eval change --commits 20

Each commit with one parent and at most 30 changed files is a task: its parent is the repository, the first changed source
file and the first line of the message are the input, and the other changed files are to be found. Files that it adds
cannot be. Indexes of compilers are those of the present, and not read.")]
pub struct Options {
    /// The manifest: a path, or a shipped class
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// How many commits are replayed, from the head back
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    commits: u32,
    /// Give an input the same value in each commit
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = "Inputs")]
    set: Vec<String>,
    /// table or json
    #[arg(long, value_name = "FORMAT", default_value = "table", hide_possible_values = true)]
    format: Form,
    /// Take what is known of contents from the index in this file instead of .cg-bundle/ at the root, and keep it there
    #[arg(long, value_name = "FILE", help_heading = "Index")]
    store: Option<PathBuf>,
    /// Keep no index
    #[arg(long, conflicts_with = "store", help_heading = "Index")]
    no_store: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Table,
    Json,
}

/// Replays the commits.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    limit_threads(&call.say);
    let mut one = opened(&options.manifest)?;
    call.say.diagnostics(&options.manifest.display().to_string(), &one.text, &one.manifest.warnings);
    // No index of a compiler is that of a parent.
    one.manifest.index.on_stale = OnStale::Downgrade;
    one.given = set(&options.set)?;
    let binding = InputBinding::of(&one)?;
    let source = ReplaySource::open(&call.shared.root).map_err(|error| Fault::Unknown {
        message: format!("there is no history to replay: {error}"),
        hint: Some("`-C DIR` names the root of a git repository".to_owned()),
    })?;
    let disk = |source| Fault::File { what: "make a folder in", path: std::env::temp_dir(), source };
    let tree = ParentTree::new().map_err(disk)?;
    on_interrupt(&tree.remover());
    let mut eval = Eval { call, one: &one, binding: &binding, request: request(call, options), source: &source, tree };
    let (counts, rows) = eval.replayed(options.commits as usize).inspect_err(|_| give_way())?;
    if rows.is_empty() {
        let message = format!("none of {} can be replayed: {}", counted(counts.seen, "commit"), counts.left_out());
        let hint = "a shallow clone lacks commits: fetch them";
        return Err(Fault::Unknown { message, hint: Some(hint.to_owned()) });
    }
    let name = manifest_name(&options.manifest, &call.shared.root);
    let record = record(name, counts, &one, &binding, rows);
    match options.format {
        Form::Table => output::print(&text(&record)),
        Form::Json => output::print(&escaped_json(serde_json::to_string_pretty(&record).unwrap_or_default() + "\n")),
    }
}

fn set(texts: &[String]) -> Result<Vec<input::Given>, Fault> {
    let mut given = Vec::new();
    for text in texts {
        let one = input::set(text).map_err(|diagnostic| Fault::Inputs {
            path: "--set".into(),
            text: text.clone(),
            diagnostics: vec![*diagnostic],
        });
        given.push(one?);
    }
    Ok(given)
}

fn request(call: &CliContext, options: &Options) -> IndexRequest {
    let store = match &options.store {
        _ if options.no_store => StorePlace::Nowhere,
        Some(path) => StorePlace::At(path.clone()),
        None => StorePlace::Root,
    };
    IndexRequest { root: call.shared.root.clone(), store, cas: None, verify: false, scip: ScipSelection::Nothing }
}

/// A replay.
struct Eval<'a> {
    call: &'a CliContext,
    one: &'a Loaded,
    binding: &'a InputBinding,
    request: IndexRequest,
    source: &'a ReplaySource,
    tree: ParentTree,
}

/// The reason why a commit is not replayed.
enum Skipped {
    WithoutSource,
    Alone,
    Unfilled,
    Broken,
}

/// A commit that was replayed.
type ReplayedRow = (CommitAccount, CommitMeasure);

impl Eval<'_> {
    fn replayed(&mut self, most: usize) -> Result<(CommitCounts, Vec<ReplayedRow>), Fault> {
        let bar = Bar::new(&self.call.say);
        let mut counts = CommitCounts::default();
        let mut rows: Vec<ReplayedRow> = Vec::new();
        let mut replay = self.source.replay();
        while rows.len() < most
            && let Some(step) = replay.next()
        {
            bar.report("commits", rows.len(), most);
            counts.seen += 1;
            match step {
                ReplayStep::Merge => counts.merges += 1,
                ReplayStep::Mass => counts.mass += 1,
                ReplayStep::Parentless => counts.parentless += 1,
                ReplayStep::Broken(_) => counts.broken += 1,
                ReplayStep::Commit(commit) => match self.commit(&replay, &commit)? {
                    Ok(row) => rows.push(row),
                    Err(Skipped::WithoutSource) => counts.without_source += 1,
                    Err(Skipped::Alone) => counts.alone += 1,
                    Err(Skipped::Unfilled) => counts.unfilled += 1,
                    Err(Skipped::Broken) => counts.broken += 1,
                },
            }
        }
        bar.done();
        counts.replayed = rows.len();
        Ok((counts, rows))
    }

    fn commit(&mut self, replay: &Replay<'_>, commit: &ReplayedCommit) -> Result<Result<ReplayedRow, Skipped>, Fault> {
        let given = commit.changed.iter().find(|it| kind(&it.path) == ChangedKind::Sources).map(|it| it.path.as_str());
        let given = given.filter(|_| self.binding.needs_file());
        if given.is_none() && self.binding.needs_file() || commit.changed.is_empty() {
            return Ok(Err(Skipped::WithoutSource));
        }
        if commit.changed.iter().all(|it| given == Some(it.path.as_str())) {
            return Ok(Err(Skipped::Alone));
        }
        let index = match self.index(replay, commit) {
            Ok(index) => index,
            Err(ParentError::Index(error)) => return Err(error.into()),
            Err(ParentError::Disk(source)) => {
                return Err(Fault::File { what: "write a past state to", path: std::env::temp_dir(), source });
            }
            Err(error) => {
                self.call.say.detail(&format!("commit {}: {error}", commit.name.short()));
                return Ok(Err(Skipped::Broken));
            }
        };
        let is_here = |path: &str| index.facts.file(path).is_some();
        let truth: BTreeSet<&str> = commit.changed.iter().map(|it| it.path.as_str()).collect();
        let truth: BTreeSet<&str> = truth.into_iter().filter(|it| is_here(it) && given != Some(*it)).collect();
        if truth.is_empty() {
            return Ok(Err(Skipped::Alone));
        }
        let values = values(replay, commit, given, &index, self.binding.needs_symbols());
        let mut one = self.one.clone();
        one.given = self.binding.given(self.one, &values);
        let engines = Engines::new(&index, &one.environment);
        let task = CommitTask { call: self.call, one: &one, index: &index, engines: &engines, truth: &truth, given };
        let measure = match task.measure() {
            Ok(measure) => measure,
            Err(Fault::Inputs { .. }) => return Ok(Err(Skipped::Unfilled)),
            Err(fault) => return Err(fault),
        };
        let account = CommitAccount {
            commit: commit.name.to_string(),
            parent: commit.parent.to_string(),
            subject: redacted(&commit.subject).into_owned(),
            given: given.map(str::to_owned),
            tally: measure.total,
            changed: truth.len(),
            missed: measure.missed.clone(),
            added: commit.n_added,
        };
        Ok(Ok((account, measure)))
    }

    fn index(&mut self, replay: &Replay<'_>, commit: &ReplayedCommit) -> Result<Index, ParentError> {
        self.tree.move_to(replay, commit.parent)?;
        self.tree.index(self.source, commit.parent, &self.request, &|_, _, _| {})
    }
}

/// The parts of a commit that fill inputs.
fn values(
    replay: &Replay<'_>,
    commit: &ReplayedCommit,
    given: Option<&str>,
    index: &Index,
    needs_symbols: bool,
) -> CommitValues {
    let mut values = CommitValues { subject: commit.subject.clone(), ..CommitValues::default() };
    let Some(file) = commit.changed.iter().find(|it| Some(it.path.as_str()) == given) else { return values };
    values.file = Some(file.path.clone());
    if needs_symbols {
        let path = Some(file.path.clone());
        let new = file.new.map_or(Some(Vec::new()), |id| replay.content(&id));
        let files = vec![FileChange { old_path: path.clone(), new_path: path, old: replay.content(&file.old), new }];
        let extract = compared(&Comparison { files, ..Comparison::default() });
        let resolved = resolve(&extract, &index.facts, &|path| index.tree.read(path).ok());
        values.symbols = resolved.values.get(&ValueRole::Symbols).cloned().unwrap_or_default();
    }
    values
}

/// The account of all commits.
fn record(
    name: String,
    commits: CommitCounts,
    one: &Loaded,
    binding: &InputBinding,
    rows: Vec<ReplayedRow>,
) -> EvalRecord {
    let mut recall = BTreeMap::new();
    let mut total = Tally::default();
    let mut bands: Vec<BandAccount> = Vec::new();
    let mut queries: Vec<QueryAccount> = Vec::new();
    for (_, measure) in &rows {
        total.add(&measure.total);
        for (kind, found) in &measure.recall {
            let sum: &mut Recall = recall.entry(*kind).or_default();
            sum.changed += found.changed;
            sum.found += found.found;
            sum.with_text += found.with_text;
        }
        for (band, tally) in &measure.bands {
            match bands.iter_mut().find(|it| it.band == *band) {
                Some(known) => known.tally.add(tally),
                None => bands.push(BandAccount { band: *band, tally: *tally }),
            }
        }
        for found in &measure.queries {
            let Some(band) = found.band else { continue };
            let at = queries.iter().position(|it| it.name == found.name && it.band == band).unwrap_or_else(|| {
                let stated = one.manifest.queries().find(|(_, query)| query.name == found.name);
                let max_files = stated.map(|(_, query)| query.max_files);
                queries.push(QueryAccount::new(found.name.clone(), band, max_files));
                queries.len() - 1
            });
            queries[at].add(found);
        }
    }
    bands.sort_by_key(|it| it.band);
    queries.sort_by_key(|it| it.band);
    let mut sizes: Vec<u64> = rows.iter().map(|(_, measure)| measure.total.characters).collect();
    sizes.sort_unstable();
    let size = |at: usize| sizes.get(at).copied().unwrap_or(0);
    let characters = Sizes { least: size(0), median: size(sizes.len() / 2), most: size(sizes.len().saturating_sub(1)) };
    let replays = rows.into_iter().map(|(account, _)| account).collect();
    let mut record = EvalRecord {
        version: 1,
        manifest: name,
        commits,
        inputs: binding.filled(),
        recall,
        total,
        characters,
        bands,
        queries,
        advice: Vec::new(),
        replays,
    };
    record.advice = advice(&record);
    record
}
