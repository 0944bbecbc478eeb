//! Every manifest and lockfile, read; and the names of their packages.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use crate::base::{TextPart, path};
use crate::language::World;
use crate::package::{self, Declarations, Ecosystem, PackageFormat, Placed, SCRIPT, SETTINGS, name};

/// A file and what it says.
pub struct Read<'w> {
    /// The file.
    pub file: FileId,
    /// Its path.
    pub path: &'w str,
    /// Its format.
    pub format: &'static PackageFormat,
    /// Its declarations.
    pub said: Declarations,
    /// The name of its package as it is shown.
    pub name: String,
    /// The key of its package, where a name is stated.
    pub key: Option<String>,
}

impl Read<'_> {
    /// Its directory.
    pub fn directory(&self) -> &str {
        path::parent(self.path)
    }
}

/// Reads all of them, in path order.
pub fn gather<'w>(world: &World<'w>) -> Vec<Read<'w>> {
    let mut all: Vec<Read<'w>> = world
        .configs
        .iter()
        .filter_map(|(file, text)| {
            let path = world.paths.path(*file);
            let format = package::format(path)?;
            let said = package::read(format, path, text);
            Some(Read { file: *file, path, format, said, name: String::new(), key: None })
        })
        .collect();
    all.sort_unstable_by_key(|read| read.file);
    let names = stated(&all);
    let projects = Projects::of(&all);
    for read in &mut all {
        if read.format.name == SCRIPT {
            let (name, key) = projects.named(read.path);
            (read.name, read.key) = (name, Some(key));
            continue;
        }
        let name = read.said.package.as_ref().or_else(|| names.get(&(read.format.ecosystem, read.directory())));
        let directory = Some(path::name(read.directory())).filter(|name| !name.is_empty()).unwrap_or(".");
        let key = name.filter(|_| !read.format.locks).map(|it| name::key(read.format.ecosystem, it));
        let name = name.cloned().unwrap_or_else(|| directory.to_owned());
        (read.name, read.key) = (name, key);
    }
    all
}

/// The name of the package of each directory: the files beside each other that speak of one ecosystem share it.
fn stated<'w>(all: &[Read<'w>]) -> FxHashMap<(Ecosystem, &'w str), String> {
    let mut names = FxHashMap::default();
    for read in all {
        if let Some(name) = &read.said.package {
            names.entry((read.format.ecosystem, path::parent(read.path))).or_insert_with(|| name.clone());
        }
    }
    names
}

/// The projects of Gradle builds: the directories with settings, and what these say.
struct Projects {
    builds: FxHashMap<String, FxHashMap<String, Vec<Placed>>>,
}

impl Projects {
    fn of(all: &[Read<'_>]) -> Self {
        let mut builds: FxHashMap<String, FxHashMap<String, Vec<Placed>>> = FxHashMap::default();
        for read in all.iter().filter(|read| read.format.name == SETTINGS) {
            let build = builds.entry(read.directory().to_owned()).or_default();
            for (project, placed) in &read.said.projects {
                build.entry(project.clone()).or_default().push(placed.clone());
            }
        }
        Self { builds }
    }

    /// The path of a script's project, and its key. Projects of different builds have different keys.
    fn named(&self, script: &str) -> (String, String) {
        let mut above = path::ancestors(script);
        let build = above.find(|directory| self.builds.contains_key(*directory)).unwrap_or("");
        let inside = path::parent(script).part(build.len()..).trim_start_matches('/');
        let said = self.builds.get(build);
        let moved = said.and_then(|said| {
            let is_here = |placed: &&Placed| matches!(placed, Placed::Directory(directory) if directory == inside);
            said.iter().find(|(_, placed)| placed.iter().any(|it| is_here(&it))).map(|(project, _)| project.clone())
        });
        let plain = moved.unwrap_or_else(|| format!(":{}", inside.replace('/', ":")));
        let mut written = String::new();
        for (end, _) in plain.match_indices(':').skip(1).chain(std::iter::once((plain.len(), ""))) {
            let last = plain.part(..end).rsplit(':').next().unwrap_or_default();
            let renamed = said.and_then(|said| said.get(plain.part(..end))).and_then(|placed| {
                placed.iter().find_map(|it| if let Placed::Name(name) = it { Some(name.as_str()) } else { None })
            });
            written.push(':');
            written.push_str(renamed.unwrap_or(last));
        }
        let project = if written == ":" { ":." } else { &written };
        let key = name::key(Ecosystem::Gradle, &format!("{}{project}", build.replace('/', ":")));
        (written, key)
    }
}
