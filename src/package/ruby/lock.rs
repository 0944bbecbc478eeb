//! `Gemfile.lock`: the gems below each `specs:`.

use super::super::reader::ManifestReader;
use super::super::shape::ProjectClaim;
use crate::base::TextPart;

/// How far a locked gem is indented. Its dependencies are indented deeper.
const INDENT: &str = "    ";

/// Reads each gem with its version, without the platform that may follow.
pub fn read(reader: &mut ManifestReader<'_>) {
    let mut in_specs = false;
    for (offset, line) in reader.lines() {
        let line = line.trim_end();
        if !line.starts_with(INDENT) {
            in_specs = line == "  specs:";
            continue;
        }
        let gem = line.part(INDENT.len()..);
        let Some((name, version)) = gem.split_once(" (").filter(|_| in_specs && !gem.starts_with(' ')) else {
            continue;
        };
        let version = version.trim_end_matches(')').split('-').next().unwrap_or_default();
        reader.lock(name, version, ProjectClaim::Anyone, offset + INDENT.len());
    }
}
