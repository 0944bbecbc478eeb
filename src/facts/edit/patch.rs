//! The facts of a state after an edit, as the difference from those that were related: the rows of the files that were linked
//! again, and the numbers that definitions and names have since.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::base::Strings;
use crate::facts::layout::{Owner, RowLayout, layout};
use crate::facts::relation::NONE;

/// Numbers of definitions that follow each other before and after the edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinitionRun {
    /// Those before.
    pub before: Range<u32>,
    /// The first after.
    pub after: u32,
}

/// The definitions that stay, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedDefinitions(pub Vec<DefinitionRun>);

/// The numbers of texts in order: names, or packages. Each moves by how many came and went before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedTexts {
    /// The texts that came, in order, each with the number before the edit that it comes before.
    pub added: Vec<(u32, String)>,
    /// The numbers of those that went, in order.
    pub removed: Vec<u32>,
}

/// The rows of a table that some files state after the edit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatchedTable {
    /// The name of its section.
    pub section: String,
    /// The files whose rows these are, in order; none where they are all rows of the table.
    pub files: Vec<u32>,
    /// The rows, in the order of the table.
    pub words: Vec<u32>,
}

/// The difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// The definitions that stay, in order.
    pub definitions: MovedDefinitions,
    /// The files that were linked again, each with the numbers that its definitions had.
    pub files: Vec<(u32, Range<u32>)>,
    /// The names.
    pub names: MovedTexts,
    /// The packages.
    pub packages: MovedTexts,
    /// The tables with rows of files.
    pub tables: Vec<PatchedTable>,
    /// The rows of the files themselves.
    pub file_rows: Vec<(u32, [u32; 3])>,
    /// The section of counts and gaps.
    pub rest: Vec<u8>,
}

impl Patch {
    /// A section after the edit, from that before it; `None` where a row that stays leads to a definition that is gone.
    pub fn section(&self, name: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
        match name {
            "names" => Some(self.names.texts(&Strings::from_bytes(&bytes)?).to_bytes()),
            "packages" => Some(self.packages.texts(&Strings::from_bytes(&bytes)?).to_bytes()),
            "rest" => Some(self.rest.clone()),
            "files" => self.file_rows(bytes),
            // The next edit is linked on the facts that were related.
            "linked" => Some(Vec::new()),
            "health" | "paths" => Some(bytes),
            _ => self.table(layout(name)?, &bytes),
        }
    }

    fn file_rows(&self, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
        for (file, words) in &self.file_rows {
            let row = bytes.get_mut(12 * *file as usize..)?.get_mut(..12)?;
            let (places, _) = row.as_chunks_mut::<4>();
            places.iter_mut().zip(words).for_each(|(place, word)| *place = word.to_le_bytes());
        }
        Some(bytes)
    }

    fn table(&self, layout: &RowLayout, bytes: &[u8]) -> Option<Vec<u8>> {
        let patched = self.tables.iter().find(|table| table.section == layout.section);
        let files = patched.map_or(&[][..], |table| table.files.as_slice());
        let ranges: Vec<&Range<u32>> =
            self.files.iter().filter(|(file, _)| files.binary_search(file).is_ok()).map(|(_, range)| range).collect();
        let is_replaced = |row: &[u32]| match layout.owner {
            Owner::File(at) => files.binary_search(&row[at]).is_ok(),
            Owner::Def(at) => holds(&ranges, row[at]),
            Owner::All => patched.is_some(),
        };
        let mut new = patched.map_or(&[][..], |table| table.words.as_slice()).chunks_exact(layout.width).peekable();
        let (words, _) = bytes.as_chunks::<4>();
        let mut out: Vec<u8> = Vec::with_capacity(bytes.len() + 4 * patched.map_or(0, |table| table.words.len()));
        let mut write = |row: &[u32]| row.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
        let mut row: Vec<u32> = Vec::with_capacity(layout.width);
        for old in words.chunks_exact(layout.width) {
            row.clear();
            row.extend(old.iter().map(|word| u32::from_le_bytes(*word)));
            if is_replaced(&row) {
                continue;
            }
            for at in layout.defs {
                row[*at] = self.definitions.moved(row[*at])?;
            }
            for at in layout.names {
                row[*at] = self.names.moved(row[*at])?;
            }
            for at in layout.packages {
                row[*at] = self.packages.moved(row[*at])?;
            }
            while let Some(next) = new.next_if(|next| layout.is_before(next, &row)) {
                write(next);
            }
            write(&row);
        }
        new.for_each(write);
        Some(out)
    }
}

/// Whether one of some ranges, in order, holds a number.
fn holds(ranges: &[&Range<u32>], number: u32) -> bool {
    let at = ranges.partition_point(|range| range.end <= number);
    ranges.get(at).is_some_and(|range| range.contains(&number))
}

impl MovedDefinitions {
    /// The number of a definition after the edit; `None` for one that is gone.
    pub fn moved(&self, def: u32) -> Option<u32> {
        if def == NONE {
            return Some(NONE);
        }
        let at = self.0.partition_point(|run| run.before.end <= def);
        let run = self.0.get(at).filter(|run| run.before.contains(&def))?;
        Some(def - run.before.start + run.after)
    }
}

impl MovedTexts {
    /// The number of a text after the edit; `None` for one that went.
    pub fn moved(&self, text: u32) -> Option<u32> {
        if text == NONE || (self.added.is_empty() && self.removed.is_empty()) {
            return Some(text);
        }
        let n_removed = match self.removed.binary_search(&text) {
            Ok(_) => return None,
            Err(n) => n,
        };
        let n_added = self.added.partition_point(|(before, _)| *before <= text);
        text.checked_add(u32::try_from(n_added).ok()?)?.checked_sub(u32::try_from(n_removed).ok()?)
    }

    /// The texts after the edit.
    pub fn texts(&self, before: &Strings) -> Strings {
        let mut texts = Strings::default();
        let mut done = 0;
        let (mut added, mut removed) = (self.added.iter().peekable(), self.removed.iter().peekable());
        loop {
            let came = added.peek().map_or(u32::MAX, |(before, _)| *before);
            let went = removed.peek().map_or(u32::MAX, |at| **at);
            let next = came.min(went).min(u32::try_from(before.len()).unwrap_or(u32::MAX));
            texts.extend_from(before, done..next);
            done = next;
            if let Some((_, text)) = added.next_if(|(before, _)| *before <= next) {
                texts.push(text);
            } else if removed.next_if_eq(&&next).is_some() {
                done += 1;
            } else {
                break;
            }
        }
        for (_, text) in added {
            texts.push(text);
        }
        texts
    }
}
