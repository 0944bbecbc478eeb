//! The engine: one snapshot with its graphs, each built at its first use.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cg_rules::{
    CallGraph, Central, DefId, Evidence, FileId, Id, ImportGraph, MemberGraph, PackageGraph, Prior, TestGraph,
    TypeGraph,
};
use rustc_hash::FxHashMap;

use super::answer::Answer;
use super::kept_texts::KeptTexts;
use super::locate::{Located, located_by};
use super::member_read::KnownReads;
use super::member_source::MemberSource;
use super::outside_heads::OutsideHeads;
use super::path_ends::PathEnds;
use super::retrieval::{Retrieved, SearchRequest, Thresholds};
use super::row_index::RowIndex;
use super::site_source::{ParsedTexts, SiteSource};
use super::symbol_match::SymbolMatch;
use super::tied_places::TiedPlaces;
use crate::base::path;
use crate::facts::{Absences, AbsentImport, Coverage, Followed, OutsideNames, Snapshot};
use crate::walk::{Refusal, Tree};
use crate::work::{Amounts, Meter, Unit};

/// The evidence below which no edge ties files together.
pub(super) const FLOOR: Evidence = Evidence::Scoped;
/// Files that take more than one part in so many of all that may be read are held to those that have the words.
const SMALL_PART: u64 = 4;

/// One graph for each evidence floor.
type ByFloor<G> = [OnceLock<G>; Evidence::ALL.len()];

/// The graphs of one snapshot, each built at its first use. They are no work of any request.
#[derive(Default)]
struct Graphs {
    outside: OnceLock<OutsideNames>,
    outside_heads: OnceLock<OutsideHeads>,
    imports: OnceLock<ImportGraph>,
    calls: ByFloor<CallGraph>,
    types: ByFloor<TypeGraph>,
    outer_types: ByFloor<TypeGraph>,
    members: ByFloor<MemberGraph>,
    tests: ByFloor<TestGraph>,
    packages: OnceLock<PackageGraph>,
    prior: OnceLock<Vec<Prior>>,
    central: OnceLock<Vec<Central>>,
    tied_places: OnceLock<TiedPlaces>,
    followed: OnceLock<Followed>,
    families: OnceLock<TypeGraph>,
    rows: RowIndex,
    /// The files of some paths and globs.
    ends: OnceLock<PathEnds>,
    located: Mutex<FxHashMap<String, Arc<Vec<Located>>>>,
    symbols: Mutex<FxHashMap<String, SymbolMatch>>,
    /// The texts that bounded queries read: several of one request read the same.
    texts: KeptTexts,
    /// The imports of some absent paths, once they are read.
    gone: Mutex<KnownAbsences>,
    /// The members that some lines read, once they are found.
    reads: KnownReads,
}

/// The primitives over one snapshot. Engines of several requests share the graphs; each counts its own work.
pub struct Engine<'f> {
    /// The facts.
    pub snapshot: &'f Snapshot,
    graphs: Arc<Graphs>,
    /// The work of the request.
    pub meter: Meter,
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
    /// Where the names in texts are known from.
    pub(super) sites: &'f dyn SiteSource,
    /// Where members lead that are not called.
    pub(super) members: Option<&'f dyn MemberSource>,
    /// The paths and names that exist no more by the text of the task.
    gone_values: Arc<BTreeSet<String>>,
    /// The lines that tests executed, by a report of the task.
    pub(super) coverage: Arc<Coverage>,
}

/// The layer that answers from an index of words.
pub trait Retrieval: Sync {
    /// Answers a request.
    fn answer(&self, engine: &Engine<'_>, request: &SearchRequest, what: Retrieved) -> Answer;
    /// Whether each file, by its number, holds a word; `None` of one of which the index has nothing. Empty where there is no index, or
    /// the word is none that it would have.
    fn holding(&self, engine: &Engine<'_>, word: &str) -> Vec<Option<bool>>;
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
            graphs: Arc::default(),
            meter: Meter::new(Amounts::UNBOUNDED),
            retrieval: None,
            thresholds: Thresholds::default(),
            stale: Stale::default(),
            tree: None,
            absences: None,
            sites: &ParsedTexts,
            members: None,
            gone_values: Arc::default(),
            coverage: Arc::clone(&snapshot.coverage),
        }
    }

