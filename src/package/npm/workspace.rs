//! `pnpm-workspace.yaml`: the catalogs, from which members take versions.

use super::super::reader::ManifestReader;
use super::super::yaml;
use super::section::list;

/// Reads `catalog` and `catalogs`.
pub fn read(reader: &mut ManifestReader<'_>) {
    let mut keys = yaml::Keys::default();
    for (start, line) in reader.lines() {
        let Some(entry) = keys.enter(start, line) else { continue };
        match keys.path() {
            ["catalog", name] => list(reader, "", (name, entry.value), entry.at),
            ["catalogs", catalog, name] => list(reader, catalog, (name, entry.value), entry.at),
            _ => {}
        }
    }
}
