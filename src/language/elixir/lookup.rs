//! Finds modules and functions as Elixir does: by whole names; a bare name in the module, then by imports and `use`.

use cg_rules::FileId;

use super::super::kind::BindingKind;
use super::super::names::{DeclPlace, Named, Names};
use super::super::observation::{Decl, ImportSite, Observation};
use super::super::resolver::MOST_CANDIDATES;
use super::declaration::BEHAVIOUR;
use super::import::{GIVEN, HIDDEN, TAKEN};
use super::modules::ElixirModules;
use super::name::{is_module, module_and_member};
use super::sent::STRUCT;
use crate::syntax::Name;

impl ElixirModules<'_> {
    /// Whether the directive of a file is in force for a declaration: it lies in what is around it.
    pub fn is_in_force(observation: &Observation, site: &ImportSite, at: Decl) -> bool {
        let line = observation.declaration(at).start_line;
        let around = observation.declaration(site.within);
        site.within == Decl(0) || (around.start_line <= line && line <= around.end_line)
    }

    /// The functions of a name that the imports in force for a declaration bring.
    fn imported(&self, from: DeclPlace, name: &str) -> Vec<DeclPlace> {
        let Some(observation) = self.observation(from.0) else { return Vec::new() };
        self.brought(from.0, name, &|site| Self::is_in_force(observation, site, from.1))
    }

    /// The functions of a name that the imports quoted in a declaration bring to whoever runs what it quotes.
    pub fn imported_by_quote(&self, quoted: DeclPlace, name: &str) -> Vec<DeclPlace> {
        self.brought(quoted.0, name, &|site| site.within == quoted.1)
    }

    /// The functions of a name that some imports of a file bring.
    fn brought(&self, file: FileId, name: &str, is_meant: &dyn Fn(&ImportSite) -> bool) -> Vec<DeclPlace> {
        let Some(observation) = self.observation(file) else { return Vec::new() };
        let in_force = |site: &&ImportSite| is_meant(site);
        // The arities that a directive lists of the name, behind a mark.
        let listed = |source: Name, mark: char| -> Vec<u8> {
            let sites = observation.imports.iter().filter(in_force).filter(|site| site.source == source);
            let texts = sites.filter_map(|site| observation.name(site.name?).strip_prefix(mark)?.rsplit_once('/'));
            texts.filter(|(own, _)| *own == name).filter_map(|(_, arity)| arity.parse().ok()).collect()
        };
        let mut found = Vec::new();
        for site in observation.imports.iter().filter(in_force) {
            let taken = site.name.map(|it| observation.name(it));
            let is_whole = taken == Some("*");
            if !is_whole && (taken != Some(name) || site.local.is_none()) {
                continue;
            }
            let Some((module, true)) = self.module(file, observation.name(site.source)) else { continue };
            let arities = listed(site.source, if is_whole { HIDDEN } else { TAKEN });
            // What is private is no other module's, not even of the same file.
            let is_brought = |place: &DeclPlace| match self.row(*place).map(|row| (row.exported, row.parameters)) {
                Some((true, Some(own))) => (own.least..=own.most).any(|arity| arities.contains(&arity) != is_whole),
                Some((true, None)) => !is_whole || arities.is_empty(),
                _ => false,
            };
            found.extend(self.public(file, module, name).into_iter().filter(is_brought));
        }
        found.sort_unstable_by_key(|(file, decl)| (file.0, decl.0));
        found.dedup();
        found
    }

    /// The functions that a bare name means in a declaration: of the module, by its imports, by `use`.
    pub fn own_or_imported(&self, from: DeclPlace, name: &str) -> Vec<DeclPlace> {
        let Some(observation) = self.observation(from.0) else { return Vec::new() };
        let around = std::iter::successors(Some(from.1), |decl| observation.declaration(*decl).container);
        let mut found = Vec::new();
        for decl in around {
            found = self.functions((from.0, decl), name);
            if !found.is_empty() || is_module(observation.declaration(decl).kind) {
                break;
            }
        }
        if found.is_empty() {
            found = self.imported(from, name);
        }
        if found.is_empty() {
            self.quoted(from, 0, &mut |quoted| {
                found.extend(self.functions(quoted, name));
                found.extend(self.imported_by_quote(quoted, name));
            });
        }
        found.sort_unstable_by_key(|(file, decl)| (file.0, decl.0));
        found.dedup();
        found
    }

    /// The functions of a module that a file may call by the module's name.
    fn public(&self, from: FileId, module: DeclPlace, name: &str) -> Vec<DeclPlace> {
        let mut found = self.functions(module, name);
        found.retain(|place| place.0 == from || self.row(*place).is_some_and(|row| row.exported));
        if found.is_empty() {
            self.quoted(module, 0, &mut |quoted| found.extend(self.functions(quoted, name)));
            if found.is_empty() {
                found = self.defined_by_macros(module, name);
            }
            found.retain(|place| self.row(*place).is_some_and(|row| row.exported));
        }
        found.dedup();
        found
    }

    /// The module that an alias quoted by a `use` gives a name.
    fn by_quoted_alias(&self, from: DeclPlace, path: &str) -> Option<(DeclPlace, bool)> {
        let (head, rest) = path.split_once('.').map_or((path, ""), |(head, rest)| (head, rest));
        let mut sources = Vec::new();
        self.quoted(from, 0, &mut |quoted| {
            let Some(observation) = self.observation(quoted.0) else { return };
            let here = observation.imports.iter().filter(|site| site.within == quoted.1 && site.name.is_none());
            let named = here.filter(|site| site.local.is_some_and(|local| observation.name(local) == head));
            sources.extend(named.map(|site| observation.name(site.source).to_owned()));
        });
        sources.dedup();
        let [source] = sources.as_slice() else { return None };
        self.module(from.0, &if rest.is_empty() { source.clone() } else { format!("{source}.{rest}") })
    }

    /// The behaviour that `use` of a module gives to who uses it.
    fn given_behaviour(&self, from: DeclPlace, module: &str) -> Option<(DeclPlace, bool)> {
        let (module, _) = self.module(from.0, module)?;
        let (file, using) = self.macro_of(module)?;
        let observation = self.observation(file)?;
        let is_it = |binding: &&super::super::observation::Binding| {
            binding.scope == using
                && binding.kind == BindingKind::Annotated
                && observation.name(binding.name) == BEHAVIOUR
        };
        let binding = observation.bindings.iter().find(is_it)?;
        self.module(file, &observation.spelled(binding.of?))
    }
}

