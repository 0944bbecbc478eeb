//! The texts that are searched, and their postings: from the store where it has them, else made of the text as it is now.

use cg_rules::{FileId, Id, Prior};
use rayon::prelude::*;

use super::chunk;
use super::index::SearchIndex;
use super::merge::{FilePostings, merged};
use super::names::NameTable;
use super::posting::Postings;
use super::scrap::scraps;
use super::searcher::{SEARCH, Searcher};
use super::text_kind::{TextKind, is_source, limit};
use crate::base::{Digest, Digester, path, redacted};
use crate::facts::{Definition, NONE, Snapshot};
use crate::language::{DeclKind, LANGUAGES};
use crate::parse::on_threads;
use crate::primitive::Engine;
use crate::store::{Additions, Observed, StatCache, Store, decode, encode, texts_key};
use crate::walk::Tree;

/// The language under which postings of such texts are kept.
const TEXT: &str = "text";

/// A file to be indexed.
struct Entry {
    at: usize,
    content: Digest,
    language: &'static str,
}

/// A file with its postings, and whether the store does not know them yet.
struct Indexed {
    entry: Entry,
    postings: Postings,
    is_new: bool,
}

impl Searcher {
    /// The index of a repository in the state that was read.
    pub(super) fn build(&self, tree: &Tree, engine: &Engine<'_>) -> SearchIndex {
        let snapshot = engine.snapshot;
        // A store that cannot be opened again is done without: the index is made anew.
        let mut store = Store::glance(&self.place, &tree.root).unwrap_or_default();
        let (entries, stats) = self.entries(tree, &store);
        let state = *self.depends.get_or_init(|| self.state(tree, &entries));
        if let Some(index) = store.search(&state).and_then(|bytes| SearchIndex::from_bytes(&bytes)) {
            return index;
        }
        let n_entries = entries.len();
        let known: Vec<(Entry, Option<Vec<u8>>)> = entries
            .into_iter()
            .map(|entry| {
                let body = store.postings(&entry.content, entry.language, SEARCH);
                (entry, body)
            })
            .collect();
        let read = |(entry, body)| indexed(entry, body, tree, snapshot);
        // Where there are no threads, the run fails and says so.
        let indexed: Vec<Indexed> = on_threads(|| known.into_par_iter().filter_map(read).collect()).unwrap_or_default();
        let files: Vec<FilePostings<'_>> = indexed
            .iter()
            .map(|it| FilePostings {
                file: FileId::of(it.entry.at).0,
                path: &tree.files[it.entry.at].path,
                content: it.entry.content,
                postings: &it.postings,
            })
            .collect();
        let mut index = merged(&files);
        index.kinds = index.files.iter().map(|file| kind(snapshot, FileId(*file))).collect();
        index.ranks = vec![0; snapshot.paths.len()];
        for Prior { file, rank } in engine.prior() {
            index.ranks[file.0 as usize] = *rank;
        }
        index.names = NameTable::of(snapshot);
        index.scraps = scraps(snapshot, &index);
        let new = indexed.iter().filter(|it| it.is_new);
        let new = new.map(|it| (it.entry.content, it.entry.language, SEARCH, encode(&it.postings)));
        // A file that changed while it was read belongs to another state.
        let is_whole = indexed.len() == n_entries;
        store.add(&Additions {
            postings: new.collect(),
            search: is_whole.then(|| (state, index.to_bytes())),
            stats: stats.as_ref().map(|(root, stats)| (*root, stats)),
            ..Additions::default()
        });
        index
    }

    /// The digest of everything that a search over a tree depends on. No index is made.
    pub fn searched(&self, tree: &Tree) -> Digest {
        let store = Store::glance(&self.place, &tree.root).unwrap_or_default();
        self.state(tree, &self.entries(tree, &store).0)
    }

    /// The files to be indexed, in the order of the tree; and the stats of those that no fact depends on, where they are
    /// new.
    fn entries(&self, tree: &Tree, store: &Store) -> (Vec<Entry>, Option<(Digest, StatCache)>) {
        let root = texts_key(&tree.root);
        let known = store.stats(&root);
        let mut texts = StatCache { stamp: self.stamp, ..StatCache::default() };
        let mut entries = Vec::new();
        for (at, file) in tree.files.iter().enumerate() {
            if let (Some(content), Some(language)) = (self.contents[at], self.languages[at]) {
                entries.push(Entry { at, content, language: LANGUAGES[language].name });
                continue;
            }
            if self.languages[at].is_some()
                || is_own(&file.path)
                || limit(&file.path).is_none_or(|most| file.stat.size > most)
            {
                continue;
            }
            let read = || tree.read(&file.path).ok().map(|bytes| Digest::of(&bytes));
            let Some(content) = known.content(&file.path, &file.stat).or_else(read) else { continue };
            texts.files.push(Observed { path: file.path.clone(), stat: file.stat, content });
            entries.push(Entry { at, content, language: TEXT });
        }
        let is_new = texts.files != known.files;
        (entries, is_new.then_some((root, texts)))
    }

    /// Everything that the index depends on.
    fn state(&self, tree: &Tree, entries: &[Entry]) -> Digest {
        let mut digester = Digester::new("search");
        digester.part(&SEARCH.to_le_bytes()).part(&self.state.0);
        for entry in entries.iter().filter(|entry| entry.language == TEXT) {
            digester.part(tree.files[entry.at].path.as_bytes()).part(&entry.content.0);
        }
        digester.finish()
    }
}

fn kind(snapshot: &Snapshot, file: FileId) -> TextKind {
    match snapshot.file_row(file) {
        Some(row) if row.is_aside => TextKind::Aside,
        Some(row) if row.language == NONE && !is_source(snapshot.path(file)) => TextKind::Text,
        _ => TextKind::Source,
    }
}

/// Whether a file is of the manifests that a repository keeps for this program: they are about tasks, and nothing of the code.
fn is_own(file: &str) -> bool {
    const FOLDER: &str = ".cg";
    path::parent(file).split('/').any(|part| part == FOLDER)
}

/// The postings of a file; `None` where it is no longer what was digested.
fn indexed(entry: Entry, body: Option<Vec<u8>>, tree: &Tree, snapshot: &Snapshot) -> Option<Indexed> {
    if let Some(postings) = body.and_then(|body| decode(&body)) {
        return Some(Indexed { entry, postings, is_new: false });
    }
    let file = &tree.files[entry.at].path;
    let bytes = tree.read(file).ok().filter(|bytes| Digest::of(bytes) == entry.content)?;
    let text = String::from_utf8_lossy(&bytes);
    // A credential is not found by its value.
    let text = redacted(&text);
    let lines: Vec<&str> = if bytes.contains(&0) { Vec::new() } else { text.split('\n').collect() };
    if entry.language == TEXT {
        let postings = Postings::of(&lines, &chunk::of_text(file, &lines), &[]);
        return Some(Indexed { postings, entry, is_new: true });
    }
    let rows: Vec<Definition> = snapshot.definitions_of(FileId::of(entry.at)).map(|(_, row)| row).collect();
    let named = rows.iter().filter(|row| row.name != NONE && row.kind != DeclKind::File);
    let mut names: Vec<(u32, &str)> = named.map(|row| (row.at.line, snapshot.names.get(row.name))).collect();
    names.sort_unstable();
    let postings = Postings::of(&lines, &chunk::of_source(&rows, &lines), &names);
    Some(Indexed { postings, entry, is_new: true })
}
