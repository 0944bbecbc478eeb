//! Java: `pom.xml`. A word `${…}` that this file does not state stays: a parent in the repository may.

use rustc_hash::FxHashMap;

use super::format::PackageFormat;
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, PackageSource};
use super::xml::{Event, events};
use crate::base::{TextPart, path};

/// The name of the format.
pub const POM: &str = "pom.xml";
/// The formats.
pub const FORMATS: [PackageFormat; 1] = [PackageFormat {
    name: "pom.xml",
    ecosystem: Ecosystem::Maven,
    locks: false,
    is_manifest: |file| path::name(file) == POM,
    read,
}];

/// After so many elements that close others, nothing is learned from the rest.
const FLAWS: usize = 20;
/// The longest property that is filled in, in bytes.
const PROPERTY: usize = 256;

/// One `<dependency>`.
#[derive(Default)]
struct TomlEntry<'t> {
    at: usize,
    managed: bool,
    fields: FxHashMap<&'t str, &'t str>,
}

/// The statements of a project, before properties are filled in.
#[derive(Default)]
struct Project<'t> {
    /// Fields of the project, of its parent (`parent.groupId`), and its properties.
    words: FxHashMap<String, &'t str>,
    entries: Vec<TomlEntry<'t>>,
}

fn read(reader: &mut ManifestReader<'_>) {
    let Some(project) = project(reader) else { return };
    let field = |name: &str| {
        let own = project.words.get(name).or_else(|| project.words.get(&format!("parent.{name}")));
        own.map(|text| project.filled(text))
    };
    let name = field("groupId").zip(project.words.get("artifactId")).map(|(group, it)| format!("{group}:{it}"));
    reader.name(name.as_deref());
    let parent = project.words.get("parent.groupId").zip(project.words.get("parent.artifactId"));
    reader.found.parent = parent.map(|(group, artifact)| format!("{group}:{artifact}"));
    let properties = project.words.iter().map(|(name, text)| (name.clone(), project.filled(text)));
    reader.found.properties = properties.collect();
    reader.found.properties.sort_unstable();
    for entry in &project.entries {
        let text = |name: &str| entry.fields.get(name).map(|text| project.filled(text)).unwrap_or_default();
        let (group, artifact) = (text("groupId"), text("artifactId"));
        let name = format!("{group}:{artifact}");
        if group.is_empty() || artifact.is_empty() {
            reader.flaw(entry.at, format!("`{name}` names no artifact"));
            continue;
        }
        if entry.managed && text("scope") == "import" {
            reader.found.imports.push(name.clone());
        }
        let version = text("version");
        let source = if version.is_empty() { PackageSource::Inherited(name.clone()) } else { PackageSource::Named };
        reader.depend_by(&name, &version, kind(entry, &text("scope"), &text("optional")), entry.at, source);
        if entry.managed {
            reader.share(name);
        }
    }
}

fn kind(entry: &TomlEntry<'_>, scope: &str, optional: &str) -> DependencyKind {
    match scope {
        _ if entry.managed => DependencyKind::Shared,
        "test" => DependencyKind::Dev,
        "provided" | "system" => DependencyKind::Build,
        _ if optional == "true" => DependencyKind::Optional,
        _ => DependencyKind::Normal,
    }
}

/// Walks the elements; `None` where the text is no project.
fn project<'t>(reader: &mut ManifestReader<'t>) -> Option<Project<'t>> {
    let mut project = Project::default();
    let mut open: Vec<&str> = Vec::new();
    for (at, event) in events(reader.text) {
        if reader.found.flaws.len() >= FLAWS {
            break;
        }
        match event {
            Event::Open(name, _) => {
                open.push(name);
                if is_entry(&open) {
                    let managed = open.contains(&"dependencyManagement");
                    project.entries.push(TomlEntry { at, managed, ..TomlEntry::default() });
                }
            }
            Event::Close(name) if open.last() == Some(&name) => drop(open.pop()),
            Event::Close(name) => {
                reader.flaw(at, format!("`</{name}>` closes another element"));
                let above = open.iter().rposition(|it| *it == name);
                open.truncate(above.unwrap_or(open.len()));
            }
            Event::Text(text) => project.text(&open, text),
        }
    }
    if let Some(name) = open.last() {
        reader.flaw(reader.text.len(), format!("`<{name}>` is not closed"));
    }
    let is_project = !project.words.is_empty() || !project.entries.is_empty();
    if !is_project && !reader.text.trim().is_empty() {
        reader.flaw(0, "no project was found");
    }
    is_project.then_some(project)
}

/// A dependency of the project or of one of its profiles; not of a plugin.
fn is_entry(open: &[&str]) -> bool {
    let Some((&"project", rest)) = open.split_first() else { return false };
    let rest = rest.strip_prefix(&["profiles", "profile"]).unwrap_or(rest);
    matches!(rest, ["dependencies", "dependency"] | ["dependencyManagement", "dependencies", "dependency"])
}

impl<'t> Project<'t> {
    fn text(&mut self, open: &[&'t str], text: &'t str) {
        match open {
            ["project", name] | ["project", "properties", name] => {
                self.words.insert((*name).to_owned(), text);
            }
            ["project", "parent", name] => {
                self.words.insert(format!("parent.{name}"), text);
            }
            [above @ .., name] if is_entry(above) => {
                if let Some(entry) = self.entries.last_mut() {
                    entry.fields.insert(name, text);
                }
            }
            _ => {}
        }
    }

    /// A text with the properties of this file filled in; the others stay as written.
    fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        // A property may hold properties; a few rounds end those that hold themselves.
        for _ in 0..4 {
            let Some(start) = filled.find("${") else { break };
            let Some(end) = filled.part(start..).find('}').map(|end| start + end) else { break };
            let name = filled.part(start + 2..end);
            let name = name.strip_prefix("project.").or_else(|| name.strip_prefix("pom.")).unwrap_or(name);
            let found = self.words.get(name).or_else(|| self.words.get(&format!("parent.{name}")));
            let Some(value) = found.filter(|value| value.len() <= PROPERTY) else { break };
            filled.replace_range(start..=end, value);
        }
        filled
    }
}
