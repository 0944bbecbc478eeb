//! `search.related(files, text)`: the files of several rankings that are none of the given ones.
//!
//! ```datalog
//! related(File, Ranking, Place) :- ranked(File, Ranking, Place), not given(File).
//! ```
//!
//! `ranked(File, Ranking, Place)`: the file is the `Place`-th of a ranking, from 0: by the words of the text, by imports and
//! references, by calls, by common changes. A file counts 1 / (61 + `Place`) in each, and the sum ranks it (reciprocal rank
//! fusion with k = 60: Cormack, Clarke and Büttcher, 2009).

use crate::id::FileId;
use crate::witness::Fx;

mod program {
    use super::FileId;
    use crepe::crepe;

    crepe! {
        @input
        pub struct Given(pub FileId);
        @input
        pub struct Ranked(pub FileId, pub u32, pub u32);

        @output
        pub struct Related(pub FileId, pub u32, pub u32);

        Related(file, ranking, place) <- Ranked(file, ranking, place), !Given(file);
    }
}

/// The constant of the fusion: how little a first rank counts above a second.
const K: f64 = 61.0;

/// The files of some rankings, each best first, by the sum of their reciprocal ranks; of equals the first. `given` has
/// those that are left out.
pub fn related(given: &[FileId], rankings: &[Vec<FileId>]) -> Vec<FileId> {
    let mut program = program::Crepe::new();
    program.extend(given.iter().map(|&file| program::Given(file)));
    for (ranking, files) in (0..).zip(rankings) {
        program.extend(files.iter().zip(0..).map(|(&file, place)| program::Ranked(file, ranking, place)));
    }
    let (related,) = program.run_with_hasher::<Fx>();
    let mut rows: Vec<(FileId, u32, u32)> =
        related.into_iter().map(|program::Related(file, ranking, place)| (file, ranking, place)).collect();
    // The order of a sum of fractions shows in its last bit.
    rows.sort_unstable();
    let mut sums: Vec<(f64, FileId)> = Vec::new();
    for (file, _, place) in rows {
        let part = 1.0 / (K + f64::from(place));
        match sums.last_mut().filter(|(_, known)| *known == file) {
            Some((sum, _)) => *sum += part,
            None => sums.push((part, file)),
        }
    }
    sums.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    sums.into_iter().map(|(_, file)| file).collect()
}
