//! Reads a manifest's file. The only file of this layer that touches the disk.

use std::io::Error;
use std::path::Path;

use super::limits::MANIFEST;
use super::read::{ManifestError, parse_over};
use super::types::Manifest;
use crate::walk::{self, is_secret_file};

/// Loads a manifest; of a file beyond the limit no more than the limit is read.
pub fn load(path: &Path) -> Result<Manifest, ManifestError> {
    load_with_text(path).map(|(manifest, _)| manifest)
}

/// Reads a manifest from the bytes of a file; the base that it extends is read from the disk.
pub fn parse_at(bytes: &[u8], path: &Path) -> Result<Manifest, ManifestError> {
    parse_over(bytes, path.to_owned(), &base)
}

/// Reads a base. Its name and, behind links, its place are those of a manifest: an error would quote any other file.
fn base(path: &Path) -> std::io::Result<Vec<u8>> {
    let place = path.canonicalize()?;
    let is_manifest = |path: &Path| path.extension().is_some_and(|it| it == "yaml" || it == "yml");
    if is_secret_file(path) || is_secret_file(&place) {
        return Err(Error::other("its name has the shape of a secret, so it is not read"));
    }
    if !is_manifest(path) || !is_manifest(&place) {
        return Err(Error::other("its name does not end in .yaml or .yml"));
    }
    walk::head(&place, MANIFEST.bytes as u64 + 4)
}

/// Loads a manifest, and the text that its places point into: of one that extends another, the text of both.
pub fn load_with_text(path: &Path) -> Result<(Manifest, String), ManifestError> {
    let bytes = bytes(path).map_err(|source| ManifestError::Io { path: path.to_owned(), source })?;
    let manifest = parse_at(&bytes, path)?;
    if let Some(over) = &manifest.over {
        let text = over.flat.text.clone();
        return Ok((manifest, text));
    }
    Ok((manifest, text(&bytes)))
}

/// The text of the file of a manifest, before anything is made of it. A pipe is left alone: it is read once.
pub fn manifest_text(path: &Path) -> std::io::Result<String> {
    if !path.is_file() {
        return Err(Error::other("it is no regular file"));
    }
    bytes(path).map(|bytes| text(&bytes))
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if is_secret_file(path) {
        // An error would quote it.
        return Err(Error::other("its name has the shape of a secret, so it is not read"));
    }
    walk::head(path, MANIFEST.bytes as u64 + 4)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).into_owned()
}
