//! The target `config`.
#![no_main]

cg_fuzz::run_target!("config");
