//! Reads and writes the tables. A fault while reading is a miss: what is not found is made again. A seal covers the key of
//! its row, so that no damage of an index leads to the body of another row.

use rusqlite::{Connection, OptionalExtension, Row, ToSql, Transaction, TransactionBehavior, ffi, params};
use rustc_hash::FxHashSet;

use super::body::StatCache;
use super::open::Store;
use super::parts::{PART, joined, part_name, parts};
use super::past::{KeptHistory, write_history};
use super::schema::is_damage;
use super::seal::seal;
use super::views::{KeptView, write_view};
use crate::base::{Digest, Digester};
use crate::language::EXTRACTOR;

/// How many snapshots are kept; older ones go when another comes.
const SNAPSHOTS: i64 = 4;

/// How many records of stats keep the snapshot that they led to.
const ROOTS: i64 = 128;

/// The section of a snapshot that is another one with other places; its body begins with the state of that.
pub const OVERLAY: &str = "moved";

/// How many merged indexes of words are kept.
const SEARCHES: i64 = 2;

/// The named parts of a snapshot, the bytes of each made when it is written.
pub type Sections<'a> = Vec<(&'a str, Box<dyn Fn() -> Vec<u8> + 'a>)>;

/// The additions of one run.
#[derive(Default)]
pub struct Additions<'a> {
    /// Observations: content, language, body.
    pub observations: Vec<(Digest, &'static str, Vec<u8>)>,
    /// The places of names: content, language, body.
    pub sites: Vec<(Digest, &'static str, Vec<u8>)>,
    /// Postings of words: content, language, version, body.
    pub postings: Vec<(Digest, &'static str, u32, Vec<u8>)>,
    /// A merged index of words: the state, and its body.
    pub search: Option<(Digest, Vec<u8>)>,
    /// The documents of indexes: the digest of the index, body.
    pub covered: Vec<(Digest, Vec<u8>)>,
    /// A history.
    pub history: Option<KeptHistory>,
    /// A snapshot: the state, and its sections.
    pub snapshot: Option<(Digest, Sections<'a>)>,
    /// The snapshot that this one is made on: it stays as long.
    pub base: Option<Digest>,
    /// A view.
    pub view: Option<KeptView>,
    /// The stat cache of a root.
    pub stats: Option<(Digest, &'a StatCache)>,
}

impl Additions<'_> {
    /// Whether there is nothing to write.
    fn is_empty(&self) -> bool {
        let rows = [self.observations.is_empty(), self.sites.is_empty(), self.covered.is_empty()];
        rows == [true; 3]
            && self.postings.is_empty()
            && self.search.is_none()
            && self.history.is_none()
            && self.view.is_none()
            && self.snapshot.is_none()
            && self.stats.is_none()
    }
}

impl Store {
    /// The stat cache of a root; empty where none is kept.
    pub fn stats(&self, root: &Digest) -> StatCache {
        let query = "SELECT seal, body FROM stat_cache WHERE root = ?1";
        let body = self.body(query, params![root.0], || seal("stat_cache", &[&root.0]));
        body.and_then(|body| StatCache::from_bytes(&body)).unwrap_or_default()
    }

    /// The contents of which an observation by this extractor is kept, with the language.
    pub fn observed(&self, extractor: u32) -> FxHashSet<(Digest, String)> {
        let read = |connection: &Connection| -> rusqlite::Result<FxHashSet<(Digest, String)>> {
            let mut query = connection.prepare("SELECT content, language FROM observation WHERE extractor = ?1")?;
            let rows = query.query_map([extractor], |row| Ok((Digest(row.get(0)?), row.get(1)?)))?;
            rows.collect()
        };
        self.read(read).unwrap_or_default()
    }

    /// The body of an observation.
    pub fn observation(&self, content: &Digest, language: &str, extractor: u32) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM observation WHERE content = ?1 AND language = ?2 AND extractor = ?3";
        let seal = || of_content("observation", content, language, extractor);
        self.body(query, params![content.0, language, extractor], seal)
    }

    /// The places of names in a content.
    pub fn sites(&self, content: &Digest, language: &str, extractor: u32) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM sites WHERE content = ?1 AND language = ?2 AND extractor = ?3";
        let seal = || of_content("sites", content, language, extractor);
        self.body(query, params![content.0, language, extractor], seal)
    }

    /// The postings of a content.
    pub fn postings(&self, content: &Digest, language: &str, version: u32) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM postings WHERE content = ?1 AND language = ?2 AND extractor = ?3";
        let seal = || of_content("postings", content, language, version);
        self.body(query, params![content.0, language, version], seal)
    }

    /// The merged postings of a state.
    pub fn search(&self, state: &Digest) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM search WHERE state = ?1";
        self.body(query, params![state.0], || seal("search", &[&state.0]))
    }

    /// The documents of an index.
    pub fn covered(&self, scip: &Digest) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM covered WHERE scip = ?1";
        self.body(query, params![scip.0], || seal("covered", &[&scip.0]))
    }

    /// One section of a snapshot. A snapshot that was written has all of its sections.
    pub fn section(&self, state: &Digest, section: &str) -> Option<Vec<u8>> {
        let body = self.overlay(state, section);
        if body.is_none() {
            let is_written = self.has_snapshot(state);
            self.is_damaged.set(self.is_damaged.get() || is_written);
        }
        body
    }

    /// Whether a snapshot of a state was written.
    pub fn has_snapshot(&self, state: &Digest) -> bool {
        let order = "SELECT 1 FROM snapshot_order WHERE state = ?1";
        self.read(|connection| connection.prepare_cached(order)?.exists([state.0])) == Some(true)
    }

    /// The section of a snapshot that says how it differs from another one, if there is one.
    pub fn overlay(&self, state: &Digest, section: &str) -> Option<Vec<u8>> {
        let query = "SELECT seal, body FROM snapshot WHERE state = ?1 AND section = ?2";
        let part = |at: usize| {
            let name = part_name(section, at);
            self.body(query, params![state.0, name], || seal("snapshot", &[&state.0, name.as_bytes()]))
        };
        joined(part, PART)
    }

    /// The names of the sections of a snapshot, in order.
    pub fn section_names(&self, state: &Digest) -> Vec<String> {
        let names = "SELECT section FROM snapshot WHERE state = ?1 AND section NOT LIKE '%#%' ORDER BY section";
        let read = |connection: &Connection| -> rusqlite::Result<Vec<String>> {
            let mut query = connection.prepare_cached(names)?;
            query.query_map([state.0], |row| row.get(0))?.collect()
        };
        self.read(read).unwrap_or_default()
    }

    /// Whether a read met a damaged page.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.get()
    }

    /// A body whose seal is whole. `seal` begins the seal with the key.
    pub(super) fn body(&self, query: &str, key: &[&dyn ToSql], seal: impl FnOnce() -> Digester) -> Option<Vec<u8>> {
        let read = |connection: &Connection| {
            let mut query = connection.prepare_cached(query)?;
            let row = |row: &Row<'_>| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, Vec<u8>>(1)?));
            query.query_row(key, row).optional()
        };
        let (sealed, body) = self.read(read)??;
        let is_whole = seal().part(&body).finish().0 == sealed;
        self.is_damaged.set(self.is_damaged.get() || !is_whole);
        is_whole.then_some(body)
    }

    /// Reads, and remembers where that met damage.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        match read(self.connection.as_ref()?) {
            Ok(found) => Some(found),
            Err(error) => {
                self.is_damaged.set(self.is_damaged.get() || is_damage(&error));
                None
            }
        }
    }

    /// Writes all additions in one transaction. Another process that writes is waited for; a damaged store is made anew;
    /// where the disk fails, nothing is kept and a note says so.
    pub fn add(&mut self, additions: &Additions<'_>) {
        if self.is_damaged() || !additions.is_empty() {
            self.make_whole();
        }
        if self.is_damaged() {
            self.heal(false);
        }
        let mut written = self.write(additions);
        // Where the store that looks sound cannot be written for all that, it is made anew without another look.
        for sure in [false, true] {
            if !written.as_ref().is_err_and(is_damage) {
                break;
            }
            self.heal(sure);
            written = self.write(additions);
        }
        if let Err(error) = written {
            self.notes.push(format!("the store could not be written ({error}): nothing new is kept"));
        }
    }

    fn write(&mut self, additions: &Additions<'_>) -> rusqlite::Result<()> {
        let (is_of_contents, is_of_worktree) = (self.is_of_contents, self.is_of_worktree);
        let writable = self.connection.as_mut().filter(|_| self.location.is_some());
        let Some(connection) = writable.filter(|_| !additions.is_empty()) else { return Ok(()) };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        write_contents(&transaction, "observation", additions.observations.iter().map(extracted))?;
        write_contents(&transaction, "sites", additions.sites.iter().map(extracted))?;
        let postings = additions.postings.iter().map(|(content, language, version, body)| ContentRow {
            content,
            language,
            version: *version,
            body,
        });
        write_contents(&transaction, "postings", postings)?;
        if is_of_contents {
            return transaction.commit();
        }
        if let Some((state, body)) = &additions.search {
            write_search(&transaction, state, body)?;
        }
        if let Some(row) = &additions.history {
            write_history(&transaction, row)?;
        }
        if let Some(view) = &additions.view {
            write_view(&transaction, view)?;
        }
        for (scip, body) in &additions.covered {
            let insert = "INSERT OR REPLACE INTO covered (scip, seal, body) VALUES (?1, ?2, ?3)";
            let seal = seal("covered", &[&scip.0]).part(body).finish();
            transaction.execute(insert, params![scip.0, seal.0, body])?;
        }
        if let Some((root, stats)) = &additions.stats {
            let body = stats.to_bytes(additions.snapshot.as_ref().map(|(state, _)| *state), is_of_worktree);
            let insert = "INSERT OR REPLACE INTO stat_cache (root, seal, body) VALUES (?1, ?2, ?3)";
            let seal = seal("stat_cache", &[&root.0]).part(&body).finish();
            transaction.execute(insert, params![root.0, seal.0, body])?;
        }
        if let Some((state, sections)) = &additions.snapshot {
            write_snapshot(&transaction, state, additions.base.as_ref(), sections)?;
        }
        verify(&transaction, additions)?;
        transaction.commit()
    }
}

