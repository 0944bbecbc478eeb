//! The projects of a repository: which files see each other, by `.csproj`.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

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
        for (file, path) in world.paths.iter().filter(|(_, path)| path.ends_with(".csproj")) {
            let text = world.configs.get(&file).map_or("", String::as_str);
            let directory = path::parent(path);
            let above = std::iter::once(directory).chain(path::ancestors(directory));
            let props = above.filter_map(|folder| world.config(&path::join(folder, "Directory.Build.props")?));
            let texts: Vec<&str> = std::iter::once(text).chain(props).collect();
            let all = |element: &str| texts.iter().flat_map(|text| included(text, element)).collect::<Vec<String>>();
            let referenced = all("ProjectReference").into_iter();
            references.push(referenced.filter_map(|to| path::join(directory, &to.replace('\\', "/"))).collect());
            at.insert(path, projects.all.len());
            // Two projects in one folder cannot be distinguished: the first holds its files.
            folders.entry(directory).or_insert(projects.all.len());
            projects.all.push(Project {
                sees: FxHashSet::default(),
                packages: all("PackageReference"),
                usings: all("Using"),
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

/// The values that elements of a name include: `<Using Include="N" />`. Aliases and static members are left out.
fn included(text: &str, element: &str) -> Vec<String> {
    let plain = without_comments(text);
    let tags = plain.split('<').filter_map(|tag| tag.strip_prefix(element));
    let tags = tags.filter(|tag| tag.starts_with(char::is_whitespace));
    let tags = tags.map(|tag| tag.split('>').next().unwrap_or(tag));
    let tags = tags.filter(|tag| !tag.contains("Alias=") && !tag.contains("Static="));
    let values = tags.filter_map(|tag| tag.split_once("Include=\"")?.1.split('"').next());
    values.flat_map(|value| value.split(';')).map(|value| value.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        plain.push_str(part.split_once("-->").map_or("", |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_a_project() {
        let text = r#"<Project><!-- <Using Include="Old" /> --><ItemGroup>
            <Using Include="A.B" /><Using Include="C" Static="true" /><Using Remove="D" />
            <ProjectReference Include="..\X\X.csproj" PrivateAssets="all"></ProjectReference>
            <UsingTask Include="E" /></ItemGroup></Project>"#;
        assert_eq!(included(text, "Using"), ["A.B"]);
        assert_eq!(included(text, "ProjectReference"), ["..\\X\\X.csproj"]);
    }
}
