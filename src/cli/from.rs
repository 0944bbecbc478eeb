//! `--from`: the text of a task, read before any work, held against the facts once they are there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::fault::Fault;
use super::manifest_name::manifest_name;
use super::say::Say;
use crate::base::{Diagnostic, Digest, Digester, counted};
use crate::facts::Coverage;
use crate::history::{Comparison, changes};
use crate::input::{FileError, Given, MAX_BYTES, Origin};
use crate::intake::{Extract, Place, Resolved, Source, adapter, compared, expected, filled, resolve, source};
use crate::manifest::Manifest;
use crate::pipeline::Index;
use crate::primitive::ArgType;
use crate::walk::{self, Refusal, is_secret_file};

/// A text of `--from`, read.
pub struct TaskText {
    /// The argument.
    pub source: Source,
    /// Its content, before the repository is known.
    pub extract: Extract,
    /// The digest of the text.
    pub digest: Digest,
    /// The remarks on how it was read.
    pub notes: Vec<String>,
    resolved: OnceLock<Resolved>,
}

impl TaskText {
    /// The values by the facts of a run, found once; what they lack goes to the remarks.
    pub fn resolved(&self, index: &Index, remarks: &mut Vec<String>) -> &Resolved {
        let find = || resolve(&self.extract, &index.facts, &|path| index.tree.read(path).ok());
        let resolved = self.resolved.get_or_init(find);
        let notes = self.notes.iter().chain(&resolved.unmatched).chain(&resolved.notes);
        let label = self.source.label();
        remarks.extend(notes.map(|note| format!("`{label}`: {note}")));
        resolved
    }

    /// Whether nothing at all was read, as of an empty trace, or of two commits with the same files.
    pub fn is_bare(&self) -> bool {
        self.extract == Extract::default() && self.notes.is_empty()
    }

    /// The fault of such a text, where nothing else has what it was to bring.
    pub fn nothing(&self) -> Fault {
        let argument = &self.source.argument;
        let title = match self.source.adapter.name {
            "diff" => "the diff changes nothing".to_owned(),
            name @ ("trace" | "text" | "symbols") => format!("the {name} is empty"),
            name => format!("the report of the form `{name}` names nothing to start from"),
        };
        let diagnostic = Diagnostic::error("CG040", title, 0..argument.len(), "no value comes from it");
        let diagnostics =
            vec![diagnostic.help("give one with content, or the values themselves by `--set NAME=VALUE`")];
        Fault::Inputs { path: "--from".to_owned(), text: argument.clone(), diagnostics }
    }
}

/// The inputs that texts may fill and that nothing else gives, each without a value until the facts are there.
pub fn open(texts: &[&Arc<TaskText>], manifest: &Manifest, given: &[Given]) -> Vec<Given> {
    // A value of the command line stands in place of one from a text.
    let has = |text: &TaskText, one: &Given| {
        let is_value = matches!(text.source.place, Place::Value(_));
        given.iter().any(|it| it.name == one.name && (is_value || it.origin == Origin::Set))
    };
    let open = texts.iter().map(|text| (text, expected(&text.source, manifest)));
    open.flat_map(|(text, all)| all.into_iter().filter(|one| !has(text, one)).collect::<Vec<_>>()).collect()
}

/// The reports of coverage that the tasks of a run share, by their arguments: a report can have a gigabyte.
#[derive(Default)]
pub struct KnownReports(Mutex<FxHashMap<String, Arc<TaskText>>>);

impl KnownReports {
    /// Reads the texts of all `--from`; every fault at once. Commits are those of the repository at `root`.
    pub fn read(&self, arguments: &[String], root: &Path) -> Result<Vec<Arc<TaskText>>, Vec<Fault>> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut texts = Vec::new();
        let mut wrong = Vec::new();
        for argument in arguments {
            let report = known().get(argument).cloned();
            match report.map_or_else(|| one(argument, root).map(Arc::new), Ok) {
                Ok(text) if text.extract.coverage.is_some() => {
                    texts.push(Arc::clone(known().entry(argument.clone()).or_insert(text)));
                }
                Ok(text) => texts.push(text),
                Err(fault) => wrong.push(fault),
            }
        }
        if wrong.is_empty() { Ok(texts) } else { Err(wrong) }
    }
}

