//! The steps that commands share: the index, the manifests, the inputs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::args::{InputOptions, Shared, StaleOptions, StoreOptions};
use super::caps;
use super::environment::{environment, model};
use super::fault::Fault;
use super::from::{self, TaskText};
use super::given::{given, in_files, read};
use super::limits::limit_threads;
use super::manifest_name::manifest_name;
use super::progress::Bar;
use super::say::Say;
use super::shared_store::SharedStore;
use crate::base::Diagnostic;
use crate::facts::{Coverage, SectionSource};
use crate::input::{self, Given, Origin, bind};
use crate::manifest::{self, Manifest, ManifestError, shipped};
use crate::parse;
use crate::pipeline::{
    self, Engines, Glanced, Index, IndexRequest, Looked, Planned, ScipSelection, Task, TaskError, planned_aloud,
};
use crate::plan::Fallback;
use crate::primitive::ArgType;
use crate::render::Format;
use crate::store::StorePlace;
use crate::walk::git_root_above;

/// How the program was called.
pub struct CliContext {
    /// Options of every command.
    pub shared: Shared,
    /// How to speak.
    pub say: Say,
    /// The source of the facts of each index, which may have more to say when the answer is made.
    pub sources: Mutex<Vec<Arc<SectionSource>>>,
    /// The store that machines share.
    pub shared_store: SharedStore,
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
        // An environment that is wrong is a fault of the look.
        let cas = self.shared_store.get(options).ok().flatten();
        IndexRequest { root, store, cas, verify: options.verify, scip }
    }

    /// The same call over another root.
    pub fn at(&self, root: Option<PathBuf>) -> Self {
        let root = root.unwrap_or_else(|| self.shared.root.clone());
        let (shared, shared_store) = (Shared { root, ..self.shared.clone() }, self.shared_store.clone());
        Self { shared, say: self.say, sources: Mutex::default(), shared_store }
    }

    /// Looks at the repository: its files and their contents, before any fact is loaded.
    pub fn look(&self, options: &StoreOptions, manifest: Option<&Manifest>) -> Result<Looked, Fault> {
        self.look_on(None, options, manifest)
    }

    /// Looks at a repository that was glanced at, if it was.
    pub fn look_on(
        &self,
        glanced: Option<Glanced>,
        options: &StoreOptions,
        manifest: Option<&Manifest>,
    ) -> Result<Looked, Fault> {
        limit_threads(&self.say);
        self.shared_store.get(options)?;
        let bar = Bar::new(&self.say);
        let progress = |stage, done, all| bar.report(stage, done, all);
        let request = self.request(options, manifest);
        let looked = match glanced {
            Some(glanced) => glanced.look(&request, &progress),
            None => pipeline::look(&request, &progress),
        };
        bar.done();
        Ok(looked?)
    }

    /// Glances at the repository; `None` where a look has to say why not.
    pub fn glance(&self, options: &StoreOptions) -> Option<Glanced> {
        self.shared_store.get(options).ok()?;
        pipeline::glance(&self.request(options, None))
    }

    /// Indexes the repository.
    pub fn index(&self, options: &StoreOptions, manifest: Option<&Manifest>) -> Result<Index, Fault> {
        self.indexed(self.look(options, manifest)?)
    }

    /// Says notes about the store, and that only a part of a git repository is read.
    pub fn notes(&self, notes: &[String]) {
        for note in notes {
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
    }

    /// The index of a repository that is looked at.
    pub fn indexed(&self, looked: Looked) -> Result<Index, Fault> {
        let bar = Bar::new(&self.say);
        let index = looked.index(&|stage, done, all| bar.report(stage, done, all));
        bar.done();
        let mut index = index?;
        index.searcher.model = model();
        self.notes(&index.notes);
        self.sources.lock().unwrap_or_else(PoisonError::into_inner).extend(index.facts.source().cloned());
        let facts = match (index.related, index.moved, index.relinked) {
            (true, ..) => "related",
            (false, true, _) => "moved",
            (false, false, 0) => "loaded",
            (false, false, _) => "linked again in part",
        };
        let why = index.why.map_or(String::new(), |why| format!(": {why}"));
        let (n_files, n_parsed) = (index.tree.files.len(), index.n_parsed);
        self.say.detail(&format!("index: {n_files} files, {n_parsed} parsed, facts {facts}{why}"));
        Ok(index)
    }

    /// Plans a task, and says each call in place of another before it is run.
    pub fn planned<'a>(&self, one: &Loaded, task: &Task<'_>, engines: &Engines<'a>) -> Result<Planned<'a>, Fault> {
        let listen = |fallback: &Fallback| {
            let Fallback { query, from, to, why, depth } = fallback;
            self.say.detail(&format!("fallback: `{query}`: `{to}` in place of `{from}`, as {why}"));
            self.say.event(&FallbackEvent { event: "fallback", query, from, to, why, depth: *depth });
        };
        planned_aloud(task, engines, &listen).map_err(|error| one.fault(error))
    }

    /// Reports a fault that showed only when the answer was made: damage of the store, or threads that could not be made.
    pub fn finish(&self) -> Result<(), Fault> {
        if let Some(refused) = parse::refused() {
            return Err(Fault::Threads(refused.to_string()));
        }
        self.shared_store.finish().iter().for_each(|note| self.say.note(note));
        let sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        sources.iter().flat_map(|source| source.notes()).for_each(|note| self.say.note(&note));
        if sources.iter().any(|source| source.is_lost()) { Err(Fault::Lost) } else { Ok(()) }
    }
}

