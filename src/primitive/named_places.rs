//! Places that name a constant, an attribute or a setting. The text alone says which tokens have the name; in the file that
//! declares it, and where it is imported, they mean it; elsewhere they may.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId};
use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::Engine;
use super::included;
use super::kin::family;
use super::member_places::{MemberPlaces, MemberSense};
use super::module_names::{ModuleNames, homes};
use super::note::Note;
use super::site_source::LanguageText;
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use crate::base::{LineIndex, Position};
use crate::facts::{Definition, NONE, Snapshot};
use crate::language::{DeclKind, LANGUAGES};
use crate::parse::{self, SiteKind, Sites};

/// The most places that are listed of those that only may be meant.
pub(super) const MOST: usize = 200;

/// The most files that are read for a name that nothing declares: which may hold it, no fact says.
const FILES: usize = 20_000;

/// The places of one symbol.
#[derive(Default)]
pub struct NamedPlaces {
    /// In the file that declares it, or in one that imports it.
    pub sure: Vec<(FileId, Link)>,
    /// In any other file of its language.
    pub possible: Vec<(FileId, Link)>,
    /// The files of the places that mean a member of another type, one for each.
    pub others: Vec<FileId>,
    /// How many files that may hold more were not read.
    pub n_unread: usize,
}

impl NamedPlaces {
    /// The links to list, and a note for the places that are left out or only possible: those that write the name as it is
    /// requested, and those that have its last part alone.
    pub fn into_links(self, name: &str) -> (Vec<(FileId, Link)>, Vec<Note>) {
        let (whole, part): (Vec<_>, Vec<_>) = self.possible.iter().partition(|(_, link)| link.to == name);
        let is_listed = self.possible.len() <= MOST;
        let notes = [whole, part].iter().filter_map(|links| counted(links, name, is_listed)).collect();
        let possible = if is_listed { self.possible } else { Vec::new() };
        (self.sure.into_iter().chain(possible).collect(), notes)
    }
}

/// The note on places of one name.
fn counted(links: &[&(FileId, Link)], name: &str, is_listed: bool) -> Option<Note> {
    let (_, first) = links.first()?;
    let files: FxHashSet<FileId> = links.iter().map(|(file, _)| *file).collect();
    let (n_places, n_files) = (links.len(), files.len());
    let (places, have) = if n_places == 1 { ("place", "has") } else { ("places", "have") };
    let file_s = if n_files == 1 { "file" } else { "files" };
    let alone = if first.to == name { "" } else { " behind something else" };
    let counted = format!("{n_places} more {places} in {n_files} {file_s} {have} the name `{}`{alone}", first.to);
    let text = match is_listed {
        true => format!("{counted}, bound by nothing that the text shows: listed as `may_name`"),
        false => format!("{counted}: too many to list; name the file with it"),
    };
    Some(Note::unresolved(n_places, text))
}

/// The note on files that may name a symbol and were not read.
pub fn unread(name: &str, n_unread: usize) -> Option<Note> {
    let text = || format!("{n_unread} more files were not read for the name `{name}`: `text.matches` reads them");
    (n_unread > 0).then(|| Note::unresolved(n_unread, text()))
}

/// Whether a symbol is found by its name: a constant, a variable, a field, or what nothing declares.
pub fn is_by_name(engine: &Engine<'_>, symbol: &SymbolMatch) -> bool {
    let is_value = |def: &DefId| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_value());
    symbol.external.is_empty() && symbol.defs.iter().all(is_value)
}

/// The last part of a symbol, where it is long enough to be searched for and has the letters of a name.
pub(super) fn last_name(symbol: &SymbolMatch) -> Option<&str> {
    let name = symbol.text.rsplit(['.', ':', '#', '/', '\\', '$', '>']).next().unwrap_or("");
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let least = if symbol.defs.is_empty() { 3 } else { 1 };
    (name.len() >= least && name.chars().all(is_word)).then_some(name)
}

/// The texts that are read for the names of one request, each file once for all of them.
#[derive(Default)]
pub struct NamedTexts {
    /// The names that nothing declares. Which files have one no fact says, so that all are read.
    absent: BTreeSet<String>,
    /// The files that have any of these, and how many files were not read; `None` before they are needed.
    with_absent: Option<(Vec<(FileId, u32)>, usize)>,
    /// The texts that were wanted, by the files.
    read: FxHashMap<FileId, Vec<u8>>,
    /// The names and the lines of texts, so far as they were needed.
    sites: FxHashMap<FileId, (Sites, LineIndex)>,
}

