//! The commands, one file each: its options, and what it does.

pub mod absent;
pub mod batch;
mod batch_record;
mod batch_task;
pub mod bundle;
pub mod completions;
pub mod diff;
pub mod explain;
pub mod facts;
mod flow;
pub mod health;
pub mod index;
pub mod init;
pub mod inputs;
pub mod lint;
mod lint_codes;
pub mod plan;
pub mod primitives;
pub mod query;
pub mod report;
pub mod schema;
pub mod scip;
pub mod source;
mod table;
pub mod test;
mod test_file;
