//! Packages: reads manifests and lockfiles, each taken alone. Does not relate one file's declarations to another's.
//!
//! To add a format: one file, and one line in the table of its ecosystem. Reading never fails: what a file does not
//! say plainly is a flaw with its place, and the rest holds.

mod cargo;
mod composer;
mod dart;
mod elixir;
mod format;
mod golang;
mod gradle;
mod json;
mod maven;
pub mod name;
mod npm;
mod nuget;
mod python;
mod reach;
mod reader;
mod requirement;
mod ruby;
mod shape;
mod swift;
mod toml;
mod version;
mod xml;
mod yaml;

use crate::base::{Position, TextPart, path};

pub use format::PackageFormat;
pub use golang::is_sum;
pub use gradle::{CATALOG, SCRIPT, SETTINGS};
pub use maven::POM;
pub use name::PackageQuery;
pub use python::{distributions_of, modules_of};
pub use reach::{STEERING, Steering, reach};
pub use reader::ManifestReader;
pub use requirement::{alternatives, below};
pub use shape::{
    Declarations, Dependency, DependencyKind, Ecosystem, Flaw, Locked, Need, PackageSource, Placed, ProjectClaim,
};
pub use version::{compare, exact, least};

/// Every format, by ecosystem.
pub const FORMATS: [&[PackageFormat]; 12] = [
    &cargo::FORMATS,
    &composer::FORMATS,
    &dart::FORMATS,
    &elixir::FORMATS,
    &golang::FORMATS,
    &gradle::FORMATS,
    &maven::FORMATS,
    &npm::FORMATS,
    &nuget::FORMATS,
    &python::FORMATS,
    &ruby::FORMATS,
    &swift::FORMATS,
];

/// The endings of all of them, sorted. Every path is tested, and most have another.
const ENDINGS: [&str; 27] = [
    "", "cfg", "config", "csproj", "exs", "fsproj", "gemspec", "gradle", "in", "json", "kts", "lock", "lockb",
    "lockfile", "mod", "props", "py", "resolved", "sum", "swift", "targets", "toml", "txt", "vbproj", "work", "xml",
    "yaml",
];

/// Endings that code has, and the only names in which they end a manifest.
const CODE: [(&str, &str); 3] = [("exs", "mix.exs"), ("py", "setup.py"), ("swift", "Package.swift")];

/// The format of a path.
pub fn format(file: &str) -> Option<&'static PackageFormat> {
    let name = path::name(file);
    let ending = path::extension(name);
    let is_code = CODE.iter().any(|(code, only)| *code == ending && *only != name);
    if is_code || ENDINGS.binary_search(&ending).is_err() {
        return None;
    }
    FORMATS.into_iter().flatten().find(|format| (format.is_manifest)(file))
}

/// Whether a path is a manifest or a lockfile of a format that is known here.
pub fn is_manifest(file: &str) -> bool {
    format(file).is_some()
}

/// The declarations of a file.
pub fn read(format: &PackageFormat, file: &str, text: &str) -> Declarations {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let conflict =
        text.match_indices("<<<<<<< ").map(|(at, _)| at).find(|at| *at == 0 || text.part(..*at).ends_with('\n'));
    let mut reader = ManifestReader::new(file, text.part(..conflict.unwrap_or(text.len())));
    (format.read)(&mut reader);
    if conflict.is_some() {
        // What stands before is read; that it breaks off there is no further fault.
        let line = reader.lines().count() + 1;
        reader.found.flaws.clear();
        reader.found.flaws.push(Flaw {
            at: Position { line: u32::try_from(line).unwrap_or(u32::MAX), column: 1 },
            reason: "a merge conflict is not resolved".to_owned(),
        });
    }
    reader.found.clean();
    reader.found
}

#[cfg(test)]
mod tests {
    #[test]
    fn endings_are_found_by_their_order() {
        assert!(super::ENDINGS.is_sorted());
    }
}