impl NamedTexts {
    /// Those for some symbols.
    pub fn of(symbols: &[SymbolMatch]) -> Self {
        let absent = symbols.iter().filter(|symbol| symbol.defs.is_empty() && symbol.external.is_empty());
        Self { absent: absent.filter_map(last_name).map(str::to_owned).collect(), ..Self::default() }
    }

    /// The files that have any of the names that nothing declares, and how many were not read.
    fn with_absent(&mut self, engine: &Engine<'_>) -> (Vec<(FileId, u32)>, usize) {
        if self.with_absent.is_none() {
            let wanted: Vec<(FileId, u32)> = sources(engine).collect();
            let names = std::mem::take(&mut self.absent);
            let has_any = |text: &[u8]| names.iter().any(|name| contains(text, name.as_bytes()));
            let n_unread = self.read(engine, wanted.iter().map(|(file, _)| *file).collect(), has_any);
            let found = wanted.into_iter().filter(|(file, _)| self.text(*file).is_some()).collect();
            self.with_absent = Some((found, n_unread));
        }
        self.with_absent.clone().unwrap_or_default()
    }

    /// The text of a file that was read.
    pub(super) fn text(&self, file: FileId) -> Option<&[u8]> {
        self.read.get(&file).map(Vec::as_slice)
    }

    /// Finds the names in the texts of some files, with their languages, so that [`Self::named`] has them.
    pub(super) fn parse(&mut self, engine: &Engine<'_>, files: impl Iterator<Item = (FileId, u32)>) {
        let open = files.filter(|(file, language)| *language != NONE && !self.sites.contains_key(file));
        let open: Vec<(FileId, LanguageText<'_>)> =
            open.filter_map(|(file, language)| Some((file, (language, self.text(file)?)))).collect();
        if open.is_empty() {
            return;
        }
        let texts: Vec<LanguageText<'_>> = open.iter().map(|(_, text)| *text).collect();
        let found = engine.sites.sites(&texts);
        let found: Vec<_> =
            found.into_iter().zip(texts.iter().map(|(_, text)| LineIndex::new(without_mark(text)))).collect();
        let files: Vec<FileId> = open.into_iter().map(|(file, _)| file).collect();
        self.sites.extend(files.into_iter().zip(found));
    }

    /// Those of some files whose texts have a word.
    fn with_name(&self, files: Vec<(FileId, u32)>, name: &str) -> Vec<(FileId, u32)> {
        let has_name = |file| self.text(file).is_some_and(|text| contains(text, name.as_bytes()));
        files.into_iter().filter(|(file, _)| has_name(*file)).collect()
    }

    /// The places in the text of a file that have a name and use it.
    pub(super) fn named(&self, file: FileId, name: &str) -> Vec<(Position, SiteKind)> {
        let found = self.lines(file).zip(self.sites.get(&file));
        found.map_or_else(Vec::new, |(text, (sites, _))| named_sites(sites, &text, name))
    }

    /// Whether the text of a file declares a name: a type, a parameter, a local.
    pub(super) fn declares(&self, file: FileId, name: &str) -> bool {
        !self.defined(file, name).is_empty()
    }

    /// The places at which the text of a file declares a name: a type, a parameter, a local.
    pub(super) fn defined(&self, file: FileId, name: &str) -> Vec<Position> {
        let found = self.lines(file).zip(self.sites.get(&file));
        found.map_or_else(Vec::new, |(text, (sites, _))| {
            let declared = sites.as_slice().iter().filter(|site| site.kind == SiteKind::Define);
            let named = declared.filter(|site| site.length as usize == name.len() && stands(&text, site.at, name));
            named.map(|site| site.at).collect()
        })
    }

    /// The lines of a text whose names are found.
    pub(super) fn lines(&self, file: FileId) -> Option<TextLines<'_>> {
        let (_, index) = self.sites.get(&file)?;
        Some(TextLines::new(without_mark(self.text(file)?), index))
    }

    /// Reads the files that are not read yet, the first first, and keeps the texts that are wanted; returns how many were
    /// not read.
    pub(super) fn read(
        &mut self,
        engine: &Engine<'_>,
        files: Vec<FileId>,
        is_wanted: impl Fn(&[u8]) -> bool + Sync,
    ) -> usize {
        let Some(tree) = engine.tree else { return 0 };
        let n_wanted = files.len();
        let mut files: Vec<FileId> =
            files.into_iter().take(FILES).filter(|file| !self.read.contains_key(file)).collect();
        let n_admitted = engine.admitted(&mut files);
        let n_unread = n_wanted.saturating_sub(FILES) + files.len() - n_admitted;
        files.truncate(n_admitted);
        let text = |file: &FileId| tree.read(engine.snapshot.path(*file)).ok().filter(|text| is_wanted(text));
        // Where there are no threads, the run fails and says so.
        let texts: Vec<_> = parse::on_threads(|| files.par_iter().map(text).collect()).unwrap_or_default();
        self.read.extend(files.into_iter().zip(texts).filter_map(|(file, text)| Some((file, text?))));
        n_unread
    }
}

