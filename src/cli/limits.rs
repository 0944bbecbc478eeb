//! The limits of the system: threads that cannot be started, files that may not grow.

use std::io;
use std::thread;

use super::fault::Fault;
use super::say::Say;
use crate::parse::{on_threads, want_threads};

/// More threads than this only wait for each other; some thousands take longer to start than the work takes.
const MOST_THREADS: usize = 64;
/// The variable that states how many threads parse.
const THREADS: &str = "RAYON_NUM_THREADS";

/// Starts the threads that parse. `RAYON_NUM_THREADS` is held to a sane number; the pool ignores a value that is no number,
/// which is said.
pub fn start_threads(say: &Say) -> Result<(), Fault> {
    if let Ok(text) = std::env::var(THREADS) {
        match text.parse::<usize>() {
            Ok(wanted) if wanted > MOST_THREADS => want_threads(MOST_THREADS),
            Ok(_) => {}
            Err(_) if text.is_empty() => {}
            Err(_) => say.note(&format!("`{THREADS}={text}` is no number, so that each core has a thread")),
        }
    }
    let refused = on_threads(|| ()).err().map(|error| error.to_string());
    // The walk starts one more.
    let probe = || thread::Builder::new().spawn(|| ()).err().map(|error: io::Error| error.to_string());
    refused.or_else(probe).map_or(Ok(()), |reason| Err(Fault::Threads(reason)))
}

/// Makes a file that grows past the limit of the system an error of the write, instead of a signal that ends the
/// program without a word.
pub fn keep_writing() {
    #[cfg(unix)]
    {
        // Registration fails for signals that nobody may catch; this is none of them.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
    }
}
