//! Where included files are looked for: beside the includer, in the compiler's search path, and by their path.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use super::super::shape::World;
use crate::base::{TextPart, path};

/// The database that build tools write of how each file is compiled.
pub const COMMANDS: &str = "compile_commands.json";

/// How one file is compiled.
#[derive(Deserialize)]
struct Command {
    #[serde(default)]
    directory: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// The places where included files are looked for.
pub struct Search<'w> {
    world: &'w World<'w>,
    /// The files that an include could mean, by the last part of their paths.
    by_name: FxHashMap<&'w str, Vec<FileId>>,
    /// The directories that the commands name, for the files that they compile.
    stated: FxHashMap<FileId, Vec<String>>,
    /// All of them: headers have no command of their own.
    all_stated: Vec<String>,
    /// The names of all folders.
    folders: FxHashSet<&'w str>,
}

impl<'w> Search<'w> {
    /// Reads the commands, and finds the files that have a name that is included somewhere.
    pub fn of(world: &'w World<'w>) -> Self {
        let mut search = Self {
            world,
            by_name: FxHashMap::default(),
            stated: FxHashMap::default(),
            all_stated: Vec::new(),
            folders: world.paths.iter().flat_map(|(_, file)| path::parent(file).split('/')).collect(),
        };
        let mut wanted: FxHashSet<&str> = FxHashSet::default();
        for (file, _) in world.paths.iter().filter(|(file, _)| world.is_of(*file, "c")) {
            let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
            let sources = observation.imports.iter().map(|site| observation.name(site.source));
            wanted.extend(sources.map(|source| path::name(source.trim_end_matches('>'))));
        }
        for (file, path) in world.paths.iter() {
            let name = path::name(path);
            if wanted.contains(name) {
                search.by_name.entry(name).or_default().push(file);
            }
            if name == COMMANDS {
                let commands = world.config(path).and_then(|text| serde_json::from_str::<Vec<Command>>(text).ok());
                commands.into_iter().flatten().for_each(|command| search.enter(path::parent(path), &command));
            }
        }
        let mut seen = FxHashSet::default();
        search.all_stated.retain(|directory| seen.insert(directory.clone()));
        search
    }

    /// Enters the directories of one command. What it names in full is of the repository if the compiled file is.
    fn enter(&mut self, base: &str, command: &Command) {
        let Some((file, root)) = self.compiled(base, command) else { return };
        let inside =
            |text: &str| format!("{text}/").strip_prefix(&root).map(|inside| inside.trim_matches('/').to_owned());
        let directory = match is_absolute(&command.directory) {
            true => inside(&plain(&command.directory)),
            false => path::join(base, &plain(&command.directory)),
        };
        let of_repository = |text: &str| match is_absolute(text) {
            true => inside(&plain(text)),
            false => path::join(directory.as_ref()?, &plain(text)),
        };
        let words = match command.arguments.is_empty() {
            true => command.command.split_whitespace().map(|word| word.trim_matches(['"', '\'']).to_owned()).collect(),
            false => command.arguments.clone(),
        };
        let directories: Vec<String> = directories(&words).iter().filter_map(|text| of_repository(text)).collect();
        self.all_stated.extend(directories.iter().cloned());
        self.stated.entry(file).or_default().extend(directories);
    }

    /// The file that a command compiles, and the directory outside that is the repository: the longest end of the path
    /// that the repository has says both.
    fn compiled(&self, base: &str, command: &Command) -> Option<(FileId, String)> {
        let file = plain(&command.file);
        let full = match is_absolute(&file) {
            true => file,
            false => {
                let directory = plain(&command.directory);
                if !is_absolute(&directory) {
                    let file = self.world.paths.file(&path::join(base, &path::join(&directory, &file)?)?)?;
                    return Some((file, "\0".to_owned()));
                }
                format!("/{}", path::join(directory.trim_start_matches('/'), &file)?)
            }
        };
        let ends = full.match_indices('/').map(|(at, _)| at);
        ends.into_iter().find_map(|at| Some((self.world.paths.file(full.part(at + 1..))?, full.part(..=at).to_owned())))
    }

    /// The file that `#include "source"`, or `#include <source>`, in a file means.
    pub fn find(&self, from: FileId, source: &str, is_quoted: bool) -> Option<FileId> {
        let source = plain(source);
        let here = path::parent(self.world.paths.path(from));
        let at = |directory: &str| self.world.paths.file(&path::join(directory, &source)?);
        if let Some(beside) = at(here).filter(|_| is_quoted) {
            return Some(beside);
        }
        let stated = self.stated.get(&from).unwrap_or(&self.all_stated);
        stated.iter().find_map(|directory| at(directory)).or_else(|| self.by_end(here, &source))
    }

    /// Whether an included path begins with a folder that the repository has not: that of a package.
    pub fn is_outside(&self, source: &str) -> bool {
        let first = source.split_once('/').map(|(first, _)| first);
        first.is_some_and(|first| !matches!(first, "" | "." | "..") && !self.folders.contains(first))
    }

    /// The one file whose path ends so, or the nearest.
    fn by_end(&self, here: &str, source: &str) -> Option<FileId> {
        let source = source.trim_start_matches("./");
        let end = source.rsplit_once("../").map_or(source, |(_, end)| end);
        self.world.paths.nearest(self.by_name.get(path::name(end))?, end, here)
    }
}

/// A path with the slashes that the repository's paths have.
fn plain(path: &str) -> String {
    path.replace('\\', "/")
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.as_bytes().get(1) == Some(&b':')
}

/// The directories that the options of a compiler name, in their order: `-Ia`, `-I a`, `-iquote a`, `-isystem a`.
fn directories(words: &[String]) -> Vec<&str> {
    let mut found = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let rest = ["-I", "/I", "-iquote", "-isystem", "-idirafter"].iter().find_map(|flag| word.strip_prefix(flag));
        match rest {
            Some("") => found.extend(words.next().map(String::as_str)),
            Some(rest) => found.push(rest.trim_matches('"')),
            None => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_directories_with_and_without_a_space() {
        let words = ["cc", "-Ia/b", "-I", "c", "-isystem", "d", "-Wall", "-iquotee", "x.c"].map(str::to_owned);
        assert_eq!(directories(&words), ["a/b", "c", "d", "e"]);
    }
}
