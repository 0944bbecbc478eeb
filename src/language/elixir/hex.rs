//! The packages of Hex that a repository depends on, and the modules that each brings.

use rustc_hash::FxHashSet;

use super::super::shape::World;
use crate::base::path;

/// The packages that a `mix.exs` or `mix.lock` names, the longest names first.
pub fn packages(world: &World<'_>) -> Vec<(String, String)> {
    let mut names: FxHashSet<String> = FxHashSet::default();
    for (file, text) in world.configs {
        match path::name(world.paths.path(*file)) {
            "mix.exs" => names.extend(dependencies(text)),
            "mix.lock" => names.extend(locked(text)),
            _ => {}
        }
    }
    let mut names: Vec<(String, String)> = names.into_iter().map(|name| (camel_case(&name), name)).collect();
    names.sort_by(|one, other| other.0.len().cmp(&one.0.len()).then_with(|| one.cmp(other)));
    names
}

/// The part of a `mix.exs` or `mix.lock` that counts: the names of packages.
pub fn steering(name: &str, text: &str) -> String {
    let mut names: Vec<String> = match name {
        "mix.exs" => dependencies(text).collect(),
        _ => locked(text).collect(),
    };
    names.sort_unstable();
    names.join(" ")
}

/// The names in `{:name, …}`.
fn dependencies(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("{:").skip(1).filter_map(|rest| {
        let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'))?;
        let (name, rest) = rest.split_at(end);
        rest.trim_start().starts_with(',').then(|| name.to_owned())
    })
}

/// The keys of the entries: `"name": {:hex, …}`.
fn locked(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let (name, rest) = line.trim_start().strip_prefix('"')?.split_once('"')?;
        rest.trim_start_matches(':').trim_start().starts_with('{').then(|| name.to_owned())
    })
}

/// `phoenix_live_view` → `PhoenixLiveView`, which the parts of a module's name spell together.
fn camel_case(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|head| head.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('_').map(part).collect()
}

/// The package whose name the first parts of a module's name spell: `phoenix_live_view` of `Phoenix.LiveView.Socket`.
pub fn of_module<'p>(packages: &'p [(String, String)], module: &str) -> Option<&'p str> {
    let parts: Vec<&str> = module.split('.').collect();
    let spells = |name: &str| (1..=parts.len()).any(|n| parts[..n].concat().eq_ignore_ascii_case(name));
    packages.iter().find(|(camel, _)| spells(camel)).map(|(_, name)| name.as_str())
}
