//! A manifest after every check: names resolved, calls parsed, places kept.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::call::{Arg, QueryCall, Word};
use super::flat::{FlatText, SourceFindings};
use super::words::{Band, OnStale, Profile, Render};
use crate::base::Diagnostic;
use crate::primitive::ArgType;
use crate::work::{Knobs, WorkProfile};

/// One manifest.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The version of the language; 1.
    pub version: u32,
    /// The class of task; the file's stem where the manifest names none.
    pub task_class: String,
    /// The purpose of the bundle, in the author's words; may be empty.
    pub description: String,
    /// The inputs: the declared ones in their order, then those that are only used.
    pub inputs: Vec<InputDecl>,
    /// The budget.
    pub budget: Budget,
    /// The settings for SCIP indexes.
    pub index: IndexSettings,
    /// The focus of the spine and the views.
    pub focus: Focus,
    /// The bands, in the order of [`Band::ALL`].
    pub bands: [BandSpec; 3],
    /// Warnings: allowed, and probably not meant.
    pub warnings: Vec<Diagnostic>,
    /// The base below it, where it extends one. Places are then those of the flat text.
    pub over: Option<Arc<Extended>>,
}

/// A manifest and its base as one text.
#[derive(Clone, Debug)]
pub struct Extended {
    /// The text.
    pub flat: FlatText,
    /// The warnings in the base.
    pub findings: SourceFindings,
}

impl Manifest {
    /// Findings at places of the manifest, in the texts that their author wrote. `text` is that at `path`, where no base
    /// lies below.
    pub fn located(&self, path: &Path, text: &str, found: Vec<Diagnostic>) -> Vec<SourceFindings> {
        let one = |path: &Path, text: &str, diagnostics| SourceFindings {
            path: path.to_owned(),
            source_text: text.to_owned(),
            diagnostics,
        };
        let Some(over) = &self.over else { return vec![one(path, text, found)] };
        let texts = over.flat.sources.iter().zip(over.flat.located(found));
        texts.filter(|(_, found)| !found.is_empty()).map(|(it, found)| one(&it.path, &it.text, found)).collect()
    }

    /// The path and the line where a query is stated; `path` is that of the manifest.
    pub fn stated(&self, path: &Path, query: &Query) -> String {
        match &self.over {
            None => format!("{}:{}", path.display(), query.line),
            Some(over) => {
                let (path, line) = over.flat.line_of(&query.span);
                format!("{}:{line}", path.display())
            }
        }
    }

    /// The input of that name.
    pub fn input(&self, name: &str) -> Option<&InputDecl> {
        self.inputs.iter().find(|input| input.name == name)
    }

    /// Every query with its band, in the order they run.
    pub fn queries(&self) -> impl Iterator<Item = (Band, &Query)> {
        self.bands.iter().flat_map(|spec| spec.derived.iter().map(|query| (spec.band, query)))
    }
}

/// An input: a name that values bind to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputDecl {
    /// The dotted name; `$` of `$workflow.` and `$repo.` is dropped.
    pub name: String,
    /// The type of its values.
    pub arg_type: ArgType,
    /// Whether a query that uses it cannot do without.
    pub required: bool,
    /// Whether at least one of the inputs so marked has a value.
    pub one_of: bool,
    /// Values that would do.
    pub example: Vec<String>,
    /// The values where none are given.
    pub default: Vec<String>,
    /// Whether it is declared under `inputs:`.
    pub declared: bool,
    /// The declared name, or the first use.
    pub span: Range<usize>,
}

/// `budget:`. A value that is not given is left to the profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The profile.
    pub profile: Option<Profile>,
    /// The most characters; `None` also for `auto`.
    pub max_chars: Option<u64>,
    /// The most tokens.
    pub max_tokens: Option<u64>,
    /// The most files.
    pub max_files: Option<u32>,
    /// The most tokens of one file.
    pub per_file_max_tokens: Option<u64>,
    /// The limits of work.
    pub work: Knobs,
    /// The limits of the user, each in place of all others of its sort.
    pub user: UserLimits,
}

