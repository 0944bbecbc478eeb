//! A member that is no call, at a place: the members of its name, and the uses that `scip.refs` lists.

use std::fmt::Write;

use cg_rules::{DefId, FileId};

use crate::base::Position;
use crate::facts::{Definition, Snapshot, TracedName, WrittenName};
use crate::language::DeclKind;
use crate::pipeline::Index;
use crate::primitive::{Argument, Engine, Invocation, Link, Stale, primitive};

/// The most members of one name whose uses are searched, and that are listed.
const MOST: usize = 8;

/// The edge of the call whose path ends with a member: it begins where the path does, as of `a::b()`.
pub fn call(facts: &Snapshot, file: FileId, word: &WrittenName, line: &str) -> Option<String> {
    let is_path = |text: &str| text.chars().all(|it| it.is_alphanumeric() || "_$@:.".contains(it));
    let is_between = |at: Position| {
        let path = line.get(at.column as usize - 1..word.at.column as usize - 1);
        at.line == word.at.line && path.is_some_and(|path| !path.is_empty() && is_path(path))
    };
    let is_of_file = |def: DefId| facts.definition(def).is_some_and(|row| row.file == file);
    let named = |def: DefId| facts.definition(def).filter(|row| facts.name_in(row) == word.name);
    let mut calls = facts.calls.iter().filter(|row| is_of_file(row.caller) && is_between(row.at));
    let (row, callee) = calls.find_map(|row| Some((row, named(row.callee)?)))?;
    let to = format!("{}:{}", facts.path(callee.file), facts.qualified_name(row.callee));
    let (evidence, rule) = (row.rule.evidence().name(), row.rule.name());
    Some(format!("  edge      calls {to}  {evidence}, by {rule}, at {}\n", row.at))
}

/// The edges that begin at a member, as `scip.refs` lists them; where it lists none and the text leads to none, the members
/// that have the name.
pub fn edges(index: &Index, file: FileId, place: &TracedName, name: &str) -> String {
    let uses = listed(index, file, place.at, name);
    if !uses.is_empty() {
        return uses;
    }
    let members = declared(index, name, |kind| kind.is_type() || kind == DeclKind::Impl);
    let mut out =
        "  no edge begins here: the member is not called, and `scip.refs` lists no use of it here\n".to_owned();
    if place.rule.is_some() {
        return out;
    }
    if members.is_empty() {
        let _ = writeln!(out, "  members   no type of the repository declares `{name}`");
        return out;
    }
    let more = if members.len() > MOST { format!(" and {} more", members.len() - MOST) } else { String::new() };
    let shown: Vec<&str> = members.iter().take(MOST).map(String::as_str).collect();
    let _ = writeln!(out, "  members   of this name: {}{more}", shown.join(", "));
    out
}

/// The edges that `scip.refs` lists at the place of a name which types or files declare.
pub fn listed(index: &Index, file: FileId, at: Position, name: &str) -> String {
    let symbols = declared(index, name, |kind| {
        kind.is_type() || matches!(kind, DeclKind::Impl | DeclKind::File | DeclKind::Module)
    });
    let mut uses: Vec<String> = symbols.iter().take(MOST).flat_map(|symbol| used(index, symbol, file, at)).collect();
    uses.dedup();
    uses.concat()
}

/// The definitions of a name inside of declarations of some kinds.
fn declared(index: &Index, name: &str, is_around: impl Fn(DeclKind) -> bool) -> Vec<String> {
    let facts = &index.facts;
    let around = |row: &Definition| facts.definition(DefId(row.container)).map(|around| around.kind);
    let rows = (0u32..).map(DefId).zip(facts.definitions.iter());
    let rows = rows.filter(|(_, row)| row.kind != DeclKind::File && facts.name_in(row) == name);
    rows.filter(|(_, row)| around(row).is_some_and(&is_around)).map(|(def, _)| spelled(index, def)).collect()
}

/// The uses of a symbol that `scip.refs` lists at a place.
fn used(index: &Index, symbol: &str, file: FileId, at: Position) -> Vec<String> {
    let Some(refs) = primitive("scip.refs") else { return Vec::new() };
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(index);
    let answer = engine.answer(&Invocation::of(refs, Argument::Text(symbol.to_owned())));
    let here = |link: &Link| link.file == file && link.at == at && link.relation != "may_name";
    let links = answer.chain(&engine, file).into_iter().filter(here);
    links.map(|link| format!("  edge      {} {symbol}, by `scip.refs`\n", link.relation)).collect()
}

/// A definition by its path and its qualified name.
fn spelled(index: &Index, def: DefId) -> String {
    let path = index.facts.definition(def).map_or("", |row| index.facts.path(row.file));
    format!("{path}:{}", index.facts.qualified_name(def))
}
