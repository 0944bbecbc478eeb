//! The names of a repository, with the definitions that have them: made of the snapshot when the index is read, and not kept.

use std::sync::OnceLock;

use cg_rules::{DefId, Id};
use rustc_hash::{FxHashMap, FxHashSet};

use super::token;
use crate::base::path;
use crate::facts::{NONE, Snapshot};
use crate::language::DeclKind;

/// The shortest name that is completed or corrected, in letters.
pub(super) const SHORTEST: usize = 6;

/// The names of definitions and modules.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NameTable {
    /// The definitions, by name.
    defs: Vec<DefId>,
    /// For each name the place of its definitions.
    places: FxHashMap<Box<str>, (u32, u32)>,
    /// The names of files without their endings, and of folders: the last parts of modules.
    modules: FxHashSet<Box<str>>,
    /// The same names as they are nearly written; made at the first word that needs them.
    alike: OnceLock<AlikeNames>,
}

impl NameTable {
    /// The names of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let rows = snapshot.definitions.iter().enumerate();
        let rows = rows.filter(|(_, row)| row.name != NONE && !matches!(row.kind, DeclKind::File | DeclKind::Impl));
        let mut named: Vec<(u32, DefId)> = rows.map(|(at, row)| (row.name, DefId::of(at))).collect();
        named.sort_unstable();
        let mut table = Self::default();
        for group in named.chunk_by(|one, other| one.0 == other.0) {
            let start = word(table.defs.len());
            table.defs.extend(group.iter().map(|(_, def)| *def));
            let name = snapshot.names.get(group.first().map_or(NONE, |it| it.0));
            table.places.insert(name.into(), (start, word(table.defs.len())));
        }
        for file in snapshot.paths.iter() {
            for part in [path::stem(file), path::name(path::parent(file))] {
                if !table.modules.contains(part) {
                    table.modules.insert(part.into());
                }
            }
        }
        table
    }

    /// The definitions that have a name, in order.
    pub fn defs(&self, name: &str) -> &[DefId] {
        self.places.get(name).map_or(&[], |place| self.range(*place))
    }

    /// Whether a file or a folder has a name.
    pub fn is_module(&self, name: &str) -> bool {
        self.modules.contains(name)
    }

    /// The names as they are nearly written.
    pub fn alike(&self) -> &AlikeNames {
        self.alike.get_or_init(|| AlikeNames::of(self))
    }

    fn range(&self, (start, end): (u32, u32)) -> &[DefId] {
        self.defs.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// A name as it is nearly written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AlikeName {
    /// Without underscores, in lower case.
    pub squashed: String,
    /// The letters of that, a bit each.
    pub letters: u64,
    /// The stems of its parts.
    pub stems: Vec<String>,
    /// The definitions that have the name.
    pub defs: Vec<DefId>,
}

/// All names of [`SHORTEST`] letters or more.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AlikeNames {
    /// The names, in the order of their letters.
    pub names: Vec<AlikeName>,
    /// For each stem the names that have such a part.
    by_stem: FxHashMap<String, Vec<u32>>,
    /// For each sequence of stems the names that consist of it.
    by_stems: FxHashMap<String, Vec<u32>>,
}

impl AlikeNames {
    fn of(table: &NameTable) -> Self {
        let long = table.places.iter().filter(|(name, _)| name.len() >= SHORTEST);
        let mut names: Vec<AlikeName> = long
            .map(|(name, place)| {
                let squashed = squash(name);
                let (letters, stems) = (letters(&squashed), stems(name));
                AlikeName { squashed, letters, stems, defs: table.range(*place).to_vec() }
            })
            .collect();
        names.sort_unstable_by(|a, b| a.squashed.cmp(&b.squashed).then_with(|| a.defs.cmp(&b.defs)));
        let mut all = Self { names, ..Self::default() };
        for (at, name) in (0..).zip(&all.names).filter(|(_, name)| name.stems.len() > 1) {
            for stem in &name.stems {
                all.by_stem.entry(stem.clone()).or_default().push(at);
            }
            all.by_stems.entry(name.stems.join(" ")).or_default().push(at);
        }
        all
    }

    /// The names that begin with some letters; the first are those that have no others.
    pub fn from(&self, squashed: &str) -> impl Iterator<Item = &AlikeName> {
        let start = self.names.partition_point(|name| name.squashed.as_str() < squashed);
        self.names.iter().skip(start).take_while(move |name| name.squashed.starts_with(squashed))
    }

    /// The names that have a part of each stem.
    pub fn with_parts(&self, stems: &[String]) -> Vec<&AlikeName> {
        let lists = stems.iter().map(|stem| self.by_stem.get(stem).map_or(&[][..], Vec::as_slice));
        let shortest = lists.min_by_key(|list| list.len()).unwrap_or(&[]);
        let names = shortest.iter().filter_map(|at| self.names.get(*at as usize));
        let mut names: Vec<&AlikeName> = names.filter(|name| stems.iter().all(|it| name.stems.contains(it))).collect();
        names.dedup_by(|one, other| std::ptr::eq(*one, *other));
        names
    }

    /// The names that consist of a sequence of stems.
    pub fn of_stems(&self, stems: &[String]) -> impl Iterator<Item = &AlikeName> {
        let found = self.by_stems.get(&stems.join(" ")).map_or(&[][..], Vec::as_slice);
        found.iter().filter_map(|at| self.names.get(*at as usize))
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
