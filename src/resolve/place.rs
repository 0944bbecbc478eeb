//! The names at a place of a file, each with what resolving it tries.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::trace::{StepAnswer, Tried, tracing};
use super::written_path::WrittenPart;
use crate::base::Position;
use crate::language::{CallSite, Decl, DeclKind, Observation, Resolution, Rule};
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
    pub receiver: Option<Vec<WrittenPart>>,
}

/// Where a name leads that is not called: a member, or a name of the scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberTarget {
    /// To definitions of the repository.
    Defs(Vec<DefId>),
    /// Out of the repository.
    Outside,
    /// Nowhere that is known.
    Unknown,
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

/// Where the names at some places lead, in their order: members of what the text before them writes.
pub fn members(index: &SymbolTable<'_>, places: &[NamePlace]) -> Vec<MemberTarget> {
    let mut calls: FxHashMap<FileId, SitesByPlace> = FxHashMap::default();
    let target = |place: &NamePlace| {
        let observation = index.observation(place.file)?;
        let word = place.word.as_ref()?;
        let sym = index.sym_of(&word.name)?;
        let from = around(index, place.file, observation, place.line);
        let sites = calls.entry(place.file).or_insert_with(|| sites(observation));
        let (on, target) = match &word.receiver {
            Some(parts) => match linked(index, from, parts, &word.name) {
                Some(target) => (None, target),
                None => {
                    let on = receiver(index, from, parts, sites);
                    member_of(index, (from, sym), parts, on)
                }
            },
            None => (None, index.named(from, sym)),
        };
        // Of a name alone, and of an attribute of a type of the repository, that is what its value is of.
        let is_of_value = word.receiver.is_none() || matches!(on, Some(Target::Value(Some(_))));
        match target {
            Target::Defs(defs, rule) if !rule.is_guess() => Some(MemberTarget::Defs(defs)),
            Target::External(_) | Target::Foreign if !is_of_value => Some(MemberTarget::Outside),
            _ => None,
        }
    };
    places.iter().map(target).map(|target| target.unwrap_or(MemberTarget::Unknown)).collect()
}

/// A member of what a receiver leads to, which the repository may add to it, or of the package that the whole path names.
fn member_of(
    index: &SymbolTable<'_>,
    (from, sym): (DefId, Sym),
    parts: &[WrittenPart],
    on: Target,
) -> (Option<Target>, Target) {
    let name = match parts {
        [WrittenPart::Name(name)] => index.sym_of(name),
        _ => None,
    };
    let member = index.part(&on, sym, 0);
    let added = match &member {
        Target::Unknown | Target::Foreign | Target::External(_) => {
            index.added_without_brackets(from, (&on, name), sym).known()
        }
        _ => None,
    };
    match (added, member) {
        (Some(added), _) => (Some(on), added),
        (None, Target::Unknown) => (None, of_package(index, (from, sym), parts).unwrap_or(Target::Unknown)),
        (None, member) => (Some(on), member),
    }
}

/// A member of the package that a whole path names, which no import needs to bring: `two.LIMIT`, `two.Finder.First`, `\Two\Finder`.
fn of_package(index: &SymbolTable<'_>, (from, sym): (DefId, Sym), parts: &[WrittenPart]) -> Option<Target> {
    let names = names_of(parts)?;
    let file = index.file(from);
    let is_bound = || index.sym_of(names[0]).is_some_and(|head| index.named(from, head) != Target::Unknown);
    let path = || format!("{}.{}", names.join("."), index.text(sym));
    let whole = index.by_package_path(file, &path(), Some(sym), 0).filter(|it| matches!(it, Target::Defs(..)));
    if let Some(whole) = whole.filter(|_| !is_bound()) {
        return Some(whole);
    }
    let resolver = index.resolver(file.0 as usize)?;
    let files = [".", "\\"].iter().map(|mark| resolver.module(&names.join(mark))).find(|files| !files.is_empty())?;
    Some(index.in_module(&files, sym, 0))
}

