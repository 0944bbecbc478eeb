//! Resolves includes, and links the names of C and C++: a file sees what it includes, at any depth, and what that only
//! declares is defined in another file.

use std::borrow::Cow;
use std::sync::OnceLock;

use cg_rules::{Csr, FileId, components};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::closure::OPENED;
use super::super::kind::{DeclKind, ImportKind};
use super::super::observation::{Decl, ImportSite, Observation};
use super::super::resolver::{Declared, MOST_CANDIDATES, Resolution, Resolver};
use super::super::rule::Rule;
use super::super::shape::World;
use super::headers::is_system;
use super::library::is_library;
use super::names::{CNames, GLOBAL, Scope, ScopeEntry, few, of_one_sort, one_file, overloads};
use super::search::Search;

/// The most files that one file includes at any depth: the nearest, and a little more.
const MOST_INCLUDED: usize = 4096;

/// The most files around a file, at any depth, of which it is taken for a part.
const MOST_INCLUDERS: usize = 16;

/// The C and C++ side of a repository.
pub struct CProgram<'w> {
    /// The observations of all files.
    pub world: &'w World<'w>,
    search: Search<'w>,
    /// The names that they declare.
    pub names: CNames<'w>,
    /// The files that a file includes itself.
    includes: FxHashMap<FileId, Vec<FileId>>,
    /// The files that include a file.
    includers: FxHashMap<FileId, Vec<FileId>>,
    /// Those of them that are included by none; found at first use.
    units: Vec<OnceLock<Box<[FileId]>>>,
    /// The number of the files that include each other to which a file belongs.
    circle: Vec<u32>,
    /// The files that the files of a circle include at any depth, sorted; found at first use.
    included: Vec<OnceLock<Box<[FileId]>>>,
    /// The same of a file, where the nearest ones are too many to be those of its whole circle.
    nearest: Vec<OnceLock<Box<[FileId]>>>,
    /// The namespaces that macros open: a declaration behind such a macro is in no namespace of the text.
    opened: FxHashSet<Cow<'w, str>>,
}

/// Finds what every file includes, and enters every name.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let search = Search::of(world);
    let mut includes: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
    for (file, _) in world.paths.iter().filter(|(file, _)| world.is_of(*file, "c")) {
        let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
        let sources = observation.imports.iter().filter(|site| site.kind == ImportKind::Value);
        let found = sources.filter_map(|site| find(&search, file, observation.name(site.source)));
        includes.insert(file, found.filter(|to| *to != file).collect());
    }
    let mut includers: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
    for (file, included) in &includes {
        included.iter().for_each(|to| includers.entry(*to).or_default().push(*file));
    }
    let circle = circles(world.observations.len(), &includes);
    let unknown = || world.observations.iter().map(|_| OnceLock::new()).collect();
    let (included, nearest, units) = (unknown(), unknown(), unknown());
    let opened = opened(world);
    Box::new(CProgram {
        world,
        search,
        names: CNames::of(world),
        includes,
        includers,
        units,
        circle,
        included,
        nearest,
        opened,
    })
}

/// The namespaces that the macros of all files open.
fn opened<'w>(world: &'w World<'w>) -> FxHashSet<Cow<'w, str>> {
    let observations = world.paths.iter().filter(|(file, _)| world.is_of(*file, "c"));
    let observations = observations.filter_map(|(file, _)| world.observations[file.0 as usize].as_ref());
    let names = observations.flat_map(|observation| {
        let macros = observation.bindings.iter().filter(|row| observation.name(row.name) == OPENED);
        macros.filter_map(|row| row.of).map(|of| observation.spelled(of))
    });
    names.collect()
}

/// The number of the circle of each file; each file that is in none has its own.
fn circles(n_files: usize, includes: &FxHashMap<FileId, Vec<FileId>>) -> Vec<u32> {
    let edges = includes.iter().flat_map(|(from, all)| all.iter().map(|to| (*from, *to)));
    components(&Csr::build(n_files, &edges.collect::<Vec<_>>()))
}

/// The file that an include means. What the system brings along is not looked for by its ending.
fn find(search: &Search<'_>, from: FileId, source: &str) -> Option<FileId> {
    match source.strip_prefix('<') {
        Some(source) => {
            let source = source.trim_end_matches('>');
            if is_system(source) { None } else { search.find(from, source, false) }
        }
        None => search.find(from, source, true),
    }
}

