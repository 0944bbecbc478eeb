//! Forgets what no tree needs any more.

use rusqlite::{TransactionBehavior, params};
use rustc_hash::FxHashSet;
use std::path::PathBuf;

use super::body::{root_key, texts_key};
use super::open::Store;
use crate::base::Digest;
use crate::language::EXTRACTOR;
use crate::walk;

impl Store {
    /// The roots that share this store, where it lies in the folder of one of them.
    fn roots(&self) -> Vec<PathBuf> {
        self.location.as_ref().and_then(|location| location.home()).map(walk::worktrees).unwrap_or_default()
    }

    /// Removes every observation that neither is among `kept` nor was seen in another worktree that is still there, and gives
    /// the space back.
    pub fn prune(&mut self, kept: &FxHashSet<(Digest, String)>) -> rusqlite::Result<usize> {
        let (all, roots) = (self.observed(EXTRACTOR), self.roots());
        let records = roots.iter().flat_map(|root| self.stats(&root_key(root)).files);
        let others: FxHashSet<Digest> = records.map(|record| record.content).collect();
        let writable = self.connection.as_mut().filter(|_| self.location.is_some());
        let Some(connection) = writable else { return Ok(0) };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut removed = transaction.execute("DELETE FROM observation WHERE extractor <> ?1", params![EXTRACTOR])?;
        for (content, language) in all.iter().filter(|known| !kept.contains(known)) {
            if others.contains(content) {
                continue;
            }
            let delete = "DELETE FROM observation WHERE content = ?1 AND language = ?2";
            removed += transaction.execute(delete, params![content.0, language])?;
        }
        // What is joined with an index is made again at need, and belongs to no run for sure.
        removed += transaction.execute("DELETE FROM sites WHERE (content, language, extractor) NOT IN (SELECT content, language, extractor FROM observation)", [])?;
        transaction.execute("DELETE FROM covered", [])?;
        removed +=
            transaction.execute("DELETE FROM postings WHERE content NOT IN (SELECT content FROM observation)", [])?;
        if !roots.is_empty() {
            let keys = roots.iter().flat_map(|root| [root_key(root), texts_key(root)]);
            let keys: Vec<String> = keys.map(|key| format!("x'{key}'")).collect();
            transaction.execute(&format!("DELETE FROM stat_cache WHERE root NOT IN ({})", keys.join(", ")), [])?;
        }
        transaction.execute("DELETE FROM search", [])?;
        transaction.execute("DELETE FROM view", [])?;
        transaction.commit()?;
        connection.execute_batch("VACUUM")?;
        Ok(removed)
    }
}
