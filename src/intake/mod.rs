//! Tasks as they arrive: a diff, a trace, a report, an advisory. The text is read into values, the values are held against
//! the facts, and fill the inputs of a manifest. Every text is from outside.

mod absent_frame;
mod affected;
mod changed;
mod compared;
mod covered;
mod decoded;
mod drifted;
mod enclosing;
mod fill;
mod form;
mod framed;
mod hunk_lines;
mod report;
mod resolve;
mod resolved;
mod shape;
mod sides;
mod source;
mod table;
mod upgraded;
mod verdict;

pub use affected::{Advisory, Affected, AffectedPackage};
pub use compared::compared;
pub use fill::{expected, filled};
pub use form::osv::advisories;
pub use report::CoverageReport;
pub use resolve::resolve;
pub use resolved::{Resolved, ResolvedEdit};
pub use shape::{Adapter, Edit, Extract, Hunk, ValueRole};
pub use source::{Place, Source, source};
pub use table::{ADAPTERS, adapter};