/// The files that are parsed, with their languages.
fn sources<'e>(engine: &Engine<'e>) -> impl Iterator<Item = (FileId, u32)> + 'e {
    let rows = engine.snapshot.files.iter().zip((0u32..).map(FileId));
    rows.filter(|(row, _)| row.language != NONE).map(|(row, file)| (file, row.language))
}

/// The places that have the name of a symbol, its declarations and imports left out.
pub fn named_places(engine: &Engine<'_>, symbol: &SymbolMatch, texts: &mut NamedTexts) -> NamedPlaces {
    let mut places = NamedPlaces::default();
    let Some(name) = engine.tree.and_then(|_| last_name(symbol)) else { return places };
    if symbol.defs.is_empty() {
        let (files, n_unread) = texts.with_absent(engine);
        places.n_unread = n_unread;
        let with_name = texts.with_name(files, name);
        texts.parse(engine, with_name.iter().copied());
        for (file, _) in with_name {
            let found = texts.named(file, name);
            let Some(lines) = texts.lines(file) else { continue };
            places.possible.extend(found.into_iter().map(|(at, _)| {
                let (file, found) = link(engine, file, "may_name", symbol, at);
                let is_whole = is_written(&lines, at, &symbol.text, name);
                (file, if is_whole { found } else { Link { to: name.to_owned(), ..found } })
            }));
        }
        return places;
    }
    let snapshot = engine.snapshot;
    let own: FxHashSet<FileId> = symbol.defs.iter().filter_map(|def| engine.file(*def)).collect();
    let importing = snapshot.uses.iter().chain(snapshot.refers.iter()).filter(|row| symbol.defs.contains(&row.def));
    let mut importing: FxHashSet<FileId> = importing.map(|row| row.from).collect();
    importing.extend(including(engine, symbol));
    let members = MemberPlaces::of(engine, symbol);
    let mut others = candidates(engine, symbol);
    others.extend(members.iter().flat_map(MemberPlaces::bound));
    let mut wanted: Vec<(FileId, u32, bool)> = sources(engine)
        .map(|(file, language)| (file, language, own.contains(&file) || importing.contains(&file)))
        .filter(|(file, _, is_sure)| *is_sure || others.contains(file))
        .collect();
    wanted.sort_by_key(|(file, _, is_sure)| (!is_sure, *file));
    places.n_unread = texts.read(engine, wanted.iter().map(|(file, ..)| *file).collect(), |_| true);
    wanted.sort_unstable();
    let files = wanted.iter().map(|(file, language, _)| (*file, *language)).collect();
    let with_name = texts.with_name(files, name);
    texts.parse(engine, with_name.iter().copied());
    wanted.retain(|(file, ..)| with_name.binary_search_by_key(file, |(file, _)| *file).is_ok());
    let homes = homes(engine, symbol);
    for (file, _, is_sure) in wanted {
        let rows = snapshot.definitions_of(file).map(|(_, row)| row);
        let rows = rows.filter(|row| snapshot.names.get(row.name) == name);
        let declared: Vec<Position> = rows.map(|row| row.at).collect();
        let text = texts.lines(file).filter(|_| !is_sure);
        let modules = text.map(|text| (ModuleNames::of(engine, &homes, file, &text), text));
        let is_behind = |at, kind| {
            let is_hidden = |module: &str| texts.declares(file, module);
            modules.as_ref().is_some_and(|(modules, text)| modules.lead_to(text, at, kind, is_hidden))
        };
        let defines = texts.defined(file, name);
        for (at, kind) in texts.named(file, name).into_iter().filter(|(at, _)| !declared.contains(at)) {
            let by_member = members.as_ref().zip(texts.lines(file));
            let meaning = by_member.map(|(it, text)| it.meaning(file, &text, (at, kind), &defines));
            let is_sure = match meaning {
                Some(MemberSense::Bound) => continue,
                Some(MemberSense::Other) => {
                    places.others.push(file);
                    continue;
                }
                Some(meaning) => meaning == MemberSense::Sure,
                None => is_sure || is_behind(at, kind),
            };
            let relation = if is_sure { relation(kind) } else { "may_name" };
            let links = if is_sure { &mut places.sure } else { &mut places.possible };
            links.push(link(engine, file, relation, symbol, at));
        }
    }
    places
}

