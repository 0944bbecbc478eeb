//! The messages of faults: the only file that knows hints.

use std::io;
use std::path::Path;

use super::fault::Fault;
use super::near;
use super::say::Say;
use crate::base::Diagnostic;
use crate::fleet::{FleetError, MergeError};
use crate::history::{Off, RangeError};
use crate::manifest::ManifestError;
use crate::pipeline::{Exhausted, IndexError};
use crate::scip::OpenError;
use crate::store::StoreError;
use crate::walk::WalkError;

impl Fault {
    /// Says what is wrong, and what to do.
    pub fn report(&self, say: &Say) {
        match self {
            Self::Usage { message, hint } | Self::Unknown { message, hint } => say.error(message, hint.as_deref()),
            Self::Manifests(errors) => errors.iter().for_each(|error| manifest(error, say)),
            Self::Linted => {}
            Self::Inputs { path, text, diagnostics } => say.diagnostics(path, text, diagnostics),
            Self::InputFile(error) => say.diagnostics(&error.name, &error.source_text, &error.diagnostics),
            Self::InputUnread { name, source } => {
                say.error(&format!("cannot read the inputs `{name}`: {}", describe(source)), None);
            }
            Self::Range { argument, error } => say.error(&range(argument, error), Some(range_hint(argument, error).as_str())),
            Self::All(faults) => faults.iter().for_each(|fault| fault.report(say)),
            Self::Expression { text, diagnostics } => say.diagnostics("query", text, diagnostics),
            Self::Unstamped { why, hint } => say.error(&format!("nothing was stamped: {why}"), Some(hint)),
            Self::Unhealthy(Some(confidence)) => {
                say.error(&format!("confidence in the indexes is {}, not high", confidence.word()), None);
            }
            Self::Refused(reasons) => reasons.iter().for_each(|reason| say.error(reason, None)),
            Self::Shared(fault) => fault.report(say),
            Self::Batch { failed, all, .. } => say.error(&format!("{failed} of {all} tasks failed"), None),
            Self::Unlisted { failed, all, .. } => {
                let text = format!("{failed} of {all} repositories could not be indexed, and are not in the fleet file");
                say.error(&text, None);
            }
            Self::Unanswered { failed, all, .. } => {
                let hint = "the roots are those of the list that the fleet file was built from; `cg-bundle fleet list` has them";
                say.error(&format!("{failed} of {all} repositories have no bundle"), Some(hint));
            }
            Self::Fleet(error) => fleet(error, say),
            Self::Unmerged(MergeError::Io(source)) => {
                say.error(&format!("cannot write the fleet file: {}", describe(source)), None);
            }
            Self::Unmerged(error @ MergeError::Damaged { .. }) => say.error(&error.to_string(), Some(MERGED)),
            Self::Unmerged(error) => say.error(&error.to_string(), None),
            Self::Unhealthy(None) => say.error("there is no index", Some(SCIP)),
            Self::Stale(why) => say.error(
                &format!("the index is not fresh, and `on_stale: fail` asks for one that is: {why}"),
                Some("`cg-bundle health` shows all of it; `--on-stale downgrade` answers from the text where it is stale"),
            ),
            Self::Index(error) => index(error, say),
            Self::Lost => say.error(
                "the answer is not whole: the store lost facts, and files changed while they were read again",
                Some("run it again"),
            ),
            Self::Threads(reason) => {
                let reason = reason.split(" (os error").next().unwrap_or(reason);
                say.error(&format!("no thread can be started: {reason}"), Some(THREADS));
            }
            Self::Prune(reason) => say.error(&format!("cannot prune the store: {reason}"), None),
            Self::File { what, path, source } => {
                let folder = path.parent().filter(|it| source.kind() == io::ErrorKind::NotFound && !it.exists());
                let hint = folder.map(|it| format!("there is no folder `{}`", it.display()));
                say.error(&format!("cannot {what} `{}`: {}", path.display(), describe(source)), hint.as_deref());
            }
            Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Self::Stdout(error) => say.error(&format!("cannot write the result: {}", describe(error)), None),
        }
    }

    /// The fault in one line, for a table.
    pub fn title(&self) -> String {
        match self {
            Self::Usage { message, .. } | Self::Unknown { message, .. } => message.clone(),
            Self::Manifests(errors) => errors.first().map_or(String::new(), |error| match error {
                ManifestError::Invalid { diagnostics, base, .. } => {
                    let base = base.as_ref().map_or(&[][..], |base| &base.diagnostics);
                    first(if diagnostics.is_empty() { base } else { diagnostics })
                }
                ManifestError::Io { path, .. } => format!("cannot read manifest `{}`", path.display()),
            }),
            Self::Inputs { diagnostics, .. } | Self::Expression { diagnostics, .. } => first(diagnostics),
            Self::InputFile(error) => first(&error.diagnostics),
            Self::InputUnread { name, source } => format!("cannot read the inputs `{name}`: {}", describe(source)),
            Self::Range { argument, error } => range(argument, error),
            Self::All(faults) => faults.first().map_or(String::new(), Self::title),
            Self::Refused(reasons) => reasons.join("; "),
            Self::Stale(why) => format!("the index is not fresh: {why}"),
            Self::File { what, path, source } => format!("cannot {what} `{}`: {}", path.display(), describe(source)),
            Self::Index(error) => error.to_string(),
            _ => format!("it ended with {}", self.code()),
        }
    }
}

