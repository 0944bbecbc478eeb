//! The names at a place of a file, each with what resolving it tries.

use cg_rules::{DefId, FileId};

use super::trace::{StepAnswer, Tried, tracing};
use crate::base::Position;
use crate::language::{Decl, DeclKind, Observation, Resolution, Rule};
use crate::resolve::call::misfit::called;
use crate::resolve::call::open::OpenCall;
use crate::resolve::call::resolved::ResolvedCall;
use crate::resolve::scope::keyed::Sym;
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
    /// The name that is written at the column.
    pub word: Option<WrittenName>,
}

/// A name as it is written.
#[derive(Clone, Debug)]
pub struct WrittenName {
    /// Where it begins.
    pub at: Position,
    /// The name.
    pub name: String,
    /// The path that leads to it, the outermost part first; no part where an expression leads to it that is no path.
    pub receiver: Option<Vec<String>>,
}

/// The kind of a name that a receiver leads to, and that is not called.
pub const MEMBER: &str = "member";

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
    /// The use that the text makes of it: `call of`, `import of`, `supertype`, `member`, `name`.
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
    if let Some(word) = place.word.as_ref().filter(|word| all.is_empty() && is_named(&word.name))
        && let Some(sym) = index.sym_of(&word.name)
    {
        let from = around(index, place.file, observation, place.line);
        match &word.receiver {
            Some(parts) => all.push(member(index, from, word, (parts, sym))),
            None => {
                let (target, tried) = tracing(|| index.named(from, sym));
                all.push(step(index, ("name", &word.name, word.at), from, (&target, tried)));
            }
        }
    }
    all.sort_by_key(|it| it.at);
    all
}

fn calls(index: &SymbolTable<'_>, place: &NamePlace, observation: &Observation) -> Vec<TracedName> {
    let sites = observation.calls.iter().filter(|site| place.holds(site.at, observation.name(site.callee)));
    let traced = sites.map(|site| {
        let (ResolvedCall { target, open, .. }, tried) = tracing(|| called(index, place.file, observation, &site));
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

/// Resolves a member through the path that leads to it.
fn member(index: &SymbolTable<'_>, from: DefId, word: &WrittenName, (parts, sym): (&[String], Sym)) -> TracedName {
    let (shown, name) = (parts.join("."), &word.name);
    let what =
        if parts.is_empty() { "the receiver, which is no path".to_owned() } else { format!("the receiver `{shown}`") };
    let ((on, target), tried) = tracing(|| {
        let on = index.tried(|| what, || receiver(index, from, parts));
        let target = index.tried(|| format!("the member `{name}` of it"), || index.part(&on, sym, 0));
        (on, target)
    });
    let open = match (&on, &target) {
        (_, target) if *target != Target::Unknown => None,
        _ if parts.is_empty() => Some(OpenCall::Expression),
        (Target::Value(None) | Target::Unknown, _) => Some(OpenCall::Receiver),
        _ => Some(OpenCall::Member),
    };
    let path = if parts.is_empty() { name.clone() } else { format!("{shown}.{name}") };
    TracedName { open, ..step(index, (MEMBER, &path, word.at), from, (&target, tried)) }
}

/// Resolves a path of names: its head as a name of the scope, each further part as a member.
fn receiver(index: &SymbolTable<'_>, from: DefId, parts: &[String]) -> Target {
    let Some((head, rest)) = parts.split_first() else { return Target::Value(None) };
    let own = index.language(index.file(from)).map_or(&[][..], |it| it.conventions.own_object);
    let of_head = match index.sym_of(head) {
        _ if own.contains(&head.as_str()) => Target::Value(index.this_type(from)),
        Some(sym) => index.bounded_around(from, index.named(from, sym)),
        None => Target::Unknown,
    };
    rest.iter().fold(of_head, |on, part| match index.sym_of(part) {
        Some(sym) => index.bounded_around(from, index.part(&on, sym, 0)),
        None => Target::Unknown,
    })
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
