//! The histories that are kept: of each root those of the last heads, so that a change of branch reads nothing again.

use rusqlite::{Connection, Transaction, params};

use super::open::Store;
use super::seal::seal;
use crate::base::{Digest, Digester};

/// How many heads of a root are kept; older ones go when another comes.
const HEADS: i64 = 4;

/// A history that is kept.
pub struct KeptHistory {
    /// The digest of the root's path.
    pub root: Digest,
    /// The id of the newest commit.
    pub head: Vec<u8>,
    /// The version of its form.
    pub version: u32,
    /// Its bytes.
    pub body: Vec<u8>,
}

impl Store {
    /// The histories of a root, the last one first.
    pub fn histories(&self, root: &Digest, version: u32) -> Vec<Vec<u8>> {
        let read = |connection: &Connection| -> rusqlite::Result<Vec<Vec<u8>>> {
            let select = "SELECT head, seal, body FROM history WHERE root = ?1 AND version = ?2 ORDER BY number DESC";
            let mut query = connection.prepare(select)?;
            let mut rows = query.query(params![root.0, version])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let (head, sealed, body): (Vec<u8>, [u8; 32], Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
                if of_head(root, &head, version).part(&body).finish().0 == sealed {
                    found.push(body);
                }
            }
            Ok(found)
        };
        self.read(read).unwrap_or_default()
    }
}

pub(super) fn write_history(transaction: &Transaction<'_>, row: &KeptHistory) -> rusqlite::Result<()> {
    let KeptHistory { root, head, version, body } = row;
    let seal = of_head(root, head, *version).part(body).finish();
    let insert = "INSERT OR REPLACE INTO history (root, head, version, seal, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    transaction.execute(insert, params![root.0, head, version, seal.0, body])?;
    let old = "DELETE FROM history WHERE root = ?1 AND number NOT IN \
               (SELECT number FROM history WHERE root = ?1 ORDER BY number DESC LIMIT ?2)";
    transaction.execute(old, params![root.0, HEADS])?;
    Ok(())
}

fn of_head(root: &Digest, head: &[u8], version: u32) -> Digester {
    seal("history", &[&root.0, head, &version.to_le_bytes()])
}
