//! From words to definitions: which callables, types and values a request names.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::request::FlowRequest;
use super::shape::{FocusTerm, MatchQuality};
use crate::facts::{Definition, NONE, Snapshot};
use crate::language::DeclKind;
use crate::primitive::{Engine, FocusWord, words};
use crate::search::is_function_word;

/// A callable with at most so many definitions is meant wherever it is named.
pub const NEAR_UNIQUE: usize = 3;
/// A word of prose is no name where the code of more than one in so many source files has it; few files are never too
/// many.
const COMMON_SHARE: usize = 50;
const FEW_FILES: usize = 5;
/// The most names that are kept, those with the fewest definitions first.
const MOST_NAMES: usize = 64;
/// The most definitions of one name, overloads counted once.
const MOST_PLACES: usize = 6;
/// The most definitions of all names.
const MOST_NODES: usize = 160;

/// The names of a request, in the order of their texts. The order of its words does not matter, and no word of free text
/// changes the meaning of a name.
pub(super) fn names(engine: &Engine<'_>, request: &FlowRequest) -> Vec<FocusTerm> {
    let mut firm = given(engine, request);
    let prose = if request.prose.is_empty() { Vec::new() } else { in_prose(engine, request, &firm) };
    if firm.is_empty() && prose.is_empty() {
        let namer = Namer::new(engine, &request.words);
        let mut found: Vec<FocusTerm> =
            request.answered.iter().filter_map(|def| namer.answered(*def)).take(MOST_NODES).collect();
        found.sort_by(|a, b| (&a.text, &a.defs).cmp(&(&b.text, &b.defs)));
        return found;
    }
    firm.extend(prose);
    firm.sort_by(|a, b| (&a.text, a.standing).cmp(&(&b.text, b.standing)));
    firm
}

/// The names that were given as such.
fn given(engine: &Engine<'_>, request: &FlowRequest) -> Vec<FocusTerm> {
    let (mut plain, mut spelled) = (request.words.clone(), Vec::new());
    for text in &request.spelled {
        match engine.definitions_of(std::slice::from_ref(text)) {
            defs if defs.is_empty() => plain.extend(words(std::iter::once(text.as_str()), false)),
            defs => spelled.push((text, defs)),
        }
    }
    let namer = Namer::new(engine, &plain);
    let mut found: Vec<FocusTerm> = plain.iter().flat_map(|word| namer.name(word)).collect();
    found.extend(spelled.into_iter().filter_map(|(text, defs)| namer.spelled(text, defs)));
    found.extend(request.defs.iter().filter_map(|def| namer.meant(*def)));
    namer.narrow(&mut found);
    namer.keep(found)
}

/// The names in free text that are none of those given.
fn in_prose(engine: &Engine<'_>, request: &FlowRequest, firm: &[FocusTerm]) -> Vec<FocusTerm> {
    let words: BTreeSet<FocusWord> = request.words.union(&request.prose).cloned().collect();
    let namer = Namer::new(engine, &words);
    let is_loose = |word: &&FocusWord| matches!(word, FocusWord::Plain { is_plain_prose: true, .. });
    let (mut loose, sure): (Vec<&FocusWord>, Vec<&FocusWord>) = request.prose.iter().partition(is_loose);
    let common = common_words(engine.snapshot, &loose);
    loose.retain(|word| !is_function_word(&word.text()) && !common.contains(&word.text().to_lowercase()));
    let mut found: Vec<FocusTerm> = sure.into_iter().flat_map(|word| namer.name(word)).collect();
    let known = found.iter().chain(firm).flat_map(|name| &name.defs);
    let files: BTreeSet<FileId> = known.filter_map(|def| namer.file(*def)).collect();
    found.extend(loose.into_iter().flat_map(|word| namer.name(word)).filter_map(|name| namer.beside(name, &files)));
    found.retain(|name| !firm.iter().any(|known| known.text == name.text));
    namer.narrow(&mut found);
    let mut found = namer.keep(found);
    found.iter_mut().for_each(|name| name.is_prose = true);
    found
}

