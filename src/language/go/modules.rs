//! The modules of a repository: `go.mod`, `go.work`, and what lies in `vendor`.

use crate::base::path;
use crate::language::World;

/// One `go.mod`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The path that imports start with.
    pub path: String,
    /// Its directory.
    pub directory: String,
    /// The paths of the modules that it requires.
    pub requires: Vec<String>,
    /// Module paths that stand for a directory of the repository.
    pub replaced: Vec<(String, String)>,
}

/// All modules, the longest path first; and the directories that hold vendored packages.
#[derive(Debug, Default)]
pub struct Modules {
    modules: Vec<Module>,
    vendors: Vec<String>,
    /// What `go.work` replaces, for every module.
    replaced: Vec<(String, String)>,
}

impl Modules {
    /// Reads the configuration files of a repository.
    pub fn of(world: &World<'_>) -> Self {
        let mut modules = Self::default();
        for (file, path) in world.paths.iter() {
            let Some(text) = world.configs.get(&file) else { continue };
            let directory = path::parent(path);
            match path::name(path) {
                "go.mod" => modules.modules.push(module(text, directory)),
                "go.work" => modules.replaced.extend(module(text, directory).replaced),
                "modules.txt" if path::name(directory) == "vendor" => modules.vendors.push(directory.to_owned()),
                _ => {}
            }
        }
        modules.modules.retain(|module| !module.path.is_empty());
        modules
            .modules
            .sort_by(|a, b| (b.path.len(), &a.path, &a.directory).cmp(&(a.path.len(), &b.path, &b.directory)));
        modules
    }

    /// The module that a directory belongs to: the nearest `go.mod` above it.
    pub fn of_directory(&self, directory: &str) -> Option<&Module> {
        let inside = |module: &&Module| within(directory, &module.directory).is_some();
        self.modules.iter().filter(inside).max_by_key(|module| module.directory.len())
    }

    /// The directories in which a package may lie, for an import from a directory. The first that has it counts.
    pub fn directories(&self, from: &str, import: &str) -> Vec<String> {
        let mut found = Vec::new();
        for vendor in &self.vendors {
            if within(from, path::parent(vendor)).is_some() {
                found.push(format!("{vendor}/{import}"));
            }
        }
        let own = self.of_directory(from);
        let replaced = own.map_or(&[][..], |module| module.replaced.as_slice()).iter().chain(&self.replaced);
        let modules = self.modules.iter().map(|module| (&module.path, &module.directory));
        let mut roots: Vec<_> = replaced.map(|(path, directory)| (path, directory)).chain(modules).collect();
        // The longest prefix wins; a stable sort leaves replacements before what they replace.
        roots.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        for (path, directory) in roots {
            if let Some(rest) = within(import, path) {
                found.push(
                    [directory.as_str(), rest]
                        .iter()
                        .filter(|part| !part.is_empty())
                        .copied()
                        .collect::<Vec<_>>()
                        .join("/"),
                );
            }
        }
        found
    }

    /// The module that an import belongs to, of those that the importing module requires.
    pub fn required(&self, from: &str, import: &str) -> Option<&str> {
        let requires = &self.of_directory(from)?.requires;
        let fitting = requires.iter().filter(|path| within(import, path).is_some());
        fitting.max_by_key(|path| path.len()).map(String::as_str)
    }
}

/// What is left of a path below a directory; the directory itself leaves nothing.
fn within<'p>(path: &'p str, directory: &str) -> Option<&'p str> {
    match path.strip_prefix(directory)? {
        "" => Some(""),
        rest if directory.is_empty() => Some(rest),
        rest => rest.strip_prefix('/'),
    }
}

/// Reads the lines `module`, `require` and `replace` of a `go.mod` or `go.work`, alone or in parentheses.
fn module(text: &str, directory: &str) -> Module {
    let mut module = Module { directory: directory.to_owned(), ..Module::default() };
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
            ["require", path, ..] => module.requires.push((*path).to_owned()),
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
        assert_eq!(module.requires, ["x.org/y", "b.org/c/v2"]);
        assert_eq!(module.replaced, [("x.org/y".to_owned(), "y".to_owned())]);
    }
}
