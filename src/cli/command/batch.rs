//! `batch`: many tasks over one fact base, each into a file of its own. A bad task stops no other.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use clap::Args;

use super::batch_record::Record;
use super::batch_shard::{Group, by_root, keep, shard};
use super::batch_task::{BatchTask, Line, tasks};
use super::table::table;
use crate::base::{Diagnostic, Digest, Digester, counted};
use crate::cli::args::{StaleOptions, StoreOptions, WorkOptions};
use crate::cli::environment::{environment, has_model};
use crate::cli::fault::Fault;
use crate::cli::from::{self, KnownReports, TaskText};
use crate::cli::gate::FailOn;
use crate::cli::hot::{self, HotView, SharedView};
use crate::cli::junit::{self, JunitCase};
use crate::cli::knobs;
use crate::cli::limits::may_start_threads;
use crate::cli::manifest_name::manifest_name;
use crate::cli::output;
use crate::cli::progress::Bar;
use crate::cli::run::{CliContext, Loaded, opened};
use crate::input::{self, FileError};
use crate::pipeline::{Engines, Index, IndexRequest, filled};
use crate::render::{Format, MARKDOWN};

/// Options of `batch`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"id\": \"PR-7\", \"manifest\": \"pr-review\", \"from\": [\"diff:pr-7.diff\"]}' | cg-bundle batch - --out bundles

A task that is done is not done again: its file is there, unchanged, and made from the same task, manifest and facts.
Several machines share the work with --shard 1/3, 2/3 and 3/3, and what they learn with --cas. The exit code is the gravest of all tasks.")]
pub struct Options {
    /// The tasks, a JSON object a line (`cg-bundle schema task`); - is standard input
    #[arg(value_name = "TASKS")]
    tasks: String,
    /// The folder for the bundles, each named by the id of its task
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// How many tasks are answered at a time
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Answer the I-th of N equal parts of the tasks; tasks over one root stay together
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Write a report of the tasks in the XML of JUnit
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// markdown, json, html, xml, paths, dot or mermaid
    #[arg(long, value_name = "FORMAT", value_parser = super::bundle::format_named)]
    format: Option<&'static Format>,
    /// Let a task fail where its bundle is so: partial, no-results, unknown-name, stale, over-budget
    #[arg(long, value_name = "STATES", value_delimiter = ',', hide_possible_values = true)]
    fail_on: Vec<FailOn>,
    /// Answer each task anew, and keep no answer: without it the answer to a task that was answered before, over the same
    /// content, is written again
    #[arg(long, help_heading = "Index")]
    no_cache: bool,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    stale: StaleOptions,
}

impl Options {
    /// Whether answers are kept: those with nothing beside them.
    fn keeps(&self, call: &CliContext) -> bool {
        let store = &self.store;
        let is_anew = self.no_cache || store.no_store || store.verify || has_model();
        !is_anew && self.fail_on.is_empty() && call.say.is_plain()
    }
}

/// A bundle as it is written, and why gates refuse it.
type Gated = (HotView, Vec<String>);

/// The outcome of one task.
struct Outcome {
    id: String,
    state: String,
    files: String,
    tokens: String,
    fault: Option<Fault>,
}

impl Outcome {
    /// The outcome of a task that failed; the fault is reported at once.
    fn failed(call: &CliContext, id: String, fault: Fault) -> Self {
        call.say.line(&format!("task `{id}`:"));
        fault.report(&call.say);
        let dash = || "-".to_owned();
        Self { id, state: fault.title(), files: dash(), tokens: dash(), fault: Some(fault) }
    }
}