impl CProgram<'_> {
    /// The declarations in a scope that are part of the translation of a file, of some that are sorted by file; no more
    /// than it takes to say that there are too many.
    fn seen(&self, from: FileId, entries: &[ScopeEntry], scope: Scope) -> Vec<ScopeEntry> {
        let included = self.included(from);
        let has = |file: &FileId| included.binary_search(file).is_ok();
        let is_in = |entry: &&ScopeEntry| entry.scope == scope && entry.by.as_ref().is_none_or(has);
        let of_file = |file: &FileId| {
            let first = entries.partition_point(|entry| entry.file < *file);
            let n = entries[first..].partition_point(|entry| entry.file == *file);
            &entries[first..first + n]
        };
        let is_included = |entry: &&ScopeEntry| has(&entry.file);
        let mut seen: Vec<ScopeEntry> = match included.len() < entries.len() {
            true => included.iter().flat_map(of_file).filter(is_in).take(MOST_CANDIDATES + 1).copied().collect(),
            false => entries.iter().filter(is_in).filter(is_included).take(MOST_CANDIDATES + 1).copied().collect(),
        };
        // Several files may bring one name into a namespace.
        seen.dedup_by_key(|entry| (entry.file, entry.decl));
        seen
    }

    /// The files that are part of the translation of a file, sorted. Files that include each other have the same.
    pub fn included(&self, from: FileId) -> &[FileId] {
        let of_circle = self.included[self.circle[from.0 as usize] as usize].get_or_init(|| self.reached(from));
        match of_circle.len() < MOST_INCLUDED {
            true => of_circle,
            false => self.nearest[from.0 as usize].get_or_init(|| self.reached(from)),
        }
    }

    /// The files that include a file, at any depth, and are included by none; none where they are many.
    fn units(&self, of: FileId) -> &[FileId] {
        self.units[of.0 as usize].get_or_init(|| self.includers_of(of).into_boxed_slice())
    }

    fn includers_of(&self, of: FileId) -> Vec<FileId> {
        let (mut seen, mut open, mut units) = (FxHashSet::from_iter([of]), vec![of], Vec::new());
        while let Some(file) = open.pop() {
            let above = self.includers.get(&file).map_or(&[][..], Vec::as_slice);
            if above.is_empty() && file != of {
                units.push(file);
            }
            open.extend(above.iter().copied().filter(|it| seen.insert(*it)));
            if seen.len() > MOST_INCLUDERS {
                return Vec::new();
            }
        }
        units.sort_unstable();
        units
    }

    /// Resolves a name of a file that is a part of others, as `#include "body.c"` makes it: what all of these mean by it.
    fn meant_by_includers(&self, from: FileId, path: &str) -> Declared {
        let mut agreed = Declared::Unknown;
        for unit in self.units(from) {
            agreed = match (agreed, self.stated(*unit, Decl(0), path)) {
                (agreed, Declared::Unknown) => agreed,
                (Declared::Unknown, found) => found,
                (agreed, found) if agreed == found => agreed,
                _ => return Declared::Ambiguous,
            };
        }
        // A part may be included more than once, with a macro of another meaning each time.
        agreed.at_most(Rule::Several)
    }

    fn reached(&self, from: FileId) -> Box<[FileId]> {
        let mut seen = FxHashSet::from_iter([from]);
        let mut open = vec![from];
        let mut at = 0;
        while let Some(file) = open.get(at).filter(|_| open.len() < MOST_INCLUDED) {
            at += 1;
            let next = self.includes.get(file).into_iter().flatten();
            open.extend(next.filter(|to| seen.insert(**to)));
        }
        open.sort_unstable();
        open.into_boxed_slice()
    }

    /// The scopes in which a name, or a path of names, may be declared, in the order of lookup: those around,
    /// then those that the file uses.
    fn scopes(&self, from: FileId, within: Decl, qualifier: Option<&str>) -> Vec<Scope> {
        let mut scopes: Vec<Scope> = self.names.around(from, within).collect();
        if let Some(observation) = self.world.observations[from.0 as usize].as_ref() {
            let used = observation.imports.iter().filter(|site| site.kind == ImportKind::Implicit);
            let used = used.filter(|site| site.local.is_none());
            let used: Vec<Scope> = used
                .filter_map(|site| {
                    let path = observation.name(site.source);
                    scopes.iter().find_map(|scope| self.names.below(*scope, path))
                })
                .collect();
            scopes.extend(used);
        }
        match qualifier {
            Some(path) => scopes.iter().filter_map(|scope| self.names.below(*scope, path)).collect(),
            None => scopes,
        }
    }

    /// The target that `using a::b;` gives a name: one in a function around the place, or one of the file.
    fn used_as(&self, from: FileId, within: Decl, name: &str, is_inside: bool) -> Option<String> {
        let observation = self.world.observations[from.0 as usize].as_ref()?;
        let kind = |decl| observation.declaration(decl).kind;
        let around = || std::iter::successors(Some(within), |decl| observation.declaration(*decl).container);
        let mut used = observation.imports.iter().filter(|site| site.kind == ImportKind::Implicit);
        let site = used.find(|site| {
            let is_named = site.local.is_some_and(|local| observation.name(local) == name);
            let is_of_function = kind(site.within).is_callable();
            is_named && is_of_function == is_inside && (!is_inside || around().any(|decl| decl == site.within))
        })?;
        let path = observation.name(site.source);
        (path != name).then(|| path.to_owned())
    }

    /// The target of a path through a namespace that a macro opens: what the file sees under the rest of it.
    fn behind_opened(&self, from: FileId, path: &str) -> Option<Declared> {
        let (_, rest) = path.split_once('.').filter(|(head, _)| self.opened.contains(*head))?;
        match self.stated(from, Decl(0), rest) {
            Declared::At(at, rule) if rule > Rule::UnseenDefinition => {
                Some(Declared::At(at, rule).at_most(Rule::OpenedNamespace))
            }
            _ => None,
        }
    }

    /// Resolves a name among the declarations that a file sees. One of a function that the library has as well, in another file, may be
    /// for builds whose library lacks it.
    fn meant(&self, from: FileId, name: &str, scope: Scope, seen: &[ScopeEntry]) -> Declared {
        let found = self.meant_of_program(from, name, scope, seen);
        let is_of_library = scope == 0 && is_library(name) && seen.iter().all(|entry| entry.file != from);
        if is_of_library { found.at_most(Rule::LibraryMacro) } else { found }
    }

    fn meant_of_program(&self, from: FileId, name: &str, scope: Scope, seen: &[ScopeEntry]) -> Declared {
        let is_own =
            |entry: &ScopeEntry| entry.file == from && !matches!(entry.kind, DeclKind::Macro | DeclKind::Variable);
        let defined: Vec<ScopeEntry> = seen.iter().filter(|entry| entry.defines).copied().collect();
        let own: Vec<ScopeEntry> = defined.iter().filter(|entry| is_own(entry)).copied().collect();
        if !own.is_empty() {
            return one_file(&own);
        }
        // A macro for some builds, and a function for others.
        let is_macro = |entry: &ScopeEntry| matches!(entry.kind, DeclKind::Macro | DeclKind::Variable);
        if defined.iter().any(is_macro) && !seen.iter().all(is_macro) {
            return self.macros_and_functions(name, scope, seen, &defined);
        }
        if !defined.is_empty() {
            // Other builds may take the library's.
            let is_open = defined.iter().any(is_macro) && is_library(name);
            return match one_file(&defined) {
                Declared::Ambiguous if defined.iter().all(|entry| entry.kind == DeclKind::Macro) => {
                    few(defined.iter().copied())
                }
                Declared::Ambiguous if self.has_overloads(from) => overloads(&defined),
                found if is_open => found.at_most(Rule::LibraryMacro),
                found => found,
            };
        }
        self.meant_elsewhere(from, name, scope, seen)
    }

    /// Whether functions may share a name in the language of a file.
    pub fn has_overloads(&self, file: FileId) -> bool {
        self.world.language(file).is_some_and(|language| language.conventions.overloads_by_number)
    }

    /// Resolves a name, or a path of names, by what the translation of a file declares.
    fn stated(&self, from: FileId, within: Decl, path: &str) -> Declared {
        let global = path.strip_prefix(GLOBAL).and_then(|rest| rest.strip_prefix('.'));
        let path = global.unwrap_or(path);
        let (qualifier, name) = path.rsplit_once('.').map_or((None, path), |(head, name)| (Some(head), name));
        // Where macros open namespaces, what the text has in the global scope may be in one of them.
        let is_open = global.is_some() && qualifier.is_none() && !self.opened.is_empty();
        let named = self.names.named(name);
        let macros = || named.iter().filter(|entry| matches!(entry.kind, DeclKind::Macro)).copied().collect();
        let entries: Cow<'_, [ScopeEntry]> = if is_open { Cow::Owned(macros()) } else { Cow::Borrowed(named) };
        let entries = &*entries;
        if !entries.is_empty() {
            let scopes = match global {
                Some(_) => qualifier.map_or(Some(0), |path| self.names.below(0, path)).into_iter().collect(),
                None => self.scopes(from, within, qualifier),
            };
            for scope in &scopes {
                let seen = self.seen(from, entries, *scope);
                if seen.len() > MOST_CANDIDATES {
                    return Declared::Ambiguous;
                }
                let seen = of_one_sort(seen);
                if !seen.is_empty() {
                    return self.meant(from, name, *scope, &seen);
                }
            }
            // `class a;` says that there is one, and the class of that name is it.
            let is_type = |entry: &&ScopeEntry| entry.kind.is_type() && scopes.contains(&entry.scope);
            let types = of_one_sort(entries.iter().filter(is_type).copied().collect());
            if let Declared::At(at, _) = one_file(&types) {
                return Declared::At(at, Rule::UnseenDefinition);
            }
            // Nothing that the file includes declares it: one function of that name is a guess, several are none.
            if !is_library(name) {
                let elsewhere = self.defined_elsewhere(name, |entry| scopes.contains(&entry.scope));
                match one_file(&elsewhere) {
                    Declared::At(at, _) => return Declared::At(at, Rule::UnseenDefinition),
                    Declared::Ambiguous => return Declared::Ambiguous,
                    Declared::Unknown => {}
                }
            }
        }
        Declared::Unknown
    }
}

