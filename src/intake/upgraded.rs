//! The packages that a change of a manifest or a lockfile is about: those that come, go, or are at another version.

use std::collections::{BTreeMap, BTreeSet};

use crate::package::{Declarations, PackageSource, format, read};

/// The names of the packages that two versions of a file state differently.
pub fn upgraded(path: &str, before: &str, after: &str) -> Vec<String> {
    let Some(format) = format(path) else { return Vec::new() };
    let stated = |text: &str| versions(&read(format, path, text));
    let (before, after) = (stated(before), stated(after));
    let all: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    all.into_iter().filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}

/// Each package with its requirements and locked versions.
fn versions(declared: &Declarations) -> BTreeMap<String, BTreeSet<String>> {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let named = declared.dependencies.iter().filter(|it| !matches!(it.source, PackageSource::Project(_)));
    let rows = named.map(|it| (&it.name, &it.version)).chain(declared.locked.iter().map(|it| (&it.name, &it.version)));
    for (name, version) in rows.filter(|(name, _)| !name.is_empty()) {
        versions.entry(name.clone()).or_default().insert(version.clone());
    }
    versions
}
