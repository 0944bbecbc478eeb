//! The history of a repository: what is kept of it, and what is new since.

use std::path::PathBuf;

use crate::base::Digest;
use crate::facts::LazyChanges;
use crate::history::{self, CommitName, History, Off};
use crate::store::{Additions, KeptHistory, Store, StorePlace, decode, encode};
use crate::walk::Door;

/// Reads the history of a root at the first query that asks for it.
pub fn later(root: PathBuf, door: Door, place: StorePlace) -> LazyChanges {
    LazyChanges::later(move |n_commits| {
        // A store that cannot be opened by now keeps nothing; the run has said so.
        let mut store = Store::glance(&place, &root).unwrap_or_default();
        let key = Digest::of(root.as_os_str().as_encoded_bytes());
        let known: Vec<History> =
            store.histories(&key, history::VERSION).iter().filter_map(|body| decode(body)).collect();
        let most = usize::try_from(n_commits).unwrap_or(usize::MAX);
        let (found, is_new) = history::read(&root, &door, most, &known)?;
        if is_new && let Some(head) = found.commits.first() {
            let row =
                KeptHistory { root: key, head: head.name.0.to_vec(), version: history::VERSION, body: encode(&found) };
            store.add(&Additions { history: Some(row), ..Additions::default() });
        }
        Ok::<_, Off>(found.within(most))
    })
}

/// Reads the history of a root from a commit back, at the first query that asks for it; keeps nothing.
pub fn from(root: PathBuf, door: Door, place: StorePlace, first: CommitName) -> LazyChanges {
    LazyChanges::later(move |n_commits| {
        let store = Store::glance(&place, &root).unwrap_or_default();
        let key = Digest::of(root.as_os_str().as_encoded_bytes());
        let known: Vec<History> =
            store.histories(&key, history::VERSION).iter().filter_map(|body| decode(body)).collect();
        let most = usize::try_from(n_commits).unwrap_or(usize::MAX);
        let (found, _) = history::read_from(&root, &door, Some(first), most, &known)?;
        Ok::<_, Off>(found.within(most))
    })
}