fn range(argument: &str, error: &RangeError) -> String {
    format!("`--from {argument}`: {error}")
}

fn range_hint(argument: &str, error: &RangeError) -> String {
    let hint = match error {
        RangeError::Off(Off::NoGit) => {
            let range = argument.strip_prefix("diff:").unwrap_or(argument);
            let range = if range.contains("..") { range } else { "…" };
            return format!(
                "nothing above this folder is read; where the repository lies there, give the text: `git diff {range} | \
                 cg-bundle … --from diff:-`"
            );
        }
        RangeError::Unknown { .. } | RangeError::Ambiguous { .. } => {
            "write A..B with branches, tags or ids of commits, such as `diff:main..` or `diff:HEAD~1..HEAD`; a file of that \
             name is `diff:./NAME`"
        }
        RangeError::NoBase { .. } => "write A..B to compare the two as they are",
        RangeError::Missing { .. } => {
            "a shallow or partial clone lacks commits: fetch them, or give the text: `git diff A B | cg-bundle … --from \
             diff:-`"
        }
        _ => "give the text: `git diff … | cg-bundle … --from diff:-`",
    };
    hint.to_owned()
}

fn first(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map_or(String::new(), |it| it.title.clone())
}

/// The system's word without its number.
fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn manifest(error: &ManifestError, say: &Say) {
    match error {
        ManifestError::Invalid { path, source_text, diagnostics, base } => {
            say.diagnostics(&path.display().to_string(), source_text, diagnostics);
            if let Some(base) = base {
                say.diagnostics(&base.path.display().to_string(), &base.source_text, &base.diagnostics);
            }
        }
        ManifestError::Io { path, source } if source.kind() == io::ErrorKind::NotFound => {
            say.error(&format!("there is no manifest `{}`", path.display()), near::manifest(path).as_deref());
        }
        ManifestError::Io { path, source } => {
            let hint = Path::new(path).is_dir().then_some("name a file in it, or check all with `cg-bundle lint DIR`");
            say.error(&format!("cannot read manifest `{}`: {}", path.display(), describe(source)), hint);
        }
    }
}

fn fleet(error: &FleetError, say: &Say) {
    match error {
        FleetError::Io { source, .. } => say.error(&format!("{error}: {}", describe(source)), None),
        FleetError::Damaged { .. } => say.error(&error.to_string(), Some(MERGED)),
    }
}

fn index(error: &IndexError, say: &Say) {
    let (message, hint) = match error {
        IndexError::Walk(WalkError::Root { source, .. }) => (format!("{error}: {}", describe(source)), ROOT),
        IndexError::Walk(WalkError::Exhausted { source }) => (format!("{error}: {}", describe(source)), FILES),
        IndexError::Walk(WalkError::NotADirectory { .. }) => (error.to_string(), ROOT),
        IndexError::Store(StoreError::Open { source, .. }) => (format!("{error}: {source}"), STORE),
        IndexError::Store(StoreError::Make { source, .. }) => (format!("{error}: {}", describe(source)), STORE),
        IndexError::Store(StoreError::Foreign { .. } | StoreError::Strange { .. }) => (error.to_string(), STORE),
        IndexError::Over(_) => (error.to_string(), OVER),
        IndexError::Threads(error) => (error.to_string(), THREADS),
        IndexError::Exhausted(Exhausted { source, .. }) => (format!("{error}: {}", describe(source)), FILES),
        IndexError::Scip(OpenError { source, .. }) => (format!("{error}: {}", describe(source)), SCIP),
    };
    say.error(&message, Some(hint));
}

const OVER: &str = "index a part of the repository: -C DIR names its root";
const MERGED: &str = "build it again: `cg-bundle fleet build LIST -o FLEET`";
const ROOT: &str = "-C DIR names the root of the repository; the default is the working directory";
const SCIP: &str =
    "--scip names the index that an indexer wrote, such as index.scip; without it the one at the root is read";
const FILES: &str = "raise the limit on open files (`ulimit -n`), or end what holds them open";
const THREADS: &str =
    "raise the limit on processes (`ulimit -u`) or on memory (`ulimit -v`), or set RAYON_NUM_THREADS=1";
const STORE: &str = "name another file with --store, or do without one with --no-store";
