//! The commands, one file each: its options, and what it does.

pub mod absent;
pub mod batch;
mod batch_record;
mod batch_shard;
mod batch_task;
pub mod bundle;
pub mod completions;
pub mod diff;
pub mod eval;
mod eval_advice;
mod eval_inputs;
mod eval_measure;
mod eval_record;
mod eval_table;
pub mod explain;
mod explain_member;
mod explain_place;
pub mod facts;
pub mod fleet;
mod flow;
pub mod health;
pub mod index;
pub mod init;
pub mod inputs;
pub mod lint;
mod lint_codes;
mod lint_here;
pub mod man;
#[cfg_attr(feature = "parquet", path = "parquet.rs")]
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
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
pub mod tune;
mod tune_edit;
mod tune_evidence;
pub mod used;
mod used_record;
