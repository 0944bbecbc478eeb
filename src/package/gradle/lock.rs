//! `gradle.lockfile` and `buildscript-gradle.lockfile`: an artifact a line, with the configurations that have it.

use super::super::reader::ManifestReader;
use super::super::shape::ProjectClaim;

/// Reads `group:name:version=configuration,configuration`.
pub fn read(reader: &mut ManifestReader<'_>) {
    for (start, line) in reader.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("empty=") {
            continue;
        }
        match line.split('=').next().unwrap_or_default().rsplit_once(':') {
            Some((name, version)) if name.contains(':') => {
                reader.lock(name, version, ProjectClaim::Anyone, start);
            }
            _ => reader.flaw(start, "an artifact with a version is wanted"),
        }
    }
}
