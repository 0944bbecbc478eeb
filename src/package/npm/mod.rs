//! JavaScript: `package.json` and the lockfiles of npm, Yarn, pnpm and Bun.

mod bun;
mod lock;
mod manifest;
mod pnpm;
mod workspace;
mod yarn;

use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, PackageFormat};
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 7] = [
    PackageFormat {
        name: "package.json",
        ecosystem: Ecosystem::Npm,
        locks: false,
        is_manifest: |file| path::name(file) == "package.json",
        read: manifest::read,
    },
    PackageFormat {
        name: "package-lock.json",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| matches!(path::name(file), "package-lock.json" | "npm-shrinkwrap.json"),
        read: lock::read,
    },
    PackageFormat {
        name: "yarn.lock",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "yarn.lock",
        read: yarn::read,
    },
    PackageFormat {
        name: "pnpm-lock.yaml",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "pnpm-lock.yaml",
        read: pnpm::read,
    },
    PackageFormat {
        name: "bun.lock",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "bun.lock",
        read: bun::read,
    },
    PackageFormat {
        name: "bun.lockb",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "bun.lockb",
        read: bun::read_binary,
    },
    PackageFormat {
        name: "pnpm-workspace.yaml",
        ecosystem: Ecosystem::Npm,
        locks: false,
        is_manifest: |file| path::name(file) == "pnpm-workspace.yaml",
        read: workspace::read,
    },
];

/// The sections of what a package needs that manifests and lockfiles share.
const SECTIONS: [(&str, DependencyKind); 3] = [
    ("dependencies", DependencyKind::Normal),
    ("optionalDependencies", DependencyKind::Optional),
    ("peerDependencies", DependencyKind::Peer),
];

/// Resolves `"name": "npm:real@version"`.
fn renamed<'a>(name: &'a str, version: &'a str) -> (&'a str, &'a str) {
    let Some(target) = version.strip_prefix("npm:") else { return (name, version) };
    match target.rfind('@').filter(|at| *at > 0) {
        Some(at) => (&target[..at], &target[at + 1..]),
        None => (target, ""),
    }
}

/// The key under which a catalog offers a package.
fn listed(catalog: &str, name: &str) -> String {
    let catalog = if catalog.is_empty() { "default" } else { catalog };
    format!("catalog:{catalog}/{name}")
}

/// A package and its version in a catalog.
fn list(reader: &mut ManifestReader<'_>, catalog: &str, (alias, version): (&str, &str), at: usize) {
    let (name, version) = renamed(alias, version);
    reader.depend(name, version, DependencyKind::Shared, at);
    reader.share(listed(catalog, alias));
}