/// A row that is kept by its content.
struct ContentRow<'a> {
    content: &'a Digest,
    language: &'a str,
    version: u32,
    body: &'a [u8],
}

fn extracted<'a>((content, language, body): &'a (Digest, &'static str, Vec<u8>)) -> ContentRow<'a> {
    ContentRow { content, language, version: EXTRACTOR, body }
}

pub(super) fn of_content(table: &str, content: &Digest, language: &str, extractor: u32) -> Digester {
    seal(table, &[&content.0, language.as_bytes(), &extractor.to_le_bytes()])
}

fn write_contents<'a>(
    transaction: &Transaction<'_>,
    table: &str,
    rows: impl Iterator<Item = ContentRow<'a>>,
) -> rusqlite::Result<()> {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    let columns = "(content, language, extractor, seal, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut insert = transaction.prepare(&format!("INSERT OR REPLACE INTO {table} {columns}"))?;
    for ContentRow { content, language, version, body } in rows {
        let seal = of_content(table, content, language, version).part(body).finish();
        insert.execute(params![content.0, language, version, seal.0, body])?;
    }
    Ok(())
}

fn write_search(transaction: &Transaction<'_>, state: &Digest, body: &[u8]) -> rusqlite::Result<()> {
    let seal = seal("search", &[&state.0]).part(body).finish();
    let insert = "INSERT OR REPLACE INTO search (state, seal, body) VALUES (?1, ?2, ?3)";
    transaction.execute(insert, params![state.0, seal.0, body])?;
    let old = "DELETE FROM search WHERE number <= (SELECT max(number) FROM search) - ?1";
    transaction.execute(old, params![SEARCHES])?;
    Ok(())
}

