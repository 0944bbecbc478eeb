//! The files that no search reads, as they are of no language that is known: a note says which they are.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::index::SearchIndex;
use super::text_kind::limit;
use crate::base::{counted, path};
use crate::facts::NONE;
use crate::primitive::{Engine, Note};

/// The fewest files of an ending that are worth a word, and the most endings that are named.
const FEWEST: usize = 3;
const NAMED: usize = 3;
/// Endings of what is no text, or what no person writes, sorted.
#[rustfmt::skip]
const NO_TEXT: &[&str] = &[
    "7z", "a", "asc", "avif", "bin", "bmp", "br", "bz2", "class", "crt", "csproj", "csv", "dat", "db", "dll", "dylib",
    "eot", "exe", "fsproj", "gif", "gz", "heic", "icns", "ico", "jar", "jpeg", "jpg", "key", "lock", "log", "lz4", "lzma",
    "map", "mod", "mov", "mp3", "mp4", "o", "otf", "out", "p12", "parquet", "pbxproj", "pdf", "pem", "plist", "png", "po", "pot",
    "props", "psd", "pyc", "sln", "snap", "so", "sqlite", "stderr", "stdout", "sum", "svg", "tar", "targets", "tgz", "tif", "tiff", "ttf",
    "wasm", "wav", "webm", "webp", "woff", "woff2", "xcf", "xz", "zip", "zst",
];

/// The note on files with an ending of letters that are in no index; `None` where there are few of each.
pub(super) fn unsearched(engine: &Engine<'_>, index: &SearchIndex) -> Option<Note> {
    let files = &engine.tree?.files;
    let searched: FxHashSet<usize> = index.files.iter().map(|file| *file as usize).collect();
    let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, file) in files.iter().enumerate().filter(|(at, _)| !searched.contains(at)) {
        let row = engine.snapshot.file(&file.path).and_then(|id| engine.snapshot.file_row(id));
        let ending = path::extension(&file.path);
        let is_text = ending.bytes().all(|it| it.is_ascii_alphanumeric()) && NO_TEXT.binary_search(&ending).is_err();
        if !ending.is_empty() && is_text && limit(&file.path).is_none() && row.is_none_or(|row| row.language == NONE) {
            *endings.entry(ending).or_default() += 1;
        }
    }
    let mut endings: Vec<(&str, usize)> = endings.into_iter().filter(|(_, count)| *count >= FEWEST).collect();
    endings.sort_by_key(|(ending, count)| (Reverse(*count), *ending));
    let count: usize = endings.iter().map(|(_, count)| count).sum();
    let named: Vec<String> = endings.iter().take(NAMED).map(|(ending, count)| format!("{count} `.{ending}`")).collect();
    let more = endings.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {}", counted(more, "more ending")) } else { String::new() };
    (count > 0).then(|| {
        let of = files.len();
        Note::from(format!(
            "{count} of {of} files are of no language that is read, and were not searched: {}{more}; `globs` of a manifest load them",
            named.join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::NO_TEXT;

    #[test]
    fn endings_are_sorted() {
        assert!(NO_TEXT.is_sorted());
    }
}
