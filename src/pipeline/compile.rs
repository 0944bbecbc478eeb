//! Validates SCIP indexes against the tree: each document against its file, each occurrence against the text there.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use cg_rules::FileId;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::observe::ObservedTree;
use crate::base::{Digest, Position};
use crate::facts::{Compiled, OccurrencePlace, UseKind};
use crate::language::{EXTRACTOR, LANGUAGES, World};
use crate::parse::{self, Sites};
use crate::scip::{self, Confidence, Decoded, Health, Probed, Stamp, Surroundings, Verdict};
use crate::store::{Store, decode, encode};
use crate::walk::Tree;

/// Sites of one content that the store does not know: content, language, body.
type NewSite = (Digest, &'static str, Vec<u8>);

/// All of them.
pub type NewSites = Vec<NewSite>;

/// The repository that indexes are validated against.
pub struct Repository<'a> {
    /// The files.
    pub tree: &'a Tree,
    /// Their contents.
    pub seen: &'a ObservedTree,
    /// Their observations.
    pub world: &'a World<'a>,
    /// Where sites are kept.
    pub store: &'a Store,
}

/// Indexes that were held against the tree.
pub struct Held {
    /// How far they may be trusted.
    pub health: Health,
    /// The verdict of each document.
    pub verdicts: Vec<Verdict>,
    /// For the store.
    pub new_sites: NewSites,
    files: Vec<Option<FileId>>,
    names: FxHashMap<FileId, Sites>,
    sites: Vec<scip::CheckedSite>,
}

/// The texts of files, as they were digested.
struct Texts<'a> {
    tree: &'a Tree,
    seen: &'a ObservedTree,
    /// Files that are known to have changed.
    changed: &'a BTreeSet<FileId>,
    /// Files that were found to have changed.
    met: Mutex<BTreeSet<FileId>>,
}

impl Texts<'_> {
    /// The text of a file and its digest; `None` where it was not read, or is no longer what was digested.
    fn of(&self, file: FileId) -> Option<(Vec<u8>, Digest)> {
        let content = self.seen.contents[file.0 as usize].filter(|_| !self.changed.contains(&file))?;
        let path = &self.tree.files[file.0 as usize].path;
        let text = self.tree.read(path).ok().filter(|text| Digest::of(text) == content);
        if text.is_none() {
            self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(file);
        }
        Some((text?, content))
    }
}

/// Holds indexes against the tree. `stamps` has one entry for each source. A file that is no longer what was digested
/// joins `changed` and has no text, so that the facts depend on the digested contents and on `changed` alone.
pub fn hold(decoded: &Decoded, stamps: &Stamps, repository: &Repository<'_>, changed: &mut BTreeSet<FileId>) -> Held {
    let Repository { tree, seen, world, store } = *repository;
    let files: Vec<Option<FileId>> =
        decoded.documents.iter().map(|document| world.paths.file(&document.path)).collect();
    let (names, new_sites, probed) = loop {
        let texts = Texts { tree, seen, changed, met: Mutex::default() };
        let (names, new_sites) = sites(&files, &texts, store);
        let probed = probe(decoded, stamps, &names, &texts, world);
        let met = texts.met.into_inner().unwrap_or_else(PoisonError::into_inner);
        if met.is_empty() {
            break (names, new_sites, probed);
        }
        changed.extend(met);
    };
    Held { health: probed.health, verdicts: probed.verdicts, new_sites, files, names, sites: probed.sites }
}

impl Held {
    /// The source of compiler facts. The documents of an index of low confidence count as stale.
    pub fn compiled<'a>(&self, decoded: &'a Decoded) -> Compiled<'a> {
        let sources = &self.health.sources;
        let is_trusted = |source: u32| sources.get(source as usize).is_some_and(|it| it.confidence != Confidence::Low);
        let documents = || decoded.documents.iter().zip(&self.verdicts);
        let places = decoded.documents.iter().zip(&self.files).map(|(document, file)| {
            let names = file.and_then(|file| self.names.get(&file));
            let of_document = self.sites.get(document.first as usize..document.end as usize).unwrap_or(&[]);
            of_document.iter().map(|site| place(site, names)).collect()
        });
        Compiled {
            decoded,
            is_fresh: documents().map(|(it, verdict)| *verdict == Verdict::Fresh && is_trusted(it.source)).collect(),
            places: places.collect(),
            files: self.files.clone(),
        }
    }
}

