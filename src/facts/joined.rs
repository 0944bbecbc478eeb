//! The facts of all parts as one snapshot. Definitions have the same numbers in every part; names and packages get those of all.

use super::depend::RelatedPackages;
use super::layout::{RowLayout, layout};
use super::linked::{Linked, LinkedFiles};
use super::part::FactsPart;
use super::relation::{FileRow, NONE};
use super::show::RELATIONS;
use super::sizes::{RelationSizes, STATED};
use super::snapshot::Snapshot;
use super::stated_gaps;
use super::tables::{TABLES, Tables};
use crate::base::{Gap, RowWords, Strings, Table};
use crate::language::World;

/// The snapshot of some parts. `gaps` are those of the walk and of reading.
pub fn joined(
    world: &World<'_>,
    mut parts: Vec<FactsPart>,
    packages: &RelatedPackages,
    mut gaps: Vec<Gap>,
) -> Snapshot {
    let mut snapshot = Snapshot::default();
    snapshot.tables.paths = paths(world).into();
    snapshot.tables.files = Table::in_order(file_rows(world, &parts)).into();
    let mut linked = LinkedFiles::default();
    for part in &mut parts {
        linked.append(std::mem::take(&mut part.linked));
        snapshot.counts += part.counts;
        gaps.append(&mut part.gaps);
    }
    linked.files.sort_unstable_by_key(|it| it.file);
    linked.families.sort_unstable_by(|one, other| one.family.cmp(&other.family));
    tables(&mut snapshot, parts);
    let names = std::mem::take(&mut snapshot.tables.names);
    packages.enter(&mut snapshot, &mut |name| names.find(name).unwrap_or(NONE));
    snapshot.tables.names = names;
    gaps.extend(packages.gaps.iter().cloned());
    snapshot.gaps = stated_gaps::sorted(gaps);
    snapshot.sizes = sizes(&snapshot, &linked);
    snapshot.tables.linked = Linked::of(linked).into();
    snapshot
}

/// The paths of all files, by their numbers.
pub fn paths(world: &World<'_>) -> Strings {
    let mut strings = Strings::default();
    world.paths.iter().for_each(|(_, path)| {
        strings.push(path);
    });
    strings
}

/// The row of each file, by the part that its language is of.
fn file_rows(world: &World<'_>, parts: &[FactsPart]) -> impl Iterator<Item = FileRow> {
    world.paths.iter().filter_map(|(file, _)| {
        let family = world.language(file).map(|language| language.family);
        let is_of = |part: &&FactsPart| part.family.is_none_or(|of| family.is_none_or(|family| family == of));
        parts.iter().find(is_of)?.files.get(file.0 as usize).copied()
    })
}

/// The tables that files state, and the texts of their names and packages.
fn tables(snapshot: &mut Snapshot, mut parts: Vec<FactsPart>) {
    if let [part] = parts.as_mut_slice() {
        let (paths, files) = (std::mem::take(&mut snapshot.tables.paths), std::mem::take(&mut snapshot.tables.files));
        snapshot.tables = std::mem::take(&mut part.tables);
        (snapshot.tables.paths, snapshot.tables.files) = (paths, files);
        return;
    }
    let texts = |of: fn(&Tables) -> &Strings| United::of(&parts.iter().map(|it| of(&it.tables)).collect::<Vec<_>>());
    let (names, packages) = (texts(|it| &it.names), texts(|it| &it.packages));
    for row in TABLES {
        let Some(layout) = layout(row.section) else { continue };
        if let Some(out) = (row.part_mut)(&mut snapshot.tables).words_mut() {
            let rows = parts
                .iter()
                .zip(names.numbers.iter().zip(&packages.numbers))
                .filter_map(|(part, numbers)| Some(PartRows::new((row.part)(&part.tables).words()?, layout, numbers)));
            merge(layout, rows.collect(), out);
        }
        parts.iter_mut().for_each(|part| (row.part_mut)(&mut part.tables).clear());
    }
    snapshot.tables.names = names.texts.into();
    snapshot.tables.packages = packages.texts.into();
}

/// The rows of a table of a part, with the numbers that all parts have.
struct PartRows<'r> {
    rows: &'r dyn RowWords,
    layout: &'r RowLayout,
    /// The numbers of the names and packages of the part.
    numbers: (&'r [u32], &'r [u32]),
    next: usize,
    /// The row at hand; empty behind the last.
    row: Vec<u32>,
}

impl<'r> PartRows<'r> {
    fn new(rows: &'r dyn RowWords, layout: &'r RowLayout, (names, packages): (&'r Vec<u32>, &'r Vec<u32>)) -> Self {
        let mut all = Self { rows, layout, numbers: (names, packages), next: 0, row: Vec::with_capacity(layout.width) };
        all.advance();
        all
    }

