//! Which content each file has, and what each content says: from the stat cache and the store where they know it.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::index::Progress;
use crate::base::{Digest, Gap, GapKind, Position};
use crate::language::{self, EXTRACTOR, LANGUAGES, Observation};
use crate::package;
use crate::parse;
use crate::store::{Observed, StatCache, Store, decode, encode};
use crate::walk::{Entry, Tree};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 2 * 1024 * 1024;
/// The largest manifest or lockfile that is read: a program wrote it, and it is no page for a reader.
const MAX_MANIFEST_BYTES: u64 = 64 * 1024 * 1024;

/// What one run saw of the files, each list in the order of the tree.
#[derive(Default)]
pub struct Seen {
    /// The language of each file, as an index into [`LANGUAGES`].
    pub languages: Vec<Option<usize>>,
    /// The digest of the content of each file that is read.
    pub contents: Vec<Option<Digest>>,
    /// What could not be read.
    pub gaps: Vec<Gap>,
    /// How many files were parsed.
    pub n_parsed: usize,
    observations: Vec<Option<Observation>>,
    new: Vec<(Digest, &'static str, Vec<u8>)>,
}

/// One file, looked at.
struct Look {
    content: Digest,
    observation: Option<Observation>,
}

/// Finds the content of every file that is read, and observes what the store does not know. What an index covers is
/// read in any language, as its freshness shows in the text.
pub fn look(
    tree: &Tree,
    known: &StatCache,
    store: &Store,
    covered: &FxHashSet<String>,
    progress: Progress<'_>,
) -> Seen {
    let mut seen = Seen {
        languages: language::of_paths(tree.files.iter().map(|entry| &*entry.path)),
        contents: vec![None; tree.files.len()],
        ..Seen::default()
    };
    seen.observations.resize_with(tree.files.len(), || None);
    let mut open = Vec::new();
    for (at, entry) in tree.files.iter().enumerate() {
        let is_covered = || covered.contains(&*entry.path);
        let is_read = || language::is_config(&entry.path) || package::is_manifest(&entry.path) || is_covered();
        if seen.languages[at].is_none() && !is_read() {
            continue;
        }
        let limit = if package::is_manifest(&entry.path) { MAX_MANIFEST_BYTES } else { MAX_BYTES };
        if entry.stat.size > limit {
            let detail = format!("{} bytes; the limit is {limit}", entry.stat.size);
            seen.gaps.push(gap(entry, GapKind::TooLarge, detail));
            continue;
        }
        seen.contents[at] = known.content(&entry.path, &entry.stat);
        if seen.contents[at].is_none() {
            open.push(at);
        }
    }
    seen.read(tree, open, store, progress);
    seen
}

impl Seen {
    /// Reads the files of `open`; parses those whose content no observation is kept of.
    fn read(&mut self, tree: &Tree, mut open: Vec<usize>, store: &Store, progress: Progress<'_>) {
        if open.is_empty() {
            return;
        }
        let observed = store.observed(EXTRACTOR);
        // The largest first, so that no thread is left alone with a large one at the end.
        open.sort_by_key(|at| (std::cmp::Reverse(tree.files[*at].stat.size), *at));
        let done = AtomicUsize::new(0);
        let looked: Vec<(usize, Result<Look, Gap>)> = open
            .par_iter()
            .with_max_len(1)
            .map(|at| {
                let entry = &tree.files[*at];
                let look =
                    tree.read(&entry.path).map_err(|error| gap(entry, GapKind::Unreadable, error.kind().to_string()));
                let look = look.map(|bytes| {
                    let content = Digest::of(&bytes);
                    let language = self.languages[*at];
                    let new = language.filter(|at| !observed.contains(&(content, LANGUAGES[*at].name.to_owned())));
                    Look { content, observation: new.map(|language| parse::observe(language, &bytes)) }
                });
                progress("read", done.fetch_add(1, Ordering::Relaxed) + 1, open.len());
                (*at, look)
            })
            .collect();
        for (at, look) in looked {
            match look {
                Ok(look) => self.enter(at, look),
                Err(gap) => self.gaps.push(gap),
            }
        }
        self.gaps.sort_unstable();
    }

    fn enter(&mut self, at: usize, look: Look) {
        self.contents[at] = Some(look.content);
        if let (Some(observation), Some(language)) = (look.observation, self.languages[at]) {
            self.n_parsed += 1;
            self.new.push((look.content, LANGUAGES[language].name, encode(&observation)));
            self.observations[at] = Some(observation);
        }
    }

    /// The observation of every file: what this run made, and the rest from the store. One that the store has lost
    /// meanwhile is made again.
    pub fn all(&mut self, tree: &Tree, store: &Store) -> Vec<Option<Observation>> {
        let mut bodies: Vec<(usize, usize, Option<Vec<u8>>)> = Vec::new();
        for (at, language) in self.languages.iter().enumerate() {
            if let (Some(language), Some(content), None) = (language, &self.contents[at], &self.observations[at]) {
                bodies.push((at, *language, store.observation(content, LANGUAGES[*language].name, EXTRACTOR)));
            }
        }
        let decoded: Vec<(usize, Option<Observation>)> = bodies
            .into_par_iter()
            .map(|(at, language, body)| {
                let kept = body.and_then(|body| decode(&body));
                let again = || Some(parse::observe(language, &tree.read(&tree.files[at].path).ok()?));
                (at, kept.or_else(again))
            })
            .collect();
        for (at, observation) in decoded {
            self.observations[at] = observation;
        }
        std::mem::take(&mut self.observations)
    }

    /// The observations that the files need: content and language.
    pub fn kept(&self) -> FxHashSet<(Digest, String)> {
        let read = self.contents.iter().zip(&self.languages);
        read.filter_map(|(content, language)| Some(((*content)?, LANGUAGES[(*language)?].name.to_owned()))).collect()
    }

    /// The observations that the store does not have, as bytes.
    pub fn take_new(&mut self) -> Vec<(Digest, &'static str, Vec<u8>)> {
        let mut new = std::mem::take(&mut self.new);
        new.sort_unstable();
        new.dedup();
        new
    }

    /// What the file system said of the files that were read.
    pub fn stats(&self, tree: &Tree, stamp: i64) -> StatCache {
        let read = tree.files.iter().zip(&self.contents);
        let files = read.filter_map(|(entry, content)| {
            Some(Observed { path: entry.path.clone(), stat: entry.stat, content: (*content)? })
        });
        StatCache { stamp, files: files.collect() }
    }
}

fn gap(entry: &Entry, kind: GapKind, detail: String) -> Gap {
    Gap { path: entry.path.to_string(), at: Position::default(), kind, detail }
}