    /// The same with its graphs, for a request with limits of its own.
    pub fn metered(&self, limits: Amounts) -> Self {
        let (graphs, gone_values) = (Arc::clone(&self.graphs), Arc::clone(&self.gone_values));
        Self { graphs, gone_values, coverage: Arc::clone(&self.coverage), meter: Meter::new(limits), ..*self }
    }

    /// The same with its graphs, for a task that says of some paths and names that they exist no more, and what tests
    /// executed.
    pub fn for_task(&self, gone: &BTreeSet<String>, coverage: &Arc<Coverage>) -> Self {
        let (graphs, gone_values) = (Arc::clone(&self.graphs), Arc::new(gone.clone()));
        Self { graphs, gone_values, coverage: Arc::clone(coverage), meter: Meter::new(Amounts::UNBOUNDED), ..*self }
    }

    /// The paths and the names of which the task says that they exist no more.
    pub(super) fn gone_values(&self) -> impl Iterator<Item = &str> {
        self.gone_values.iter().map(String::as_str)
    }

    /// Whether the task says of a path or a name that it exists no more.
    pub(super) fn is_gone(&self, text: &str) -> bool {
        self.gone_values.contains(text)
    }

    /// The imports of absent paths that are read already.
    pub(super) fn gone(&self) -> &Mutex<KnownAbsences> {
        &self.graphs.gone
    }

    /// The members that some lines read, so far as they are found already.
    pub(super) fn known_reads(&self) -> &KnownReads {
        &self.graphs.reads
    }

    /// The same, that holds what an index says against these files.
    pub fn over(self, tree: &'f Tree, stale: Stale) -> Self {
        Self { tree: Some(tree), stale, ..self }
    }

    /// The same, that answers searches by words.
    pub fn searching(self, retrieval: &'f dyn Retrieval, thresholds: Thresholds) -> Self {
        Self { retrieval: Some(retrieval), thresholds, ..self }
    }

