//! Python: `pyproject.toml`, requirements, `setup.cfg`, `setup.py`, Pipenv, and the lockfiles of uv, Poetry and PDM.

mod distribution;
mod ini;
mod lock;
mod pipfile;
mod pyproject;
mod requirement;
mod requirements;
mod setup;
mod version;

pub use distribution::{distributions_of, modules_of};

use super::format::PackageFormat;
use super::shape::Ecosystem;
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 7] = [
    PackageFormat {
        name: "pyproject.toml",
        ecosystem: Ecosystem::Pypi,
        locks: false,
        is_manifest: |file| path::name(file) == "pyproject.toml",
        read: pyproject::read,
    },
    PackageFormat {
        name: "requirements.txt",
        ecosystem: Ecosystem::Pypi,
        locks: false,
        is_manifest: requirements::is_manifest,
        read: requirements::read,
    },
    PackageFormat {
        name: "setup.cfg",
        ecosystem: Ecosystem::Pypi,
        locks: false,
        is_manifest: |file| path::name(file) == "setup.cfg",
        read: ini::read,
    },
    PackageFormat {
        name: "setup.py",
        ecosystem: Ecosystem::Pypi,
        locks: false,
        is_manifest: |file| path::name(file) == "setup.py",
        read: setup::read,
    },
    PackageFormat {
        name: "Pipfile",
        ecosystem: Ecosystem::Pypi,
        locks: false,
        is_manifest: |file| path::name(file) == "Pipfile",
        read: pipfile::read,
    },
    PackageFormat {
        name: "Pipfile.lock",
        ecosystem: Ecosystem::Pypi,
        locks: true,
        is_manifest: |file| path::name(file) == "Pipfile.lock",
        read: pipfile::read_lock,
    },
    PackageFormat {
        name: "uv.lock",
        ecosystem: Ecosystem::Pypi,
        locks: true,
        is_manifest: lock::is_manifest,
        read: lock::read,
    },
];
