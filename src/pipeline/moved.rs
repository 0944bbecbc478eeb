//! The snapshot of a state as that of another with a difference: an edit that only moves text costs no relating, and one that
//! reaches few files links those alone.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use cg_rules::{FileId, Id};
use rustc_hash::FxHashMap;

use super::look::{Looked, MOST_EDITED, state, state_of};
use super::observe::{Exhausted, Progress, steers};
use super::stored::{EditedFacts, Overlay, StoredSections};
use crate::base::{Digest, Gap};
use crate::facts::{EditBase, EditReads, EditedFile, MovedFile, MovedFiles, Patch, RelinkRefusal, Unlinked, relink};
use crate::language::{EXTRACTOR, LANGUAGES, MovedPlaces, Observation, Paths, World};
use crate::store::{Additions, OVERLAY, decode};

/// The files that differ from a state that was related.
pub(super) struct TreeEdit {
    base: Digest,
    /// The files, in order, each with its content in that state.
    files: Vec<(usize, Digest)>,
    /// The difference that the last edit made.
    edited: Option<Box<EditedFacts>>,
    /// The files that differ since, each with its content then.
    since: Vec<(usize, Digest)>,
}

impl Looked {
    /// The files that differ from a state whose facts the store has.
    pub(super) fn changes(&self) -> Option<TreeEdit> {
        // What an index says of a file is true of one content.
        if !self.indexes.files.is_empty() {
            return None;
        }
        let (before, mut changed) = self.before()?;
        let state = state_of(&self.tree, &self.seen, &before, &self.indexes);
        if !self.store.has_snapshot(&state) {
            return None;
        }
        let last = StoredSections::of(&self.store, &state).overlay;
        let (base, known, edited) = last.map_or((state, Vec::new(), None), |last| (last.base, last.files, last.edited));
        let then: Vec<(u32, Digest)> = edited.as_ref().map_or_else(Vec::new, |edited| edited.files.clone());
        changed.extend(known.iter().chain(&then).map(|(file, _)| *file as usize));
        changed.sort_unstable();
        changed.dedup();
        let content = |list: &[(u32, Digest)], at: usize| {
            list.iter().find(|(file, _)| *file as usize == at).map(|(_, content)| *content)
        };
        let (mut files, mut since) = (Vec::new(), Vec::new());
        for at in changed {
            let (of_base, now) = (content(&known, at).or(before[at])?, self.seen.contents[at]?);
            if of_base != now {
                files.push((at, of_base));
            }
            let of_last = content(&then, at).unwrap_or(of_base);
            if of_last != now {
                since.push((at, of_last));
            }
        }
        (files.len() <= MOST_EDITED).then_some(TreeEdit { base, files, edited, since })
    }

    /// Enters the facts into the store, where they are those that it has of another state, with other places. Returns
    /// whether it has them.
    pub(super) fn take_moved(&mut self, changes: &TreeEdit) -> bool {
        let Some(moved) = self.moved(changes) else { return false };
        self.take(changes, changes.edited.clone(), moved)
    }

    fn take(&mut self, changes: &TreeEdit, edited: Option<Box<EditedFacts>>, moved: MovedFiles) -> bool {
        let files = changes.files.iter().map(|(at, content)| (FileId::of(*at).0, *content)).collect();
        let overlay = Overlay { base: changes.base, files, edited, moved };
        let body = || overlay.to_bytes();
        let snapshot = Some((self.state, vec![(OVERLAY, Box::new(body) as Box<dyn Fn() -> Vec<u8>>)]));
        self.store.add(&Additions { snapshot, base: Some(changes.base), ..Additions::default() });
        self.store.has_snapshot(&self.state)
    }

    fn moved(&self, changes: &TreeEdit) -> Option<MovedFiles> {
        let definitions = OnceCell::new();
        let mut moved = MovedFiles::default();
        let places = |(at, then): &(usize, Digest)| {
            let now = self.seen.contents[*at]?;
            MovedPlaces::between(&self.observed(*at, then)?, &self.observed(*at, &now)?)
        };
        let read = || {
            let bytes = self.store.section(&changes.base, "definitions").unwrap_or_default();
            let patched = changes.edited.as_ref().map(|edited| edited.patch.section("definitions", bytes.clone()));
            patched.map_or(bytes, Option::unwrap_or_default)
        };
        // What a manifest says is no matter of places.
        if changes.since.iter().any(|(at, _)| steers(&self.tree.files[*at].path)) {
            return None;
        }
        for file in &changes.since {
            let places = places(file)?;
            let (path, id) = (self.tree.files[file.0].path.clone(), FileId::of(file.0));
            let definitions = MovedFile::definitions(definitions.get_or_init(read), id);
            moved.0.push(MovedFile { file: id.0, path, definitions, places });
        }
        Some(moved)
    }

