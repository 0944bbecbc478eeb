//! The functions that lines run without brackets: properties with a body, methods of languages that call them by their name alone,
//! and functions that are given as values. No relation has these, so that the text and the types of values say where each leads.

use std::ops::RangeInclusive;
use std::sync::{Arc, PoisonError};

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::kin::family;
use super::member_read::{FileLines, MemberRead};
use super::named_texts::{NamedTexts, NamesOfText};
use super::settled_members::name_place;
use super::standing::{LedBy, access};
use super::test_block;
use crate::base::Position;
use crate::facts::{Definition, MemberTarget, MentionMeaning, NONE, NamePlace};
use crate::language::DeclKind;

/// The most lines before a place, and behind it, that are read of a long function.
const AROUND: u32 = 100;
/// The most names of the lines of one function that are resolved.
const NAMES: usize = 256;

impl Engine<'_> {
    /// The lines that belong together around one: those of the innermost function, of a test that is a block of its file, else the line.
    pub(super) fn lines_around(&self, file: FileId, line: u32) -> FileLines {
        let block = test_block::around(self, file, (line, line)).pop().map(|(_, lines)| lines);
        let function = self.around_line(file, line).and_then(|def| self.snapshot.definition(def));
        let function = function.filter(|row| row.kind != DeclKind::File).map(|row| (row.start_line, row.end_line));
        let (first, last) = function.or(block).unwrap_or((line, line));
        (file, (first.max(line.saturating_sub(AROUND)), last.min(line.saturating_add(AROUND))))
    }

    /// The names that the lines around a place read, in the order of the text.
    pub fn reads_around(&self, file: FileId, line: u32) -> Arc<Vec<MemberRead>> {
        self.reads_of(&[self.lines_around(file, line)]).pop().unwrap_or_default()
    }

    /// The names that some lines read, those of each in the order of the text.
    pub(super) fn reads_of(&self, all: &[FileLines]) -> Vec<Arc<Vec<MemberRead>>> {
        let known = || self.known_reads().lock().unwrap_or_else(PoisonError::into_inner);
        let open: Vec<FileLines> = all.iter().copied().filter(|lines| !known().contains_key(lines)).collect();
        if !open.is_empty() {
            let found = self.found_reads(&open);
            known().extend(open.into_iter().zip(found.into_iter().map(Arc::new)));
        }
        let known = known();
        all.iter().map(|lines| known.get(lines).map(Arc::clone).unwrap_or_default()).collect()
    }

    fn found_reads(&self, all: &[FileLines]) -> Vec<Vec<MemberRead>> {
        let snapshot = self.snapshot;
        let mut texts = NamedTexts::default();
        let files: Vec<FileId> = all.iter().map(|(file, _)| *file).collect();
        texts.read(self, files.clone(), &[], |_| true);
        let language = |file: FileId| snapshot.file_row(file).map_or(NONE, |row| row.language);
        texts.parse(self, files.into_iter().map(|file| (file, language(file))));
        let mut places: Vec<NamePlace> = Vec::new();
        let mut names: Vec<OpenRead> = Vec::new();
        for (at, (file, (first, last))) in all.iter().enumerate() {
            let Some(text) = texts.of_file(*file) else { continue };
            for (place, name) in self.open_reads(&text, *first..=*last).into_iter().take(NAMES) {
                names.push(OpenRead {
                    of: at,
                    is_led: access(&text.lines, place) == Some(LedBy::Member),
                    at: place,
                    name,
                });
                places.push(name_place(&text, place, &names[names.len() - 1].name));
            }
        }
        let source = self.members.filter(|_| !places.is_empty());
        let targets = source.map(|source| source.members(&places)).unwrap_or_default();
        let mut found = vec![Vec::new(); all.len()];
        for (open, target) in names.into_iter().zip(targets) {
            let file = all[open.of].0;
            let is_run = |def: &DefId| self.is_run_by_name(*def, file);
            let (defs, is_sure): (Vec<DefId>, bool) = match target {
                MemberTarget::Defs(defs) => (defs.into_iter().filter(is_run).collect(), true),
                MemberTarget::Unknown if open.is_led && self.is_open_member(file, &open.name) => {
                    (self.named_alone(file, &open.name), false)
                }
                MemberTarget::Unknown | MemberTarget::Outside => continue,
            };
            if !defs.is_empty() {
                found[open.of].push(MemberRead { at: open.at, name: open.name, defs, is_sure });
            }
        }
        found
    }

    /// The names of some lines that are read, that no call is at, and that a function of the repository has.
    fn open_reads(&self, text: &NamesOfText<'_>, lines: RangeInclusive<u32>) -> Vec<(Position, String)> {
        let snapshot = self.snapshot;
        let callers = snapshot.definitions_of(text.file).flat_map(|(def, _)| snapshot.calls.headed([def.0]));
        let called: FxHashSet<Position> = callers.map(|row| row.at).filter(|at| lines.contains(&at.line)).collect();
        let read = text.names_in(lines).into_iter().filter(|(at, _, kind)| kind.is_of_value() && !called.contains(at));
        let is_named = |name: &str| {
            let named = snapshot.names.find(name).map_or(&[][..], |id| self.definitions_named(id));
            named.iter().any(|def| self.is_run_by_name(*def, text.file))
        };
        read.filter(|(_, name, _)| is_named(name)).map(|(at, name, _)| (at, name)).collect()
    }

    /// Whether a name may run a definition: a function, or a value whose declaration computes it.
    fn is_run_by_name(&self, def: DefId, from: FileId) -> bool {
        let snapshot = self.snapshot;
        let computes = |row: &Definition| {
            row.kind.is_value() && (row.end_line > row.start_line || snapshot.calls.headed([def.0]).next().is_some())
        };
        let row = snapshot.definition(def).filter(|row| row.kind.is_callable() || computes(row));
        row.is_some_and(|row| family(snapshot, row.file) == family(snapshot, from))
    }

    /// Whether a file has a member of a name of which no fact says whose it is.
    fn is_open_member(&self, file: FileId, name: &str) -> bool {
        let rows = self.snapshot.names.find(name).into_iter().flat_map(|id| self.snapshot.mentions.headed([id]));
        let mut rows = rows.filter(|row| row.file == file);
        rows.any(|row| matches!(row.meaning, MentionMeaning::Member | MentionMeaning::Call))
    }

    /// The functions of sources that have a name, where nothing else has it: a plain value of the name may be meant as well.
    fn named_alone(&self, file: FileId, name: &str) -> Vec<DefId> {
        let named = self.snapshot.names.find(name).map_or(&[][..], |id| self.definitions_named(id));
        let is_meant = |def: &DefId| self.is_run_by_name(*def, file);
        let of_sources = |def: &DefId| self.file(*def).is_some_and(|file| !self.is_aside(file));
        let defs = || named.iter().copied().filter(of_sources);
        if defs().all(|def| is_meant(&def)) { defs().collect() } else { Vec::new() }
    }
}

/// A read that is to be resolved.
struct OpenRead {
    /// The number of the lines that it is in.
    of: usize,
    /// Whether a value leads to it.
    is_led: bool,
    at: Position,
    name: String,
}