    /// Takes the files out of some that hold none of some words, where to read all would take much of what may be read. Without
    /// a word all stay.
    pub(super) fn narrow_to<'w>(&self, files: &mut Vec<FileId>, words: impl Iterator<Item = &'w str>) {
        let Some(retrieval) = self.retrieval.filter(|_| !self.may_be_read(files, SMALL_PART)) else { return };
        let holding: Vec<Vec<Option<bool>>> = words.map(|word| retrieval.holding(self, word)).collect();
        if holding.is_empty() {
            return;
        }
        let may = |holding: &Vec<Option<bool>>, file: FileId| holding.get(file.index()) != Some(&Some(false));
        files.retain(|file| holding.iter().any(|holding| may(holding, *file)));
    }

    /// How many files hold a word, by the index of words.
    pub fn n_holding(&self, word: &str) -> usize {
        let holding = self.retrieval.map(|retrieval| retrieval.holding(self, word)).unwrap_or_default();
        holding.iter().filter(|holds| **holds == Some(true)).count()
    }

    /// The PageRank over imports of all sources that others rely on, the greatest first.
    pub fn prior(&self) -> &[Prior] {
        self.graphs.prior.get_or_init(|| cg_rules::prior(self.imports(), &self.sources()))
    }

    /// All sources that tie the code together, the most central first.
    pub(super) fn centrality(&self) -> &[Central] {
        self.graphs.central.get_or_init(|| cg_rules::central(&self.snapshot.reliance_graph(FLOOR), &self.sources()))
    }

    /// For files without an import, the first places that tie them to others.
    pub(super) fn tied_places(&self) -> &TiedPlaces {
        self.graphs.tied_places.get_or_init(|| TiedPlaces::of(self.snapshot, FLOOR))
    }

    /// The files that are not aside.
    pub(super) fn sources(&self) -> Vec<FileId> {
        let all = (0..self.snapshot.paths.len()).map(FileId::of);
        all.filter(|file| !self.is_aside(*file)).collect()
    }

    /// The calls that a reader can follow, at or above [`Evidence::Scoped`].
    pub fn followed(&self) -> &Followed {
        self.graphs.followed.get_or_init(|| self.snapshot.followed(FLOOR, self.calls(FLOOR)))
    }

    /// The supertypes of types that are not aside, at or above [`Evidence::Scoped`].
    pub fn families(&self) -> &TypeGraph {
        self.graphs.families.get_or_init(|| self.snapshot.family_graph(FLOOR))
    }

    /// The rows by definitions and names.
    pub(super) fn rows(&self) -> &RowIndex {
        &self.graphs.rows
    }

    /// The meaning of a text as a symbol, found once.
    pub(super) fn symbol_once(&self, text: &str, find: impl FnOnce() -> SymbolMatch) -> SymbolMatch {
        let known = || self.graphs.symbols.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(symbol) = known().get(text) {
            return symbol.clone();
        }
        let symbol = find();
        known().insert(text.to_owned(), symbol.clone());
        symbol
    }

    /// The files by the ends of their paths.
    pub(super) fn ends(&self) -> &PathEnds {
        self.graphs.ends.get_or_init(|| PathEnds::of(self.snapshot))
    }

    /// The files that a text names, with the line that it names.
    pub fn places(&self, text: &str) -> Vec<Located> {
        let text = self.below_root(text);
        located_by(self.snapshot, text, |name| self.ends().named(self.snapshot, name))
    }

    /// The files that a text names; those of a glob are found once.
    pub(super) fn located(&self, text: &str) -> Arc<Vec<Located>> {
        if !path::is_glob(text) {
            return Arc::new(self.places(text));
        }
        let mut known = self.graphs.located.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = known.entry(text.to_owned());
        Arc::clone(entry.or_insert_with(|| Arc::new(self.places(text))))
    }

    /// The same, with what imports paths that no file has, what keeps the names in texts, and what has the types of values.
    pub fn with_index<I: Absences + SiteSource + MemberSource>(self, index: &'f I) -> Self {
        Self { absences: Some(index), sites: index, members: Some(index), ..self }
    }

    /// Where the names in texts, and the calls in bodies, are known from.
    pub fn sites(&self) -> &dyn SiteSource {
        self.sites
    }

    /// The imports.
    pub fn imports(&self) -> &ImportGraph {
        self.graphs.imports.get_or_init(|| self.snapshot.import_graph(self.outside()))
    }

    /// The names of external packages.
    pub(super) fn outside(&self) -> &OutsideNames {
        self.graphs.outside.get_or_init(|| OutsideNames::of(self.snapshot))
    }

    /// The same names by how their paths begin.
    pub(super) fn outside_heads(&self) -> &OutsideHeads {
        self.graphs.outside_heads.get_or_init(|| OutsideHeads::of(self.snapshot, self.outside()))
    }

    /// The calls at or above an evidence.
    pub(super) fn calls(&self, floor: Evidence) -> &CallGraph {
        self.graphs.calls[floor as usize].get_or_init(|| self.snapshot.call_graph(floor))
    }

    /// The supertypes at or above an evidence.
    pub(super) fn types(&self, floor: Evidence) -> &TypeGraph {
        self.graphs.types[floor as usize].get_or_init(|| self.snapshot.type_graph(floor))
    }

    /// The supertypes at or above an evidence, those of external packages among them.
    pub(super) fn outer_types(&self, floor: Evidence) -> &TypeGraph {
        let graph = &self.graphs.outer_types[floor as usize];
        graph.get_or_init(|| self.snapshot.outer_type_graph(floor, self.outside()))
    }

    /// The overrides at or above an evidence.
    pub(super) fn members(&self, floor: Evidence) -> &MemberGraph {
        self.graphs.members[floor as usize].get_or_init(|| self.snapshot.member_graph(floor))
    }

    /// The definitions that tests open and that definitions need, at or above an evidence.
    pub(super) fn tests(&self, floor: Evidence) -> &TestGraph {
        self.graphs.tests[floor as usize].get_or_init(|| self.snapshot.test_graph(floor))
    }

    /// The dependences of manifests.
    pub(super) fn packages(&self) -> &PackageGraph {
        self.graphs.packages.get_or_init(|| self.snapshot.package_graph())
    }

    /// The file of a definition.
    pub(super) fn file(&self, def: DefId) -> Option<FileId> {
        self.snapshot.definition(def).map(|row| row.file)
    }

    /// The text of a file, if it has no more bytes than `limit`. What a request with limits reads is kept for its other queries.
    pub(super) fn text(&self, tree: &Tree, file: FileId, limit: u64) -> Result<Arc<Vec<u8>>, Refusal> {
        let read = || tree.read_within(self.snapshot.path(file), limit);
        if self.meter.is_bounded(Unit::FilesRead) { self.graphs.texts.of(file, read) } else { read().map(Arc::new) }
    }

    /// Whether a file is a test, an example, vendored or generated.
    pub fn is_aside(&self, file: FileId) -> bool {
        self.snapshot.file_row(file).is_some_and(|row| row.is_aside)
    }
}
