//! The repositories that keys of the index lead to, and in each the packages whose rows are meant.

use super::code::Bytes;
use super::error::Damage;
use crate::facts::NONE;

/// The list behind a key, still to be read.
pub struct KeyList<'b> {
    /// How many repositories it has.
    pub n: usize,
    /// The repositories, each with its packages.
    pub list: Bytes<'b>,
}

/// The repositories that keys lead to, each with the numbers of packages that its keys have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPostings {
    /// A repository and the number of a package, or [`NONE`].
    pairs: Vec<(u32, u32)>,
}

impl KeyPostings {
    /// Takes the list of a key.
    pub fn take(&mut self, listed: &mut KeyList<'_>) -> Result<(), Damage> {
        let mut repository = 0u32;
        for _ in 0..listed.n {
            repository = repository.checked_add(listed.list.id()?).ok_or(Damage::Number)?;
            let n = listed.list.size()?;
            if n == 0 {
                self.pairs.push((repository, NONE));
            }
            for _ in 0..n {
                self.pairs.push((repository, listed.list.id()?));
            }
        }
        Ok(())
    }

    /// Takes those of another one.
    pub fn extend(&mut self, other: Self) {
        self.pairs.extend(other.pairs);
    }

    /// Keeps the repositories that another one has too, which is in order.
    pub fn keep(&mut self, other: &Self) {
        let has = |repository: u32| {
            let at = other.pairs.partition_point(|(it, _)| *it < repository);
            other.pairs.get(at).is_some_and(|(it, _)| *it == repository)
        };
        self.pairs.retain(|(repository, _)| has(*repository));
    }

    /// Orders the repositories, each package once. The lists of keys are sorted runs, which this sort merges.
    pub fn close(&mut self) {
        self.pairs.sort();
        self.pairs.dedup();
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The repositories, each with its packages, sorted.
    pub fn repositories(&self) -> impl Iterator<Item = (u32, Vec<u32>)> + '_ {
        self.pairs.chunk_by(|one, next| one.0 == next.0).filter_map(|of_one| {
            let (repository, _) = of_one.first()?;
            Some((*repository, of_one.iter().map(|(_, package)| *package).filter(|it| *it != NONE).collect()))
        })
    }
}
