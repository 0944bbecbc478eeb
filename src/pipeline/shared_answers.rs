//! Answers in the store that machines share. The key of one is all that it depends on wherever the repository lies, but for
//! the texts that no fact depends on: of these the blob lists the ones that were read, and whoever takes it holds them
//! against its own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::index::{self, Index};
use super::look::{IndexRequest, Looked};
use super::observe::ObservedTree;
use super::shared::enter_program;
use crate::base::{Digest, Digester};
use crate::history;
use crate::search::Searcher;
use crate::store::{Cas, decode, encode};
use crate::walk::Tree;

/// The kind of blobs.
const ANSWER: &str = "bundle";
/// The most texts that are listed of an answer.
const TEXTS: usize = 4096;

/// An answer, and the texts that it depends on beside its key.
#[derive(Serialize, Deserialize)]
struct SharedAnswer {
    /// The texts that were read: path and content.
    texts: Vec<(String, Digest)>,
    /// The digest of all that was searched, if a search was made.
    searched: Option<Digest>,
    body: Vec<u8>,
}

/// The digest of what an answer depends on wherever the repository lies.
fn content(tree: &Tree, seen: &ObservedTree, state: &Digest) -> Digest {
    let mut digester = Digester::new("shared content");
    enter_program(&mut digester);
    digester.part(&state.0).part(&tree.n_secret.to_le_bytes());
    for path in &tree.secret {
        digester.part(path.as_bytes());
    }
    digester.part(&history::identity(&tree.root, &tree.door).0);
    for (entry, _) in tree.files.iter().zip(&seen.contents).filter(|(_, content)| content.is_none()) {
        digester.part(&entry.stat.size.to_le_bytes());
    }
    digester.finish()
}

/// Whether the facts of a file do not depend on its content.
fn is_beside(tree: &Tree, seen: &ObservedTree, path: &str) -> Option<bool> {
    let at = tree.files.binary_search_by(|entry| (*entry.path).as_bytes().cmp(path.as_bytes())).ok()?;
    Some(seen.contents[at].is_none())
}

fn take(cas: &Cas, tree: &Tree, seen: &ObservedTree, searcher: &Searcher, key: &Digest) -> Option<Vec<u8>> {
    if cas.place.verifies(key) {
        return None;
    }
    let answer: SharedAnswer = decode(&cas.get_answer(ANSWER, key)?)?;
    let is_same = |(path, content): &(String, Digest)| {
        is_beside(tree, seen, path) == Some(true) && tree.read(path).is_ok_and(|bytes| Digest::of(&bytes) == *content)
    };
    let is_searched = || answer.searched.is_none_or(|searched| searcher.searched(tree) == searched);
    (answer.texts.iter().all(is_same) && is_searched()).then_some(answer.body)
}

impl Looked {
    /// The digest of what an answer depends on wherever the repository lies, where machines share answers.
    pub fn shared_content(&self) -> Option<Digest> {
        self.request.cas.as_ref().map(|_| content(&self.tree, &self.seen, &self.state))
    }

    /// The answer that machines share under a key.
    pub fn shared_answer(&self, key: &Digest) -> Option<Vec<u8>> {
        let cas = self.request.cas.as_ref()?;
        let searcher = index::searcher(&self.request, &self.seen, self.state, self.stamp);
        take(cas, &self.tree, &self.seen, &searcher, key)
    }
}

impl Looked {
    /// Keeps an answer of other machines as a view of this one, where everything is as the look has seen it.
    pub fn keep_view(&self, content: &Digest, key: &Digest, body: Vec<u8>, most_age: i64) {
        if index::is_proved(&self.tree, self.stamp) && self.content().as_ref() == Some(content) {
            index::kept_view(&self.request.store, &self.tree, self.stamp, key, body, most_age);
        }
    }
}

impl Index {
    /// The answer that machines share under a key.
    pub fn shared_answer(&self, request: &IndexRequest, key: &Digest) -> Option<Vec<u8>> {
        take(request.cas.as_ref()?, &self.tree, &self.seen, &self.searcher, key)
    }

    /// Shares an answer under its key, where all that was read is in the tree and as the look has seen it.
    pub fn share_answer(&self, cas: Option<&Arc<Cas>>, key: &Digest, body: Vec<u8>) {
        let Some(cas) = cas.filter(|cas| cas.is_written()) else { return };
        if !index::is_proved(&self.tree, self.searcher.stamp) {
            return;
        }
        let mut texts = Vec::new();
        for path in self.tree.paths_read() {
            match is_beside(&self.tree, &self.seen, &path) {
                Some(false) => {}
                Some(true) if texts.len() < TEXTS => {
                    let Ok(bytes) = self.tree.read(&path) else { return };
                    texts.push((path.into(), Digest::of(&bytes)));
                }
                // What the walk leaves out is nobody's business.
                _ => return,
            }
        }
        let answer = encode(&SharedAnswer { texts, searched: self.searcher.has_searched(), body });
        if self.tree.has_moved() {
            return;
        }
        if cas.place.verifies(key) && cas.get_answer(ANSWER, key).is_some_and(|theirs| theirs != answer) {
            cas.spoil(ANSWER, key, "is not the answer to its question");
        }
        cas.put(ANSWER, key, &answer);
    }
}