/// The names of a path of one or more parts; `None` where a call is one of them.
fn names_of(parts: &[WrittenPart]) -> Option<Vec<&str>> {
    let names = parts.iter().map(|part| match part {
        WrittenPart::Name(name) => Some(name.as_str()),
        WrittenPart::Call(_) => None,
    });
    names.collect::<Option<Vec<&str>>>().filter(|names| !names.is_empty())
}

/// The calls of a file by the places of their names.
type SitesByPlace = FxHashMap<Position, CallSite>;

fn sites(observation: &Observation) -> SitesByPlace {
    observation.calls.iter().map(|site| (site.at, site)).collect()
}

/// Resolves a member through the path that leads to it.
fn member(index: &SymbolTable<'_>, from: DefId, word: &WrittenName, (parts, sym): (&[WrittenPart], Sym)) -> TracedName {
    let sites = index.observation(index.file(from)).map(sites).unwrap_or_default();
    let part = |part: &WrittenPart| match part {
        WrittenPart::Name(name) => name.clone(),
        WrittenPart::Call(at) => {
            let called = sites.get(at).zip(index.observation(index.file(from)));
            format!("{}()", called.map_or("", |(site, of)| of.name(site.callee)))
        }
    };
    let (shown, name) = (parts.iter().map(part).collect::<Vec<_>>().join("."), &word.name);
    let what =
        if parts.is_empty() { "the receiver, which is no path".to_owned() } else { format!("the receiver `{shown}`") };
    let ((on, target), tried) = tracing(|| {
        if let Some(target) = linked(index, from, parts, name) {
            return (Target::Unknown, target);
        }
        let on = index.tried(|| what, || receiver(index, from, parts, &sites));
        let target =
            index.tried(|| format!("the member `{name}` of it"), || member_of(index, (from, sym), parts, on.clone()).1);
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

/// Resolves a path of names as a whole, in a language that links them: a variable of a namespace.
fn linked(index: &SymbolTable<'_>, from: DefId, parts: &[WrittenPart], name: &str) -> Option<Target> {
    let names = names_of(parts)?;
    index.declared(from, &format!("{}.{name}", names.join("."))).filter(|target| matches!(target, Target::Defs(..)))
}

/// Resolves a path: its head as a name of the scope or the result of a call, each further part as a member.
fn receiver(index: &SymbolTable<'_>, from: DefId, parts: &[WrittenPart], sites: &SitesByPlace) -> Target {
    let Some((head, rest)) = parts.split_first() else { return Target::Value(None) };
    let file = index.file(from);
    let of_head = match head {
        WrittenPart::Call(at) => {
            let site = sites.get(at).zip(index.observation(file));
            let target = site.map_or(Target::Unknown, |(site, of)| called(index, file, of, site).target);
            match index.result(&target, 0) {
                // What is called outside may give what it takes, or what it holds.
                Target::Foreign | Target::External(_) => Target::Unknown,
                result => result,
            }
        }
        WrittenPart::Name(head) => {
            let own = index.language(file).map_or(&[][..], |it| it.conventions.own_object);
            let mut around = std::iter::successors(Some(from), |scope| index.container(*scope));
            match index.sym_of(head) {
                _ if own.contains(&head.as_str()) => Target::Value(index.this_type(from)),
                Some(sym) if around.any(|scope| index.says_no_type((scope, sym))) => Target::Unknown,
                Some(sym) => index.bounded_around(from, index.named(from, sym)),
                None => Target::Unknown,
            }
        }
    };
    let named = |part: &WrittenPart| match part {
        WrittenPart::Name(name) => index.sym_of(name),
        WrittenPart::Call(_) => None,
    };
    // What is only guessed leads to no sure member.
    let of_head = if matches!(&of_head, Target::Defs(_, rule) if rule.is_guess()) { Target::Unknown } else { of_head };
    rest.iter().fold(of_head, |on, part| match named(part) {
        Some(sym) if matches!(on, Target::Value(Some(of)) if index.says_no_type((of, sym))) => Target::Unknown,
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
