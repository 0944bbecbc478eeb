//! The reader of indexes is held to the reader of the crate that defines the format, on indexes of four indexers and on
//! indexes that no indexer writes but any may.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use cg_bundle::scip::{Decoded, Encoding, LOCAL, Reader, discover, open};
use proptest::prelude::*;
use protobuf::{EnumOrUnknown, Message, MessageField};
use scip::types::occurrence::{Typed_enclosing_range, Typed_range};
use scip::types::{
    Document, Index, Metadata, MultiLineRange, Occurrence, PositionEncoding, Relationship, SingleLineRange,
    SymbolInformation, ToolInfo,
};

const FIXTURES: &str = "tests/fixtures/scip";

fn fixtures() -> Vec<(PathBuf, Vec<u8>)> {
    let names = [
        "ts-mini/index.scip",
        "py-mini/index.scip",
        "py-mini/index-ty.scip",
        "rs-mini/index.scip",
        "requests-2.32.4.scip-python.scip.zst",
        "requests-2.32.4.ty-scip.scip.zst",
    ];
    let read = |name: &str| {
        let path = Path::new(FIXTURES).join(name);
        let bytes = fs::read(&path).expect("a fixture");
        let bytes = if name.ends_with(".zst") {
            let mut plain = Vec::new();
            let mut frame = ruzstd::decoding::StreamingDecoder::new(bytes.as_slice()).expect("a zstd frame");
            frame.read_to_end(&mut plain).expect("a whole frame");
            plain
        } else {
            bytes
        };
        (path, bytes)
    };
    names.into_iter().map(read).collect()
}

fn read(bytes: &[u8]) -> Decoded {
    let mut reader = Reader::default();
    reader.read("index.scip", &mut Cursor::new(bytes));
    reader.finish()
}

type Row = (String, [u32; 4], Option<String>, u32);

/// The occurrences by the crate's own reader, one row each.
fn by_the_crate(index: &Index) -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    for document in &index.documents {
        for it in &document.occurrences {
            let numbers: Vec<i32> = match &it.typed_range {
                Some(Typed_range::SingleLineRange(at)) => vec![at.line, at.start_character, at.end_character],
                Some(Typed_range::MultiLineRange(at)) => {
                    vec![at.start_line, at.start_character, at.end_line, at.end_character]
                }
                _ => it.range.clone(),
            };
            let Ok(numbers) = numbers.into_iter().map(u32::try_from).collect::<Result<Vec<u32>, _>>() else { continue };
            let range = match numbers[..] {
                [line, start, end] => [line, start, line, end],
                [line, start, end_line, end] => [line, start, end_line, end],
                _ => continue,
            };
            if (range[0], range[1]) > (range[2], range[3]) {
                continue;
            }
            let is_global = !it.symbol.is_empty() && !it.symbol.starts_with("local ");
            let symbol = is_global.then(|| it.symbol.clone());
            rows.insert((document.relative_path.clone(), range, symbol, it.symbol_roles.cast_unsigned()));
        }
    }
    rows
}

fn by_us(decoded: &Decoded) -> Vec<Row> {
    let rows = decoded.documents.iter().flat_map(|document| {
        decoded.occurrences_of(document).iter().map(|it| {
            let range = it.range;
            let symbol = (it.symbol != LOCAL).then(|| decoded.symbol(it.symbol).to_owned());
            let range = [range.start_line, range.start_column, range.end_line, range.end_column];
            (document.path.to_string(), range, symbol, it.roles)
        })
    });
    rows.collect()
}

