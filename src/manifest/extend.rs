//! `extends:`: a manifest on top of another, put together before anything is checked (decision 23).

use std::io;
use std::path::{Path, PathBuf};

use super::flat::{FlatEntry, FlatPart, FlatText, SourceFindings, SourceText};
use super::guard;
use super::limits::{MANIFEST, unreadable};
use super::scope::canonical;
use super::shipped::{SHIPPED, shipped};
use super::tree::{MapEntry, Node, NodeContent};
use super::words::Band;
use crate::base::{Diagnostic, nearest};

/// The key.
pub(super) const EXTENDS: &str = "extends";
/// The key of a band that takes queries of the base away.
pub(super) const DROP: &str = "drop";
/// The code of what lacks a key that it needs.
pub(super) const NEEDED: &str = "CG020";
/// The number of the text on top.
const TOP: usize = 0;
/// The number of the text below.
pub(super) const BASE: usize = 1;

/// Reads a base that is named by its path.
pub(super) type ReadBase<'a> = &'a dyn Fn(&Path) -> io::Result<Vec<u8>>;

/// Why a manifest cannot be put on top of its base.
pub(super) enum Unmerged {
    /// The top says so wrongly.
    Top(Box<Diagnostic>),
    /// The base is no manifest.
    Base(Box<SourceFindings>),
}

/// The base with its tree.
pub(super) struct BaseManifest {
    source: SourceText,
    root: Node,
}

/// The base that a manifest names; `node` is the value of `extends`.
pub(super) fn base(path: &Path, name: &str, node: &Node, read: ReadBase) -> Result<BaseManifest, Unmerged> {
    let top = |diagnostic: Diagnostic| Unmerged::Top(Box::new(diagnostic));
    let (path, bytes) = match is_path(name) {
        false => match shipped(name) {
            Some(text) => (PathBuf::from(name), text.as_bytes().to_vec()),
            None => return Err(top(no_class(name, node))),
        },
        true if Path::new(name).is_absolute() || name.starts_with('~') => {
            let title = format!("`{name}` is no path from this manifest");
            let diagnostic = Diagnostic::error("CG014", title, node.span.clone(), "it names a place of one machine");
            return Err(top(diagnostic.help("write the path from the folder of this manifest, such as `./base.yaml`")));
        }
        true => {
            let path = path.parent().unwrap_or(Path::new("")).join(name.strip_prefix("./").unwrap_or(name));
            let bytes = read(&path).map_err(|error| top(unread(&path, node, &error)))?;
            (path, bytes)
        }
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MANIFEST.bytes)]).into_owned();
    let mut found: Vec<Diagnostic> = unreadable(bytes, &text).into_iter().collect();
    let root = if found.is_empty() { guard::tree(&text, MANIFEST, &mut found) } else { None };
    match root.filter(|root| found.is_empty() && matches!(root.content, NodeContent::Map(_))) {
        Some(root) => match root.get(EXTENDS).map(|node| node.text().unwrap_or_default()) {
            Some(further) => Err(top(two_levels(&path, further, node))),
            None => Ok(BaseManifest { source: SourceText { path, text }, root }),
        },
        None => {
            if found.is_empty() {
                let title = "a manifest is a map";
                let end = text.lines().next().unwrap_or_default().len();
                found.push(Diagnostic::error("CG011", title, 0..end, "this is no `key: value`"));
            }
            Err(Unmerged::Base(Box::new(SourceFindings { path, source_text: text, diagnostics: found })))
        }
    }
}

/// Whether a base is named by its path, and not as a shipped class.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".yaml") || name.ends_with(".yml")
}

fn no_class(name: &str, node: &Node) -> Diagnostic {
    let names = || SHIPPED.iter().map(|(name, _)| *name);
    let near = nearest(name, names());
    let label = near.map_or("not a shipped class".to_owned(), |near| format!("did you mean `{near}`?"));
    let title = format!("`{name}` names no manifest to extend");
    let diagnostic = Diagnostic::error("CG014", title, node.span.clone(), label);
    let classes = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let diagnostic = diagnostic.help(format!(
        "the classes are {classes}; a file is named by its path from this one, with its ending: `./base.yaml`"
    ));
    match near {
        Some(near) => diagnostic.fix(node.span.clone(), near),
        None => diagnostic,
    }
}

