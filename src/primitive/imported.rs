//! The imports behind the files of an answer: kept as rows, and read as links where a chain is wanted.

use cg_rules::FileId;

use crate::base::Position;
use crate::facts::PackageImport;

/// One import or use of a module in a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum ImportPlace {
    /// `imports(From, To)`, by `To`.
    File(FileId, Position),
    /// `imports_package(File, Package)`, or the use of its member.
    Package(PackageImport),
}

impl ImportPlace {
    fn at(&self) -> Position {
        match self {
            Self::File(_, at) => *at,
            Self::Package(row) => row.at,
        }
    }
}

/// The places of some files, in the order of the files.
#[derive(Clone, Debug, Default)]
pub(super) struct ImportPlaces {
    /// Each file, and the position in `places` behind its last one.
    files: Vec<(FileId, usize)>,
    places: Vec<ImportPlace>,
}

impl ImportPlaces {
    /// Adds a file behind all others, with its places.
    pub fn push(&mut self, file: FileId, places: impl IntoIterator<Item = ImportPlace>) {
        self.places.extend(places);
        self.files.push((file, self.places.len()));
    }

    /// The files, each with its places.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &[ImportPlace])> {
        (0..self.files.len()).filter_map(|at| self.at(at))
    }

    /// The file at a position, with its places.
    pub fn at(&self, at: usize) -> Option<(FileId, &[ImportPlace])> {
        let (file, end) = *self.files.get(at)?;
        let start = at.checked_sub(1).and_then(|before| self.files.get(before)).map_or(0, |(_, end)| *end);
        Some((file, self.places.get(start..end)?))
    }

    /// The places of a file.
    pub fn of(&self, file: FileId) -> &[ImportPlace] {
        let at = self.files.binary_search_by_key(&file, |(file, _)| *file).ok();
        at.and_then(|at| self.at(at)).map_or(&[], |(_, places)| places)
    }
}

/// The lines of some places, sorted and distinct.
pub(super) fn lines(places: &[ImportPlace]) -> Vec<u32> {
    let mut lines: Vec<u32> = places.iter().map(|place| place.at().line).collect();
    if lines.len() > 1 {
        lines.sort_unstable();
        lines.dedup();
    }
    lines
}