/// The same, for a run of one task.
pub fn read(arguments: &[String], root: &Path) -> Result<Vec<Arc<TaskText>>, Vec<Fault>> {
    KnownReports::default().read(arguments, root)
}

fn one(argument: &str, root: &Path) -> Result<TaskText, Fault> {
    let source = source(argument).map_err(|diagnostic| Fault::Inputs {
        path: "--from".to_owned(),
        text: argument.to_owned(),
        diagnostics: vec![*diagnostic],
    })?;
    let (name, bytes) = match &source.place {
        Place::Change(spec) => {
            let changes = changes(root, spec).map_err(|error| Fault::Range { argument: argument.to_owned(), error })?;
            let mut digester = Digester::new("changes");
            for change in &changes.files {
                let path = |path: &Option<String>| path.clone().unwrap_or_default();
                digester.part(path(&change.old_path).as_bytes()).part(path(&change.new_path).as_bytes());
                digester.part(change.old.as_deref().unwrap_or_default());
                digester.part(change.new.as_deref().unwrap_or_default());
            }
            let (extract, digest) = (compared(&changes), digester.finish());
            return Ok(TaskText { source, extract, digest, notes: notes(&changes), resolved: OnceLock::new() });
        }
        Place::Inline(text) | Place::Value(text) => ("--from", text.clone().into_bytes()),
        Place::File(name) => (name.as_str(), within(name, source.adapter.max_bytes)?),
    };
    let digest = Digest::of(&bytes);
    let extract = source.adapter.read(&bytes).map_err(|diagnostic| {
        let source_text = String::from_utf8_lossy(&bytes).into_owned();
        Fault::InputFile(FileError { name: name.to_owned(), source_text, diagnostics: vec![*diagnostic] })
    })?;
    Ok(TaskText { source, extract, digest, notes: Vec::new(), resolved: OnceLock::new() })
}

/// Leaves a file of the repository that a text was read from out of what a manifest brings: it says of the task what the inputs say.
pub fn leave_out(texts: &[Arc<TaskText>], root: &Path, manifest: &mut Manifest) {
    for text in texts {
        let Place::File(name) = &text.source.place else { continue };
        let inside = manifest_name(Path::new(name), root);
        if name != "-" && !inside.starts_with("..") && Path::new(&inside).is_relative() {
            let glob = globset::escape(&inside.replace('\\', "/"));
            manifest.bands.iter_mut().for_each(|band| band.exclude.push(glob.clone()));
        }
    }
}

/// The trace in the text that a manifest takes for one, such as `trace.text`, where nothing else says which code it is about; `None`
/// where the text names no place in code, or more than one text is given.
pub fn of_values(given: &[Given], manifest: &Manifest) -> Option<Arc<TaskText>> {
    let trace = adapter("trace")?;
    let own = format!("{}.", trace.prefix);
    let [text] = &given.iter().filter(|it| it.name.starts_with(&own)).collect::<Vec<_>>()[..] else { return None };
    let is_text = manifest.input(&text.name).is_some_and(|input| input.arg_type == ArgType::Text);
    let [value] = &text.values[..] else { return None };
    let extract = trace.read(value.as_bytes()).ok().filter(|it| is_text && !it.frames.is_empty())?;
    let source = Source::of_value(trace, &text.name);
    let digest = Digest::of(value.as_bytes());
    Some(Arc::new(TaskText { source, extract, digest, notes: Vec::new(), resolved: OnceLock::new() }))
}

/// The files of a comparison that the extract lacks.
fn notes(changes: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    if changes.n_left_out > 0 {
        let files = counted(changes.n_left_out, "changed file");
        notes.push(format!("{files} left out: the name has the shape of a secret, or is no text"));
    }
    if !changes.unread.is_empty() {
        notes.push(format!("could not be compared: {}", changes.unread.join(", ")));
    }
    notes
}

