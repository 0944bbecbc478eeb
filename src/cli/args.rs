//! The arguments, as clap reads them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::command;
use crate::manifest::OnStale;
use crate::store::CasAddress;
use crate::work::WorkProfile;

/// The command line without a command: manifests to answer.
#[derive(Debug, Parser)]
#[command(name = "cg-bundle", version, about = super::help::ABOUT, after_help = super::help::SHORT, after_long_help = super::help::LONG)]
// The last of several values counts: an argument that a note advises is added behind those that are there.
#[command(arg_required_else_help = true, args_override_self = true)]
pub struct Alone {
    /// Options of every command.
    #[command(flatten)]
    pub shared: Shared,
    /// Options for answering manifests.
    #[command(flatten)]
    pub bundle: command::bundle::Options,
}

/// The command line with a command.
#[derive(Debug, Parser)]
#[command(name = "cg-bundle", version, args_override_self = true)]
pub struct Commanded {
    /// Options of every command.
    #[command(flatten)]
    pub shared: Shared,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Everything but answering manifests, in the order of the help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say why a file is in the bundle of a manifest, or why it is not
    Explain(command::explain::Options),
    /// Answer the tasks of a file, each into a file of its own
    Batch(command::batch::Options),
    /// Compare two bundles: which files came, went, moved or were resized, and why
    Diff(command::diff::Options),
    /// Show a bundle as one HTML page, as a comment for a pull request, or as a graph
    Report(command::report::Options),
    /// Ask one question, such as 'import_graph.reverse_lookup(lodash)'
    Query(command::query::Options),
    /// Print the facts of a relation; without one, list the relations
    Facts(command::facts::Options),
    /// Ask many repositories at once: merge their facts into one file
    Fleet(command::fleet::Options),
    /// List what a manifest can compute; with a name, state its rules
    Primitives(command::primitives::Options),
    /// Make or refresh the index, and say what it holds
    Index(command::index::Options),
    /// Say how far the indexes of compilers may be trusted, and what refreshes them
    Health(command::health::Options),
    /// Stamp the index of a compiler with what it was made from
    Scip(command::scip::Options),
    /// Print the inputs that a task brings, as a file for --input
    Inputs(command::inputs::Options),
    /// Check manifests, and fix them with --fix
    Lint(command::lint::Options),
    /// Check that the bundles of a manifest hold what its author means them to
    Test(command::test::Options),
    /// Measure the bundles of a manifest on the commits of the repository
    Eval(command::eval::Options),
    /// Record which files of a bundle its reader used
    Used(command::used::Options),
    /// Propose edits of a manifest by what its bundles were used for
    Tune(command::tune::Options),
    /// Write a manifest to start from
    Init(command::init::Options),
    /// Print the JSON schema of manifests or bundles
    Schema(command::schema::Options),
    /// Print completions for a shell
    Completions(command::completions::Options),
    /// Print a page of the manual
    Man(command::man::Options),
}

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub struct Shared {
    /// The root of the repository; nothing above it is read
    #[arg(short = 'C', long = "root", value_name = "DIR", default_value = ".", global = true)]
    #[arg(help_heading = "Common")]
    pub root: PathBuf,
    /// Print results and errors only: no notes, no progress
    #[arg(short, long, global = true, help_heading = "Common")]
    pub quiet: bool,
    /// Print what was read and what each query returned
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = "Common")]
    pub verbose: bool,
    /// When to colour messages
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        help_heading = "Common",
        hide_possible_values = true
    )]
    #[arg(help = "When to colour messages: auto, always, never")]
    pub color: Color,
    /// How messages are written
    #[arg(
        long,
        value_name = "FORM",
        default_value = "human",
        global = true,
        help_heading = "Common",
        hide_possible_values = true
    )]
    #[arg(help = "How messages are written: human, json (one object a line), github (annotations)")]
    pub message_format: MessageFormat,
}

/// Where the index is kept, and which compilers' indexes it takes in.
#[derive(Clone, Debug, Default, Args)]
pub struct StoreOptions {
    /// Keep the index in this file instead of .cg-bundle/ at the root
    #[arg(long, value_name = "FILE", help_heading = "Index")]
    pub store: Option<PathBuf>,
    /// Keep no index
    #[arg(long, conflicts_with = "store", help_heading = "Index")]
    pub no_store: bool,
    /// Hash every file, whatever its size and times say
    #[arg(long, help_heading = "Index")]
    pub verify: bool,
    /// Share what is learned with other machines in this store, as file:///srv/cg or s3://bucket/cg; CG_CAS is the same
    #[arg(long, value_name = "URL", conflicts_with = "no_store", value_parser = cas_address, help_heading = "Index")]
    pub cas: Option<CasAddress>,
    /// Write nothing to the shared store; CG_CAS_READ_ONLY=1 is the same
    #[arg(long, help_heading = "Index")]
    pub cas_read_only: bool,
    /// Make this part of what comes from the shared store again, and compare: 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.0, hide_default_value = true, value_parser = part, help_heading = "Index")]
    pub cas_verify: f64,
    /// Read this index of a compiler (SCIP); may be repeated. Without it those that the manifest names, else index.scip
    /// at the root
    #[arg(long, value_name = "FILE", help_heading = "Index")]
    pub scip: Vec<PathBuf>,
    /// Read no index of a compiler
    #[arg(long, conflicts_with = "scip", help_heading = "Index")]
    pub no_scip: bool,
}

