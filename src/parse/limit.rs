//! The bounds of one file's cost: data, and the counter that holds a parse to them. No clock, so that every machine gives up
//! at the same place.

use std::fmt;

use super::native::{self, Allocated};

/// One bound: what it counts, how much of it any file has, and how much more for each KiB.
struct Bound {
    what: &'static str,
    floor: usize,
    per_kib: usize,
    /// The most, however large the file is.
    most: usize,
}

impl Bound {
    fn of(&self, len: usize) -> usize {
        self.most.min(self.floor + len.div_ceil(1024) * self.per_kib)
    }
}

/// Steps of the parser, of 100 operations each. Code takes about 15 a KiB; the worst of public repositories 60.
const STEPS: Bound = Bound { what: "steps", floor: 2_000, per_kib: 100, most: 60_000 };
/// Chunks of text that are lexed, the same text again each time that it is. Code is lexed once or twice.
const CHUNKS: Bound = Bound { what: "chunks of 128 bytes lexed", floor: 20_000, per_kib: 400, most: 400_000 };
/// Memory that is taken, moved, cleared or given back ([`Allocated::work`]).
const WORK: Bound = Bound { what: "units of memory moved", floor: 400_000, per_kib: 40_000, most: 20_000_000 };
/// Bytes in use at once.
const MEMORY: Bound = Bound { what: "bytes of memory", floor: 160 << 20, per_kib: 0, most: 160 << 20 };

/// Nodes of the parser's stack. At the end of a text that it could not make sense of, the parser copies the stack once
/// for each way through it, in one step, which takes memory of the
/// square of its nodes. The most seen in public repositories is 856.
const STACK: Bound = Bound { what: "open parts of code", floor: 2_000, per_kib: 0, most: 2_000 };

/// The text that the parser is handed at once, in bytes: what is lexed is counted by it.
pub const CHUNK: usize = 128;

/// Why a parse was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It went beyond a bound.
    Bound {
        /// The counted unit.
        what: &'static str,
        /// How much of it was allowed.
        most: usize,
    },
    /// The state of the grammar's scanner, such as its open strings, would not have fitted its buffer.
    Scanner,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bound { what, most } => write!(f, "parsing was given up after {most} {what}"),
            Self::Scanner => {
                write!(f, "parsing was given up, as too much is nested in strings, or a delimiter is too long")
            }
        }
    }
}

/// The rest of one file's budget, its embedded code included.
#[derive(Clone, Debug)]
pub struct ParseBudget {
    len: usize,
    steps: usize,
    chunks: usize,
    work: usize,
    /// The thread's allocations when the running parse began.
    before: Allocated,
}

impl ParseBudget {
    /// The budget of a file of so many bytes.
    pub fn of(len: usize) -> Self {
        Self { len, steps: 0, chunks: 0, work: 0, before: Allocated::default() }
    }

    /// Starts a parse on this thread.
    pub fn start(&mut self) {
        self.before = native::allocated();
    }

    /// Notes one step; what ends the parse here.
    pub fn step(&mut self) -> Option<Stopped> {
        self.steps += 1;
        self.stopped()
    }

    /// Notes that a chunk is lexed. Whether there is one left.
    pub fn chunk(&mut self) -> bool {
        self.chunks += 1;
        self.chunks <= CHUNKS.of(self.len)
    }

    /// The bound that is exceeded, if any is.
    pub fn stopped(&mut self) -> Option<Stopped> {
        let now = native::allocated();
        let live = now.live.wrapping_sub(self.before.live).max(0);
        self.work += now.work.wrapping_sub(self.before.work);
        self.before.work = now.work;
        let spent = [
            (&STEPS, self.steps),
            (&CHUNKS, self.chunks),
            (&WORK, self.work),
            (&MEMORY, live.cast_unsigned()),
            (&STACK, native::stack_nodes()),
        ];
        if native::is_full() {
            return Some(Stopped::Scanner);
        }
        let beyond = spent.into_iter().find(|(bound, spent)| *spent > bound.of(self.len));
        beyond.map(|(bound, _)| Stopped::Bound { what: bound.what, most: bound.of(self.len) })
    }
}
