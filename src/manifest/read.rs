//! From the bytes of a manifest to the typed manifest, or to everything that is wrong with it.

use std::io;
use std::path::PathBuf;

use super::guard;
use super::limits::MANIFEST;
use super::types::Manifest;
use super::{assemble, check, check_query, decode, shape};
use crate::base::{Diagnostic, Severity, TextPart, sort};

/// Why there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file could not be read.
    #[error("cannot read manifest `{}`", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The text is no manifest.
    #[error("manifest `{}` has {} problem{}", path.display(), diagnostics.len(), if diagnostics.len() == 1 { "" } else { "s" })]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The text that the diagnostics point into; lossy where it is not UTF-8.
        source_text: String,
        /// Everything found, in the order of the text.
        diagnostics: Vec<Diagnostic>,
    },
}

/// Reads a manifest from bytes. `path` is for messages; its stem is the default task class.
pub fn parse(bytes: &[u8], path: impl Into<PathBuf>) -> Result<Manifest, ManifestError> {
    let path = path.into();
    let invalid = |source_text: &str, diagnostics: Vec<Diagnostic>| ManifestError::Invalid {
        path: path.clone(),
        source_text: source_text.to_owned(),
        diagnostics,
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lossy = String::from_utf8_lossy(&bytes[..bytes.len().min(MANIFEST.bytes)]);
    if let Some(diagnostic) = unreadable(bytes, &lossy) {
        return Err(invalid(&lossy, vec![diagnostic]));
    }
    let stem = path.file_stem().map_or("task".into(), |stem| stem.to_string_lossy());
    let (manifest, mut found) = checked(&lossy, &stem);
    sort(&mut found);
    match manifest {
        Some(manifest) if found.iter().all(|it| it.severity != Severity::Error) => {
            Ok(Manifest { warnings: found, ..manifest })
        }
        _ => Err(invalid(&lossy, found)),
    }
}

fn unreadable(bytes: &[u8], lossy: &str) -> Option<Diagnostic> {
    if bytes.len() > MANIFEST.bytes {
        let title = format!("the file has more than {} bytes, the limit of a manifest", MANIFEST.bytes);
        let end = lossy.lines().next().unwrap_or_default().len();
        let diagnostic = Diagnostic::error("CG003", title, 0..end, "too large");
        return Some(diagnostic.help("a manifest names files by globs and queries, never one by one"));
    }
    let good = std::str::from_utf8(bytes).err()?.valid_up_to();
    let title = "the file is not UTF-8";
    let end = lossy.part(good..).chars().next().map_or(good, |it| good + it.len_utf8());
    let diagnostic = Diagnostic::error("CG008", title, good..end, "this byte has no meaning");
    Some(diagnostic.help("save the file as UTF-8"))
}

fn checked(text: &str, stem: &str) -> (Option<Manifest>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let root = guard::tree(text, MANIFEST, &mut found);
    let Some(root) = root.filter(|root| !root.is_null()) else {
        if found.is_empty() {
            let end = text.lines().next().unwrap_or_default().len();
            let diagnostic =
                Diagnostic::error("CG011", "the manifest is empty", 0..end, "nothing but blanks and comments");
            found.push(diagnostic.help("begin with `version: 1`, and name what to read under `must_read:`"));
        }
        return (None, found);
    };
    check::manifest(text, &root, shape::MANIFEST, &mut found);
    let asked = check_query::queries(text, &root, &mut found);
    // Where a character was masked to read on, the value is not what was written.
    let masked: Vec<usize> = found.iter().filter(|it| it.code == "CG005").map(|it| it.primary.span.start).collect();
    found.retain(|it| it.code == "CG005" || !masked.contains(&it.primary.span.start));
    if found.iter().any(|it| it.severity == Severity::Error) {
        return (None, found);
    }
    match decode::written(text, &root) {
        Ok(written) => {
            let manifest = assemble::manifest(text, stem, &root, written, asked);
            if manifest.is_none() {
                let title = "the checks and the decode of this manifest differ";
                found.push(
                    Diagnostic::error("CG099", title, 0..0, "")
                        .help("this is a mistake of the program; please report it"),
                );
            }
            (manifest, found)
        }
        Err(diagnostic) => (None, vec![*diagnostic]),
    }
}
