//! Ruby: `Gemfile`, its lockfile, and gem specifications. The first and the last are programs: what they state in plain
//! strings is read.

mod gemfile;
mod gemspec;
mod lock;
mod statement;

use super::shape::{Ecosystem, Format};
use crate::base::path;

/// The formats.
pub const FORMATS: [Format; 3] = [
    Format {
        name: "Gemfile",
        ecosystem: Ecosystem::Gem,
        locks: false,
        is_manifest: |file| path::name(file) == "Gemfile",
        read: gemfile::read,
    },
    Format {
        name: "gemspec",
        ecosystem: Ecosystem::Gem,
        locks: false,
        is_manifest: |file| path::extension(file) == "gemspec",
        read: gemspec::read,
    },
    Format {
        name: "Gemfile.lock",
        ecosystem: Ecosystem::Gem,
        locks: true,
        is_manifest: |file| path::name(file) == "Gemfile.lock",
        read: lock::read,
    },
];
