//! Reads and writes the tables. A fault while reading is a miss: what is not found is made again.

use rusqlite::{OptionalExtension, TransactionBehavior, params};
use rustc_hash::FxHashSet;

use super::body::{StatCache, decode, encode};
use super::open::Store;
use crate::base::Digest;

/// How many snapshots are kept; older ones go when another comes.
const SNAPSHOTS: i64 = 4;

/// The named parts of a snapshot.
pub type Sections = Vec<(&'static str, Vec<u8>)>;

/// What one run adds to the store.
#[derive(Default)]
pub struct Additions<'a> {
    /// Observations: content, language, body.
    pub observations: Vec<(Digest, &'static str, Vec<u8>)>,
    /// The places of names: content, language, body.
    pub sites: Vec<(Digest, &'static str, Vec<u8>)>,
    /// The documents of indexes: the digest of the index, body.
    pub covered: Vec<(Digest, Vec<u8>)>,
    /// A snapshot: the state, and its sections.
    pub snapshot: Option<(Digest, Sections)>,
    /// The stat cache of a root.
    pub stats: Option<(Digest, &'a StatCache)>,
}

impl Store {
    /// The stat cache of a root; empty where none is kept.
    pub fn stats(&self, root: &Digest) -> StatCache {
        let body = self.body("SELECT seal, body FROM stat_cache WHERE root = ?1", params![root.0]);
        body.and_then(|body| decode(&body)).unwrap_or_default()
    }

    /// The contents of which an observation by this extractor is kept, with the language.
    pub fn observed(&self, extractor: u32) -> FxHashSet<(Digest, String)> {
        let read = || -> rusqlite::Result<FxHashSet<(Digest, String)>> {
            let Some(connection) = &self.connection else { return Ok(FxHashSet::default()) };
            let mut query = connection.prepare("SELECT content, language FROM observation WHERE extractor = ?1")?;
            let rows = query.query_map([extractor], |row| Ok((Digest(row.get(0)?), row.get(1)?)))?;
            rows.collect()
        };
        read().unwrap_or_default()
    }

    /// The body of an observation.
    pub fn observation(&self, content: &Digest, language: &str, extractor: u32) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM observation WHERE content = ?1 AND language = ?2 AND extractor = ?3";
        self.body(query, params![content.0, language, extractor])
    }

    /// The places of names in a content.
    pub fn sites(&self, content: &Digest, language: &str, extractor: u32) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM sites WHERE content = ?1 AND language = ?2 AND extractor = ?3";
        self.body(query, params![content.0, language, extractor])
    }

    /// The documents of an index.
    pub fn covered(&self, scip: &Digest) -> Option<Vec<u8>> {
        self.body("SELECT seal, body FROM covered WHERE scip = ?1", params![scip.0])
    }

    /// One section of a snapshot.
    pub fn section(&self, state: &Digest, section: &str) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM snapshot WHERE state = ?1 AND section = ?2";
        self.body(query, params![state.0, section])
    }

    /// A body whose seal is whole.
    fn body(&self, query: &str, key: &[&dyn rusqlite::ToSql]) -> Option<Vec<u8>> {
        let mut query = self.connection.as_ref()?.prepare_cached(query).ok()?;
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, Vec<u8>>(1)?));
        let (seal, body) = query.query_row(key, read).optional().ok()??;
        (Digest::of(&body).0 == seal).then_some(body)
    }

    /// Writes all additions in one transaction. Another process that writes is waited for; where that or the disk
    /// fails, nothing is kept and a note says so.
    pub fn add(&mut self, additions: &Additions<'_>) {
        if let Err(error) = self.write(additions) {
            self.notes.push(format!("the store could not be written ({error}): nothing new is kept"));
        }
    }

    fn write(&mut self, additions: &Additions<'_>) -> rusqlite::Result<()> {
        let Some(connection) = self.connection.as_mut().filter(|_| self.writable) else { return Ok(()) };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let tables = [("observation", &additions.observations), ("sites", &additions.sites)];
            for (table, rows) in tables.into_iter().filter(|(_, rows)| !rows.is_empty()) {
                let columns = "(content, language, extractor, seal, body) VALUES (?1, ?2, ?3, ?4, ?5)";
                let mut insert = transaction.prepare(&format!("INSERT OR REPLACE INTO {table} {columns}"))?;
                for (content, language, body) in rows {
                    let extractor = crate::language::EXTRACTOR;
                    insert.execute(params![content.0, language, extractor, Digest::of(body).0, body])?;
                }
            }
        }
        for (scip, body) in &additions.covered {
            let insert = "INSERT OR REPLACE INTO covered (scip, seal, body) VALUES (?1, ?2, ?3)";
            transaction.execute(insert, params![scip.0, Digest::of(body).0, body])?;
        }
        if let Some((root, stats)) = &additions.stats {
            let body = encode(*stats);
            let insert = "INSERT OR REPLACE INTO stat_cache (root, seal, body) VALUES (?1, ?2, ?3)";
            transaction.execute(insert, params![root.0, Digest::of(&body).0, body])?;
        }
        if let Some((state, sections)) = &additions.snapshot {
            let insert = "INSERT OR REPLACE INTO snapshot (state, section, seal, body) VALUES (?1, ?2, ?3, ?4)";
            for (section, body) in sections {
                transaction.execute(insert, params![state.0, section, Digest::of(body).0, body])?;
            }
            transaction.execute("INSERT OR REPLACE INTO snapshot_order (state) VALUES (?1)", params![state.0])?;
            let old = "DELETE FROM snapshot_order WHERE number <= (SELECT max(number) FROM snapshot_order) - ?1";
            transaction.execute(old, params![SNAPSHOTS])?;
            transaction.execute("DELETE FROM snapshot WHERE state NOT IN (SELECT state FROM snapshot_order)", [])?;
        }
        transaction.commit()
    }

    /// Removes every observation that is not among `kept`, and gives the space back.
    pub fn prune(&mut self, kept: &FxHashSet<(Digest, String)>) -> rusqlite::Result<usize> {
        let all = self.observed(crate::language::EXTRACTOR);
        let Some(connection) = self.connection.as_mut().filter(|_| self.writable) else { return Ok(0) };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let extractor = crate::language::EXTRACTOR;
        let mut removed = transaction.execute("DELETE FROM observation WHERE extractor <> ?1", params![extractor])?;
        for (content, language) in all.iter().filter(|known| !kept.contains(known)) {
            let delete = "DELETE FROM observation WHERE content = ?1 AND language = ?2";
            removed += transaction.execute(delete, params![content.0, language])?;
        }
        // What is joined with an index is made again at need, and belongs to no run for sure.
        removed += transaction.execute("DELETE FROM sites WHERE (content, language, extractor) NOT IN (SELECT content, language, extractor FROM observation)", [])?;
        transaction.execute("DELETE FROM covered", [])?;
        transaction.commit()?;
        connection.execute_batch("VACUUM")?;
        Ok(removed)
    }
}
