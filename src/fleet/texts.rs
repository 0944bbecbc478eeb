//! Sorted texts in blocks: each shares the start of the one before it, but for the first of a block. A text is read by its
//! number without those of other blocks.

use super::code::{Bytes, put_after, take_after};
use super::error::{Damage, FleetBound};
use super::paged::{Paged, ReadError};
use crate::base::Strings;

/// How many texts a block holds.
const BLOCK: usize = 16;

/// The number of texts, the place of each block, then the blocks.
pub fn encode(texts: &Strings, what: &str) -> Result<Vec<u8>, FleetBound> {
    let (mut starts, mut blocks) = (Vec::new(), Vec::new());
    let mut before: &str = "";
    for (at, text) in texts.iter().enumerate() {
        if at % BLOCK == 0 {
            let most = u64::from(u32::MAX);
            let start = u32::try_from(blocks.len());
            starts.push(start.map_err(|_| FleetBound { what: what.to_owned(), size: blocks.len() as u64, most })?);
            before = "";
        }
        put_after(&mut blocks, before.as_bytes(), text.as_bytes());
        before = text;
    }
    let n = u32::try_from(texts.len()).unwrap_or(u32::MAX);
    let head = std::iter::once(n).chain(starts).flat_map(u32::to_le_bytes);
    Ok(head.chain(blocks).collect())
}

/// The texts that stand at a place of a file.
#[derive(Clone, Copy, Debug)]
pub struct TextSection {
    at: u64,
    length: u64,
    n: u32,
}

impl TextSection {
    /// The texts at a place.
    pub fn open(paged: &Paged, at: u64, length: u64) -> Result<Self, ReadError> {
        let n = Bytes(&paged.read(at, 4)?).word()?;
        Ok(Self { at, length, n })
    }

    /// How many texts there are.
    pub fn len(&self) -> u32 {
        self.n
    }

    /// The texts of some numbers, which are sorted.
    pub fn get(&self, paged: &Paged, numbers: &[u32]) -> Result<Strings, ReadError> {
        let mut found = Strings::default();
        let same_block = |one: &u32, other: &u32| one / BLOCK as u32 == other / BLOCK as u32;
        for of_block in numbers.chunk_by(same_block) {
            let Some(block) = of_block.first().map(|number| number / BLOCK as u32) else { continue };
            let bytes = self.block(paged, block)?;
            let (mut rest, mut text, mut next) = (Bytes(&bytes), Vec::new(), block * BLOCK as u32);
            for number in of_block {
                while next <= *number {
                    take_after(&mut rest, &mut text)?;
                    next += 1;
                }
                found.push(std::str::from_utf8(&text).map_err(|_| Damage::Text)?);
            }
        }
        Ok(found)
    }

    /// The number of a text.
    pub fn find(&self, paged: &Paged, wanted: &str) -> Result<Option<u32>, ReadError> {
        let (mut first, mut last) = (0, self.n.div_ceil(BLOCK as u32));
        while first + 1 < last {
            let middle = first.midpoint(last);
            if self.get(paged, &[middle * BLOCK as u32])?.get(0) <= wanted {
                first = middle;
            } else {
                last = middle;
            }
        }
        let numbers: Vec<u32> = (first * BLOCK as u32..self.n).take(BLOCK).collect();
        let at = self.get(paged, &numbers)?.iter().position(|text| text == wanted);
        Ok(at.and_then(|at| numbers.get(at).copied()))
    }

    fn block(&self, paged: &Paged, block: u32) -> Result<Vec<u8>, ReadError> {
        let n_blocks = self.n.div_ceil(BLOCK as u32);
        if block >= n_blocks {
            return Err(Damage::Number.into());
        }
        let head = 4 + 4 * u64::from(n_blocks);
        let is_last = block + 1 == n_blocks;
        let starts = paged.read(self.at + 4 + 4 * u64::from(block), if is_last { 4 } else { 8 })?;
        let mut starts = Bytes(&starts);
        let start = u64::from(starts.word()?);
        let end = if is_last { self.length.checked_sub(head).ok_or(Damage::End)? } else { u64::from(starts.word()?) };
        let n = end.checked_sub(start).and_then(|n| usize::try_from(n).ok()).ok_or(Damage::Number)?;
        paged.read(self.at + head + start, n)
    }
}
