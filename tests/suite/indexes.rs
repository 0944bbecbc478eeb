//! The indexes by real indexers that `tests/fixtures/scip` holds.

use std::io::Read;
use std::path::Path;

/// An index on file.
pub struct Fixture {
    /// Its path below `tests/fixtures/scip`.
    pub name: &'static str,
    /// How many global symbols it holds at least: a reader that finds fewer has lost some.
    pub least_symbols: usize,
}

/// Every one.
pub const FIXTURES: &[Fixture] = &[
    Fixture { name: "py-mini/index-ty.scip", least_symbols: 20 },
    Fixture { name: "py-mini/index.scip", least_symbols: 20 },
    Fixture { name: "requests-2.32.4.scip-python.scip.zst", least_symbols: 2_818 },
    Fixture { name: "requests-2.32.4.ty-scip.scip.zst", least_symbols: 2_553 },
    Fixture { name: "rs-mini/index.scip", least_symbols: 20 },
    Fixture { name: "ts-mini/index.scip", least_symbols: 20 },
];

impl Fixture {
    /// Its bytes, unpacked.
    pub fn bytes(&self) -> Vec<u8> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scip").join(self.name);
        let bytes = std::fs::read(path).expect("an index");
        if !self.name.ends_with(".zst") {
            return bytes;
        }
        let mut unpacked = Vec::new();
        let mut decoder = ruzstd::decoding::StreamingDecoder::new(bytes.as_slice()).expect("a zstd frame");
        decoder.read_to_end(&mut unpacked).expect("its content");
        unpacked
    }
}
