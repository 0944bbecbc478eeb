//! Packs of observations, and snapshots, in the store that machines share. A pack holds the observations of files that lie
//! beside each other, and its key is what their contents are; so an edit misses one pack, and no index of packs is needed.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::observe::{self, Exhausted, ObservedTree};
use super::stored::StoredSections;
use crate::base::{Digest, Digester};
use crate::language::{EXTRACTOR, LANGUAGES};
use crate::parse;
use crate::store::{Additions, Cas, Sections, Store, decode, encode};
use crate::walk::Tree;

/// The kinds of blobs.
const PACK: &str = "pack";
const SNAPSHOTS: &str = "snapshot";
/// A file ends a pack where the digest of its path has these bits unset: packs have 64 files on average, and those of a
/// folder that grows stay as they are.
const END: u8 = 63;
/// The most files of a pack.
const LARGEST: usize = 256;
/// How many packs are in memory at once.
const BATCH: usize = 64;

/// The observations of a pack: content, language, body.
type Pack = Vec<(Digest, String, Vec<u8>)>;
/// The sections of a snapshot.
type NamedParts = Vec<(String, Vec<u8>)>;

/// The files that are observed, pack by pack.
fn packs(tree: &Tree, seen: &ObservedTree) -> Vec<Vec<usize>> {
    let mut packs = vec![Vec::new()];
    let is_observed = |at: &usize| seen.languages[*at].is_some() && seen.contents[*at].is_some();
    for at in (0..tree.files.len()).filter(is_observed) {
        if let Some(pack) = packs.last_mut() {
            pack.push(at);
        }
        let is_full = packs.last().is_some_and(|pack| pack.len() >= LARGEST);
        if is_full || Digest::of(tree.files[at].path.as_bytes()).0[0] & END == 0 {
            packs.push(Vec::new());
        }
    }
    packs.retain(|pack| !pack.is_empty());
    packs
}

/// The content and the language of a file of a pack.
fn entry(seen: &ObservedTree, at: usize) -> Option<(Digest, &'static str)> {
    Some((seen.contents[at]?, LANGUAGES[seen.languages[at]?].name))
}

/// The key of a pack: the version of the code, and each content with its language.
fn key(seen: &ObservedTree, pack: &[usize]) -> Digest {
    let mut digester = Digester::new(PACK);
    enter_program(&mut digester);
    digester.part(&EXTRACTOR.to_le_bytes());
    for (content, language) in pack.iter().filter_map(|at| entry(seen, *at)) {
        digester.part(&content.0).part(language.as_bytes());
    }
    digester.finish()
}

/// Enters the program: its version, the digest of its sources, its languages and features. Two builds that differ in one of
/// them share nothing.
pub fn enter_program(digester: &mut Digester) {
    digester.part(env!("CARGO_PKG_VERSION").as_bytes()).part(env!("CG_SOURCES").as_bytes());
    for language in LANGUAGES {
        digester.part(language.name.as_bytes());
    }
    digester.part(&[u8::from(cfg!(feature = "tokens")), u8::from(cfg!(feature = "neural"))]);
}

/// The key of the snapshot of a state.
fn snapshot_key(state: &Digest) -> Digest {
    let mut digester = Digester::new(SNAPSHOTS);
    enter_program(&mut digester);
    digester.part(&state.0).finish()
}

/// Takes the snapshot of a state into the store. Returns whether the store has it.
pub fn take_snapshot(cas: &Cas, store: &mut Store, state: &Digest) -> bool {
    if store.has_snapshot(state) {
        return true;
    }
    if cas.place.verifies(state) {
        return false;
    }
    let Some(parts) = cas.get(SNAPSHOTS, &snapshot_key(state)).and_then(|body| decode::<NamedParts>(&body)) else {
        return false;
    };
    let mut sections: Sections<'_> = Vec::new();
    for (name, body) in &parts {
        sections.push((name, Box::new(|| body.clone())));
    }
    store.add(&Additions { snapshot: Some((*state, sections)), ..Additions::default() });
    store.has_snapshot(state)
}

