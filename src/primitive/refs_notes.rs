//! Notes of `scip.refs` about a symbol: it means nothing or several things, nothing uses it, it is defined elsewhere.

use cg_rules::{DefId, Evidence, FileId};

use super::answer::Link;
use super::engine::Engine;
use super::exact::IndexMatch;
use super::named_texts::last_name;
use super::note::Note;
use super::symbol_match::SymbolMatch;
use super::twins::with_inherited_fields;
use super::unnamed_head;
use super::used_sites::Uses;
use crate::facts::Snapshot;
use crate::language::{DeclKind, LANGUAGES};

/// How many definitions of a name are listed.
const SHOWN: usize = 5;

/// Notes that a symbol has no definition here, or means nothing, where the call wants definitions alone.
pub(super) fn note_definitions(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    named: &IndexMatch,
    n_before: usize,
    uses: &mut Uses,
) {
    let name = &symbol.text;
    if uses.links.len() > n_before {
        return;
    }
    uses.notes.extend(named.unknown.iter().map(|text| Note::unknown(text.clone(), &[])));
    uses.notes.extend(symbol.note.iter().cloned());
    if !named.symbols.is_empty() || !symbol.external.is_empty() {
        uses.notes.push(Note::settled(format!("`{name}` is defined outside the repository")));
    } else if named.unknown.is_empty() && symbol.note.is_none() {
        uses.notes.push(unnamed_head::unknown(engine, name));
    }
}

/// No use at all is no success: what there is, and what may have been meant, is said.
pub(super) fn note_uses(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    named: &IndexMatch,
    links: &[(FileId, Link)],
    n_open: usize,
    uses: &mut Uses,
) {
    let name = &symbol.text;
    let by_text = !named.is_settled && (!symbol.defs.is_empty() || !symbol.external.is_empty());
    let is_known = !named.symbols.is_empty() || by_text;
    if !is_known && engine.is_gone(name) {
        let places = match (links.is_empty(), uses.n_unread) {
            (true, _) if last_name(symbol).is_none() => "no place is known, as it is no word to look for",
            (true, 0) => "no place in code has the name",
            (true, _) => "no place in the files that were read has the name",
            (false, _) => "these places have its name",
        };
        uses.notes.push(Note::settled(format!("`{name}` was removed, and {places}")));
        return;
    }
    if !is_known || links.is_empty() {
        uses.notes.extend(named.unknown.iter().map(|text| Note::unknown(text.clone(), &[])));
    }
    if !named.is_settled {
        uses.notes.extend(symbol.note.iter().cloned());
    }
    if !is_known && named.unknown.is_empty() && symbol.note.is_none() {
        uses.notes.push(unnamed_head::unknown(engine, name));
    }
    if links.iter().all(|(_, link)| matches!(link.relation, "declares" | "defines")) {
        if n_open == 0
            && let Some(text) = called_by_runner(engine, name, &symbol.defs)
        {
            uses.notes.push(Note::settled(text));
            return;
        }
        if n_open == 0 && symbol.defs.iter().all(|def| runs_unnamed(engine.snapshot, *def)) && !symbol.defs.is_empty() {
            uses.notes.push(Note::settled(format!("`{name}` is run by the language itself, where no text names it")));
            return;
        }
        if n_open == 0 && engine.is_named_once(symbol) {
            uses.notes.push(Note::settled(format!("no line but that of a declaration has the name `{name}`")));
            return;
        }
        uses.bare.push(name.clone());
        if is_known && named.symbols.is_empty() {
            let text = format!("no use of `{name}` is sure from the text");
            uses.notes.push(if n_open > 0 { Note::unresolved(n_open, text) } else { Note::settled(text) });
        } else if is_known {
            let text = format!("neither the index nor the text has a use of `{name}` beside its definition");
            uses.notes.push(text.into());
        }
    }
}

/// The note that a runner of tests calls a symbol, whose definitions are tests or hold some.
pub(super) fn called_by_runner(engine: &Engine<'_>, name: &str, defs: &[DefId]) -> Option<String> {
    let snapshot = engine.snapshot;
    let (tests, others): (Vec<DefId>, Vec<DefId>) = defs.iter().partition(|def| snapshot.is_test(**def));
    match (tests.is_empty(), others.is_empty()) {
        (false, true) => Some(format!("`{name}` is a test, which its runner calls")),
        (true, false) if others.iter().all(|def| snapshot.holds_tests(*def)) => {
            Some(format!("`{name}` holds tests, which their runner calls"))
        }
        (true, false) if others.iter().all(|def| is_inherited_test(engine, *def)) => {
            Some(format!("`{name}` is a test of the types below its own, which their runner calls"))
        }
        (true, false) if others.iter().all(|def| starts(snapshot, *def)) => {
            Some(format!("`{name}` is where a program or its tests begin, and no text calls it"))
        }
        _ => None,
    }
}

