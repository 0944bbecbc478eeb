//! TOML with the places of keys and values; what is broken is a flaw, and the rest is read.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::reader::ManifestReader;

/// A value without its place.
pub type Value<'t> = DeValue<'t>;
/// A table.
pub type TomlTable<'t> = DeTable<'t>;
/// A value and its place.
pub type TomlEntry<'t> = Spanned<Value<'t>>;

/// The text of a reader as a table.
pub fn parse<'t>(reader: &mut ManifestReader<'t>) -> TomlTable<'t> {
    let (table, errors) = DeTable::parse_recoverable(reader.text);
    for error in errors {
        let reason = error.message().lines().next().unwrap_or_default().to_owned();
        reader.flaw(error.span().map_or(0, |span| span.start), reason);
    }
    table.into_inner()
}

/// The value at the end of a path of keys.
pub fn value<'a, 't>(table: &'a TomlTable<'t>, path: &[&str]) -> Option<&'a TomlEntry<'t>> {
    let (last, above) = path.split_last()?;
    let mut table = table;
    for key in above {
        table = table.get(*key)?.get_ref().as_table()?;
    }
    table.get(*last)
}

/// The string at the end of a path of keys.
pub fn text<'a>(table: &'a TomlTable<'_>, path: &[&str]) -> Option<&'a str> {
    value(table, path)?.get_ref().as_str()
}

/// The entries of the table at the end of a path of keys, each with the offset of its key; none where there is none.
pub fn entries<'a, 't>(
    table: &'a TomlTable<'t>,
    path: &[&str],
) -> impl Iterator<Item = (&'a str, usize, &'a Value<'t>)> + use<'a, 't> {
    let table = value(table, path).and_then(|entry| entry.get_ref().as_table());
    all(table)
}

/// The entries of a value that is a table; none of another.
pub fn all<'a, 't>(
    table: Option<&'a TomlTable<'t>>,
) -> impl Iterator<Item = (&'a str, usize, &'a Value<'t>)> + use<'a, 't> {
    let entries = table.into_iter().flat_map(|table| table.iter());
    entries.map(|(key, value)| (&**key.get_ref(), key.span().start, value.get_ref()))
}

/// The items of a value that is an array, each with its offset; none of another.
pub fn items<'a, 't>(value: Option<&'a Value<'t>>) -> impl Iterator<Item = (usize, &'a Value<'t>)> + use<'a, 't> {
    let items = value.and_then(Value::as_array).into_iter().flat_map(|array| array.iter());
    items.map(|item| (item.span().start, item.get_ref()))
}