/// Takes the observations of files that the store does not have.
pub fn take_observations(cas: &Cas, tree: &Tree, seen: &ObservedTree, store: &mut Store) -> Result<(), Exhausted> {
    let observed = store.observed(EXTRACTOR);
    let is_known = |(content, language): &(Digest, &str)| observed.contains(&(*content, (*language).to_owned()));
    let is_wanted = |at: &usize| entry(seen, *at).is_some_and(|it| !is_known(&it));
    let wanted: Vec<Vec<usize>> = packs(tree, seen).into_iter().filter(|pack| pack.iter().any(is_wanted)).collect();
    for batch in wanted.chunks(BATCH) {
        let keys: Vec<Digest> = batch.iter().map(|pack| key(seen, pack)).collect();
        let bodies = cas.get_each(PACK, &keys);
        let taken: Vec<Pack> = (batch, &keys, bodies)
            .into_par_iter()
            .map(|(pack, key, body)| {
                let Some(body) = body else { return Ok(Vec::new()) };
                let Some(taken) = decode::<Pack>(&body) else {
                    cas.spoil(PACK, key, "is of another form");
                    return Ok(Vec::new());
                };
                if !is_true(cas, tree, seen, pack, &taken)? {
                    cas.spoil(PACK, key, "does not hold what its files say");
                    return Ok(Vec::new());
                }
                Ok(taken)
            })
            .collect::<Result<_, Exhausted>>()?;
        let own: FxHashSet<(Digest, &'static str)> =
            batch.iter().flatten().filter_map(|at| entry(seen, *at)).filter(|it| !is_known(it)).collect();
        let language = |name: &str| LANGUAGES.iter().find(|language| language.name == name).map(|it| it.name);
        let bodies = taken.into_iter().flatten();
        let observations = bodies
            .filter_map(|(content, name, body)| Some((content, language(&name)?, body)))
            .filter(|(content, language, _)| own.contains(&(*content, *language)));
        store.add(&Additions { observations: observations.collect(), ..Additions::default() });
    }
    Ok(())
}

/// Whether those of the sample in a pack are what their files say.
fn is_true(cas: &Cas, tree: &Tree, seen: &ObservedTree, pack: &[usize], taken: &Pack) -> Result<bool, Exhausted> {
    for at in pack.iter().copied() {
        let (Some((content, name)), Some(language)) = (entry(seen, at), seen.languages[at]) else { continue };
        if !cas.place.verifies(&content) {
            continue;
        }
        // One that has changed since is read again in any case.
        let Ok(bytes) = observe::bytes(tree, &tree.files[at])? else { continue };
        if Digest::of(&bytes) != content {
            continue;
        }
        let own = encode(&parse::observe(language, &bytes));
        if taken.iter().any(|(other, language, body)| *other == content && language == name && *body != own) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Shares an index: its packs, and then its snapshot, so far as the shared store lacks them.
pub fn share(cas: &Cas, tree: &Tree, seen: &ObservedTree, store: &Store, state: &Digest) {
    let (is_verified, shared) = (cas.place.verifies(state), snapshot_key(state));
    if !cas.is_written() || cas.has(SNAPSHOTS, &shared) && !is_verified {
        return;
    }
    let parts: NamedParts = StoredSections::of(store, state).all(store);
    if parts.is_empty() {
        return;
    }
    let parts = encode(&parts);
    if is_verified && cas.get(SNAPSHOTS, &shared).is_some_and(|theirs| theirs != parts) {
        cas.spoil(SNAPSHOTS, &shared, "does not hold the facts of its files");
    }
    let packs = packs(tree, seen);
    let keys: Vec<Digest> = packs.iter().map(|pack| key(seen, pack)).collect();
    let known = cas.has_each(PACK, &keys);
    for ((pack, key), _) in packs.iter().zip(&keys).zip(known).filter(|(_, is_known)| !is_known) {
        let body = |at: &usize| {
            let (content, language) = entry(seen, *at)?;
            Some((content, language.to_owned(), store.observation(&content, language, EXTRACTOR)?))
        };
        if let Some(mut bodies) = pack.iter().map(body).collect::<Option<Pack>>() {
            bodies.sort_unstable();
            bodies.dedup();
            cas.put(PACK, key, &encode(&bodies));
        }
    }
    if !cas.has(SNAPSHOTS, &shared) {
        cas.put(SNAPSHOTS, &shared, &parts);
    }
}
