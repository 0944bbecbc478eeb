//! Many short texts in one.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::raw_bytes::RawBytes;
use super::table::Stored;

/// Many short texts in one, each with an id. Serialized as the lengths of all, and the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    /// Adds a text; its id is its position.
    pub fn push(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        u32::try_from(self.ends.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds texts of another list, those of ids in a row.
    pub fn extend_from(&mut self, other: &Self, ids: std::ops::Range<u32>) {
        let (first, last) = (ids.start as usize, (ids.end as usize).min(other.ends.len()));
        let start = |at: usize| if at == 0 { 0 } else { other.ends.get(at - 1).copied().unwrap_or(0) };
        let (from, to) = (start(first), start(last));
        let base = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.push_str(other.text.get(from as usize..to as usize).unwrap_or(""));
        let ends = other.ends.get(first..last).unwrap_or_default();
        self.ends.extend(ends.iter().map(|end| (end - from).saturating_add(base)));
    }

    /// Whether there is more than ids and ends can tell: some texts are not what was given then.
    pub fn is_over(&self) -> bool {
        u32::try_from(self.text.len()).is_err() || u32::try_from(self.ends.len()).is_err()
    }

    /// Gives back the room that no text fills.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The text of an id; empty for an id that was not given.
    pub fn get(&self, id: u32) -> &str {
        let at = id as usize;
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) };
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The id of a text, where all are in byte order.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.rank(text).ok()
    }

    /// The id of a text, where all are in byte order; else the id before which it would come.
    pub fn rank(&self, text: &str) -> Result<u32, u32> {
        let (mut first, mut last) = (0, u32::try_from(self.ends.len()).unwrap_or(u32::MAX));
        while first < last {
            let middle = first.midpoint(last);
            match self.get(middle).cmp(text) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Greater => last = middle,
                std::cmp::Ordering::Equal => return Ok(middle),
            }
        }
        Err(first)
    }

    /// The ids of the texts that begin so, where all are in byte order.
    pub fn beginning(&self, head: &str) -> std::ops::Range<u32> {
        let (Ok(first) | Err(first)) = self.rank(head);
        // Mostly there are few.
        let is_one = |id: &u32| (*id as usize) < self.ends.len() && self.get(*id).starts_with(head);
        let end = (first..).take_while(is_one).last().map_or(first, |last| last + 1);
        first..end
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All texts, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let text = self.text.get(start..*end as usize).unwrap_or("");
            start = *end as usize;
            text
        })
    }

    /// The number of texts, their ends, then the text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        let head = std::iter::once(count).chain(self.ends.iter().copied()).flat_map(u32::to_le_bytes);
        head.chain(self.text.bytes()).collect()
    }

    /// Reads [`Self::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
        let count = word(bytes.get(..4)?)? as usize;
        let ends_end = count.checked_mul(4)?.checked_add(4)?;
        let (words, _) = bytes.get(4..ends_end)?.as_chunks::<4>();
        let ends: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let text = std::str::from_utf8(bytes.get(ends_end..)?).ok()?.to_owned();
        let is_whole = ends.is_sorted() && ends.last().is_none_or(|end| *end as usize == text.len());
        is_whole.then_some(Self { text, ends })
    }
}

impl Stored for Strings {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        *self = Self::from_bytes(bytes)?;
        Some(())
    }
}

/// The lengths of the texts, each in one byte or five, and the text: a list is read at once, not text by text.
impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lengths: Vec<u8> = Vec::with_capacity(self.ends.len());
        for length in self.iter().map(str::len) {
            match u8::try_from(length) {
                Ok(length) if length < u8::MAX => lengths.push(length),
                _ => {
                    lengths.push(u8::MAX);
                    lengths.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
                }
            }
        }
        (RawBytes(&lengths), self.text.as_str()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (RawBytes(mut rest), text) = <(RawBytes<'de>, &'de str)>::deserialize(deserializer)?;
        let mut ends: Vec<u32> = Vec::with_capacity(rest.len());
        let mut end = 0u32;
        while let Some((length, behind)) = rest.split_first() {
            rest = behind;
            let mut length = u32::from(*length);
            if let (true, Some((long, behind))) = (length == u32::from(u8::MAX), rest.split_first_chunk()) {
                (length, rest) = (u32::from_le_bytes(*long), behind);
            }
            end = end.saturating_add(length);
            ends.push(end);
        }
        match usize::try_from(end).is_ok_and(|end| end == text.len()) {
            true => Ok(Self { text: text.to_owned(), ends }),
            false => Err(D::Error::custom("a list of texts of another length")),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        let long = ["x".repeat(254), "x".repeat(255), "größe".repeat(90)];
        let all = ["", "name", "größe", "name"].into_iter().chain(long.iter().map(String::as_str)).chain([""]);
        let mut strings = Strings::default();
        for text in all.clone() {
            strings.push(text);
        }
        let bytes = postcard::to_stdvec(&strings).unwrap();
        let read = postcard::from_bytes::<Strings>(&bytes).unwrap();
        assert_eq!((read.iter().collect::<Vec<_>>(), &read), (all.collect(), &strings));
        assert!((0..bytes.len()).all(|end| postcard::from_bytes::<Strings>(&bytes[..end]).is_err()));
        assert!(postcard::from_bytes::<Strings>(&[1, 1, 1, 0xff]).is_err(), "what is no UTF-8 is no text");
        assert!(postcard::from_bytes::<Strings>(&[1, 2, 1, b'a']).is_err(), "lengths are those of the text");
    }
}
