//! The threads that parse: C code recurses on what a file nests, so their stack is large, and no other thread will do.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

/// The stack of a thread, in bytes: enough for the deepest recursion over what the bound on memory lets a parser hold.
/// The system gives it out by pages, as they are touched.
const STACK: usize = 256 << 20;

/// No thread can be made.
#[derive(Clone, Debug, Error)]
#[error("no thread with a stack of {mib} MiB can be made: {source}", mib = STACK >> 20)]
pub struct NoThreads {
    /// The words of the system.
    source: Arc<rayon::ThreadPoolBuildError>,
}

thread_local! {
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// How many threads are wanted; 0 leaves it to the pool.
static WANTED: AtomicUsize = AtomicUsize::new(0);
/// The threads, made at their first work: a run over what is known already has none.
static POOL: OnceLock<Result<ThreadPool, NoThreads>> = OnceLock::new();

/// States how many threads parse. Of no effect once there are any.
pub fn want_threads(n: usize) {
    WANTED.store(n, Ordering::Relaxed);
}

/// Runs `work` on the threads that parse. All parallel work within it shares them.
pub fn on_threads<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, NoThreads> {
    if IS_LARGE.get() {
        return Ok(work());
    }
    match POOL.get_or_init(made) {
        Ok(pool) => Ok(pool.install(work)),
        Err(error) => Err(error.clone()),
    }
}

/// Runs little work on a thread with a large stack. Where no threads parse yet it is one of its own: all of them take longer
/// to start than such work does, and look for more of it meanwhile.
pub fn on_one_thread<T: Send>(work: impl Fn() -> T + Sync) -> Result<T, NoThreads> {
    if IS_LARGE.get() || POOL.get().is_some() {
        return on_threads(&work);
    }
    let marked = || {
        IS_LARGE.set(true);
        work()
    };
    let done = std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, marked).ok()?;
        Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    // Where the system gives no thread, fewer are asked for, and who gets none knows.
    done.map_or_else(|| on_threads(&work), Ok)
}

/// Why there are no threads, where some were wanted by now: what they would have read is missing.
pub fn refused() -> Option<NoThreads> {
    POOL.get().and_then(|pool| pool.as_ref().err().cloned())
}

/// As many threads as are wanted; where the system does not give them, half of them, and so on.
fn made() -> Result<ThreadPool, NoThreads> {
    let wanted = WANTED.load(Ordering::Relaxed);
    let mut n = if wanted == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { wanted };
    let mut pool = with_threads(wanted);
    while n > 1 && pool.is_err() {
        n /= 2;
        pool = with_threads(n);
    }
    pool
}

fn with_threads(n: usize) -> Result<ThreadPool, NoThreads> {
    let builder = ThreadPoolBuilder::new().num_threads(n).stack_size(STACK).start_handler(|_| IS_LARGE.set(true));
    builder.build().map_err(|error| NoThreads { source: Arc::new(error) })
}
