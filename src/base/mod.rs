//! Words that every layer uses: digests, paths, positions, gaps, diagnostics. Knows no other layer.

mod count;
mod diagnostic;
mod digest;
mod gap;
mod glob;
mod interned;
mod logarithm;
mod middle;
pub mod path;
mod path_globs;
mod position;
mod quoted;
mod secret;
pub mod snippet;
mod table;
mod text_part;
mod token;
mod visible;
mod words;

pub use count::counted;
pub use diagnostic::{Diagnostic, Fix, Label, Severity, inside, nearest, sort};
pub use digest::{ContentDigester, Digest, Digester};
pub use gap::{Gap, GapKind};
pub use glob::{glob, glob_error, glob_matcher};
pub use interned::Interned;
pub use logarithm::ln;
pub use middle::without_middle;
pub use path_globs::PathGlobs;
pub use position::{LineIndex, Position};
pub use quoted::QuotedText;
pub use secret::{REDACTED, Redacted, is_free_of_credentials, mask, redact, redacted};
pub use table::{Row, Stored, Strings, Table};
pub use text_part::TextPart;
pub use visible::{SUBSTITUTE, escaped_json, is_hidden, printable, shortened, visible, visible_lines};
pub(crate) use words::words;
