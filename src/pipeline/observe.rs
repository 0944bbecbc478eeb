//! Which content each file has, and what each content says: from the stat cache and the store where they know it.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_rules::FileId;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::base::{Digest, Gap, GapKind, Position, path};
use crate::language::{self, EXTRACTOR, LANGUAGES, Observation};
use crate::package;
use crate::parse;
use crate::store::{Additions, Observed, StatCache, Store, decode, encode};
use crate::walk::{FileEntry, Refusal, Tree, is_exhausted};

/// Reports how far a stage has come: its name, how many are done, of how many.
pub type Progress<'p> = &'p (dyn Fn(&'static str, usize, usize) + Sync);

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 2 * 1024 * 1024;
/// The largest manifest or lockfile that is read: a program wrote it, and it is no page for a reader.
const MAX_MANIFEST_BYTES: u64 = 64 * 1024 * 1024;
/// The largest file without an ending that is looked into for the program that runs it.
const MAX_SCRIPT_BYTES: u64 = 256 * 1024;
/// How many files are read, or fetched from the store, before what was made of them goes to the store: the encoded form
/// of all is never in memory at once, and a run that is interrupted loses one batch.
const BATCH: usize = 1024;
/// How many bytes are read so before.
const BATCH_BYTES: u64 = 16 * 1024 * 1024;

/// The system has no more files to open, so that what is read would depend on what else runs.
#[derive(Debug, Error)]
#[error("cannot open `{path}`")]
pub struct Exhausted {
    /// The file.
    pub path: String,
    /// The error of the system.
    pub source: io::Error,
}

/// The most bytes of sources whose observations are held in memory between the steps of a run; those of more are read again.
const HELD_BYTES: u64 = 64 * 1024 * 1024;

/// The observed state of the files in one run, each list in the order of the tree.
#[derive(Default)]
pub struct ObservedTree {
    /// The language of each file, as an index into [`LANGUAGES`].
    pub languages: Vec<Option<usize>>,
    /// The digest of the content of each file that is read.
    pub contents: Vec<Option<Digest>>,
    /// Gaps of files that could not be read.
    pub gaps: Vec<Gap>,
    /// How many files were parsed.
    pub n_parsed: usize,
    /// A part of an observation that was kept was no value.
    pub is_torn: bool,
    /// Empty as long as none is known: each takes much room, and a run that finds everything kept needs none.
    pub(super) observations: Vec<Option<Observation>>,
    /// The bytes of configuration files and package manifests, so far as this run has read them: those that were
    /// digested are those that steer facts.
    configs: FxHashMap<usize, Vec<u8>>,
    new: Vec<(Digest, &'static str, Vec<u8>)>,
}

/// One file, looked at.
struct Look {
    content: Digest,
    observation: Option<Observation>,
    config: Option<Vec<u8>>,
}

impl Look {
    /// The digest of some bytes, and what is known by them alone. The bytes are kept where they steer facts.
    fn new(path: &str, bytes: Vec<u8>, language: impl FnOnce(&Digest) -> Option<usize>) -> Self {
        let content = Digest::of(&bytes);
        let observation = language(&content).map(|language| parse::observe(language, &bytes));
        Self { content, observation, config: steers(path).then_some(bytes) }
    }
}

/// Finds the content of every file that is read, by its stat, and those files whose content is still open. What an index
/// covers is read in any language, as its freshness shows in the text.
pub fn look(
    tree: &Tree,
    known: &StatCache,
    covered: &FxHashSet<String>,
) -> Result<(ObservedTree, Vec<usize>), Exhausted> {
    let mut seen = ObservedTree {
        languages: language::of_paths(tree.files.iter().map(|entry| &*entry.path)),
        contents: vec![None; tree.files.len()],
        ..ObservedTree::default()
    };
    let scripts = tree.files.iter().zip(&mut seen.languages).filter(|(entry, language)| {
        let name = path::name(&entry.path);
        language.is_none() && entry.is_program && !name.contains('.') && entry.stat.size <= MAX_SCRIPT_BYTES
    });
    for (entry, language) in scripts {
        match bytes(tree, entry)? {
            Ok(text) => *language = language::of_script(&text),
            Err(gap) => seen.gaps.push(gap),
        }
    }
    let mut open = Vec::new();
    let mut known = known.in_order();
    for (at, entry) in tree.files.iter().enumerate() {
        let is_read = || steers(&entry.path) || covered.contains(&*entry.path);
        if seen.languages[at].is_none() && !is_read() {
            continue;
        }
        // No limit is below the usual one.
        if entry.stat.size > MAX_BYTES && entry.stat.size > limit(&entry.path) {
            seen.gaps.push(too_large(entry, entry.stat.size));
            continue;
        }
        seen.contents[at] = known.content(&entry.path, &entry.stat);
        if seen.contents[at].is_none() {
            open.push(at);
        }
    }
    Ok((seen, open))
}

impl ObservedTree {
    /// Reads the files of `open`, and parses those whose content no observation is kept of. Each batch of observations is
    /// written as soon as it is made: one is true of its content whatever becomes of the run.
    pub fn read(
        &mut self,
        tree: &Tree,
        mut open: Vec<usize>,
        store: &mut Store,
        progress: Progress<'_>,
    ) -> Result<(), Exhausted> {
        let observed = store.observed(EXTRACTOR);
        // The largest first, so that no thread is left alone with a large one at the end.
        open.sort_by_key(|at| (std::cmp::Reverse(tree.files[*at].stat.size), *at));
        let done = AtomicUsize::new(0);
        for batch in batches(&open, |at| tree.files[*at].stat.size) {
            let look = |at: &usize| {
                let entry = &tree.files[*at];
                let is_new = |language: &usize, content: &Digest| {
                    !observed.contains(&(*content, LANGUAGES[*language].name.to_owned()))
                };
                let language = |content: &Digest| self.languages[*at].filter(|language| is_new(language, content));
                let look = bytes(tree, entry)?.map(|bytes| Look::new(&entry.path, bytes, language));
                progress("read", done.fetch_add(1, Ordering::Relaxed) + 1, open.len());
                Ok((*at, look))
            };
            let looked: Vec<(usize, Result<Look, Gap>)> =
                batch.par_iter().with_max_len(1).map(look).collect::<Result<_, _>>()?;
            looked.into_iter().for_each(|(at, look)| self.enter(at, look));
            self.write_new(store);
            if !self.holds(tree, store) {
                self.observations.clear();
            }
        }
        self.gaps.sort_unstable();
        Ok(())
    }

    /// Whether observations stay in memory once they are made or read.
    pub(super) fn holds(&self, tree: &Tree, store: &Store) -> bool {
        let sources = tree.files.iter().zip(&self.languages).filter(|(_, language)| language.is_some());
        !store.keeps() || sources.map(|(entry, _)| entry.stat.size).sum::<u64>() <= HELD_BYTES
    }

    /// Digests the files of `open`, and parses none: those that may be parsed later. Of one that cannot be read there is a
    /// gap.
    pub fn digest(&mut self, tree: &Tree, open: &[usize]) -> Result<(), Exhausted> {
        let look = |at: &usize| Ok((*at, bytes(tree, &tree.files[*at])?.map(|bytes| Digest::of(&bytes))));
        let digested: Vec<(usize, Result<Digest, Gap>)> =
            open.par_iter().with_max_len(1).map(look).collect::<Result<_, _>>()?;
        for (at, content) in digested {
            match content {
                Ok(content) => self.contents[at] = Some(content),
                Err(gap) => self.gaps.push(gap),
            }
        }
        self.gaps.sort_unstable();
        Ok(())
    }

    /// Enters what a file was when it was read. An earlier content of it, and what is known by that, count no more.
    fn enter(&mut self, at: usize, look: Result<Look, Gap>) {
        let look = match look {
            Ok(look) => look,
            Err(gap) => {
                self.contents[at] = None;
                self.set_observation(at, None);
                return self.gaps.push(gap);
            }
        };
        self.contents[at] = Some(look.content);
        self.configs.extend(look.config.map(|bytes| (at, bytes)));
        if let (Some(observation), Some(language)) = (look.observation, self.languages[at]) {
            self.n_parsed += 1;
            self.new.push((look.content, LANGUAGES[language].name, encode(&observation)));
            self.set_observation(at, Some(observation));
        }
    }

    fn set_observation(&mut self, at: usize, observation: Option<Observation>) {
        if self.observations.is_empty() {
            self.observations.resize_with(self.languages.len(), || None);
        }
        self.observations[at] = observation;
    }

    /// Reads the configuration files and package manifests that this run knows by their stats alone. One that has
    /// changed since is entered as what it is now.
    pub fn read_configs(&mut self, tree: &Tree) -> Result<(), Exhausted> {
        for (at, entry) in tree.files.iter().enumerate() {
            let Some(content) = self.contents[at].filter(|_| steers(&entry.path) && !self.configs.contains_key(&at))
            else {
                continue;
            };
            let language = |read: &Digest| self.languages[at].filter(|_| *read != content);
            let look = bytes(tree, entry)?.map(|bytes| Look::new(&entry.path, bytes, language));
            self.enter(at, look);
        }
        self.gaps.sort_unstable();
        Ok(())
    }

    /// The texts of the configuration files and package manifests that [`Self::read_configs`] has completed. Bytes that
    /// are no UTF-8 stand as replacement signs, so that readers find them.
    pub fn configs(&self) -> FxHashMap<FileId, String> {
        let texts = self.configs.iter().map(|(at, bytes)| (*at, bytes.clone()));
        texts.filter_map(|(at, bytes)| Some((FileId(u32::try_from(at).ok()?), text(bytes)))).collect()
    }

    /// The observation of every file: what this run made, and the rest from the store. One that the store has lost
    /// meanwhile is made again, of what the file is now.
    pub fn all(&mut self, tree: &Tree, store: &mut Store) -> Result<Vec<Option<Observation>>, Exhausted> {
        self.of_files(&|_| true, tree, store)
    }

    /// The same of some files. Nothing need be known of the others.
    pub fn of_files(
        &mut self,
        is_meant: &dyn Fn(usize) -> bool,
        tree: &Tree,
        store: &mut Store,
    ) -> Result<Vec<Option<Observation>>, Exhausted> {
        let is_of = |at: usize| self.languages[at].is_some() && is_meant(at);
        let is_missing = |at: usize| self.observations.get(at).is_none_or(Option::is_none);
        let missing = |at: &usize| self.contents[*at].is_some() && is_missing(*at) && is_of(*at);
        let missing: Vec<usize> = (0..self.languages.len()).filter(missing).collect();
        let of = |at: &usize| Some((*at, self.languages[*at]?, self.contents[*at]?));
        let files: Vec<(usize, usize, Digest)> = missing.iter().filter_map(of).collect();
        let keys: Vec<(Digest, &str)> =
            files.iter().map(|(_, language, content)| (*content, LANGUAGES[*language].name)).collect();
        // Threads that decode wait for each other's memory longer than they save.
        let kept = store.observations(&keys, EXTRACTOR, decode);
        let mut lost = Vec::new();
        for ((at, language, _), kept) in files.into_iter().zip(kept) {
            match kept {
                Some(kept) => self.set_observation(at, Some(kept)),
                None => lost.push((at, language)),
            }
        }
        for batch in lost.chunks(BATCH) {
            let look = |(at, language): &(usize, usize)| {
                let entry = &tree.files[*at];
                let kept = self.configs.get(at).map(|bytes| Ok(Ok(bytes.clone())));
                let bytes = kept.unwrap_or_else(|| bytes(tree, entry))?;
                Ok((*at, bytes.map(|bytes| Look::new(&entry.path, bytes, |_| Some(*language)))))
            };
            let looked: Vec<(usize, Result<Look, Gap>)> = batch.par_iter().map(look).collect::<Result<_, _>>()?;
            looked.into_iter().for_each(|(at, look)| self.enter(at, look));
            self.write_new(store);
        }
        // What was read again as configuration may be new too.
        self.write_new(store);
        self.gaps.sort_unstable();
        self.observations.resize_with(self.languages.len(), || None);
        Ok(std::mem::take(&mut self.observations))
    }

    /// Gives observations back that [`Self::all`] has given, in the order of the tree.
    pub fn put_back(&mut self, observations: Vec<Option<Observation>>) {
        self.observations = observations;
    }

    /// Notes whether a part of some observations was no value, once facts were made of them.
    pub fn note_torn(&mut self, observations: &[Option<Observation>]) {
        self.is_torn |= observations.iter().flatten().any(Observation::is_torn);
    }

    /// The same files, nothing of which is read yet.
    pub fn again(&self) -> Self {
        Self { languages: self.languages.clone(), contents: self.contents.clone(), ..Self::default() }
    }

    /// The observations that the files need: content and language.
    pub fn kept(&self) -> FxHashSet<(Digest, String)> {
        let read = self.contents.iter().zip(&self.languages);
        read.filter_map(|(content, language)| Some(((*content)?, LANGUAGES[(*language)?].name.to_owned()))).collect()
    }

    /// Writes the observations that the store does not have.
    fn write_new(&mut self, store: &mut Store) {
        let mut observations = std::mem::take(&mut self.new);
        if !observations.is_empty() {
            observations.sort_unstable();
            observations.dedup();
            store.add(&Additions { observations, ..Additions::default() });
            // A disk that is full is full for each batch.
            store.notes.dedup();
        }
    }

    /// The stat entries of the files that were read.
    pub fn stats(&self, tree: &Tree, stamp: i64) -> StatCache {
        let read = tree.files.iter().zip(&self.contents);
        let files = read.filter_map(|(entry, content)| {
            Some(Observed { path: entry.path.clone(), stat: entry.stat, content: (*content)? })
        });
        StatCache { stamp, files: files.collect(), state: None }
    }
}

/// Files in a row, so many as a batch has.
fn batches<T>(mut files: &[T], size: impl Fn(&T) -> u64) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let mut n_bytes = 0;
        let is_inside = |file: &&T| {
            let is_first = n_bytes == 0;
            n_bytes += size(file);
            is_first || n_bytes <= BATCH_BYTES
        };
        let n_files = files.iter().take(BATCH).take_while(is_inside).count();
        let (batch, rest) = files.split_at_checked(n_files).filter(|(batch, _)| !batch.is_empty())?;
        files = rest;
        Some(batch)
    })
}

