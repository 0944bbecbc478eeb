//! A format of package manifests or lockfiles: a row of the table.

use super::reader::ManifestReader;
use super::shape::Ecosystem;

/// One kind of manifest or lockfile.
pub struct PackageFormat {
    /// Its name: that of the file, or what such files are called.
    pub name: &'static str,
    /// Where its names belong.
    pub ecosystem: Ecosystem,
    /// Whether its files lock versions for the manifests in and below their directory.
    pub locks: bool,
    /// Whether a path is one, by its last part or parts.
    pub is_manifest: fn(&str) -> bool,
    /// Reads it: what is understood is found, what is not is a flaw. Never fails.
    pub read: fn(&mut ManifestReader<'_>),
}
