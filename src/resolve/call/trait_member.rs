//! Finds the members that traits of the repository give to types of packages.

use cg_rules::DefId;

use crate::language::{DeclKind, Rule};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The target of a call on a value of a package: in place of the package's member, that of a trait in sight which a block gives to
    /// the type that the text states for the value. Where it states none, the one trait in sight that has the name is a guess.
    pub(super) fn member_of_trait(&self, from: DefId, sym: Sym, target: Target) -> Target {
        let Target::External(outer) = &target else { return target };
        let file = self.file(from);
        if !self.language(file).is_some_and(|it| it.conventions.blocks_name_traits) {
            return target;
        }
        let of = outer.type_name();
        let mut seen = Vec::new();
        for def in self.methods(file, sym) {
            let Some(around) = self.container(def) else { continue };
            let of_trait = self.trait_blocks.get(&around).copied().flatten().unwrap_or(around);
            let is_trait = self.declaration(of_trait).is_some_and(|row| row.kind == DeclKind::Trait);
            if is_trait && self.sees_trait(from, of_trait) {
                seen.push((def, around, of_trait));
            }
        }
        let is_of_type = |block: DefId| of.is_some() && self.gives_to(block) == of;
        let given = |around: DefId, of_trait: DefId| match around == of_trait {
            true => self.trait_blocks.iter().any(|(block, given)| *given == Some(of_trait) && is_of_type(*block)),
            false => is_of_type(around),
        };
        let is_own = |(_, around, of_trait): &&(DefId, DefId, DefId)| around != of_trait && is_of_type(*around);
        let own: Vec<DefId> = seen.iter().filter(is_own).map(|(def, ..)| *def).collect();
        let fitting = seen.iter().filter(|(_, around, of_trait)| given(*around, *of_trait)).map(|(def, ..)| *def);
        let fitting: Vec<DefId> = if own.is_empty() { fitting.collect() } else { own };
        match (fitting.is_empty(), seen.as_slice()) {
            (false, _) => Target::Defs(fitting, Rule::Extension),
            (true, [(def, around, of_trait)]) if of.is_none() && around == of_trait => {
                Target::Defs(vec![*def], Rule::NameAlone)
            }
            _ => target,
        }
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
