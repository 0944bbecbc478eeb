//! The names of a repository, with the definitions that have them, and as they are nearly written. They are kept with the
//! index; how names are nearly written is read at the first word that needs it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use cg_rules::DefId;

use super::stored::{bytes, next, part, words};
use super::token;
use crate::base::{Strings, path};
use crate::facts::{NONE, Snapshot};
use crate::language::DeclKind;

/// The shortest name that is completed or corrected, in letters.
pub(super) const SHORTEST: usize = 6;

/// Texts in byte order, each with some numbers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lists {
    keys: Strings,
    ends: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    fn add(&mut self, key: &str, values: impl IntoIterator<Item = u32>) {
        self.keys.push(key);
        self.values.extend(values);
        self.ends.push(word(self.values.len()));
    }

    /// The numbers of a text.
    fn get(&self, key: &str) -> &[u32] {
        let at = first(&self.keys, key);
        if self.keys.get(at) == key { self.at(at) } else { &[] }
    }

    /// The numbers of the text at a place.
    fn at(&self, at: u32) -> &[u32] {
        let at = at as usize;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.values.get(start as usize..end as usize).unwrap_or(&[])
    }

    fn write(&self, out: &mut Vec<u8>) {
        part(out, &self.keys.to_bytes());
        part(out, &bytes(&self.ends));
        part(out, &bytes(&self.values));
    }

    fn read(rest: &mut &[u8]) -> Option<Self> {
        let keys = Strings::from_bytes(next(rest)?)?;
        Some(Self { keys, ends: words(next(rest)?)?, values: words(next(rest)?)? })
    }
}

/// The place of the first text that is not before another.
fn first(texts: &Strings, text: &str) -> u32 {
    let (mut first, mut last) = (0, word(texts.len()));
    while first < last {
        let middle = first.midpoint(last);
        if texts.get(middle) < text {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    first
}

/// The names of definitions and modules.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NameTable {
    /// The names, each with its definitions.
    defs: Lists,
    /// The names of files without their endings, and of folders, in byte order: the last parts of modules.
    modules: Strings,
    /// The names as they are nearly written, as bytes.
    alike: Vec<u8>,
    read: OnceLock<AlikeNames>,
}

impl NameTable {
    /// The names of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut named: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (at, row) in snapshot.definitions.iter().enumerate() {
            if row.name != NONE && !matches!(row.kind, DeclKind::File | DeclKind::Impl) {
                named.entry(snapshot.names.get(row.name)).or_default().push(word(at));
            }
        }
        let mut table = Self::default();
        named.iter().for_each(|(name, defs)| table.defs.add(name, defs.iter().copied()));
        let parts = snapshot.paths.iter().flat_map(|file| [path::stem(file), path::name(path::parent(file))]);
        let modules: BTreeSet<&str> = parts.collect();
        modules.into_iter().for_each(|part| {
            table.modules.push(part);
        });
        AlikeNames::of(&table.defs.keys).write(&mut table.alike);
        table
    }

    /// The definitions that have a name, in order.
    pub fn defs(&self, name: &str) -> impl ExactSizeIterator<Item = DefId> {
        self.defs.get(name).iter().map(|def| DefId(*def))
    }

    /// The definitions that have a name but for the case of its letters, in the order of the names.
    pub fn defs_in_any_case(&self, name: &str) -> impl Iterator<Item = DefId> {
        let keys = (0_u32..).zip(self.defs.keys.iter());
        let same = keys.filter(|(_, key)| key.eq_ignore_ascii_case(name));
        same.flat_map(|(at, _)| self.defs.at(at)).map(|def| DefId(*def))
    }

    /// Whether a file or a folder has a name.
    pub fn is_module(&self, name: &str) -> bool {
        self.modules.get(first(&self.modules, name)) == name
    }

    /// The names as they are nearly written.
    pub fn alike(&self) -> &AlikeNames {
        self.read.get_or_init(|| AlikeNames::read(&mut &*self.alike).unwrap_or_default())
    }

    /// The definitions that have a name which is nearly written.
    pub fn defs_of(&self, name: AlikeName) -> impl Iterator<Item = DefId> {
        let place = self.alike().places.get(name.0 as usize).copied().unwrap_or(u32::MAX);
        self.defs.at(place).iter().map(|def| DefId(*def))
    }

    /// Appends the bytes of it.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.defs.write(out);
        part(out, &self.modules.to_bytes());
        part(out, &self.alike);
    }

    /// Reads what was written; `None` where the bytes are not whole.
    pub fn read(rest: &mut &[u8]) -> Option<Self> {
        let (defs, modules) = (Lists::read(rest)?, Strings::from_bytes(next(rest)?)?);
        Some(Self { defs, modules, alike: next(rest)?.to_vec(), read: OnceLock::new() })
    }
}

/// A name as it is nearly written: its place among those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AlikeName(u32);

/// All names of [`SHORTEST`] letters or more.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AlikeNames {
    /// The names without underscores, in lower case, in byte order.
    squashed: Strings,
    /// For each its place among the names as they are.
    places: Vec<u32>,
    /// For each stem the names that have such a part.
    by_stem: Lists,
    /// For each sequence of stems the names that consist of it.
    by_stems: Lists,
}

