//! Reads many observations at once.

use rusqlite::params;
use rustc_hash::FxHashMap;

use super::open::Store;
use super::rows::of_content;
use crate::base::Digest;

impl Store {
    /// The bodies of many observations as `decode` makes values of them, in the order of the keys; `None` where the store has none
    /// that is whole. They are read in one transaction, as a lock for each would take longer than its body.
    pub fn observations<T>(
        &self,
        keys: &[(Digest, &str)],
        extractor: u32,
        decode: impl Fn(&[u8]) -> Option<T>,
    ) -> Vec<Option<T>> {
        let mut decoded: Vec<Option<T>> = Vec::new();
        decoded.resize_with(keys.len(), || None);
        let mut take = |at: usize, sealed: &[u8], body: &[u8]| {
            let (content, language) = &keys[at];
            let seal = of_content("observation", content, language, extractor).part(body).finish();
            let is_whole = seal.0 == *sealed;
            self.is_damaged.set(self.is_damaged.get() || !is_whole);
            decoded[at] = if is_whole { decode(body) } else { None };
        };
        self.read(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let last = "SELECT coalesce(max(rowid), 0) FROM observation";
            let n_rows: i64 = transaction.prepare_cached(last)?.query_row([], |row| row.get(0))?;
            // To look for most of the rows takes longer than to read all.
            if usize::try_from(n_rows).is_ok_and(|n_rows| n_rows < keys.len() * 2) {
                let mut wanted: FxHashMap<(&[u8], &[u8]), Vec<usize>> = FxHashMap::default();
                for (at, (content, language)) in keys.iter().enumerate() {
                    wanted.entry((&content.0, language.as_bytes())).or_default().push(at);
                }
                let query = "SELECT content, language, seal, body FROM observation NOT INDEXED WHERE extractor = ?1";
                let mut query = transaction.prepare_cached(query)?;
                let mut rows = query.query(params![extractor])?;
                while let Some(row) = rows.next()? {
                    // A damaged row is of no file.
                    let key = row.get_ref(0)?.as_blob().ok().zip(row.get_ref(1)?.as_bytes().ok());
                    for at in key.and_then(|key| wanted.get(&key)).into_iter().flatten() {
                        take(*at, row.get_ref(2)?.as_blob()?, row.get_ref(3)?.as_blob()?);
                    }
                }
                return Ok(());
            }
            let query = "SELECT seal, body FROM observation WHERE content = ?1 AND language = ?2 AND extractor = ?3";
            let mut query = transaction.prepare_cached(query)?;
            for (at, (content, language)) in keys.iter().enumerate() {
                let mut rows = query.query(params![content.0, language, extractor])?;
                if let Some(row) = rows.next()? {
                    take(at, row.get_ref(0)?.as_blob()?, row.get_ref(1)?.as_blob()?);
                }
            }
            Ok(())
        });
        decoded
    }
}
