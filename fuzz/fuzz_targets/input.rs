//! The target `input`.
#![no_main]

cg_fuzz::run_target!("input");