fn agree(bytes: &[u8]) {
    let index = Index::parse_from_bytes(bytes).expect("the crate reads it");
    let decoded = read(bytes);
    let ours = by_us(&decoded);
    let distinct: BTreeSet<Row> = ours.iter().cloned().collect();
    assert_eq!(distinct.len(), ours.len(), "each occurrence stands once");
    assert!(distinct == by_the_crate(&index), "the occurrences are those that the crate reads");
    let said: BTreeSet<(String, String, [bool; 4])> = index
        .documents
        .iter()
        .flat_map(|it| &it.symbols)
        .chain(&index.external_symbols)
        .flat_map(|it| it.relationships.iter().map(move |to| (it, to)))
        .filter(|(from, to)| ![&from.symbol, &to.symbol].iter().any(|it| it.is_empty() || it.starts_with("local ")))
        .map(|(from, to)| {
            let flags = [to.is_reference, to.is_implementation, to.is_type_definition, to.is_definition];
            (from.symbol.clone(), to.symbol.clone(), flags)
        })
        .collect();
    let known = decoded.relationships.iter().map(|it| {
        let flags = [it.is_reference, it.is_implementation, it.is_type_definition, it.is_definition];
        (decoded.symbol(it.from).to_owned(), decoded.symbol(it.to).to_owned(), flags)
    });
    assert_eq!(known.collect::<BTreeSet<_>>(), said);
}

#[test]
fn real_indexes_are_read_as_the_crate_reads_them() {
    for (path, bytes) in fixtures() {
        let decoded = read(&bytes);
        assert!(decoded.sources[0].fault.is_none() && !decoded.documents.is_empty(), "{}", path.display());
        agree(&bytes);
    }
}

/// One index behind the other in one file is both of them, each with the tool that wrote it.
#[test]
fn indexes_behind_each_other_are_several() {
    let all: Vec<u8> = fixtures().into_iter().flat_map(|(_, bytes)| bytes).collect();
    let decoded = read(&all);
    let tools: Vec<&str> = decoded.sources.iter().map(|it| it.tool.as_str()).collect();
    assert_eq!(tools, ["scip-typescript", "scip-python", "ty-scip", "rust-analyzer", "scip-python", "ty-scip"]);
    agree_on_paths(&all, &decoded);
}

fn agree_on_paths(bytes: &[u8], decoded: &Decoded) {
    let index = Index::parse_from_bytes(bytes).expect("the crate reads it");
    let ours: BTreeSet<Row> = by_us(decoded).into_iter().collect();
    assert!(ours == by_the_crate(&index));
    assert!(decoded.documents.is_sorted_by_key(|it| (it.path.clone(), it.source)));
}

/// A killed indexer leaves a head of its index: it is never a panic, never half a document, and unless it was cut
/// between two messages it is a fault.
#[test]
fn an_index_that_breaks_off_says_so() {
    for (path, bytes) in fixtures().into_iter().take(4) {
        let whole = read(&bytes);
        let ends = ends_of_messages(&bytes);
        for end in 0..bytes.len() {
            let cut = read(&bytes[..end]);
            let is_whole = ends.contains(&end);
            assert_eq!(cut.sources[0].fault.is_none(), is_whole, "{} at {end}", path.display());
            assert!(cut.documents.len() <= whole.documents.len());
            for document in &cut.documents {
                let of_whole = whole.documents.iter().find(|it| it.path == document.path).expect("a whole document");
                assert_eq!(document.end - document.first, of_whole.end - of_whole.first);
            }
        }
    }
}

/// Where the messages of an index end: each has one byte of tag, its length, and that many bytes.
fn ends_of_messages(bytes: &[u8]) -> BTreeSet<usize> {
    let mut ends = BTreeSet::new();
    let mut at = 0;
    while at < bytes.len() {
        let (mut length, mut shift) = (0, 0);
        at += 1;
        loop {
            length |= usize::from(bytes[at] & 0x7f) << shift;
            shift += 7;
            at += 1;
            if bytes[at - 1] < 0x80 {
                break;
            }
        }
        at += length;
        ends.insert(at);
    }
    ends
}

fn metadata(tool: &str) -> MessageField<Metadata> {
    let tool_info = ToolInfo { name: tool.to_owned(), version: "1".to_owned(), ..ToolInfo::default() };
    MessageField::some(Metadata { tool_info: MessageField::some(tool_info), ..Metadata::default() })
}

fn document(path: &str, occurrences: Vec<Occurrence>) -> Document {
    Document { relative_path: path.to_owned(), occurrences, ..Document::default() }
}

fn at(range: &[i32], symbol: &str) -> Occurrence {
    Occurrence { range: range.to_vec(), symbol: symbol.to_owned(), ..Occurrence::default() }
}

