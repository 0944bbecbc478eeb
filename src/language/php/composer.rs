//! Composer's files: where classes are loaded from, and which package provides a namespace.

use serde_json::Value;

use super::super::shape::World;
use crate::base::path;

/// A namespace, or the beginning of a class's name, and the folder whose files declare it.
struct Root {
    prefix: String,
    folder: String,
    /// PSR-0: the folders repeat the whole name.
    is_whole: bool,
}

/// The classes of the repository and of its packages, by the beginnings of their names.
#[derive(Default)]
pub struct Autoload {
    own: Vec<Root>,
    /// The names that packages provide, by prefix.
    others: Vec<(String, String)>,
    /// The packages that are required.
    required: Vec<String>,
}

/// The first parts of namespaces that the names of their packages have as well: `Symfony\Contracts\EventDispatcher` is none of
/// `symfony/event-dispatcher`.
const KINDS: [&str; 3] = ["bridge", "contracts", "polyfill"];

/// Reads every `composer.json` and `composer.lock`.
pub fn gather(world: &World<'_>) -> Autoload {
    let mut autoload = Autoload::default();
    for (_, file) in world.paths.iter() {
        let Some(Ok(content)) = world.config(file).map(serde_json::from_str::<Value>) else { continue };
        match path::name(file) {
            "composer.json" => autoload.enter(path::parent(file), &content),
            "composer.lock" => autoload.enter_locked(&content),
            _ => {}
        }
    }
    // The longest beginning tells.
    autoload.others.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
    autoload.required.sort_unstable();
    autoload.required.dedup();
    autoload
}

/// A name without what is written differently in a package and in a namespace.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The beginnings of names with their folders, of one kind of autoloading.
fn roots<'v>(autoload: Option<&'v Value>, kind: &str) -> Vec<(&'v str, &'v str)> {
    let rules = autoload.and_then(|autoload| autoload.get(kind)?.as_object());
    let rules = rules.into_iter().flatten();
    let folders = |(prefix, folders): (&'v String, &'v Value)| match folders {
        Value::Array(several) => several.iter().filter_map(|it| Some((prefix.as_str(), it.as_str()?))).collect(),
        single => single.as_str().map(|it| (prefix.as_str(), it)).into_iter().collect::<Vec<_>>(),
    };
    rules.flat_map(folders).collect()
}

impl Autoload {
    fn enter(&mut self, project: &str, content: &Value) {
        for section in ["autoload", "autoload-dev"] {
            for (kind, is_whole) in [("psr-4", false), ("psr-0", true)] {
                for (prefix, folder) in roots(content.get(section), kind) {
                    if let Some(folder) = path::join(project, folder) {
                        self.own.push(Root { prefix: prefix.trim_matches('\\').to_owned(), folder, is_whole });
                    }
                }
            }
        }
        for section in ["require", "require-dev"] {
            let packages = content.get(section).and_then(Value::as_object).into_iter().flatten();
            self.required.extend(packages.map(|(name, _)| name.clone()).filter(|name| name.contains('/')));
        }
    }

    fn enter_locked(&mut self, content: &Value) {
        for section in ["packages", "packages-dev"] {
            for package in content.get(section).and_then(Value::as_array).into_iter().flatten() {
                let Some(name) = package.get("name").and_then(Value::as_str) else { continue };
                let autoload = package.get("autoload");
                let prefixes = ["psr-4", "psr-0"].into_iter().flat_map(|kind| roots(autoload, kind));
                let named = prefixes.map(|(prefix, _)| (prefix.trim_matches('\\').to_owned(), name.to_owned()));
                self.others.extend(named.filter(|(prefix, _)| !prefix.is_empty()));
            }
        }
    }

    /// Whether a file is where the rules look for a class.
    pub fn fits(&self, class: &str, file: &str) -> bool {
        self.own.iter().any(|root| {
            let Some(rest) = below(class, &root.prefix) else { return false };
            let inside = if root.is_whole { class.replace('_', "\\") } else { rest.to_owned() };
            path::join(&root.folder, &format!("{}.php", inside.replace('\\', "/"))).as_deref() == Some(file)
        })
    }

