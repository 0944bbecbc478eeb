//! The engine: one snapshot with its graphs, each built at its first use.

use std::sync::{Arc, Mutex, OnceLock};

use cg_rules::{
    CallGraph, Central, DefId, Evidence, FileId, Id, ImportGraph, MemberGraph, PackageGraph, TestGraph, TypeGraph,
};
use rustc_hash::FxHashMap;

use super::answer::Answer;
use super::retrieval::{Retrieved, SearchRequest, Thresholds};
use crate::facts::{Absences, AbsentImport, OutsideNames, Snapshot};
use crate::walk::Tree;

/// One graph for each evidence floor.
type ByFloor<G> = [OnceLock<G>; Evidence::ALL.len()];

/// The primitives over one snapshot.
pub struct Engine<'f> {
    /// The facts.
    pub snapshot: &'f Snapshot,
    outside: OnceLock<OutsideNames>,
    imports: OnceLock<ImportGraph>,
    calls: ByFloor<CallGraph>,
    types: ByFloor<TypeGraph>,
    members: ByFloor<MemberGraph>,
    tests: ByFloor<TestGraph>,
    packages: OnceLock<PackageGraph>,
    central: OnceLock<Vec<Central>>,
    /// The layer that searches by words.
    pub(super) retrieval: Option<&'f dyn Retrieval>,
    /// The thresholds of a search.
    pub thresholds: Thresholds,
    /// The policy for documents of an index that are not fresh.
    pub stale: Stale,
    /// The files: SCIP sites are validated against them once more before they are reported.
    pub tree: Option<&'f Tree>,
    /// The imports of paths that no file has.
    pub(super) absences: Option<&'f (dyn Absences + Sync)>,
    /// Those of some paths, once they are read.
    pub(super) gone: Mutex<KnownAbsences>,
}

/// The layer that answers from an index of words.
pub trait Retrieval: Sync {
    /// Answers a request.
    fn answer(&self, engine: &Engine<'_>, request: &SearchRequest, what: Retrieved) -> Answer;
}

/// The imports of absent paths, by the paths.
pub(super) type KnownAbsences = FxHashMap<Vec<String>, Arc<Result<Vec<AbsentImport>, String>>>;

/// The policy for documents of an index that are not fresh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stale {
    /// The text answers for them.
    #[default]
    Downgrade,
    /// They answer all the same, with what still fits the text.
    Use,
}

impl<'f> Engine<'f> {
    /// An engine over a snapshot.
    pub fn new(snapshot: &'f Snapshot) -> Self {
        Self {
            snapshot,
            outside: OnceLock::new(),
            imports: OnceLock::new(),
            calls: Default::default(),
            types: Default::default(),
            members: Default::default(),
            tests: Default::default(),
            packages: OnceLock::new(),
            central: OnceLock::new(),
            retrieval: None,
            thresholds: Thresholds::default(),
            stale: Stale::default(),
            tree: None,
            absences: None,
            gone: Mutex::default(),
        }
    }

    /// The same, that holds what an index says against these files.
    pub fn over(self, tree: &'f Tree, stale: Stale) -> Self {
        Self { tree: Some(tree), stale, ..self }
    }

    /// The same, that answers searches by words.
    pub fn searching(self, retrieval: &'f dyn Retrieval, thresholds: Thresholds) -> Self {
        Self { retrieval: Some(retrieval), thresholds, ..self }
    }

    /// The PageRank of all sources that others rely on, the greatest first.
    pub fn centrality(&self) -> &[Central] {
        self.central.get_or_init(|| {
            let all = (0..self.snapshot.paths.len()).map(FileId::of);
            let sources: Vec<FileId> = all.filter(|file| !self.is_aside(*file)).collect();
            cg_rules::central(self.imports(), &sources)
        })
    }

    /// The same, with what imports paths that no file has.
    pub fn with_absences(self, absences: &'f (dyn Absences + Sync)) -> Self {
        Self { absences: Some(absences), ..self }
    }

    /// The imports.
    pub fn imports(&self) -> &ImportGraph {
        self.imports.get_or_init(|| self.snapshot.import_graph(self.outside()))
    }

    /// The names of external packages.
    pub(super) fn outside(&self) -> &OutsideNames {
        self.outside.get_or_init(|| OutsideNames::of(self.snapshot))
    }

    /// The calls at or above an evidence.
    pub(super) fn calls(&self, floor: Evidence) -> &CallGraph {
        self.calls[floor as usize].get_or_init(|| self.snapshot.call_graph(floor))
    }

    /// The supertypes at or above an evidence.
    pub(super) fn types(&self, floor: Evidence) -> &TypeGraph {
        self.types[floor as usize].get_or_init(|| self.snapshot.type_graph(floor))
    }

    /// The overrides at or above an evidence.
    pub(super) fn members(&self, floor: Evidence) -> &MemberGraph {
        self.members[floor as usize].get_or_init(|| self.snapshot.member_graph(floor))
    }

    /// The definitions that tests open and that definitions need, at or above an evidence.
    pub(super) fn tests(&self, floor: Evidence) -> &TestGraph {
        self.tests[floor as usize].get_or_init(|| self.snapshot.test_graph(floor))
    }

    /// The dependences of manifests.
    pub(super) fn packages(&self) -> &PackageGraph {
        self.packages.get_or_init(|| self.snapshot.package_graph())
    }

    /// The file of a definition.
    pub(super) fn file(&self, def: DefId) -> Option<FileId> {
        self.snapshot.definition(def).map(|row| row.file)
    }

    /// Whether a file is a test, an example, vendored or generated.
    pub fn is_aside(&self, file: FileId) -> bool {
        self.snapshot.file_row(file).is_some_and(|row| row.is_aside)
    }
}
