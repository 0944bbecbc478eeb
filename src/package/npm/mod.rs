//! JavaScript: `package.json` and the lockfiles of npm, Yarn, pnpm and Bun.

mod bun;
mod lock;
mod manifest;
mod pnpm;
mod yarn;

use super::shape::{Ecosystem, Format};
use crate::base::path;

/// The formats.
pub const FORMATS: [Format; 5] = [
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
];
