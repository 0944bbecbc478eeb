//! Reads indexes: a stream of messages, one document in hand at a time. Symbols are interned while they are read, so
//! that memory follows what is distinct and not what is repeated.
//!
//! The messages are walked by hand over `protobuf`'s stream: nine tenths of an index are fields that nobody asks for
//! here (documentation, signatures) or symbols that stand there for the thousandth time, and a value for each would be
//! what reading costs. The form is held to `scip`'s own reader by a test.

use std::io::BufRead;

use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Error};
use rustc_hash::FxHashMap;
use scip::types::{Metadata, SymbolRole};

use super::decoded::{Decoded, Document, Encoding, End, LOCAL, Occurrence, Relationship, ScipSource};
use super::message::{inside, message, whole};
use super::place::is_below_root;
use super::range::RangeReader;
use crate::base::{Digest, Strings, printable, visible};

/// How many refused paths are named.
const REFUSED: usize = 8;

/// Tags of the wire format: the field's number, shifted, with the form of its value.
mod tag {
    pub const INDEX_METADATA: u32 = 10;
    pub const INDEX_DOCUMENT: u32 = 18;
    pub const INDEX_EXTERNAL: u32 = 26;
    pub const DOCUMENT_PATH: u32 = 10;
    pub const DOCUMENT_OCCURRENCE: u32 = 18;
    pub const DOCUMENT_SYMBOL: u32 = 26;
    pub const DOCUMENT_ENCODING: u32 = 48;
    pub const OCCURRENCE_SYMBOL: u32 = 18;
    pub const OCCURRENCE_ROLES: u32 = 24;
    pub const INFORMATION_SYMBOL: u32 = 10;
    pub const INFORMATION_RELATIONSHIP: u32 = 34;
}

/// Reads one index after the other into one [`Decoded`].
#[derive(Default)]
pub struct Reader {
    sources: Vec<ScipSource>,
    parts: Vec<Document>,
    occurrences: Vec<Occurrence>,
    relationships: Vec<Relationship>,
    symbols: Interner,
    text: String,
    ranges: RangeReader,
}

impl Reader {
    /// Reads one index under a name. An unreadable rest is the fault of its last source; what came before is kept.
    pub fn read(&mut self, name: &str, input: &mut dyn BufRead) {
        let first = self.sources.len();
        self.sources.push(source(name));
        let mut stream = CodedInputStream::from_buf_read(input);
        let outcome = self.messages(&mut stream);
        let place = stream.pos();
        let fault = match outcome {
            Err(error) => Some(format!("it breaks off at byte {place} ({error})")),
            Ok(false) => Some("it has no metadata, so that it is no SCIP index".to_owned()),
            Ok(true) => None,
        };
        if let Some(last) = self.sources[first..].last_mut() {
            last.fault = fault;
        }
    }

    /// Sets what only the reader of the file knows: the digest and the number of its bytes.
    pub fn seal(&mut self, name: &str, digest: Digest, bytes: u64) {
        for source in self.sources.iter_mut().filter(|source| source.name == name) {
            (source.digest, source.bytes) = (digest, bytes);
        }
    }

    /// Whether metadata was seen. Several indexes in one file, one behind the other, are several sources.
    fn messages(&mut self, stream: &mut CodedInputStream<'_>) -> Result<bool, Error> {
        let mut is_known = false;
        while let Some(tag) = stream.read_raw_tag_or_eof()? {
            match tag {
                tag::INDEX_METADATA => {
                    self.enter_metadata(message(stream)?, is_known);
                    is_known = true;
                }
                tag::INDEX_DOCUMENT => inside(stream, |stream| self.document(stream))?,
                tag::INDEX_EXTERNAL => inside(stream, |stream| self.information(stream))?,
                other => skip(stream, other)?,
            }
        }
        Ok(is_known)
    }

    fn enter_metadata(&mut self, mut metadata: Metadata, is_known: bool) {
        let mut tool = metadata.tool_info.unwrap_or_default();
        for text in [&mut tool.name, &mut tool.version, &mut metadata.project_root] {
            *text = printable(text).into_owned();
        }
        let Some(last) = self.sources.last_mut() else { return };
        let is_same =
            (&last.tool, &last.version, &last.project_root) == (&tool.name, &tool.version, &metadata.project_root);
        if is_known && !is_same {
            let name = last.name.clone();
            self.sources.push(source(&name));
        }
        if let Some(last) = self.sources.last_mut() {
            (last.tool, last.version, last.project_root) = (tool.name, tool.version, metadata.project_root);
        }
    }

