//! .NET: project files, central versions, `packages.config` and `packages.lock.json`.

use super::format::PackageFormat;
use super::json::{self, JsonNode};
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, PackageSource, ProjectClaim};
use super::xml::{Event, attribute, events};
use crate::base::path;

/// The formats.
pub const FORMATS: [PackageFormat; 4] = [
    PackageFormat {
        name: "*.csproj",
        ecosystem: Ecosystem::Nuget,
        locks: false,
        is_manifest: |file| matches!(path::extension(file), "csproj" | "fsproj" | "vbproj"),
        read: |reader| {
            reader.name(Some(path::stem(reader.path)));
            read(reader);
        },
    },
    PackageFormat {
        name: "Directory.Packages.props",
        ecosystem: Ecosystem::Nuget,
        locks: false,
        is_manifest: |file| {
            path::name(file).starts_with("Directory.") && matches!(path::extension(file), "props" | "targets")
        },
        read,
    },
    PackageFormat {
        name: "packages.config",
        ecosystem: Ecosystem::Nuget,
        locks: false,
        is_manifest: |file| path::name(file) == "packages.config",
        read,
    },
    PackageFormat {
        name: "packages.lock.json",
        ecosystem: Ecosystem::Nuget,
        locks: true,
        is_manifest: |file| path::name(file) == "packages.lock.json",
        read: read_lock,
    },
];

/// One reference, until its element ends.
struct Reference<'t> {
    at: usize,
    element: &'t str,
    name: &'t str,
    version: &'t str,
    kind: DependencyKind,
}

/// Reads every reference to a package or a project.
fn read(reader: &mut ManifestReader<'_>) {
    let mut open: Option<Reference<'_>> = None;
    let mut element = "";
    let mut depth = 0_u32;
    for (at, event) in events(reader.text) {
        match event {
            Event::Open(name, attributes) => {
                depth += 1;
                element = name;
                open = reference(at, name, attributes).or(open);
            }
            Event::Text(text) => {
                if let Some(open) = &mut open {
                    match element {
                        "Version" => open.version = text,
                        "PrivateAssets" if text.eq_ignore_ascii_case("all") => open.kind = DependencyKind::Build,
                        _ => {}
                    }
                }
            }
            Event::Close(name) => {
                depth = depth.saturating_sub(1);
                if let Some(done) = open.take_if(|open| open.element == name) {
                    enter(reader, &done);
                }
            }
        }
    }
    if depth > 0 {
        reader.flaw(reader.text.len(), "an element is not closed");
    }
}

fn reference<'t>(at: usize, element: &'t str, attributes: &'t str) -> Option<Reference<'t>> {
    let value = |name: &str| attribute(attributes, name);
    let is_private = value("PrivateAssets").is_some_and(|assets| assets.eq_ignore_ascii_case("all"));
    let (name, kind) = match element {
        "PackageReference" | "GlobalPackageReference" => {
            (value("Include")?, if is_private { DependencyKind::Build } else { DependencyKind::Normal })
        }
        "PackageVersion" => (value("Include")?, DependencyKind::Shared),
        "ProjectReference" => (value("Include")?, DependencyKind::Normal),
        "package" => {
            let is_dev = value("developmentDependency") == Some("true");
            (value("id")?, if is_dev { DependencyKind::Dev } else { DependencyKind::Normal })
        }
        _ => return None,
    };
    let version = value("VersionOverride").or_else(|| value("Version")).unwrap_or_default();
    Some(Reference { at, element, name, version, kind })
}

fn enter(reader: &mut ManifestReader<'_>, done: &Reference<'_>) {
    if done.element == "ProjectReference" {
        let file = done.name.replace('\\', "/");
        return reader.depend(path::stem(&file), "", done.kind, done.at);
    }
    if done.name.contains("$(") || done.name.contains("@(") {
        return reader.flaw(done.at, format!("`{}` is computed", done.name));
    }
    let source =
        if done.version.is_empty() { PackageSource::Inherited(done.name.to_lowercase()) } else { PackageSource::Named };
    reader.depend_by(done.name, done.version, done.kind, done.at, source);
    if done.kind == DependencyKind::Shared {
        reader.share(done.name.to_lowercase());
    }
}

/// Reads the packages of each target framework, which may have other versions than another's.
fn read_lock(reader: &mut ManifestReader<'_>) {
    let root = json::root(reader);
    for framework in root.get("dependencies").into_iter().flat_map(JsonNode::members) {
        let packages = framework.node.members();
        let entries: Vec<Option<usize>> = packages
            .iter()
            .map(|package| {
                let version = package.node.get("resolved").and_then(JsonNode::text)?;
                let is_direct = package.node.get("type").and_then(JsonNode::text) == Some("Direct");
                let claim = if is_direct { ProjectClaim::Anyone } else { ProjectClaim::Nobody };
                Some(reader.lock(&package.name, version, claim, package.at))
            })
            .collect();
        for (package, from) in packages.iter().zip(&entries) {
            for wanted in package.node.get("dependencies").into_iter().flat_map(JsonNode::members) {
                let place = packages.iter().position(|it| it.name.eq_ignore_ascii_case(&wanted.name));
                if let (Some(from), Some(to)) = (from, place.and_then(|place| entries[place])) {
                    reader.need(*from, to, DependencyKind::Normal);
                }
            }
        }
    }
}