    /// Whether a class would be one of the repository's own, and not of a package whose names begin alike.
    pub fn is_own(&self, class: &str) -> bool {
        let longest = |prefixes: &mut dyn Iterator<Item = &String>| {
            prefixes.filter(|prefix| below(class, prefix).is_some()).map(String::len).max().unwrap_or(0)
        };
        let own = longest(&mut self.own.iter().map(|root| &root.prefix));
        own > longest(&mut self.others.iter().map(|(prefix, _)| prefix)) && self.required(class).is_none()
    }

    /// The package that brings a class.
    pub fn package(&self, class: &str) -> Option<&str> {
        let locked = self.others.iter().find(|(prefix, _)| below(class, prefix).is_some());
        locked.map(|(_, package)| package.as_str()).or_else(|| self.required(class)).or_else(|| self.only_one(class))
    }

    /// The only package of the vendor that is required, where it may have the namespace of a class: it has the vendor's own name, or
    /// the last part of its name is part of the namespace.
    fn only_one(&self, class: &str) -> Option<&str> {
        let mut of_vendor = self.of_vendor(class);
        let package = of_vendor.next().filter(|_| of_vendor.next().is_none())?;
        let (vendor, name) = package.split_once('/')?;
        let last = plain(name.rsplit('-').next().unwrap_or(name));
        let (vendor, name) = (plain(vendor), plain(name));
        let (namespaces, _) = class.rsplit_once('\\')?;
        let is_main = name.starts_with(&vendor) || vendor.starts_with(&name);
        (is_main || namespaces.split('\\').skip(1).any(|part| plain(part) == last)).then_some(package)
    }

    /// The packages that are required of the vendor by whose name a class begins.
    fn of_vendor(&self, class: &str) -> impl Iterator<Item = &str> {
        let vendor = class.split_once('\\').map(|(vendor, _)| plain(vendor)).unwrap_or_default();
        let is_of = move |package: &&str| package.split_once('/').is_some_and(|(name, _)| plain(name) == vendor);
        self.required.iter().map(String::as_str).filter(is_of)
    }

    /// The package that is required and has the name of a namespace: `Symfony\Component\Console` is of
    /// `symfony/console`, `Psr\Http\Message` of `psr/http-message`, `Symfony\Contracts\Service` of `symfony/service-contracts`. Of
    /// several, the one with the longest name.
    fn required(&self, class: &str) -> Option<&str> {
        let parts: Vec<String> = class.split('\\').skip(1).map(plain).collect();
        let (_, namespaces) = parts.split_last()?;
        let first = namespaces.first().map_or("", String::as_str);
        let turned = namespaces.get(1).map(|second| format!("{second}{first}"));
        let is_part = |name: &str| {
            let begins = |at: usize| (at + 1..=namespaces.len()).any(|end| namespaces[at..end].concat() == name);
            (0..namespaces.len()).any(begins) || turned.as_deref() == Some(name)
        };
        let n_equal = |package: &&str| {
            let name = package.split_once('/').map(|(_, name)| plain(name)).unwrap_or_default();
            let is_apart = KINDS.contains(&first) && !name.contains(first);
            let is_named = is_part(&name) || is_part(name.trim_end_matches('s'));
            if is_named && !is_apart { name.len() } else { 0 }
        };
        self.of_vendor(class).filter(|package| n_equal(package) > 0).max_by_key(n_equal)
    }
}

/// The rest of a name behind a prefix.
fn below<'n>(class: &'n str, prefix: &str) -> Option<&'n str> {
    let rest = class.strip_prefix(prefix)?;
    if prefix.is_empty() || prefix.ends_with('_') { Some(rest) } else { rest.strip_prefix(['\\', '_']) }
}
