//! The target `source`.
#![no_main]

cg_fuzz::run_target!("source");