    /// A document that breaks off leaves nothing behind: half of it would look like all of it.
    fn document(&mut self, stream: &mut CodedInputStream<'_>) -> Result<(), Error> {
        let (n_occurrences, n_relationships) = (self.occurrences.len(), self.relationships.len());
        let mut part = Document {
            path: "".into(),
            source: word(self.sources.len().saturating_sub(1)),
            encoding: Encoding::Unstated,
            first: word(n_occurrences),
            end: 0,
            n_skipped: 0,
            eof: None,
        };
        let outcome = self.fields_of_document(stream, &mut part).and_then(|()| whole(stream));
        if outcome.is_err() || !self.is_welcome(&part.path) {
            self.occurrences.truncate(n_occurrences);
            self.relationships.truncate(n_relationships);
            return outcome;
        }
        part.end = word(self.occurrences.len());
        part.path = visible(&part.path).into();
        self.parts.push(part);
        Ok(())
    }

    fn is_welcome(&mut self, path: &str) -> bool {
        let is_below = is_below_root(path);
        if let Some(last) = self.sources.last_mut().filter(|last| !is_below && last.refused.len() < REFUSED) {
            last.refused.push(visible(path).into_owned());
        }
        is_below
    }

    fn fields_of_document(&mut self, stream: &mut CodedInputStream<'_>, part: &mut Document) -> Result<(), Error> {
        while let Some(tag) = stream.read_raw_tag_or_eof()? {
            match tag {
                tag::DOCUMENT_PATH => part.path = stream.read_string()?.into(),
                tag::DOCUMENT_OCCURRENCE => inside(stream, |stream| self.occurrence(stream, part))?,
                tag::DOCUMENT_SYMBOL => inside(stream, |stream| self.information(stream))?,
                tag::DOCUMENT_ENCODING => part.encoding = encoding(stream.read_raw_varint32()?),
                other => skip(stream, other)?,
            }
        }
        Ok(())
    }

    fn occurrence(&mut self, stream: &mut CodedInputStream<'_>, part: &mut Document) -> Result<(), Error> {
        let mut roles = 0;
        self.text.clear();
        self.ranges.clear();
        while let Some(tag) = stream.read_raw_tag_or_eof()? {
            match tag {
                tag::OCCURRENCE_SYMBOL => stream.read_string_into(&mut self.text)?,
                tag::OCCURRENCE_ROLES => roles = stream.read_raw_varint32()?,
                other => {
                    if !self.ranges.take(other, stream)? {
                        skip(stream, other)?;
                    }
                }
            }
        }
        let Some(range) = self.ranges.range() else {
            part.n_skipped += 1;
            return Ok(());
        };
        let is_file = roles & SymbolRole::Definition as u32 != 0 && self.text.ends_with('/');
        if let (true, Some((line, column))) = (is_file, self.ranges.end_of_file()) {
            part.eof = Some(End { line, column });
        }
        let symbol = self.symbols.id(&self.text);
        self.occurrences.push(Occurrence { range, symbol, roles });
        Ok(())
    }

    /// Reads the information of a symbol and keeps its relationships alone.
    fn information(&mut self, stream: &mut CodedInputStream<'_>) -> Result<(), Error> {
        let first = self.relationships.len();
        let mut own = LOCAL;
        while let Some(tag) = stream.read_raw_tag_or_eof()? {
            match tag {
                tag::INFORMATION_SYMBOL => {
                    stream.read_string_into(&mut self.text)?;
                    own = self.symbols.id(&self.text);
                }
                tag::INFORMATION_RELATIONSHIP => {
                    let said: scip::types::Relationship = message(stream)?;
                    self.relationships.push(Relationship {
                        from: LOCAL,
                        to: self.symbols.id(&said.symbol),
                        is_reference: said.is_reference,
                        is_implementation: said.is_implementation,
                        is_type_definition: said.is_type_definition,
                        is_definition: said.is_definition,
                    });
                }
                other => skip(stream, other)?,
            }
        }
        // The symbol may stand behind its relationships.
        self.relationships[first..].iter_mut().for_each(|it| it.from = own);
        Ok(())
    }