fn written(documents: Vec<Document>) -> Vec<u8> {
    let index = Index { metadata: metadata("t"), documents, ..Index::default() };
    index.write_to_bytes().expect("an index has a form")
}

#[test]
fn paths_that_leave_the_root_are_refused_and_named() {
    let bad = ["/etc/passwd", "../up.ts", "a/../../up.ts", "C:\\up.ts", "a\\b.ts", "", "a\0b"];
    let mut documents: Vec<Document> = bad.iter().map(|path| document(path, vec![at(&[0, 0, 1], "s")])).collect();
    documents.push(document("a.ts", vec![at(&[0, 0, 1], "s")]));
    let decoded = read(&written(documents));
    assert_eq!(decoded.documents.len(), 1);
    assert_eq!((decoded.occurrences.len(), decoded.sources[0].n_documents), (1, 1));
    // What controls a terminal is shown as a picture.
    assert_eq!(decoded.sources[0].refused, bad.map(|path| path.replace('\0', "␀")));
}

#[test]
fn a_document_that_comes_twice_is_one() {
    let twice = vec![
        document("b.ts", vec![at(&[3, 0, 1], "s"), at(&[1, 0, 1], "s")]),
        document("a.ts", vec![]),
        document("b.ts", vec![at(&[1, 0, 1], "s"), at(&[2, 0, 1], "with\na line break")]),
    ];
    let decoded = read(&written(twice));
    let paths: Vec<&str> = decoded.documents.iter().map(|it| &*it.path).collect();
    assert_eq!(paths, ["a.ts", "b.ts"]);
    let lines: Vec<u32> = decoded.occurrences_of(&decoded.documents[1]).iter().map(|it| it.range.start_line).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert!(decoded.symbols.iter().any(|it| it == "with\na line break"));
}

#[test]
fn a_range_in_any_form_is_read_and_any_other_is_counted() {
    let single = SingleLineRange { line: 5, start_character: 1, end_character: 4, ..SingleLineRange::default() };
    let multi = MultiLineRange { end_line: 9, end_character: 2, ..MultiLineRange::default() };
    let typed = Occurrence { typed_range: Some(Typed_range::SingleLineRange(single)), ..at(&[0, 0, 9], "typed/") };
    let eof = Occurrence {
        symbol_roles: 1,
        typed_enclosing_range: Some(Typed_enclosing_range::MultiLineEnclosingRange(multi)),
        ..at(&[0, 0, 0], "file/")
    };
    let bad = [&[1, 2][..], &[], &[1, 5, 4], &[2, 0, 1, 0], &[-1, 0, 1], &[1, 2, 3, 4, 5]];
    let mut occurrences = vec![typed, eof, at(&[1, 2, 3, 4], "four")];
    occurrences.extend(bad.iter().map(|range| at(range, "bad")));
    let utf8 = PositionEncoding::UTF8CodeUnitOffsetFromLineStart;
    let document = Document { position_encoding: EnumOrUnknown::new(utf8), ..document("a.rs", occurrences) };
    let decoded = read(&written(vec![document]));
    let document = &decoded.documents[0];
    let rows: Vec<Row> = by_us(&decoded);
    let ranges: Vec<[u32; 4]> = rows.iter().map(|row| row.1).collect();
    assert_eq!(ranges, [[0, 0, 0, 0], [1, 2, 3, 4], [5, 1, 5, 4]]);
    assert_eq!((document.n_skipped, document.encoding), (6, Encoding::Utf8));
    assert_eq!(document.eof.map(|eof| (eof.line, eof.column)), Some((9, 2)));
}

/// Numbers that are not packed, fields that nobody knows yet, and metadata behind the documents.
#[test]
fn the_wire_may_look_otherwise() {
    // Occurrence: range as single numbers (field 1, varint), symbol "s" (field 2), roles 1 (field 3), unknown field 31.
    let occurrence = [8, 7, 8, 1, 8, 4, 18, 1, b's', 24, 1, 0xf8, 0x01, 5];
    let mut document = vec![10, 4, b'a', b'.', b't', b's', 18, occurrence.len() as u8];
    document.extend(occurrence);
    let mut index = vec![18, document.len() as u8];
    index.extend(document);
    index.extend(Index { metadata: metadata("late"), ..Index::default() }.write_to_bytes().expect("metadata"));
    agree(&index);
    let decoded = read(&index);
    assert_eq!((decoded.sources.len(), decoded.sources[0].tool.as_str()), (1, "late"));
    assert_eq!(by_us(&decoded), [("a.ts".to_owned(), [7, 1, 7, 4], Some("s".to_owned()), 1)]);
}

