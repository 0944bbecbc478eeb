//! Checks globs: text, valid, and inside the root.

use std::ops::Range;

use super::place::first_line;
use super::syntax;
use super::tree::{Node, Scalar, ScalarKind};
use crate::base::{self, Diagnostic, TextPart};

/// A glob in the one spelling that the walk matches: no `./` before, `**` after a directory's `/`.
pub(super) fn normal(glob: &str) -> String {
    let glob = glob.strip_prefix("./").unwrap_or(glob);
    if glob.ends_with('/') { format!("{glob}**") } else { glob.to_owned() }
}

/// Checks one glob.
pub(super) fn glob(text: &str, node: &Node, may_exclude: bool, found: &mut Vec<Diagnostic>) {
    let Some(scalar) = node.scalar() else {
        return found.push(syntax::unquoted_glob(text, node.span.clone()).unwrap_or_else(|| {
            let span = first_line(text, &node.span);
            Diagnostic::error("CG012", "a glob is text", span, "this is a list or a map")
                .help("put the glob between quotes if it holds `: `, and one glob on each line that starts with `- `")
        }));
    };
    let span = node.span.clone();
    match scalar.kind() {
        ScalarKind::Null => {
            let diagnostic = Diagnostic::error("CG012", "a glob is text", span, "nothing is written here");
            return found.push(diagnostic.help("write a glob such as `\"src/**/*.ts\"`, or leave the line out"));
        }
        ScalarKind::Bool | ScalarKind::Number => {
            let diagnostic = Diagnostic::error("CG012", "a glob is text", span.clone(), "put it between quotes");
            return found.push(diagnostic.fix(span, syntax::quoted(&scalar.text)));
        }
        ScalarKind::Text => {}
    }
    text_glob(scalar, &span, may_exclude, found);
}

fn text_glob(scalar: &Scalar, span: &Range<usize>, may_exclude: bool, found: &mut Vec<Diagnostic>) {
    let written = scalar.text.as_str();
    let (glob, at) = match written.strip_prefix('!') {
        Some(rest) if may_exclude => (rest, 1),
        Some(rest) => {
            let title = format!("`{written}` would exclude here");
            let diagnostic = Diagnostic::error("CG023", title, span.clone(), "`!` is allowed only in `globs`");
            let help = format!("write `{rest}` without the `!` under `exclude:`");
            return found.push(diagnostic.help(help));
        }
        None => (written, 0),
    };
    if let Some((code, title, label, fix)) = wrong(glob) {
        let whole = scalar.place(at..written.len(), span);
        let diagnostic = Diagnostic::error(code, title, whole.clone(), label);
        let fix = fix.filter(|fix| scalar.verbatim.is_some() && wrong(fix).is_none());
        found.push(match fix {
            Some(fix) => diagnostic.fix(whole, fix),
            None if code == "CG024" => diagnostic.help(ROOT),
            None => diagnostic,
        });
    }
}

const ROOT: &str = "a bundle reads one repository: start the glob at its root, or choose another root with `-C`";

/// Checks a path or glob that is a literal in a call.
pub(super) fn literal(text: &str, span: Range<usize>) -> Option<Diagnostic> {
    let (code, title, label, _) = wrong(text)?;
    let diagnostic = Diagnostic::error(code, title, span, label);
    Some(if code == "CG024" { diagnostic.help(ROOT) } else { diagnostic })
}

fn wrong(glob: &str) -> Option<(&'static str, String, String, Option<String>)> {
    let drive = glob.as_bytes().get(1) == Some(&b':') && glob.starts_with(|it: char| it.is_ascii_alphabetic());
    if glob.trim().is_empty() {
        return Some(("CG023", "a glob is empty".into(), "it matches nothing".into(), None));
    }
    if glob.starts_with('/') {
        let fix = glob.trim_start_matches('/').to_owned();
        return Some(("CG024", format!("`{glob}` is absolute"), "globs start at the root already".into(), Some(fix)));
    }
    if drive || glob.starts_with("\\\\") || glob.starts_with("~/") {
        return Some(("CG024", format!("`{glob}` is absolute"), "outside the repository".into(), None));
    }
    if glob.split(['/', '\\']).any(|part| part == "..") {
        return Some(("CG024", format!("`{glob}` leaves the repository"), "`..` leads out of the root".into(), None));
    }
    // An escaped star, or letter, is nearly always behind a folder of Windows.
    let is_divided = |next: char| next.is_alphanumeric() || matches!(next, '_' | '.' | '*');
    let mut escaped = glob.char_indices().filter(|(at, it)| *it == '\\' && glob.part(at + 1..).starts_with(is_divided));
    if let Some((at, _)) = escaped.next() {
        let fix = glob.replace('\\', "/");
        let what = if glob.part(at + 1..).starts_with('*') { "a star" } else { "letters" };
        return Some(("CG023", format!("`{glob}` escapes {what}"), "directories are divided by `/`".into(), Some(fix)));
    }
    let error = base::glob_error(&normal(glob))?;
    Some(("CG023", format!("`{glob}` is not a glob"), error.kind().to_string(), None))
}
