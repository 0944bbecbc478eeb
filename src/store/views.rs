//! Views: answers as they were printed, each under the digest of everything that it depends on. Few, small and young.

use rusqlite::{Transaction, params};

use super::open::Store;
use super::seal::seal;
use crate::base::Digest;

/// How many views are kept, the bytes of all, and those of one.
const VIEWS: i64 = 128;
const ALL_BYTES: i64 = 64 * 1024 * 1024;
const BYTES: usize = 8 * 1024 * 1024;

/// A view that is to be kept.
pub struct KeptView {
    /// The digest of everything that it depends on.
    pub key: Digest,
    /// When it was made, in nanoseconds since 1970.
    pub made: i64,
    /// Views that were made before go.
    pub oldest: i64,
    /// Its bytes.
    pub body: Vec<u8>,
}

impl Store {
    /// The view of a key, if it was not made before `oldest`.
    pub fn view(&self, key: &Digest, oldest: i64) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM view WHERE key = ?1 AND made >= ?2";
        self.body(query, params![key.0, oldest], || seal("view", &[&key.0]))
    }
}

pub(super) fn write_view(transaction: &Transaction<'_>, view: &KeptView) -> rusqlite::Result<()> {
    let KeptView { key, made, oldest, body } = view;
    transaction.execute("DELETE FROM view WHERE made < ?1", params![oldest])?;
    if body.len() > BYTES {
        return Ok(());
    }
    let seal = seal("view", &[&key.0]).part(body).finish();
    let insert = "INSERT OR REPLACE INTO view (key, made, seal, body) VALUES (?1, ?2, ?3, ?4)";
    transaction.execute(insert, params![key.0, made, seal.0, body])?;
    // The youngest stay, as many as there is room for.
    let old = "DELETE FROM view WHERE number NOT IN (SELECT number FROM (SELECT number, \
               row_number() OVER (ORDER BY number DESC) AS place, \
               sum(length(body)) OVER (ORDER BY number DESC) AS bytes FROM view) WHERE place <= ?1 AND bytes <= ?2)";
    transaction.execute(old, params![VIEWS, ALL_BYTES])?;
    Ok(())
}
