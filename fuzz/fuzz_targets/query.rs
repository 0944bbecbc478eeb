//! The target `query`.
#![no_main]

cg_fuzz::run_target!("query");