fn unread(path: &Path, node: &Node, error: &io::Error) -> Diagnostic {
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    let why = error.to_string();
    let why = if is_missing { "there is no such file" } else { why.split(" (os error").next().unwrap_or(&why) };
    let title = format!("the base `{}` cannot be read", path.display());
    let diagnostic = Diagnostic::error("CG014", title, node.span.clone(), why);
    diagnostic.help("name a shipped class, or a manifest by its path from the folder of this one")
}

fn two_levels(path: &Path, further: &str, node: &Node) -> Diagnostic {
    let path = path.display();
    let title = format!("the base `{path}` extends `{further}` itself");
    let diagnostic = Diagnostic::error("CG015", title, node.span.clone(), "a base has no base of its own");
    diagnostic.help(format!(
        "extend `{further}` and repeat what `{path}` changes, or extend the text that `cg-bundle lint --show {path}` prints"
    ))
}

/// The top over its base, as one text.
pub(super) fn merged(
    path: &Path,
    text: &str,
    top: &Node,
    base: &BaseManifest,
    unused: &[std::ops::Range<usize>],
    found: &mut Vec<Diagnostic>,
) -> FlatText {
    let mut entries = Merge { top, base: &base.root, found }.whole();
    for (_, entry, value) in entries.iter_mut().filter(|(_, entry, _)| entry.key == "inputs") {
        // An input whose queries are gone goes with them.
        let part = std::mem::replace(value, FlatPart::Written(BASE, &entry.value));
        let mut inputs = part.entries().unwrap_or_default();
        inputs.retain(|(file, input, _)| *file == TOP || !unused.contains(&input.key_span));
        *value = FlatPart::Map(inputs);
    }
    let sources = vec![SourceText { path: path.to_owned(), text: text.to_owned() }, base.source.clone()];
    FlatText::of(sources, entries)
}

struct Merge<'a, 'f> {
    top: &'a Node,
    base: &'a Node,
    found: &'f mut Vec<Diagnostic>,
}

