//! Walks a tree against the table of keys and says everything that does not fit.

use std::ops::Range;

use super::check_glob;
use super::check_path;
use super::check_value;
use super::extend::{DROP, EXTENDS};
use super::place::first_line;
use super::shape::{Key, Shape};
use super::tree::{Node, NodeContent};
use super::words::Band;
use crate::base::{Diagnostic, TextPart, nearest};

/// Checks the keys and the kinds of value of a whole manifest.
pub(super) fn manifest(text: &str, root: &Node, keys: &[Key], found: &mut Vec<Diagnostic>) {
    let NodeContent::Map(_) = root.content else {
        let first = first_line(text, &root.span);
        let diagnostic = Diagnostic::error("CG011", "a manifest is a map", first, "this is no `key: value`")
            .help("begin with `version: 1`, and name what to read under `must_read:`");
        return found.push(diagnostic);
    };
    Walk { text, found }.map(root, keys, "the manifest", &root.span);
    if !["must_read", "should_read", "may_read", EXTENDS].iter().any(|band| near_key(root, band)) {
        let first = first_line(text, &root.span);
        found.push(
            Diagnostic::error("CG017", "this manifest reads nothing", first, "no band follows")
                .help("add `must_read:`, `should_read:` or `may_read:` with `globs:` or `derived:` below"),
        );
    }
}

/// Says that nothing can be taken away where nothing lies below.
pub(super) fn drops(root: &Node, found: &mut Vec<Diagnostic>) {
    for entry in Band::ALL.iter().filter_map(|band| root.get(band.name())?.entry(DROP)) {
        let title = "`drop` without `extends`";
        let diagnostic = Diagnostic::error("CG018", title, entry.key_span.clone(), "there is no base to take from");
        found.push(diagnostic.help("name the manifest below with `extends:`, or remove `drop`"));
    }
}

/// The warning for a band whose budget is not below that of the bundle, so that it never binds.
pub(super) fn unbound_bands(root: &Node, found: &mut Vec<Diagnostic>) {
    for band in Band::ALL.iter().map(|band| band.name()) {
        for key in ["max_chars", "max_tokens"] {
            let number = |map: &str| {
                let value = &root.get(map)?.entry(key)?.value;
                Some((value.scalar()?.whole()?, value.span.clone()))
            };
            let (Some((of_band, span)), Some((of_all, all))) = (number(band), number("budget")) else { continue };
            if of_band >= of_all {
                let title = format!("`{key}` of `{band}` never binds");
                let diagnostic = Diagnostic::error("CG057", title, span, "not below that of the bundle").warning();
                found.push(diagnostic.context(all, "the bundle").help("write less, or remove it"));
            }
        }
    }
}

/// Whether the key is present, or a near misspelling of it.
fn near_key(node: &Node, name: &str) -> bool {
    node.entries().iter().any(|entry| entry.key == name || nearest(&entry.key, [name]).is_some())
}

