//! Chooses the source for each file: a compiler's index for its fresh documents, and the text for all others.

use cg_rules::{DefId, FileId, Id, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::{Engine, Stale};
use crate::base::{LineIndex, Position};
use crate::facts::{Exact, OccurrenceRow, TextMatch, UseKind};
use crate::scip::{self, CheckedPlace, Confidence, Health, find};

/// Why the text answers where there is no index.
pub const NO_INDEX: &str =
    "no SCIP index is loaded: answered from the calls, imports and supertypes that the text shows";

/// How many of several things are listed.
const SHOWN: usize = 8;

/// The source of answers.
pub enum Access<'f> {
    /// An index, and the text for the rest.
    Index(ScipAnswers<'f>),
    /// The text alone, for a reason.
    Text(String),
}

/// An index that may answer.
pub struct ScipAnswers<'f> {
    exact: &'f Exact,
    health: &'f Health,
    /// The files whose documents answer.
    answering: FxHashSet<FileId>,
    stale: Stale,
}

/// The symbols that a text names in an index.
#[derive(Default)]
pub struct IndexMatch {
    /// The symbols; of several things those of each.
    pub symbols: Vec<u32>,
    /// Their definitions.
    pub defs: Vec<DefId>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// The note where the text does not know the name either.
    pub unknown: Vec<String>,
    /// The index has the last word: a place that it knows means what it says, or nothing.
    pub is_settled: bool,
}

impl IndexMatch {
    /// Keeps the symbols of some definitions alone.
    pub fn keep(&mut self, access: &Access<'_>, defs: &[DefId]) {
        let Access::Index(index) = access else { return };
        let is_meant = |symbol: &u32| index.exact.defined.headed([*symbol]).any(|row| defs.contains(&row.def));
        self.symbols.retain(is_meant);
        self.defs.retain(|def| defs.contains(def));
        // What was said of all of them is no longer so.
        self.notes.clear();
    }
}

impl<'f> Access<'f> {
    /// Chooses the sources for this repository.
    pub fn of(engine: &Engine<'f>) -> Self {
        let snapshot = engine.snapshot;
        let Some(health) = &snapshot.health else { return Self::Text(NO_INDEX.to_owned()) };
        if health.sources.iter().all(|it| it.confidence == Confidence::Low) && engine.stale != Stale::Use {
            return Self::Text(format!("{}: answered from the text alone", reasons(health)));
        }
        let Some(exact) = snapshot.exact.get() else {
            let why = "the store has lost what the index says (run `cg-bundle index` again): answered from the text";
            return Self::Text(why.to_owned());
        };
        let files = if engine.stale == Stale::Use { &exact.covered } else { &exact.fresh };
        let answering = files.iter().map(|file| FileId(*file)).collect();
        Self::Index(ScipAnswers { exact, health, answering, stale: engine.stale })
    }

    /// Whether the index alone answers for a file.
    pub fn answers_for(&self, file: FileId) -> bool {
        matches!(self, Self::Index(index) if index.answering.contains(&file))
    }
}

impl Access<'_> {
    /// The symbols that a text names in the index; none without an index, or where the text is no symbol.
    pub fn find(&self, engine: &Engine<'_>, text: &str) -> IndexMatch {
        let Self::Index(index) = self else { return IndexMatch::default() };
        let mut named = match find::SymbolRequest::parse(text) {
            Some(find::SymbolRequest::Named(wanted)) => index.named(engine, text, &wanted),
            Some(find::SymbolRequest::At { path, position }) => {
                index.standing(engine, path.trim_start_matches("./"), position)
            }
            None => IndexMatch::default(),
        };
        let of = |symbol: &u32| index.exact.defined.headed([*symbol]).map(|row| row.def);
        named.defs = named.symbols.iter().flat_map(of).collect();
        named.defs.sort_unstable();
        named.defs.dedup();
        named
    }
}