impl<'a> Merge<'a, '_> {
    fn whole(&mut self) -> Vec<FlatEntry<'a>> {
        let (top, base) = (self.top, self.base);
        let mut entries: Vec<FlatEntry<'a>> = Vec::new();
        for entry in base.entries() {
            let over = top.get(&entry.key);
            let value = match over {
                _ if Band::ALL.iter().any(|band| band.name() == entry.key) => self.band(Some(&entry.value), over),
                None => FlatPart::Written(BASE, &entry.value),
                Some(over) => key(&entry.key, &entry.value, over),
            };
            entries.push((BASE, entry, value));
        }
        for entry in top.entries().iter().filter(|entry| base.get(&entry.key).is_none() && entry.key != EXTENDS) {
            let is_band = Band::ALL.iter().any(|band| band.name() == entry.key);
            let value =
                if is_band { self.band(None, Some(&entry.value)) } else { FlatPart::Written(TOP, &entry.value) };
            entries.push((TOP, entry, value));
        }
        entries
    }

    fn band(&mut self, base: Option<&'a Node>, top: Option<&'a Node>) -> FlatPart<'a> {
        for (file, band) in [(BASE, base), (TOP, top)] {
            if let Some(band) = band.filter(|band| !band.is_null() && !matches!(band.content, NodeContent::Map(_))) {
                // No band; the checks say so at its place.
                return FlatPart::Written(file, band);
            }
        }
        let dropped = top.map_or(Vec::new(), |top| self.dropped(base, top));
        let of = |band: Option<&'a Node>| band.map_or(&[][..], Node::entries).iter();
        let mut entries: Vec<FlatEntry<'a>> = Vec::new();
        for entry in of(base) {
            let over = top.and_then(|top| top.get(&entry.key));
            let value = match (entry.key.as_str(), over) {
                ("derived", over) => self.queries(Some(&entry.value), over, &dropped),
                ("max_chars" | "max_tokens", Some(over)) => FlatPart::Written(TOP, over),
                (_, Some(over)) => appended(&entry.value, over),
                (_, None) => FlatPart::Written(BASE, &entry.value),
            };
            entries.push((BASE, entry, value));
        }
        let is_new = |entry: &&MapEntry| base.and_then(|base| base.get(&entry.key)).is_none() && entry.key != DROP;
        for entry in of(top).filter(is_new) {
            let value = match entry.key.as_str() {
                "derived" => self.queries(None, Some(&entry.value), &dropped),
                _ => FlatPart::Written(TOP, &entry.value),
            };
            entries.push((TOP, entry, value));
        }
        FlatPart::Map(entries)
    }

    /// The names that `drop` takes away; one that the band of the base does not have is a mistake.
    fn dropped(&mut self, base: Option<&'a Node>, top: &'a Node) -> Vec<&'a str> {
        let Some(drop) = top.get(DROP) else { return Vec::new() };
        if !drop.is_null() && !matches!(drop.content, NodeContent::List(_)) {
            let diagnostic = Diagnostic::error("CG012", "`drop` is a list", drop.span.clone(), "no list");
            self.found.push(diagnostic.help("write the names of queries between `[` and `]`"));
        }
        let known: Vec<&str> = queries(base).filter_map(name).collect();
        for item in drop.items() {
            let word = item.text().unwrap_or_default();
            if known.contains(&word) {
                continue;
            }
            let near = nearest(word, known.iter().copied());
            let label = near.map_or("nothing to take away".to_owned(), |near| format!("did you mean `{near}`?"));
            let title = format!("`drop` names `{word}`, and this band of the base has no such query");
            let diagnostic = Diagnostic::error("CG018", title, item.span.clone(), label);
            let diagnostic = match known.as_slice() {
                [] => diagnostic.help("this band of the base has no queries"),
                known => diagnostic.help(format!("its queries are `{}`", known.join("`, `"))),
            };
            self.found.push(match near {
                Some(near) => diagnostic.fix(item.span.clone(), near),
                None => diagnostic,
            });
        }
        drop.items().iter().filter_map(Node::text).collect()
    }

    fn queries(&mut self, base: Option<&'a Node>, top: Option<&'a Node>, dropped: &[&str]) -> FlatPart<'a> {
        if let Some(top) = top.filter(|top| !top.is_null() && !matches!(top.content, NodeContent::List(_))) {
            return FlatPart::Written(TOP, top);
        }
        let over: &[Node] = top.map_or(&[], Node::items);
        let mut items = Vec::new();
        for item in base.map_or(&[][..], Node::items) {
            let named = name(item);
            let is_same = |other: &&Node| named.is_some() && name(other) == named;
            match over.iter().find(is_same) {
                Some(over) => items.push(replaced(Some(item), over)),
                None if named.is_some_and(|name| dropped.contains(&name) || self.moves(name)) => {}
                None => items.push(FlatPart::Written(BASE, item)),
            }
        }
        let here: Vec<&str> = base.map_or(&[][..], Node::items).iter().filter_map(name).collect();
        for (at, item) in over.iter().enumerate() {
            let is_again = over[..at].iter().any(|other| name(other) == name(item));
            match name(item).filter(|_| !is_again) {
                Some(name) if here.contains(&name) => {}
                named => {
                    let below = named.and_then(|name| self.of_base(name));
                    if below.is_none() && item.get("compute").is_none() {
                        self.misspelled(item);
                    }
                    items.push(replaced(below, item));
                }
            }
        }
        FlatPart::List(items)
    }

    /// Says which query of the base a query without `compute` most likely changes.
    fn misspelled(&mut self, item: &Node) {
        let Some((node, word)) = item.get("name").and_then(|node| Some((node, node.text()?))) else { return };
        let base = self.base;
        let known = Band::ALL.iter().flat_map(|band| queries(base.get(band.name()))).filter_map(name);
        let Some(near) = nearest(word, known) else { return };
        let title = format!("query `{word}` has no `compute`, and the base has no query of that name");
        let diagnostic = Diagnostic::error(NEEDED, title, node.span.clone(), format!("did you mean `{near}`?"));
        let diagnostic = diagnostic.help("name a query of the base to change it, or add `compute` to a new one");
        self.found.push(diagnostic.fix(node.span.clone(), near));
    }

    /// Whether the top states a query of that name, in whichever band.
    fn moves(&self, query: &str) -> bool {
        Band::ALL.iter().flat_map(|band| queries(self.top.get(band.name()))).any(|item| name(item) == Some(query))
    }

    /// The query of that name in the base.
    fn of_base(&self, query: &str) -> Option<&'a Node> {
        Band::ALL.iter().flat_map(|band| queries(self.base.get(band.name()))).find(|item| name(item) == Some(query))
    }
}

