//! Facts: the relations of one state of the repository. Does not know who asks.

mod graph;
mod link;
mod relate;
mod relation;
mod section;
mod show;
mod snapshot;
mod table;

pub use graph::Part;
pub use relate::relate;
pub use relation::{Call, Definition, Extends, FileRow, Import, Module, NONE, PackageImport, Refers, Test};
pub use show::{RELATIONS, Relation, Value, datalog};
pub use snapshot::{Counts, SNAPSHOT, Snapshot};
pub use table::{Row, Strings, Table};
