//! Words that every layer uses: digests, paths, positions, gaps, diagnostics. Knows no other layer.

mod diagnostic;
mod digest;
mod gap;
mod glob;
pub mod path;
mod position;
pub mod snippet;
mod table;

pub use diagnostic::{Diagnostic, Fix, Label, Severity, inside, nearest, sort};
pub use digest::{ContentDigester, Digest, Digester};
pub use gap::{Gap, GapKind};
pub use glob::glob;
pub use position::{LineIndex, Position};
pub use table::{Row, Strings, Table};
