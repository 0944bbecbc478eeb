//! The repository's own packages: from the names that imports use to directories.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::super::shape::World;
use super::entry;
use crate::base::{TextPart, path};

/// Every `package.json` of the repository, and which of them are seen under their names from everywhere.
#[derive(Debug, Default)]
pub struct Packages {
    /// The parsed `package.json` of each directory that has one.
    pub by_directory: FxHashMap<String, Value>,
    /// The directory of each workspace member by its name.
    pub members: FxHashMap<String, String>,
    /// By directory, where a compiler writes to and what it reads, both relative to it.
    compiled: FxHashMap<String, Vec<(String, String)>>,
}

/// The package and the rest of a bare specifier: `@a/b/c/d` → `@a/b`, `c/d`.
pub fn split(source: &str) -> (&str, &str) {
    let n_parts = if source.starts_with('@') { 2 } else { 1 };
    match source.match_indices('/').nth(n_parts - 1) {
        Some((at, _)) => (source.part(..at), source.part(at + 1..)),
        None => (source, ""),
    }
}

impl Packages {
    /// Reads all of them.
    pub fn of(world: &World<'_>) -> Self {
        let mut packages = Self::default();
        let mut lists: Vec<(String, Vec<String>)> = Vec::new();
        let mut configs: Vec<(&str, &str)> =
            world.configs.iter().map(|(file, text)| (world.paths.path(*file), text.as_str())).collect();
        configs.sort_unstable();
        for (file, text) in configs {
            let directory = path::parent(file).to_owned();
            match path::name(file) {
                "package.json" => {
                    let Ok(value) = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) else {
                        continue;
                    };
                    let list = value.get("workspaces");
                    let list = list.and_then(|list| list.get("packages")).or(list).and_then(Value::as_array);
                    if let Some(list) = list {
                        let globs = list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
                        lists.push((directory.clone(), globs));
                    }
                    packages.by_directory.insert(directory, value);
                }
                name if name.contains("tsconfig") => {
                    let output = output(text);
                    packages.compiled.entry(directory).or_default().extend(output);
                }
                "pnpm-workspace.yaml" | "pnpm-workspace.yml" => lists.push((directory, pnpm(text))),
                _ => {}
            }
        }
        for (root, globs) in lists {
            packages.enter(&root, &globs);
        }
        packages
    }

    /// Enters the members of one workspace. Where two have one name, the first by path keeps it.
    fn enter(&mut self, root: &str, globs: &[String]) {
        let (Some(wanted), Some(unwanted)) = (set(globs, false), set(globs, true)) else { return };
        let mut found: Vec<(&str, &str)> = Vec::new();
        for (directory, value) in &self.by_directory {
            let Some(name) = value.get("name").and_then(Value::as_str) else { continue };
            let Some(below) = below(directory, root) else { continue };
            if below.is_empty() || (wanted.is_match(below) && !unwanted.is_match(below)) {
                found.push((directory, name));
            }
        }
        found.sort_unstable();
        for (directory, name) in found {
            self.members.entry(name.to_owned()).or_insert_with(|| directory.to_owned());
        }
    }

    /// The directory of the package that `name` means in a file: a link that its own package states, a member of the
    /// workspace, or its own package.
    pub fn directory(&self, file: &str, name: &str) -> Option<String> {
        let own = self.around(file);
        if let Some(linked) = own.and_then(|own| self.linked(own, name)) {
            return Some(linked);
        }
        if let Some(directory) = self.members.get(name) {
            return Some(directory.clone());
        }
        let own = own?;
        let is_own = self.by_directory.get(own)?.get("name").and_then(Value::as_str) == Some(name);
        is_own.then(|| own.to_owned())
    }

    /// The source of a file that a package's compiler writes, without its ending.
    pub fn compiled(&self, directory: &str, target: &str) -> Option<String> {
        let target = target.trim_start_matches("./");
        let stem = entry::stem(target);
        self.compiled.get(directory)?.iter().find_map(|(out, root)| {
            let inside = stem.strip_prefix(out.as_str())?.strip_prefix('/')?;
            Some(if root.is_empty() { inside.to_owned() } else { format!("{root}/{inside}") })
        })
    }

    /// The directory of the package that holds a file.
    pub fn around<'p>(&self, file: &'p str) -> Option<&'p str> {
        path::ancestors(file).find(|directory| self.by_directory.contains_key(*directory))
    }

    /// The package that a file imports under another name: `"name": "npm:real@1"` in the nearest `package.json` that lists the name.
    pub fn renamed(&self, file: &str, name: &str) -> Option<&str> {
        let mut above = path::ancestors(file).filter_map(|directory| self.by_directory.get(directory));
        above.find_map(|own| DEPENDENCIES.iter().find_map(|list| own.get(list)?.get(name)?.as_str())).and_then(renamed)
    }

    /// `"name": "file:../other"` among the dependencies.
    fn linked(&self, own: &str, name: &str) -> Option<String> {
        let value = self.by_directory.get(own)?;
        let range = DEPENDENCIES.iter().find_map(|list| value.get(list)?.get(name)?.as_str())?;
        let directory = path::join(own, linked_directory(range)?)?;
        self.by_directory.contains_key(&directory).then_some(directory)
    }
}

