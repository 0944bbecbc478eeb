//! Joins what indexes say with what the text shows: a place in a document becomes a place in a file, a symbol that is
//! defined where the text declares something becomes that definition.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::kept::Exact;
use super::row::{Defined, OccurrenceRow, Related, TextMatch, UseKind};
use crate::base::{Position, Table};
use crate::language::World;
use crate::scip::{Decoded, LOCAL, find};

/// Indexes that were held against the text: for each document of `decoded` its file, its verdict, and its places.
pub struct Compiled<'a> {
    /// The indexes.
    pub decoded: &'a Decoded,
    /// The file of each document; `None` for one that is not in the repository.
    pub files: Vec<Option<FileId>>,
    /// Whether the text of each document is that which was indexed.
    pub is_fresh: Vec<bool>,
    /// The place of each occurrence of a document in its file, in the order of its occurrences; empty where nothing of
    /// the document is known.
    pub places: Vec<Vec<OccurrencePlace>>,
}

/// The place of an occurrence in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccurrencePlace {
    /// Where it begins.
    pub at: Position,
    /// How many bytes long it is.
    pub length: u32,
    /// The kind of use.
    pub kind: UseKind,
    /// How the text fits the symbol.
    pub agreement: TextMatch,
    /// The place is one of the text at all. One that is not is never shown.
    pub fits: bool,
}

/// One occurrence with its place.
pub struct Joined<'c> {
    /// The occurrence.
    pub occurrence: &'c crate::scip::Occurrence,
    /// The file.
    pub file: FileId,
    /// Its place.
    pub place: OccurrencePlace,
    /// The document is fresh.
    pub is_fresh: bool,
}

impl Compiled<'_> {
    /// The occurrences of global symbols that have a place, document by document.
    pub fn joined(&self) -> impl Iterator<Item = Joined<'_>> {
        let documents = self.decoded.documents.iter().enumerate();
        documents.filter_map(|(at, document)| Some((at, document, self.files[at]?))).flat_map(
            move |(at, document, file)| {
                let occurrences = self.decoded.occurrences_of(document).iter().zip(&self.places[at]);
                let placed = occurrences.filter(|(it, place)| it.symbol != LOCAL && place.fits);
                placed.map(move |(occurrence, place)| Joined {
                    occurrence,
                    file,
                    place: *place,
                    is_fresh: self.is_fresh[at],
                })
            },
        )
    }

    /// The rows kept for queries.
    pub fn exact(&self, defined: &FxHashSet<Defined>) -> Exact {
        let texts = &self.decoded.symbols;
        let occurrences = self.joined().map(|it| OccurrenceRow {
            symbol: it.occurrence.symbol,
            file: it.file,
            at: it.place.at,
            length: it.place.length,
            roles: it.occurrence.roles,
            kind: it.place.kind,
            agreement: it.place.agreement,
            is_fresh: it.is_fresh,
        });
        let related = self.decoded.relationships.iter().filter(|it| it.is_reference || it.is_implementation);
        Exact {
            symbols: texts.clone(),
            by_name: find::by_name(texts),
            by_package: find::by_package(texts),
            fresh: self.files_where(|at| self.is_fresh[at]),
            covered: self.files_where(|_| true),
            occurrences: Table::sorted(occurrences),
            related: Table::sorted(related.map(|it| Related {
                from: it.from,
                to: it.to,
                is_reference: it.is_reference,
                is_implementation: it.is_implementation,
            })),
            defined: Table::sorted(defined.iter().copied()),
        }
    }

    /// The files of some documents, sorted and distinct.
    fn files_where(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<u32> {
        let files = self.files.iter().enumerate().filter(|(at, _)| is_wanted(*at));
        let mut files: Vec<u32> = files.filter_map(|(_, file)| Some((*file)?.0)).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The definitions of symbols in fresh documents: what the text declares at the very place. The symbol of a file is
    /// defined at its beginning.
    pub fn defined(&self, world: &World<'_>, first_def: &[u32]) -> FxHashSet<Defined> {
        let mut defined = FxHashSet::default();
        let mut declared: FxHashMap<FileId, FxHashMap<Position, Vec<u32>>> = FxHashMap::default();
        for it in self.joined().filter(|it| it.is_fresh && it.occurrence.is_definition()) {
            let at = it.file.0 as usize;
            let Some(observation) = &world.observations[at] else { continue };
            let symbol = it.occurrence.symbol;
            if it.place.length == 0 && self.decoded.symbol(symbol).ends_with(['/', ':']) {
                defined.insert(Defined { symbol, def: DefId(first_def[at]) });
                continue;
            }
            let declared = declared.entry(it.file).or_insert_with(|| {
                let mut by_place: FxHashMap<Position, Vec<u32>> = FxHashMap::default();
                let rows = (0u32..).zip(&observation.declarations).skip(1);
                rows.for_each(|(number, row)| by_place.entry(row.at).or_default().push(number));
                by_place
            });
            let numbers = declared.get(&it.place.at).into_iter().flatten();
            defined.extend(numbers.map(|number| Defined { symbol, def: DefId(first_def[at] + number) }));
        }
        defined
    }
}
