//! Checks single values: text, words of a choice, numbers, flags.

use super::place::first_line;
use super::shape::Shape;
use super::syntax;
use super::tree::{Node, Scalar, ScalarKind};
use crate::base::{Diagnostic, nearest};

/// Checks a value that should be a scalar of that shape.
pub(super) fn scalar(text: &str, node: &Node, key: &str, shape: &Shape, found: &mut Vec<Diagnostic>) {
    let Some(scalar) = node.scalar() else {
        let span = first_line(text, &node.span);
        let title = format!("`{key}` is {}", expected(shape));
        return found.push(Diagnostic::error("CG012", title, span, "a list or a map").help("write one value"));
    };
    if scalar.kind() == ScalarKind::Null {
        let title = format!("`{key}` has no value");
        let help = format!("write {} after `{key}:`", expected(shape));
        return found.push(Diagnostic::error("CG012", title, node.span.clone(), "nothing is written here").help(help));
    }
    found.extend(match shape {
        Shape::Text => unquoted(node, scalar, key),
        Shape::Choice(choices) => word(node, scalar, key, &choices()),
        Shape::FlagOr(word) => flag(node, scalar, key, word),
        Shape::Version => version(node, scalar),
        Shape::Count { most, auto } => count(node, scalar, key, *most, *auto),
        _ => None,
    });
}

fn expected(shape: &Shape) -> &'static str {
    match shape {
        Shape::Choice(_) => "a word",
        Shape::FlagOr(_) => "`true` or `false`",
        Shape::Version | Shape::Count { .. } => "a whole number",
        Shape::Values { .. } => "a value or a list of values",
        _ => "text",
    }
}

fn word(node: &Node, scalar: &Scalar, key: &str, choices: &[&str]) -> Option<Diagnostic> {
    let word = scalar.text.as_str();
    if scalar.kind() == ScalarKind::Text && choices.contains(&word) {
        return None;
    }
    let lower = word.to_lowercase();
    let near = synonym(&lower).filter(|it| choices.contains(it)).or_else(|| nearest(&lower, choices.iter().copied()));
    let label = near.map_or("not one of them".to_owned(), |near| format!("did you mean `{near}`?"));
    let title = format!("`{key}` cannot be `{word}`");
    let diagnostic = Diagnostic::error("CG013", title, node.span.clone(), label);
    let diagnostic = diagnostic.help(format!("one of {}", listed(choices)));
    Some(match near {
        Some(near) => diagnostic.fix(node.span.clone(), near),
        None => diagnostic,
    })
}

/// Words that other tools, and the source documents, use for ours.
fn synonym(word: &str) -> Option<&'static str> {
    Some(match word {
        "symbol" | "function" | "class" => "symbols",
        "file" | "file_set" | "path" | "paths" => "files",
        "modules" | "import" => "module",
        "packages" | "dependency" => "package",
        "string" | "str" => "text",
        "focus" | "clusters" => "focused",
        "skeletons" | "signatures" | "outline" => "skeleton",
        "list" | "name" | "names" => "listed",
        "ignore" => "use",
        "error" => "fail",
        "git" | "patch" => "diff",
        _ => return None,
    })
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn unquoted(node: &Node, scalar: &Scalar, key: &str) -> Option<Diagnostic> {
    if scalar.kind() == ScalarKind::Text {
        return None;
    }
    let what = if scalar.kind() == ScalarKind::Bool { "a truth value" } else { "a number" };
    let title = format!("`{key}` is text, and YAML reads `{}` as {what}", scalar.text);
    let diagnostic = Diagnostic::error("CG012", title, node.span.clone(), "put it between quotes");
    Some(diagnostic.fix(node.span.clone(), syntax::quoted(&scalar.text)))
}

fn flag(node: &Node, scalar: &Scalar, key: &str, word: &str) -> Option<Diagnostic> {
    if scalar.kind() == ScalarKind::Bool || scalar.kind() == ScalarKind::Text && scalar.text == word {
        return None;
    }
    let fix = match scalar.text.to_lowercase().as_str() {
        "yes" | "on" | "y" | "1" | "true" => Some("true"),
        "no" | "off" | "n" | "0" | "false" => Some("false"),
        _ => None,
    };
    let title = format!("`{key}` is `true`, `false` or `{word}`, not `{}`", scalar.text);
    let diagnostic = Diagnostic::error("CG013", title, node.span.clone(), "not a truth value of YAML 1.2");
    Some(match fix {
        Some(fix) => diagnostic.fix(node.span.clone(), fix),
        None => diagnostic,
    })
}

fn version(node: &Node, scalar: &Scalar) -> Option<Diagnostic> {
    if scalar.whole() == Some(1) {
        return None;
    }
    let title = format!("version `{}` of the manifest language is not known", scalar.text);
    let diagnostic = Diagnostic::error("CG016", title, node.span.clone(), "this program reads version 1");
    Some(diagnostic.help("a newer version needs a newer `cg-bundle`").fix(node.span.clone(), "1"))
}

/// The number that digits with marks between them stand for, or thousands and millions by their letter: `20_000`, `20k`.
fn digits(text: &str) -> Option<u64> {
    let text = text.replace(['_', ' ', ',', '\''], "");
    let by = |ends: [char; 2], factor: u64| text.strip_suffix(ends)?.parse::<u64>().ok()?.checked_mul(factor);
    text.parse().ok().or_else(|| by(['k', 'K'], 1000)).or_else(|| by(['m', 'M'], 1_000_000))
}

fn count(node: &Node, scalar: &Scalar, key: &str, most: u64, auto: bool) -> Option<Diagnostic> {
    let is_auto = auto && scalar.kind() == ScalarKind::Text && scalar.text == "auto";
    if is_auto || scalar.whole().is_some_and(|it| (1..=most).contains(&it)) {
        return None;
    }
    let range = format!("a whole number from 1 to {most}{}", if auto { ", or `auto`" } else { "" });
    let title = format!("`{key}` is {range}, not `{}`", scalar.text);
    let plain = digits(&scalar.text);
    let fix = match (plain, scalar.whole()) {
        (_, Some(0)) => None,
        (_, Some(_)) => Some(most),
        (Some(plain), None) if (1..=most).contains(&plain) => Some(plain),
        _ => None,
    };
    let label = if fix.is_some() && scalar.whole().is_none() { "write the digits alone" } else { "out of range" };
    let is_below = scalar.text.parse::<i64>().is_ok_and(|it| it < 1);
    let label = if is_below {
        "out of range"
    } else if plain.is_none() {
        "not a whole number"
    } else {
        label
    };
    let diagnostic = Diagnostic::error("CG022", title, node.span.clone(), label);
    Some(match fix {
        Some(fix) => diagnostic.fix(node.span.clone(), fix.to_string()),
        None => diagnostic,
    })
}
