//! The packages of Hex that a repository depends on, and the modules that each brings.

use rustc_hash::FxHashSet;

use super::super::shape::World;
use crate::base::path;

/// The packages that a `mix.exs` or `mix.lock` names, the longest names first; none that the repository is itself.
pub fn packages(world: &World<'_>) -> Vec<(String, String)> {
    let mut names: FxHashSet<String> = FxHashSet::default();
    let mut own: FxHashSet<&str> = FxHashSet::default();
    for (file, text) in world.configs {
        match path::name(world.paths.path(*file)) {
            "mix.exs" => {
                names.extend(dependencies(text));
                own.extend(application(text));
            }
            "mix.lock" => names.extend(locked(text)),
            _ => {}
        }
    }
    names.retain(|name| !own.contains(name.as_str()));
    let mut names: Vec<(String, String)> = names.into_iter().map(|name| (camel_case(&name), name)).collect();
    names.sort_by(|one, other| other.0.len().cmp(&one.0.len()).then_with(|| one.cmp(other)));
    names
}

/// The part of a `mix.exs` or `mix.lock` that counts: the names of packages.
pub fn steering(name: &str, text: &str) -> String {
    let mut names: Vec<String> = match name {
        "mix.exs" => dependencies(text).chain(application(text).map(|name| format!(":{name}"))).collect(),
        _ => locked(text).collect(),
    };
    names.sort_unstable();
    names.join(" ")
}

/// The names in `{:name, …}`.
fn dependencies(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("{:").skip(1).filter_map(|rest| {
        let (name, rest) = atom(rest)?;
        rest.trim_start().starts_with(',').then(|| name.to_owned())
    })
}

/// The application that a `mix.exs` builds: `app: :name`.
fn application(text: &str) -> Option<&str> {
    text.split_once("app: :").and_then(|(_, rest)| atom(rest)).map(|(name, _)| name)
}

/// The name at the start of a text, and the rest.
fn atom(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'))?;
    Some(text.split_at(end))
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
