//! The further places at which a file names a definition that it declares, imports or sees through its package. Facts hold the
//! first of them and how many there are; the text says where the others stand.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::Engine;
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::module_names::is_at_the_top;
use super::named_places::relation;
use super::named_texts::NamedTexts;
use super::standing::{LedBy, access, path_around, qualifier};
use super::symbol_match::SymbolMatch;
use super::top_scopes::binding_lines;
use crate::base::Position;
use crate::facts::{MentionMeaning, NONE};
use crate::language::{DeclKind, LANGUAGES};
use crate::parse::SiteKind;

/// The most files that are read for one symbol, those with most places first; the places of the others are counted.
const FILES: usize = 64;

/// The places of one name in one file.
#[derive(Default)]
struct InFile {
    n_meant: u32,
    /// A mention there means something else, or nothing that a fact decides: which of the places it is, the counts do not say.
    is_mixed: bool,
    /// Something that is no local name may be meant.
    is_other: bool,
    /// Functions there have a local of the name: it means that inside of them.
    has_locals: bool,
    /// Members of values have the name too: the places behind a `.`, and no others.
    has_members: bool,
    /// A call there leads out of the repository: by a path, where the name alone means the symbol.
    has_outside: bool,
}

/// The places of a name in the text of one file.
pub struct NamedSites {
    /// Those that neither the answer lists nor a call of something else takes.
    pub unlisted: Vec<(Position, SiteKind)>,
    /// How many of the others are mentions: no name of a declaration or of a call.
    pub(super) n_listed: u32,
    /// How many of these stand alone.
    n_listed_alone: u32,
}

/// Places, each with its file.
pub(super) type PlaceSet = BTreeSet<(FileId, Position)>;

/// Lists those of the mentions that mean a symbol, and takes them out of what is only counted. A file in which the name has
/// another meaning as well keeps its count, and so does what the counts have beyond the places of the text: the body of a macro.
/// Those that lead `outside` of the repository mean something else.
pub fn meant_places(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut [Mentioned],
    (listed, outside): (&[(FileId, Link)], &PlaceSet),
    texts: &mut NamedTexts,
) -> Vec<(FileId, Link)> {
    let mut names: Vec<u32> = mentioned.iter().map(|row| row.name).collect();
    names.dedup();
    let mut found = Vec::new();
    let is_type = symbol.defs.iter().any(|def| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_type()));
    let is_at_top =
        symbol.defs.iter().filter_map(|def| engine.snapshot.definition(*def)).all(|row| is_at_the_top(engine, &row));
    for name in names {
        let files = files(engine, mentioned, name, is_type);
        let others = holders_of_others(engine, symbol, name);
        let unread: Vec<FileId> = files.iter().map(|(file, _)| *file).collect();
        texts.read(engine, unread.clone(), &[engine.snapshot.names.get(name)], |_| true);
        texts.parse(engine, unread.into_iter().map(|file| (file, language(engine, file))));
        let mut placed: FxHashMap<FileId, u32> = FxHashMap::default();
        let mut n_made: FxHashMap<FileId, u32> = FxHashMap::default();
        for (file, in_file) in files {
            let Some(mut sites) = sites(engine, (name, file), texts, listed) else { continue };
            sites.unlisted.retain(|(at, _)| !outside.contains(&(file, *at)));
            let n_unlisted = u32::try_from(sites.unlisted.len()).unwrap_or(u32::MAX);
            if let Some(text) = texts.lines(file) {
                // A member of a value that the file declares is no name of a module.
                let of_value = |at: Position| {
                    let value = qualifier(&text, at).and_then(|value| std::str::from_utf8(value).ok());
                    access(&text, at) == Some(LedBy::Member) && value.is_some_and(|value| texts.declares(file, value))
                };
                let may_be = |at: Position| {
                    if in_file.has_outside { access(&text, at).is_none() } else { !is_at_top || !of_value(at) }
                };
                // `A::Name` is no `B::Name`.
                let of_other = |at: Position| {
                    let holder = qualifier(&text, at).and_then(|holder| std::str::from_utf8(holder).ok());
                    access(&text, at).is_some() && holder.is_some_and(|holder| others.contains(holder))
                };
                sites.unlisted.retain(|(at, kind)| *kind == SiteKind::Type && !in_file.has_outside || may_be(*at));
                sites.unlisted.retain(|(at, _)| !of_other(*at));
                if in_file.has_members {
                    sites.unlisted.retain(|(at, _)| access(&text, *at).is_none());
                }
                if in_file.has_locals {
                    let binding = binding_lines(
                        engine,
                        file,
                        &declared(engine, file, name),
                        &texts.defined(file, engine.snapshot.names.get(name)),
                    );
                    let is_inside =
                        |at: Position| binding.iter().any(|(first, last)| (*first..=*last).contains(&at.line));
                    sites.unlisted.retain(|(at, _)| !is_inside(*at));
                }
                if in_file.is_mixed {
                    sites.unlisted.retain(|(_, kind)| matches!(kind, SiteKind::Type | SiteKind::New));
                }
            }
            let n_sure = u32::try_from(sites.unlisted.len()).unwrap_or(u32::MAX);
            if in_file.is_mixed || n_sure <= in_file.n_meant {
                let is_part = in_file.is_mixed || in_file.has_members || in_file.has_locals;
                let n_taken = if is_part { n_sure } else { n_unlisted };
                let n_listed = if in_file.has_members { sites.n_listed_alone } else { sites.n_listed };
                let made = sites.unlisted.iter().filter(|(_, kind)| in_file.is_mixed && *kind == SiteKind::New);
                n_made.insert(file, u32::try_from(made.count()).unwrap_or(u32::MAX));
                placed.insert(file, n_taken + n_listed);
                found.extend(links(engine, symbol, file, sites.unlisted));
            }
        }
        // A local of the name leaves open for a construction what it makes.
        let is_made = |row: &Mentioned| {
            row.verdict == MentionVerdict::Open && row.meaning == MentionSense::Fact(MentionMeaning::Call)
        };
        for row in mentioned.iter_mut().filter(|row| row.name == name && (is_named_again(row) || is_made(row))) {
            let placed = if is_made(row) { &mut n_made } else { &mut placed };
            row.take(placed);
        }
    }
    found
}

