//! `build.gradle` and `build.gradle.kts`.

use super::super::reader::ManifestReader;
use super::super::shape::{DependencyKind, PackageSource};
use super::block::{BlockVerdict, statements};
use super::entry::{self, ConfigurationArgument};

/// Reads every list of dependencies, at any depth.
pub fn read(reader: &mut ManifestReader<'_>) {
    reader.found.is_package = true;
    statements(reader.text, &mut |statement, around| {
        let Some((configuration, all)) = entry::parse(statement.text) else { return BlockVerdict::Other };
        // A call that opens a block without arguments of its own is a block, not a dependency.
        if all == [ConfigurationArgument::Computed] && statement.opens {
            return BlockVerdict::Other;
        }
        let kind = kind(configuration, around);
        for given in all {
            let at = statement.at;
            match given {
                // An artifact belongs to Maven, whatever builds this one.
                ConfigurationArgument::Artifact(name, version) => reader.depend(&name, &version, kind, at),
                ConfigurationArgument::Accessor(key) => {
                    reader.depend_by("", "", kind, at, PackageSource::Inherited(key))
                }
                ConfigurationArgument::Project(project) => {
                    reader.depend_by("", "", kind, at, PackageSource::Project(project))
                }
                ConfigurationArgument::Nothing => {}
                ConfigurationArgument::Computed => reader.flaw(at, format!("`{}` is computed", statement.text)),
            }
        }
        BlockVerdict::Dependency
    });
}

/// By the configuration, and by the source set or the block around it.
fn kind(configuration: &str, around: &[&str]) -> DependencyKind {
    let is_branch = |label: &&&str| label.starts_with("if") || label.starts_with("else");
    let is_test = |label: &str| label.contains("test") || label.contains("Test");
    if is_test(configuration) || around.iter().filter(|label| !is_branch(label)).any(|label| is_test(label)) {
        return DependencyKind::Dev;
    }
    let lower = configuration.to_lowercase();
    let builds = ["compileonly", "annotationprocessor", "kapt", "ksp", "classpath", "lintchecks", "providedcompile"];
    if around.contains(&"buildscript") || builds.iter().any(|word| lower.contains(word)) {
        return DependencyKind::Build;
    }
    DependencyKind::Normal
}
