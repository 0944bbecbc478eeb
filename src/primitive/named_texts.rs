//! The texts that are read for the names of a request, with the names in them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use cg_rules::{DefId, FileId};
use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::engine::Engine;
use super::kin::is_sealed;
use super::near_gone::GoneFiles;
use super::site_source::LanguageText;
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use crate::base::{LineIndex, Position, path};
use crate::facts::NONE;
use crate::parse::{self, SiteKind, Sites};

/// The most files that are read for a name that nothing declares: which may hold it, no fact says.
const FILES: usize = 20_000;

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
    pub(super) fn with_absent(&mut self, engine: &Engine<'_>) -> (Vec<(FileId, u32)>, usize) {
        if self.with_absent.is_none() {
            let wanted: Vec<(FileId, u32)> = sources(engine).collect();
            let names = std::mem::take(&mut self.absent);
            let has_any = |text: &[u8]| names.iter().any(|name| contains(text, name.as_bytes()));
            let gone = GoneFiles::of(engine);
            let files = wanted.iter().map(|(file, _)| *file);
            // A file that has the name in its own is the likeliest to declare it, though its text could not be read as code.
            let small: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
            let is_of_name = |file: FileId| {
                let stem = path::stem(engine.snapshot.path(file)).to_lowercase();
                small.iter().any(|name| stem.contains(name.as_str()))
            };
            let is_near = |file: &FileId| gone.is_near(engine, *file) || is_of_name(*file);
            let mut files: Vec<FileId> = files.collect();
            engine.narrow_to(&mut files, names.iter().map(String::as_str));
            let (near, mut far): (Vec<FileId>, Vec<FileId>) = files.into_iter().partition(is_near);
            // Those that are near come first, be they tests; one bound is for both.
            let most = FILES.saturating_sub(near.len());
            let n_left_out = far.len().saturating_sub(most);
            far.truncate(most);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let n_near = self.read(engine, near, &names, has_any);
            let n_unread = n_near + self.read(engine, far, &names, has_any) + n_left_out;
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
    pub(super) fn with_name(&self, files: Vec<(FileId, u32)>, name: &str) -> Vec<(FileId, u32)> {
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

    /// The names in the text of a file, where they are found.
    pub(super) fn of_file(&self, file: FileId) -> Option<NamesOfText<'_>> {
        let (sites, _) = self.sites.get(&file)?;
        Some(NamesOfText { file, lines: self.lines(file)?, sites })
    }

    /// The lines of a text whose names are found.
    pub(super) fn lines(&self, file: FileId) -> Option<TextLines<'_>> {
        let (_, index) = self.sites.get(&file)?;
        Some(TextLines::new(without_mark(self.text(file)?), index))
    }

    /// Reads the files that are not read yet, the first first, and keeps the texts that are wanted; returns how many were
    /// not read. Where not all may be read, one that holds none of some names is none of them.
    pub(super) fn read(
        &mut self,
        engine: &Engine<'_>,
        mut files: Vec<FileId>,
        names: &[&str],
        is_wanted: impl Fn(&[u8]) -> bool + Sync,
    ) -> usize {
        let Some(tree) = engine.tree else { return 0 };
        files.retain(|file| !self.read.contains_key(file));
        engine.narrow_to(&mut files, names.iter().copied());
        let n_wanted = files.len();
        files.truncate(FILES);
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

/// The names in the text of one file.
pub(super) struct NamesOfText<'t> {
    /// The file.
    pub file: FileId,
    /// The text.
    pub lines: TextLines<'t>,
    sites: &'t Sites,
}

impl NamesOfText<'_> {
    /// The places at which a name is declared, or given a value.
    pub fn bindings(&self, name: &str) -> Vec<(Position, SiteKind)> {
        self.places(name).filter(|(_, kind)| matches!(kind, SiteKind::Define | SiteKind::Write)).collect()
    }

    /// The places of a name, by the kinds of use.
    pub fn places(&self, name: &str) -> impl Iterator<Item = (Position, SiteKind)> {
        let of_length = self.sites.as_slice().iter().filter(move |site| site.length as usize == name.len());
        of_length.filter(move |site| stands(&self.lines, site.at, name)).map(|site| (site.at, site.kind))
    }

    /// The places at which a name ends a token, by the kinds of use: a whole one, or one that a language writes with dots.
    pub fn ending(&self, name: &str) -> impl Iterator<Item = (Position, SiteKind)> {
        self.sites.as_slice().iter().filter_map(move |site| {
            let n_before = (site.length as usize).checked_sub(name.len())?;
            let at = Position { column: site.at.column + u32::try_from(n_before).ok()?, ..site.at };
            let before = self.lines.line(at.line).get(..at.column as usize - 1)?.last();
            let is_part = n_before == 0 || before.is_some_and(|byte| b".:\\/".contains(byte));
            (is_part && stands(&self.lines, at, name)).then_some((at, site.kind))
        })
    }

    /// The names in some lines, with their places and kinds, in the order of the text.
    pub fn names_in(&self, lines: RangeInclusive<u32>) -> Vec<(Position, String, SiteKind)> {
        names_in(self.sites, &self.lines, lines)
    }

    /// The kind of use at a place.
    pub fn kind(&self, at: Position) -> Option<SiteKind> {
        self.sites.at(at).map(|site| site.kind)
    }
}

