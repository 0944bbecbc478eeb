//! The limits of the system: threads that cannot be started, files that may not grow.

use std::io;
use std::thread;

use super::fault::Fault;
use crate::parse::{on_threads, want_threads};

/// More threads than this only wait for each other; some thousands take longer to start than the work takes.
const MOST_THREADS: usize = 64;

/// Starts the threads that parse. `RAYON_NUM_THREADS` is held to a sane number; a value that is no number is left to the
/// pool, which ignores it.
pub fn start_threads() -> Result<(), Fault> {
    let wanted = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse::<usize>().ok());
    if wanted.is_some_and(|wanted| wanted > MOST_THREADS) {
        want_threads(MOST_THREADS);
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