#[test]
fn packed_files_are_read_by_what_they_hold() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let plain = fs::read(Path::new(FIXTURES).join("ts-mini/index.scip")).expect("a fixture");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&plain).expect("packed");
    let gz = gz.finish().expect("packed");
    let half = plain.len() / 2;
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let frames = [&plain[..half], &plain[half..]].map(|part| ruzstd::encoding::compress_to_vec(part, level)).concat();
    let wanted = by_us(&read(&plain));
    for (name, bytes) in [("index.scip", &plain), ("index.scip.gz", &gz), ("index.scip.zst", &frames), ("x", &frames)] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        let decoded = open(&[(name.to_owned(), path)]).expect("read");
        assert!(decoded.sources[0].fault.is_none(), "{name}: {:?}", decoded.sources[0].fault);
        assert!(by_us(&decoded) == wanted, "{name}");
        assert_eq!(decoded.sources[0].digest, cg_bundle::base::Digest::of(bytes));
        assert_eq!(decoded.sources[0].bytes, bytes.len() as u64);
    }
    assert_eq!(discover(folder.path()), Some(folder.path().join("index.scip")));
    // Broken inside the packing.
    let path = folder.path().join("broken.gz");
    fs::write(&path, &gz[..gz.len() / 2]).expect("written");
    let decoded = open(&[("broken.gz".to_owned(), path)]).expect("opened");
    assert!(decoded.sources[0].fault.is_some());
    assert!(open(&[("none".to_owned(), folder.path().join("none"))]).is_err());
    assert!(open(&[("folder".to_owned(), folder.path().to_owned())]).is_err());
}

prop_compose! {
    fn occurrences()(rows in prop::collection::vec(
        (prop::collection::vec(-1i32..6, 0..6), "(local [0-9])?|[a-c]{1,3}#?", 0i32..16, prop::option::of((0i32..6, 0i32..6, 0i32..6))),
        0..12,
    )) -> Vec<Occurrence> {
        rows.into_iter().map(|(range, symbol, symbol_roles, typed)| {
            let typed = typed.map(|(line, start_character, end_character)| {
                Typed_range::SingleLineRange(SingleLineRange { line, start_character, end_character, ..SingleLineRange::default() })
            });
            Occurrence { range, symbol, symbol_roles, typed_range: typed, ..Occurrence::default() }
        }).collect()
    }
}

proptest! {
    /// Whatever an index holds, it is read as the crate reads it.
    #[test]
    fn any_index_is_read_as_the_crate_reads_it(
        documents in prop::collection::vec(("[a-c]{1,2}\\.ts", occurrences()), 0..5),
        symbols in prop::collection::vec(("[a-c]{1,2}", "[a-c]{1,2}|local 1", any::<[bool; 4]>()), 0..6),
    ) {
        let documents = documents.into_iter().map(|(path, occurrences)| document(&path, occurrences)).collect();
        let external_symbols = symbols.into_iter().map(|(symbol, to, flags)| {
            let [is_reference, is_implementation, is_type_definition, is_definition] = flags;
            let to = Relationship { symbol: to, is_reference, is_implementation, is_type_definition, is_definition, ..Relationship::default() };
            SymbolInformation { symbol, relationships: vec![to], ..SymbolInformation::default() }
        }).collect();
        let index = Index { metadata: metadata("t"), documents, external_symbols, ..Index::default() };
        agree(&index.write_to_bytes().expect("an index has a form"));
    }

    /// No bytes at all make it panic, and what is no index is a fault.
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let decoded = read(&bytes);
        prop_assert!(decoded.sources[0].fault.is_some() || Index::parse_from_bytes(&bytes).is_ok());
    }
}