/// A text with its names.
pub struct NamedText {
    text: Vec<u8>,
    index: LineIndex,
    sites: Sites,
}

impl NamedText {
    /// Finds the names of the text of a file; `None` where its language is not parsed.
    pub fn of(engine: &Engine<'_>, file: FileId, text: Vec<u8>) -> Option<Self> {
        let language = engine.snapshot.file_row(file).map(|row| row.language).filter(|it| *it != NONE)?;
        let sites = engine.sites.sites(&[(language, &text)]).pop()?;
        Some(Self { index: LineIndex::new(without_mark(&text)), text, sites })
    }

    /// The names that a line calls, with their places.
    pub fn called_at(&self, line: u32) -> Vec<(Position, String)> {
        let lines = TextLines::new(without_mark(&self.text), &self.index);
        let names = names_in(&self.sites, &lines, line..=line).into_iter();
        names.filter(|(_, _, kind)| *kind == SiteKind::Call).map(|(at, name, _)| (at, name)).collect()
    }

    /// The lines at which a name is used, comments and texts left out.
    pub fn lines_with(&self, name: &str) -> Vec<u32> {
        let lines = TextLines::new(without_mark(&self.text), &self.index);
        named_sites(&self.sites, &lines, name).into_iter().map(|(at, _)| at.line).collect()
    }
}

/// The files that are parsed, with their languages.
pub(super) fn sources<'e>(engine: &Engine<'e>) -> impl Iterator<Item = (FileId, u32)> + 'e {
    let rows = engine.snapshot.files.iter().zip((0u32..).map(FileId));
    rows.filter(|(row, _)| row.language != NONE).map(|(row, file)| (file, row.language))
}

/// The last part of a symbol, where it is long enough to be searched for and has the letters of a name.
pub(super) fn last_name(symbol: &SymbolMatch) -> Option<&str> {
    let name = symbol.text.rsplit(['.', ':', '#', '/', '\\', '$', '>']).next().unwrap_or("");
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let least = if symbol.defs.is_empty() && !symbol.is_removed { 3 } else { 1 };
    (name.len() >= least && name.chars().all(is_word)).then_some(name)
}

/// The same, with the sign that a language writes before the names of members which only their type sees: `#total`.
pub(super) fn written_name<'s>(engine: &'s Engine<'_>, symbol: &'s SymbolMatch) -> Option<&'s str> {
    let is_sealed = |def: &DefId| engine.snapshot.definition(*def).is_some_and(|row| is_sealed(engine.snapshot, &row));
    let first = symbol.defs.first().filter(|_| symbol.defs.iter().all(is_sealed));
    first.map(|def| engine.snapshot.name(*def)).or_else(|| last_name(symbol))
}

fn names_in(sites: &Sites, text: &TextLines<'_>, lines: RangeInclusive<u32>) -> Vec<(Position, String, SiteKind)> {
    let named = sites.as_slice().iter().filter(|site| lines.contains(&site.at.line)).filter_map(|site| {
        let start = site.at.column as usize - 1;
        let name = text.line(site.at.line).get(start..start + site.length as usize)?;
        Some((site.at, std::str::from_utf8(name).ok()?.to_owned(), site.kind))
    });
    named.collect()
}

/// The tokens of a text that have a name and use it.
fn named_sites(found: &Sites, text: &TextLines<'_>, name: &str) -> Vec<(Position, SiteKind)> {
    let used = found.as_slice().iter().filter(|site| !matches!(site.kind, SiteKind::Define | SiteKind::Import));
    let named = used.filter(|site| !site.is_parameter && site.length as usize == name.len());
    named.filter(|site| stands(text, site.at, name)).map(|site| (site.at, site.kind)).collect()
}

pub(super) fn stands(text: &TextLines<'_>, at: Position, name: &str) -> bool {
    text.line(at.line).get(at.column as usize - 1..).is_some_and(|rest| rest.starts_with(name.as_bytes()))
}

/// A text without its byte order mark, which places do not count.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Whether a text has a word, be it a part of another.
pub(super) fn contains(text: &[u8], word: &[u8]) -> bool {
    memmem::find(text, word).is_some()
}
