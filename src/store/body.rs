//! Encodes observations and the stat cache as compact bytes, each under a checksum.

use std::cmp::Ordering;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::{Digest, Digester};
use crate::walk::Stat;

/// The record of a file from when it was last read. Its numbers are stored as they lie in memory: every run reads all
/// records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The path relative to the root.
    pub path: Box<str>,
    /// Its stat at that time.
    pub stat: Stat,
    /// The digest of its content.
    pub content: Digest,
}

/// The records of the files of one root, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatCache {
    /// When the walk began that saw these stats, in nanoseconds since 1970. A file that changed at that time or later
    /// may have changed again without a trace, so its stat proves nothing.
    pub stamp: i64,
    /// The files.
    pub files: Vec<Observed>,
    /// The state of the facts that they led to, if any: its snapshot stays as long as these records.
    #[serde(skip)]
    pub state: Option<Digest>,
}

/// The forms of the records behind the state: as they lie in memory, and deflated.
const PLAIN: u8 = 0;
const DEFLATED: u8 = 1;

impl StatCache {
    /// The bytes of the records: the state comes first, so that SQL can read it. Where a store has the records of many
    /// worktrees, they are deflated: a third is saved, at a millisecond for each thousand files.
    pub fn to_bytes(&self, state: Option<Digest>, is_deflated: bool) -> Vec<u8> {
        let mut bytes = state.or(self.state).map_or([0; 32], |state| state.0).to_vec();
        let records = encode(self);
        bytes.push(if is_deflated { DEFLATED } else { PLAIN });
        if is_deflated {
            let mut deflater = DeflateEncoder::new(bytes, Compression::new(6));
            // Writing into memory cannot fail.
            let _ = deflater.write_all(&records);
            return deflater.finish().unwrap_or_default();
        }
        bytes.extend(records);
        bytes
    }

    /// The records of some bytes; `None` where another version wrote them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (_, rest) = bytes.split_at_checked(32)?;
        let (form, records) = rest.split_first()?;
        if *form != DEFLATED {
            return (*form == PLAIN).then(|| decode(records)).flatten();
        }
        let mut inflated = Vec::new();
        DeflateDecoder::new(records).take(MAX_RECORDS).read_to_end(&mut inflated).ok()?;
        decode(&inflated)
    }
}

/// The most bytes of records that are inflated.
const MAX_RECORDS: u64 = 1 << 30;

/// The key of the records of a root.
pub fn root_key(root: &Path) -> Digest {
    Digest::of(root.as_os_str().as_encoded_bytes())
}

/// The key of the records of those texts of a root that are searched, and that no fact depends on.
pub fn texts_key(root: &Path) -> Digest {
    Digester::new("search texts").part(root.as_os_str().as_encoded_bytes()).finish()
}

/// The bytes of a record behind its path: four numbers and a digest.
const FIXED: usize = 4 * 8 + 32;

impl Serialize for Observed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Stat { size, modified, changed, inode } = self.stat;
        let numbers = [size, modified.cast_unsigned(), changed.cast_unsigned(), inode];
        let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        bytes.extend(self.content.0);
        (&*self.path, Fixed(&bytes)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Observed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (path, Fixed(bytes)) = <(&str, Fixed<'_>)>::deserialize(deserializer)?;
        let (numbers, content) = bytes.split_at_checked(FIXED - 32).unwrap_or_default();
        let content =
            content.try_into().map_err(|_| D::Error::invalid_length(bytes.len(), &"the bytes of a record"))?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let number = |at: usize| numbers.get(at).map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let [size, modified, changed, inode] = std::array::from_fn(number);
        let stat = Stat { size, modified: modified.cast_signed(), changed: changed.cast_signed(), inode };
        Ok(Self { path: path.into(), stat, content: Digest(content) })
    }
}

/// Some bytes, written as such.
struct Fixed<'b>(&'b [u8]);

impl Serialize for Fixed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

impl<'de> Deserialize<'de> for Fixed<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(Self)
    }
}

impl StatCache {
    /// The content of a file, if its stat proves that it is unchanged.
    pub fn content(&self, path: &str, stat: &Stat) -> Option<Digest> {
        let at = self.files.binary_search_by(|known| (*known.path).cmp(path)).ok()?;
        self.proved(&self.files[at], stat)
    }

    /// The same for files that are looked up in the order of their paths.
    pub fn in_order(&self) -> InOrder<'_> {
        InOrder { cache: self, rest: &self.files }
    }

    fn proved(&self, known: &Observed, stat: &Stat) -> Option<Digest> {
        (known.stat == *stat && stat.is_settled(self.stamp)).then_some(known.content)
    }
}

/// The records of files that are looked up in the order of their paths.
pub struct InOrder<'c> {
    cache: &'c StatCache,
    rest: &'c [Observed],
}

impl<'c> InOrder<'c> {
    /// The content that a file had when it was last read, whatever became of it since.
    pub fn last(&mut self, path: &str) -> Option<Digest> {
        self.find(path).map(|known| known.content)
    }

    /// The content of a file, if its stat proves that it is unchanged.
    pub fn content(&mut self, path: &str, stat: &Stat) -> Option<Digest> {
        let known = self.find(path)?;
        self.cache.proved(known, stat)
    }

    fn find(&mut self, path: &str) -> Option<&'c Observed> {
        loop {
            let (known, rest) = self.rest.split_first()?;
            match (*known.path).cmp(path) {
                Ordering::Less => self.rest = rest,
                Ordering::Equal => return Some(known),
                Ordering::Greater => return None,
            }
        }
    }
}

impl StatCache {
    /// Enters files that lie outside of the tree, under their own names.
    pub fn enter(&mut self, more: impl Iterator<Item = Observed>) {
        self.files.extend(more);
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.files.dedup_by(|a, b| a.path == b.path);
    }
}

/// A value as bytes.
pub fn encode(value: &impl Serialize) -> Vec<u8> {
    // Encoding into memory cannot fail for the types kept here: no map, no length unknown beforehand.
    postcard::to_stdvec(value).unwrap_or_default()
}

/// The value of some bytes, or `None` where another version wrote them.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

impl StatCache {
    /// Whether a later stamp lets more files be trusted than this one.
    pub fn stamp_is_stale(&self, later: &Self) -> bool {
        let unsettled = |stamp: i64| move |file: &&Observed| !file.stat.is_settled(stamp);
        self.files.iter().any(|file| unsettled(self.stamp)(&file) && !unsettled(later.stamp)(&file))
    }
}
