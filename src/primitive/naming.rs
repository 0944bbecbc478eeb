//! From what people write to ids: files, modules, symbols.

use cg_rules::{DefId, FileId, PackageId};
use rustc_hash::FxHashSet;

use super::called::called;
use super::engine::Engine;
use super::in_file::{dots, fits, in_files};
use super::inherited::inherited;
use super::locate::{Located, is_end, ranged};
use super::module_match::{module, names_code};
use super::note::Note;
use super::outside;
use super::placed::{MOST_DOTS, placed};
use super::shape::{Argument, Invocation};
use super::spelling::{is_open, plain_spelling, uncompared};
use super::symbol_match::SymbolMatch;
use super::twins::with_inherited_fields;
use super::type_parts::parts_of_types;
use super::unnamed_head::unknown;
use crate::base::TextPart;
use crate::facts::{NONE, PackageManifest, Snapshot};
use crate::language::{DeclKind, without_brackets};

/// The files of an argument: earlier answers, paths, directories and globs. What names nothing is noted.
pub fn files(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> Vec<FileId> {
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for argument in &call.arguments {
        match argument {
            Argument::Files(files) => found.extend_from_slice(files),
            Argument::Definitions(defs) => {
                found.extend(defs.iter().filter_map(|def| engine.snapshot.definition(*def)).map(|row| row.file))
            }
            Argument::Text(text) => {
                let named = engine.located(text);
                if named.is_empty() {
                    missing.push(text.as_str());
                }
                if named.len() > 1 && is_end(engine.snapshot, text) {
                    notes.push(several(engine, text, &named));
                }
                found.extend(named.iter().map(|(file, _)| *file));
            }
        }
    }
    notes.extend(engine.missing_files(&missing));
    found.sort_unstable();
    found.dedup();
    found
}

/// How many definitions a name may have to be meant without its enclosing types (S0.11).
const NEAR_UNIQUE: usize = 3;

/// A name that many definitions bear means those whose type is named beside it, where there are any (S0.3): of a hundred
/// `as_sql`, the one of `SQLCompiler`.
fn narrow(snapshot: &Snapshot, symbols: &mut [SymbolMatch]) {
    let is_type = |def: &DefId| snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
    let types: FxHashSet<DefId> = symbols
        .iter()
        .filter(|symbol| symbol.defs.len() <= NEAR_UNIQUE)
        .flat_map(|symbol| symbol.defs.iter().copied())
        .filter(is_type)
        .collect();
    for symbol in symbols.iter_mut().filter(|symbol| symbol.defs.len() > NEAR_UNIQUE) {
        let is_co_named =
            |def: &DefId| snapshot.definition(*def).is_some_and(|row| types.contains(&DefId(row.container)));
        let meant: Vec<DefId> = symbol.defs.iter().copied().filter(is_co_named).collect();
        if !meant.is_empty() && meant.len() < symbol.defs.len() {
            symbol.narrowed_from = Some(symbol.defs.len());
            symbol.defs = meant;
        }
    }
}

/// The symbols of an argument, each once. What names nothing is noted.
pub fn symbols(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> Vec<SymbolMatch> {
    let snapshot = engine.snapshot;
    let mut found: Vec<SymbolMatch> = Vec::new();
    for argument in &call.arguments {
        match argument {
            Argument::Files(files) => {
                let types = files.iter().flat_map(|file| snapshot.definitions_of(*file));
                let types = types.filter(|(_, row)| row.kind.is_type());
                found.extend(types.map(|(def, _)| SymbolMatch::of(snapshot, def)));
            }
            Argument::Definitions(defs) => found.extend(defs.iter().map(|def| SymbolMatch::of(snapshot, *def))),
            Argument::Text(text) => {
                if found.iter().any(|symbol| symbol.text == *text) {
                    continue;
                }
                let mut symbol = symbol(engine, text);
                engine.bound_candidates(&mut symbol.defs);
                if !symbol.defs.is_empty() {
                    notes.extend(symbol.note.clone());
                } else if symbol.external.is_empty() {
                    match symbol.note.clone() {
                        Some(note) => notes.push(note),
                        None if engine.is_gone_path(text) => notes.extend(engine.missing_files(&[text])),
                        None => notes.push(unknown(engine, text)),
                    }
                }
                found.push(symbol);
            }
        }
    }
    narrow(snapshot, &mut found);
    found
}

/// The note that a text is the end of several paths.
fn several(engine: &Engine<'_>, text: &str, named: &[Located]) -> Note {
    let paths = named.iter().map(|(file, _)| format!("`{}`", engine.snapshot.path(*file)));
    format!("`{text}` is the end of {} paths, and each is taken: {}", named.len(), paths.collect::<Vec<_>>().join(", "))
        .into()
}

/// A symbol as people write it: `name`, `Class.method`, `Class#method().`, `path/file.ts:name`, `path:12`,
/// `package.member`, `module.path.Class.method`.
pub(super) fn symbol(engine: &Engine<'_>, text: &str) -> SymbolMatch {
    let found = || {
        let mut symbol = meant(engine, text);
        symbol.defs = with_inherited_fields(engine, symbol.defs);
        symbol
    };
    // A task may say of a name that it is gone.
    if engine.is_gone(text) { found() } else { engine.symbol_once(text, found) }
}

fn meant(engine: &Engine<'_>, text: &str) -> SymbolMatch {
    let snapshot = engine.snapshot;
    // `package@version::names`: the text knows no versions, and its names are those behind.
    if let Some((_, names)) = text.split_once("::").filter(|(package, _)| package.rfind('@') > Some(0)) {
        return SymbolMatch { text: text.to_owned(), ..symbol(engine, names) };
    }
    // `gin.(*Context).JSON`, as traces of Go write it.
    if text.contains("(*") {
        let names = text.replace("(*", "").replace(")", "");
        return SymbolMatch { text: text.to_owned(), ..symbol(engine, &names) };
    }
    let plain = dots(without_brackets(text.trim_end_matches(['.', '#', '!'])));
    let is_removed = engine.is_gone(text);
    let mut symbol = SymbolMatch { text: text.to_owned(), is_removed, ..SymbolMatch::default() };
    let divided = text.split_once(':').filter(|(head, rest)| !rest.starts_with(':') && !is_open(head));
    if let Some((file, rest)) = divided {
        let defs = in_files(engine, file, rest);
        // What is at a line has a name, by which it is known.
        if let ([def], true) = (defs.as_slice(), rest.bytes().all(|byte| byte.is_ascii_digit())) {
            symbol.text = engine.place(*def).0;
        }
        symbol.defs = parts_of_types(engine, defs);
        return symbol;
    }
    // A `!` may belong to the name, as in Ruby, or mark a macro.
    let whole = dots(text);
    symbol.defs = if text.ends_with('!') { named(engine, &whole) } else { Vec::new() };
    if symbol.defs.is_empty() {
        symbol.defs = called(snapshot, text, named(engine, &plain));
    }
    // The end of a path is no name: `src/app.ts` is not a `ts`.
    let is_path = names_code(text) || engine.snapshot.file(text).is_some();
    if symbol.defs.is_empty() && !is_path {
        symbol.defs = handed_on(engine, &plain);
    }
    if symbol.defs.is_empty() && (plain.contains('.') || !is_path && plain.starts_with(char::is_uppercase)) {
        symbol.defs = named_by_end(engine, &plain);
    }
    // An extension that writes the package of its receiver has the whole name that a member has by its place.
    if !symbol.defs.is_empty() && symbol.defs.iter().all(|def| is_of_package(snapshot, *def)) {
        let (members, is_whole) = placed(engine, text);
        symbol.defs.extend(members.into_iter().filter(|_| is_whole));
        symbol.defs.sort_unstable();
        symbol.defs.dedup();
    }
    if symbol.defs.is_empty() && !is_path {
        by_inheritance(engine, &plain, &mut symbol);
    }
    if symbol.defs.is_empty() && !is_path && !outside::begins_with_package(engine, text) {
        symbol.defs = engine.by_stated_package(&plain, |name| named(engine, name));
    }
    // A removed name is none of some package that has the same.
    if symbol.defs.is_empty() && !symbol.is_removed {
        symbol.external = outside::named(engine, text);
    }
    if symbol.defs.is_empty() && symbol.external.is_empty() && !is_path {
        by_place(engine, &mut symbol);
    }
    if symbol.defs.is_empty()
        && symbol.external.is_empty()
        && let Some(plain) = plain_spelling(text)
    {
        let symbol = self::symbol(engine, &plain);
        let of_all = || uncompared(text, &plain).filter(|_| !symbol.defs.is_empty()).map(Note::from);
        let note = symbol.note.clone().or_else(of_all);
        return SymbolMatch { text: text.to_owned(), note, ..symbol };
    }
    if symbol.defs.is_empty() && symbol.external.is_empty() && !symbol.is_removed {
        external(engine, &mut symbol);
    }
    symbol
}

fn named(engine: &Engine<'_>, name: &str) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let mut defs: Vec<DefId> = ends(name)
        .filter_map(|end| snapshot.names.find(end))
        .flat_map(|id| engine.definitions_named(id))
        .copied()
        .collect();
    defs.sort_unstable();
    defs.retain(|def| {
        let row = snapshot.definition(*def).filter(|row| !matches!(row.kind, DeclKind::File | DeclKind::Impl));
        // A type may be declared by a name with the types around it: `class A::B`.
        let qualified = dots(&snapshot.qualified_name(*def));
        row.is_some_and(|row| fits(&qualified, name) || fits(&dotted(snapshot.path(row.file), &qualified), name))
    });
    defs
}

/// The definitions whose declared name has dots itself, and ends so: `Session.Store` of `Plug.Session.Store`.
fn named_by_end(engine: &Engine<'_>, name: &str) -> Vec<DefId> {
    let names = engine.snapshot.names.iter().zip(0u32..);
    let ids = names.filter(|(known, _)| known.len() > name.len() && fits(known, name)).map(|(_, id)| id);
    let is_meant = |def: &DefId| {
        let kind = engine.snapshot.definition(*def).map(|row| row.kind);
        kind.is_some_and(|kind| !matches!(kind, DeclKind::File | DeclKind::Impl))
    };
    ids.flat_map(|id| engine.definitions_named(id)).copied().filter(is_meant).collect()
}

/// Whether a definition belongs to a type that it names with its package.
fn is_of_package(snapshot: &Snapshot, def: DefId) -> bool {
    let owner = snapshot.definition(def).map(|row| row.owner).filter(|owner| *owner != NONE);
    owner.is_some_and(|owner| snapshot.names.get(owner).starts_with(char::is_lowercase))
}

/// A name and its ends behind each dot: a declared name may have dots itself (`Plug.Session.Store`).
fn ends(name: &str) -> impl Iterator<Item = &str> {
    std::iter::once(name).chain(name.match_indices('.').map(|(at, _)| name.part(at + 1..)).take(MOST_DOTS))
}

/// `Type.member`, where a supertype declares the member; a note says whose it is.
fn by_inheritance(engine: &Engine<'_>, name: &str, symbol: &mut SymbolMatch) {
    let Some((of, member)) = name.rsplit_once('.') else { return };
    let snapshot = engine.snapshot;
    let is_type = |def: &DefId| snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
    let mut types = named(engine, of);
    if types.is_empty() {
        types = placed(engine, of).0;
    }
    types.retain(is_type);
    symbol.defs = inherited(engine, &types, member);
    if let Some(first) = symbol.defs.first() {
        symbol.note =
            Some(format!("`{}` is inherited: meant is `{}`", symbol.text, snapshot.qualified_name(*first)).into());
    }
}

/// `package.name` and `package.Type.member`, where a module of the package re-exports what another declares: `requests.get`
/// of `requests/api.py`. The longest part that is a module decides.
fn handed_on(engine: &Engine<'_>, name: &str) -> Vec<DefId> {
    let dots: Vec<usize> = name.match_indices('.').map(|(at, _)| at).collect();
    if dots.len() > MOST_DOTS {
        return Vec::new();
    }
    let found = dots.into_iter().rev().map(|at| handed_on_by(engine, name.part(..at), name.part(at + 1..)));
    found.into_iter().find(|defs| !defs.is_empty()).unwrap_or_default()
}

/// The definitions that a module re-exports under a name, or the members of one: `Type.member`.
fn handed_on_by(engine: &Engine<'_>, module_name: &str, name: &str) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or_default();
    let modules = module(engine, module_name).files;
    let used = modules.iter().flat_map(|file| snapshot.uses.headed([file.0]));
    let mut defs: Vec<DefId> = used.map(|row| row.def).filter(|def| snapshot.name(*def) == first).collect();
    for part in parts {
        let types = defs.iter().filter_map(|of| snapshot.definition(*of).map(|row| (*of, row)));
        let types = types.filter(|(_, row)| row.kind.is_type());
        let members = types.flat_map(|(of, row)| {
            // A block of members stands between a type and them.
            let name = format!("{}.{part}", snapshot.qualified_name(of));
            let inside = snapshot.definitions_of(row.file).map(|(def, _)| def);
            inside.filter(move |def| snapshot.name(*def) == part && snapshot.qualified_name(*def) == name)
        });
        defs = members.collect();
    }
    defs.sort_unstable();
    defs.dedup();
    defs
}

fn dotted(file: &str, qualified: &str) -> String {
    let inside = file.rsplit_once('.').map_or(file, |(inside, _)| inside);
    let inside = inside.strip_suffix("/__init__").unwrap_or(inside);
    format!("{}.{qualified}", inside.replace('/', "."))
}

/// A name behind the path of its package or namespace. Where some part of that is nothing that the place shows, a note
/// says what was taken.
fn by_place(engine: &Engine<'_>, symbol: &mut SymbolMatch) {
    let snapshot = engine.snapshot;
    let (defs, is_whole) = placed(engine, &symbol.text);
    // What begins with a package of others is none of the repository's own that has the same end.
    if !is_whole && outside::begins_with_package(engine, &symbol.text) {
        return;
    }
    if let (false, Some(first)) = (is_whole, defs.first()) {
        let name = snapshot.qualified_name(*first);
        let file = snapshot.definition(*first).map_or("", |row| snapshot.path(row.file));
        symbol.note = Some(format!("`{}` is taken for `{name}` of {file}", symbol.text).into());
    }
    symbol.defs = defs;
}

/// A name of an external package by the member's own name, in whatever module of the package.
fn external(engine: &Engine<'_>, symbol: &mut SymbolMatch) {
    symbol.external = outside::of_any_module(engine, &symbol.text);
    let paths = outside::paths(engine, &symbol.external);
    symbol.note = match paths.is_empty() {
        true => match outside::brought(engine, &symbol.text) {
            Some(text) => Some(Note::settled(text)),
            None => outside::unknown(engine, &symbol.text).map(|text| Note::unknown(text, &[])),
        },
        false => Some(format!("nothing here names `{}` by that path; meant is {paths}", symbol.text).into()),
    };
}

impl Engine<'_> {
    /// The files that some texts name, each once in the order of the texts, with the line named first; and a note for
    /// each text that names nothing, or a line behind the last of its file.
    pub fn files_of(&self, texts: &[String]) -> (Vec<Located>, Vec<Note>) {
        let mut files = Vec::new();
        let mut missing = Vec::new();
        let mut notes = Vec::new();
        for text in texts {
            let named = self.places(text);
            if named.is_empty() {
                missing.push(text.as_str());
            }
            for (file, line) in &named {
                let n_lines = self.snapshot.file_row(*file).map_or(0, |row| row.lines);
                if line.is_some_and(|line| line > n_lines && n_lines > 0) {
                    let path = self.snapshot.path(*file);
                    notes.push(Note::unknown(format!("`{text}`: the lines of {path} are 1 to {n_lines}"), &[]));
                }
            }
            files.extend(ranged(self.snapshot, text, &named));
        }
        notes.extend(self.missing_files(&missing));
        let mut seen = rustc_hash::FxHashSet::default();
        files.retain(|place| seen.insert(*place));
        (files, notes)
    }

    /// The files of the repository that are a module of that name.
    pub fn modules_of(&self, text: &str) -> Vec<FileId> {
        self.ends().dotted(self.snapshot, text)
    }

    /// Whether a text names a module or a package of the repository itself.
    pub fn is_own(&self, text: &str) -> bool {
        let snapshot = self.snapshot;
        let is_of = |row: PackageManifest| row.is_package && snapshot.names.get(row.name) == text;
        snapshot.manifests.iter().any(is_of) || !self.modules_of(text).is_empty()
    }

    /// The names of external packages that a text means as a module, or as a symbol.
    pub fn outside_names(&self, text: &str) -> Vec<PackageId> {
        let mut names = module(self, text).packages;
        names.extend(symbol(self, text).external);
        names
    }

    /// The definitions that some texts name.
    pub fn definitions_of(&self, texts: &[String]) -> Vec<DefId> {
        texts.iter().filter(|text| may_name(self, text)).flat_map(|text| symbol(self, text).defs).collect()
    }
}

/// Whether a text may name a definition, by its parts: hardly a path does, and to find that out otherwise takes a look at all
/// that is imported.
fn may_name(engine: &Engine<'_>, text: &str) -> bool {
    if text.contains(['(', ':', '@', '#', '!', '\\']) {
        return true;
    }
    let last = text.split(['.', '/']).rfind(|part| !part.is_empty());
    let ids = text.split('.').chain(ends(text)).chain(last).filter_map(|part| engine.snapshot.names.find(part));
    ids.into_iter().any(|id| !engine.definitions_named(id).is_empty())
}
