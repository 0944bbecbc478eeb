//! JavaScript: `package.json` and the lockfiles of npm, Yarn, pnpm and Bun.

mod bun;
mod lock;
mod manifest;
mod pnpm;
mod workspace;
mod yarn;

use super::reader::Reader;
use super::shape::{Ecosystem, Format, Kind};
use crate::base::path;

/// The formats.
pub const FORMATS: [Format; 7] = [
    Format {
        name: "package.json",
        ecosystem: Ecosystem::Npm,
        locks: false,
        is_manifest: |file| path::name(file) == "package.json",
        read: manifest::read,
    },
    Format {
        name: "package-lock.json",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| matches!(path::name(file), "package-lock.json" | "npm-shrinkwrap.json"),
        read: lock::read,
    },
    Format {
        name: "yarn.lock",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "yarn.lock",
        read: yarn::read,
    },
    Format {
        name: "pnpm-lock.yaml",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "pnpm-lock.yaml",
        read: pnpm::read,
    },
    Format {
        name: "bun.lock",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "bun.lock",
        read: bun::read,
    },
    Format {
        name: "bun.lockb",
        ecosystem: Ecosystem::Npm,
        locks: true,
        is_manifest: |file| path::name(file) == "bun.lockb",
        read: bun::read_binary,
    },
    Format {
        name: "pnpm-workspace.yaml",
        ecosystem: Ecosystem::Npm,
        locks: false,
        is_manifest: |file| path::name(file) == "pnpm-workspace.yaml",
        read: workspace::read,
    },
];

/// The sections of what a package needs that manifests and lockfiles share.
const SECTIONS: [(&str, Kind); 3] =
    [("dependencies", Kind::Normal), ("optionalDependencies", Kind::Optional), ("peerDependencies", Kind::Peer)];

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
fn list(reader: &mut Reader<'_>, catalog: &str, (alias, version): (&str, &str), at: usize) {
    let (name, version) = renamed(alias, version);
    reader.depend(name, version, Kind::Shared, at);
    reader.share(listed(catalog, alias));
}
