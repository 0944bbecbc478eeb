//! `files.except(a, b)`: the files of the first set that are not in the second.
//!
//! ```datalog
//! except(File) :- first(File), not second(File).
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
        pub struct Except(pub FileId);

        Except(file) <- First(file), !Second(file);
    }
}

/// The files of `first` that are not in `second`, in path order.
pub fn except(first: &[FileId], second: &[FileId]) -> Vec<FileId> {
    let mut program = program::Crepe::new();
    program.extend(first.iter().map(|&file| program::First(file)));
    program.extend(second.iter().map(|&file| program::Second(file)));
    let (except,) = program.run_with_hasher::<Fx>();
    let mut files: Vec<FileId> = except.into_iter().map(|program::Except(file)| file).collect();
    files.sort_unstable();
    files
}
