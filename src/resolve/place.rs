//! The names at a place of a file, each with what resolving it tries.

use cg_rules::{DefId, FileId};

use super::trace::{StepAnswer, Tried, tracing};
use crate::base::Position;
use crate::language::{Decl, DeclKind, Observation, Resolution, Rule};
use crate::resolve::call::callee::{OpenCall, callee};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// A line of a file, or a name in it.
#[derive(Clone, Debug)]
pub struct NamePlace {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1; `None` for all that the line says.
    pub column: Option<u32>,
    /// The name that is written at the column, with the place where it begins.
    pub word: Option<(Position, String)>,
}

impl NamePlace {
    /// Whether a name that begins at a position is meant.
    fn holds(&self, at: Position, name: &str) -> bool {
        let end = at.column.saturating_add(u32::try_from(name.len()).unwrap_or(u32::MAX));
        at.line == self.line && self.column.is_none_or(|column| (at.column..end).contains(&column))
    }
}

/// A name, and how it was resolved from the text.
#[derive(Clone, Debug)]
pub struct TracedName {
    /// The use that the text makes of it: `call of`, `import of`, `supertype`, `name`.
    pub kind: &'static str,
    /// The name.
    pub name: String,
    /// Where it is written.
    pub at: Position,
    /// The definition whose body holds it; empty at the top of the file.
    pub within: String,
    /// The steps, in order.
    pub tried: Vec<Tried>,
    /// Where it leads.
    pub found: String,
    /// The rule that decided it, where it leads to definitions.
    pub rule: Option<Rule>,
    /// Why a call leads nowhere that is known.
    pub open: Option<OpenCall>,
}

/// Resolves the imports, supertypes and calls at a place; where there is none, the name that is written there.
pub fn traced(index: &SymbolTable<'_>, place: &NamePlace) -> Vec<TracedName> {
    let Some(observation) = index.observation(place.file) else { return Vec::new() };
    let mut all = imports(index, place, observation);
    all.extend(supertypes(index, place, observation));
    all.extend(calls(index, place, observation));
    let is_named = |word: &str| observation.names.iter().any(|name| name == word);
    if let Some((at, word)) = place.word.as_ref().filter(|(_, word)| all.is_empty() && is_named(word))
        && let Some(sym) = index.sym_of(word)
    {
        let from = around(index, place.file, observation, place.line);
        let (target, tried) = tracing(|| index.named(from, sym));
        all.push(step(index, ("name", word, *at), from, (&target, tried)));
    }
    all.sort_by_key(|it| it.at);
    all
}

fn calls(index: &SymbolTable<'_>, place: &NamePlace, observation: &Observation) -> Vec<TracedName> {
    let sites = observation.calls.iter().filter(|site| place.holds(site.at, observation.name(site.callee)));
    let traced = sites.map(|site| {
        let ((target, open), tried) = tracing(|| callee(index, place.file, observation, &site));
        let is_open = matches!(target, Target::Module(_) | Target::Value(_) | Target::Unknown);
        let from = index.def(place.file, site.caller);
        let step = step(index, ("call of", observation.name(site.callee), site.at), from, (&target, tried));
        TracedName { open: is_open.then_some(open), ..step }
    });
    traced.collect()
}

fn imports(index: &SymbolTable<'_>, place: &NamePlace, observation: &Observation) -> Vec<TracedName> {
    let sites = observation.imports.iter().zip(0u32..).filter(|(site, _)| {
        let written = site.name.filter(|name| observation.name(*name) != "*").unwrap_or(site.source);
        place.holds(site.at, observation.name(written))
    });
    let traced = sites.map(|(site, number)| {
        let source = observation.name(site.source);
        let name = site.name.map_or(source.to_owned(), |name| format!("{} from {source}", observation.name(name)));
        let from = index.def(place.file, site.within);
        let (target, tried) =
            tracing(|| index.tried(|| index.import_shown(place.file, number), || index.import(place.file, number, 0)));
        let resolved = index.resolutions[place.file.0 as usize].get(number as usize);
        let target = match (target, resolved) {
            (Target::Unknown, Some(Resolution::Module(files) | Resolution::Member(files))) => {
                Target::Module(files.clone())
            }
            (target, _) => target.by(Rule::Import),
        };
        step(index, ("import of", &name, site.at), from, (&target, tried))
    });
    traced.collect()
}

fn supertypes(index: &SymbolTable<'_>, place: &NamePlace, observation: &Observation) -> Vec<TracedName> {
    let sites = observation.supertypes.iter().filter(|site| place.holds(site.at, &observation.spelled(site.of)));
    let traced = sites.map(|site| {
        let name = &*observation.spelled(site.of);
        let sub = index.def(place.file, site.sub);
        let from = index.container(sub).unwrap_or(sub);
        let (target, tried) = tracing(|| index.path(from, site.of, 0));
        step(index, ("supertype", name, site.at), sub, (&target, tried))
    });
    traced.collect()
}

fn step(
    index: &SymbolTable<'_>,
    (kind, name, at): (&'static str, &str, Position),
    from: DefId,
    (target, tried): (&Target, Vec<Tried>),
) -> TracedName {
    let (found, rule) = target.shown(index);
    TracedName { kind, name: name.to_owned(), at, within: index.qualified_text(from), tried, found, rule, open: None }
}

/// The innermost definition whose lines hold a line.
fn around(index: &SymbolTable<'_>, file: FileId, observation: &Observation, line: u32) -> DefId {
    let declared = observation.declarations.iter().zip(0u32..).skip(1);
    let holding = declared.filter(|(row, _)| row.kind != DeclKind::Attribute);
    let holding = holding.filter(|(row, _)| (row.start_line..=row.end_line).contains(&line));
    let innermost = holding.min_by_key(|(row, number)| (row.end_line - row.start_line, std::cmp::Reverse(*number)));
    index.def(file, Decl(innermost.map_or(0, |(_, number)| number)))
}
