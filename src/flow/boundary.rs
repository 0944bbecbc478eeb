//! Where the bodies of a flow call what no fact can name. The facts hold the calls that are known; here the text of the
//! bodies is read for the others, and only for those whose form says that they go on elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use cg_rules::{DefId, FileId, MIN_SIBLINGS, TypeGraph};
use rustc_hash::FxHashMap;

use super::shape::FLOOR;
use super::shape::{Boundary, Dynamic, Flow, NoSpine, Reason};
use crate::base::{LineIndex, Position, TextPart, printable};
use crate::facts::{Definition, PackageUse, Snapshot};
use crate::language::expression::closed;
use crate::language::{DeclKind, LANGUAGES, lists};
use crate::parse::{Callee, CallingLines, Form, callees};
use crate::primitive::Engine;
use crate::work::{Unit, parse_cost};

/// The most bodies that are read.
const MOST_BODIES: usize = 12;
/// The most dynamic call sites that are listed for one body.
const MOST_OF_BODY: usize = 3;
/// The most methods of one name that a call on a value of unknown type may mean, to be worth a line.
const FEW: usize = 3;
/// The longest callee text that is printed, in characters.
const LONGEST: usize = 80;

/// The boundaries in the bodies on the spine, and in those that are named; in the order of the text.
pub(super) fn boundaries(
    engine: &Engine<'_>,
    families: &TypeGraph,
    flow: &Flow,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Vec<Boundary> {
    let snapshot = engine.snapshot;
    let bodies = bodies(engine, flow, read);
    let names = bodies.iter().flat_map(|body| &body.unknown).filter_map(|call| call.name.as_deref());
    let bearers = bearers(engine, names.collect());
    let named = flow.names.iter().map(|name| name.text.rsplit(['.', ':']).next().unwrap_or(""));
    let finder = Finder { snapshot, families, bearers, named: named.collect() };
    let mut found: Vec<Boundary> = Vec::new();
    for body in &bodies {
        let mut of_body: Vec<Boundary> = body.unknown.iter().filter_map(|call| finder.boundary(body, call)).collect();
        of_body.extend(finder.dispatches(body));
        // A name that the repository declares says more than a value that is called.
        of_body.sort_by(|one, other| {
            let rank = |it: &Boundary| it.what != Dynamic::UnknownReceiver;
            rank(one).cmp(&rank(other)).then_with(|| one.cmp(other))
        });
        let mut listed = BTreeSet::new();
        of_body.retain(|boundary| listed.insert(boundary.text.clone()));
        found.extend(of_body.into_iter().take(MOST_OF_BODY));
    }
    found.sort();
    found.dedup_by_key(|boundary| (boundary.file, boundary.at));
    found
}

/// The reason with the calls that may connect what no known call does.
pub(super) fn explained(absent: NoSpine, boundaries: &[Boundary], engine: &Engine<'_>) -> NoSpine {
    let unknown = boundaries.iter().filter(|boundary| boundary.what == Dynamic::UnknownReceiver);
    let listed: Vec<String> =
        unknown.map(|it| format!("`{}` ({}:{})", it.text, engine.snapshot.path(it.file), it.at.line)).collect();
    if absent.reason != Reason::Disconnected || listed.is_empty() {
        return absent;
    }
    let text = format!("{}; unresolved calls on values of unknown type may: {}", absent.text, listed.join(", "));
    NoSpine { reason: Reason::OnlyUnresolvedCalls, text }
}

/// A body to search, with the names that matter in it.
struct Body {
    def: DefId,
    row: Definition,
    /// The calls that facts do not know.
    unknown: Vec<Callee>,
    /// The text between the brackets of its parameters.
    parameters: String,
}

/// The bodies on the spine in reading order, then the others that are named.
fn bodies(engine: &Engine<'_>, flow: &Flow, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Vec<Body> {
    let snapshot = engine.snapshot;
    let mut places: Vec<(usize, DefId)> = flow.places.iter().map(|(def, place)| (*place, *def)).collect();
    places.sort_unstable();
    let mut seen = BTreeSet::new();
    let defs = places.into_iter().map(|(_, def)| def).chain(flow.named()).filter(|def| seen.insert(*def));
    let rows = defs.filter_map(|def| Some((def, snapshot.definition(def)?)));
    let rows = rows.filter(|(_, row)| row.kind.is_callable() && row.body_line != 0);
    let rows: Vec<(DefId, Definition)> = rows.take(MOST_BODIES).collect();
    let texts = texts(engine, &rows, read);
    let (mut read, mut wanted) = (Vec::new(), Vec::new());
    for (def, row) in rows {
        let (Some(text), Some(file)) = (texts.get(&row.file), snapshot.file_row(row.file)) else { continue };
        let language = LANGUAGES.get(file.language as usize).map_or("", |it| it.name);
        if !engine.meter.take_whole(Unit::ParseUnits, parse_cost(language, text.content.len())) {
            continue;
        }
        let (language, content, index) = (file.language as usize, &text.content[..], &text.index);
        let (lines, around) = (row.start_line..=row.end_line, around(snapshot, &row, text));
        wanted.push(CallingLines { language, content, index, lines, around });
        read.push((def, row, text));
    }
    let calls = callees(&wanted, engine.sites());
    let outside = outside(snapshot, &texts, &calls);
    let found = read.into_iter().zip(calls);
    let bodies = found.map(|((def, row, text), mut unknown)| {
        let known = known(snapshot, &row);
        // A library's reflection leads back into the repository.
        let leaves = |call: &Callee| outside.contains(&(row.file, call.at)) && !is_reflection(call);
        unknown.retain(|call| !known.contains(&call.at) && !leaves(call));
        Body { def, row, unknown, parameters: parameters(text, &row) }
    });
    bodies.collect()
}

/// A file with bodies.
struct FileText {
    content: Vec<u8>,
    index: LineIndex,
}

impl FileText {
    /// The last line before a body: that on which it opens with a bracket, else the one before it. The first
    /// line of a body alone may begin a text that ends lines below, and then all that follows reads as its opposite.
    fn head_end(&self, row: &Definition) -> u32 {
        if row.body_line <= row.at.line {
            return row.at.line;
        }
        let line = |number| String::from_utf8_lossy(self.content.get(self.index.line(number)).unwrap_or(&[]));
        let opens = line(row.body_line).contains('{') && !line(row.body_line - 1).trim_end().ends_with(':');
        if opens { row.body_line } else { row.body_line - 1 }
    }
}

/// The texts of the files of some definitions, as far as they may be read.
fn texts(
    engine: &Engine<'_>,
    rows: &[(DefId, Definition)],
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> BTreeMap<FileId, FileText> {
    let mut texts = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (_, row) in rows.iter().filter(|(_, row)| seen.insert(row.file)) {
        if let Some(content) = engine.admits(row.file).then(|| read(engine.snapshot.path(row.file))).flatten() {
            texts.insert(row.file, FileText { index: LineIndex::new(&content), content });
        }
    }
    texts
}

/// The first and the last lines of what encloses a definition, the outermost first, as far as they are lines of their own.
fn around(snapshot: &Snapshot, row: &Definition, text: &FileText) -> Vec<[RangeInclusive<u32>; 2]> {
    let mut found: Vec<[RangeInclusive<u32>; 2]> = Vec::new();
    let (mut first, mut last, mut at) = (row.start_line, row.end_line, row.container);
    while let Some(outer) = snapshot.definition(DefId(at)).filter(|outer| outer.kind != DeclKind::File) {
        let head_end = text.head_end(&outer);
        if outer.start_line <= head_end && head_end < first && last < outer.end_line {
            found.push([outer.start_line..=head_end, outer.end_line..=outer.end_line]);
            (first, last) = (outer.start_line, outer.end_line);
        }
        at = outer.container;
    }
    found.reverse();
    found
}

/// The places of the calls that leave the repository, in the files of some bodies.
fn outside(
    snapshot: &Snapshot,
    texts: &BTreeMap<FileId, FileText>,
    calls: &[Vec<Callee>],
) -> BTreeSet<(FileId, Position)> {
    if calls.iter().all(Vec::is_empty) {
        return BTreeSet::new();
    }
    let rows = snapshot.package_imports.iter().filter(|row| row.how != PackageUse::Import);
    rows.filter(|row| texts.contains_key(&row.file)).map(|row| (row.file, row.at)).collect()
}

/// The places of the calls that facts know, those of the functions inside the body included.
fn known(snapshot: &Snapshot, body: &Definition) -> BTreeSet<Position> {
    let inside = snapshot.definitions_of(body.file);
    let inside = inside.filter(|(_, row)| body.start_line <= row.start_line && row.end_line <= body.end_line);
    let rows = inside.flat_map(|(def, _)| snapshot.calls.headed([def.0]));
    rows.filter(|row| row.rule.evidence() >= FLOOR).map(|row| row.at).collect()
}

fn parameters(file: &FileText, row: &Definition) -> String {
    let range = file.index.line(row.at.line).start..file.index.line(row.body_line.max(row.at.line)).end;
    let text = String::from_utf8_lossy(file.content.get(range).unwrap_or(&[])).into_owned();
    let Some(open) = text.find('(') else { return String::new() };
    let end = closed(text.part(open..)).map_or(text.len(), |end| open + end);
    text.part(open..end).to_owned()
}

/// The callables of some names outside tests and examples.
fn bearers<'n>(engine: &Engine<'_>, names: BTreeSet<&'n str>) -> FxHashMap<&'n str, Vec<(DefId, Definition)>> {
    let snapshot = engine.snapshot;
    let ids = names.into_iter().filter_map(|name| Some((snapshot.names.find(name)?, name)));
    let is_aside = |row: &Definition| snapshot.file_row(row.file).is_some_and(|it| it.is_aside);
    let mut found: FxHashMap<&str, Vec<(DefId, Definition)>> = FxHashMap::default();
    for (id, name) in ids {
        let rows = engine.definitions_named(id).iter().filter_map(|def| Some((*def, snapshot.definition(*def)?)));
        let mut meant = rows.filter(|(_, row)| row.kind.is_callable() && !is_aside(row)).peekable();
        if meant.peek().is_some() {
            found.entry(name).or_default().extend(meant);
        }
    }
    found
}

/// Whether a call finds what it leads to by a name that is known when the program runs.
fn is_reflection(call: &Callee) -> bool {
    lists(|it| it.reflection, call.name.as_deref().unwrap_or("")) || call.text.starts_with("getattr(")
}

struct Finder<'a> {
    snapshot: &'a Snapshot,
    families: &'a TypeGraph,
    bearers: FxHashMap<&'a str, Vec<(DefId, Definition)>>,
    /// The identifiers that the request names.
    named: BTreeSet<&'a str>,
}

impl Finder<'_> {
    fn boundary(&self, body: &Body, call: &Callee) -> Option<Boundary> {
        let name = call.name.as_deref().unwrap_or("");
        let is_declared = self.bearers.contains_key(name);
        let what = match call.form {
            _ if is_reflection(call) => Dynamic::Reflection,
            Form::Lookup => Dynamic::Registry,
            Form::Result => Dynamic::Computed,
            Form::Bare if body.takes(name) => Dynamic::Computed,
            // What some callable is named is merely not known; a value has no declaration that could be called.
            Form::OwnMember if !is_declared => Dynamic::Computed,
            Form::Member => match self.one_of_a_family(body, name, call.at) {
                None if is_declared && (self.named.contains(name) || self.leads_on(body, name)) => {
                    Dynamic::UnknownReceiver
                }
                found => return found,
            },
            Form::Bare | Form::OwnMember => return None,
        };
        Some(body.at(call.at, what, printable(&call.text).chars().take(LONGEST).collect()))
    }

    /// Whether few methods of the repository have the name, and no values of a library: a call of it most likely goes on
    /// in one of them, by another way than the path that is shown.
    fn leads_on(&self, body: &Body, name: &str) -> bool {
        let language = self.snapshot.file_row(body.row.file).and_then(|row| LANGUAGES.get(row.language as usize));
        let is_usual = language.is_some_and(|language| language.builtins.contains(&name));
        let bearers = self.bearers.get(name).map_or(&[][..], Vec::as_slice);
        let is_method = |(_, row): &(DefId, Definition)| row.kind == DeclKind::Method;
        !is_usual && (1..=FEW).contains(&bearers.len()) && bearers.iter().all(is_method)
    }

    /// A call of a method whose name only the members of one family bear: it runs one of them.
    fn one_of_a_family(&self, body: &Body, name: &str, at: Position) -> Option<Boundary> {
        let bearers = self.bearers.get(name)?;
        let (open, base) = bearers.iter().find(|(_, row)| row.body_line == 0 && row.kind == DeclKind::Method)?;
        let implementers = self.families.implementers.row(DefId(base.container));
        let mut others = bearers.iter().filter(|(def, _)| def != open);
        let is_family = others.all(|(_, row)| implementers.contains(&DefId(row.container)));
        (is_family && bearers.len() > MIN_SIBLINGS).then(|| self.dispatch(body, at, *open, bearers.len() - 1))
    }

    /// The known calls of a method without a body, in a supertype that at least three types have.
    fn dispatches(&self, body: &Body) -> Vec<Boundary> {
        let rows = self.snapshot.calls.headed([body.def.0]).filter(|row| row.rule.evidence() >= FLOOR);
        let open = rows.filter_map(|row| {
            let callee = self.snapshot.definition(row.callee)?;
            let is_open = callee.kind == DeclKind::Method && callee.body_line == 0;
            let implementers = self.families.implementers.row(DefId(callee.container)).len();
            (is_open && implementers >= MIN_SIBLINGS).then(|| self.dispatch(body, row.at, row.callee, implementers))
        });
        open.collect()
    }

    fn dispatch(&self, body: &Body, at: Position, method: DefId, n_implementations: usize) -> Boundary {
        let method = self.snapshot.qualified_name(method);
        body.at(at, Dynamic::Dispatch, format!("{method}, one of {n_implementations} implementations"))
    }
}

impl Body {
    fn at(&self, at: Position, what: Dynamic, text: String) -> Boundary {
        Boundary { file: self.row.file, at, what, within: self.def, text }
    }

    /// Whether a parameter has the name; its type may be called the same elsewhere, and does not count.
    fn takes(&self, name: &str) -> bool {
        self.parameters.match_indices(name).any(|(at, _)| {
            let (before, after) = (self.parameters.part(..at), self.parameters.part(at + name.len()..));
            let is_word = |it: char| it.is_alphanumeric() || it == '_';
            let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
            let is_type = before.trim_end().ends_with([':', '>']);
            let after = after.trim_start();
            let is_named =
                after.is_empty() || after.starts_with([',', ')', ':', '=', '?']) || after.starts_with("func");
            is_whole && !is_type && is_named
        })
    }
}