/// A call that is run in place of another, as it is said.
#[derive(Serialize)]
struct FallbackEvent<'a> {
    event: &'static str,
    query: &'a str,
    from: &'a str,
    to: &'a str,
    why: &'a str,
    depth: usize,
}

/// A manifest with its text and what was given for it.
#[derive(Clone)]
pub struct Loaded {
    /// Where it was read.
    pub path: PathBuf,
    /// The manifest.
    pub manifest: Manifest,
    /// Its text.
    pub text: String,
    /// The given inputs; of those that a text of a task fills, the names alone until [`Loaded::resolve`].
    pub given: Vec<Given>,
    /// The lines that tests executed, by the texts of the task.
    pub coverage: Arc<Coverage>,
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
            coverage: &self.coverage,
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

    /// Gives the inputs that texts of a task fill their values, by the facts. Returns remarks on what these lack.
    pub fn resolve(&mut self, texts: &[Arc<TaskText>], index: &Index, say: &Say) -> Vec<String> {
        let mut remarks = Vec::new();
        if texts.is_empty() {
            return remarks;
        }
        let is_open = |it: &Given| matches!(it.origin, Origin::From(_));
        let open: Vec<String> = self.given.iter().filter(|it| is_open(it)).map(|it| it.name.clone()).collect();
        self.given.retain(|it| !is_open(it));
        let found = from::given(texts, &self.manifest, index, say, &mut remarks);
        self.coverage = found.coverage;
        self.given.splice(0..0, found.given.into_iter().filter(|it| open.contains(&it.name)));
        remarks
    }

    /// Reads the text of each `--set NAME=@FILE` whose input is a text, each file once for all manifests; `@@` begins a
    /// text that begins with `@`.
    fn read_files(&mut self, kept: &mut BTreeMap<String, String>) -> Vec<Fault> {
        let mut wrong = Vec::new();
        for given in self.given.iter_mut().filter(|it| it.origin == Origin::Set) {
            let is_text = self.manifest.input(&given.name).is_some_and(|input| input.arg_type == ArgType::Text);
            for value in given.values.iter_mut().filter(|_| is_text) {
                match value.strip_prefix('@') {
                    Some(rest) if rest.starts_with('@') => *value = rest.to_owned(),
                    Some(name) => {
                        let name = name.to_owned();
                        if !kept.contains_key(&name) {
                            let text = read(&name).map_err(|fault| wrong.push(fault)).unwrap_or_default();
                            kept.insert(name.clone(), text);
                        }
                        value.clone_from(&kept[&name]);
                    }
                    None => {}
                }
            }
        }
        wrong
    }

    fn inputs(&self, diagnostics: Vec<Diagnostic>) -> Fault {
        let mut faults = self.manifest.located(&self.path, &self.text, diagnostics).into_iter().map(|it| {
            Fault::Inputs { path: it.path.display().to_string(), text: it.source_text, diagnostics: it.diagnostics }
        });
        match (faults.next(), faults.next()) {
            (Some(only), None) => only,
            (first, second) => Fault::All(first.into_iter().chain(second).chain(faults).collect()),
        }
    }
}

