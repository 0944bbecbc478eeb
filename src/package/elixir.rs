//! Elixir: the dependencies of `mix.exs`, as its text lists them, and `mix.lock`. Nothing is run.

use super::format::PackageFormat;
use super::reader::ManifestReader;
use super::shape::{DependencyKind, Ecosystem, ProjectClaim};
use crate::base::{TextPart, path};

/// The formats.
pub const FORMATS: [PackageFormat; 2] = [
    PackageFormat {
        name: "mix.exs",
        ecosystem: Ecosystem::Hex,
        locks: false,
        is_manifest: |file| path::name(file) == "mix.exs",
        read,
    },
    PackageFormat {
        name: "mix.lock",
        ecosystem: Ecosystem::Hex,
        locks: true,
        is_manifest: |file| path::name(file) == "mix.lock",
        read: read_lock,
    },
];

/// Reads `app: :name`, and the tuples in the body of `deps`.
fn read(reader: &mut ManifestReader<'_>) {
    let text = reader.text;
    let named = text.find("app: :").map(|at| text.part(at + "app: :".len()..));
    reader.name(named.map(word).filter(|name| !name.is_empty()));
    let mut is_in = false;
    let mut indent = 0;
    for (start, line) in reader.lines() {
        let code = line.split(" #").next().unwrap_or(line);
        let head = code.trim_start();
        if head.starts_with("def ") || head.starts_with("defp ") {
            is_in = word(head.trim_start_matches("defp").trim_start_matches("def").trim_start()).contains("deps");
            indent = code.len() - head.len();
        } else if head.trim_end() == "end" && code.len() - head.len() == indent {
            is_in = false;
        }
        if !is_in || head.starts_with('#') {
            continue;
        }
        for (at, _) in code.match_indices("{:") {
            let rest = text.part(start + at..);
            let tuple = rest.part(..close(rest));
            dependency(reader, tuple, start + at);
        }
    }
}

/// The letters of a name.
fn word(text: &str) -> &str {
    text.part(..text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len()))
}

/// Where the brace closes that a text begins with.
fn close(text: &str) -> usize {
    let (mut depth, mut in_string) = (0_usize, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => in_string = !in_string,
            '{' | '[' | '(' if !in_string => depth += 1,
            '}' | ']' | ')' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// `{:name, "~> 1.0", only: :test}`, `{:name, path: "../name"}`.
fn dependency(reader: &mut ManifestReader<'_>, tuple: &str, at: usize) {
    let name = word(tuple.part(2..));
    let rest = tuple.part(2 + name.len()..).trim_start();
    if name.is_empty() || !rest.starts_with(',') {
        return;
    }
    let rest = rest.part(1..).trim_start();
    let quoted = |text: &str| text.strip_prefix('"').and_then(|text| text.split('"').next().map(str::to_owned));
    let stated = ["path: ", "github: ", "git: "].into_iter().find_map(|key| {
        let found = rest.find(key)?;
        quoted(rest.part(found + key.len()..))
    });
    let version = quoted(rest).or(stated).unwrap_or_default();
    let is_dev = rest.find("only: ").is_some_and(|found| !rest.part(found..).contains(":prod"));
    let is_optional = rest.contains("optional: true");
    let kind = match (is_dev, is_optional) {
        (true, _) => DependencyKind::Dev,
        (_, true) => DependencyKind::Optional,
        _ => DependencyKind::Normal,
    };
    reader.depend(name, &version, kind, at);
}

/// Reads `"name": {:hex, :package, "1.2.3", …}` and `{:git, url, "revision", …}`, an entry a line.
fn read_lock(reader: &mut ManifestReader<'_>) {
    for (start, line) in reader.lines() {
        let indent = line.len() - line.trim_start().len();
        let entry = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\": {"));
        let Some((name, value)) = entry else { continue };
        let parts: Vec<&str> = value.splitn(4, ", ").collect();
        match parts.as_slice() {
            [":hex", package, version, ..] => {
                let (package, version) = (package.trim_start_matches(':').trim_matches('"'), version.trim_matches('"'));
                reader.lock(package, version, ProjectClaim::Anyone, start + indent);
            }
            [":git", _, revision, ..] => {
                reader.lock(name, revision.trim_matches('"'), ProjectClaim::Anyone, start + indent);
            }
            _ => reader.flaw(start + indent, format!("the source of `{name}` is not known here")),
        }
    }
}