impl Names for ElixirModules<'_> {
    fn requested(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Vec<DeclPlace> {
        let Some((module, true)) = self.module(from, observation.name(site.source)) else { return Vec::new() };
        let Some(name) = site.name else { return vec![module] };
        let listed = observation.name(name).strip_prefix([HIDDEN, TAKEN]).and_then(|it| it.rsplit_once('/'));
        let Some((name, arity)) = listed else { return Vec::new() };
        let mut found = self.public(from, module, name);
        let takes = |place: &DeclPlace| {
            let own = self.row(*place).and_then(|row| row.parameters);
            own.zip(arity.parse().ok()).is_none_or(|(own, arity)| (own.least..=own.most).contains(&arity))
        };
        found.retain(takes);
        found
    }

    fn constant(&self, from: DeclPlace, path: &str) -> Option<Named> {
        let found = match path.strip_prefix(GIVEN) {
            Some(module) => self.given_behaviour(from, module),
            None => self.module(from.0, path).or_else(|| self.by_quoted_alias(from, path)),
        };
        found.map(|(at, is_sure)| Named { at, is_sure })
    }

    fn this(&self, at: DeclPlace) -> Option<(DeclPlace, bool)> {
        let observation = self.observation(at.0)?;
        let mut around = std::iter::successors(Some(at.1), |decl| observation.declaration(*decl).container);
        around.find(|decl| is_module(observation.declaration(*decl).kind)).map(|decl| ((at.0, decl), true))
    }

    fn member(&self, from: FileId, of: DeclPlace, name: &str, _of_type: bool, _inherited: bool) -> Vec<DeclPlace> {
        let mut found = self.public(from, of, name);
        found.truncate(MOST_CANDIDATES + 1);
        found
    }

    fn function(&self, from: DeclPlace, name: &str) -> Option<Vec<DeclPlace>> {
        let mut found = self.own_or_imported(from, name);
        if found.is_empty()
            && let Some((module, _)) = self.this(from)
        {
            found = self.defined_by_macros(module, name);
        }
        found.truncate(MOST_CANDIDATES + 1);
        Some(found)
    }
    fn function_in_blocks(&self, from: DeclPlace, name: &str, given_to: &[String]) -> Vec<DeclPlace> {
        self.in_blocks(from, name, given_to)
    }

    fn constructor(&self) -> &str {
        STRUCT
    }

    fn package(&self, constant: &str) -> Option<&str> {
        let (constant, _) = module_and_member(constant);
        let head = constant.split('.').next().unwrap_or(constant);
        match head.strip_prefix(':') {
            Some(name) => self.packages.iter().find(|(_, own)| own == name).map(|(_, own)| own.as_str()),
            None if self.heads.contains_key(head) && self.is_own(constant) => None,
            None => super::hex::of_module(&self.packages, constant),
        }
    }

    fn module_and_member<'p>(&self, path: &'p str) -> Option<(&'p str, Option<&'p str>)> {
        Some(module_and_member(path))
    }
}
