//! The sections of a state in the store. The snapshots of a store are a stack of two: those that were related, and those
//! that differ from one of these.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use crate::base::Digest;
use crate::facts::{MovedFiles, Patch};
use crate::store::{OVERLAY, Store, decode, encode};

/// The difference of a snapshot from the one that it is made on, whose state comes first.
#[derive(Serialize, Deserialize)]
pub struct Overlay {
    /// The state that was related.
    pub base: Digest,
    /// The files that differ, in order, each with its content in that state.
    pub files: Vec<(u32, Digest)>,
    /// The files that were linked again.
    pub edited: Option<Box<EditedFacts>>,
    /// The files whose text moved since.
    pub moved: MovedFiles,
}

/// The difference of the facts after edits.
#[derive(Clone, Serialize, Deserialize)]
pub struct EditedFacts {
    /// The edited files, in order, each with its content when they were linked.
    pub files: Vec<(u32, Digest)>,
    /// The difference.
    pub patch: Patch,
}

/// The bytes of a digest.
const DIGEST: usize = 32;

/// The most bytes of a difference that are inflated.
const MOST: u64 = 1 << 30;

impl Overlay {
    /// The state that was related, as it lies in memory, so that SQL can read it; and the rest deflated.
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = encode(self);
        let (head, rest) = bytes.split_at_checked(DIGEST).unwrap_or_default();
        let mut deflater = DeflateEncoder::new(head.to_vec(), Compression::fast());
        // Writing into memory cannot fail.
        let _ = deflater.write_all(rest);
        deflater.finish().unwrap_or_default()
    }

    /// Reads [`Self::to_bytes`].
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(DIGEST)?;
        let mut inflated = head.to_vec();
        DeflateDecoder::new(rest).take(MOST).read_to_end(&mut inflated).ok()?;
        decode(&inflated)
    }

    /// A section, from that of the state that was related.
    fn section(&self, name: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
        let bytes = match &self.edited {
            Some(edited) => edited.patch.section(name, bytes)?,
            None => bytes,
        };
        if self.moved.0.is_empty() { Some(bytes) } else { self.moved.section(name, bytes) }
    }
}

/// The sections of a state in the store: its own, or those of another with a difference.
pub struct StoredSections {
    state: Digest,
    /// The difference from another, if it is one.
    pub overlay: Option<Overlay>,
}

impl StoredSections {
    /// The sections of a state, none of which is read yet.
    pub fn of(store: &Store, state: &Digest) -> Self {
        Self { state: *state, overlay: store.overlay(state, OVERLAY).and_then(|body| Overlay::from_bytes(&body)) }
    }

    /// A section; `None` where the store has lost it.
    pub fn section(&self, store: &Store, name: &str) -> Option<Vec<u8>> {
        match &self.overlay {
            Some(overlay) => overlay.section(name, store.section(&overlay.base, name)?),
            None => store.section(&self.state, name),
        }
    }

    /// All sections, in the order of their names; none where one is lost.
    pub fn all(&self, store: &Store) -> Vec<(String, Vec<u8>)> {
        let names = store.section_names(self.overlay.as_ref().map_or(&self.state, |overlay| &overlay.base));
        let part = |name: String| {
            let body = self.section(store, &name)?;
            Some((name, body))
        };
        names.into_iter().map(part).collect::<Option<_>>().unwrap_or_default()
    }
}
