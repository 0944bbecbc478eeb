//! The guard of `--max-cpu-ms`: what a run took beyond it is said, and changes no answer.

use serde::Serialize;

use super::say::Say;
use crate::parse;

/// The CPU time of a run beside what it may take.
#[derive(Serialize)]
struct CpuTime {
    event: &'static str,
    took_ms: u64,
    max_cpu_ms: u64,
}

/// Says what the run has taken so far: to programs always, to people where it is more than so many milliseconds.
pub fn report(say: &Say, max_cpu_ms: u64) {
    let took_ms = u64::try_from(parse::cpu_time().as_millis()).unwrap_or(u64::MAX);
    say.event(&CpuTime { event: "cpu", took_ms, max_cpu_ms });
    if took_ms > max_cpu_ms {
        say.note(&format!(
            "the run took {took_ms} ms of CPU, and `--max-cpu-ms` is {max_cpu_ms}; no answer depends on it: the limits of work hold those"
        ));
    }
}