struct Walk<'a> {
    text: &'a str,
    found: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    fn map(&mut self, node: &Node, keys: &[Key], place: &str, name: &Range<usize>) {
        if node.is_null() && !keys.iter().any(|key| key.needed.is_some()) {
            return;
        }
        let NodeContent::Map(entries) = &node.content else {
            let expected = keys.iter().map(|key| format!("`{}:`", key.name)).collect::<Vec<_>>().join(", ");
            return self.kind(node, place, "a map", &format!("indent {expected} below it"));
        };
        for entry in entries {
            match keys.iter().find(|key| key.name == entry.key) {
                Some(key) => self.value(&entry.value, key, &entry.key_span),
                // The rest of a call that lost its head at a comma; the call itself says so.
                None if entry.key.ends_with(')') && entry.value.is_null() => {}
                None => self.found.push(unknown(&entry.key, &entry.key_span, keys, place)),
            }
        }
        for key in keys {
            let Some(example) = key.needed.filter(|_| !near_key(node, key.name)) else { continue };
            let title = format!("{place} has no `{}`", key.name);
            let label = if key.name == "max_files" { "every query needs a bound" } else { "needed here" };
            let help = format!("add `{}: {example}`{}", key.name, if key.name == "max_files" { CAP } else { "" });
            self.found.push(Diagnostic::error("CG020", title, first_line(self.text, name), label).help(help));
        }
    }

    fn value(&mut self, node: &Node, key: &Key, name: &Range<usize>) {
        let place = format!("`{}`", key.name);
        match &key.shape {
            Shape::Map(keys) => self.map(node, keys, &place, name),
            Shape::Inputs(keys) => self.inputs(node, keys),
            Shape::Queries(keys) => self.queries(node, keys),
            Shape::Globs(may_exclude) => self.list(node, key.name, |walk, item| {
                check_glob::glob(walk.text, item, *may_exclude, walk.found);
            }),
            Shape::Paths => self.list(node, key.name, |walk, item| check_path::path(walk.text, item, walk.found)),
            Shape::Names => self.list(node, key.name, |walk, item| walk.scalar(item, key.name, &Shape::Text)),
            Shape::Values { text } if matches!(node.content, NodeContent::List(_)) => {
                let shape = if *text { Shape::Text } else { Shape::Values { text: false } };
                self.list(node, key.name, |walk, item| walk.scalar(item, key.name, &shape));
            }
            Shape::Values { text: true } => self.scalar(node, key.name, &Shape::Text),
            shape => self.scalar(node, key.name, shape),
        }
    }

    fn scalar(&mut self, node: &Node, key: &str, shape: &Shape) {
        check_value::scalar(self.text, node, key, shape, self.found);
    }

    fn inputs(&mut self, node: &Node, keys: &[Key]) {
        if !node.is_null() && !matches!(node.content, NodeContent::Map(_)) {
            return self.kind(node, "`inputs`", "a map", "write `change.files: { type: files }` below it");
        }
        for entry in node.entries() {
            let place = format!("input `{}`", entry.key);
            match entry.value.text() {
                Some(word) if crate::primitive::ArgType::ALL.iter().any(|it| it.name() == word) => {
                    let span = entry.value.span.clone();
                    let diagnostic =
                        Diagnostic::error("CG012", format!("{place} is a map"), span.clone(), "a bare type");
                    self.found
                        .push(diagnostic.help("name the type with its key").fix(span, format!("{{ type: {word} }}")));
                }
                _ => self.map(&entry.value, keys, &place, &entry.key_span),
            }
        }
    }

    fn queries(&mut self, node: &Node, keys: &[Key]) {
        self.list(node, "derived", |walk, item| {
            let name = item.get("name");
            let place = name.and_then(Node::text).map_or("this query".to_owned(), |name| format!("query `{name}`"));
            let span = item.entry("name").map_or(item.span.clone(), |it| it.key_span.start..it.value.span.end);
            walk.map(item, keys, &place, &span);
        });
    }

    fn list(&mut self, node: &Node, key: &str, mut each: impl FnMut(&mut Self, &Node)) {
        match &node.content {
            NodeContent::List(items) => items.iter().for_each(|item| each(self, item)),
            _ if node.is_null() => {}
            NodeContent::Map(_) => self.kind(node, &format!("`{key}`"), "a list", "start each entry with `- `"),
            NodeContent::Scalar(_) => {
                let source = self.text.part(node.span.clone()).to_owned();
                let (title, span) = (format!("`{key}` is a list"), node.span.clone());
                let diagnostic = Diagnostic::error("CG012", title, span.clone(), "a single value");
                let diagnostic = diagnostic.help("put it between `[` and `]`, or on a line of its own after `- `");
                let single = !source.contains(['\n', ',', '[', ']', '{', '}']);
                self.found.push(if single { diagnostic.fix(span, format!("[{source}]")) } else { diagnostic });
            }
        }
    }

    fn kind(&mut self, node: &Node, place: &str, expected: &str, help: &str) {
        let label = match &node.content {
            _ if node.is_null() => "nothing is written here",
            NodeContent::Scalar(_) => "a single value",
            NodeContent::List(_) => "a list",
            NodeContent::Map(_) => "a map",
        };
        let span = first_line(self.text, &node.span);
        self.found.push(Diagnostic::error("CG012", format!("{place} is {expected}"), span, label).help(help));
    }
}

const CAP: &str = "; the answer is cut there, and the bundle says so";

fn unknown(word: &str, span: &Range<usize>, keys: &[Key], place: &str) -> Diagnostic {
    let near = nearest(word, keys.iter().map(|key| key.name));
    let label = near.map_or("not a key".to_owned(), |near| format!("did you mean `{near}`?"));
    let known = keys.iter().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>().join(", ");
    let title = format!("unknown key `{word}` in {place}");
    let diagnostic = Diagnostic::error("CG010", title, span.clone(), label).help(format!("the keys here are {known}"));
    match near {
        Some(near) => diagnostic.fix(span.clone(), near),
        None => diagnostic,
    }
}