/// Whether the keys that were written lead to their rows: SQLite puts a key into a damaged index without a fault, and does
/// not find it again.
fn verify(transaction: &Transaction<'_>, additions: &Additions<'_>) -> rusqlite::Result<()> {
    let found = |is_there: bool| match is_there {
        true => Ok(()),
        false => Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT), None)),
    };
    for (table, rows) in [("observation", &additions.observations), ("sites", &additions.sites)] {
        let key = format!("SELECT 1 FROM {table} WHERE content = ?1 AND language = ?2 AND extractor = ?3");
        let mut query = transaction.prepare(&key)?;
        for (content, language, _) in rows {
            found(query.exists(params![content.0, language, EXTRACTOR])?)?;
        }
    }
    let mut covered = transaction.prepare("SELECT 1 FROM covered WHERE scip = ?1")?;
    for (scip, _) in &additions.covered {
        found(covered.exists([scip.0])?)?;
    }
    if let Some((root, _)) = &additions.stats {
        found(transaction.prepare("SELECT 1 FROM stat_cache WHERE root = ?1")?.exists([root.0])?)?;
    }
    let mut section = transaction.prepare("SELECT 1 FROM snapshot WHERE state = ?1 AND section = ?2")?;
    if let Some((state, sections)) = &additions.snapshot {
        for (name, _) in sections {
            found(section.exists(params![state.0, name])?)?;
        }
    }
    Ok(())
}

fn write_snapshot(
    transaction: &Transaction<'_>,
    state: &Digest,
    base: Option<&Digest>,
    sections: &Sections<'_>,
) -> rusqlite::Result<()> {
    let insert = "INSERT OR REPLACE INTO snapshot (state, section, seal, body) VALUES (?1, ?2, ?3, ?4)";
    transaction.execute("DELETE FROM snapshot WHERE state = ?1", params![state.0])?;
    for (section, body) in sections {
        let body = body();
        for (at, part) in parts(&body, PART).enumerate() {
            let name = part_name(section, at);
            let seal = seal("snapshot", &[&state.0, name.as_bytes()]).part(part).finish();
            transaction.execute(insert, params![state.0, name, seal.0, part])?;
        }
    }
    for state in base.into_iter().chain([state]) {
        transaction.execute("INSERT OR REPLACE INTO snapshot_order (state) VALUES (?1)", params![state.0])?;
    }
    // The last state of each of the roots that were written last, and what it is made on, stay: a worktree has a snapshot.
    let old = "WITH pinned(state) AS (SELECT substr(body, 1, 32) FROM stat_cache ORDER BY rowid DESC LIMIT ?2) \
               DELETE FROM snapshot_order WHERE number <= (SELECT max(number) FROM snapshot_order) - ?1 \
               AND state NOT IN (SELECT state FROM pinned) AND state NOT IN (SELECT substr(body, 1, 32) FROM snapshot \
               WHERE section = ?3 AND state IN (SELECT state FROM pinned))";
    transaction.execute(old, params![SNAPSHOTS, ROOTS, OVERLAY])?;
    transaction.execute("DELETE FROM snapshot WHERE state NOT IN (SELECT state FROM snapshot_order)", [])?;
    Ok(())
}