/// Whether the text of a file steers the facts of others.
pub fn steers(path: &str) -> bool {
    language::is_config(path) || package::is_manifest(path)
}

/// The most bytes that are read of a file.
fn limit(path: &str) -> u64 {
    if package::is_manifest(path) { MAX_MANIFEST_BYTES } else { MAX_BYTES }
}

/// The bytes of a file as it is now, or the gap where they cannot be read.
pub fn bytes(tree: &Tree, entry: &FileEntry) -> Result<Result<Vec<u8>, Gap>, Exhausted> {
    match tree.read_within(&entry.path, limit(&entry.path)) {
        Ok(bytes) => Ok(Ok(bytes)),
        Err(Refusal::Io(source)) if is_exhausted(&source) => Err(Exhausted { path: entry.path.to_string(), source }),
        Err(refusal) => Ok(Err(gap(entry, refusal.kind(), refusal.to_string()))),
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn too_large(entry: &FileEntry, size: u64) -> Gap {
    gap(entry, GapKind::TooLarge, format!("{size} bytes; the limit is {}", limit(&entry.path)))
}

/// A gap of a whole file.
pub fn gap(entry: &FileEntry, kind: GapKind, detail: String) -> Gap {
    Gap { path: entry.path.to_string(), at: Position::default(), kind, detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_at_most_so_many_files_and_bytes_and_never_none() {
        let of = |sizes: &[u64]| batches(sizes, |size| *size).map(<[u64]>::len).collect::<Vec<_>>();
        assert_eq!(of(&[]), [0; 0]);
        assert_eq!(of(&[BATCH_BYTES * 2, 0, 0, BATCH_BYTES, 1]), [1, 3, 1]);
        assert_eq!(of(&[0; BATCH + 1]), [BATCH, 1]);
    }
}
