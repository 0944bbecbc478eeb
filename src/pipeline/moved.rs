//! An edit that only moves text costs no relating: its snapshot is that of another state with other places.

use std::cell::OnceCell;

use cg_rules::{FileId, Id};

use super::look::{Looked, state_of};
use super::observe::steers;
use super::stored::{Overlay, StoredSections};
use crate::base::Digest;
use crate::facts::{MovedFile, MovedFiles};
use crate::language::{EXTRACTOR, LANGUAGES, MovedPlaces, Observation};
use crate::store::{Additions, OVERLAY, decode, encode};

/// The most files that differ: each is compared with what it was.
const MOST: usize = 64;

impl Looked {
    /// Enters the facts into the store, where they are those that it has of the state before, with other places. Returns
    /// whether it has them.
    pub(super) fn take_moved(&mut self) -> bool {
        let Some(overlay) = self.moved() else { return false };
        let body = || encode(&overlay);
        let snapshot = Some((self.state, vec![(OVERLAY, Box::new(body) as Box<dyn Fn() -> Vec<u8>>)]));
        self.store.add(&Additions { snapshot, base: Some(overlay.base), ..Additions::default() });
        self.store.has_snapshot(&self.state)
    }

    /// The difference from a state that was related, where only text moved since.
    fn moved(&self) -> Option<Overlay> {
        // Their places are not observed.
        if !self.indexes.files.is_empty() {
            return None;
        }
        let (before, mut changed) = self.before()?;
        let state = state_of(&self.tree, &self.seen, &before, &self.indexes);
        if !self.store.has_snapshot(&state) {
            return None;
        }
        let last = StoredSections::of(&self.store, &state).overlay;
        let known = last.unwrap_or_else(|| Overlay { base: state, files: MovedFiles::default(), contents: Vec::new() });
        let known_files = || known.files.0.iter().zip(&known.contents);
        changed.extend(known_files().map(|(it, _)| it.file as usize));
        changed.sort_unstable();
        changed.dedup();
        let definitions = OnceCell::new();
        let mut overlay = Overlay { base: known.base, files: MovedFiles::default(), contents: Vec::new() };
        for at in changed {
            let file = FileId::of(at);
            let then = known_files().find(|(it, _)| it.file == file.0).map(|(_, content)| *content).or(before[at])?;
            let now = self.seen.contents[at]?;
            if then == now {
                continue;
            }
            let places = MovedPlaces::between(&self.observed(at, &then)?, &self.observed(at, &now)?)?;
            let range = match known_files().find(|(it, _)| it.file == file.0) {
                Some((it, _)) => it.definitions.clone(),
                None => {
                    let read = || self.store.section(&known.base, "definitions").unwrap_or_default();
                    MovedFile::definitions(definitions.get_or_init(read), file)
                }
            };
            let path = self.tree.files[at].path.clone();
            overlay.files.0.push(MovedFile { file: file.0, path, definitions: range, places });
            overlay.contents.push(then);
        }
        (overlay.contents.len() <= MOST).then_some(overlay)
    }

    /// The observation of a content of a file.
    fn observed(&self, at: usize, content: &Digest) -> Option<Observation> {
        let language = LANGUAGES[self.seen.languages[at]?].name;
        decode(&self.store.observation(content, language, EXTRACTOR)?)
    }

    /// The contents as the last run knew them, and the files whose content is another now.
    fn before(&self) -> Option<(Vec<Option<Digest>>, Vec<usize>)> {
        let (mut before, mut changed) = (self.seen.contents.clone(), Vec::new());
        let mut known = self.known.in_order();
        for (at, content) in before.iter_mut().enumerate().filter(|(_, content)| content.is_some()) {
            let path = &self.tree.files[at].path;
            let last = known.last(path)?;
            if *content != Some(last) {
                *content = Some(last);
                changed.push(at);
            }
        }
        let is_source = |at: &usize| self.seen.languages[*at].is_some() && !steers(&self.tree.files[*at].path);
        ((1..=MOST).contains(&changed.len()) && changed.iter().all(is_source)).then_some((before, changed))
    }
}
