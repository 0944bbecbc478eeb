//! Sections of dependencies that the formats of JavaScript share, aliases and catalogs.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;

/// The sections of what a package needs that manifests and lockfiles share.
pub const SECTIONS: [(&str, DependencyKind); 3] = [
    ("dependencies", DependencyKind::Normal),
    ("optionalDependencies", DependencyKind::Optional),
    ("peerDependencies", DependencyKind::Peer),
];

/// Resolves `"name": "npm:real@version"`.
pub fn renamed<'a>(name: &'a str, version: &'a str) -> (&'a str, &'a str) {
    let Some(target) = version.strip_prefix("npm:") else { return (name, version) };
    target.rsplit_once('@').filter(|(name, _)| !name.is_empty()).unwrap_or((target, ""))
}

/// The key under which a catalog offers a package.
pub fn listed(catalog: &str, name: &str) -> String {
    let catalog = if catalog.is_empty() { "default" } else { catalog };
    format!("catalog:{catalog}/{name}")
}

/// A package and its version in a catalog.
pub fn list(reader: &mut ManifestReader<'_>, catalog: &str, (alias, version): (&str, &str), at: usize) {
    let (name, version) = renamed(alias, version);
    reader.depend(name, version, DependencyKind::Shared, at);
    reader.share(listed(catalog, alias));
}
