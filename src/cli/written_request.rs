//! A request as it is written. Where it leads to no file but its manifest, its words say all that the answer depends on beside the
//! content, so that a kept answer is found before the manifest is read.

use std::path::Path;

use super::args::{InputOptions, StaleOptions};
use super::environment::environment;
use super::hot;
use super::knobs;
use super::manifest_name::manifest_name;
use super::run::Loaded;
use crate::base::{Digest, Digester};
use crate::manifest::{manifest_text, shipped};
use crate::render::Format;

/// A request as it is written.
pub struct WrittenRequest {
    /// The text of the manifest.
    text: String,
    /// The digest of all words.
    words: Digest,
}

impl WrittenRequest {
    /// The words of a request for one manifest; `None` where they lead to further files, or show no request that can be
    /// carried out.
    pub fn of(path: &Path, inputs: &InputOptions, stale: &StaleOptions, format: &Format, root: &Path) -> Option<Self> {
        // The value of an input may be that of a file, behind an `@`.
        let names_file = !inputs.input.is_empty() || !inputs.from.is_empty() || knobs::file(&inputs.work).is_some();
        let leads_on = names_file || inputs.set.iter().any(|it| it.contains('@'));
        if leads_on {
            return None;
        }
        let text = match manifest_text(path) {
            Ok(text) => text,
            Err(_) => path.to_str().and_then(shipped)?.to_owned(),
        };
        let knobs = knobs::stated(&inputs.work).ok()?;
        let mut words = Digester::new("words");
        words.part(manifest_name(path, root).as_bytes()).part(text.as_bytes()).part(format.name.as_bytes());
        words.part(format!("{inputs:?} {stale:?} {knobs:?} {:?}", environment().ok()?).as_bytes());
        Some(Self { text, words: words.finish() })
    }

    /// Whether the manifest, as it was read, asks for nothing that another file says, and its reader has nothing to say of it.
    pub fn is_all_of(&self, one: &Loaded) -> bool {
        let manifest = &one.manifest;
        let leads_on = manifest.over.is_some() || !manifest.index.scip.is_empty();
        !leads_on && manifest.warnings.is_empty() && one.text == self.text
    }

    /// The digest of everything that the answer depends on: the program, the words, the content.
    pub fn key(&self, content: &Digest) -> Digest {
        let mut key = Digester::new("written");
        hot::program(&mut key);
        key.part(&self.words.0).part(&content.0).finish()
    }
}
