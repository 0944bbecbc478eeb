//! Indexes, decoded: flat columns in a fixed order, whatever order the producer wrote them in.

use scip::types::SymbolRole;
use serde::{Deserialize, Serialize};

use crate::base::{Digest, Strings};

/// The symbol of an occurrence that only its own document can name (`local 3`). Its text is not kept.
pub const LOCAL: u32 = u32::MAX;

/// The indexes of one repository, decoded and merged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    /// Where the documents come from, in the order in which the indexes were given.
    pub sources: Vec<ScipSource>,
    /// The documents, sorted by path, then by source. A path occurs at most once for each source.
    pub documents: Vec<Document>,
    /// The occurrences, grouped by document; inside one sorted by range, then symbol, and distinct.
    pub occurrences: Vec<Occurrence>,
    /// The texts of the global symbols, sorted by bytes and distinct: an id is a place in this list.
    pub symbols: Strings,
    /// Relationships between symbols, sorted and distinct.
    pub relationships: Vec<Relationship>,
}

/// One index file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScipSource {
    /// The name of the file as it was given or found, relative to the root where it lies below it.
    pub name: String,
    /// The digest of the file's bytes, compressed as they are.
    pub digest: Digest,
    /// The number of those bytes.
    pub bytes: u64,
    /// The name of the indexer: `scip-typescript`.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The root as the producer's machine had it: a URI. Says nothing about this machine.
    pub project_root: String,
    /// How many documents it holds; those that are refused not counted.
    pub n_documents: u32,
    /// Paths that were refused because they lead out of the root, at most a few.
    pub refused: Vec<String>,
    /// Why the rest of the file could not be read; the documents before it are valid.
    pub fault: Option<String>,
}

/// The unit of a document's columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Encoding {
    /// The document does not say.
    #[default]
    Unstated,
    /// UTF-8 bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
    /// Code points.
    Utf32,
}

/// One document of one index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The path as the index has it, relative to its root; never absolute, never with `..`.
    pub path: Box<str>,
    /// The index, as a place in [`Decoded::sources`].
    pub source: u32,
    /// The unit of its columns, as the document states it.
    pub encoding: Encoding,
    /// Its occurrences, as a range of places in [`Decoded::occurrences`].
    pub first: u32,
    /// The end of that range.
    pub end: u32,
    /// Occurrences whose range could not be read: not of three or four numbers, or backwards.
    pub n_skipped: u32,
    /// Where the file ended when it was indexed, if the definition of the file itself shows it.
    pub eof: Option<End>,
}

/// The end of a file as an indexer saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The line, from 0.
    pub line: u32,
    /// The column on it, from 0, in the document's encoding.
    pub column: u32,
}

/// A half-open range, counted from 0, with columns in the encoding of its document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    /// The first line.
    pub start_line: u32,
    /// The first column.
    pub start_column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column after the last.
    pub end_column: u32,
}

/// A symbol at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Occurrence {
    /// Where.
    pub range: Range,
    /// The symbol, as a place in [`Decoded::symbols`]; [`LOCAL`] for a document's own.
    pub symbol: u32,
    /// The bits of [`SymbolRole`].
    pub roles: u32,
}

impl Occurrence {
    /// Whether it has a role.
    pub fn has(&self, role: SymbolRole) -> bool {
        self.roles & role as u32 != 0
    }

    /// Whether the symbol is defined here.
    pub fn is_definition(&self) -> bool {
        self.has(SymbolRole::Definition)
    }
}

/// A relationship between two symbols, as the index states it: `from` implements `to`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Relationship {
    /// The symbol whose information says so.
    pub from: u32,
    /// The other.
    pub to: u32,
    /// References of one count as references of the other.
    pub is_reference: bool,
    /// `from` implements `to`.
    pub is_implementation: bool,
    /// `from` is of the type `to`.
    pub is_type_definition: bool,
    /// `from` is defined where `to` is.
    pub is_definition: bool,
}

impl Decoded {
    /// The occurrences of a document.
    pub fn occurrences_of(&self, document: &Document) -> &[Occurrence] {
        self.occurrences.get(document.first as usize..document.end as usize).unwrap_or(&[])
    }

    /// The text of a symbol; empty for [`LOCAL`].
    pub fn symbol(&self, symbol: u32) -> &str {
        self.symbols.get(symbol)
    }

    /// The same with other paths: `place` gives that of a document of a source, or nothing where it keeps its own.
    pub fn relocated(mut self, place: impl Fn(u32, &str) -> Option<String>) -> Self {
        for document in &mut self.documents {
            if let Some(path) = place(document.source, &document.path) {
                document.path = path.into();
            }
        }
        self.documents.sort_by(|a, b| (&a.path, a.source).cmp(&(&b.path, b.source)));
        let mut occurrences: Vec<Occurrence> = Vec::with_capacity(self.occurrences.len());
        for document in &mut self.documents {
            let first = u32::try_from(occurrences.len()).unwrap_or(u32::MAX);
            let of_document = self.occurrences.get(document.first as usize..document.end as usize).unwrap_or(&[]);
            occurrences.extend_from_slice(of_document);
            (document.first, document.end) = (first, first + (document.end - document.first));
        }
        self.occurrences = occurrences;
        self
    }
}
