//! Packages: what manifests and lockfiles say, each taken alone. Does not know how one file's word bears on another's.
//!
//! To add a format: one file, and one line in the table of its ecosystem. Reading never fails: what a file does not
//! say plainly is a flaw with its place, and the rest holds.

mod cargo;
mod composer;
mod golang;
mod gradle;
mod json;
mod maven;
pub mod name;
mod npm;
mod python;
mod reader;
mod ruby;
mod shape;
mod toml;
mod xml;

use crate::base::path;

pub use gradle::{CATALOG, SCRIPT, SETTINGS};
pub use name::Asked;
pub use reader::Reader;
pub use shape::{Claim, Declared, Dependency, Ecosystem, Flaw, Format, Kind, Locked, Placed, Source};

/// Every format, by ecosystem.
pub const FORMATS: [&[Format]; 8] = [
    &cargo::FORMATS,
    &composer::FORMATS,
    &golang::FORMATS,
    &gradle::FORMATS,
    &maven::FORMATS,
    &npm::FORMATS,
    &python::FORMATS,
    &ruby::FORMATS,
];

/// The endings of all of them. Every path is asked, and most have another.
const ENDINGS: [&str; 14] =
    ["", "cfg", "gemspec", "gradle", "in", "json", "kts", "lock", "mod", "py", "toml", "txt", "xml", "yaml"];

/// The format of a path.
pub fn format(file: &str) -> Option<&'static Format> {
    if !ENDINGS.contains(&path::extension(file)) {
        return None;
    }
    FORMATS.into_iter().flatten().find(|format| (format.is_manifest)(file))
}

/// Whether a path is a manifest or a lockfile of a format that is known here.
pub fn is_manifest(file: &str) -> bool {
    format(file).is_some()
}

/// What a file says.
pub fn read(format: &Format, file: &str, text: &str) -> Declared {
    let mut reader = Reader::new(file, text.strip_prefix('\u{feff}').unwrap_or(text));
    (format.read)(&mut reader);
    reader.found
}
