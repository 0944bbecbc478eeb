//! The names under which files import a symbol.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::named_texts::{NamedTexts, NamesOfText};
use super::standing::is_of_name;
use super::symbol_match::SymbolMatch;
use crate::base::Position;
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
        // One by one, as each may be refused by itself.
        files.iter().for_each(|file| {
            texts.read(engine, vec![*file], |_| true);
        });
        texts.parse(engine, files.iter().map(|file| (*file, language(engine, *file))));
        let mut names = Self::default();
        for (_, file, def, at) in rows {
            let local = texts.of_file(file).filter(|_| !hands_on(snapshot, file, at));
            match local.and_then(|text| local_name(&text, at)).filter(|local| local != snapshot.name(def)) {
                Some(local) => drop(names.others.entry(file).or_default().insert(local)),
                None => drop(names.plain.insert(file)),
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

/// The name that the import at a place binds: the last of its path, or the one behind `as`; `None` where it is not there.
fn local_name(text: &NamesOfText<'_>, at: Position) -> Option<String> {
    let line = text.lines.line(at.line);
    let mut from = (at.column as usize).checked_sub(1)?;
    loop {
        let path = path_len(line.get(from..)?);
        let word = line.get(from..from + path).filter(|word| !word.is_empty())?;
        let behind = from + path + blanks(line.get(from + path..)?);
        if WORDS.contains(&word) && line.get(behind).is_some_and(|byte| is_of_name(*byte)) {
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
        let is_bound = matches!(text.kind(place), Some(SiteKind::Import | SiteKind::Define));
        let name = std::str::from_utf8(line.get(start..start + length)?).ok()?;
        return Some(name.to_owned()).filter(|name| is_bound && !name.is_empty());
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
