//! The facts of a state in which text only moved since another: the stored sections of that, with the places after the edit.

use std::ops::Range;

use cg_rules::FileId;
use serde::{Deserialize, Serialize};

use super::outer_supertype::ExtendsPackage;
use super::relation::{Call, Definition, Extends, FileRow, Import, PackageImport, Refers, Test};
use super::sizes::RelationSizes;
use super::snapshot::SNAPSHOT;
use crate::base::{Gap, Position, Row, Table};
use crate::language::MovedPlaces;
use crate::resolve::Counts;

/// A file whose text moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MovedFile {
    /// The number of the file.
    pub file: u32,
    /// Its path.
    pub path: Box<str>,
    /// Its definitions: they have numbers in a row.
    pub definitions: Range<u32>,
    /// Its places.
    pub places: MovedPlaces,
}

impl MovedFile {
    /// The numbers of the definitions of a file, from the section that holds them.
    pub fn definitions(section: &[u8], file: FileId) -> Range<u32> {
        let (rows, _) = section.as_chunks::<DEFINITION>();
        let start = rows.partition_point(|row| word(row, 0) < file.0);
        let end = rows.partition_point(|row| word(row, 0) <= file.0);
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        number(start)..number(end)
    }
}

/// The files whose text moved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MovedFiles(pub Vec<MovedFile>);

/// The bytes of a row of definitions.
const DEFINITION: usize = 4 * 11;

impl MovedFiles {
    /// A section after the edit, from that before it; `None` where a place is none of the observed ones. Rows keep their
    /// order, as places do.
    pub fn section(&self, name: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
        match name {
            "calls" => self.rows(bytes, |it| self.file_of(it[0]), |row: &mut Call, moved| place(moved, &mut row.at)),
            "definitions" => self.definitions(bytes),
            "extends" | "overrides" => {
                self.rows(bytes, |it| self.file(it[2]), |row: &mut Extends, moved| place(moved, &mut row.at))
            }
            "files" => self.files(&bytes),
            "imports" => self.rows(bytes, |it| self.file(it[0]), |row: &mut Import, moved| place(moved, &mut row.at)),
            "package_extends" => {
                self.rows(bytes, |it| self.file(it[2]), |row: &mut ExtendsPackage, moved| place(moved, &mut row.at))
            }
            "package_imports" => {
                self.rows(bytes, |it| self.file(it[1]), |row: &mut PackageImport, moved| place(moved, &mut row.at))
            }
            "refers" | "uses" => {
                self.rows(bytes, |it| self.file(it[0]), |row: &mut Refers, moved| place(moved, &mut row.at))
            }
            "tests" => self.rows(bytes, |it| self.file(it[0]), |row: &mut Test, moved| place(moved, &mut row.at)),
            "rest" => self.rest(&bytes),
            // Texts, counts, places in manifests and lockfiles, and what compilers' indexes would say.
            "health" | "depends" | "locks" | "manifests" | "linked" | "mentions" | "modules" | "names" | "packages"
            | "paths" | "requires" => Some(bytes),
            _ => None,
        }
    }

    fn file(&self, id: u32) -> Option<&MovedPlaces> {
        let at = self.0.binary_search_by_key(&id, |it| it.file).ok()?;
        Some(&self.0[at].places)
    }

    /// The places of the file that declares a definition.
    fn file_of(&self, def: u32) -> Option<&MovedPlaces> {
        let at = self.0.partition_point(|it| it.definitions.end <= def);
        self.0.get(at).filter(|it| it.definitions.contains(&def)).map(|it| &it.places)
    }

    /// A table with the rows of the moved files changed in their place; `None` where one cannot be.
    fn rows<'m, R: Row<K>, const K: usize>(
        &self,
        mut bytes: Vec<u8>,
        file: impl Fn([u32; 3]) -> Option<&'m MovedPlaces>,
        change: impl Fn(&mut R, &MovedPlaces) -> Option<()>,
    ) -> Option<Vec<u8>> {
        for row in bytes.chunks_exact_mut(4 * K) {
            let Some(moved) = file([0, 1, 2].map(|at| word(row, at))) else { continue };
            changed(row, |row| change(row, moved))?;
        }
        Some(bytes)
    }

    /// The definitions of a file are its declarations, in order.
    fn definitions(&self, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
        for MovedFile { definitions, places, .. } in &self.0 {
            let range = definitions.start as usize * DEFINITION..definitions.end as usize * DEFINITION;
            let rows = bytes.get_mut(range)?;
            if rows.len() != places.declarations.len() * DEFINITION {
                return None;
            }
            for (row, (at, lines)) in rows.chunks_exact_mut(DEFINITION).zip(&places.declarations) {
                changed(row, |row: &mut Definition| {
                    [row.start_line, row.end_line, row.body_line] = *lines;
                    row.at = *at;
                    Some(())
                })?;
            }
        }
        Some(bytes)
    }

    fn files(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let table = Table::<FileRow, 3>::from_bytes(bytes)?;
        let lines = |file: u32| self.file(file).map(|moved| moved.n_lines);
        let rows = (0u32..).zip(table.iter());
        Some(
            Table::in_order(rows.map(|(file, row)| FileRow { lines: lines(file).unwrap_or(row.lines), ..row }))
                .to_bytes(),
        )
    }

    fn rest(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let (version, counts, sizes, mut gaps): (u32, Counts, RelationSizes, Vec<Gap>) =
            postcard::from_bytes(bytes).ok()?;
        for gap in &mut gaps {
            if let Some(moved) = self.0.iter().find(|it| *it.path == *gap.path) {
                place(&moved.places, &mut gap.at)?;
            }
        }
        (version == SNAPSHOT).then(|| postcard::to_stdvec(&(version, counts, sizes, gaps)).ok()).flatten()
    }
}

/// A word of a row.
fn word(row: &[u8], at: usize) -> u32 {
    row.as_chunks::<4>().0.get(at).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn place(moved: &MovedPlaces, at: &mut Position) -> Option<()> {
    *at = moved.place(*at)?;
    Some(())
}

/// Changes the row that some bytes are.
fn changed<R: Row<K>, const K: usize>(bytes: &mut [u8], change: impl FnOnce(&mut R) -> Option<()>) -> Option<()> {
    let mut row = R::unpack(std::array::from_fn(|at| word(bytes, at)));
    change(&mut row)?;
    let places = bytes.as_chunks_mut::<4>().0.iter_mut();
    places.zip(row.pack()).for_each(|(place, word)| *place = word.to_le_bytes());
    Some(())
}