/// The names of queries that a manifest takes away.
pub(super) fn dropped(top: &Node) -> Vec<&str> {
    let lists = Band::ALL.iter().filter_map(|band| top.get(band.name())?.get(DROP));
    lists.flat_map(Node::items).filter_map(Node::text).collect()
}

/// A query of the top over one of the base: one with `compute` replaces it, another changes the keys that it names.
fn replaced<'a>(base: Option<&'a Node>, top: &'a Node) -> FlatPart<'a> {
    match base.filter(|_| top.get("compute").is_none()) {
        Some(base) => by_key(base, top, |_, _, over| FlatPart::Written(TOP, over)),
        None => FlatPart::Written(TOP, top),
    }
}

fn queries(band: Option<&Node>) -> impl Iterator<Item = &Node> {
    band.and_then(|band| band.get("derived")).map_or(&[][..], Node::items).iter()
}

fn name(item: &Node) -> Option<&str> {
    item.get("name").and_then(Node::text)
}

/// The value of a key that both have, but for the bands.
fn key<'a>(key: &str, base: &'a Node, top: &'a Node) -> FlatPart<'a> {
    let over = |_: &str, _: &'a Node, top: &'a Node| FlatPart::Written(TOP, top);
    match key {
        "inputs" => by_key(base, top, |_, base, top| by_key(base, top, over)),
        "budget" => by_key(base, top, |key, base, top| match key {
            "work" => by_key(base, top, over),
            _ => FlatPart::Written(TOP, top),
        }),
        "index" | "focus" => by_key(base, top, over),
        _ => FlatPart::Written(TOP, top),
    }
}

/// The keys of both maps; `each` decides where both have one.
fn by_key<'a>(base: &'a Node, top: &'a Node, each: impl Fn(&str, &'a Node, &'a Node) -> FlatPart<'a>) -> FlatPart<'a> {
    let is_map = |node: &Node| matches!(node.content, NodeContent::Map(_));
    match (is_map(base), is_map(top)) {
        (_, false) if top.is_null() => return FlatPart::Written(BASE, base),
        (true, true) => {}
        _ => return FlatPart::Written(TOP, top),
    }
    let same = |node: &'a Node, key: &str| node.entries().iter().find(|it| canonical(&it.key) == canonical(key));
    let mut entries: Vec<FlatEntry<'a>> = Vec::new();
    for entry in base.entries() {
        entries.push(match same(top, &entry.key) {
            Some(over) => (TOP, over, each(&entry.key, &entry.value, &over.value)),
            None => (BASE, entry, FlatPart::Written(BASE, &entry.value)),
        });
    }
    let new = top.entries().iter().filter(|entry| same(base, &entry.key).is_none());
    entries.extend(new.map(|entry| (TOP, entry, FlatPart::Written(TOP, &entry.value))));
    FlatPart::Map(entries)
}

/// The items of both lists, each once.
fn appended<'a>(base: &'a Node, top: &'a Node) -> FlatPart<'a> {
    let is_list = |node: &Node| node.is_null() || matches!(node.content, NodeContent::List(_));
    match (is_list(base), is_list(top)) {
        (_, false) => return FlatPart::Written(TOP, top),
        (false, _) => return FlatPart::Written(BASE, base),
        (true, true) => {}
    }
    let text = |node: &Node| node.scalar().map(|scalar| scalar.text.clone());
    let known: Vec<Option<String>> = base.items().iter().map(text).collect();
    let new = top.items().iter().filter(|item| text(item).is_none() || !known.contains(&text(item)));
    let items = base.items().iter().map(|item| FlatPart::Written(BASE, item));
    FlatPart::List(items.chain(new.map(|item| FlatPart::Written(TOP, item))).collect())
}