/// The places at which a file declares a name.
fn declared(engine: &Engine<'_>, file: FileId, name: u32) -> Vec<Position> {
    let rows = engine.snapshot.definitions_of(file).map(|(_, row)| row);
    rows.filter(|row| row.name == name && row.kind != DeclKind::Impl).map(|row| row.at).collect()
}

/// Whether mentions mean the definition, and are no import and no declaration.
pub(super) fn is_named_again(row: &Mentioned) -> bool {
    let is_again = matches!(row.meaning, MentionSense::Fact(MentionMeaning::Used | MentionMeaning::Own));
    row.verdict == MentionVerdict::Meant && is_again
}

/// The names of the types and modules that hold other definitions of a name, so far as none of them holds the symbol.
fn holders_of_others<'e>(engine: &'e Engine<'_>, symbol: &SymbolMatch, name: u32) -> FxHashSet<&'e str> {
    let snapshot = engine.snapshot;
    let holder = |def: DefId| {
        let around = DefId(snapshot.definition(def)?.container);
        let kind = snapshot.definition(around)?.kind;
        let last = snapshot.name(around).rsplit(['.', ':']).next().unwrap_or("");
        (kind.is_type() || kind == DeclKind::Module).then_some(last)
    };
    let own: FxHashSet<&str> = symbol.defs.iter().filter_map(|def| holder(*def)).collect();
    let others = engine.definitions_named(name).iter().filter(|def| !symbol.defs.contains(def));
    others.filter_map(|def| holder(*def)).filter(|name| !own.is_empty() && !own.contains(name)).collect()
}

/// The files to read for a name with the number of its places, those with most first; tests and examples behind the others. One
/// with local names of the name is among them where a type is meant, as no value is.
fn files(engine: &Engine<'_>, mentioned: &[Mentioned], name: u32, is_type: bool) -> Vec<(FileId, InFile)> {
    let mut all: FxHashMap<FileId, InFile> = FxHashMap::default();
    for row in mentioned.iter().filter(|row| row.name == name) {
        for (file, count) in &row.files {
            let entry = all.entry(*file).or_default();
            match row.meaning {
                _ if is_named_again(row) => entry.n_meant += count,
                MentionSense::Fact(MentionMeaning::Import) | MentionSense::Declares | MentionSense::Calls => {}
                MentionSense::Fact(MentionMeaning::Outside | MentionMeaning::Through) => entry.has_outside = true,
                MentionSense::Fact(MentionMeaning::Member) => entry.has_members = true,
                // A key of the name of a type differs from it by its place.
                MentionSense::Fact(MentionMeaning::Key | MentionMeaning::Local) if is_type => entry.is_mixed = true,
                MentionSense::Fact(MentionMeaning::Local) => entry.has_locals = true,
                _ => {
                    entry.is_mixed = true;
                    entry.is_other |= row.verdict == MentionVerdict::Other;
                }
            }
        }
    }
    let mut files: Vec<(FileId, InFile)> =
        all.into_iter().filter(|(_, it)| it.n_meant > 0 && (!it.is_mixed || is_type && !it.is_other)).collect();
    files.sort_unstable_by_key(|(file, it)| (engine.is_aside(*file), std::cmp::Reverse(it.n_meant), *file));
    files.truncate(FILES);
    files
}

