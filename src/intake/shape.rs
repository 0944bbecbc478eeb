//! Adapters: the forms in which tasks arrive, and the values that they bring.

use std::ops::Range;

use super::affected::Advisory;
use super::decoded::{decoded, plain};
use super::report::CoverageReport;
use crate::base::{Diagnostic, without_middle};
use crate::primitive::ArgType;
use crate::primitive::TraceFrame;

/// The most characters of one text that becomes the value of an input: texts from outside are quoted in bundles.
pub const MOST_TEXT: usize = 20_000;

/// One form of `--from`.
pub struct Adapter {
    /// The word before the colon.
    pub name: &'static str,
    /// An argument that can be typed.
    pub example: &'static str,
    /// The form, for `--help`.
    pub about: &'static str,
    /// The first part of the names of the inputs that it fills.
    pub prefix: &'static str,
    /// The values that it brings, each with the last part of the name of its input.
    pub roles: &'static [(ValueRole, &'static str)],
    /// The most bytes of a text.
    pub max_bytes: usize,
    /// How it is read.
    pub reader: AdapterReader,
}

/// The content of a text, or why it is not of the form.
pub type ReadResult = Result<Extract, Box<Diagnostic>>;

/// How a form is read.
pub enum AdapterReader {
    /// It is a text.
    Text(fn(&str) -> ReadResult),
    /// It is a text, or a database of SQLite.
    TextOrDatabase(fn(&str) -> ReadResult, fn(&[u8]) -> ReadResult),
}

/// The first bytes of a database of SQLite.
const DATABASE: &[u8] = b"SQLite format 3\0";

impl Adapter {
    /// Reads the bytes of a task; those of a text need not be UTF-8. One that a terminal or a log has added to is read without that, so
    /// far as it is of the form then.
    pub fn read(&self, bytes: &[u8]) -> ReadResult {
        match self.reader {
            AdapterReader::TextOrDatabase(_, database) if bytes.starts_with(DATABASE) => database(bytes),
            AdapterReader::Text(read) | AdapterReader::TextOrDatabase(read, _) => {
                let text = decoded(bytes);
                let plain = plain(&text).and_then(|plain| read(&plain).ok());
                plain.map_or_else(|| read(&text), Ok)
            }
        }
    }
}

/// The part that a value plays in its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueRole {
    /// Files that exist.
    Files,
    /// Paths that exist no more: deleted, or renamed away.
    Deleted,
    /// Files that are new.
    Added,
    /// Symbols.
    Symbols,
    /// Names that nothing declares any more.
    Removed,
    /// Modules of a package.
    Modules,
    /// Packages.
    Packages,
    /// Whether the versions of packages that the repository states are affected.
    Versions,
    /// The text itself.
    Text,
}

impl ValueRole {
    /// Whether its values are no more.
    pub fn is_gone(self) -> bool {
        matches!(self, Self::Deleted | Self::Removed)
    }

    /// The type of an input that the values of a role may fill whatever its name; `None` where the name alone says that
    /// they are meant.
    pub fn arg_type(self) -> Option<ArgType> {
        match self {
            Self::Files => Some(ArgType::Files),
            Self::Symbols => Some(ArgType::Symbols),
            Self::Modules => Some(ArgType::Module),
            Self::Packages => Some(ArgType::Package),
            Self::Text => Some(ArgType::Text),
            Self::Deleted | Self::Added | Self::Removed | Self::Versions => None,
        }
    }
}

/// The content of one text, before the repository is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extract {
    /// Symbols, as the text names them.
    pub symbols: Vec<String>,
    /// Modules of packages.
    pub modules: Vec<String>,
    /// Packages.
    pub packages: Vec<String>,
    /// Advisories.
    pub advisories: Vec<Advisory>,
    /// The text for a reader.
    pub text: Option<String>,
    /// Places in code, innermost first.
    pub frames: Vec<TraceFrame>,
    /// Edits of files, in the order of the text.
    pub edits: Vec<Edit>,
    /// The lines that tests executed.
    pub coverage: Option<CoverageReport>,
}

/// The change of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// Its path before; `None` where it is new.
    pub old_path: Option<String>,
    /// Its path after; `None` where it is deleted.
    pub new_path: Option<String>,
    /// The changed places, in the order of the file.
    pub hunks: Vec<Hunk>,
    /// The whole texts before and after, where both are known.
    pub texts: Option<[String; 2]>,
}

/// A run of lines of one edit, with the unchanged lines around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// The number of the first line of `old` in the file before.
    pub old_start: u32,
    /// The number of the first line of `new` in the file after.
    pub new_start: u32,
    /// The lines before; whether each was removed.
    pub old: Vec<(String, bool)>,
    /// The lines after; whether each was added.
    pub new: Vec<(String, bool)>,
}

/// The diagnostic for a text that is not of the form.
pub fn malformed(
    title: impl Into<String>,
    at: Range<usize>,
    label: impl Into<String>,
    help: impl Into<String>,
) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("CG044", title, at, label).help(help))
}

/// A text with its middle cut out where it is longer than the limit.
pub fn bounded(text: &str) -> String {
    without_middle(text, MOST_TEXT)
}