/// The manifest at a path with its text, before anything is given for it.
pub fn opened(path: &Path) -> Result<Loaded, Fault> {
    let (manifest, text) = loaded_manifest(path).map_err(|error| Fault::Manifests(vec![error]))?;
    Ok(Loaded {
        path: path.to_owned(),
        manifest,
        text,
        given: Vec::new(),
        coverage: Arc::default(),
        environment: environment()?,
    })
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

/// The manifests of a call, and the texts of its task.
pub type Request = (Vec<Loaded>, Vec<Arc<TaskText>>);

/// Loads manifests and binds what was given, so that every mistake of the user shows before any work is done.
pub fn load(
    call: &CliContext,
    paths: &[PathBuf],
    options: &InputOptions,
    stale: &StaleOptions,
) -> Result<Request, Fault> {
    let say = &call.say;
    parse::take_room();
    let mut errors = Vec::new();
    let mut loaded = Vec::new();
    for path in paths {
        match loaded_manifest(path) {
            Ok((mut manifest, text)) => {
                manifest.index.on_stale = stale.on_stale.unwrap_or(manifest.index.on_stale);
                warned(path, &text, &manifest, say);
                let environment = environment()?;
                let given = Vec::new();
                loaded.push(Loaded {
                    path: path.clone(),
                    manifest,
                    text,
                    given,
                    coverage: Arc::default(),
                    environment,
                });
            }
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(Fault::Manifests(errors));
    }
    for one in &mut loaded {
        one.manifest.budget.user.manifest = manifest_name(&one.path, &call.shared.root);
    }
    caps::set(&mut loaded.iter_mut().map(|it| &mut it.manifest).collect::<Vec<_>>(), options)?;
    let mut files = Vec::new();
    let given = given(options, &mut files);
    let (given, mut texts) = match (given, from::read(&options.from, &call.shared.root)) {
        (Ok(given), Ok(texts)) => (given, texts),
        (given, texts) => {
            let wrong = given.err().into_iter().chain(texts.err().map(Fault::All));
            return Err(Fault::All(wrong.collect()));
        }
    };
    loaded.iter_mut().for_each(|it| from::leave_out(&texts, &call.shared.root, &mut it.manifest));
    let manifests: Vec<&Manifest> = loaded.iter().map(|it| &it.manifest).collect();
    let mut wrong = in_files(&files, &manifests, &given);
    let mut kept = BTreeMap::new();
    let is_known: Vec<bool> =
        given.iter().map(|it| loaded.iter().any(|loaded| loaded.manifest.input(&it.name).is_some())).collect();
    for it in &mut loaded {
        // What only another manifest of the same call asks for is no mistake here.
        let mine =
            given.iter().zip(&is_known).filter(|(given, known)| !**known || it.manifest.input(&given.name).is_some());
        it.given = mine.map(|(given, _)| given.clone()).collect();
        wrong.extend(it.read_files(&mut kept));
        input::fitting(&it.manifest, &mut it.given);
        if texts.is_empty() {
            texts.extend(from::of_values(&it.given, &it.manifest));
        }
        let (bare, full): (Vec<&Arc<TaskText>>, Vec<&Arc<TaskText>>) = texts.iter().partition(|it| it.is_bare());
        it.given.extend(from::open(&full, &it.manifest, &it.given));
        if let Err(diagnostics) = bind(&it.manifest, &it.given) {
            // Where a text without content was to fill what is missing, that is the mistake.
            let all = [it.given.clone(), from::open(&bare, &it.manifest, &it.given)].concat();
            match bind(&it.manifest, &all) {
                Ok(_) => wrong.extend(bare.into_iter().map(|text| text.nothing())),
                Err(_) => wrong.push(it.inputs(diagnostics)),
            }
        }
    }
    if wrong.is_empty() { Ok((loaded, texts)) } else { Err(Fault::All(wrong)) }
}

/// Says the warnings of a manifest, and those of its base.
fn warned(path: &Path, text: &str, manifest: &Manifest, say: &Say) {
    let over = manifest.over.as_ref();
    let text = over.and_then(|over| over.flat.sources.first()).map_or(text, |top| &top.text);
    say.diagnostics(&path.display().to_string(), text, &manifest.warnings);
    if let Some(over) = over {
        let below = &over.findings;
        say.diagnostics(&below.path.display().to_string(), &below.source_text, &below.diagnostics);
    }
}

/// The manifest at a path, or the shipped one of that name.
fn loaded_manifest(path: &Path) -> Result<(Manifest, String), ManifestError> {
    match manifest::load_with_text(path) {
        Err(ManifestError::Io { path, source }) => match path.to_str().and_then(shipped) {
            Some(text) => Ok((manifest::parse(text.as_bytes(), &path)?, text.to_owned())),
            None => Err(ManifestError::Io { path, source }),
        },
        other => other,
    }
}
