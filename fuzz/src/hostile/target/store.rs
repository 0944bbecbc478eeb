//! A store whose bytes were damaged: what it says is right all the same, or is made again.

use std::sync::OnceLock;

use cg_bundle::store::StorePlace;

use super::super::files;
use super::super::read_below;
use super::repository::indexed;
use super::sections;

/// A change of the store: what is done, how far behind the start of which page, and how much.
const STEP: usize = 8;
/// The size of its pages.
const PAGE: usize = 16384;

/// Damages of each sort.
pub fn first() -> Vec<Vec<u8>> {
    let step = |what: u8, page: u8, at: u16, much: u8| {
        let at = at.to_le_bytes();
        vec![what, page, at[0], at[1], much, 0xff, 0, 7]
    };
    let mut all: Vec<Vec<u8>> = (0..6).map(|what| step(what, 1, 3, 9)).collect();
    // The parts of the header that say which store it is, and how large.
    all.extend([16, 18, 24, 28, 32, 36, 40, 44, 48, 56, 60, 64, 68, 92, 96, 100].map(|at| step(0, 0, at, 4)));
    all.extend((0..12).map(|page| step(1, page, 0, 12)));
    all
}

/// A repository, and the bytes of its store.
fn whole() -> &'static (tempfile::TempDir, Vec<u8>) {
    static WHOLE: OnceLock<(tempfile::TempDir, Vec<u8>)> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let folder = files::folder();
        let text = read_below("cases/repositories").remove(0).1;
        files::write(folder.path(), &files::split(&text));
        let kept = files::folder();
        let path = kept.path().join("store.sqlite");
        drop(indexed(folder.path(), StorePlace::At(path.clone())).expect("an index"));
        let bytes = std::fs::read(path).expect("a store");
        (folder, bytes)
    })
}

/// Damages bytes as an input says.
fn damaged(bytes: &[u8], input: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for step in input.chunks_exact(STEP).take(8) {
        let at = usize::from(step[1]) * PAGE + usize::from(u16::from_le_bytes([step[2], step[3]])) % PAGE;
        let at = at % bytes.len().max(1);
        let end = (at + usize::from(step[4])).min(bytes.len());
        match step[0] % 6 {
            0 => bytes[at..end].fill(step[5]),
            1 => bytes[at..end].iter_mut().for_each(|byte| *byte ^= step[5]),
            2 => bytes.truncate(at),
            3 => bytes.truncate(at / PAGE * PAGE),
            4 => bytes[at / PAGE * PAGE..].iter_mut().take(PAGE).for_each(|byte| *byte = step[5]),
            _ => bytes[at..end].rotate_left(usize::from(step[6]) % (end - at).max(1)),
        }
    }
    bytes
}

/// The facts are those that are made without a store: in the run that meets the damage, and in the one after it.
pub fn run(input: &[u8]) {
    let (folder, bytes) = whole();
    let kept = files::folder();
    let path = kept.path().join("store.sqlite");
    std::fs::write(&path, damaged(bytes, input)).expect("a store");
    let plain = indexed(folder.path(), StorePlace::Nowhere).expect("an index");
    for _ in 0..2 {
        // A file that is no store any more is refused, and left as it is.
        let Ok(index) = indexed(folder.path(), StorePlace::At(path.clone())) else { return };
        assert!(sections(&index) == sections(&plain), "a damaged store changes the facts");
    }
}
