//! `files.intersect(a, b)`: the files of the first set that are in the second too.
//!
//! ```datalog
//! intersect(File) :- first(File), second(File).
//! ```

use crate::id::FileId;
use crate::witness::Fx;

mod program {
    use super::FileId;
    use crepe::crepe;

    crepe! {
        @input
        pub struct First(pub FileId);
        @input
        pub struct Second(pub FileId);

        @output
        pub struct Intersect(pub FileId);

        Intersect(file) <- First(file), Second(file);
    }
}

/// The files of `first` that are in `second` too, in path order.
pub fn intersect(first: &[FileId], second: &[FileId]) -> Vec<FileId> {
    let mut program = program::Crepe::new();
    program.extend(first.iter().map(|&file| program::First(file)));
    program.extend(second.iter().map(|&file| program::Second(file)));
    let (intersect,) = program.run_with_hasher::<Fx>();
    let mut files: Vec<FileId> = intersect.into_iter().map(|program::Intersect(file)| file).collect();
    files.sort_unstable();
    files
}
