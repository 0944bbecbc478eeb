//! The target `manifest`.
#![no_main]

cg_fuzz::run_target!("manifest");
