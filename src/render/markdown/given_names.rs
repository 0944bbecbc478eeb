//! The values that a request gives, without the paths that the map has.

use std::collections::{BTreeMap, BTreeSet};

use crate::bundle::Bundle;

/// The given symbols and files, `src/cart.ts:total`, each with its name or the last part of its path, where no other has the same.
pub struct GivenNames<'b> {
    names: BTreeMap<&'b str, &'b str>,
}

impl<'b> GivenNames<'b> {
    /// The values of the inputs of a bundle of which the map has the path, or a title all of it.
    pub fn of(bundle: &'b Bundle, title: &str) -> Self {
        let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.map_place.is_some());
        let mapped: BTreeSet<&str> = items.map(|item| item.path.as_str()).collect();
        let short = |value: &'b str| match (name(value), value.split_once(':')) {
            (Some(name), Some((path, _))) if mapped.contains(path) || title.contains(value) => name,
            (None, _) if mapped.contains(value) => value.rsplit_once('/').map_or(value, |(_, last)| last),
            _ => value,
        };
        let values = bundle.inputs.iter().flat_map(|input| &input.values).map(String::as_str);
        let all: BTreeMap<&str, &str> = values.map(|value| (value, short(value))).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        all.values().for_each(|short| *counts.entry(short).or_default() += 1);
        Self {
            names: all.into_iter().filter(|(value, short)| value != short && counts.get(short) == Some(&1)).collect(),
        }
    }

    /// A value, without the path where that is known.
    pub fn short<'a: 'b>(&self, value: &'a str) -> &'b str {
        self.names.get(value).copied().unwrap_or(value)
    }

    /// A text in which these have no path.
    pub fn shortened(&self, text: &str) -> String {
        let short =
            |text: String, (value, name): (&&str, &&str)| text.replace(&format!("`{value}`"), &format!("`{name}`"));
        self.names.iter().fold(text.to_owned(), short)
    }
}

/// The name behind the path of a symbol.
fn name(value: &str) -> Option<&str> {
    let (path, name) = value.split_once(':')?;
    // `src/cart.ts:12` is a place.
    let begins = |text: &str| text.starts_with(|it: char| it.is_alphabetic() || "_$#".contains(it));
    let is_name = |text: &str| begins(text) && text.chars().all(|it| it.is_alphanumeric() || "_$.#".contains(it));
    (path.contains('.') && is_name(name)).then_some(name)
}
