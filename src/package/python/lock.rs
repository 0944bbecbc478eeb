//! The lockfiles that are lists of packages in TOML: `uv.lock`, `poetry.lock`, `pdm.lock`, `pylock.toml`.

use rustc_hash::FxHashMap;

use super::super::name;
use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, Ecosystem, ProjectClaim};
use super::super::toml::{self, TomlTable, Value};
use super::{requirement, version};
use crate::base::path;

/// The entries of each package by its key: version, extras, position.
type Entries<'t> = FxHashMap<String, Vec<(&'t str, Vec<&'t str>, usize)>>;

/// A dependency of one package: name, the versions that will do, extras, why.
type Wanted<'t> = (&'t str, &'t str, Vec<&'t str>, DependencyKind);

/// `uv.lock`, `poetry.lock`, `pdm.lock`, `pylock.toml` and `pylock.NAME.toml`.
pub fn is_manifest(file: &str) -> bool {
    let name = path::name(file);
    let is_named = name.starts_with("pylock.") && name.ends_with(".toml");
    is_named || matches!(name, "uv.lock" | "poetry.lock" | "pdm.lock")
}

/// Reads each package, and what they need of each other.
pub fn read(reader: &mut ManifestReader<'_>) {
    let root = toml::parse(reader);
    let form = toml::value(&root, &["version"]).and_then(|it| it.get_ref().as_integer()).map_or("1", |it| it.as_str());
    if form != "1" {
        return reader.flaw(0, format!("version {form} of this lockfile is not known here"));
    }
    let packages = ["package", "packages"]
        .into_iter()
        .flat_map(|list| toml::items(toml::value(&root, &[list]).map(|it| it.get_ref())));
    let packages: Vec<&TomlTable<'_>> = packages.filter_map(|(_, package)| package.as_table()).collect();
    let mut entries = Entries::default();
    let mut locked = Vec::with_capacity(packages.len());
    for package in &packages {
        let name = toml::value(package, &["name"]);
        let (Some(name), Some(version)) = (name, toml::text(package, &["version"])) else { continue };
        let text = name.get_ref().as_str().unwrap_or_default();
        let entry = reader.lock(text, version, ProjectClaim::Anyone, name.span().start);
        let extras = strings(toml::value(package, &["extras"]).map(|it| it.get_ref()));
        entries.entry(name::key(Ecosystem::Pypi, text)).or_default().push((version, extras, entry));
        locked.push((*package, entry));
    }
    for (package, from) in locked {
        let own = is_own(package).then(|| toml::text(package, &["name"])).flatten();
        for (name, wanted, extras, kind) in needs(package) {
            for to in chosen(&entries, name, wanted, &extras).filter(|to| *to != from) {
                match own {
                    Some(own) => reader.claim(ProjectClaim::Branch(own.to_owned()), to),
                    None => reader.need(from, to, kind),
                }
            }
        }
    }
}

/// Whether a package lies in the repository: its own manifest says what it needs, and the lockfile which versions.
fn is_own(package: &TomlTable<'_>) -> bool {
    let source = toml::value(package, &["source"]).and_then(|it| it.get_ref().as_table());
    source.is_some_and(|source| ["editable", "virtual", "directory"].iter().any(|key| source.contains_key(*key)))
}

/// The dependencies of a package, in any of the four forms.
fn needs<'t>(package: &'t TomlTable<'_>) -> Vec<Wanted<'t>> {
    let mut needs = Vec::new();
    let list = |path: &[&str]| toml::value(package, path).map(|it| it.get_ref());
    // A list of texts or tables, or a table of names.
    for (_, item) in toml::items(list(&["dependencies"])) {
        needs.extend(item.as_table().and_then(|table| stated(table, DependencyKind::Normal)));
        needs.extend(item.as_str().and_then(required));
    }
    for (name, _, value) in toml::entries(package, &["dependencies"]) {
        let variants = value.as_array().map(|all| all.iter().map(|it| it.get_ref()).collect());
        for value in variants.unwrap_or_else(|| vec![value]) {
            let table = value.as_table();
            let text = |key| table.and_then(|table| toml::text(table, &[key]));
            let is_optional = table.and_then(|table| table.get("optional")).and_then(|it| it.get_ref().as_bool());
            let kind = if is_optional == Some(true) { DependencyKind::Optional } else { DependencyKind::Normal };
            needs.push((name, value.as_str().or(text("version")).unwrap_or_default(), Vec::new(), kind));
        }
    }
    for (section, kind) in
        [("optional-dependencies", DependencyKind::Optional), ("dev-dependencies", DependencyKind::Dev)]
    {
        for (_, _, list) in toml::entries(package, &[section]) {
            needs.extend(toml::items(Some(list)).filter_map(|(_, item)| stated(item.as_table()?, kind)));
        }
    }
    needs
}

/// `{ name = "x", version = "1" }`: the version is there only where there are several.
fn stated<'t>(table: &'t TomlTable<'_>, kind: DependencyKind) -> Option<Wanted<'t>> {
    Some((toml::text(table, &["name"])?, toml::text(table, &["version"]).unwrap_or_default(), Vec::new(), kind))
}

/// `x[extra]>=1; python_version < "3.9"`.
fn required(text: &str) -> Option<Wanted<'_>> {
    let (name, version) = requirement::parse(text)?;
    let extras = text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(extras, _)| extras);
    let extras = extras.map(|extras| extras.split(',').map(str::trim).collect()).unwrap_or_default();
    Some((name, version, extras, DependencyKind::Normal))
}

/// The entries that answer a need: of several versions those that it allows, of one version that with its extras.
fn chosen<'e>(
    entries: &'e Entries<'_>,
    name: &str,
    wanted: &'e str,
    extras: &[&str],
) -> impl Iterator<Item = usize> + use<'e> {
    let all = entries.get(&name::key(Ecosystem::Pypi, name)).map_or(&[][..], Vec::as_slice);
    let is_one = all.windows(2).all(|pair| pair[0].0 == pair[1].0);
    let exact = all.iter().any(|(_, own, _)| own == extras);
    let extras: Vec<String> = if exact { extras.iter().map(|it| (*it).to_owned()).collect() } else { Vec::new() };
    all.iter()
        .filter(move |(version, own, _)| *own == extras && (is_one || version::allows(wanted, version)))
        .map(|(.., entry)| *entry)
}

fn strings<'t>(list: Option<&'t Value<'_>>) -> Vec<&'t str> {
    toml::items(list).filter_map(|(_, item)| item.as_str()).collect()
}