/// The package that a range names beside its versions: `npm:real@1`.
fn renamed(range: &str) -> Option<&str> {
    let real = range.strip_prefix("npm:")?;
    let end = real.get(1..).and_then(|rest| rest.find('@')).map_or(real.len(), |at| at + 1);
    Some(real.part(..end)).filter(|name| !name.is_empty())
}

/// The lists of a `package.json` that name dependencies.
const DEPENDENCIES: [&str; 4] = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/// Its keys that no resolver reads.
const ASIDE: &[&str] = &[
    "author",
    "bugs",
    "contributors",
    "description",
    "devEngines",
    "engines",
    "funding",
    "homepage",
    "keywords",
    "license",
    "overrides",
    "packageManager",
    "publishConfig",
    "repository",
    "resolutions",
    "scripts",
    "version",
];

/// The part of a `package.json` on which it depends where imports lead; `None` for any other configuration.
pub fn steering(name: &str, text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let mut value = value.as_object().filter(|_| name == "package.json")?.clone();
    value.retain(|key, _| !ASIDE.contains(&key.as_str()));
    for list in DEPENDENCIES {
        let ranges = value.get_mut(list).and_then(Value::as_object_mut);
        let leads =
            |range: &Value| range.as_str().is_some_and(|it| linked_directory(it).is_some() || renamed(it).is_some());
        ranges.into_iter().for_each(|ranges| ranges.retain(|_, range| leads(range)));
    }
    Some(Value::Object(value).to_string())
}

/// The directory that a range of versions means.
fn linked_directory(range: &str) -> Option<&str> {
    ["file:", "link:", "portal:"].iter().find_map(|scheme| range.strip_prefix(scheme))
}

fn below<'d>(directory: &'d str, root: &str) -> Option<&'d str> {
    if root.is_empty() || directory == root {
        return Some(if directory == root { "" } else { directory });
    }
    directory.strip_prefix(root)?.strip_prefix('/')
}

/// The globs that include, or those after `!` that exclude.
fn set(globs: &[String], excluding: bool) -> Option<GlobSet> {
    let mut builder = GlobSetBuilder::new();
    for glob in globs {
        let (text, excludes) = glob.strip_prefix('!').map_or((glob.as_str(), false), |text| (text, true));
        if excludes == excluding {
            let text = text.trim_start_matches("./").trim_end_matches('/');
            if let Ok(glob) = GlobBuilder::new(text).literal_separator(true).build() {
                builder.add(glob);
            }
        }
    }
    builder.build().ok()
}

/// `outDir` and `rootDir`, where a configuration states both.
fn output(text: &str) -> Option<(String, String)> {
    let mut text = text.trim_start_matches('\u{feff}').to_owned();
    json_strip_comments::strip(&mut text).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    let options = value.get("compilerOptions")?;
    let option = |name: &str| path::join("", options.get(name)?.as_str()?);
    Some((option("outDir").or_else(|| option("declarationDir"))?, option("rootDir")?))
}

fn pnpm(text: &str) -> Vec<String> {
    let value: serde_yaml::Value = serde_yaml::from_str(text).unwrap_or_default();
    let list = value.get("packages").and_then(serde_yaml::Value::as_sequence);
    list.into_iter().flatten().filter_map(serde_yaml::Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_specifiers() {
        assert_eq!(split("@a/b/c/d"), ("@a/b", "c/d"));
        assert_eq!((split("a/b"), split("a"), split("@a/b")), (("a", "b"), ("a", ""), ("@a/b", "")));
    }
}
