//! Places that name a constant, an attribute or a setting. The text alone says which tokens have the name; in the file that
//! declares it, and where it is imported, they mean it; elsewhere they may.

use cg_rules::{DefId, FileId};
use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::note::Note;
use super::symbol_match::SymbolMatch;
use crate::language::DeclKind;
use crate::parse::{self, SiteKind};

/// The most places that are listed of those that only may be meant.
const MOST: usize = 200;

/// The most files that are read for a name that nothing declares: which may hold it, no fact says.
const FILES: usize = 20_000;

/// The places of one symbol.
#[derive(Default)]
pub struct NamedPlaces {
    /// In the file that declares it, or in one that imports it.
    pub sure: Vec<(FileId, Link)>,
    /// In any other file of its language.
    pub possible: Vec<(FileId, Link)>,
    /// How many files that may hold more were not read.
    pub n_unread: usize,
}

impl NamedPlaces {
    /// The note on files that were not read.
    pub fn unread(&self, name: &str) -> Option<Note> {
        let text =
            || format!("{} more files were not read for the name `{name}`: `text.matches` reads them", self.n_unread);
        (self.n_unread > 0).then(|| Note::unresolved(self.n_unread, text()))
    }

    /// The links to list, and a note where some are left out or only possible.
    pub fn into_links(self, name: &str) -> (Vec<(FileId, Link)>, Option<Note>) {
        let n_possible = self.possible.len();
        let files: FxHashSet<FileId> = self.possible.iter().map(|(file, _)| *file).collect();
        let n_files = files.len();
        let (places, have) = if n_possible == 1 { ("place", "has") } else { ("places", "have") };
        let file_s = if n_files == 1 { "file" } else { "files" };
        let counted = format!("{n_possible} more {places} in {n_files} {file_s} {have} the name `{name}`");
        let note = |text: String| Some(Note::unresolved(n_possible, text));
        match n_possible {
            0 => (self.sure, None),
            n if n > MOST => (self.sure, note(format!("{counted}: too many to list; name the file with it"))),
            _ => {
                let links = self.sure.into_iter().chain(self.possible).collect();
                (links, note(format!("{counted}, bound by nothing that the text shows: listed as `may_name`")))
            }
        }
    }
}

/// Whether a symbol is found by its name: a constant, a variable, a field, or what nothing declares.
pub fn is_by_name(engine: &Engine<'_>, symbol: &SymbolMatch) -> bool {
    let is_value = |def: &DefId| {
        let kind = engine.snapshot.definition(*def).map(|row| row.kind);
        matches!(kind, Some(DeclKind::Variable | DeclKind::Field))
    };
    symbol.external.is_empty() && symbol.defs.iter().all(is_value)
}

/// The places that have the name of a symbol, its declarations and imports left out.
pub fn named_places(engine: &Engine<'_>, symbol: &SymbolMatch) -> NamedPlaces {
    let name = symbol.text.rsplit(['.', ':', '#']).next().unwrap_or("");
    let mut places = NamedPlaces::default();
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let Some(tree) = engine.tree.filter(|_| name.len() > 2 && name.chars().all(is_word)) else { return places };
    let snapshot = engine.snapshot;
    let own: FxHashSet<FileId> = symbol.defs.iter().filter_map(|def| engine.file(*def)).collect();
    let importing = snapshot.uses.iter().chain(snapshot.refers.iter()).filter(|row| symbol.defs.contains(&row.def));
    let importing: FxHashSet<FileId> = importing.map(|row| row.from).collect();
    let others = candidates(engine, symbol);
    let rows = snapshot.files.iter().zip((0u32..).map(FileId)).filter(|(row, _)| row.language != crate::facts::NONE);
    let mut wanted: Vec<(FileId, u32, bool)> = rows
        .map(|(row, file)| (file, row.language, own.contains(&file) || importing.contains(&file)))
        .filter(|(file, _, is_sure)| *is_sure || others.as_ref().is_none_or(|files| files.contains(file)))
        .collect();
    wanted.sort_by_key(|(file, _, is_sure)| (!is_sure, *file));
    let n_wanted = wanted.len();
    wanted.truncate(FILES);
    let mut files: Vec<FileId> = wanted.iter().map(|(file, ..)| *file).collect();
    let n_read = engine.admitted(&mut files);
    let read: FxHashSet<FileId> = files.into_iter().take(n_read).collect();
    wanted.retain(|(file, ..)| read.contains(file));
    places.n_unread = n_wanted - wanted.len();
    wanted.sort_unstable();
    let text = |file: FileId| tree.read(snapshot.path(file)).ok().filter(|bytes| contains(bytes, name.as_bytes()));
    // Where there are no threads, the run fails and says so.
    let texts: Vec<Option<Vec<u8>>> =
        parse::on_threads(|| wanted.par_iter().map(|(file, ..)| text(*file)).collect()).unwrap_or_default();
    for ((file, language, is_sure), bytes) in wanted.into_iter().zip(texts) {
        let used = bytes.map_or_else(Vec::new, |bytes| sites(language, &bytes, name));
        let declared = |at| {
            symbol.defs.iter().any(|def| snapshot.definition(*def).is_some_and(|it| (it.file, it.at) == (file, at)))
        };
        for (at, kind) in used.into_iter().filter(|(at, _)| !declared(*at)) {
            let (from, to) = (snapshot.path(file).to_owned(), symbol.text.clone());
            let relation = if is_sure { relation(kind) } else { "may_name" };
            let link = Link { relation, from, to, file, at };
            if is_sure { &mut places.sure } else { &mut places.possible }.push((file, link));
        }
    }
    places
}

/// The files in which the name of a declared symbol stays unbound; `None` where nothing declares it, so that any file may
/// hold it.
fn candidates(engine: &Engine<'_>, symbol: &SymbolMatch) -> Option<FxHashSet<FileId>> {
    let snapshot = engine.snapshot;
    let names = symbol.defs.iter().filter_map(|def| snapshot.definition(*def)).map(|row| row.name);
    let rows = names.flat_map(|name| snapshot.mentions.headed([name])).filter(|row| row.meaning.is_open());
    let files = rows.map(|row| row.file);
    (!symbol.defs.is_empty()).then(|| files.collect())
}

/// The tokens of a text that have a name and use it.
fn sites(language: u32, bytes: &[u8], name: &str) -> Vec<(crate::base::Position, SiteKind)> {
    let found = parse::sites(language as usize, bytes);
    let lines: Vec<&[u8]> = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).split(|byte| *byte == b'\n').collect();
    let has_name = |at: crate::base::Position| {
        let line = lines.get(at.line as usize - 1);
        line.and_then(|line| line.get(at.column as usize - 1..)).is_some_and(|rest| rest.starts_with(name.as_bytes()))
    };
    let used = found.as_slice().iter().filter(|site| !matches!(site.kind, SiteKind::Define | SiteKind::Import));
    let named = used.filter(|site| site.length as usize == name.len() && has_name(site.at));
    named.map(|site| (site.at, site.kind)).collect()
}

fn relation(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::Call | SiteKind::New | SiteKind::Jsx => "calls",
        SiteKind::Write => "writes",
        _ => "reads",
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    memmem::find(text, word).is_some()
}
