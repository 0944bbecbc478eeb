//! The limits of the system: threads that cannot be started, files that may not grow.

use std::thread;

use super::fault::Fault;
use super::say::Say;
use crate::parse::want_threads;

/// More threads than this only wait for each other; some thousands take longer to start than the work takes.
const MOST_THREADS: usize = 64;
/// The variable that states how many threads parse.
const THREADS: &str = "RAYON_NUM_THREADS";

/// Holds `RAYON_NUM_THREADS` to a sane number; the pool ignores a value that is no number, which is said.
pub fn limit_threads(say: &Say) {
    if let Ok(text) = std::env::var(THREADS) {
        match text.parse::<usize>() {
            Ok(wanted) if wanted > MOST_THREADS => want_threads(MOST_THREADS),
            Ok(_) => {}
            Err(_) if text.is_empty() => {}
            Err(_) => say.note(&format!("`{THREADS}={text}` is no number, so that each core has a thread")),
        }
    }
}

/// Refuses where no thread can be started.
pub fn may_start_threads() -> Result<(), Fault> {
    let probe = thread::Builder::new().spawn(|| ());
    probe.map(drop).map_err(|error| Fault::Threads(error.to_string()))
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
