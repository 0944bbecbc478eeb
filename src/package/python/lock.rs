//! The lockfiles that are lists of packages in TOML: `uv.lock`, `poetry.lock`, `pdm.lock`, `pylock.toml`.

use super::super::reader::Reader;
use super::super::shape::Claim;
use super::super::toml;

/// Reads each package.
pub fn read(reader: &mut Reader<'_>) {
    let root = toml::parse(reader);
    for list in ["package", "packages"] {
        for (_, package) in toml::items(toml::value(&root, &[list]).map(|it| it.get_ref())) {
            let Some(package) = package.as_table() else { continue };
            let name = toml::value(package, &["name"]);
            if let (Some(name), Some(version)) = (name, toml::text(package, &["version"])) {
                reader.lock(name.get_ref().as_str().unwrap_or_default(), version, Claim::Anyone, name.span().start);
            }
        }
    }
}