/// Whether a member is a test in the types below its own: it has the name of one, and such a type holds tests or is declared among them.
fn is_inherited_test(engine: &Engine<'_>, def: DefId) -> bool {
    let snapshot = engine.snapshot;
    let Some(row) = snapshot.definition(def).filter(|row| row.kind == DeclKind::Method) else { return false };
    let is_named = snapshot.names.get(row.name).get(..4).is_some_and(|head| head.eq_ignore_ascii_case("test"));
    let below = || engine.types(Evidence::Scoped).implementers.row(DefId(row.container)).iter();
    is_named
        && engine.is_aside(row.file)
        && below().any(|of| engine.file(*of).is_some_and(|file| engine.is_aside(file)))
}

/// Whether the language calls a member where no text has its name.
fn runs_unnamed(snapshot: &Snapshot, def: DefId) -> bool {
    let Some(row) = snapshot.definition(def).filter(|row| row.kind == DeclKind::Method) else { return false };
    let language = snapshot.file_row(row.file).and_then(|file| LANGUAGES.get(file.language as usize));
    language.and_then(|it| it.conventions.runs_unnamed).is_some_and(|runs| runs(snapshot.names.get(row.name)))
}

/// Whether a program begins at a definition: it has such a name in its language, and no function is around it.
fn starts(snapshot: &Snapshot, def: DefId) -> bool {
    let Some(row) = snapshot.definition(def).filter(|row| row.kind.is_callable()) else { return false };
    let of_file = snapshot.file_row(row.file).and_then(|file| LANGUAGES.get(file.language as usize));
    let around = snapshot.definition(DefId(row.container));
    let is_outer = around.is_none_or(|around| around.kind == DeclKind::File || around.kind.is_type());
    is_outer && of_file.is_some_and(|it| it.conventions.starts.contains(&snapshot.names.get(row.name)))
}

/// Notes what a name of several definitions means.
pub(super) fn note_several(engine: &Engine<'_>, symbol: &SymbolMatch, notes: &mut Vec<Note>) {
    if let Some(all) = symbol.narrowed_from {
        let names: Vec<String> =
            symbol.defs.iter().map(|def| format!("`{}`", engine.snapshot.qualified_name(*def))).collect();
        let names = names.join(", ");
        let text = format!("`{}` names {all} definitions; meant is {names}, whose type is named too", symbol.text);
        notes.push(text.into());
        return;
    }
    // A block that adds members to a type is no other meaning of its name.
    let adds = |def: &&DefId| engine.snapshot.definition(**def).is_some_and(|row| row.kind == DeclKind::Impl);
    let (added, named): (Vec<&DefId>, Vec<&DefId>) = symbol.defs.iter().partition(adds);
    let mut defs = if named.is_empty() { added } else { named };
    // A prototype and its body are one thing.
    let prototypes = if defs.len() > 1 { engine.snapshot.prototypes_among(&symbol.defs) } else { Vec::new() };
    defs.retain(|def| !prototypes.contains(def));
    // So are an attribute of a class and that of one below it.
    let is_one = defs.len() > 1 && {
        let same = with_inherited_fields(engine, vec![*defs[0]]);
        defs.iter().all(|def| same.contains(def))
    };
    if defs.len() > 1 && !is_one {
        let is_aside = |def: &DefId| engine.file(*def).is_some_and(|file| engine.is_aside(file));
        let (aside, sources): (Vec<DefId>, Vec<DefId>) = defs.iter().copied().partition(|def| is_aside(def));
        let mut names: Vec<String> = Vec::new();
        let mut last = None;
        let rows = sources.iter().chain(&aside).take(SHOWN).filter_map(|def| engine.snapshot.definition(*def));
        for row in rows {
            // The path once, then the lines.
            let path =
                if last == Some(row.file) { String::new() } else { format!("{}:", engine.snapshot.path(row.file)) };
            names.push(format!("{path}{}", row.at.line));
            last = Some(row.file);
        }
        let more = if defs.len() > SHOWN { ", …" } else { "" };
        let (name, count) = (&symbol.text, defs.len());
        notes.push(format!("`{name}` names {count} definitions: {}{more}", names.join(", ")).into());
    }
}
