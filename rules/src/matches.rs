//! `text.matches(pattern)`: the lines that hold a text, at most a number of each file.
//!
//! ```datalog
//! matches(File, Line) :- holds(File, Line, Place), limit(Max), Place <= Max.
//! beyond(File)        :- holds(File, _, Place), limit(Max), Max < Place.
//! ```
//!
//! `holds(File, Line, Place)`: the line holds the text, and is the `Place`-th of its file that does, from 1. The texts are
//! read outside: a program knows none.

use crate::id::FileId;
use crate::witness::Fx;

/// The lines that hold a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// The files and lines within the bound, in order.
    pub lines: Vec<(FileId, u32)>,
    /// The files that have more such lines than the bound, in order.
    pub beyond: Vec<FileId>,
}

mod program {
    use super::FileId;
    use crepe::crepe;

    crepe! {
        @input
        pub struct Holds(pub FileId, pub u32, pub u32);
        @input
        pub struct Limit(pub u32);

        @output
        pub struct Matches(pub FileId, pub u32);
        @output
        pub struct Beyond(pub FileId);

        Matches(file, line) <- Limit(max), Holds(file, line, place), (place <= max);
        Beyond(file) <- Limit(max), Holds(file, _, place), (max < place);
    }
}

/// The first `max` of the lines of each file; `holds` has the lines of a file in their order.
pub fn matches(holds: &[(FileId, Vec<u32>)], max: u32) -> Matches {
    let mut program = program::Crepe::new();
    program.extend([program::Limit(max)]);
    for (file, lines) in holds {
        program.extend(lines.iter().zip(1..).map(|(&line, place)| program::Holds(*file, line, place)));
    }
    let (matches, beyond) = program.run_with_hasher::<Fx>();
    let mut lines: Vec<(FileId, u32)> = matches.into_iter().map(|program::Matches(file, line)| (file, line)).collect();
    let mut beyond: Vec<FileId> = beyond.into_iter().map(|program::Beyond(file)| file).collect();
    lines.sort_unstable();
    beyond.sort_unstable();
    Matches { lines, beyond }
}
