//! Chooses among the definitions that several files have of what a header declares.

use cg_rules::FileId;

use super::super::kind::DeclKind;
use super::super::observation::Decl;
use super::super::resolver::Declared;
use super::super::rule::Rule;
use super::names::{Scope, ScopeEntry, few, one_file};
use super::resolve::CProgram;
use crate::base::path;

impl CProgram<'_> {
    /// Among definitions in several files, those in files that see one of the declarations, where any does: a copy of the sources in one
    /// file has its own.
    pub fn seeing(&self, declared: &[ScopeEntry], defined: Vec<ScopeEntry>) -> Vec<ScopeEntry> {
        if !matches!(one_file(&defined), Declared::Ambiguous) {
            return defined;
        }
        let sees = |entry: &ScopeEntry| {
            let included = self.included(entry.file);
            declared.iter().any(|header| included.binary_search(&header.file).is_ok())
        };
        let near: Vec<ScopeEntry> = defined.iter().filter(|entry| sees(entry)).copied().collect();
        if near.is_empty() { defined } else { near }
    }

    /// Resolves a name that a file sees declared without a body, by the definitions of the others.
    pub fn meant_elsewhere(&self, from: FileId, name: &str, scope: Scope, seen: &[ScopeEntry]) -> Declared {
        let all = self.defined_elsewhere(name, |entry| entry.scope == scope);
        let elsewhere = self.seeing(seen, all.clone());
        let is_one = self.has_overloads(from) || !self.paired(seen, &elsewhere).is_empty();
        let beside = if is_one { Vec::new() } else { self.unseeing_beside(&elsewhere, &all) };
        match one_file(&elsewhere) {
            Declared::At(mut at, _) if !beside.is_empty() => {
                at.extend(beside.iter().map(|entry| (entry.file, entry.decl)));
                Declared::At(at, Rule::Platform)
            }
            Declared::Unknown => one_file(&seen[..1]),
            Declared::Ambiguous => match one_file(&self.paired(seen, &elsewhere)) {
                Declared::Unknown | Declared::Ambiguous => self.for_platforms(from, seen, &elsewhere),
                found => found,
            },
            found => found,
        }
    }

    /// The definitions in the folder of those that see a declaration, where a file states the function without it: a linker asks for no
    /// header, and such files are often those of several platforms.
    fn unseeing_beside(&self, seeing: &[ScopeEntry], all: &[ScopeEntry]) -> Vec<ScopeEntry> {
        let folder = |entry: &ScopeEntry| path::parent(self.world.paths.path(entry.file));
        let is_beside = |entry: &ScopeEntry| seeing.iter().any(|near| folder(near) == folder(entry));
        let is_other = |entry: &ScopeEntry| seeing.iter().all(|near| near.file != entry.file);
        all.iter().filter(|entry| is_other(entry) && is_beside(entry)).copied().collect()
    }

    /// Several definitions of what one header declares, each in a file that includes the header, are one function: a build
    /// takes one of them. Code beside one of them means that one.
    pub fn for_platforms(&self, from: FileId, seen: &[ScopeEntry], defined: &[ScopeEntry]) -> Declared {
        let Declared::At(..) = one_file(seen) else { return Declared::Ambiguous };
        if !defined.iter().all(|entry| self.included(entry.file).binary_search(&seen[0].file).is_ok()) {
            return Declared::Ambiguous;
        }
        let folder = |file: FileId| path::parent(self.world.paths.path(file));
        let near: Vec<ScopeEntry> =
            defined.iter().filter(|entry| folder(entry.file) == folder(from)).copied().collect();
        match one_file(&near) {
            Declared::At(at, rule) => Declared::At(at, rule),
            _ => Declared::At(defined.iter().map(|entry| (entry.file, entry.decl)).collect(), Rule::Platform),
        }
    }

    /// The functions of a name that other files can call, with bodies.
    pub fn defined_elsewhere(&self, name: &str, is_in: impl Fn(&ScopeEntry) -> bool) -> Vec<ScopeEntry> {
        let is_function = |entry: &ScopeEntry| matches!(entry.kind, DeclKind::Function | DeclKind::Method);
        let entries = self.names.named(name).iter().filter(|entry| is_function(entry) && entry.defines);
        entries.filter(|entry| entry.is_shared && is_in(entry)).copied().collect()
    }

    /// The macros of a name that a file sees, and the functions, where it sees nothing else of the name.
    pub fn macros_and_functions(
        &self,
        name: &str,
        scope: Scope,
        seen: &[ScopeEntry],
        defined: &[ScopeEntry],
    ) -> Declared {
        let is_macro = |entry: &ScopeEntry| matches!(entry.kind, DeclKind::Macro | DeclKind::Variable);
        let is_function = |entry: &ScopeEntry| matches!(entry.kind, DeclKind::Function | DeclKind::Method);
        if !seen.iter().all(|entry| is_macro(entry) || is_function(entry)) {
            return Declared::Ambiguous;
        }
        let here = defined.iter().copied();
        let elsewhere = match defined.iter().any(is_function) {
            true => Vec::new(),
            false => self.defined_elsewhere(name, |entry| entry.scope == scope && is_function(entry)),
        };
        few(here.chain(self.seeing(seen, elsewhere)))
    }

    /// Whether a prototype of a function takes so few arguments, which only defaults let it.
    pub fn states_defaults(&self, of: (FileId, Decl), n_given: usize) -> bool {
        let row = |(file, decl): (FileId, Decl)| {
            let observation = self.world.observations[file.0 as usize].as_ref()?;
            Some((observation, observation.declaration(decl)))
        };
        let Some((observation, own)) = row(of) else { return true };
        let named = self.names.named(observation.name(own.name));
        let Some(scope) = named.iter().find(|it| (it.file, it.decl) == of).map(|it| it.scope) else { return true };
        let apart = named.iter().filter(|it| it.scope == scope && !it.defines);
        apart.filter_map(|it| row((it.file, it.decl))).any(|(_, row)| match (row.parameters, own.parameters) {
            (Some(it), Some(own)) => it.most == own.most && usize::from(it.least) <= n_given,
            _ => true,
        })
    }

    /// Among several definitions, those in the file that belongs to a header: `x.c` beside `x.h`, or the only `x.c`.
    pub fn paired(&self, seen: &[ScopeEntry], defined: &[ScopeEntry]) -> Vec<ScopeEntry> {
        let path = |entry: &ScopeEntry| self.world.paths.path(entry.file);
        let stem = |entry: &ScopeEntry| path::stem(path(entry));
        let pairs = defined.iter().filter(|entry| seen.iter().any(|header| stem(header) == stem(entry)));
        let pairs: Vec<ScopeEntry> = pairs.copied().collect();
        let is_beside = |entry: &ScopeEntry| {
            let pairs_with = |header: &ScopeEntry| {
                stem(header) == stem(entry) && path::parent(path(header)) == path::parent(path(entry))
            };
            seen.iter().any(pairs_with)
        };
        let beside: Vec<ScopeEntry> = pairs.iter().filter(|entry| is_beside(entry)).copied().collect();
        if beside.is_empty() { pairs } else { beside }
    }
}