fn cas_address(url: &str) -> Result<CasAddress, String> {
    CasAddress::of(url).map_err(str::to_owned)
}

fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "write a part, from 0 to 1".to_owned())
}

/// The policy for an index that is not fresh.
#[derive(Clone, Debug, Default, Args)]
pub struct StaleOptions {
    /// The policy for an index that is not fresh, in place of the manifest's: downgrade, fail, use
    #[arg(long, value_name = "WHAT", value_parser = on_stale_named, help_heading = "Index")]
    pub on_stale: Option<OnStale>,
}

fn on_stale_named(name: &str) -> Result<OnStale, String> {
    let names: Vec<&str> = OnStale::ALL.iter().map(|it| it.name()).collect();
    OnStale::named(name).ok_or_else(|| format!("it can be {}", names.join(", ")))
}

/// The inputs of a task.
#[derive(Clone, Debug, Args)]
pub struct InputOptions {
    /// Give an input a value; several with commas, or by repeating; a text from a file by NAME=@FILE
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = "Inputs")]
    pub set: Vec<String>,
    /// Read inputs from a YAML or JSON file; - is standard input
    #[arg(long = "input", value_name = "FILE", help_heading = "Inputs")]
    pub input: Vec<String>,
    /// Read a task as it arrives, FORM:FILE, such as diff:main.. or trace:-; may be repeated. `cg-bundle --help` lists the forms
    #[arg(long = "from", value_name = "FORM:TEXT", help_heading = "Inputs")]
    pub from: Vec<String>,
    /// Load the files of a query, or a file that one returns
    #[arg(long, value_name = "NAME", help_heading = "Inputs")]
    pub promote: Vec<String>,
    /// Run no query: the globs and the inputs alone are answered
    #[arg(long, conflicts_with = "promote", help_heading = "Inputs")]
    pub no_derived: bool,
    /// The most characters, in place of the manifest's budget
    #[arg(long, value_name = "N", help_heading = "Inputs")]
    pub max_chars: Option<u64>,
    /// The most tokens, estimated, in place of the manifest's budget
    #[arg(long, value_name = "N", help_heading = "Inputs")]
    pub max_tokens: Option<u64>,
    /// The most files with text, or of one query: NAME=N
    #[arg(long, value_name = "[NAME=]N", help_heading = "Inputs")]
    pub max_files: Vec<String>,
    /// The limits of work
    #[command(flatten)]
    pub work: WorkOptions,
}

/// The limits of work, each above those of the environment, a configuration file and the manifest.
#[derive(Clone, Debug, Default, Args)]
pub struct WorkOptions {
    /// Read limits of work from this YAML file: the keys of `budget.work` in a manifest
    #[arg(long, value_name = "FILE", help_heading = "Work")]
    pub config: Option<String>,
    /// How much work a query may cause: safe, balanced, deep
    #[arg(long, value_name = "PROFILE", value_parser = profile_named, help_heading = "Work")]
    pub budget_profile: Option<WorkProfile>,
    /// The most files that a search ranks, or definitions that a name means
    #[arg(long, value_name = "N", help_heading = "Work")]
    pub max_candidates: Option<u64>,
    /// The most files whose text a query reads
    #[arg(long, value_name = "N", help_heading = "Work")]
    pub max_files_read: Option<u64>,
    /// The most bytes of texts and postings that a query reads
    #[arg(long, value_name = "N", help_heading = "Work")]
    pub max_bytes_read: Option<u64>,
    /// The most parsing in a request, in milliseconds by the measured cost of each language
    #[arg(long, value_name = "N", help_heading = "Work")]
    pub max_parse_ms: Option<u64>,
    /// The most files or definitions that a walk enters into its answer
    #[arg(long, value_name = "N", help_heading = "Work")]
    pub max_graph_nodes: Option<u64>,
    /// Say where the run takes more CPU than this, in milliseconds; the answer does not depend on it
    #[arg(long, value_name = "N", help_heading = "Work")]
    pub max_cpu_ms: Option<u64>,
}

fn profile_named(name: &str) -> Result<WorkProfile, String> {
    let names: Vec<&str> = WorkProfile::ALL.iter().map(|it| it.name()).collect();
    WorkProfile::named(name).ok_or_else(|| format!("it can be {}", names.join(", ")))
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// For people: the line, the mark below it, the fix.
    Human,
    /// One JSON object a line.
    Json,
    /// As annotations of a GitHub workflow.
    Github,
}
