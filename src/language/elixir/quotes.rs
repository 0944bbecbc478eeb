//! Follows what macros quote: in `use` of a module, in calls of macros in the body of one, and in the blocks that a macro is given.

use super::super::kind::DeclKind;
use super::super::names::{DeclPlace, Names as _};
use super::import::USING;
use super::modules::ElixirModules;
use super::name::module_and_member;

/// How many uses inside of uses, and calls inside of what is quoted, are followed.
const DEPTH: usize = 4;

/// How many functions with quoted parts make one part.
const MOST: usize = 64;

impl ElixirModules<'_> {
    /// The macro that `use` of a module calls.
    pub fn macro_of(&self, module: DeclPlace) -> Option<DeclPlace> {
        self.functions(module, USING).first().copied()
    }

    /// Calls `found` with what `use` quotes for a declaration: the macros, and the functions that they name.
    pub fn quoted(&self, from: DeclPlace, depth: usize, found: &mut dyn FnMut(DeclPlace)) {
        let Some(observation) = self.observation(from.0).filter(|_| depth < DEPTH) else { return };
        // Of a macro, what it quotes itself.
        let is_seen = |within| if depth == 0 { None } else { Some(within == from.1) };
        for site in &observation.imports {
            if !is_seen(site.within).unwrap_or_else(|| Self::is_in_force(observation, site, from.1)) {
                continue;
            }
            let Some(name) = site.name.map(|name| observation.name(name)) else { continue };
            if name != USING && !name.starts_with(':') {
                continue;
            }
            let source = observation.name(site.source);
            let Some((module, true)) = self.module(from.0, source) else { continue };
            let quoted = match name.strip_prefix(':') {
                Some(which) => self.functions(module, which).first().copied(),
                None => self.macro_of(module),
            };
            // What is written in the macro itself is no use of it.
            if let Some(quoted) = quoted.filter(|quoted| *quoted != from) {
                self.parts(quoted, depth, found);
            }
        }
    }

    /// Calls `found` with a function that quotes, with those whose quotes it puts into its own, and with what `use` in these quotes.
    fn parts(&self, quoting: DeclPlace, depth: usize, found: &mut dyn FnMut(DeclPlace)) {
        let mut all = vec![quoting];
        let mut at = 0;
        while let Some(next) = all.get(at).copied().filter(|_| at < MOST) {
            at += 1;
            found(next);
            self.quoted(next, depth + 1, found);
            for name in self.quotes(next) {
                let parts = self.part(next, name).into_iter().filter(|part| !all.contains(part));
                let parts: Vec<DeclPlace> = parts.collect();
                all.extend(parts);
            }
        }
    }

    /// The functions, of the module around or of one that is named, that a declaration quotes by calling them.
    fn part(&self, from: DeclPlace, name: &str) -> Vec<DeclPlace> {
        match module_and_member(name) {
            (module, Some(member)) => {
                self.module(from.0, module).map_or(Vec::new(), |(module, _)| self.functions(module, member))
            }
            _ => self.this(from).map_or(Vec::new(), |(module, _)| self.functions(module, name)),
        }
    }

    /// The functions of a name that the macros define which are called in the body of a module.
    pub fn defined_by_macros(&self, module: DeclPlace, name: &str) -> Vec<DeclPlace> {
        let mut found = Vec::new();
        if !self.is_quoted(name) {
            return found;
        }
        for called in self.quotes(module) {
            for it in self.called_macros(module, called) {
                self.parts(it, 0, &mut |part| found.extend(self.functions(part, name)));
            }
        }
        // What `use` quotes may name others that are called when the module is done.
        self.quoted(module, 0, &mut |quoted| {
            for it in self.quotes(quoted).iter().filter(|it| module_and_member(it).1.is_some()) {
                self.part(quoted, it).into_iter().for_each(|part| {
                    self.parts(part, 0, &mut |part| found.extend(self.functions(part, name)));
                });
            }
        });
        found.sort_unstable_by_key(|(file, decl)| (file.0, decl.0));
        found.dedup();
        found
    }

    /// The macros that a call in a declaration may mean.
    fn called_macros(&self, from: DeclPlace, called: &str) -> Vec<DeclPlace> {
        let mut found = match module_and_member(called) {
            (module, Some(member)) => {
                self.module(from.0, module).map_or(Vec::new(), |(module, _)| self.functions(module, member))
            }
            _ => self.own_or_imported(from, called),
        };
        found.retain(|place| self.row(*place).is_some_and(|row| row.kind == DeclKind::Macro));
        found
    }

    /// The functions of a name that are seen in blocks by what the macros quote that the blocks are given to, the innermost first.
    pub fn in_blocks(&self, from: DeclPlace, name: &str, given_to: &[String]) -> Vec<DeclPlace> {
        let mut known: Vec<DeclPlace> = Vec::new();
        // The outermost block makes known which macro an inner one is given to.
        for at in (0..given_to.len()).rev() {
            let mut macros = self.called_macros(from, &given_to[at]);
            if macros.is_empty() {
                macros = self.seen(&known, &given_to[at]);
                macros.retain(|place| self.row(*place).is_some_and(|row| row.kind == DeclKind::Macro));
            }
            for it in macros {
                self.parts(it, 0, &mut |part| known.push(part));
            }
        }
        self.seen(&known, name)
    }

    /// The functions of a name that quoted imports bring.
    fn seen(&self, quoted: &[DeclPlace], name: &str) -> Vec<DeclPlace> {
        let mut found: Vec<DeclPlace> = Vec::new();
        quoted.iter().for_each(|part| found.extend(self.imported_by_quote(*part, name)));
        found.sort_unstable_by_key(|(file, decl)| (file.0, decl.0));
        found.dedup();
        found
    }
}