/// Whether the last part of a name is behind the part before it, or is all there is.
fn is_written(lines: &TextLines<'_>, at: Position, text: &str, name: &str) -> bool {
    let heads = text.strip_suffix(name).unwrap_or("").trim_end_matches(|it: char| !it.is_alphanumeric() && it != '_');
    let Some(head) = heads.rsplit(|it: char| !it.is_alphanumeric() && it != '_').next().filter(|it| !it.is_empty())
    else {
        return true;
    };
    let before = lines.line(at.line).get(..at.column as usize - 1).unwrap_or(&[]);
    let before = before.trim_ascii_end();
    let end = before.iter().rposition(|byte| !b".:#?!->&".contains(byte)).map_or(0, |at| at + 1);
    let (before, between) = before.split_at(end);
    let rest = before.trim_ascii_end().strip_suffix(head.as_bytes());
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    !between.is_empty() && rest.is_some_and(|rest| !rest.last().is_some_and(is_word))
}

/// The files that have all names of the files that declare a symbol, as their includes lead there; none where a name of something
/// else may be meant.
fn including(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let own: FxHashSet<DefId> = symbol.defs.iter().copied().collect();
    let (mut found, mut names) = (FxHashSet::default(), FxHashSet::default());
    for row in symbol.defs.iter().filter_map(|def| snapshot.definition(*def)) {
        let language = snapshot.file_row(row.file).and_then(|file| LANGUAGES.get(file.language as usize));
        let around = snapshot.definition(DefId(row.container)).map_or(DeclKind::File, |around| around.kind);
        let is_global = row.owner == NONE && matches!(around, DeclKind::File | DeclKind::Enum);
        let is_included = language.is_some_and(|language| language.conventions.includes_text);
        let is_only = || engine.definitions_named(row.name).iter().all(|def| own.contains(def));
        if !is_global || !is_included || names.insert(row.name) && !is_only() {
            return FxHashSet::default();
        }
        found.extend(included::including(engine, row.file));
    }
    found
}

fn link(
    engine: &Engine<'_>,
    file: FileId,
    relation: &'static str,
    symbol: &SymbolMatch,
    at: Position,
) -> (FileId, Link) {
    let (from, to) = (engine.snapshot.path(file).to_owned(), symbol.text.clone());
    (file, Link { relation, from, to, file, at })
}

/// The files in which the name of a declared symbol stays unbound, where they can see it.
fn candidates(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let rows = symbol.defs.iter().filter_map(|def| snapshot.definition(*def));
    let names = rows.filter(|row| !is_sealed(snapshot, row)).map(|row| row.name);
    let families: FxHashSet<Option<&str>> =
        symbol.defs.iter().filter_map(|def| engine.file(*def)).map(|file| family(snapshot, file)).collect();
    let rows = names.flat_map(|name| snapshot.mentions.headed([name])).filter(|row| row.meaning.is_open());
    rows.map(|row| row.file).filter(|file| families.contains(&family(snapshot, *file))).collect()
}

/// Whether no other file sees a variable.
fn is_sealed(snapshot: &Snapshot, row: &Definition) -> bool {
    let language = snapshot.file_row(row.file).and_then(|file| LANGUAGES.get(file.language as usize));
    let seals = language.is_some_and(|language| language.conventions.seals_variables);
    let is_module = || {
        let imports = snapshot.imports.headed([row.file.0]).next().is_some();
        imports || snapshot.definitions_of(row.file).any(|(_, other)| other.exported)
    };
    seals && row.kind == DeclKind::Variable && !row.exported && is_module()
}

/// The tokens of a text that have a name and use it.
fn named_sites(found: &Sites, text: &TextLines<'_>, name: &str) -> Vec<(Position, SiteKind)> {
    let used = found.as_slice().iter().filter(|site| !matches!(site.kind, SiteKind::Define | SiteKind::Import));
    let named = used.filter(|site| site.length as usize == name.len() && stands(text, site.at, name));
    named.map(|site| (site.at, site.kind)).collect()
}

fn stands(text: &TextLines<'_>, at: Position, name: &str) -> bool {
    text.line(at.line).get(at.column as usize - 1..).is_some_and(|rest| rest.starts_with(name.as_bytes()))
}

/// A text without its byte order mark, which places do not count.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The relation of a place to what it names, by its kind of use.
pub(super) fn relation(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::Call | SiteKind::New | SiteKind::Jsx => "calls",
        SiteKind::Write => "writes",
        _ => "reads",
    }
}

/// Whether a text has a word, be it a part of another.
pub(super) fn contains(text: &[u8], word: &[u8]) -> bool {
    memmem::find(text, word).is_some()
}