impl ScipAnswers<'_> {
    fn named(&self, engine: &Engine<'_>, text: &str, wanted: &find::NameParts) -> IndexMatch {
        let exact = self.exact;
        let counted = Counted { exact, engine };
        let symbols = find::Symbols {
            texts: &exact.symbols,
            by_name: &exact.by_name,
            by_package: &exact.by_package,
            counts: &counted,
        };
        let found = find::find(wanted, &symbols);
        if found.symbols.is_empty() {
            let near: Vec<String> = found.suggestions.iter().map(|it| format!("`{}`", it.written)).collect();
            let near = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
            let notes = found.notes.into_iter().map(|note| note + &near);
            return IndexMatch { unknown: notes.collect(), ..IndexMatch::default() };
        }
        let mut notes = found.notes.clone();
        if found.n_things > 1 {
            notes.push(several(text, &found));
        }
        IndexMatch { symbols: found.symbols, notes, ..IndexMatch::default() }
    }

    /// Whether an occurrence may be reported.
    fn trusts(&self, row: &OccurrenceRow) -> bool {
        row.is_fresh || self.stale == Stale::Use
    }

    /// The symbols that stand at a place, `src/a.ts:10:5`, and whatever is the same thing. Nothing where the text has to
    /// answer for the file.
    fn standing(&self, engine: &Engine<'_>, path: &str, at: Position) -> IndexMatch {
        let Some(file) = engine.snapshot.file(path) else {
            return IndexMatch { unknown: vec![format!("there is no file `{path}`")], ..IndexMatch::default() };
        };
        if !self.answering.contains(&file) {
            return IndexMatch::default();
        }
        let covers = |it: &OccurrenceRow| {
            it.file == file
                && it.at.line == at.line
                && it.at.column <= at.column
                && at.column < it.at.column + it.length.max(1)
                && self.trusts(it)
        };
        let mut symbols: Vec<u32> = self.exact.occurrences.iter().filter(covers).map(|it| it.symbol).collect();
        symbols.dedup();
        let mut same: Vec<u32> = symbols.iter().flat_map(|symbol| self.same(engine, *symbol)).collect();
        same.append(&mut symbols);
        same.sort_unstable();
        same.dedup();
        let unknown = match same.is_empty() {
            true => vec![format!("the index has no symbol at {path}:{at}; a local name has none")],
            false => Vec::new(),
        };
        IndexMatch { symbols: same, unknown, is_settled: true, ..IndexMatch::default() }
    }

    /// Symbols of the same thing: an installed copy, an overload.
    fn same(&self, engine: &Engine<'_>, symbol: u32) -> Vec<u32> {
        let written = find::written(self.exact.symbols.get(symbol));
        match find::SymbolRequest::parse(&written) {
            Some(find::SymbolRequest::Named(wanted)) => {
                let found = self.named(engine, &written, &wanted).symbols;
                if found.contains(&symbol) { found } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    /// The names that lead to some symbols, as the text may know them: where the document that defines one is not fresh,
    /// no definition is joined with it.
    pub fn names(&self, symbols: &[u32]) -> Vec<String> {
        let written = symbols.iter().map(|symbol| find::written(self.exact.symbols.get(*symbol)));
        let mut names: Vec<String> =
            written.map(|text| text.rsplit_once("::").map_or(text.clone(), |(_, names)| names.to_owned())).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The sites of symbols, each held against the text at hand once more; `None` for one that does not stand there
    /// any longer.
    pub fn sites(&self, engine: &Engine<'_>, symbols: &[u32], with_definitions: bool) -> Vec<Option<(FileId, Link)>> {
        let mut texts = Texts::new(engine);
        let mut sites = Vec::new();
        let wanted: Vec<SymbolId> = symbols.iter().map(|symbol| SymbolId(*symbol)).collect();
        let refs = cg_rules::refs(&self.exact.graph(&wanted), &wanted, with_definitions);
        for site in refs.sites() {
            let Some(row) = self.exact.occurrences.get(site.occurrence.index()) else { continue };
            // A file may have a fresh document of one index and a stale one of another.
            if !self.answering.contains(&row.file) || !self.trusts(&row) {
                continue;
            }
            let symbol = self.exact.symbols.get(row.symbol);
            if !texts.hold(&row, symbol) {
                sites.push(None);
                continue;
            }
            let relation = relation(&row);
            let mut to = find::written(symbol);
            if row.agreement == TextMatch::Mismatch {
                to.push_str(" (the text has another name)");
            }
            let from = engine.snapshot.path(row.file).to_owned();
            sites.push(Some((row.file, Link { relation, from, to, file: row.file, at: row.at })));
        }
        sites
    }

    /// The number of files that the index answers for.
    pub fn why(&self) -> String {
        let names: Vec<String> = self.health.sources.iter().map(|it| format!("{} by {}", it.name, it.tool)).collect();
        let confidence = self.health.confidence.word();
        format!("{} answers for {} files; confidence {confidence}", names.join(", "), self.answering.len())
    }

    /// Why the text is consulted as well.
    pub fn why_text(&self) -> String {
        let (not_fresh, unindexed) = (self.health.not_fresh.len(), self.health.unindexed.len());
        format!("{not_fresh} documents are not fresh, {unindexed} files are in no index: the text answers for them")
    }

    /// How the index falls short of a fresh and whole one; `None` where it does not.
    pub fn downgrade(&self) -> Option<String> {
        if self.health.confidence == Confidence::High {
            return None;
        }
        let what = match self.stale {
            Stale::Use => "its stale documents are used all the same",
            Stale::Downgrade => "the text answers where the index is not fresh",
        };
        Some(format!("{}: {what}", reasons(self.health)))
    }
}

/// The kind of use of the symbol there.
fn relation(row: &OccurrenceRow) -> &'static str {
    match row.kind {
        _ if row.is_definition() => "defines",
        UseKind::Call => "calls",
        UseKind::New => "constructs",
        UseKind::Import => "imports",
        UseKind::Type => "types",
        UseKind::Write => "writes",
        UseKind::Jsx => "renders",
        UseKind::Decorator => "decorates",
        UseKind::Read | UseKind::Shorthand | UseKind::Define => "reads",
    }
}

/// Why an index is not trusted, with the command that refreshes it.
pub fn reasons(health: &Health) -> String {
    let doubted: Vec<_> = health.sources.iter().filter(|it| it.confidence != Confidence::High).collect();
    let sources = doubted.iter().map(|source| {
        let reasons = source.reasons.join("; ");
        format!("{} is of {} confidence ({reasons})", source.name, source.confidence.word())
    });
    sources.collect::<Vec<_>>().join("; ")
}

fn several(text: &str, found: &find::Found) -> String {
    let listed = found.ambiguous.iter().take(SHOWN).map(|it| {
        let place = it.example.as_ref().map_or(String::new(), |at| format!(" at {}:{}", at.path, at.position));
        format!("`{}` ({} references{place})", it.written, it.n_references)
    });
    let listed: Vec<String> = listed.collect();
    let more = if found.n_things > SHOWN { ", …" } else { "" };
    format!("`{text}` names {} things: {}{more}", found.n_things, listed.join(", "))
}

/// How often the symbols of an index are seen.
struct Counted<'a> {
    exact: &'a Exact,
    engine: &'a Engine<'a>,
}

impl find::SymbolCounts for Counted<'_> {
    fn n_definitions(&self, symbol: u32) -> u32 {
        count(self.exact.occurrences.headed([symbol]).filter(OccurrenceRow::is_definition))
    }

    fn n_references(&self, symbol: u32) -> u32 {
        count(self.exact.occurrences.headed([symbol]).filter(|it| !it.is_definition()))
    }

    fn example(&self, symbol: u32) -> Option<find::Example> {
        let all = || self.exact.occurrences.headed([symbol]);
        let best = all().find(OccurrenceRow::is_definition).or_else(|| all().next())?;
        Some(find::Example { path: self.engine.snapshot.path(best.file).to_owned(), position: best.at })
    }
}

fn count(rows: impl Iterator) -> u32 {
    u32::try_from(rows.count()).unwrap_or(u32::MAX)
}

/// The texts at hand, one at a time: sites come sorted by symbol and file.
struct Texts<'a> {
    engine: &'a Engine<'a>,
    read: FxHashMap<FileId, Option<(Vec<u8>, LineIndex)>>,
}

impl<'a> Texts<'a> {
    fn new(engine: &'a Engine<'a>) -> Self {
        Self { engine, read: FxHashMap::default() }
    }

    /// Whether an occurrence is still in the text at its joined place.
    fn hold(&mut self, row: &OccurrenceRow, symbol: &str) -> bool {
        let engine = self.engine;
        let Some(tree) = engine.tree else { return true };
        let text = self.read.entry(row.file).or_insert_with(|| {
            let bytes = tree.read(engine.snapshot.path(row.file)).ok()?;
            let lines = LineIndex::new(&bytes);
            Some((bytes, lines))
        });
        let Some((bytes, lines)) = text else { return false };
        let place = CheckedPlace {
            symbol,
            at: row.at,
            length: row.length,
            agreement: row.agreement,
            is_definition: row.is_definition(),
        };
        scip::holds(&place, bytes, lines)
    }
}
