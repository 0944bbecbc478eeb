//! Finds the members that traits of the repository give to types of packages.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::argument::{ArgumentType, simple};
use crate::language::{DeclKind, Rule};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The target of a call on a value of a package: in place of the package's member, that of a trait in sight which a block gives to
    /// the type that the text states for the value. Where it states none, the one trait in sight that has the name is a guess; and where
    /// the value is of the language, nothing is known of a name that a trait has.
    pub(super) fn member_of_trait(&self, from: DefId, sym: Sym, target: Target, receiver: &ArgumentType<'_>) -> Target {
        let outer = match &target {
            Target::External(outer) => Some(outer),
            Target::Foreign => None,
            _ => return target,
        };
        let file = self.file(from);
        let Some(language) = self.language(file).filter(|it| it.conventions.blocks_name_traits) else { return target };
        let may_be_guessed = outer.is_some() || !language.builtins.contains(&self.text(sym));
        let of = outer.and_then(|outer| outer.type_name());
        let (mut seen, mut sees) = (Vec::new(), FxHashMap::default());
        let mut is_of_any = false;
        for def in self.methods(file, sym) {
            let Some(around) = self.container(def) else { continue };
            let of_trait = self.trait_blocks.get(&around).copied().flatten().unwrap_or(around);
            let is_trait = self.declaration(of_trait).is_some_and(|row| row.kind == DeclKind::Trait);
            is_of_any |= is_trait;
            if is_trait && *sees.entry(of_trait).or_insert_with(|| self.sees_trait(from, of_trait)) {
                seen.push((def, around, of_trait));
            }
        }
        let mut given: FxHashMap<DefId, Vec<DefId>> = FxHashMap::default();
        let of_language = self.names_of_language(file, receiver);
        for of_trait in sees.iter().filter(|(_, is_seen)| **is_seen && outer.is_none()).map(|(of_trait, _)| *of_trait) {
            let blocks = self.blocks_of_trait.get(&of_trait).into_iter().flatten().copied();
            let is_of = |block: &DefId, name: &&str| self.gives_to(*block) == Some(*name);
            let blocks: Vec<DefId> = blocks.collect();
            let by_name = of_language.iter().map(|name| blocks.iter().copied().filter(|it| is_of(it, name)).collect());
            let found = by_name.into_iter().find(|found: &Vec<DefId>| !found.is_empty());
            given.insert(of_trait, found.unwrap_or_default());
        }
        if let Some((outer, of)) = outer.zip(of) {
            for of_trait in sees.iter().filter(|(_, is_seen)| **is_seen).map(|(of_trait, _)| *of_trait) {
                given.insert(of_trait, self.blocks_for(of_trait, outer, of));
            }
        }
        let is_given = |around: &DefId, of_trait: &DefId| {
            given
                .get(of_trait)
                .is_some_and(|blocks| blocks.contains(around) || around == of_trait && !blocks.is_empty())
        };
        let is_own = |(_, around, of_trait): &&(DefId, DefId, DefId)| around != of_trait && is_given(around, of_trait);
        let own: Vec<DefId> = seen.iter().filter(is_own).map(|(def, ..)| *def).collect();
        let fitting = seen.iter().filter(|(_, around, of_trait)| is_given(around, of_trait)).map(|(def, ..)| *def);
        let fitting: Vec<DefId> = if own.is_empty() { fitting.collect() } else { own };
        match (fitting.is_empty(), seen.as_slice()) {
            (false, _) => Target::Defs(fitting, Rule::Extension),
            (true, [(def, around, of_trait)]) if of.is_none() && around == of_trait && may_be_guessed => {
                Target::Defs(vec![*def], Rule::NameAlone)
            }
            _ if outer.is_none() && is_of_any => Target::Unknown,
            _ => target,
        }
    }

    /// The names of the types of the language that a receiver is of, the nearest first.
    fn names_of_language<'r>(&self, file: FileId, receiver: &'r ArgumentType<'_>) -> Vec<&'r str> {
        let types = self.language(file).map_or(&[][..], |it| it.conventions.library_types);
        let Some(resolver) = self.resolver(file.0 as usize) else { return Vec::new() };
        match receiver {
            ArgumentType::Literal(sort) => resolver.type_of_literal(*sort).into_iter().collect(),
            ArgumentType::Named(name) => {
                let name = simple(name.trim_start_matches(['&', ' ']));
                let own = Some(name).filter(|name| types.contains(name));
                own.into_iter().chain(resolver.lends_members(name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The blocks by which a trait is given to a type of a package, whose name a value's path has. A package may hand a type on under
    /// several paths: of one that the trait is given to once by that name, the path is not compared.
    fn blocks_for(&self, of_trait: DefId, value: &Outer, of: &str) -> Vec<DefId> {
        let blocks = self.blocks_of_trait.get(&of_trait).into_iter().flatten().copied();
        let named = blocks.filter(|block| self.gives_to(*block) == Some(of));
        let outer = |block: DefId| match self.owner_path(block)? {
            Target::External(outer) => Some((block, outer)).filter(|(_, outer)| outer.package == value.package),
            _ => None,
        };
        let mut given: Vec<(DefId, Box<Outer>)> = named.filter_map(outer).collect();
        if given.len() > 1 {
            let is_at = |outer: &Outer| value.module == outer.module && value.member.starts_with(&outer.member);
            given.retain(|(_, outer)| is_at(outer));
        }
        given.into_iter().map(|(block, _)| block).collect()
    }

    /// The target of the path of the type to which a block gives members.
    fn owner_path(&self, block: DefId) -> Option<Target> {
        let file = self.file(block);
        let mut owners = self.observation(file)?.owners.iter();
        let (_, owner) = owners.find(|(decl, _)| self.def(file, *decl) == block)?;
        Some(self.as_type(self.path(self.container(block).unwrap_or(block), *owner, 0)))
    }

    /// The name of the type of a package to which a block gives members.
    fn gives_to(&self, block: DefId) -> Option<&str> {
        let row = self.declaration(block).filter(|_| !self.owner_type.contains_key(&block))?;
        let name = self.text(self.sym(self.file(block), row.name));
        let name = name.split('<').next().unwrap_or(name);
        name.rsplit("::").next()
    }

    /// Whether the language of a definition adds members to types of packages by functions or by blocks that name traits.
    pub(super) fn adds_members(&self, def: DefId) -> bool {
        let conventions = self.language(self.file(def)).map(|it| &it.conventions);
        conventions.is_some_and(|it| it.extends_by_functions || it.blocks_name_traits)
    }

    /// Whether the name of a trait means it at a place.
    fn sees_trait(&self, from: DefId, of_trait: DefId) -> bool {
        let Some(row) = self.declaration(of_trait) else { return false };
        let sym = self.sym(self.file(of_trait), row.name);
        matches!(self.name(from, sym, 0), Target::Defs(defs, _) if defs.contains(&of_trait))
    }
}
