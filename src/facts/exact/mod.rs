//! Facts of SCIP indexes: occurrences joined with the text, and the calls and supertypes that they prove.

mod called;
mod join;
mod kept;
mod lazy;
mod row;

pub use called::Indexed;
pub use join::{Compiled, OccurrencePlace};
pub use kept::Exact;
pub use lazy::Lazy;
pub use row::{Defined, OccurrenceRow, Related, TextMatch, UseKind};
