//! `pyproject.toml`: the standard tables, and those of Poetry, PDM, uv and Hatch.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::super::toml::{self, TomlTable, Value};
use super::requirement;

/// Reads the name and every list of requirements.
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = toml::parse(reader);
    let name = toml::text(&root, &["project", "name"]).or_else(|| toml::text(&root, &["tool", "poetry", "name"]));
    if name.is_some() {
        reader.name(name);
    }
    let list = |path: &[&str]| toml::value(&root, path).map(|it| it.get_ref());
    strings(reader, list(&["project", "dependencies"]), DependencyKind::Normal);
    strings(reader, list(&["build-system", "requires"]), DependencyKind::Build);
    strings(reader, list(&["tool", "uv", "dev-dependencies"]), DependencyKind::Dev);
    let groups: [(&[&str], DependencyKind); 3] = [
        (&["project", "optional-dependencies"], DependencyKind::Optional),
        (&["dependency-groups"], DependencyKind::Dev),
        (&["tool", "pdm", "dev-dependencies"], DependencyKind::Dev),
    ];
    for (path, kind) in groups {
        for (_, _, group) in toml::entries(&root, path) {
            strings(reader, Some(group), kind);
        }
    }
    for (_, _, environment) in toml::entries(&root, &["tool", "hatch", "envs"]) {
        for key in ["dependencies", "extra-dependencies"] {
            let list = environment.as_table().and_then(|table| toml::value(table, &[key]));
            strings(reader, list.map(|it| it.get_ref()), DependencyKind::Dev);
        }
    }
    poetry(reader, &root);
}

/// A list of requirements. In a group a table names another group, which is read by itself.
fn strings(reader: &mut ManifestReader<'_>, list: Option<&Value<'_>>, kind: DependencyKind) {
    for (at, item) in toml::items(list) {
        match item.as_str() {
            Some(text) => requirement::add(reader, text, kind, at),
            None if item.is_table() => {}
            None => reader.flaw(at, "a requirement is no string"),
        }
    }
}

fn poetry(reader: &mut ManifestReader<'_>, root: &TomlTable<'_>) {
    table(reader, root, &["tool", "poetry", "dependencies"], DependencyKind::Normal);
    table(reader, root, &["tool", "poetry", "dev-dependencies"], DependencyKind::Dev);
    let path = ["tool", "poetry", "group"];
    for (group, _, _) in toml::entries(root, &path) {
        table(reader, root, &[path[0], path[1], path[2], group, "dependencies"], DependencyKind::Dev);
    }
}

/// A table of names: `name = "^1"`, `name = { version = "^1", optional = true }`, or a list of such.
pub fn table(reader: &mut ManifestReader<'_>, root: &TomlTable<'_>, path: &[&str], kind: DependencyKind) {
    for (name, at, value) in toml::entries(root, path).filter(|(name, ..)| *name != "python") {
        let value = value.as_array().and_then(|variants| variants.first()).map_or(value, |first| first.get_ref());
        let (version, optional) = match value.as_table() {
            Some(table) => {
                let text = ["version", "git", "path", "url"].into_iter().find_map(|key| toml::text(table, &[key]));
                let optional = toml::value(table, &["optional"]).and_then(|it| it.get_ref().as_bool());
                (text.unwrap_or_default(), optional == Some(true))
            }
            None => (value.as_str().unwrap_or_default(), false),
        };
        let kind = if optional && kind == DependencyKind::Normal { DependencyKind::Optional } else { kind };
        reader.depend(name, version, kind, at);
    }
}