/// Reads a file that a task comes in: a link, a pipe or a device as well.
pub fn bytes(name: &str) -> Result<Vec<u8>, Fault> {
    within(name, MAX_BYTES)
}

fn within(name: &str, max_bytes: usize) -> Result<Vec<u8>, Fault> {
    let limit = max_bytes as u64;
    let unread = |source| Fault::InputUnread { name: name.to_owned(), source };
    let read = match name {
        "-" => walk::drain(std::io::stdin().lock(), 0, limit),
        // An error would quote it.
        name if is_secret_file(Path::new(name)) => {
            return Err(unread(std::io::Error::other("its name has the shape of a secret, so it is not read")));
        }
        name => walk::named(Path::new(name), limit),
    };
    read.map_err(|refusal| match refusal {
        Refusal::TooLarge { .. } => Fault::InputFile(crate::input::too_large(name, max_bytes)),
        refusal => unread(refusal.into()),
    })
}

/// The values of the texts of a task, by the facts.
#[derive(Default)]
pub struct TaskValues {
    /// The inputs that they fill.
    pub given: Vec<Given>,
    /// The lines that tests executed.
    pub coverage: Arc<Coverage>,
}

/// The values of some texts for a manifest, by the facts; says what each brought. What they lack goes to the remarks.
pub fn given(
    texts: &[Arc<TaskText>],
    manifest: &Manifest,
    index: &Index,
    say: &Say,
    remarks: &mut Vec<String>,
) -> TaskValues {
    let mut values = TaskValues::default();
    for text in texts {
        let resolved = text.resolved(index, remarks);
        let argument = &text.source.argument;
        let mut filled = filled(&text.source, resolved, manifest);
        // The text has its value.
        filled.retain(|it| !matches!(&text.source.place, Place::Value(input) if *input == it.name));
        let mut counts: Vec<String> =
            filled.iter().map(|it| format!("{} = {}", it.name, counted(it.values.len(), "value"))).collect();
        if !resolved.coverage.is_empty() {
            let n_files = counted(resolved.coverage.files.len(), "file");
            counts.push(format!("executed lines of {n_files} = {}", counted(resolved.coverage.rows.len(), "fact")));
            if !manifest.queries().any(|(_, query)| query.call.primitive.name.starts_with("test_inventory.")) {
                remarks.push(format!("`--from {argument}` changes nothing: no query of this manifest asks for tests"));
            }
        }
        say.detail(&format!("{}: {}", text.source.label(), counts.join(", ")));
        values.given.extend(filled);
        add(&mut values.coverage, &resolved.coverage);
    }
    values
}

/// The values of some texts by the names that a shipped manifest has for them, such as `diff.files`, and the lines that
/// tests executed. What they lack goes to the remarks.
pub fn named(texts: &[Arc<TaskText>], index: &Index, remarks: &mut Vec<String>) -> NamedValues {
    let mut named = NamedValues::default();
    for text in texts {
        let resolved = text.resolved(index, remarks);
        for (role, word) in text.source.adapter.roles {
            let name = format!("{}.{word}", text.source.adapter.prefix);
            let values = || resolved.values.get(role).into_iter().flatten().cloned();
            named.values.entry(name).or_default().extend(values());
            if role.is_gone() {
                named.gone.extend(values());
            }
        }
        add(&mut named.coverage, &resolved.coverage);
    }
    named
}

/// The values that texts give by name.
#[derive(Default)]
pub struct NamedValues {
    /// By `prefix.role`.
    pub values: BTreeMap<String, Vec<String>>,
    /// Those of them that are no more.
    pub gone: BTreeSet<String>,
    /// The lines that tests executed, by the texts.
    pub coverage: Arc<Coverage>,
}

/// Adds the facts of another report; one alone is shared.
fn add(coverage: &mut Arc<Coverage>, other: &Arc<Coverage>) {
    if coverage.is_empty() {
        *coverage = Arc::clone(other);
    } else if !other.is_empty() {
        Arc::make_mut(coverage).extend(Coverage::clone(other));
    }
}