/// The words of prose, in small letters, that the code of so many files has that they are no names: a word of the
/// repository's own trade names nothing in particular. A capital may begin a sentence, so each counts in both forms.
fn common_words(facts: &Snapshot, words: &[&FocusWord]) -> BTreeSet<String> {
    let small: BTreeSet<String> = words.iter().map(|word| word.text().to_lowercase()).collect();
    let forms: BTreeSet<String> = words.iter().map(|word| word.text()).chain(small.iter().cloned()).collect();
    let n_sources = facts.files.iter().filter(|row| row.language != NONE).count();
    let most = FEW_FILES.max(n_sources / COMMON_SHARE);
    let named = forms.iter().filter_map(|name| Some((facts.names.find(name)?, name)));
    let common = named.filter(|(id, _)| {
        let files: BTreeSet<FileId> = facts.mentions.headed([*id]).map(|row| row.file).collect();
        files.len() > most
    });
    common.map(|(_, name)| name.to_lowercase()).collect()
}

struct Namer<'e> {
    engine: &'e Engine<'e>,
    snapshot: &'e Snapshot,
    /// The plain words: a container that is one of them is named too.
    plain: BTreeSet<&'e str>,
    /// The definitions that bear a plain word, in order.
    bearers: FxHashMap<&'e str, Vec<DefId>>,
}

