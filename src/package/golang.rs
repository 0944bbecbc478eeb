//! Go: `go.mod`.

use super::reader::Reader;
use super::shape::{Ecosystem, Format, Kind};
use crate::base::path;

/// The formats.
pub const FORMATS: [Format; 1] = [Format {
    name: "go.mod",
    ecosystem: Ecosystem::Golang,
    locks: false,
    is_manifest: |file| path::name(file) == "go.mod",
    read,
}];

/// Reads `module`, `require` and `replace`, as single lines and in blocks.
fn read(reader: &mut Reader<'_>) {
    let mut block: Option<&str> = None;
    for (start, line) in reader.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let indirect = comment.split(';').any(|word| word.trim() == "indirect");
        let mut words = code.split_whitespace().map(|word| word.trim_matches(['"', '`'])).peekable();
        let Some(first) = words.peek().copied() else { continue };
        if first == ")" {
            block = None;
            continue;
        }
        let directive = block.unwrap_or(first);
        if block.is_none() {
            words.next();
        }
        let words: Vec<&str> = words.collect();
        let place = |word: &str| start + line.find(word).unwrap_or(0);
        match (directive, &words[..]) {
            (_, ["("]) => block = Some(first),
            ("module", [name]) => reader.name(Some(name)),
            ("require", [name, version]) => {
                let kind = if indirect { Kind::Indirect } else { Kind::Normal };
                reader.depend(name, version, kind, place(name));
            }
            ("replace", [_, "=>", name, version] | [_, _, "=>", name, version]) => {
                reader.depend(name, version, Kind::Normal, place(name));
            }
            // A directory: its own `go.mod` states the same name, or is not in the repository.
            ("replace", [_, "=>", _] | [_, _, "=>", _]) => {}
            ("require" | "replace" | "module", _) => {
                reader.flaw(start, format!("`{}` is no {directive} directive", code.trim()));
            }
            _ => {}
        }
    }
}