/// Answers the tasks.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(&from::bytes(&options.tasks)?).into_owned();
    let mut groups = by_root(tasks(&options.tasks, &text));
    if let Some(shard) = options.shard {
        keep(&mut groups, shard);
    }
    if options.jobs > 1 {
        may_start_threads()?;
    }
    output::folder(&call.shared.root, &options.out)?;
    // Below the root the bundles would be files of the repository, and each would change the facts of the next run.
    output::write(&call.shared.root, &options.out.join(".cgbundleignore"), "*\n")?;
    let record = Record::of(&call.shared.root, &options.out);
    let mut outcomes: Vec<(usize, Outcome)> = Vec::new();
    for Group { root, lines } in groups {
        let call = call.at(root);
        let request = call.request(&options.store, None);
        let (numbers, lines): (Vec<usize>, Vec<Line>) = lines.into_iter().unzip();
        let found = match indexed(&call, options) {
            Ok((index, contents)) => {
                let engines = Engines::new(&index, &environment()?);
                let most_age = hot::most_age()?;
                let (call, request, index, record, text) = (&call, &request, &index, &record, &*text);
                let reports = KnownReports::default();
                Batch { call, request, options, index, contents, most_age, engines, record, reports, text }.all(lines)
            }
            // A repository that cannot be read fails its own tasks.
            Err(fault) => unread(&call, lines, &Arc::new(fault)),
        };
        call.finish()?;
        outcomes.extend(numbers.into_iter().zip(found));
    }
    outcomes.sort_by_key(|(number, _)| *number);
    let outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    output::print(&summary(&outcomes))?;
    if let Some(path) = &options.junit {
        output::write(&call.shared.root, path, &junit(&outcomes))?;
    }
    let codes = outcomes.iter().filter_map(|it| it.fault.as_ref()).map(Fault::code);
    let (failed, code) = codes.fold((0, 0), |(failed, code), it| (failed + 1, it.max(code)));
    if failed == 0 { Ok(()) } else { Err(Fault::Batch { code, failed, all: outcomes.len() }) }
}

/// The digests of all that the answers over an index depend on, where they may be kept: here, and wherever it lies.
#[derive(Clone, Copy, Default)]
struct Contents {
    own: Option<Digest>,
    shared: Option<Digest>,
}

/// The index of a root, and what answers over it depend on.
fn indexed(call: &CliContext, options: &Options) -> Result<(Index, Contents), Fault> {
    let looked = call.look(&options.store, None)?;
    let keeps = options.keeps(call);
    let contents = || Contents { own: looked.content(), shared: looked.shared_content() };
    let contents = if keeps { contents() } else { Contents::default() };
    Ok((call.indexed(looked)?, contents))
}

/// The outcomes of tasks over a repository that cannot be read. A line that is no task fails for its own reason.
fn unread(call: &CliContext, lines: Vec<Line>, fault: &Arc<Fault>) -> Vec<Outcome> {
    let outcome = |line: Line| {
        let fault = line.task.err().unwrap_or_else(|| Fault::Shared(fault.clone()));
        Outcome::failed(call, line.id, fault)
    };
    lines.into_iter().map(outcome).collect()
}

/// Everything that the tasks share.
struct Batch<'a> {
    call: &'a CliContext,
    options: &'a Options,
    request: &'a IndexRequest,
    index: &'a Index,
    contents: Contents,
    most_age: i64,
    engines: Engines<'a>,
    record: &'a Record,
    reports: KnownReports,
    /// The text of the file.
    text: &'a str,
}

