//! Suggests near names for a text that names nothing.

use std::cmp::Reverse;

use super::found::{Found, Kind, Suggestion, Symbols, own_name};
use super::order::{key, keyed};
use super::qualified::{Qualified, parts_of_package};
use crate::scip::symbol::{Symbol, plain_name};

/// The most suggestions that are made.
const MOST: usize = 5;

impl Symbols<'_> {
    /// The note for a package that no index has.
    pub(super) fn no_package(&self, name: &str) -> String {
        let bare = |name: &str| parts_of_package(name).collect::<Vec<_>>().join("/");
        let wanted = bare(name);
        let near = |package: &str| Some((distance(&wanted, &bare(package))?, package.to_owned()));
        let mut near: Vec<(usize, String)> = self.packages().filter_map(|(it, _)| near(&it.name)).collect();
        near.sort_unstable();
        near.dedup();
        let near: Vec<String> = near.into_iter().take(MOST).map(|(_, name)| format!("`{name}`")).collect();
        let also = if near.is_empty() { String::new() } else { format!("; there is {}", near.join(", ")) };
        format!("no index has a symbol of a package `{name}`{also}")
    }

    /// The answer where nothing has the name: symbols of that name elsewhere, else those of a similar name.
    pub(super) fn nothing(&self, name: &str, package: Option<&str>, mut notes: Vec<String>) -> Found {
        let mut ids: Vec<u32> = keyed(self.texts, self.by_name, name).to_vec();
        let place = package.map_or(String::new(), |package| format!(" in `{package}`"));
        if ids.is_empty() {
            notes.push(format!("no symbol is called `{name}`"));
            ids = self.like(name);
        } else {
            notes.push(format!("no `{name}` fits{place}; others are called so"));
            ids.sort_by_cached_key(|id| (Kind::of(self.texts.get(*id)), Reverse(self.counts.n_references(*id)), *id));
            ids.truncate(MOST);
        }
        let suggestions = ids.into_iter().map(|symbol| Suggestion { symbol, written: written(self.texts.get(symbol)) });
        Found { suggestions: suggestions.collect(), notes, ..Found::default() }
    }

    /// One symbol of each name that is like another, the likest first. The names are read once; only a text that names
    /// nothing costs this.
    fn like(&self, name: &str) -> Vec<u32> {
        let mut near: Vec<(usize, Reverse<u32>, u32)> = Vec::new();
        let mut last = "";
        for id in self.by_name {
            let own = key(self.texts.get(*id));
            if own != last
                && let Some(distance) = distance(name, own)
            {
                near.push((distance, Reverse(self.counts.n_references(*id)), *id));
            }
            last = own;
        }
        near.sort_unstable();
        near.into_iter().take(MOST).map(|(_, _, id)| id).collect()
    }
}

/// How far two names are from each other; `None` if too far to be one meant for the other. Case counts least.
fn distance(name: &str, other: &str) -> Option<usize> {
    let most = (name.chars().count() / 3).clamp(1, 3);
    if name.len().abs_diff(other.len()) > most * 2 {
        return None;
    }
    if name.eq_ignore_ascii_case(other) {
        return Some(0);
    }
    // Letters that only one of them has cannot be made up for by the others.
    if (letters(name) ^ letters(other)).count_ones() as usize > most * 2 {
        return None;
    }
    Some(strsim::damerau_levenshtein(name, other)).filter(|distance| *distance <= most)
}

/// The set of a name's letters as 64 bits.
fn letters(name: &str) -> u64 {
    name.bytes().fold(0, |set, byte| set | 1 << (byte & 63))
}

/// A symbol as somebody could have written it: `@types/lodash@*::index.LoDashStatic.template`. It names the symbol,
/// unless that is a module with something else of its name beside it; alone, unless others differ in what is not written.
pub fn written(text: &str) -> String {
    let Some(symbol) = Symbol::parse(text) else { return text.to_owned() };
    let way = Qualified::of(&symbol);
    let own = match Kind::of(text) {
        Kind::Key => plain_name(own_name(text), true),
        _ => key(text),
    };
    let names: Vec<String> = way.telling().chain([own]).map(quoted).collect();
    let package = symbol.package.name.as_ref();
    if parts_of_package(package).next().is_none() || package == "." {
        return names.join(".");
    }
    format!("{package}@*::{}", names.join("."))
}

/// A name in backticks, where it holds what parts names.
fn quoted(name: &str) -> String {
    let parts = |letter: char| letter.is_whitespace() || letter.is_control() || ".#/:`\"(@".contains(letter);
    if !name.is_empty() && !name.contains(parts) && !name.ends_with('!') {
        return name.to_owned();
    }
    let mark = if name.contains('`') { '"' } else { '`' };
    format!("{mark}{name}{mark}")
}
