//! The faults of a run, with their exit codes.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::Diagnostic;
use crate::fleet::{FleetError, MergeError};
use crate::history::RangeError;
use crate::input::FileError;
use crate::manifest::ManifestError;
use crate::pipeline::IndexError;
use crate::scip::Confidence;

/// A request that was not carried out.
#[derive(Debug)]
pub enum Fault {
    /// The command line cannot be meant so.
    Usage {
        /// The problem.
        message: String,
        /// The remedy.
        hint: Option<String>,
    },
    /// Manifests that cannot be used, each for its reason.
    Manifests(Vec<ManifestError>),
    /// Manifests are wrong, and it has been said why.
    Linted,
    /// Inputs that do not fit, and the text they point into.
    Inputs {
        /// The name of the text.
        path: String,
        /// The text.
        text: String,
        /// The problem.
        diagnostics: Vec<Diagnostic>,
    },
    /// A file of inputs is wrong.
    InputFile(FileError),
    /// A file of inputs cannot be read.
    InputUnread {
        /// The file.
        name: String,
        /// The system's error.
        source: io::Error,
    },
    /// Two states of the repository cannot be compared.
    Range {
        /// The argument of `--from`.
        argument: String,
        /// Why not.
        error: RangeError,
    },
    /// Several faults of inputs at once.
    All(Vec<Fault>),
    /// A name that a task brings names nothing.
    Unknown {
        /// The problem.
        message: String,
        /// The remedy.
        hint: Option<String>,
    },
    /// The text of a query is wrong.
    Expression {
        /// The text.
        text: String,
        /// The problem.
        diagnostics: Vec<Diagnostic>,
    },
    /// An index is not fresh, and the manifest would rather fail.
    Stale(String),
    /// An index is not stamped.
    Unstamped {
        /// Why not.
        why: String,
        /// The remedy.
        hint: String,
    },
    /// The confidence in the indexes is not high, and `--check` requires it; `None`: there is no index.
    Unhealthy(Option<Confidence>),
    /// Bundles were delivered, and a gate of the command line refuses them, each for its reason.
    Refused(Vec<String>),
    /// Tasks of a batch failed; the gravest code, and how many.
    Batch {
        /// The exit code.
        code: u8,
        /// How many tasks failed.
        failed: usize,
        /// The number of all tasks.
        all: usize,
    },
    /// A fault of several tasks.
    Shared(Arc<Fault>),
    /// The repository cannot be indexed.
    Index(IndexError),
    /// The store lost facts while the repository changed, so that the answer is not whole.
    Lost,
    /// No thread can be started, for this reason.
    Threads(String),
    /// The store cannot be pruned.
    Prune(String),
    /// A file cannot be read or written.
    File {
        /// The attempted action: `write`, `make`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A fleet file cannot be read.
    Fleet(FleetError),
    /// A fleet file cannot be written.
    Unmerged(MergeError),
    /// Repositories of a list could not be indexed; the gravest code, and how many.
    Unlisted {
        /// The exit code.
        code: u8,
        /// How many failed.
        failed: usize,
        /// The number of all repositories.
        all: usize,
    },
    /// Repositories of a fleet could not be answered; the gravest code, and how many.
    Unanswered {
        /// The exit code.
        code: u8,
        /// How many failed.
        failed: usize,
        /// The number of all that are concerned.
        all: usize,
    },
    /// Standard output cannot be written.
    Stdout(io::Error),
}

/// A closed standard output is no fault.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Stdout(error)
    }
}

impl From<FleetError> for Fault {
    fn from(error: FleetError) -> Self {
        Self::Fleet(error)
    }
}

impl From<IndexError> for Fault {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Threads(error) => Self::Threads(error.to_string()),
            error => Self::Index(error),
        }
    }
}

impl Fault {
    /// A command line that cannot be meant so.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: Some(hint.into()) }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Usage { .. } | Self::Expression { .. } => 2,
            Self::Manifests(_) | Self::Linted => 3,
            Self::Inputs { .. } | Self::InputFile(_) | Self::Unknown { .. } | Self::Range { .. } => 4,
            Self::All(faults) => faults.iter().map(Self::code).max().unwrap_or(4),
            Self::Batch { code, .. } | Self::Unlisted { code, .. } | Self::Unanswered { code, .. } => *code,
            Self::Fleet(_) | Self::Unmerged(_) => 6,
            Self::Shared(fault) => fault.code(),
            Self::Unhealthy(_) | Self::Refused(_) => 1,
            Self::Stale(_) | Self::Unstamped { .. } | Self::Index(_) | Self::Lost | Self::Prune(_) => 5,
            Self::Threads(_) | Self::InputUnread { .. } | Self::File { .. } | Self::Stdout(_) => 6,
        }
    }
}
