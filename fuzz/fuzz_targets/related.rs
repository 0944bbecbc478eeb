//! The target `related`.
#![no_main]

cg_fuzz::run_target!("related");
