//! The target `index`.
#![no_main]

cg_fuzz::run_target!("index");
