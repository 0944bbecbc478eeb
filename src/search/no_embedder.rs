//! The model of a build that can read none.

use std::path::Path;

use crate::base::Digest;

/// A model of sentence embeddings, of which there is none here.
pub(super) enum Embedder {}

impl Embedder {
    /// Says that this build reads no model.
    pub fn open(_folder: &Path) -> Result<Self, String> {
        Err("this build reads none; one with `--features neural` does".to_owned())
    }

    /// The digest of its weights and its tokenizer.
    pub fn id(&self) -> Digest {
        match *self {}
    }

    /// The length of its vectors.
    pub fn dimension(&self) -> usize {
        match *self {}
    }

    /// The vector of a text.
    pub fn embed(&self, _text: &str) -> Option<Vec<f32>> {
        match *self {}
    }
}