impl Resolver for CProgram<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        // `using namespace a;`
        if site.kind == ImportKind::Implicit {
            return Resolution::Local;
        }
        let source = observation.name(site.source);
        if let Some(file) = find(&self.search, from, source) {
            return Resolution::Module(vec![file]);
        }
        let inner = source.trim_matches(['<', '>']);
        match is_system(inner) {
            true => Resolution::Builtin(inner.to_owned()),
            false if source.starts_with('<') || self.search.is_outside(source) => {
                let top = inner.split('/').next().unwrap_or(inner);
                Resolution::External(top.rsplit_once('.').map_or(top, |(stem, _)| stem).to_owned())
            }
            false => Resolution::Unresolved,
        }
    }

    /// C cannot name the members that C++ declares.
    fn sees(&self, from: FileId, to: FileId) -> bool {
        let language = |file: FileId| self.world.language(file).map(|language| language.name);
        language(from) != Some("c") || language(to) == Some("c")
    }

    fn includes(&self, from: FileId, to: FileId) -> bool {
        self.included(from).binary_search(&to).is_ok()
    }

    /// The names of the library stand in `std`.
    fn head(&self, _from: FileId, name: &str) -> Option<Resolution> {
        (name == "std").then(|| Resolution::Builtin("std".to_owned()))
    }

    fn may_take_fewer(&self, of: (FileId, Decl), n_given: usize) -> bool {
        self.states_defaults(of, n_given)
    }

    fn calls_macros(&self) -> bool {
        true
    }

    fn links_by_name(&self) -> bool {
        true
    }

    fn declared(&self, from: FileId, within: Decl, path: &str) -> Declared {
        // A block of the function may bring it, and another one mean what is around the function.
        if let Some(used) = self.used_as(from, within, path, true) {
            let is_alone = matches!(self.stated(from, within, path), Declared::Unknown);
            return if is_alone { self.declared(from, Decl(0), &used) } else { Declared::Ambiguous };
        }
        match self.stated(from, within, path) {
            Declared::Unknown => {}
            Declared::At(at, rule) if rule > Rule::UnseenDefinition => return Declared::At(at, rule),
            guess => {
                // What the file sees goes before what it does not.
                let seen = self.behind_opened(from, path).unwrap_or_else(|| self.meant_by_includers(from, path));
                return if matches!(seen, Declared::At(..)) { seen } else { guess };
            }
        }
        if let Some(found) = self.behind_opened(from, path) {
            return found;
        }
        match self.used_as(from, within, path, false) {
            Some(used) => self.declared(from, Decl(0), &used),
            None => self.meant_by_includers(from, path),
        }
    }
}