fn language(engine: &Engine<'_>, file: FileId) -> u32 {
    engine.snapshot.file_row(file).map_or(NONE, |row| row.language)
}

/// The places of a name in the text of each file; `None` where that is not read.
pub fn sites_of(
    engine: &Engine<'_>,
    name: u32,
    files: impl Iterator<Item = FileId>,
    texts: &mut NamedTexts,
    listed: &[(FileId, Link)],
) -> Vec<Option<NamedSites>> {
    let files: Vec<FileId> = files.collect();
    // One by one, as each may be refused by itself.
    files.iter().for_each(|file| {
        texts.read(engine, vec![*file], &[], |_| true);
    });
    texts.parse(engine, files.iter().map(|file| (*file, language(engine, *file))));
    files.into_iter().map(|file| sites(engine, (name, file), texts, listed)).collect()
}

/// The places of a name in the text of one file that is parsed.
fn sites(
    engine: &Engine<'_>,
    (name, file): (u32, FileId),
    texts: &NamedTexts,
    listed: &[(FileId, Link)],
) -> Option<NamedSites> {
    let text = texts.lines(file)?;
    let snapshot = engine.snapshot;
    // The names of declarations and of calls are rows of their own, and no mentions.
    let mut rows: BTreeSet<Position> = BTreeSet::new();
    for (def, row) in snapshot.definitions_of(file) {
        // What adds members to a type names it.
        if row.name == name && row.kind != DeclKind::Impl {
            rows.insert(row.at);
        }
        let calls = snapshot.calls.headed([def.0]);
        let is_named = |callee: DefId| snapshot.definition(callee).is_some_and(|row| row.name == name);
        rows.extend(calls.filter(|call| is_named(call.callee)).map(|call| call.at));
    }
    let places = listed.iter().filter(|(_, link)| link.file == file).map(|(_, link)| link.at);
    let taken: BTreeSet<Position> = places.chain(rows.iter().copied()).collect();
    // A path is listed where it begins, and a construction by a method where that is named.
    let is_taken = |at: Position| taken.range(path_around(&text, at)).next().is_some();
    let mut all = texts.named(file, snapshot.names.get(name));
    // What the grammar takes for a call of it is a mention: a further clause of a function, what states its type.
    if LANGUAGES.get(language(engine, file) as usize).is_some_and(|it| it.conventions.head.is_some()) {
        all.extend(texts.defined(file, snapshot.names.get(name)).into_iter().map(|at| (at, SiteKind::Define)));
        all.sort_unstable();
    }
    let all = all.into_iter();
    let (listed, unlisted): (Vec<_>, Vec<_>) = all.partition(|(at, _)| is_taken(*at));
    let mentions = || listed.iter().filter(|(at, _)| !rows.contains(at));
    let n_listed = u32::try_from(mentions().count()).unwrap_or(u32::MAX);
    let alone = mentions().filter(|(at, _)| access(&text, *at).is_none());
    Some(NamedSites { unlisted, n_listed, n_listed_alone: u32::try_from(alone.count()).unwrap_or(u32::MAX) })
}

/// The places as facts about the definition that the file means.
pub fn links(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    file: FileId,
    sites: Vec<(Position, SiteKind)>,
) -> Vec<(FileId, Link)> {
    let to = meant(engine, symbol, file).map_or_else(|| symbol.text.clone(), |def| engine.place(def).0);
    let link = |(at, kind): (Position, SiteKind)| {
        let relation = match kind {
            SiteKind::Type => "refers",
            // A further clause, or what states the type: no use.
            SiteKind::Define => "declares",
            _ => relation(kind),
        };
        (file, Link { relation, from: engine.snapshot.path(file).to_owned(), to: to.clone(), file, at })
    };
    sites.into_iter().map(link).collect()
}

/// The one definition of a symbol that a file declares, or else the one that it uses.
fn meant(engine: &Engine<'_>, symbol: &SymbolMatch, file: FileId) -> Option<DefId> {
    let only = |is_meant: &dyn Fn(DefId) -> bool| {
        let mut defs = symbol.defs.iter().copied().filter(|def| is_meant(*def));
        defs.next().filter(|_| defs.next().is_none())
    };
    only(&|def| engine.file(def) == Some(file)).or_else(|| only(&|def| engine.users(def).contains(&file)))
}
