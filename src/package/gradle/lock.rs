//! `gradle.lockfile` and `buildscript-gradle.lockfile`: an artifact a line, with the configurations that have it.

use super::super::reader::Reader;
use super::super::shape::Claim;

/// Reads `group:name:version=configuration,configuration`.
pub fn read(reader: &mut Reader<'_>) {
    for (start, line) in reader.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("empty=") {
            continue;
        }
        match line.split('=').next().unwrap_or_default().rsplit_once(':') {
            Some((name, version)) if name.contains(':') => {
                reader.lock(name, version, Claim::Anyone, start);
            }
            _ => reader.flaw(start, "an artifact with a version is wanted"),
        }
    }
}
