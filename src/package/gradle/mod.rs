//! Gradle: build scripts in Kotlin and Groovy, version catalogs, lockfiles, and the names that settings give to
//! projects.

mod block;
mod catalog;
mod entry;
mod lock;
mod script;
mod settings;

use super::format::PackageFormat;
use super::shape::Ecosystem;
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 4] = [
    PackageFormat {
        name: SCRIPT,
        ecosystem: Ecosystem::Gradle,
        locks: false,
        is_manifest: |file| matches!(path::name(file), "build.gradle" | "build.gradle.kts"),
        read: script::read,
    },
    PackageFormat {
        name: SETTINGS,
        ecosystem: Ecosystem::Gradle,
        locks: false,
        is_manifest: |file| matches!(path::name(file), "settings.gradle" | "settings.gradle.kts"),
        read: settings::read,
    },
    PackageFormat {
        name: CATALOG,
        ecosystem: Ecosystem::Maven,
        locks: false,
        is_manifest: |file| path::name(file).ends_with(".versions.toml"),
        read: catalog::read,
    },
    PackageFormat {
        name: "gradle.lockfile",
        ecosystem: Ecosystem::Maven,
        locks: true,
        is_manifest: |file| path::name(file).ends_with("gradle.lockfile"),
        read: lock::read,
    },
];

/// The name of the format of build scripts.
pub const SCRIPT: &str = "build.gradle";
/// The name of the format of settings.
pub const SETTINGS: &str = "settings.gradle";
/// The name of the format of version catalogs, which serve the directory above their own.
pub const CATALOG: &str = "libs.versions.toml";
