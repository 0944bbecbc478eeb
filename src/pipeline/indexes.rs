//! The compilers' indexes of a run: which there are, what they cover, and where their documents lie in the tree.

use std::path::PathBuf;

use rustc_hash::FxHashSet;

use super::compile::Stamps;
use crate::base::{Digest, Digester, path};
use crate::scip::{self, Decoded, IndexFile, OpenError, Shift, Stamp};
use crate::store::{Observed, StatCache, Store, decode, encode};
use crate::walk::Tree;

/// Which indexes are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ScipSelection {
    /// The one at the root, where there is one.
    #[default]
    Found,
    /// Those of the command line, wherever they lie.
    Files(Vec<PathBuf>),
    /// Those of a manifest: paths from the root that no link may lead out of it.
    Inside(Vec<PathBuf>),
    /// None.
    Nothing,
}

/// The paths of the documents of one source, with where its index lies.
type Covered = Vec<(String, Vec<String>)>;

/// The indexes of a run.
#[derive(Default)]
pub struct Indexes {
    /// Their files.
    pub files: Vec<IndexFile>,
    decoded: Option<Decoded>,
    /// The documents that the store does not hold yet.
    pub new_covered: Option<(Digest, Vec<u8>)>,
}

impl Indexes {
    /// Finds them. One that was named and cannot be read is an error; one that cannot be understood is a finding.
    pub fn find(tree: &Tree, wanted: &ScipSelection, known: &StatCache) -> Result<Self, OpenError> {
        let paths = match wanted {
            ScipSelection::Found => scip::discover(&tree.root).into_iter().collect(),
            ScipSelection::Files(paths) => paths.clone(),
            ScipSelection::Inside(paths) => {
                let full = paths.iter().map(|path| scip::beneath(&tree.root, &tree.root.join(path)));
                full.collect::<Result<_, _>>()?
            }
            ScipSelection::Nothing => Vec::new(),
        };
        let files = scip::look(&tree.root, &paths, |path, stat| known.content(path, stat))?;
        Ok(Self { files, ..Self::default() })
    }

    /// Enters what the facts depend on.
    pub fn enter(&self, digester: &mut Digester) {
        for file in &self.files {
            digester.part(file.name.as_bytes()).part(&file.digest.0);
            digester.part(file.stamp.as_deref().unwrap_or("").as_bytes());
        }
    }

    /// The stat entries of their files.
    pub fn stats(&self) -> impl Iterator<Item = Observed> + '_ {
        self.files.iter().map(|file| Observed {
            path: file.path.to_string_lossy().into(),
            stat: file.stat,
            content: file.digest,
        })
    }

    /// The files of the tree that the documents are of. The store knows them, or the indexes are read.
    pub fn covered(&mut self, tree: &Tree, store: &Store) -> Result<FxHashSet<String>, OpenError> {
        if self.files.is_empty() {
            return Ok(FxHashSet::default());
        }
        let known = store.covered(&self.key()).and_then(|body| decode::<Covered>(&body));
        let covered = match known {
            Some(known) => known,
            None => {
                let covered = documents(self.decoded()?);
                self.new_covered = Some((self.key(), encode(&covered)));
                covered
            }
        };
        let mut files = FxHashSet::default();
        let all = Known::new(tree);
        for (name, indexed) in &covered {
            let indexed: Vec<&str> = indexed.iter().map(String::as_str).collect();
            let shift = all.shift(name, &indexed);
            files.extend(indexed.iter().filter_map(|it| shift.apply(it)));
        }
        Ok(files)
    }

    /// The digest of their names and contents.
    fn key(&self) -> Digest {
        let mut key = Digester::new("covered");
        for file in &self.files {
            key.part(file.name.as_bytes()).part(&file.digest.0);
        }
        key.finish()
    }

    /// Reads them, and gives their documents the paths of the tree.
    pub fn locate(&mut self, tree: &Tree) -> Result<(), OpenError> {
        let all = Known::new(tree);
        let covered = documents(self.decoded()?);
        let shift = |(name, indexed): &(String, Vec<String>)| {
            all.shift(name, &indexed.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let shifts: Vec<Shift> = covered.iter().map(shift).collect();
        let decoded = self.decoded.take().unwrap_or_default();
        self.decoded = Some(decoded.relocated(|source, path| shifts.get(source as usize)?.apply(path)));
        Ok(())
    }

    /// Their decoded contents, once located, and their stamps.
    pub fn held(&mut self) -> (&Decoded, Stamps) {
        let decoded = &*self.decoded.get_or_insert_default();
        let mut stamps = Stamps::default();
        for (at, source) in decoded.sources.iter().enumerate() {
            let text = self.files.iter().find(|file| file.name == source.name).and_then(|file| file.stamp.as_deref());
            let stamp = text.map(|text| Stamp::read(text, source.digest)).transpose();
            stamps.by_source.push(stamp.unwrap_or_else(|note| {
                stamps.notes.push((at, note));
                None
            }));
        }
        (decoded, stamps)
    }

    /// Their contents, decoded at first use. An index that another has replaced meanwhile is known by what was read.
    fn decoded(&mut self) -> Result<&Decoded, OpenError> {
        if self.decoded.is_none() {
            let files: Vec<(String, PathBuf)> =
                self.files.iter().map(|file| (file.name.clone(), file.path.clone())).collect();
            let decoded = scip::open(&files)?;
            for file in &mut self.files {
                let source = decoded.sources.iter().find(|source| source.name == file.name);
                file.digest = source.map_or(file.digest, |source| source.digest);
            }
            self.decoded = Some(decoded);
        }
        Ok(self.decoded.get_or_insert_default())
    }
}

/// The paths of the tree.
struct Known<'t> {
    all: Vec<&'t str>,
    each: FxHashSet<&'t str>,
}

impl<'t> Known<'t> {
    fn new(tree: &'t Tree) -> Self {
        let all: Vec<&str> = tree.files.iter().map(|entry| &*entry.path).collect();
        Self { each: all.iter().copied().collect(), all }
    }

    /// How the paths of an index lie to the root.
    fn shift(&self, name: &str, indexed: &[&str]) -> Shift {
        Shift::find(indexed, |path| self.each.contains(path), path::parent(name), &self.all)
    }
}

/// The paths of the documents, by source.
fn documents(decoded: &Decoded) -> Covered {
    let sources = decoded.sources.iter().zip(0u32..);
    let of = |at: u32| decoded.documents.iter().filter(move |document| document.source == at);
    sources.map(|(source, at)| (source.name.clone(), of(at).map(|it| it.path.to_string()).collect())).collect()
}
