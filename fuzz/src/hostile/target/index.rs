//! Indexes of compilers and their stamps: read, validated against the text, and queried.

use std::io::Write;
use std::path::Path;

use cg_bundle::pipeline::{IndexRequest, ScipSelection, index};
use cg_bundle::scip::Reader;
use cg_bundle::store::StorePlace;

use super::super::files::{self, File};
use super::super::{checkout, read_below};
use super::sections;

/// The repositories that indexes speak of, below the fixtures.
const REPOSITORIES: &[(u8, &str)] = &[(b'p', "py-mini"), (b'r', "rs-mini"), (b't', "ts-mini")];

/// The indexes of the fixtures in each packing, and a stamp.
pub fn first() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (mark, name) in REPOSITORIES {
        for (path, bytes) in read_below("fixtures/scip") {
            let is_index = path.extension().is_some_and(|ending| ending == "scip");
            if is_index && path.parent().is_some_and(|folder| folder.ends_with(name)) {
                all.extend([b'p', b'g', b'z'].map(|packing| [&[packing, *mark][..], &bytes].concat()));
            }
        }
        let stamp = "{\"version\":1,\"index\":{\"bytes\":1,\"blake3\":\"INDEX\"},\"tool\":{\"name\":\"a\",\"version\":\"1\"},\
            \"exit_code\":0,\"git\":{\"head\":\"a\",\"is_dirty\":true},\"documents\":{\"src/main.ts\":{\"bytes\":1,\"blake3\":\"b\"}},\
            \"unindexed\":[\"src/extra.rs\"]}";
        all.push([&[b'S', *mark][..], stamp.as_bytes()].concat());
    }
    all
}

/// The facts of an index are the same each time, however it is packed, and leaves the rest of the repository be.
pub fn run(input: &[u8]) {
    let &[packing, mark, ref body @ ..] = input else { return };
    let (_, name) = REPOSITORIES.iter().find(|(known, _)| *known == mark).unwrap_or(&REPOSITORIES[0]);
    let folder = files::folder();
    files::write(folder.path(), &repository(name));
    let path = folder.path().join("index.scip");
    if packing == b'S' {
        stamped(&path, body);
    } else {
        std::fs::write(&path, packed(packing, body)).expect("an index");
    }
    if packing == b'p' {
        assert!(decoded(body) == decoded(body), "not the same index twice");
    }
    let request = IndexRequest {
        root: folder.path().to_owned(),
        store: StorePlace::Nowhere,
        cas: None,
        verify: false,
        scip: ScipSelection::Found,
    };
    let facts = index(&request, &|_, _, _| {}).expect("an index that is broken is a finding");
    let again = index(&request, &|_, _, _| {}).expect("read before");
    assert!(sections(&facts) == sections(&again), "not the same facts twice");
    assert!(facts.facts.paths.len() == repository(name).len() + 1, "an index hides files");
}

/// The files of a fixture but its indexes.
fn repository(name: &str) -> Vec<File> {
    let root = checkout().join("tests/fixtures/scip").join(name);
    let all = read_below(&format!("fixtures/scip/{name}")).into_iter();
    let sources = all.filter(|(path, _)| path.extension().is_none_or(|ending| ending != "scip"));
    let file = |(path, content): (std::path::PathBuf, Vec<u8>)| {
        let path = path.strip_prefix(&root).expect("below the fixture").to_string_lossy().replace('\\', "/");
        File { path, content }
    };
    sources.map(file).collect()
}

/// The whole index of the repository, and beside it a stamp whose digest is right where the text says so.
fn stamped(path: &Path, text: &[u8]) {
    let fixture = checkout().join("tests/fixtures/scip/ts-mini/index.scip");
    let bytes = std::fs::read(fixture).expect("a fixture");
    let digest = cg_bundle::base::Digest::of(&bytes).to_string();
    let text = String::from_utf8_lossy(text).replace("INDEX", &digest);
    std::fs::write(path, bytes).expect("an index");
    std::fs::write(cg_bundle::scip::stamp_path(path), text).expect("a stamp");
}

fn packed(packing: u8, body: &[u8]) -> Vec<u8> {
    match packing {
        b'g' => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(body).expect("bytes");
            encoder.finish().expect("bytes")
        }
        b'z' => ruzstd::encoding::compress_to_vec(body, ruzstd::encoding::CompressionLevel::Fastest),
        _ => body.to_vec(),
    }
}

fn decoded(body: &[u8]) -> cg_bundle::scip::Decoded {
    let mut reader = Reader::default();
    reader.read("index.scip", &mut std::io::Cursor::new(body));
    reader.finish()
}