/// The stamps of the sources, and what was wrong with any.
#[derive(Debug, Default)]
pub struct Stamps {
    /// One for each source.
    pub by_source: Vec<Option<Stamp>>,
    /// Sources and sentences.
    pub notes: Vec<(usize, String)>,
}

fn place(site: &scip::CheckedSite, names: Option<&Sites>) -> OccurrencePlace {
    // What is no name of the text is read as far as anybody can tell: an operator, a part of a word.
    let kind = names.and_then(|names| names.within(site.start, site.length)).map_or(UseKind::Read, |name| name.kind);
    OccurrencePlace { at: site.start, length: site.length, kind, agreement: site.agreement, fits: site.fits }
}

/// The names in the text of each file that a document is of, from the store where it has them.
fn sites(files: &[Option<FileId>], texts: &Texts<'_>, store: &Store) -> (FxHashMap<FileId, Sites>, NewSites) {
    let mut wanted: Vec<FileId> =
        files.iter().copied().flatten().filter(|file| !texts.changed.contains(file)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let seen = texts.seen;
    let kept: Vec<(FileId, Digest, usize, Option<Vec<u8>>)> = wanted
        .into_iter()
        .filter_map(|file| {
            let at = file.0 as usize;
            let (content, language) = (seen.contents[at]?, seen.languages[at]?);
            Some((file, content, language, store.sites(&content, LANGUAGES[language].name, EXTRACTOR)))
        })
        .collect();
    let made: Vec<(FileId, Sites, Option<NewSite>)> = kept
        .into_par_iter()
        .map(|(file, content, language, body)| {
            if let Some(sites) = body.and_then(|body| decode(&body)) {
                return (file, sites, None);
            }
            let Some((text, _)) = texts.of(file) else { return (file, Sites::default(), None) };
            let sites = parse::sites(language, &text);
            let body = encode(&sites);
            (file, sites, Some((content, LANGUAGES[language].name, body)))
        })
        .collect();
    let mut new: NewSites = made.iter().filter_map(|(_, _, new)| new.clone()).collect();
    new.sort_unstable();
    new.dedup();
    (made.into_iter().map(|(file, sites, _)| (file, sites)).collect(), new)
}

fn probe(
    decoded: &Decoded,
    stamps: &Stamps,
    sites: &FxHashMap<FileId, Sites>,
    texts: &Texts<'_>,
    world: &World<'_>,
) -> Probed {
    let files: Vec<&str> = texts.tree.files.iter().map(|entry| &*entry.path).collect();
    let around = Surroundings { files: &files, stamps: &stamps.by_source, notes: &stamps.notes };
    scip::probe(decoded, &around, |document| {
        let file = world.paths.file(&document.path)?;
        let (text, digest) = texts.of(file)?;
        let names = sites.get(&file).map(|sites| sites.as_slice().iter().map(|site| site.at).collect::<Vec<_>>());
        let imports = imports_of_packages(file, world);
        Some(scip::DocumentText {
            text: Cow::Owned(text),
            digest: Some(digest),
            names: names.map(Cow::Owned),
            imports: Cow::Owned(imports),
        })
    })
}

/// Where a file imports a package, in a language whose imports show it: an index made without its dependencies has no
/// symbols there.
fn imports_of_packages(file: FileId, world: &World<'_>) -> Vec<Position> {
    let at = file.0 as usize;
    let shows_packages = world.language(file).is_some_and(|language| language.conventions.imports_packages_bare);
    let Some(observation) = world.observations[at].as_ref().filter(|_| shows_packages) else {
        return Vec::new();
    };
    let is_bare = |source: &str| !source.starts_with(['.', '/']) && !source.is_empty();
    let sites = observation.imports.iter().filter(|site| is_bare(observation.name(site.source)));
    sites.map(|site| site.at).collect()
}
