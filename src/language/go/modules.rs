//! The modules of a repository: `go.mod`, `go.work`, and what lies in `vendor`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{TextPart, path};
use crate::language::World;

/// One `go.mod`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoModule {
    /// The path that imports start with.
    pub path: String,
    /// Its directory.
    pub directory: String,
    /// The paths of the modules that it requires.
    pub requires: FxHashSet<String>,
    /// Module paths that stand for a directory of the repository.
    pub replaced: Vec<(String, String)>,
}

/// All modules, and the directories that hold vendored packages.
#[derive(Debug, Default)]
pub struct GoModules {
    modules: Vec<GoModule>,
    by_directory: FxHashMap<String, usize>,
    by_path: FxHashMap<String, Vec<usize>>,
    vendors: FxHashSet<String>,
    /// The replacements of `go.work`, for every module.
    replaced: Vec<(String, String)>,
}

impl GoModules {
    /// Reads the configuration files of a repository.
    pub fn of(world: &World<'_>) -> Self {
        let mut modules = Self::default();
        for (file, path) in world.paths.iter() {
            let Some(text) = world.configs.get(&file) else { continue };
            let directory = path::parent(path);
            match path::name(path) {
                "go.mod" => modules.add(module(text, directory)),
                "go.work" => modules.replaced.extend(module(text, directory).replaced),
                "modules.txt" if path::name(directory) == "vendor" => {
                    modules.vendors.insert(directory.to_owned());
                }
                _ => {}
            }
        }
        modules
    }

    fn add(&mut self, module: GoModule) {
        if !module.path.is_empty() {
            self.by_directory.insert(module.directory.clone(), self.modules.len());
            self.by_path.entry(module.path.clone()).or_default().push(self.modules.len());
            self.modules.push(module);
        }
    }

    /// The module that a directory belongs to: the nearest `go.mod` above it.
    pub fn of_directory(&self, directory: &str) -> Option<&GoModule> {
        let above = upwards(directory).find_map(|above| self.by_directory.get(above));
        above.map(|at| &self.modules[*at])
    }

    /// The directories in which a package may lie, for an import from a directory. The first that has it counts: what
    /// is vendored, then the longest module path, a replacement before the module itself and the own before another.
    pub fn directories(&self, from: &str, import: &str) -> Vec<String> {
        let vendors = upwards(from).map(|above| inside(above, "vendor")).filter(|vendor| self.vendors.contains(vendor));
        let mut found: Vec<String> = vendors.map(|vendor| inside(&vendor, import)).collect();
        let own = self.of_directory(from);
        let replaced = own.map_or(&[][..], |module| module.replaced.as_slice());
        for path in upwards(import).filter(|path| !path.is_empty()) {
            let rest = import.part(path.len()..).trim_start_matches('/');
            let replaced = replaced.iter().chain(&self.replaced).filter(|(old, _)| old == path);
            let modules = self.by_path.get(path).into_iter().flatten().map(|at| &self.modules[*at]);
            let own = own.filter(|own| own.path == path).map(|own| &own.directory);
            let directories = replaced.map(|(_, new)| new).chain(own).chain(modules.map(|module| &module.directory));
            found.extend(directories.map(|directory| inside(directory, rest)));
        }
        found
    }

    /// The module that an import belongs to, of those that the importing module requires.
    pub fn required(&self, from: &str, import: &str) -> Option<&str> {
        let requires = &self.of_directory(from)?.requires;
        upwards(import).find_map(|path| requires.get(path)).map(String::as_str)
    }
}

/// The part of one of these files that counts, by its name.
pub fn steering(name: &str, text: &str) -> String {
    if name == "modules.txt" {
        return String::new();
    }
    let GoModule { path, requires, .. } = module(text, "");
    let mut requires: Vec<String> = requires.into_iter().collect();
    requires.sort_unstable();
    let replaced: Vec<&str> = text.lines().filter(|line| line.contains("=>")).collect();
    format!("{path:?} {requires:?} {replaced:?}")
}

/// A path, then each directory above it, the root last.
/// Whether two files are of one package, which declares a name once: what is declared in both is for different builds. Tests in a folder
/// may be of two packages.
pub fn are_of_one_package(one: &str, other: &str) -> bool {
    let is_test = |path: &str| path::stem(path).ends_with("_test");
    path::parent(one) == path::parent(other) && !(is_test(one) && is_test(other))
}

fn upwards(path: &str) -> impl Iterator<Item = &str> {
    std::iter::once(path).chain(path::ancestors(path).filter(move |above| *above != path))
}

fn inside(directory: &str, path: &str) -> String {
    match (directory, path) {
        ("", path) => path.to_owned(),
        (directory, "") => directory.to_owned(),
        (directory, path) => format!("{directory}/{path}"),
    }
}

/// Reads the lines `module`, `require` and `replace` of a `go.mod` or `go.work`, alone or in parentheses.
fn module(text: &str, directory: &str) -> GoModule {
    let mut module = GoModule { directory: directory.to_owned(), ..GoModule::default() };
    let mut block = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or("").trim();
        let mut words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches(['"', '`'])).collect();
        if block.is_empty() {
            if let [verb, "("] = words.as_slice() {
                block = (*verb).to_owned();
                continue;
            }
        } else if line == ")" {
            block.clear();
            continue;
        } else {
            words.insert(0, &block);
        }
        match words.as_slice() {
            ["module", path, ..] => module.path = (*path).to_owned(),
            ["require", path, ..] => {
                module.requires.insert((*path).to_owned());
            }
            ["replace", old, .., "=>", new] | ["replace", old, "=>", new] if new.starts_with('.') => {
                if let Some(new) = path::join(directory, new) {
                    module.replaced.push(((*old).to_owned(), new));
                }
            }
            _ => {}
        }
    }
    module
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_go_mod_is_read_line_by_line() {
        let text = "module \"example.com/a\" // it\n\ngo 1.22\nrequire x.org/y v1.0.0\nrequire (\n\tb.org/c/v2 v2.1.0 // indirect\n)\nreplace x.org/y v1.0.0 => ../y\nreplace b.org/c/v2 => b.org/d v1.0.0\n";
        let module = module(text, "sub");
        assert_eq!(module.path, "example.com/a");
        assert!(module.requires.contains("x.org/y") && module.requires.contains("b.org/c/v2"));
        assert_eq!(module.replaced, [("x.org/y".to_owned(), "y".to_owned())]);
    }
}
