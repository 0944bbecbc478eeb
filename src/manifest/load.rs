//! Reads a manifest's file. The only file of this layer that touches the disk.

use std::io::Error;
use std::path::Path;

use super::limits::MANIFEST;
use super::read::{ManifestError, parse};
use super::types::Manifest;
use crate::walk::{self, is_secret_file};

/// Loads a manifest; of a file beyond the limit no more than the limit is read.
pub fn load(path: &Path) -> Result<Manifest, ManifestError> {
    load_with_text(path).map(|(manifest, _)| manifest)
}

/// Loads a manifest, and the text that its places point into.
pub fn load_with_text(path: &Path) -> Result<(Manifest, String), ManifestError> {
    if is_secret_file(path) {
        // An error would quote it.
        let source = Error::other("its name has the shape of a secret, so it is not read");
        return Err(ManifestError::Io { path: path.to_owned(), source });
    }
    let most = MANIFEST.bytes as u64 + 4;
    let bytes = walk::head(path, most).map_err(|source| ManifestError::Io { path: path.to_owned(), source })?;
    let manifest = parse(&bytes, path)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    Ok((manifest, String::from_utf8_lossy(text).into_owned()))
}
