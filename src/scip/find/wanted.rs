//! Symbols as people write them: five forms, tried in order; the first that a text has decides.

use super::order::ENDINGS;
use super::qualified::parts_of_package;
use crate::base::{Position, TextPart};
use crate::scip::symbol::{self, Package, Symbol};

/// A parsed request for symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolRequest {
    /// A name of the index.
    Named(NameParts),
    /// `src/a.ts:10:5`: the symbol at a place, resolved by the caller that knows positions.
    At {
        /// The path, relative to the root.
        path: String,
        /// The place; its column counts as who asks counts.
        position: Position,
    },
}

/// The parts of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameParts {
    /// A whole symbol, as the index has it.
    Symbol(String),
    /// `npm @types/lodash * common/…`: a symbol without its scheme.
    Words(Words),
    /// `lodash.template`, `requests@2.32::Session#send`: names, outermost first.
    Path(Path),
    /// `lodash@4.17.20`, `lodash@*`: all that a package holds.
    Package(PackageName),
}

/// The words of a symbol; `None` for one that may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The package manager.
    pub manager: Option<String>,
    /// The name of the package.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The descriptors, as one text.
    pub descriptors: Option<String>,
}

/// Names that lead to a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The package, where the text says that it is one.
    pub package: Option<PackageName>,
    /// The names, outermost first. Never empty; the first may be a package all the same.
    pub names: Vec<String>,
}

/// A package and, where one is given, its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageName {
    /// The name.
    pub name: String,
    /// The version.
    pub version: Option<String>,
}

impl SymbolRequest {
    /// Reads a text; `None` where it has none of the forms.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if symbol::is_local(text) {
            return None;
        }
        if Symbol::parse(text).is_some() {
            return Some(Self::Named(NameParts::Symbol(text.to_owned())));
        }
        let named = words(text).map(NameParts::Words).or_else(|| packaged(text));
        named.map(Self::Named).or_else(|| place(text))
    }
}

/// Three words and the descriptors.
fn words(text: &str) -> Option<Words> {
    // The scheme is the one word that is missing.
    let scheme = format!("* {text}");
    let (package, descriptors) = Package::parse(&scheme)?;
    if descriptors != ANY && symbol::descriptors(descriptors).is_none() {
        return None;
    }
    let known = |word: &str| (word != ANY).then(|| word.to_owned());
    Some(Words {
        manager: known(&package.manager),
        name: known(&package.name),
        version: known(&package.version),
        descriptors: known(descriptors),
    })
}

/// The wildcard word.
const ANY: &str = "*";

/// Names, or a package, or a package and names in it.
fn packaged(text: &str) -> Option<NameParts> {
    let (head, tail) = text.split_once("::").unwrap_or((text, ""));
    if let Some(package) = versioned(head) {
        return match tail {
            "" => Some(NameParts::Package(package)),
            tail => Some(NameParts::Path(Path { package: Some(package), names: names(tail)? })),
        };
    }
    let is_scoped = head.starts_with('@') && head.matches('/').count() == 1 && !head.contains(['.', '#']);
    match tail {
        "" if is_scoped => Some(NameParts::Package(PackageName { name: head.to_owned(), version: None })),
        tail if is_scoped => {
            let package = PackageName { name: head.to_owned(), version: None };
            Some(NameParts::Path(Path { package: Some(package), names: names(tail)? }))
        }
        _ => Some(NameParts::Path(Path { package: None, names: names(text)? })),
    }
}

/// `lodash@4.17.20`; a `*` is any version.
fn versioned(text: &str) -> Option<PackageName> {
    let (name, version) = text.rsplit_once('@')?;
    let is_word = |word: &str| !word.is_empty() && !word.contains(|it: char| it.is_whitespace() || "#`\"".contains(it));
    (is_word(name) && is_word(version))
        .then(|| PackageName { name: name.to_owned(), version: (version != ANY).then(|| version.to_owned()) })
}

/// Names joined by `.`, `#`, `/` or `::`. One in backticks or quotes may hold those. What a call or a macro adds behind
/// the last (`()`, `!`), and words that only say "from here" or "the types of", say nothing.
fn names(text: &str) -> Option<Vec<String>> {
    let text = text.split_once('(').filter(|(_, rest)| rest.ends_with(')')).map_or(text, |(name, _)| name);
    let mut rest = text.strip_suffix('!').unwrap_or(text);
    let mut names: Vec<String> = Vec::new();
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("::").or_else(|| rest.strip_prefix(['.', '#', '/'])) {
            rest = after;
        } else if matches!(first, '`' | '"') {
            let (name, after) = rest.part(1..).split_once(first)?;
            names.push(name.to_owned());
            rest = after;
        } else {
            let end = rest.find(['.', '#', '/', ':', '`', '"']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            let is_alone = !after.starts_with(':') || after.starts_with("::");
            if !is_alone || name.is_empty() || name.contains(|it: char| it.is_whitespace() || it.is_control()) {
                return None;
            }
            names.push(name.to_owned());
            rest = after;
        }
    }
    if names.len() > 1 && names[0] == "crate" {
        names.remove(0);
    }
    if names.len() > 1 && names[0] == "@types" {
        let parts: Vec<String> = parts_of_package(&format!("@types/{}", names[1])).map(str::to_owned).collect();
        names.splice(..2, parts);
    }
    names.retain(|name| !name.is_empty());
    // A path of a file is that of the module in it.
    let is_ending = |name: &String| name == "py" || ENDINGS.contains(&name.as_str());
    if text.contains('/') && names.len() > 1 && names.last().is_some_and(is_ending) {
        names.pop();
    }
    (!names.is_empty()).then_some(names)
}

/// `path:line:column`, both from 1.
fn place(text: &str) -> Option<SymbolRequest> {
    let (rest, column) = text.rsplit_once(':')?;
    let (path, line) = rest.rsplit_once(':')?;
    let position = Position { line: line.parse().ok()?, column: column.parse().ok()? };
    let is_place = !path.is_empty() && position.line > 0 && position.column > 0;
    is_place.then(|| SymbolRequest::At { path: path.to_owned(), position })
}