impl<'e> Namer<'e> {
    /// Looks all words up at once: the names and the definitions are walked one time each.
    fn new(engine: &'e Engine<'e>, words: &'e BTreeSet<FocusWord>) -> Self {
        let snapshot = engine.snapshot;
        let plain = words.iter().filter_map(|word| match word {
            FocusWord::Plain { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let plain: BTreeSet<&str> = plain.collect();
        if plain.is_empty() {
            return Self { engine, snapshot, plain, bearers: FxHashMap::default() };
        }
        let ids = plain.iter().filter_map(|name| Some((snapshot.names.find(name)?, *name)));
        let mut bearers: FxHashMap<&str, Vec<DefId>> = FxHashMap::default();
        for (id, name) in ids {
            let meant = |def: &&DefId| snapshot.definition(**def).is_some_and(|row| can_be_meant(&row));
            let found = engine.definitions_named(id).iter().filter(meant).copied();
            bearers.entry(name).or_default().extend(found);
        }
        Self { engine, snapshot, plain, bearers }
    }

    fn name(&self, word: &FocusWord) -> Vec<FocusTerm> {
        let text = word.text();
        let found = match word {
            FocusWord::Plain { text, .. } => self.bearers.get(text.as_str()).cloned().unwrap_or_default(),
            FocusWord::Qualified(text) => self.engine.definitions_of(std::slice::from_ref(text)),
            FocusWord::Anchor { path, place } => self.at(path, place),
        };
        let found = self.apart(found);
        let of = |fits: fn(DeclKind) -> bool| -> Vec<DefId> {
            found.iter().copied().filter(|def| self.row(*def).is_some_and(|row| fits(row.kind))).collect()
        };
        let (types, values) = (of(DeclKind::is_type), of(DeclKind::is_value));
        let callables = of(DeclKind::is_callable);
        let mut names = Vec::new();
        if !callables.is_empty() {
            names.push(match word {
                FocusWord::Plain { .. } => self.callable(&text, callables, !types.is_empty()),
                _ => self.exact(&text, callables),
            });
        }
        if !types.is_empty() {
            names.push(named(&text, types, MatchQuality::Type));
        }
        if names.is_empty() && !values.is_empty() && self.n_distinct(&values) <= NEAR_UNIQUE {
            names.push(named(&text, values, MatchQuality::Value));
        }
        if names.is_empty() {
            names.push(named(&text, Vec::new(), MatchQuality::Unknown));
        }
        names
    }

    /// A name that says where to look.
    fn exact(&self, text: &str, defs: Vec<DefId>) -> FocusTerm {
        let n_found = self.n_distinct(&defs);
        let standing = if n_found <= NEAR_UNIQUE { MatchQuality::Exact } else { MatchQuality::CoNamed };
        FocusTerm { n_found, ..named(text, defs, standing) }
    }

    /// A name of callables. Where the container of one is named too, or a type has the name, methods of other
    /// types are hardly meant.
    fn callable(&self, text: &str, defs: Vec<DefId>, is_type: bool) -> FocusTerm {
        let n_found = self.n_distinct(&defs);
        let is_co_named = |def: &DefId| self.is_co_named(*def);
        if n_found > NEAR_UNIQUE {
            let defs: Vec<DefId> = defs.into_iter().filter(is_co_named).collect();
            let standing = if defs.is_empty() { MatchQuality::Ambiguous } else { MatchQuality::CoNamed };
            return FocusTerm { n_found, ..named(text, defs, standing) };
        }
        let is_told = is_type || defs.iter().any(is_co_named);
        let is_method = |def: &DefId| self.row(*def).is_some_and(|row| row.kind == DeclKind::Method);
        let (others, defs) = defs.into_iter().partition(|def| is_told && is_method(def) && !is_co_named(def));
        FocusTerm { n_found, others, ..named(text, defs, MatchQuality::Unique) }
    }

    /// A bare word of prose counts only where its container, or something else in its file, is named; a type with a
    /// capital is taken as it is.
    fn beside(&self, name: FocusTerm, files: &BTreeSet<FileId>) -> Option<FocusTerm> {
        if name.standing == MatchQuality::Type && name.text.starts_with(char::is_uppercase) {
            return Some(name);
        }
        let is_beside = |def: &DefId| self.is_co_named(*def) || self.file(*def).is_some_and(|it| files.contains(&it));
        let defs: Vec<DefId> = name.defs.iter().copied().filter(is_beside).collect();
        (!defs.is_empty()).then_some(FocusTerm { defs, ..name })
    }

    /// The names that are kept: known ones before others, then those with the fewest definitions.
    fn keep(&self, mut found: Vec<FocusTerm>) -> Vec<FocusTerm> {
        found.sort_by(|a, b| {
            (a.defs.is_empty(), a.n_found, &a.text, a.standing).cmp(&(
                b.defs.is_empty(),
                b.n_found,
                &b.text,
                b.standing,
            ))
        });
        found.truncate(MOST_NAMES);
        let (mut nodes, mut open) = (0, found.len());
        for name in &mut found {
            let mut places = BTreeSet::new();
            name.defs.retain(|def| {
                places.extend(self.place(*def));
                places.len() <= MOST_PLACES
            });
            // Each name that follows keeps a place.
            open -= 1;
            name.defs.truncate(MOST_NODES.saturating_sub(nodes + open).max(1));
            nodes += name.defs.len();
        }
        found.sort_by(|a, b| (&a.text, a.standing).cmp(&(&b.text, b.standing)));
        found
    }

    /// Among types of one name, keeps those whose files declare something else that is named.
    fn narrow(&self, found: &mut [FocusTerm]) {
        let is_few = |name: &&FocusTerm| name.standing != MatchQuality::Type || name.defs.len() <= NEAR_UNIQUE;
        let firm = found.iter().filter(is_few).flat_map(|name| &name.defs);
        let files: BTreeSet<FileId> = firm.filter_map(|def| self.file(*def)).collect();
        for name in found.iter_mut().filter(|name| !is_few(&&**name)) {
            name.defs.retain(|def| self.file(*def).is_some_and(|file| files.contains(&file)));
        }
    }

    /// A callable that a query returned, as a name; a test only shows how a thing is used.
    fn answered(&self, def: DefId) -> Option<FocusTerm> {
        let is_aside = |row: &Definition| self.snapshot.file_row(row.file).is_some_and(|file| file.is_aside);
        self.row(def).filter(|row| row.kind.is_callable() && !is_aside(row))?;
        Some(named(&self.snapshot.qualified_name(def), vec![def], MatchQuality::Exact))
    }

    /// A definition that is meant as it is.
    fn meant(&self, def: DefId) -> Option<FocusTerm> {
        let row = self.row(def).filter(can_be_meant)?;
        Some(named(&self.snapshot.qualified_name(def), vec![def], quality(row.kind)))
    }

    /// The definitions of a name that is no identifier.
    fn spelled(&self, text: &str, defs: Vec<DefId>) -> Option<FocusTerm> {
        let defs = self.apart(defs);
        let row = self.row(*defs.first()?)?;
        Some(named(text, defs, quality(row.kind)))
    }

    /// The definitions at `path:line` or `path:name`; the path may be a suffix.
    fn at(&self, path: &str, place: &str) -> Vec<DefId> {
        let ending = format!("/{path}");
        let is_meant = |known: &&str| **known == *path || known.ends_with(&ending);
        let exact = self.snapshot.file(path).map(|file| self.snapshot.path(file));
        let paths: Vec<&str> = match exact {
            Some(path) => vec![path],
            None => self.snapshot.paths.iter().filter(is_meant).take(NEAR_UNIQUE + 1).collect(),
        };
        if paths.len() > NEAR_UNIQUE {
            return Vec::new();
        }
        let texts: Vec<String> = paths.into_iter().map(|path| format!("{path}:{place}")).collect();
        self.engine.definitions_of(&texts)
    }

    /// The definitions outside tests, examples and vendored code; those inside only where there are no others.
    fn apart(&self, mut defs: Vec<DefId>) -> Vec<DefId> {
        defs.sort_unstable();
        defs.dedup();
        defs.retain(|def| self.row(*def).as_ref().is_some_and(can_be_meant));
        let is_aside = |def: &DefId| {
            let file = self.file(*def).and_then(|file| self.snapshot.file_row(file));
            file.is_some_and(|row| row.is_aside)
        };
        if !defs.iter().all(is_aside) {
            defs.retain(|def| !is_aside(def));
        }
        defs
    }

    /// How many definitions there are, where the overloads of one container are one.
    fn n_distinct(&self, defs: &[DefId]) -> usize {
        defs.iter().filter_map(|def| self.place(*def)).collect::<BTreeSet<_>>().len()
    }

    /// The identity that overloads share.
    fn place(&self, def: DefId) -> Option<(FileId, u32, u32)> {
        self.row(def).map(|row| (row.file, row.container, row.owner))
    }

    fn is_co_named(&self, def: DefId) -> bool {
        let Some(row) = self.row(def) else { return false };
        let owner = (row.owner != NONE).then(|| self.snapshot.names.get(row.owner));
        let around = self.row(DefId(row.container)).filter(|it| it.kind != DeclKind::File);
        let around = around.map(|it| self.snapshot.names.get(it.name));
        [owner, around].into_iter().flatten().any(|name| self.plain.contains(name))
    }

    fn row(&self, def: DefId) -> Option<Definition> {
        self.snapshot.definition(def)
    }

    fn file(&self, def: DefId) -> Option<FileId> {
        self.row(def).map(|row| row.file)
    }
}

fn named(text: &str, defs: Vec<DefId>, standing: MatchQuality) -> FocusTerm {
    FocusTerm { text: text.to_owned(), n_found: defs.len(), defs, others: Vec::new(), standing, is_prose: false }
}

/// How sure a definition of that kind is meant where nothing else has its name.
fn quality(kind: DeclKind) -> MatchQuality {
    match kind {
        kind if kind.is_callable() => MatchQuality::Exact,
        kind if kind.is_type() => MatchQuality::Type,
        _ => MatchQuality::Value,
    }
}

fn can_be_meant(row: &Definition) -> bool {
    !matches!(row.kind, DeclKind::File | DeclKind::Impl | DeclKind::Module)
}
