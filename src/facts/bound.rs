//! The bounds of a fact base: ids, and the places of rows in a graph, are numbers of 32 bits.

use super::snapshot::Snapshot;

/// More rows than there are ids, or more bytes of texts than there are places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// The rows or texts.
    pub what: &'static str,
    /// How many there are; of texts, one more than fit.
    pub size: u64,
    /// The most that there can be.
    pub most: u64,
}

/// The most rows of a relation: the last number means that there is no row.
const MOST: u64 = u32::MAX as u64 - 1;

impl Snapshot {
    /// The first bound that the facts of a repository exceed.
    pub fn over(&self) -> Option<Over> {
        let texts = [("the paths", &self.paths), ("the names of packages", &self.packages), ("the names", &self.names)];
        let texts = texts.into_iter().filter(|(_, texts)| texts.is_over());
        let text = texts.map(|(what, _)| Over { what, size: MOST + 1, most: MOST }).next();
        text.or_else(|| over(&self.sizes(), MOST))
    }

    /// How many rows each relation has that a graph or an id counts.
    fn sizes(&self) -> [(&'static str, usize); 11] {
        [
            ("files", self.files.len()),
            ("declares", self.definitions.len()),
            ("imports", self.imports.len()),
            ("imports_package", self.package_imports.len()),
            ("extends_package", self.package_extends.len()),
            ("refers", self.refers.len()),
            ("uses", self.uses.len()),
            ("calls", self.calls.len()),
            ("extends", self.extends.len()),
            ("overrides", self.overrides.len()),
            ("locks", self.locks.len()),
        ]
    }
}

fn over(sizes: &[(&'static str, usize)], most: u64) -> Option<Over> {
    let found = sizes.iter().find(|(_, size)| *size as u64 > most)?;
    Some(Over { what: found.0, size: found.1 as u64, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_that_is_exceeded_is_named() {
        let sizes = [("files", 3), ("calls", 5)];
        assert_eq!(over(&sizes, 5), None);
        assert_eq!(over(&sizes, 4), Some(Over { what: "calls", size: 5, most: 4 }));
        assert_eq!(over(&sizes, 2), Some(Over { what: "files", size: 3, most: 2 }));
        assert_eq!(Snapshot::default().over(), None);
    }
}
