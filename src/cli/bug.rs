//! A panic is a bug of this program: says so in two lines, and ends it with the code for bugs.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::parse::is_reading;

/// The exit code of a bug.
const CODE: i32 = 70;

/// Catches panics of any thread.
pub fn catch() {
    let reported = AtomicBool::new(false);
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // It will be a gap of the file.
        if is_reading() {
            return;
        }
        if !reported.swap(true, Ordering::SeqCst) {
            let version = env!("CARGO_PKG_VERSION");
            eprintln!("error: a bug in cg-bundle {version}: {info}");
            eprintln!("  help: please report it with the command line; RUST_BACKTRACE=1 shows where it happened");
            if std::env::var_os("RUST_BACKTRACE").is_some() {
                default(info);
            }
        }
        std::process::exit(CODE);
    }));
}