    fn advance(&mut self) {
        self.row.clear();
        self.row.extend_from_slice(self.rows.row(self.next));
        self.next += 1;
        let (names, packages) = self.numbers;
        for (places, numbers) in [(self.layout.names, names), (self.layout.packages, packages)] {
            for place in places {
                if let Some(word) = self.row.get_mut(*place) {
                    *word = numbers.get(*word as usize).copied().unwrap_or(NONE);
                }
            }
        }
    }
}

/// Writes the rows of some tables as one: each is in the order of the layout, and so is this.
fn merge(layout: &RowLayout, mut tables: Vec<PartRows<'_>>, out: &mut dyn RowWords) {
    tables.retain(|table| !table.row.is_empty());
    out.reserve(tables.iter().map(|table| table.rows.n_rows()).sum());
    let mut last: Vec<u32> = Vec::new();
    while let Some(first) = first(layout, &tables) {
        // Several families may import a module by one name.
        if layout.is_by_position() || tables[first].row != last {
            out.push(&tables[first].row);
        }
        last.clone_from(&tables[first].row);
        tables[first].advance();
        if tables[first].row.is_empty() {
            tables.remove(first);
        }
    }
}

/// The table whose row comes first.
fn first(layout: &RowLayout, tables: &[PartRows<'_>]) -> Option<usize> {
    let places = 0..tables.len();
    places.reduce(|first, at| if layout.is_before(&tables[at].row, &tables[first].row) { at } else { first })
}

/// Texts of several lists in byte order, as one.
struct United {
    texts: Strings,
    /// For each list the numbers that its texts have.
    numbers: Vec<Vec<u32>>,
}

impl United {
    fn of(lists: &[&Strings]) -> Self {
        let mut texts = Strings::default();
        let mut numbers: Vec<Vec<u32>> = lists.iter().map(|list| Vec::with_capacity(list.len())).collect();
        let next = |at: usize, numbers: &[Vec<u32>]| {
            let (list, done) = (lists.get(at)?, numbers.get(at)?.len());
            (done < list.len()).then(|| list.get(u32::try_from(done).unwrap_or(u32::MAX)))
        };
        while let Some(text) = (0..lists.len()).filter_map(|at| next(at, &numbers)).min() {
            let number = texts.push(text);
            for at in 0..lists.len() {
                if next(at, &numbers) == Some(text) {
                    numbers[at].push(number);
                }
            }
        }
        Self { texts, numbers }
    }
}

/// How many rows each relation has.
fn sizes(snapshot: &Snapshot, linked: &LinkedFiles) -> RelationSizes {
    let sizes = RELATIONS.iter().filter_map(|relation| {
        let stated = STATED.iter().position(|(name, _)| *name == relation.name);
        let n_rows = match stated {
            Some(at) => linked.files.iter().filter_map(|it| it.rows.get(at)).map(|rows| *rows as usize).sum(),
            None => relation.count(snapshot)?,
        };
        Some((relation.name.to_owned(), u32::try_from(n_rows).ok()?))
    });
    RelationSizes(sizes.collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn strings(texts: &std::collections::BTreeSet<String>) -> Strings {
        let mut strings = Strings::default();
        texts.iter().for_each(|text| {
            strings.push(text);
        });
        strings
    }

    proptest! {
        #[test]
        fn texts_of_lists_are_united_in_order(
            lists in proptest::collection::vec(proptest::collection::btree_set("[ab]{0,3}", 0..9), 0..4),
        ) {
            let stored: Vec<Strings> = lists.iter().map(strings).collect();
            let united = United::of(&stored.iter().collect::<Vec<_>>());
            let all = lists.iter().flatten().cloned().collect();
            prop_assert_eq!(&united.texts, &strings(&all));
            for (at, list) in lists.iter().enumerate() {
                for (number, text) in (0u32..).zip(list) {
                    prop_assert_eq!(united.texts.get(united.numbers[at][number as usize]), text);
                }
            }
        }

        #[test]
        fn rows_of_tables_are_merged_in_order(
            tables in proptest::collection::vec(proptest::collection::btree_set([0u32..4, 0..3], 0..9), 0..4),
        ) {
            let all: std::collections::BTreeSet<[u32; 2]> = tables.iter().flatten().copied().collect();
            let Some(layout) = layout("modules") else { return Err(TestCaseError::fail("no layout")) };
            let tables: Vec<Table<[u32; 2], 2>> = tables.into_iter().map(Table::sorted).collect();
            let same: Vec<u32> = (0..4).collect();
            let mut merged: Table<[u32; 2], 2> = Table::default();
            merge(layout, tables.iter().map(|it| PartRows::new(it, layout, (&same, &same))).collect(), &mut merged);
            prop_assert_eq!(merged.iter().collect::<Vec<_>>(), all.into_iter().collect::<Vec<_>>());
        }
    }
}
