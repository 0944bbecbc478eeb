//! The files that a package offers: its `exports`, or its main fields; built ones are led back to their sources.

use serde_json::{Map, Value};

/// Directories that builds write to.
const BUILT: &[&str] = &["dist", "lib", "build", "out", "output", "esm", "cjs", "es", "umd", "types", "typings"];
/// Directories below those that say how, not what.
const VARIANTS: &[&str] = &["src", "dev", "prod", "development", "production", "node", "browser", "packages"];
/// The endings of code, longest first.
const ENDINGS: &[&str] = &[".d.mts", ".d.cts", ".d.ts", ".mjs", ".cjs", ".jsx", ".tsx", ".mts", ".cts", ".js", ".ts"];

/// The targets of a subpath (`.` or `./a`) in the order of preference, relative to the package.
/// `None` where the package says nothing of its entries, so that any file may be named.
pub fn targets(package: &Value, subpath: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    if let Some(exports) = package.get("exports").filter(|exports| !exports.is_null()) {
        let (value, star) = matching(exports, subpath)?;
        leaves(value, &star, &mut found);
        return Some(found);
    }
    if subpath != "." {
        return None;
    }
    for field in ["source", "types", "typings", "module", "main"] {
        found.extend(package.get(field).and_then(Value::as_str).map(str::to_owned));
    }
    (!found.is_empty()).then_some(found)
}

/// The targets of a name by which a package imports what is its own, `#a`.
pub fn internal(package: &Value, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some((value, star)) = package.get("imports").and_then(Value::as_object).and_then(|it| entry(it, name)) {
        leaves(value, &star, &mut found);
    }
    found
}

/// Whether a package fixes what may be imported of it.
pub fn is_closed(package: &Value) -> bool {
    package.get("exports").is_some_and(|exports| !exports.is_null())
}

/// The entry of `exports` for a subpath, and the match of its `*`.
fn matching<'v>(exports: &'v Value, subpath: &str) -> Option<(&'v Value, String)> {
    let paths = exports.as_object().filter(|map| map.keys().any(|key| key.starts_with('.')));
    let Some(paths) = paths else {
        return (subpath == ".").then(|| (exports, String::new()));
    };
    entry(paths, subpath)
}

/// The entry of a table for a name, by itself or by a `*`.
fn entry<'v>(paths: &'v Map<String, Value>, subpath: &str) -> Option<(&'v Value, String)> {
    if let Some(value) = paths.get(subpath) {
        return Some((value, String::new()));
    }
    let fits = paths.iter().filter_map(|(key, value)| {
        let (head, tail) = key.split_once('*').or_else(|| key.ends_with('/').then_some((key.as_str(), "")))?;
        let star = subpath.strip_prefix(head)?.strip_suffix(tail)?;
        let value_star = if key.contains('*') { star.to_owned() } else { format!("/{star}") };
        Some((head.len(), value, value_star))
    });
    let best = fits.max_by_key(|(len, _, _)| *len)?;
    Some((best.1, best.2))
}

/// All files that the conditions of an entry name.
fn leaves(value: &Value, star: &str, found: &mut Vec<String>) {
    match value {
        Value::String(target) if target.ends_with('/') => {
            found.push(format!("{}{star}", target.trim_end_matches('/')));
        }
        Value::String(target) => found.push(target.replace('*', star)),
        Value::Array(targets) => targets.iter().for_each(|target| leaves(target, star, found)),
        Value::Object(conditions) => {
            for first in ["source", "types", "import"] {
                if let Some(value) = conditions.get(first) {
                    leaves(value, star, found);
                }
            }
            let rest = conditions.iter().filter(|(name, _)| !matches!(name.as_str(), "source" | "types" | "import"));
            rest.for_each(|(_, value)| leaves(value, star, found));
        }
        _ => {}
    }
}

/// A path without the ending of code.
pub fn stem(target: &str) -> &str {
    ENDINGS.iter().find_map(|ending| target.strip_suffix(ending)).unwrap_or(target)
}

/// Where the source of a built file may lie, without its ending: `dist/types/a.d.ts` → `src/a`, `a`.
/// `name` is the package's directory, which some builds repeat below their output.
pub fn sources(target: &str, name: &str) -> Vec<String> {
    let target = target.trim_start_matches("./");
    let stem = stem(target);
    let parts: Vec<&str> = stem.split('/').collect();
    let Some(built) = parts.iter().position(|part| BUILT.contains(part)) else { return Vec::new() };
    let (before, mut rest) = (&parts[..built], &parts[built + 1..]);
    while let [head, tail @ ..] = rest {
        if tail.is_empty() || !(BUILT.contains(head) || VARIANTS.contains(head) || *head == name) {
            break;
        }
        rest = tail;
    }
    let before = before.join("/");
    let before = if before.is_empty() { before } else { format!("{before}/") };
    let rest = rest.join("/");
    let mut found = vec![format!("{before}src/{rest}")];
    if parts[built] != "lib" {
        found.push(format!("{before}lib/{rest}"));
    }
    found.extend([format!("{before}source/{rest}"), format!("{before}{rest}")]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_their_sources() {
        let package = serde_json::json!({ "exports": {
            ".": { "types": "./dist/types/pkg/src/index.d.ts", "default": "./dist/prod/index.js" },
            "./*": "./dist/*.js",
            "./deep/*": { "import": "./lib/deep/*.mjs" },
            "./none": null,
        }});
        let first = |subpath| targets(&package, subpath).and_then(|targets| targets.into_iter().next());
        assert_eq!(first(".").as_deref(), Some("./dist/types/pkg/src/index.d.ts"));
        assert_eq!(first("./a/b").as_deref(), Some("./dist/a/b.js"));
        assert_eq!(first("./deep/c").as_deref(), Some("./lib/deep/c.mjs"));
        assert_eq!(first("./none"), None);
        assert_eq!(
            sources("./dist/types/pkg/src/index.d.ts", "pkg"),
            ["src/index", "lib/index", "source/index", "index"]
        );
        assert_eq!(sources("lib/a/b.js", "pkg"), ["src/a/b", "source/a/b", "a/b"]);
        assert_eq!(sources("src/a.ts", "pkg"), Vec::<String>::new());
    }
}
