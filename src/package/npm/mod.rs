//! JavaScript: `package.json` and the lockfiles of npm, Yarn, pnpm and Bun.

mod bun;
mod lock;
mod manifest;
mod pnpm;
mod section;
mod workspace;
mod yarn;

use super::format::PackageFormat;
use super::shape::Ecosystem;
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