    /// Links the files again that edits may have reached, and enters the difference into the store. Returns how many files
    /// were linked, or why all is to be related anew.
    pub(super) fn take_edited(
        &mut self,
        changes: &TreeEdit,
        progress: Progress<'_>,
    ) -> Result<Result<usize, RelinkRefusal>, Exhausted> {
        progress("relate", 0, 0);
        let before = |(at, then): &(usize, Digest)| {
            Some(EditedFile { file: FileId::of(*at), before: self.observed(*at, then)? })
        };
        let sources = changes.files.iter().filter(|(at, _)| self.seen.languages[*at].is_some());
        let Some(edited) = sources.map(before).collect::<Option<Vec<EditedFile>>>() else {
            return Ok(Err("an observation is gone"));
        };
        let base = self.store.section(&changes.base, "linked");
        let Some(base) = base.and_then(|bytes| EditBase::of(&bytes, &self.seen.languages)) else {
            return Ok(Err("nothing is kept to link an edit on"));
        };
        let mut reads = base.reads(edited.iter().map(|it| it.file.0 as usize));
        self.seen.read_configs(&self.tree)?;
        let is_same = state(&self.tree, &self.seen, &self.indexes) == self.state;
        let contents = self.seen.contents.clone();
        let configs = self.seen.configs();
        let paths = Paths::new(self.tree.files.iter().map(|entry| entry.path.clone()).collect());
        let (patch, n_linked) = loop {
            let is_read = |at: usize| base.is_read(at, &reads);
            let mut observations = self.seen.of_files(&is_read, &self.tree, &mut self.store)?;
            if !is_same || self.seen.contents != contents {
                self.seen.put_back(observations);
                return Ok(Err("a file changed meanwhile"));
            }
            // What an edit does not read is known by what is kept of it, be it at hand or not.
            let aside = observations.iter_mut().enumerate().filter(|(at, it)| it.is_some() && !is_read(*at));
            let aside: Vec<(usize, Option<Observation>)> = aside.map(|(at, it)| (at, it.take())).collect();
            let unread = base.unread(&reads);
            let (languages, unread) = (&self.seen.languages, unread.as_ref());
            let observed = &observations;
            let world =
                World { paths: &paths, observations: observed, table: LANGUAGES, languages, configs: &configs, unread };
            let linked = self.linked(changes, (&base, &reads), &edited, &world);
            aside.into_iter().for_each(|(at, it)| observations[at] = it);
            self.seen.note_torn(&observations);
            self.seen.is_torn |= edited.iter().any(|it| it.before.is_torn());
            self.seen.put_back(observations);
            match linked {
                Ok(linked) => break linked,
                Err(Unlinked::Refused(why)) => return Ok(Err(why)),
                Err(Unlinked::Wants(wanted)) if reads.extend(&wanted) => {}
                Err(Unlinked::Wants(_)) => return Ok(Err("the files that are read are others")),
            }
        };
        let now = |(at, _): &(usize, Digest)| Some((FileId::of(*at).0, self.seen.contents[*at]?));
        let Some(files) = changes.files.iter().map(now).collect() else {
            return Ok(Err("a file cannot be read"));
        };
        let edited = Some(Box::new(EditedFacts { files, patch }));
        Ok(self.take(changes, edited, MovedFiles::default()).then_some(n_linked).ok_or("the store keeps nothing"))
    }

    /// The difference that edits of sources, and of manifests, make.
    fn linked(
        &self,
        changes: &TreeEdit,
        (base, reads): (&EditBase, &EditReads),
        edited: &[EditedFile],
        world: &World<'_>,
    ) -> Result<(Patch, usize), Unlinked> {
        let gaps: Vec<Gap> = self.tree.gaps.iter().chain(&self.seen.gaps).cloned().collect();
        let read: RefCell<FxHashMap<String, Rc<Vec<u8>>>> = RefCell::default();
        let section = |name: &str| {
            if let Some(bytes) = read.borrow().get(name) {
                return Some(bytes.clone());
            }
            let bytes = Rc::new(self.store.section(&changes.base, name)?);
            read.borrow_mut().insert(name.to_owned(), bytes.clone());
            Some(bytes)
        };
        let manifests = changes.files.iter().filter(|(at, _)| steers(&self.tree.files[*at].path));
        let manifests: Vec<FileId> = manifests.map(|(at, _)| FileId::of(*at)).collect();
        relink(world, (base, reads), &gaps, (edited, &manifests), &section)
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
        (1..=MOST_EDITED).contains(&changed.len()).then_some((before, changed))
    }
}
