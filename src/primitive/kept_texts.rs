//! Texts that several queries of one request read: each is read once, and is the same for all of them.

use std::sync::{Arc, Mutex, PoisonError};

use cg_rules::FileId;
use rustc_hash::FxHashMap;

/// The most bytes of all texts.
const BYTES: usize = 32 * 1024 * 1024;

/// The texts of a request.
#[derive(Default)]
pub struct KeptTexts(Mutex<Held>);

#[derive(Default)]
struct Held {
    texts: FxHashMap<FileId, Arc<Vec<u8>>>,
    n_bytes: usize,
}

impl KeptTexts {
    /// The text of a file: the one that is kept, or else as it is read, which is kept while there is room.
    pub fn of<E>(&self, file: FileId, read: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Arc<Vec<u8>>, E> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = kept().texts.get(&file) {
            return Ok(Arc::clone(text));
        }
        let text = Arc::new(read()?);
        let mut kept = kept();
        if kept.n_bytes + text.len() <= BYTES {
            kept.n_bytes += text.len();
            kept.texts.insert(file, Arc::clone(&text));
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once_while_there_is_room() {
        let texts = KeptTexts::default();
        let read = |file, bytes: usize| texts.of(FileId(file), || Ok::<_, ()>(vec![0; bytes])).map(|text| text.len());
        assert_eq!(
            [read(0, 3), read(0, 5), read(1, BYTES), read(1, 7), read(2, 9), read(2, 4)].map(Result::unwrap_or_default),
            [3, 3, BYTES, 7, 9, 9]
        );
        assert!(texts.of(FileId(3), || Err(())).is_err());
    }
}