impl Batch<'_> {
    /// Answers all tasks, on so many threads; the outcomes are in the order of the tasks.
    fn all(&self, lines: Vec<Line>) -> Vec<Outcome> {
        let n_lines = lines.len();
        let open: Vec<Mutex<Option<Line>>> = lines.into_iter().map(|line| Mutex::new(Some(line))).collect();
        let outcomes: Vec<Mutex<Option<Outcome>>> = (0..n_lines).map(|_| Mutex::new(None)).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let bar = Bar::new(&self.call.say);
        let n_jobs = self.options.jobs.clamp(1, n_lines.max(1));
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (Some(line), Some(slot)) = (open.get(at), outcomes.get(at)) else { return };
                if let Some(line) = line.lock().ok().and_then(|mut line| line.take()) {
                    let outcome = self.one(line);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(outcome);
                    }
                }
                bar.report("bundles", done.fetch_add(1, Ordering::Relaxed) + 1, n_lines);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..n_jobs {
                scope.spawn(work);
            }
            work();
        });
        bar.done();
        outcomes.into_iter().filter_map(|outcome| outcome.into_inner().ok().flatten()).collect()
    }

    /// Answers one task. A fault is reported at once.
    fn one(&self, line: Line) -> Outcome {
        let Line { id, text, start, task } = line;
        let file = task.and_then(|task| self.answer(&id, &text, start, &task));
        let dash = || "-".to_owned();
        match file {
            Ok(None) => Outcome { id, state: "done before".to_owned(), files: dash(), tokens: dash(), fault: None },
            Ok(Some((view, refused))) => {
                let fault = (!refused.is_empty()).then_some(Fault::Refused(refused));
                let state = view.status.replace('_', " ");
                Outcome { id, state, files: view.files.to_string(), tokens: view.tokens.to_string(), fault }
            }
            Err(fault) => Outcome::failed(self.call, id, fault),
        }
    }

    /// The bundle of a task, written, and why gates refuse it; `None` where it was done before.
    fn answer(&self, id: &str, text: &str, start: usize, task: &BatchTask) -> Result<Option<Gated>, Fault> {
        let format = self.options.format.unwrap_or(&MARKDOWN);
        let mut one = self.loaded(id, text, start, task)?;
        let misfits = input::misfits_below(&[&one.manifest], text, &["inputs"], &one.given);
        if !misfits.is_empty() {
            return Err(self.in_line(start, misfits));
        }
        let mut texts = self.reports.read(&task.from, &self.call.shared.root).map_err(Fault::All)?;
        if texts.is_empty() {
            texts.extend(from::of_values(&one.given, &one.manifest));
        }
        let file = self.options.out.join(output::file_name(OsStr::new(id), format.extension));
        let made_from = self.made_from(text, &one, &texts, format);
        if self.record.holds(id, &made_from, &file) {
            return Ok(None);
        }
        let Contents { own, shared } = self.contents;
        let own = own.map(|content| hot::key_in_batch(hot::key(&one, &texts, &task.promote, format, &content)));
        let shared = shared.map(|content| hot::request_key(&one, &texts, &task.promote, format, &content));
        let kept = own.and_then(|key| HotView::read(&self.index.view(&key, self.most_age)?));
        let taken = || SharedView::read(&self.index.shared_answer(self.request, &shared?)?);
        let is_kept = kept.is_some();
        let (view, refused) = match kept.or_else(|| taken().map(SharedView::in_batch)) {
            Some(view) => {
                view.report(&self.call.say);
                (view, Vec::new())
            }
            None => self.made(&mut one, &texts, task, format, shared.as_ref())?,
        };
        if let (Some((content, key)), false) = (self.contents.own.zip(own), is_kept) {
            self.index.keep_view(&content, &key, view.bytes(), self.most_age);
        }
        output::write(&self.call.shared.root, &file, &view.text)?;
        self.record.enter(id, &made_from, &view.text)?;
        Ok(Some((view, refused)))
    }

    /// The bundle of a task, made anew.
    fn made(
        &self,
        one: &mut Loaded,
        texts: &[Arc<TaskText>],
        task: &BatchTask,
        format: &Format,
        shared: Option<&Digest>,
    ) -> Result<Gated, Fault> {
        let mut remarks = Vec::new();
        let found = from::given(texts, &one.manifest, self.index, &self.call.say, &mut remarks);
        one.given.extend(found.given);
        one.coverage = found.coverage;
        remarks.iter().for_each(|remark| self.call.say.note(remark));
        let request = one.task(&task.promote, format);
        let planned = self.call.planned(one, &request, &self.engines)?;
        let bundle = filled(&request, self.index, &planned);
        let refused = self.options.fail_on.iter().filter_map(|gate| gate.refusal(&bundle)).collect();
        let made = SharedView { view: HotView::of(&bundle, format), remarks };
        if let Some(key) = shared {
            self.index.share_answer(self.request.cas.as_ref(), key, made.bytes());
        }
        Ok((made.in_batch(), refused))
    }

    /// Findings in a line, as findings in the file.
    fn in_line(&self, start: usize, mut diagnostics: Vec<Diagnostic>) -> Fault {
        for it in &mut diagnostics {
            it.primary.span = it.primary.span.start + start..it.primary.span.end + start;
        }
        let (name, source_text) = (self.options.tasks.clone(), self.text.to_owned());
        Fault::InputFile(FileError { name, source_text, diagnostics })
    }

    /// The manifest of a task with its inputs and caps.
    fn loaded(&self, id: &str, text: &str, start: usize, task: &BatchTask) -> Result<Loaded, Fault> {
        let mut one = opened(&task.manifest)?;
        one.manifest.index.on_stale = self.options.stale.on_stale.unwrap_or(one.manifest.index.on_stale);
        if !one.manifest.index.scip.is_empty() && self.options.store.scip.is_empty() {
            let message =
                format!("`{}` names an index of its own, and a batch has one for all", task.manifest.display());
            return Err(Fault::usage(message, "name it for all tasks with `--scip FILE`"));
        }
        one.manifest.budget.user.manifest = manifest_name(&one.path, &self.call.shared.root);
        one.manifest.budget.user.max_chars = task.max_chars;
        one.manifest.budget.user.max_tokens = task.max_tokens;
        one.manifest.budget.user.work = knobs::stated(&WorkOptions::default())?;
        let json = serde_json::Value::Object(task.inputs.clone()).to_string();
        one.given = input::file(id, &json).map_err(|error| {
            // The places are those of this JSON, and the file has its own.
            let at = text.find("\"inputs\"").unwrap_or(0);
            let place = |it: Diagnostic| Diagnostic::error(it.code, it.title, at..at + 1, "in these inputs");
            self.in_line(start, error.diagnostics.into_iter().map(place).collect())
        })?;
        Ok(one)
    }

    /// The digest of everything that the bundle of a task is made from.
    fn made_from(&self, text: &str, one: &Loaded, texts: &[Arc<TaskText>], format: &Format) -> Digest {
        let mut digester = Digester::new("task");
        digester.part(env!("CARGO_PKG_VERSION").as_bytes()).part(format.name.as_bytes());
        digester.part(text.as_bytes()).part(one.text.as_bytes());
        digester.part(one.manifest.index.on_stale.name().as_bytes());
        digester.part(self.index.state.to_string().as_bytes());
        digester.part(format!("{:?}", one.manifest.budget.user.work).as_bytes());
        texts.iter().for_each(|text| {
            digester.part(&text.digest.0);
        });
        one.environment.iter().for_each(|(name, value)| {
            digester.part(name.as_bytes()).part(value.as_bytes());
        });
        digester.finish()
    }
}

/// A line a task, then the counts.
fn summary(outcomes: &[Outcome]) -> String {
    let head = ["task", "files", "tokens", "status"].map(str::to_owned).to_vec();
    let row = |it: &Outcome| {
        let state = match &it.fault {
            Some(fault) if fault.code() > 1 => format!("failed ({}): {}", fault.code(), it.state),
            Some(fault) => format!("{}, refused: {}", it.state, fault.title()),
            None => it.state.clone(),
        };
        vec![it.id.clone(), it.files.clone(), it.tokens.clone(), state]
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(outcomes.iter().map(row)).collect();
    let failed = outcomes.iter().filter(|it| it.fault.is_some()).count();
    format!("{}\n{}, {failed} failed\n", table(&rows, 0), counted(outcomes.len(), "task"))
}

/// The report that CI shows.
fn junit(outcomes: &[Outcome]) -> String {
    let case = |it: &Outcome| JunitCase {
        name: it.id.clone(),
        failure: it.fault.as_ref().map(|fault| (fault.title(), fault.code())),
    };
    junit::report("batch", &outcomes.iter().map(case).collect::<Vec<_>>())
}
