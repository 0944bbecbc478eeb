//! A version catalog: the names that scripts have for artifacts.

use rustc_hash::FxHashMap;

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::super::toml::{self, TomlTable, Value};
use crate::base::path;

/// Reads the libraries, each under its accessor (`libs.a.b`), and the bundles of them (`libs.bundles.c`).
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = toml::parse(reader);
    let catalog = path::name(reader.path).split('.').next().unwrap_or_default().to_owned();
    let mut libraries = FxHashMap::default();
    for (alias, at, value) in toml::entries(&root, &["libraries"]) {
        let Some((name, version)) = library(&root, value) else {
            reader.flaw(at, format!("`{alias}` names no module"));
            continue;
        };
        libraries.insert(dotted(alias), reader.found.dependencies.len());
        reader.depend(&name, &version, DependencyKind::Shared, at);
        reader.share(format!("{catalog}.{}", dotted(alias)));
    }
    for (bundle, _, members) in toml::entries(&root, &["bundles"]) {
        for (at, member) in toml::items(Some(members)) {
            let wanted = dotted(member.as_str().unwrap_or_default());
            match libraries.get(&wanted) {
                Some(index) => {
                    let key = format!("{catalog}.bundles.{}", dotted(bundle));
                    reader.found.shared.push((key, *index));
                }
                None => reader.flaw(at, format!("no library is named `{wanted}`")),
            }
        }
    }
}

/// An alias as accessors have it.
fn dotted(alias: &str) -> String {
    alias.replace(['-', '_'], ".")
}

/// `"g:a:v"`, `{ module = "g:a", version… }` or `{ group = "g", name = "a", version… }`.
fn library(root: &TomlTable<'_>, value: &Value<'_>) -> Option<(String, String)> {
    if let Some(text) = value.as_str() {
        let (name, version) = text.rsplit_once(':')?;
        return name.contains(':').then(|| (name.to_owned(), version.to_owned()));
    }
    let table = value.as_table()?;
    let name = match toml::text(table, &["module"]) {
        Some(module) => module.to_owned(),
        None => format!("{}:{}", toml::text(table, &["group"])?, toml::text(table, &["name"])?),
    };
    let referred = toml::text(table, &["version", "ref"]).and_then(|key| toml::value(root, &["versions", key]));
    let version = referred.or_else(|| toml::value(table, &["version"])).map(|it| it.get_ref());
    Some((name, version.map(stated).unwrap_or_default()))
}

/// A version, be it plain or rich.
fn stated(version: &Value<'_>) -> String {
    let rich = |table| ["strictly", "require", "prefer"].into_iter().find_map(|key| toml::text(table, &[key]));
    version.as_str().or_else(|| version.as_table().and_then(rich)).unwrap_or_default().to_owned()
}
