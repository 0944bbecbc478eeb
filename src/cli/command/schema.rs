//! `schema`: the JSON schemas, as editors and validators read them.

use clap::{Args, ValueEnum};

use crate::cli::fault::Fault;
use crate::cli::output;

/// The schema of manifests.
pub const MANIFEST: &str = include_str!("../../../schemas/manifest.schema.json");
/// The schema of bundles.
pub const BUNDLE: &str = include_str!("../../../schemas/bundle.schema.json");

/// The schema of a task of a batch.
pub const TASK: &str = include_str!("../../../schemas/task.schema.json");

/// The schema of a file of tests.
pub const TEST: &str = include_str!("../../../schemas/test.schema.json");

/// The schema of the account of a replay.
pub const EVAL: &str = include_str!("../../../schemas/eval.schema.json");

/// The schema of a line of the log of uses.
pub const USED: &str = include_str!("../../../schemas/used.schema.json");

/// Options of `schema`.
#[derive(Debug, Args)]
pub struct Options {
    /// The schema: manifest, bundle, task, test, eval or used
    #[arg(value_name = "OF", default_value = "manifest", hide_possible_values = true)]
    of: Of,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Of {
    Manifest,
    Bundle,
    Task,
    Test,
    Eval,
    Used,
}

/// Prints a schema.
pub fn run(options: &Options) -> Result<(), Fault> {
    output::print(match options.of {
        Of::Manifest => MANIFEST,
        Of::Bundle => BUNDLE,
        Of::Task => TASK,
        Of::Test => TEST,
        Of::Eval => EVAL,
        Of::Used => USED,
    })
}