impl AlikeNames {
    fn of(names: &Strings) -> Self {
        let long = (0..).zip(names.iter()).filter(|(_, name)| name.len() >= SHORTEST);
        let mut long: Vec<(String, u32, &str)> = long.map(|(at, name)| (squash(name), at, name)).collect();
        long.sort_unstable();
        let mut all = Self::default();
        let (mut by_stem, mut by_stems) = (BTreeMap::<String, Vec<u32>>::new(), BTreeMap::<String, Vec<u32>>::new());
        for (at, (squashed, place, name)) in (0..).zip(&long) {
            all.squashed.push(squashed);
            all.places.push(*place);
            let stems = stems(name);
            if stems.len() > 1 {
                by_stems.entry(stems.join(" ")).or_default().push(at);
                for stem in stems {
                    by_stem.entry(stem).or_default().push(at);
                }
            }
        }
        for (stem, mut names) in by_stem {
            names.dedup();
            all.by_stem.add(&stem, names);
        }
        by_stems.into_iter().for_each(|(stems, names)| all.by_stems.add(&stems, names));
        all
    }

    fn write(&self, out: &mut Vec<u8>) {
        part(out, &self.squashed.to_bytes());
        part(out, &bytes(&self.places));
        self.by_stem.write(out);
        self.by_stems.write(out);
    }

    fn read(rest: &mut &[u8]) -> Option<Self> {
        let (squashed, places) = (Strings::from_bytes(next(rest)?)?, words(next(rest)?)?);
        Some(Self { squashed, places, by_stem: Lists::read(rest)?, by_stems: Lists::read(rest)? })
    }

    /// All names, in the order of their letters.
    pub fn all(&self) -> impl Iterator<Item = AlikeName> {
        (0..word(self.places.len())).map(AlikeName)
    }

    /// A name without its underscores, in lower case.
    pub fn squashed(&self, name: AlikeName) -> &str {
        self.squashed.get(name.0)
    }

    /// The names that begin with some letters; the first are those that have no others.
    pub fn from(&self, squashed: &str) -> impl Iterator<Item = AlikeName> {
        let names = (first(&self.squashed, squashed)..word(self.places.len())).map(AlikeName);
        names.take_while(move |name| self.squashed(*name).starts_with(squashed))
    }

    /// The names that have a part of each stem.
    pub fn with_parts(&self, stems: &[String]) -> Vec<AlikeName> {
        let mut lists: Vec<&[u32]> = stems.iter().map(|stem| self.by_stem.get(stem)).collect();
        lists.sort_by_key(|list| list.len());
        let Some((shortest, others)) = lists.split_first() else { return Vec::new() };
        let is_whole = |at: &u32| others.iter().all(|list| list.binary_search(at).is_ok());
        shortest.iter().copied().filter(is_whole).map(AlikeName).collect()
    }

    /// The names that consist of a sequence of stems.
    pub fn of_stems(&self, stems: &[String]) -> Vec<AlikeName> {
        self.by_stems.get(&stems.join(" ")).iter().copied().map(AlikeName).collect()
    }
}

/// A name without its underscores, in lower case.
pub(super) fn squash(name: &str) -> String {
    name.chars().filter(|letter| *letter != '_').flat_map(char::to_lowercase).collect()
}

/// The letters of a text, a bit each: two texts whose sets differ by more than twice a distance are further apart.
pub(super) fn letters(text: &str) -> u64 {
    text.bytes().fold(0, |set, byte| set | 1 << (byte % 64))
}

/// The stems of the parts of a name.
pub(super) fn stems(name: &str) -> Vec<String> {
    let mut found = Vec::new();
    token::visit(name, |term, _| found.push(String::from_utf8_lossy(term).into_owned()));
    if found.len() > 1 {
        // The last is the name as a whole.
        found.pop();
    }
    found
}

fn word(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 7] = ["getKey", "get_key", "get_key_now", "key", "key_get_key", "open_file", "openfile"];

    fn table() -> NameTable {
        let mut table = NameTable::default();
        (0..).zip(NAMES).for_each(|(at, name)| table.defs.add(name, [at, at + 10]));
        AlikeNames::of(&table.defs.keys).write(&mut table.alike);
        ["models", "query"].into_iter().for_each(|module| {
            table.modules.push(module);
        });
        table
    }

    #[test]
    fn what_is_kept_answers_as_what_was_made() {
        let mut bytes = Vec::new();
        table().write(&mut bytes);
        let read = NameTable::read(&mut &*bytes).expect("a whole table");
        assert_eq!(read, table());
        assert!(NameTable::read(&mut &bytes[..bytes.len() - 1]).is_none());
        assert!(read.is_module("query") && !read.is_module("quer") && !read.is_module("zzz"));
        assert_eq!(read.defs("get_key").collect::<Vec<_>>(), [DefId(1), DefId(11)]);
        assert_eq!(read.defs("get").len() + read.defs("zzz").len(), 0);
    }

    #[test]
    fn names_are_found_as_they_are_nearly_written() {
        let (table, stem) = (table(), |words: [&str; 2]| words.map(str::to_owned));
        let named = |names: Vec<AlikeName>| -> Vec<&str> {
            let place = |name: AlikeName| table.defs_of(name).next().map_or(0, |def| def.0 as usize);
            names.into_iter().map(|name| NAMES[place(name)]).collect()
        };
        let alike = table.alike();
        // `key` is too short.
        assert_eq!(alike.all().count(), NAMES.len() - 1);
        assert_eq!(named(alike.from("getkey").collect()), ["getKey", "get_key", "get_key_now"]);
        assert_eq!(named(alike.of_stems(&stem(["get", "key"]))), ["getKey", "get_key"]);
        assert_eq!(named(alike.with_parts(&stem(["get", "key"]))), ["getKey", "get_key", "get_key_now", "key_get_key"]);
        assert_eq!(named(alike.with_parts(&stem(["open", "key"]))), [""; 0]);
    }
}
