//! From a Maven artifact to the packages that a source imports from it. No manifest states them; the names have much in common.

use cg_rules::PackageId;

use super::engine::Engine;
use super::outside_heads::is_below;
use crate::base::TextPart;
use crate::facts::OutsideName;
use crate::package::Ecosystem;
use crate::package::name::key;

/// Artifacts whose packages have another name, as the archives of Maven Central have them.
const OTHERS: &[(&str, &[&str])] = &[
    ("com.google.guava:guava", &["com.google.common", "com.google.thirdparty"]),
    ("com.google.code.findbugs:jsr305", &["javax.annotation"]),
    ("org.apache.httpcomponents:httpclient", &["org.apache.http"]),
    ("org.apache.httpcomponents:httpcore", &["org.apache.http"]),
    ("org.apache.tomcat.embed:tomcat-embed-core", &["org.apache.catalina", "org.apache.coyote", "org.apache.tomcat"]),
    ("xerces:xercesImpl", &["org.apache.xerces"]),
];

/// Beginnings of the names of packages where a group is one word: `org.junit` of `junit`.
const DOMAINS: &[&str] = &["org", "com", "io", "net", "org.apache"];

/// A Maven artifact.
pub struct Coordinate<'n> {
    group: &'n str,
    artifact: &'n str,
}

impl<'n> Coordinate<'n> {
    /// The coordinate `group:artifact`, or `group/artifact` where a manifest here has it.
    pub fn of(engine: &Engine<'_>, name: &'n str) -> Option<Self> {
        let (group, artifact) = name.split_once([':', '/'])?;
        let is_stated = || engine.snapshot.package(&key(Ecosystem::Maven, &name.replacen('/', ":", 1))).is_some();
        let is_one = !group.is_empty() && !artifact.is_empty() && !artifact.starts_with(':');
        (is_one && (name.contains(':') || is_stated())).then_some(Self { group, artifact })
    }

    /// The packages of the artifact: those in its group that no other artifact of the group has the name of, and those that the
    /// beginning of the group and the rest of its own name lead to. Where there are none, those that a part of either name leads to.
    pub fn packages(&self, engine: &Engine<'_>) -> Vec<PackageId> {
        let name = format!("{}:{}", self.group, self.artifact);
        if let Some((_, packages)) = OTHERS.iter().find(|(known, _)| *known == name) {
            return packages.iter().flat_map(|wanted| imported(engine, wanted, |_| true)).collect();
        }
        let stated: Vec<(&str, &str)> = stated(engine).collect();
        let longer: Vec<&str> = stated.iter().map(|(group, _)| *group).filter(|it| self.is_shorter_than(it)).collect();
        let own = self.inside(self.group);
        let siblings = stated.iter().filter(|(group, artifact)| *group == self.group && *artifact != self.artifact);
        let taken: Vec<String> =
            siblings.flat_map(|(group, artifact)| Coordinate { group, artifact }.inside(group)).collect();
        let any_below = |paths: &[String], package: &str| paths.iter().any(|path| is_below(package, path, true));
        let is_others = |package: &str| {
            longer.iter().any(|group| is_below(package, group, true))
                || any_below(&taken, package) && !any_below(&own, package)
        };
        let of_path = |wanted: &str| imported(engine, wanted, |package| !is_others(package));
        let mut found = of_path(self.group);
        found.extend(self.beginnings().flat_map(|beginning| self.inside(beginning)).flat_map(|path| of_path(&path)));
        if !found.is_empty() {
            return found;
        }
        self.parts().iter().map(|path| of_path(path)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn is_shorter_than(&self, group: &str) -> bool {
        group.len() > self.group.len() && group.starts_with(self.group)
    }

    /// The shorter groups of two parts or more: `com.google` of `com.google.code.gson`.
    fn beginnings(&self) -> impl Iterator<Item = &'n str> {
        let group = self.group;
        let ends = group.rmatch_indices('.').map(|(at, _)| at);
        ends.map(move |end| group.part(..end)).filter(|beginning| beginning.contains('.'))
    }

    /// The paths that the ends of its own name lead to from a group, but for words that the group has: `jackson.databind` and
    /// `databind` for `jackson-databind`.
    fn inside(&self, group: &str) -> Vec<String> {
        let words: Vec<&str> = self.artifact.split(['-', '.', '_']).filter(|word| !word.is_empty()).collect();
        let ends = (0..words.len()).map(|at| words[at..].join("."));
        ends.map(|end| format!("{group}.{end}")).collect()
    }

    /// Paths that a part of the names leads to: `assertk` of `assertk-jvm`, `okio` of the group `com.squareup.okio`, `org.junit` of `junit`.
    fn parts(&self) -> Vec<String> {
        let artifact = self.artifact.replace('-', ".");
        let ends = artifact.rmatch_indices('.').map(|(at, _)| at);
        let mut parts: Vec<String> =
            std::iter::once(artifact.len()).chain(ends).map(|end| artifact.part(..end).to_owned()).collect();
        parts.extend(self.group.rsplit('.').next().map(str::to_owned));
        let in_domain = |part: &String| DOMAINS.iter().map(|domain| format!("{domain}.{part}")).collect::<Vec<_>>();
        let led: Vec<String> = parts.iter().flat_map(in_domain).collect();
        parts.extend(led);
        parts
    }
}

/// The groups and names of the artifacts that manifests here state.
fn stated<'e>(engine: &Engine<'e>) -> impl Iterator<Item = (&'e str, &'e str)> {
    const MAVEN: &str = "pkg:maven/";
    let packages = &engine.snapshot.packages;
    let artifacts = packages.beginning(MAVEN).filter_map(|id| packages.get(id).strip_prefix(MAVEN));
    artifacts.filter_map(|artifact| artifact.split_once('/'))
}

/// The imported packages of the JVM that are the one wanted, or lie below it, of those that a test lets pass.
fn imported(engine: &Engine<'_>, wanted: &str, is_one: impl Fn(&str) -> bool) -> Vec<PackageId> {
    let packages = &engine.snapshot.packages;
    let below = packages.beginning(wanted).filter(|id| is_below(packages.get(*id), wanted, true));
    let passed = below.filter(|id| is_one(packages.get(*id))).map(PackageId);
    let names = passed.flat_map(|package| engine.outside().of_package(package));
    let is_jvm = |name: &OutsideName| name.language().is_some_and(|language| language.family == "jvm");
    names.filter(|(_, name)| is_jvm(name)).map(|(id, _)| id).collect()
}
