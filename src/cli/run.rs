//! The steps that commands share: the index, the manifests, the inputs.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{InputOptions, Shared, StaleOptions, StoreOptions};
use super::caps;
use super::fault::Fault;
use super::limits::start_threads;
use super::progress::Bar;
use super::say::Say;
use crate::base::Diagnostic;
use crate::facts::SectionSource;
use crate::input::{self, Given, Origin, bind};
use crate::manifest::{self, Manifest};
use crate::pipeline::{self, ADAPTIVE, Index, IndexRequest, ScipSelection, THRESHOLDS, Task, TaskError, threshold};
use crate::render::Format;
use crate::store::StorePlace;
use crate::walk::{self, Refusal, git_root_above, is_secret_file};

/// How the program was called.
pub struct CliContext {
    /// Options of every command.
    pub shared: Shared,
    /// How to speak.
    pub say: Say,
    /// The source of the facts of each index, which may have more to say when the answer is made.
    pub sources: RefCell<Vec<Arc<SectionSource>>>,
}

impl CliContext {
    /// The repository and settings to index. SCIP indexes of the command line replace those of the manifest.
    pub fn request(&self, options: &StoreOptions, manifest: Option<&Manifest>) -> IndexRequest {
        let store = match &options.store {
            _ if options.no_store => StorePlace::Nowhere,
            Some(path) => StorePlace::At(path.clone()),
            None => StorePlace::Root,
        };
        let root = self.shared.root.clone();
        let named = manifest.map_or(&[][..], |manifest| manifest.index.scip.as_slice());
        let scip = match (&options.scip[..], named) {
            _ if options.no_scip => ScipSelection::Nothing,
            ([], []) => ScipSelection::Found,
            ([], named) => ScipSelection::Inside(named.iter().map(PathBuf::from).collect()),
            (given, _) => ScipSelection::Files(given.to_vec()),
        };
        IndexRequest { root, store, verify: options.verify, scip }
    }

    /// Indexes the repository.
    pub fn index(&self, options: &StoreOptions, manifest: Option<&Manifest>) -> Result<Index, Fault> {
        start_threads()?;
        let bar = Bar::new(&self.say);
        let index = pipeline::index(&self.request(options, manifest), &|stage, done, all| bar.report(stage, done, all));
        bar.done();
        let index = index?;
        for note in &index.notes {
            self.say.note(note);
        }
        // A root that the command line names is the one that is meant.
        if self.shared.root == Path::new(".")
            && let Some(above) = git_root_above(&self.shared.root)
        {
            let above = above.display();
            self.say
                .note(&format!("this folder alone is read; the git root is `{above}`: use `-C {above}` for all of it"));
        }
        self.sources.borrow_mut().extend(index.facts.source().cloned());
        let facts = if index.related { "related" } else { "loaded" };
        self.say.detail(&format!("index: {} files, {} parsed, facts {facts}", index.tree.files.len(), index.n_parsed));
        Ok(index)
    }

    /// Reports damage of the store that showed only when a section of the facts was used.
    pub fn finish(&self) -> Result<(), Fault> {
        let sources = self.sources.borrow();
        sources.iter().flat_map(|source| source.notes()).for_each(|note| self.say.note(&note));
        if sources.iter().any(|source| source.is_lost()) { Err(Fault::Lost) } else { Ok(()) }
    }
}

/// A manifest with its text and what was given for it.
pub struct Loaded {
    /// Where it was read.
    pub path: PathBuf,
    /// The manifest.
    pub manifest: Manifest,
    /// Its text.
    pub text: String,
    /// The given inputs.
    pub given: Vec<Given>,
    /// The environment variables that change the bundle, with their values.
    pub environment: Vec<(String, String)>,
}

impl Loaded {
    /// The task in a format, with what to load of `may_read`.
    pub fn task<'a>(&'a self, promoted: &'a [String], format: &'a Format) -> Task<'a> {
        Task {
            manifest: &self.manifest,
            manifest_text: &self.text,
            given: &self.given,
            promoted,
            environment: &self.environment,
            format,
        }
    }

    /// Says what is wrong with a task.
    pub fn fault(&self, error: TaskError) -> Fault {
        match error {
            TaskError::Inputs { diagnostics } => self.inputs(diagnostics),
            TaskError::Promote { name, known } => promote(&name, &known),
            TaskError::Stale { why } => Fault::Stale(why),
        }
    }

    fn inputs(&self, diagnostics: Vec<Diagnostic>) -> Fault {
        Fault::Inputs { path: self.path.display().to_string(), text: self.text.clone(), diagnostics }
    }
}

