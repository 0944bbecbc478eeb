//! `build.gradle` and `build.gradle.kts`.

use super::super::reader::Reader;
use super::super::shape::{Kind, Source};
use super::block::{Verdict, statements};
use super::entry::{self, Given};

/// Reads every list of dependencies, at any depth.
pub fn read(reader: &mut Reader<'_>) {
    reader.found.is_package = true;
    statements(reader.text, &mut |statement, around| {
        let Some((configuration, all)) = entry::parse(statement.text) else { return Verdict::Other };
        // A call that opens a block without arguments of its own is a block, not a dependency.
        if all == [Given::Computed] && statement.opens {
            return Verdict::Other;
        }
        let kind = kind(configuration, around);
        for given in all {
            let at = statement.at;
            match given {
                // An artifact belongs to Maven, whatever builds this one.
                Given::Artifact(name, version) => reader.depend(&name, &version, kind, at),
                Given::Accessor(key) => reader.depend_by("", "", kind, at, Source::Inherited(key)),
                Given::Project(project) => reader.depend_by("", "", kind, at, Source::Project(project)),
                Given::Nothing => {}
                Given::Computed => reader.flaw(at, format!("`{}` is computed", statement.text)),
            }
        }
        Verdict::Dependency
    });
}

/// By the configuration, and by the source set or the block around it.
fn kind(configuration: &str, around: &[&str]) -> Kind {
    let is_branch = |label: &&&str| label.starts_with("if") || label.starts_with("else");
    let is_test = |label: &str| label.contains("test") || label.contains("Test");
    if is_test(configuration) || around.iter().filter(|label| !is_branch(label)).any(|label| is_test(label)) {
        return Kind::Dev;
    }
    let lower = configuration.to_lowercase();
    let builds = ["compileonly", "annotationprocessor", "kapt", "ksp", "classpath", "lintchecks", "providedcompile"];
    if around.contains(&"buildscript") || builds.iter().any(|word| lower.contains(word)) {
        return Kind::Build;
    }
    Kind::Normal
}
