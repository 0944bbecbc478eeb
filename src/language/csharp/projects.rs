//! The projects of a repository: which files see each other, by `.csproj`.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::msbuild::Build;
use crate::base::path;
use crate::language::World;

/// One project.
#[derive(Debug, Default)]
pub struct Project {
    /// The projects that it sees, itself among them.
    pub sees: FxHashSet<usize>,
    /// The packages that it references.
    pub packages: Vec<String>,
    /// The namespaces that it brings to every file: `<Using Include="N" />`.
    pub usings: Vec<String>,
}

/// Every project, and that of each file.
#[derive(Debug, Default)]
pub struct Projects {
    /// The projects.
    pub all: Vec<Project>,
    of: FxHashMap<FileId, usize>,
}

impl Projects {
    /// Reads every `.csproj` and the properties that folders set for all projects below.
    pub fn of(world: &World<'_>) -> Self {
        let mut projects = Self::default();
        let mut references: Vec<Vec<String>> = Vec::new();
        let mut at: FxHashMap<&str, usize> = FxHashMap::default();
        let mut folders: FxHashMap<&str, usize> = FxHashMap::default();
        for (_, path) in world.paths.iter().filter(|(_, path)| path.ends_with(".csproj")) {
            let build = Build::of(world, path);
            let directory = path::parent(path);
            let referenced = build.included("ProjectReference").into_iter();
            references.push(referenced.filter_map(|to| path::join(directory, &to.replace('\\', "/"))).collect());
            at.insert(path, projects.all.len());
            // Two projects in one folder cannot be distinguished: the first holds its files.
            folders.entry(directory).or_insert(projects.all.len());
            projects.all.push(Project {
                sees: FxHashSet::default(),
                packages: build.included("PackageReference"),
                usings: build.included("Using"),
            });
        }
        let direct: Vec<Vec<usize>> =
            references.iter().map(|to| to.iter().filter_map(|path| at.get(path.as_str()).copied()).collect()).collect();
        for project in 0..projects.all.len() {
            projects.all[project].sees = closure(project, &direct);
        }
        for (file, path) in world.paths.iter().filter(|(_, path)| path::extension(path) == "cs") {
            let mut above = std::iter::once(path::parent(path)).chain(path::ancestors(path::parent(path)));
            if let Some(project) = above.find_map(|folder| folders.get(folder)) {
                projects.of.insert(file, *project);
            }
        }
        projects
    }

    /// The project of a file.
    pub fn project(&self, file: FileId) -> Option<usize> {
        self.of.get(&file).copied()
    }

    /// Whether a file may name what another declares. What belongs to no project is seen by all of its kind.
    pub fn sees(&self, from: FileId, to: FileId) -> bool {
        match (self.project(from), self.project(to)) {
            (Some(from), Some(to)) => self.all[from].sees.contains(&to),
            (None, None) => true,
            _ => false,
        }
    }
}

/// A project with all that it references, through any number of others.
fn closure(project: usize, direct: &[Vec<usize>]) -> FxHashSet<usize> {
    let mut seen = FxHashSet::from_iter([project]);
    let mut open = vec![project];
    while let Some(at) = open.pop() {
        open.extend(direct[at].iter().copied().filter(|to| seen.insert(*to)));
    }
    seen
}
