//! The names under which files import a symbol.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::named_texts::{NamedTexts, without_mark};
use super::standing::is_of_name;
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use crate::base::{LineIndex, Position};
use crate::facts::{NONE, Snapshot};
use crate::language::ImportKind;
use crate::parse::SiteKind;

/// The most files that are read for one symbol.
const FILES: usize = 200;
/// Words that say of an imported name what it is.
const WORDS: &[&[u8]] = &[b"type", b"typeof", b"const", b"function", b"static"];

/// The names of one symbol in the files that import it.
#[derive(Default)]
pub struct ImportedNames {
    /// The files that import it under its own name, or in a way that the text does not show.
    plain: FxHashSet<FileId>,
    /// The other names.
    pub others: BTreeMap<FileId, BTreeSet<String>>,
}

impl ImportedNames {
    /// Those of a symbol.
    pub fn of(engine: &Engine<'_>, symbol: &SymbolMatch, texts: &mut NamedTexts) -> Self {
        let snapshot = engine.snapshot;
        let rows = snapshot.uses.iter().filter(|row| symbol.defs.contains(&row.def));
        let mut rows: Vec<_> = rows.map(|row| (engine.is_aside(row.from), row.from, row.def, row.at)).collect();
        rows.sort_unstable();
        let mut files: Vec<FileId> = rows.iter().map(|(_, file, ..)| *file).collect();
        files.dedup();
        files.truncate(FILES);
        // Some import it by the name that another module gives it.
        texts.read(engine, files, &[], |_| true);
        let (mut names, mut renamed) = (Self::default(), Vec::new());
        for of_file in rows.chunk_by(|one, other| one.1 == other.1) {
            let file = of_file[0].1;
            let text = texts.text(file).map(|text| (without_mark(text), LineIndex::new(without_mark(text))));
            for (.., def, at) in of_file {
                let text = text.as_ref().filter(|_| !hands_on(snapshot, file, *at));
                let name = snapshot.name(*def);
                let local = text.and_then(|(text, index)| local_name(&TextLines::new(text, index), *at, name));
                match local.filter(|(local, _)| local != snapshot.name(*def)) {
                    Some((local, place)) => renamed.push((file, local, place)),
                    None => drop(names.plain.insert(file)),
                }
            }
        }
        // Few files rename what they import: only these are parsed.
        texts.parse(engine, renamed.iter().map(|(file, ..)| (*file, language(engine, *file))));
        for (file, local, place) in renamed {
            let kind = texts.of_file(file).and_then(|text| text.kind(place));
            match matches!(kind, Some(SiteKind::Import | SiteKind::Define)) {
                true => drop(names.others.entry(file).or_default().insert(local)),
                false => drop(names.plain.insert(file)),
            }
        }
        names
    }

    /// Whether a file imports the symbol, and its own name means something else there.
    pub fn is_renamed(&self, file: FileId) -> bool {
        self.others.contains_key(&file) && !self.plain.contains(&file)
    }
}

/// Whether the import at a place hands the name on, and binds none.
fn hands_on(snapshot: &Snapshot, file: FileId, at: Position) -> bool {
    let mut imports = snapshot.imports.headed([file.0]);
    imports.any(|row| row.at == at && row.kind == ImportKind::Reexport)
}

/// The name that the import of a name at a place would bind, and its place: the last of its path, or the one behind `as`; `None` where
/// it is not there, or where the path leads through the name to a member.
pub(super) fn local_name(lines: &TextLines<'_>, at: Position, name: &str) -> Option<(String, Position)> {
    let line = lines.line(at.line);
    let mut from = (at.column as usize).checked_sub(1)?;
    loop {
        let path = path_len(line.get(from..)?);
        let word = line.get(from..from + path).filter(|word| !word.is_empty())?;
        let mut heads = word.rsplit(|byte| !is_of_name(*byte)).skip(1);
        if heads.any(|head| head == name.as_bytes()) {
            return None;
        }
        let behind = from + path + blanks(line.get(from + path..)?);
        // `type as kind` is of what has the name `type`.
        let is_name = line.get(behind..).is_some_and(|rest| rest.starts_with(b"as "));
        if WORDS.contains(&word) && !is_name && line.get(behind).is_some_and(|byte| is_of_name(*byte)) {
            from = behind;
            continue;
        }
        let renamed = [&b"as"[..], b"=>"].into_iter().find_map(|sign| {
            let rest = line.get(behind..)?.strip_prefix(sign)?;
            let space = blanks(rest);
            (space > 0).then_some(behind + sign.len() + space)
        });
        let start = renamed
            .unwrap_or_else(|| from + word.iter().rposition(|byte| !is_of_name(*byte)).map_or(0, |sign| sign + 1));
        let length = line.get(start..)?.iter().take_while(|byte| is_of_name(**byte)).count();
        let place = Position { column: u32::try_from(start + 1).ok()?, ..at };
        let name = std::str::from_utf8(line.get(start..start + length)?).ok()?;
        return (!name.is_empty()).then(|| (name.to_owned(), place));
    }
}

/// The language of a file, as texts are parsed by it.
fn language(engine: &Engine<'_>, file: FileId) -> u32 {
    engine.snapshot.file_row(file).map_or(NONE, |row| row.language)
}

fn path_len(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_of_name(**byte) || matches!(byte, b'.' | b':' | b'\\')).count()
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}
