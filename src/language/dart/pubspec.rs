//! The packages of a repository by the `pubspec.yaml` of each.

use super::super::shape::World;
use crate::base::path;

/// One package.
pub struct DartPackage {
    /// Its name.
    pub name: String,
    /// Its directory.
    pub directory: String,
}

/// Every package, in the order of the paths.
pub fn packages(world: &World<'_>) -> Vec<DartPackage> {
    let mut found: Vec<DartPackage> = Vec::new();
    for (file, text) in world.configs {
        let at = world.paths.path(*file);
        if path::name(at) == "pubspec.yaml"
            && let Some(name) = name(text)
        {
            found.push(DartPackage { name: name.to_owned(), directory: path::parent(at).to_owned() });
        }
    }
    found.sort_by(|one, other| one.directory.cmp(&other.directory));
    found
}

/// The part of a `pubspec.yaml` that counts: the name of the package.
pub fn steering(text: &str) -> String {
    name(text).unwrap_or_default().to_owned()
}

/// The value of the key `name` at the top.
fn name(text: &str) -> Option<&str> {
    let value = text.lines().find_map(|line| line.strip_prefix("name:"))?;
    let value = value.split(" #").next().unwrap_or(value).trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then_some(value)
}
