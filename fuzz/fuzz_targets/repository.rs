//! The target `repository`.
#![no_main]

cg_fuzz::run_target!("repository");
