//! The files that everything depends on, whatever imports say: those that build, test and lock a project.

use super::format;
use crate::base::path;

/// A kind of files that steer builds or tests and are no package manifests.
pub struct Steering {
    /// The program that reads them.
    pub name: &'static str,
    /// Whether it builds; else it runs what others build.
    pub builds: bool,
    /// The names that they have, whatever the folder.
    pub names: &'static [&'static str],
    /// The folders at whose files they are, from the root.
    pub folders: &'static [&'static str],
}

impl Steering {
    const fn of(name: &'static str, builds: bool, names: &'static [&'static str]) -> Self {
        Self { name, builds, names, folders: &[] }
    }
}

/// Every kind, by name.
pub static STEERING: &[Steering] = &[
    Steering::of("AppVeyor", false, &["appveyor.yml", ".appveyor.yml"]),
    Steering::of("Azure Pipelines", false, &["azure-pipelines.yml"]),
    Steering::of("Bazel", true, &["BUILD", "BUILD.bazel", "MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"]),
    Steering { name: "Buildkite", builds: false, names: &[], folders: &[".buildkite"] },
    Steering::of("CMake", true, &["CMakeLists.txt", "CMakePresets.json"]),
    Steering { name: "CircleCI", builds: false, names: &[], folders: &[".circleci"] },
    Steering::of("Cirrus CI", false, &[".cirrus.yml"]),
    Steering::of("Docker", true, &["Dockerfile", "docker-compose.yml", "compose.yaml"]),
    Steering { name: "GitHub Actions", builds: false, names: &[], folders: &[".github/workflows", ".github/actions"] },
    Steering::of("GitLab CI", false, &[".gitlab-ci.yml"]),
    Steering::of("Jenkins", false, &["Jenkinsfile"]),
    Steering::of("Make", true, &["GNUmakefile", "Makefile", "makefile", "configure.ac"]),
    Steering::of("Meson", true, &["meson.build"]),
    Steering::of("Rake", true, &["Rakefile"]),
    Steering::of("Travis CI", false, &[".travis.yml"]),
    Steering::of("just", true, &["Justfile", "justfile"]),
    Steering::of("nox", false, &["noxfile.py"]),
    Steering::of("pytest", false, &["pytest.ini"]),
    Steering::of("tox", false, &["tox.ini"]),
];

/// The reason why a change to a file may concern every test below a folder, and that folder; the root is empty.
pub fn reach(file: &str) -> Option<(&str, String)> {
    if let Some(format) = format(file) {
        let reason = match format.locks {
            true => "locks the versions that all of it runs with".to_owned(),
            false => "says what is built, and with which packages".to_owned(),
        };
        return Some((path::parent(file), reason));
    }
    let is_one = |it: &&Steering| {
        it.names.contains(&path::name(file))
            || it.folders.iter().any(|folder| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    };
    let steering = STEERING.iter().find(is_one)?;
    // What runs everything lies where it likes.
    let folder = if steering.builds { path::parent(file) } else { "" };
    let what = if steering.builds { "builds it" } else { "runs the tests" };
    Some((folder, format!("says how {} {what}", steering.name)))
}

#[cfg(test)]
mod tests {
    use super::{STEERING, reach};

    #[test]
    fn the_table_is_in_order_and_each_row_names_files() {
        assert!(STEERING.is_sorted_by(|left, right| left.name < right.name));
        assert!(STEERING.iter().all(|it| !it.names.is_empty() || !it.folders.is_empty()));
    }

    #[test]
    fn a_file_reaches_what_is_below_it() {
        let of = |file: &'static str| reach(file).map(|(folder, _)| folder);
        assert_eq!(of("Cargo.lock"), Some(""));
        assert_eq!(of("web/package.json"), Some("web"));
        assert_eq!(of(".github/workflows/ci.yml"), Some(""));
        assert_eq!(of(".github/workflows.md"), None);
        assert_eq!(of("src/native/Makefile"), Some("src/native"));
        assert_eq!(of("src/main.rs"), None);
    }
}