    /// Everything that was read, in its fixed order.
    pub fn finish(self) -> Decoded {
        let (symbols, place) = self.symbols.sorted();
        let place = |symbol: u32| place.get(symbol as usize).copied().unwrap_or(LOCAL);
        let mut order: Vec<&Document> = self.parts.iter().collect();
        order.sort_by(|a, b| (&a.path, a.source, a.first).cmp(&(&b.path, b.source, b.first)));
        let mut occurrences: Vec<Occurrence> = Vec::with_capacity(self.occurrences.len());
        let mut documents: Vec<Document> = Vec::with_capacity(order.len());
        for parts in order.chunk_by(|a, b| (&a.path, a.source) == (&b.path, b.source)) {
            let first = occurrences.len();
            for part in parts {
                let of_part = &self.occurrences[part.first as usize..part.end as usize];
                occurrences.extend(of_part.iter().map(|it| Occurrence { symbol: place(it.symbol), ..*it }));
            }
            occurrences[first..].sort_unstable();
            distinct_from(&mut occurrences, first);
            documents.push(Document {
                first: word(first),
                end: word(occurrences.len()),
                n_skipped: parts.iter().map(|part| part.n_skipped).sum(),
                eof: parts.iter().find_map(|part| part.eof),
                ..parts[0].clone()
            });
        }
        let mut relationships = self.relationships;
        for it in &mut relationships {
            (it.from, it.to) = (place(it.from), place(it.to));
        }
        relationships.retain(|it| it.from != LOCAL && it.to != LOCAL);
        relationships.sort_unstable();
        relationships.dedup();
        let mut sources = self.sources;
        for document in &documents {
            sources[document.source as usize].n_documents += 1;
        }
        Decoded { sources, documents, occurrences, symbols, relationships }
    }
}

fn source(name: &str) -> ScipSource {
    ScipSource {
        name: name.to_owned(),
        digest: Digest([0; 32]),
        bytes: 0,
        tool: String::new(),
        version: String::new(),
        project_root: String::new(),
        n_documents: 0,
        refused: Vec::new(),
        fault: None,
    }
}

/// Takes out what is equal to the one before, in the sorted tail.
fn distinct_from(occurrences: &mut Vec<Occurrence>, first: usize) {
    let mut kept = first;
    for at in first..occurrences.len() {
        if at == first || occurrences[at] != occurrences[kept - 1] {
            occurrences[kept] = occurrences[at];
            kept += 1;
        }
    }
    occurrences.truncate(kept);
}

fn skip(stream: &mut CodedInputStream<'_>, tag: u32) -> Result<(), Error> {
    match WireType::new(tag & 7) {
        Some(form) if tag >> 3 != 0 => stream.skip_field(form),
        _ => Err(std::io::Error::other(format!("no field has the tag {tag}")).into()),
    }
}

fn encoding(word: u32) -> Encoding {
    match word {
        1 => Encoding::Utf8,
        2 => Encoding::Utf16,
        3 => Encoding::Utf32,
        _ => Encoding::Unstated,
    }
}

fn word(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Symbols by text, each kept once.
#[derive(Default)]
struct Interner {
    ids: FxHashMap<Box<str>, u32>,
}

impl Interner {
    /// The id of a symbol; [`LOCAL`] for one that only its document can name, and for none.
    fn id(&mut self, text: &str) -> u32 {
        if text.is_empty() || text.starts_with("local ") {
            return LOCAL;
        }
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = word(self.ids.len());
        self.ids.insert(text.into(), id);
        id
    }

    /// The texts in order, and the new place of each id.
    fn sorted(self) -> (Strings, Vec<u32>) {
        let mut texts: Vec<(Box<str>, u32)> = self.ids.into_iter().collect();
        texts.sort_unstable();
        let mut place = vec![LOCAL; texts.len()];
        let mut strings = Strings::default();
        for (text, id) in &texts {
            place[*id as usize] = strings.push(text);
        }
        (strings, place)
    }
}
