//! Ruby: `Gemfile`, its lockfile, and gem specifications. The first and the last are programs: what they state in plain
//! strings is read.

mod gemfile;
mod gemspec;
mod lock;
mod statement;

use super::format::PackageFormat;
use super::shape::Ecosystem;
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 3] = [
    PackageFormat {
        name: "Gemfile",
        ecosystem: Ecosystem::Gem,
        locks: false,
        is_manifest: |file| path::name(file) == "Gemfile",
        read: gemfile::read,
    },
    PackageFormat {
        name: "gemspec",
        ecosystem: Ecosystem::Gem,
        locks: false,
        is_manifest: |file| path::extension(file) == "gemspec",
        read: gemspec::read,
    },
    PackageFormat {
        name: "Gemfile.lock",
        ecosystem: Ecosystem::Gem,
        locks: true,
        is_manifest: |file| path::name(file) == "Gemfile.lock",
        read: lock::read,
    },
];
