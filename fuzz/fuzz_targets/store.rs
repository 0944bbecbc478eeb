//! The target `store`.
#![no_main]

cg_fuzz::run_target!("store");
