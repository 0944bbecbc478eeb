//! Resolves the entries of one manifest against the others: inherited names and versions, and projects of a build.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::gather::Read;
use super::parent::Parents;
use crate::base::path;
use crate::package::{CATALOG, Dependency, DependencyKind, Ecosystem, POM, PackageSource, SCRIPT, SETTINGS, name};

/// The target of an entry.
pub struct EntryTarget<'a> {
    /// The key of the package.
    pub key: String,
    /// Its name as written.
    pub name: Cow<'a, str>,
    /// The requirement as written.
    pub requirement: Cow<'a, str>,
    /// The other name by which the manifest calls it, where it has one.
    pub alias: Option<&'a str>,
}

/// The entries that members may inherit, and the projects of builds.
pub struct Inherited<'a> {
    /// By the ecosystem of those who inherit, directory and key: the entries.
    shared: FxHashMap<(Ecosystem, &'a str, &'a str), Vec<&'a Dependency>>,
    /// By directory of the build and accessor: the scripts.
    projects: FxHashMap<(&'a str, String), Vec<&'a Read<'a>>>,
    builds: Vec<&'a str>,
    parents: Parents<'a>,
}

impl<'a> Inherited<'a> {
    /// Indexes what was read.
    pub fn new(all: &'a [Read<'a>]) -> Self {
        let settings = all.iter().filter(|read| read.format.name == SETTINGS);
        let mut builds: Vec<&str> = settings.map(|read| path::parent(read.path)).collect();
        builds.sort_unstable();
        let mut above =
            Self { shared: FxHashMap::default(), projects: FxHashMap::default(), builds, parents: Parents::new(all) };
        for read in all {
            let own = path::parent(read.path);
            let directory = if read.format.name == CATALOG { path::parent(own) } else { own };
            for (key, index) in &read.said.shared {
                let entry = above.shared.entry((heirs(read), directory, key)).or_default();
                entry.extend(read.said.dependencies.get(*index));
            }
            if read.format.name == SCRIPT {
                let build = above.build(read.path);
                above.projects.entry((build, accessor(&read.name))).or_default().push(read);
            }
        }
        above
    }

    fn build(&self, script: &'a str) -> &'a str {
        path::ancestors(script).find(|directory| self.builds.binary_search(directory).is_ok()).unwrap_or("")
    }

    /// The target of an entry: one package, several for a bundle, or why none is known.
    pub fn targets(&self, read: &'a Read<'a>, entry: &'a Dependency) -> Result<Vec<EntryTarget<'a>>, String> {
        let mut targets = self.stated(read, entry)?;
        for target in targets.iter_mut().filter(|_| read.format.name == POM) {
            let (name, requirement) = (target.name.clone(), target.requirement.clone());
            target.name = Cow::Owned(self.parents.filled(read, &name).into_owned());
            target.requirement = Cow::Owned(self.parents.filled(read, &requirement).into_owned());
            target.key = name::key(Ecosystem::Maven, &target.name);
            if target.name.contains("${") {
                return Err(format!("`{}` names no artifact in this repository", target.name));
            }
        }
        Ok(targets)
    }

    fn stated(&self, read: &'a Read<'a>, entry: &'a Dependency) -> Result<Vec<EntryTarget<'a>>, String> {
        match &entry.source {
            PackageSource::Named => Ok(vec![target(named(read), entry)]),
            PackageSource::Project(project) => self.project(read, project).map(|target| vec![target]),
            PackageSource::Inherited(key) => {
                let found = self.inherited(read, entry, key);
                match found {
                    Some(found) => {
                        let ecosystem = named(read);
                        let versioned = |shared: &'a Dependency| EntryTarget {
                            requirement: Cow::Borrowed(if is_open(&entry.version) {
                                &shared.version
                            } else {
                                &entry.version
                            }),
                            ..target(ecosystem, shared)
                        };
                        Ok(found.iter().map(|shared| versioned(shared)).collect())
                    }
                    None if entry.name.is_empty() || key.starts_with("catalog:") => {
                        Err(format!("no version catalog has `{key}`"))
                    }
                    None => Ok(vec![target(named(read), entry)]),
                }
            }
        }
    }

    fn inherited(&self, read: &'a Read<'a>, entry: &Dependency, key: &'a str) -> Option<&[&'a Dependency]> {
        // What a manifest offers its members it may itself have from above, not from itself.
        let skipped = usize::from(entry.kind == DependencyKind::Shared);
        if read.format.name == POM {
            let lenders = self.parents.lenders(read).into_iter().skip(skipped);
            let mut found = lenders.map(|directory| self.shared.get(&(Ecosystem::Maven, directory, key)));
            return found.find_map(|found| found.map(Vec::as_slice));
        }
        let mut above = path::ancestors(read.path).skip(skipped);
        above.find_map(|directory| self.shared.get(&(read.format.ecosystem, directory, key)).map(Vec::as_slice))
    }

    fn project(&self, read: &'a Read<'a>, project: &str) -> Result<EntryTarget<'a>, String> {
        let build = self.build(read.path);
        match self.projects.get(&(build, accessor(project))).map(Vec::as_slice) {
            Some([script]) => {
                let key = script.key.clone().unwrap_or_default();
                Ok(EntryTarget { key, name: Cow::Borrowed(&script.name), requirement: Cow::Borrowed(""), alias: None })
            }
            Some(_) => Err(format!("several projects may be `{project}`")),
            None => Err(format!("no script of a project `{project}` is known")),
        }
    }
}

/// Whose files inherit what a file offers: a version catalog of Gradle names artifacts of Maven.
fn heirs(read: &Read<'_>) -> Ecosystem {
    if read.format.name == CATALOG { Ecosystem::Gradle } else { read.format.ecosystem }
}

/// Where the names in a file belong: the scripts of Gradle name artifacts of Maven.
pub fn named(read: &Read<'_>) -> Ecosystem {
    match read.format.ecosystem {
        Ecosystem::Gradle => Ecosystem::Maven,
        ecosystem => ecosystem,
    }
}

/// Whether an entry leaves its version to the one that it inherits.
fn is_open(version: &str) -> bool {
    version.is_empty() || version.starts_with("catalog:")
}

fn target(ecosystem: Ecosystem, entry: &Dependency) -> EntryTarget<'_> {
    EntryTarget {
        key: name::key(ecosystem, &entry.name),
        name: Cow::Borrowed(&entry.name),
        requirement: Cow::Borrowed(&entry.version),
        alias: entry.alias.as_deref(),
    }
}

/// A project by its path (`:a:b-c`) or its accessor (`a.bC`), in one spelling.
fn accessor(project: &str) -> String {
    let parts = project.trim_start_matches(':').split([':', '.']);
    let plain = parts.map(|part| part.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect());
    plain.collect::<Vec<String>>().join(".")
}
