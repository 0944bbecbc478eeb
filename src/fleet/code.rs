//! Numbers and texts as bytes: variable-length integers, and sorted texts of which each shares the start of the one before.

use super::error::Damage;

/// Appends a number in groups of seven bits, the lowest first.
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap_or(0) | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or(0));
}

/// Appends a number that may be one of no value.
pub fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, (number.wrapping_shl(1) ^ (number >> 63)).cast_unsigned());
}

/// Appends a text behind its length.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Reads bytes from the front; every read is checked.
#[derive(Clone, Debug)]
pub struct Bytes<'b>(pub &'b [u8]);

impl<'b> Bytes<'b> {
    /// A number of [`put`].
    pub fn number(&mut self) -> Result<u64, Damage> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Damage::Number)
    }

    /// A number that fits an id.
    pub fn id(&mut self) -> Result<u32, Damage> {
        u32::try_from(self.number()?).map_err(|_| Damage::Number)
    }

    /// A number that fits a place in memory.
    pub fn size(&mut self) -> Result<usize, Damage> {
        usize::try_from(self.number()?).map_err(|_| Damage::Number)
    }

    /// A number of [`put_signed`].
    pub fn signed(&mut self) -> Result<i64, Damage> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8, Damage> {
        let (first, rest) = self.0.split_first().ok_or(Damage::End)?;
        self.0 = rest;
        Ok(*first)
    }

    /// So many bytes.
    pub fn take(&mut self, n: usize) -> Result<&'b [u8], Damage> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(Damage::End)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A text of [`put_text`].
    pub fn text(&mut self) -> Result<&'b str, Damage> {
        let n = self.size()?;
        std::str::from_utf8(self.take(n)?).map_err(|_| Damage::Text)
    }

    /// Four bytes as a number.
    pub fn word(&mut self) -> Result<u32, Damage> {
        let taken = self.take(4)?;
        Ok(u32::from_le_bytes(taken.try_into().map_err(|_| Damage::End)?))
    }

    /// Eight bytes as a number.
    pub fn long(&mut self) -> Result<u64, Damage> {
        let taken = self.take(8)?;
        Ok(u64::from_le_bytes(taken.try_into().map_err(|_| Damage::End)?))
    }
}

/// Appends a text that follows another: how much they share, and the rest.
pub fn put_after(bytes: &mut Vec<u8>, before: &[u8], text: &[u8]) {
    let shared = before.iter().zip(text).take_while(|(one, other)| one == other).count();
    put(bytes, shared as u64);
    put(bytes, (text.len() - shared) as u64);
    bytes.extend_from_slice(text.get(shared..).unwrap_or_default());
}

/// Turns a text into the next one of [`put_after`].
pub fn take_after(bytes: &mut Bytes<'_>, text: &mut Vec<u8>) -> Result<(), Damage> {
    let (shared, rest) = (bytes.size()?, bytes.size()?);
    if shared > text.len() {
        return Err(Damage::Text);
    }
    text.truncate(shared);
    text.extend_from_slice(bytes.take(rest)?);
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_and_texts_come_back(numbers: Vec<u64>, signed: Vec<i64>, texts: Vec<String>) {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|it| put(&mut bytes, *it));
            signed.iter().for_each(|it| put_signed(&mut bytes, *it));
            let mut before = Vec::new();
            for text in &texts {
                put_after(&mut bytes, &before, text.as_bytes());
                before = text.clone().into_bytes();
            }
            let mut read = Bytes(&bytes);
            for number in &numbers {
                prop_assert_eq!(read.number().unwrap(), *number);
            }
            for number in &signed {
                prop_assert_eq!(read.signed().unwrap(), *number);
            }
            let mut text = Vec::new();
            for wanted in &texts {
                take_after(&mut read, &mut text).unwrap();
                prop_assert_eq!(&text, wanted.as_bytes());
            }
            prop_assert!(read.0.is_empty());
        }
    }
}
