//! Reads the targets of a `Package.swift` from its literals: nothing is run.

use crate::base::TextPart;
/// The kind of a target, as far as it decides where its sources lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A library, an executable or a macro.
    Regular,
    /// Tests.
    Test,
    /// A plugin of the build.
    Plugin,
}

/// One target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwiftTarget {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: TargetKind,
    /// The folder that is stated for it.
    pub path: Option<String>,
    /// The parts of the folder that hold its sources, where stated.
    pub sources: Vec<String>,
    /// The parts of the folder that are left out.
    pub exclude: Vec<String>,
    /// The products of other packages that it uses, each with its package.
    pub products: Vec<(String, String)>,
}

/// Every target that a text makes, be it in the list of targets or added later. A `.target(name: …)` inside of one only
/// names a dependency.
pub fn targets(text: &str) -> Vec<SwiftTarget> {
    let plain = without_comments(text);
    let mut found = Vec::new();
    let mut rest = plain.as_str();
    while let Some(at) = rest.find('(') {
        let (before, opened) = rest.split_at(at);
        let word_at = before.trim_end().rfind(|letter: char| !letter.is_alphanumeric()).map_or(0, |at| at + 1);
        let word = before.part(word_at..).trim_end();
        let is_member = before.part(..word_at).ends_with('.') || before.part(..word_at).trim_end().ends_with("Target.");
        let kind = match word {
            "target" | "executableTarget" | "macro" => Some(TargetKind::Regular),
            "testTarget" => Some(TargetKind::Test),
            "plugin" => Some(TargetKind::Plugin),
            _ => None,
        };
        match (kind.filter(|_| is_member), closed(opened)) {
            (Some(kind), Some(end)) => {
                found.extend(target(kind, opened.part(1..end)));
                rest = opened.part(end + 1..);
            }
            _ => rest = opened.part(1..),
        }
    }
    found
}

fn target(kind: TargetKind, arguments: &str) -> Option<SwiftTarget> {
    let arguments: Vec<(&str, &str)> = split(arguments).into_iter().filter_map(|it| it.split_once(':')).collect();
    let value = |label: &str| arguments.iter().find(|(name, _)| name.trim() == label).map(|(_, value)| value.trim());
    // A product of the kind `plugin` lists its targets.
    if value("targets").is_some() {
        return None;
    }
    let list = |label: &str| value(label).map_or(Vec::new(), elements);
    let strings = |label: &str| list(label).into_iter().filter_map(literal).collect();
    Some(SwiftTarget {
        name: literal(value("name")?)?,
        kind,
        path: value("path").and_then(literal),
        sources: strings("sources"),
        exclude: strings("exclude"),
        products: list("dependencies").into_iter().filter_map(product).collect(),
    })
}

/// `.product(name: "NIO", package: "swift-nio")`.
fn product(text: &str) -> Option<(String, String)> {
    let inside = text.strip_prefix(".product(")?.strip_suffix(')')?;
    let arguments: Vec<(&str, &str)> = split(inside).into_iter().filter_map(|it| it.split_once(':')).collect();
    let value = |label: &str| arguments.iter().find(|(name, _)| name.trim() == label).map(|(_, value)| value.trim());
    Some((literal(value("name")?)?, literal(value("package")?)?))
}

/// The elements of a list that is written out.
fn elements(text: &str) -> Vec<&str> {
    let inside = text.strip_prefix('[').and_then(|text| text.get(..text.rfind(']')?));
    inside.map_or(Vec::new(), |inside| split(inside).into_iter().map(str::trim).collect())
}

/// The text of a literal without interpolation.
fn literal(text: &str) -> Option<String> {
    let inside = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains(['"', '\\'])).then(|| inside.to_owned())
}

/// Where the bracket that a text starts with is closed.
fn closed(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    steps(text).find_map(|(at, byte)| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// The parts between the commas that stand in no bracket.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut first) = (0usize, 0);
    for (at, byte) in steps(text) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text.part(first..at));
                first = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.part(first..));
    parts
}

/// The bytes outside of literals.
fn steps(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let (mut in_text, mut is_escaped) = (false, false);
    text.bytes().enumerate().filter(move |(_, byte)| {
        let was_in_text = in_text;
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ => {}
        }
        !was_in_text && *byte != b'"'
    })
}

/// The text with its comments left out.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let end = match from.as_bytes() {
            [b'/', b'/', ..] => from.find('\n').unwrap_or(from.len()),
            [b'/', b'*', ..] => from.find("*/").map_or(from.len(), |end| end + 2),
            [b'"', ..] => {
                let end = steps(from).next().map_or(from.len(), |(end, _)| end);
                plain.push_str(from.part(..end));
                end
            }
            _ => {
                plain.push('/');
                1
            }
        };
        rest = from.part(end..);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_a_manifest() {
        let text = r#"
            // .target(name: "Commented")
            let package = Package(name: "p", products: [.plugin(name: "Product", targets: ["A"])], targets: [
                .target(name: "A", dependencies: ["B", .target(name: "C"), .product(name: "NIO", package: "swift-nio")],
                        path: "Source", exclude: ["x, \"y\"", "Info.plist"], sources: ["a"]),
                SwiftTarget.testTarget(name: "ATests", dependencies: ["A"]),
                .plugin(name: "P", capability: .command(intent: .custom(verb: "v", description: "d"))),
            ])
            package.targets.append(.executableTarget(name: "run"))"#;
        let found = targets(text);
        let names: Vec<_> = found.iter().map(|target| (target.name.as_str(), target.kind)).collect();
        let wanted = [
            ("A", TargetKind::Regular),
            ("ATests", TargetKind::Test),
            ("P", TargetKind::Plugin),
            ("run", TargetKind::Regular),
        ];
        assert_eq!(names, wanted);
        assert_eq!(found[0].path.as_deref(), Some("Source"));
        assert_eq!(found[0].exclude, ["Info.plist"]);
        assert_eq!(found[0].sources, ["a"]);
        assert_eq!(found[0].products, [("NIO".to_owned(), "swift-nio".to_owned())]);
        assert_eq!(targets(".target(name: \"open\""), []);
    }
}