/// The variables that turn the sizing by the gate off, where they do, and those that set the thresholds of a search.
pub fn environment() -> Result<Vec<(String, String)>, Fault> {
    let value = |name: &&str| Some(((*name).to_owned(), std::env::var(name).ok()?));
    let sizing = ADAPTIVE.iter().filter_map(value);
    let sizing = sizing.filter(|(_, value)| value == "0" || value.eq_ignore_ascii_case("false"));
    let mut set: Vec<(String, String)> = sizing.collect();
    for (name, value) in THRESHOLDS.iter().flatten().filter_map(value) {
        if threshold(&value).is_none() {
            let message = format!("`{name}={value}` sets no threshold");
            return Err(Fault::Unknown {
                message,
                hint: Some("it is a number of 0 or more, such as 0.005".to_owned()),
            });
        }
        set.push((name, value));
    }
    Ok(set)
}

fn promote(name: &str, known: &[String]) -> Fault {
    let near = crate::base::nearest(name, known.iter().map(String::as_str));
    let hint = match (near, known) {
        (Some(near), _) => format!("did you mean `--promote {near}`?"),
        (None, []) => "this manifest has no `may_read`".to_owned(),
        (None, known) => format!("it can be {}, or a file that one of them lists", known.join(", ")),
    };
    let message = format!("`--promote {name}` names no query of the manifest, and no file that one returns");
    Fault::Unknown { message, hint: Some(hint) }
}

/// Loads manifests and binds what was given, so that every mistake of the user shows before any work is done.
pub fn load(paths: &[PathBuf], options: &InputOptions, stale: &StaleOptions, say: &Say) -> Result<Vec<Loaded>, Fault> {
    let mut errors = Vec::new();
    let mut loaded = Vec::new();
    for path in paths {
        match manifest::load_with_text(path) {
            Ok((mut manifest, text)) => {
                manifest.index.on_stale = stale.on_stale.unwrap_or(manifest.index.on_stale);
                say.diagnostics(&path.display().to_string(), &text, &manifest.warnings);
                let environment = environment()?;
                loaded.push(Loaded { path: path.clone(), manifest, text, given: Vec::new(), environment });
            }
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(Fault::Manifests(errors));
    }
    caps::set(&mut loaded.iter_mut().map(|it| &mut it.manifest).collect::<Vec<_>>(), options)?;
    let given = given(options)?;
    let mut wrong = Vec::new();
    let is_known: Vec<bool> =
        given.iter().map(|it| loaded.iter().any(|loaded| loaded.manifest.input(&it.name).is_some())).collect();
    for it in &mut loaded {
        // What only another manifest of the same call asks for is no mistake here.
        let mine =
            given.iter().zip(&is_known).filter(|(given, known)| !**known || it.manifest.input(&given.name).is_some());
        it.given = mine.map(|(given, _)| given.clone()).collect();
        if let Err(diagnostics) = bind(&it.manifest, &it.given) {
            wrong.push(it.inputs(diagnostics));
        }
    }
    if wrong.is_empty() { Ok(loaded) } else { Err(Fault::All(wrong)) }
}

/// Everything that was given, in the order of the command line: files first, then `--set`.
fn given(options: &InputOptions) -> Result<Vec<Given>, Fault> {
    let mut given = Vec::new();
    let mut wrong = Vec::new();
    for name in &options.input {
        let text = match read(name) {
            Ok(text) => text,
            Err(fault @ Fault::InputFile(_)) => {
                wrong.push(fault);
                continue;
            }
            Err(fault) => return Err(fault),
        };
        match input::file(name, &text) {
            Ok(found) => given.extend(found),
            Err(error) => wrong.push(Fault::InputFile(error)),
        }
    }
    // A value of the command line stands in place of one from a file.
    let mut set = Vec::new();
    for text in &options.set {
        match input::set(text) {
            Ok(one) => set.push(one),
            Err(diagnostic) => {
                wrong.push(Fault::Inputs { path: "--set".into(), text: text.clone(), diagnostics: vec![*diagnostic] });
            }
        }
    }
    given.retain(|it: &Given| it.origin == Origin::Set || !set.iter().any(|one| one.name == it.name));
    given.extend(set);
    if wrong.is_empty() { Ok(given) } else { Err(Fault::All(wrong)) }
}

/// Reads a file of inputs, which may be a link, a pipe or a device.
fn read(name: &str) -> Result<String, Fault> {
    let limit = input::MAX_BYTES as u64;
    let unread = |source| Fault::InputUnread { name: name.to_owned(), source };
    let read = match name {
        "-" => walk::drain(std::io::stdin().lock(), 0, limit),
        // An error would quote it.
        name if is_secret_file(Path::new(name)) => {
            return Err(unread(std::io::Error::other("its name has the shape of a secret, so it is not read")));
        }
        name => walk::named(Path::new(name), limit),
    };
    let bytes = read.map_err(|refusal| match refusal {
        Refusal::TooLarge { .. } => Fault::InputFile(input::too_large(name)),
        refusal => unread(refusal.into()),
    })?;
    let invalid = |_| unread(std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8"));
    String::from_utf8(bytes).map_err(invalid)
}
