//! The target `package`.
#![no_main]

cg_fuzz::run_target!("package");