impl Budget {
    /// The stated limits of work: those of the user above those of `work`, and these above the profile.
    pub fn knobs(&self) -> Knobs {
        let profile = match self.profile {
            Some(Profile::Safe) => Some(WorkProfile::Safe),
            Some(Profile::Balanced) => Some(WorkProfile::Balanced),
            Some(Profile::Deep) => Some(WorkProfile::Deep),
            Some(Profile::Seed | Profile::Inline | Profile::Auto) | None => None,
        };
        Knobs::of(profile).under(&self.work).under(&self.user.work)
    }
}

/// Limits that stand on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserLimits {
    /// The most characters.
    pub max_chars: Option<u64>,
    /// The most tokens.
    pub max_tokens: Option<u64>,
    /// The most files.
    pub max_files: Option<u32>,
    /// The limits of work: of a configuration file, the environment and the command line.
    pub work: Knobs,
    /// The most files of single queries.
    pub of_queries: Vec<(String, u32)>,
    /// No query is run (S3.24).
    pub no_derived: bool,
    /// The manifest, as a command line at the root of the repository names it; empty where none did.
    pub manifest: String,
}

/// `index:`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexSettings {
    /// The files of compilers' indexes, from the root of the repository. None: the one that is found at the root.
    pub scip: Vec<String>,
    /// The policy for a stale index.
    pub on_stale: OnStale,
}

/// `focus:`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// Inputs that hold symbols, queries, and names as they are written.
    pub symbols: Vec<Arg>,
    /// The question.
    pub query: Option<FocusText>,
    /// A hypothetical answer, whose words a search looks for too.
    pub hyde: Option<FocusText>,
}

/// A text, or the input that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FocusText {
    /// An input.
    Input(Word),
    /// The text itself.
    Text(String),
}

/// The requests of one band.
#[derive(Clone, Debug)]
pub struct BandSpec {
    /// Which band.
    pub band: Band,
    /// `repo_context_keys:`
    pub repo_context_keys: Vec<ContextKey>,
    /// `globs:`, without those that start with `!`.
    pub globs: Vec<String>,
    /// `exclude:`, and what `globs:` excludes with `!`.
    pub exclude: Vec<String>,
    /// `bootstrap_globs:`
    pub bootstrap_globs: Vec<String>,
    /// `derived:`
    pub derived: Vec<Query>,
    /// `max_chars:`, the most characters of the band's sources.
    pub max_chars: Option<u64>,
    /// `max_tokens:`, the same in tokens.
    pub max_tokens: Option<u64>,
}

/// One entry of `repo_context_keys`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextKey {
    /// The name.
    pub name: String,
    /// Whether the name is an input; else it is one of [`CONTEXT_KEYS`].
    pub is_input: bool,
    /// Its place in the text.
    pub span: Range<usize>,
}

/// The keys that every repository answers.
pub const CONTEXT_KEYS: &[&str] =
    &["entry_points", "folders", "gaps.summary", "languages", "own_packages", "packages", "test_inventory.summary"];

/// One entry of `derived`.
#[derive(Clone, Debug)]
pub struct Query {
    /// The name, unique in the manifest.
    pub name: String,
    /// The call. `depth` and `evidence` of the entry are merged into it.
    pub call: QueryCall,
    /// The cap.
    pub max_files: u32,
    /// How the files are shown; `None` leaves it to the sizing.
    pub render: Option<Render>,
    /// Why, for the reader; may be empty.
    pub why: String,
    /// The call for when the first cannot be trusted.
    pub fallback: Option<QueryCall>,
    /// The input without which the query does not run.
    pub when: Option<String>,
    /// The earlier query that leaves this one without a purpose where it is sure of its answer.
    pub when_unsure: Option<String>,
    /// The earlier query without which, where it is not sure of its answer, this one has no purpose. Its surest files stand for it.
    pub when_sure: Option<String>,
    /// The inputs that leave this one without a purpose where any has a value.
    pub unless: Vec<String>,
    /// The name's place.
    pub span: Range<usize>,
    /// The name's line, from 1.
    pub line: u32,
}
