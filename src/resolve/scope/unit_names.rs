//! The names that each unit of a family writes, and what they are there: an edit that reads some units must know it of the others.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::RawBytes;

/// A declaration other than a method has the name, or the file gives it to others as another.
pub const FREE: u8 = 1;
/// A method has the name.
pub const MEMBER: u8 = 2;
/// An attribute has the name.
pub const ATTRIBUTE: u8 = 4;
/// A declaration has the name, or belongs to what has it.
pub const DEFINED: u8 = 8;
/// A module has the name.
pub const MODULE: u8 = 16;
/// A method has the name that is looked up by its name alone.
pub const METHOD: u8 = 32;
/// More than one.
pub const METHODS: u8 = 64;

/// For each name, by its number, the units that write it: nothing where a family has no units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitNames {
    /// Where those of each name begin.
    starts: Vec<u8>,
    /// The unit and the bits of each, as one word.
    rows: Vec<u8>,
}

const BITS: u32 = 8;

impl UnitNames {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Enters the units of the next name.
    pub fn push(&mut self, rows: impl Iterator<Item = (u32, u8)>) {
        let start = u32::try_from(self.rows.len() / 4).unwrap_or(u32::MAX);
        self.starts.extend(start.to_le_bytes());
        self.rows.extend(rows.flat_map(|(unit, bits)| (unit << BITS | u32::from(bits)).to_le_bytes()));
    }

    /// The units that write a name, each with its bits.
    pub fn of(&self, name: u32) -> impl Iterator<Item = (u32, u8)> + '_ {
        let (starts, _) = self.starts.as_chunks::<4>();
        let (rows, _) = self.rows.as_chunks::<4>();
        let start = |at: usize| starts.get(at).map_or(rows.len(), |word| u32::from_le_bytes(*word) as usize);
        let own = rows.get(start(name as usize)..start(name as usize + 1)).unwrap_or_default();
        own.iter().map(|word| {
            let [bits, unit @ ..] = *word;
            (unit.into_iter().rev().fold(0, |so_far, byte| so_far << BITS | u32::from(byte)), bits)
        })
    }
}

impl Serialize for UnitNames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (RawBytes(&self.starts), RawBytes(&self.rows)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for UnitNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (RawBytes(starts), RawBytes(rows)) = <(RawBytes<'de>, RawBytes<'de>)>::deserialize(deserializer)?;
        Ok(Self { starts: starts.to_vec(), rows: rows.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_come_back_as_they_were_entered() {
        let all: [&[(u32, u8)]; 4] = [&[(1, FREE), (70_000, METHOD | METHODS)], &[], &[(0x00ff_ffff, 255)], &[(2, 0)]];
        let mut names = UnitNames::default();
        all.iter().for_each(|rows| names.push(rows.iter().copied()));
        let bytes = postcard::to_stdvec(&names).expect("bytes");
        let read: UnitNames = postcard::from_bytes(&bytes).expect("names");
        assert_eq!(read, names);
        for (rows, at) in all.iter().zip(0u32..) {
            assert_eq!(read.of(at).collect::<Vec<_>>(), *rows);
        }
        assert_eq!(read.of(4).count(), 0);
    }
}
