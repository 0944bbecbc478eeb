//! Whether a name without an object before it is a local there, as what a method writes is in languages without declarations.

use cg_rules::DefId;

use super::around::{functions_around, types_around};
use super::engine::Engine;
use super::named_texts::NamesOfText;
use super::standing::access;
use super::written_type::name_end;
use crate::base::Position;
use crate::parse::SiteKind;

/// Whether a bare name is written at a place or before it in the same method: without an implied object, that makes it a local. What
/// declares the `symbol` itself is no local.
pub(super) fn is_written_before(
    (engine, symbol): (&Engine<'_>, &[DefId]),
    text: &NamesOfText<'_>,
    at: Position,
) -> bool {
    let bytes = text.lines.bytes();
    let start = text.lines.offset(at);
    let Ok(name) = std::str::from_utf8(&bytes[start..name_end(bytes, start)]) else { return false };
    // A block inside of a method sees its locals.
    let method = |line: u32| {
        let around = functions_around(engine, text.file, line);
        let named = around.iter().find(|row| !engine.snapshot.names.get(row.name).is_empty());
        let within = types_around(engine, text.file, line).into_iter().next();
        (named.map(|row| row.at), within)
    };
    let own = method(at.line);
    let rows = symbol.iter().filter_map(|def| engine.snapshot.definition(*def));
    let declared: Vec<Position> = rows.filter(|row| row.file == text.file).map(|row| row.at).collect();
    text.bindings(name)
        .into_iter()
        .filter(|(it, _)| *it <= at && !declared.contains(it))
        .any(|(it, kind)| kind == SiteKind::Write && access(&text.lines, it).is_none() && method(it.line) == own)
}
