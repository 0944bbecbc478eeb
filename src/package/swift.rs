//! Swift: `Package.swift` and `Package.resolved`. A package is named by the place of its repository.

use super::format::PackageFormat;
use super::json::{self, JsonNode};
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, ProjectClaim};
use crate::base::{TextPart, path};

/// The formats.
pub const FORMATS: [PackageFormat; 2] = [
    PackageFormat {
        name: "Package.swift",
        ecosystem: Ecosystem::Swift,
        locks: false,
        is_manifest: |file| path::name(file) == "Package.swift",
        read,
    },
    PackageFormat {
        name: "Package.resolved",
        ecosystem: Ecosystem::Swift,
        locks: true,
        is_manifest: |file| path::name(file) == "Package.resolved",
        read: read_lock,
    },
];

/// Reads the name, and each `.package(…)` that states its place in plain strings.
fn read(reader: &mut ManifestReader<'_>) {
    let text = reader.text;
    reader.name(text.find("Package(").and_then(|at| argument(text.part(at..), "name:")));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().filter(|head| !head.ends_with(':')).unwrap_or(line);
        for (at, _) in code.match_indices(".package(") {
            package(reader, start + at);
        }
        start += line.len();
    }
}

fn package(reader: &mut ManifestReader<'_>, at: usize) {
    let rest = reader.text.part(at + ".package(".len()..);
    let inside = rest.part(..close(rest));
    let place = ["url:", "path:", "id:"].into_iter().find_map(|key| Some((key, argument(inside, key)?)));
    match place {
        Some(("path:", place)) => {
            // A folder is called as its last part, as the package manager does where two packages have one name.
            let folder = path::join(path::parent(reader.path), place.trim_end_matches('/'));
            match folder.as_deref().map_or(path::name(place), path::name) {
                "" => reader.flaw(at, format!("`{place}` is the root of the repository, which has no name")),
                name => reader.depend(name, place, DependencyKind::Normal, at),
            }
        }
        Some((_, place)) => {
            let behind = inside.find(place).map_or("", |found| inside.part(found + place.len() + 1..));
            let version = behind.trim_matches([',', ' ', '\n', '\r', '\t']);
            let version = version.split_whitespace().collect::<Vec<_>>().join(" ");
            reader.depend(&location(place), &version, DependencyKind::Normal, at);
        }
        // In a target, `.package(…)` may stand for a product: it has no place.
        None if inside.contains("url:") || inside.contains("path:") => {
            reader.flaw(at, "the place of a package is computed")
        }
        None => {}
    }
}

/// Where the bracket closes that is open before a text.
fn close(text: &str) -> usize {
    let mut depth = 1;
    let mut in_string = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => in_string = !in_string,
            '(' if !in_string => depth += 1,
            ')' if !in_string => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The plain string behind a label.
fn argument<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let rest = text.part(text.find(label)? + label.len()..).trim_start().strip_prefix('"')?;
    let (value, _) = rest.split_once('"')?;
    (!value.contains("\\(")).then_some(value)
}

/// A URL without scheme, user and ending: `github.com/apple/swift-nio`.
fn location(url: &str) -> String {
    let plain = url.split_once("://").map_or(url, |(_, rest)| rest);
    let plain = plain.split_once('@').map_or(plain, |(_, rest)| rest).trim_end_matches('/');
    let plain = plain.strip_suffix(".git").unwrap_or(plain);
    if url.contains("://") { plain.to_owned() } else { plain.replacen(':', "/", 1) }
}

/// Reads the pins, of version 1 or later.
fn read_lock(reader: &mut ManifestReader<'_>) {
    let root = json::root(reader);
    let version = root.get("version").and_then(JsonNode::word).unwrap_or("2");
    if !matches!(version, "1" | "2" | "3") {
        return reader.flaw(0, format!("version {version} of Package.resolved is not known here"));
    }
    let pins = root.get("pins").or_else(|| root.get("object").and_then(|object| object.get("pins")));
    for pin in pins.map_or(&[][..], JsonNode::items) {
        let text = |key: &str| pin.get(key).and_then(JsonNode::text).filter(|text| !text.is_empty());
        let place = text("location").or_else(|| text("repositoryURL")).or_else(|| text("identity"));
        let state = pin.get("state");
        let stated = |key: &str| state.and_then(|state| state.get(key)).and_then(JsonNode::text);
        let version = stated("version").or_else(|| stated("branch")).or_else(|| stated("revision"));
        let at = pin.members().first().map_or(0, |member| member.at);
        match (place, version) {
            (Some(place), Some(version)) => {
                reader.lock(&location(place), version, ProjectClaim::Anyone, at);
            }
            _ => reader.flaw(at, "a pin has no place or no version"),
        }
    }
}
