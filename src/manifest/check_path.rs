//! Checks paths of files: text, and inside the root.

use super::place::first_line;
use super::syntax;
use super::tree::{Node, ScalarKind};
use crate::base::Diagnostic;

const ROOT: &str = "write the path from the root of the repository; a file elsewhere is named with `--scip`";

const NAME: &str = "write the path of the file, such as `build/index.scip`, or leave the line out";

/// A path in its one spelling: no `./` before.
pub(super) fn normal(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

/// Checks one path.
pub(super) fn path(text: &str, node: &Node, found: &mut Vec<Diagnostic>) {
    let Some(scalar) = node.scalar() else {
        let span = first_line(text, &node.span);
        let diagnostic = Diagnostic::error("CG012", "a path is text", span, "this is a list or a map");
        return found.push(diagnostic.help("write one path, such as `index.scip`, on each line that starts with `- `"));
    };
    let span = node.span.clone();
    match scalar.kind() {
        ScalarKind::Null => {
            let diagnostic = Diagnostic::error("CG012", "a path is text", span, "nothing is written here");
            return found.push(diagnostic.help("write a path such as `index.scip`, or leave the line out"));
        }
        ScalarKind::Bool | ScalarKind::Number => {
            let diagnostic = Diagnostic::error("CG012", "a path is text", span.clone(), "put it between quotes");
            return found.push(diagnostic.fix(span, syntax::quoted(&scalar.text)));
        }
        ScalarKind::Text => {}
    }
    let Some(wrong) = wrong(&scalar.text) else { return };
    let diagnostic = Diagnostic::error(wrong.code, wrong.title, span.clone(), wrong.label);
    found.push(match wrong.fix {
        Some(fix) => diagnostic.fix(span, syntax::quoted(&fix)),
        None => diagnostic.help(if wrong.code == "CG024" { ROOT } else { NAME }),
    });
}

/// The problem of a path.
struct Wrong {
    code: &'static str,
    title: String,
    label: &'static str,
    fix: Option<String>,
}

fn wrong(path: &str) -> Option<Wrong> {
    let fixed = |fix: String| Some(fix).filter(|fix| wrong(fix).is_none());
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|it: char| it.is_ascii_alphabetic());
    let (code, title, label, fix) = if path.trim().is_empty() {
        ("CG027", "a path is empty".to_owned(), "it names no file", None)
    } else if drive || path.starts_with("\\\\") || path.starts_with("~/") {
        ("CG024", format!("`{path}` is absolute"), "outside the repository", None)
    } else if path.starts_with('/') {
        // With folders in it, it is a path of some machine: nobody knows which part is the root.
        let name = path.trim_start_matches('/');
        let fix = (!name.contains('/')).then(|| name.to_owned()).and_then(fixed);
        ("CG024", format!("`{path}` is absolute"), "paths start at the root already", fix)
    } else if path.split(['/', '\\']).any(|part| part == "..") {
        match folded(path) {
            Some(plain) => ("CG027", format!("`{path}` goes up again"), "write it without `..`", fixed(plain)),
            None => ("CG024", format!("`{path}` leaves the repository"), "`..` leads out of the root", None),
        }
    } else if path.contains('\\') {
        let fix = fixed(path.replace('\\', "/"));
        ("CG027", format!("`{path}` holds `\\`"), "directories are divided by `/`", fix)
    } else if path.ends_with('/') {
        ("CG027", format!("`{path}` is a folder"), "name a file in it", None)
    } else {
        return None;
    };
    Some(Wrong { code, title, label, fix })
}

/// A path without its `..`; `None` where it leads out of the root.
fn folded(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
