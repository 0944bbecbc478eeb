//! Sorted rows in runs: those that begin with a word, or stand at a position, are read without the others.

use super::code::{Bytes, put, put_signed};
use super::error::{Damage, FleetBound};
use super::paged::{Paged, ReadError};

/// How many rows a run has.
const RUN: usize = 32;
/// The bytes before the heads: how many rows there are, and how many bytes the runs have.
const HEAD: usize = 8;
/// The bytes of a head.
const ENTRY: usize = 8;

/// The number of rows and of the bytes of the runs; of each run its first word and its place behind these; the runs.
pub fn encode<const K: usize>(rows: &[[u32; K]], what: &str) -> Result<Vec<u8>, FleetBound> {
    let bound = |size: usize| FleetBound { what: what.to_owned(), size: size as u64, most: u64::from(u32::MAX) };
    let (mut heads, mut runs) = (Vec::new(), Vec::new());
    for run in rows.chunks(RUN) {
        let start = u32::try_from(runs.len()).map_err(|_| bound(runs.len()))?;
        heads.extend(run.iter().take(1).flat_map(|row| [row.first().copied().unwrap_or_default(), start]));
        put_words(&mut runs, run);
    }
    let n = u32::try_from(rows.len()).map_err(|_| bound(rows.len()))?;
    let length = u32::try_from(runs.len()).map_err(|_| bound(runs.len()))?;
    Ok([n, length].into_iter().chain(heads).flat_map(u32::to_le_bytes).chain(runs).collect())
}

/// Appends rows, each word as its distance from that of the row before.
pub fn put_words<const K: usize>(bytes: &mut Vec<u8>, rows: &[[u32; K]]) {
    put(bytes, rows.len() as u64);
    let mut before = [0u32; K];
    for row in rows {
        for (word, before) in row.iter().zip(&before) {
            // No id is the smallest number and not the greatest.
            put_signed(bytes, i64::from(word.wrapping_add(1)) - i64::from(before.wrapping_add(1)));
        }
        before = *row;
    }
}

/// Reads what [`put_words`] wrote.
pub fn take_words<const K: usize>(read: &mut Bytes<'_>) -> Result<Vec<[u32; K]>, Damage> {
    let n = read.size()?;
    // Each row takes bytes: a number that is damaged cannot ask for more memory than that.
    let mut rows = Vec::with_capacity(n.min(read.0.len() / K.max(1)));
    let mut row = [0u32; K];
    for _ in 0..n {
        for word in &mut row {
            let next = i64::from(word.wrapping_add(1)).checked_add(read.signed()?).ok_or(Damage::Number)?;
            *word = u32::try_from(next).map_err(|_| Damage::Number)?.wrapping_sub(1);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Rows at a place of a file; a run that was read is kept.
pub struct Runs<'p, const K: usize> {
    paged: &'p Paged,
    /// The place of the first run, and of the end of the last.
    start: u64,
    end: u64,
    /// The first word and the place of each run.
    heads: Vec<(u32, u64)>,
    kept: Vec<Option<Vec<[u32; K]>>>,
}

impl<'p, const K: usize> Runs<'p, K> {
    /// The rows at a place.
    pub fn open(paged: &'p Paged, at: u64) -> Result<Self, ReadError> {
        let head = paged.read(at, HEAD)?;
        let mut head = Bytes(&head);
        let (n, length) = (head.word()? as usize, u64::from(head.word()?));
        let n_runs = n.div_ceil(RUN);
        let start = at + (HEAD + ENTRY * n_runs) as u64;
        let end = start.checked_add(length).filter(|end| *end <= paged.length()).ok_or(Damage::Number)?;
        let heads = paged.read(at + HEAD as u64, ENTRY * n_runs)?;
        let mut read = Bytes(&heads);
        let heads = (0..n_runs).map(|_| Ok((read.word()?, start + u64::from(read.word()?))));
        let heads = heads.collect::<Result<_, Damage>>()?;
        Ok(Self { paged, start, end, heads, kept: vec![None; n_runs] })
    }

    /// The place behind the last row.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The rows that begin with a word, each with its position.
    pub fn headed(&mut self, word: u32) -> Result<Vec<(u32, [u32; K])>, ReadError> {
        // The first of them may stand in the run before that which begins with the word.
        let first = self.heads.partition_point(|(head, _)| *head < word).saturating_sub(1);
        let last = self.heads.partition_point(|(head, _)| *head <= word);
        let mut found = Vec::new();
        for at in first..last {
            let rows = self.run(at)?.iter().zip((at * RUN)..);
            let named = rows.filter(|(row, _)| row.first() == Some(&word));
            found.extend(named.filter_map(|(row, at)| Some((u32::try_from(at).ok()?, *row))));
        }
        Ok(found)
    }

    /// The row at a position.
    pub fn row(&mut self, position: u32) -> Result<[u32; K], ReadError> {
        let at = position as usize;
        let row = self.run(at / RUN)?.get(at % RUN).copied();
        Ok(row.ok_or(Damage::Number)?)
    }

    /// All rows.
    pub fn all(&mut self) -> Result<Vec<[u32; K]>, ReadError> {
        let mut all = Vec::new();
        for at in 0..self.heads.len() {
            all.extend_from_slice(self.run(at)?);
        }
        Ok(all)
    }

    fn run(&mut self, at: usize) -> Result<&[[u32; K]], ReadError> {
        let place = |at: usize| self.heads.get(at).map_or(self.end, |(_, place)| *place);
        let kept = self.kept.get_mut(at).ok_or(Damage::Number)?;
        if kept.is_none() {
            let start = place(at).max(self.start);
            let n = place(at + 1).checked_sub(start).and_then(|n| usize::try_from(n).ok()).ok_or(Damage::Number)?;
            *kept = Some(take_words(&mut Bytes(&self.paged.read(start, n)?))?);
        }
        Ok(kept.as_deref().unwrap_or_default())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::super::paged::PagedWriter;
    use super::*;

    proptest! {
        /// Rows are found by their first word and by their position as they are in a list.
        #[test]
        fn rows_are_found_as_in_a_list(mut rows in prop::collection::vec((0u32..40, 0u32..9), 0..300), word in 0u32..42) {
            rows.sort_unstable();
            let rows: Vec<[u32; 2]> = rows.into_iter().map(|(one, other)| [one, other]).collect();
            let bytes = [&[7; 5], &encode(&rows, "rows").unwrap()[..], &[9; 3]].concat();
            let mut writer = PagedWriter::new(Vec::new());
            writer.write(&bytes).unwrap();
            let paged = Paged::open(Box::new(writer.finish(0).unwrap())).unwrap();
            let mut runs = Runs::<2>::open(&paged, 5).unwrap();
            prop_assert_eq!(runs.end(), bytes.len() as u64 - 3);
            let wanted: Vec<(u32, [u32; 2])> = (0u32..).zip(rows.iter().copied()).filter(|(_, row)| row[0] == word).collect();
            prop_assert_eq!(runs.headed(word).unwrap(), wanted);
            for (at, row) in (0u32..).zip(&rows) {
                prop_assert_eq!(runs.row(at).unwrap(), *row);
            }
            prop_assert!(runs.row(rows.len() as u32).is_err());
            prop_assert_eq!(runs.all().unwrap(), rows);
        }
    }
}
