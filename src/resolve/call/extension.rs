//! Finds extensions: functions that are called like members of a type that does not hold them.

use cg_rules::DefId;

use super::argument::{ArgumentType, ParameterType, simple};
use crate::language::{CallSite, Declaration, Rule};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// An extension in scope is called like a member of the type that it extends.
    pub(in crate::resolve) fn extension(
        &self,
        from: DefId,
        site: &CallSite,
        given: &ArgumentType<'_>,
        sym: Sym,
    ) -> Target {
        let Target::Defs(defs, rule) = self.name(from, sym, 0) else {
            return match given {
                ArgumentType::Type(of) => self.extension_by_namespace(from, *of, site, sym),
                _ => Target::Unknown,
            };
        };
        let rules = self.conversions(from);
        let fits = |def: &DefId| self.extended(*def).map_or(0, |wanted| self.fit(rules, given, &wanted));
        let best = defs.iter().map(fits).max().unwrap_or(0);
        // What extends exactly this type goes before what extends its supertypes.
        let chosen: Vec<DefId> = defs.into_iter().filter(|def| best > 0 && fits(def) == best).collect();
        let first = chosen.first().and_then(|def| self.extended(*def)).map(|wanted| wanted.name);
        let is_one = chosen.iter().all(|def| self.extended(*def).map(|wanted| wanted.name) == first);
        match chosen.len() {
            0 => Target::Unknown,
            1 => Target::Defs(chosen, rule.min(Rule::Extension)),
            _ if is_one => match self.overloads(self.file(from), site, chosen, Rule::Extension) {
                Target::Defs(defs, rule) => Target::Defs(defs, rule.min(Rule::Extension)),
                target => target,
            },
            // They extend different types, and which one the receiver is is not known.
            _ => Target::Defs(chosen, rule.min(Rule::OpenExtension)),
        }
    }

    /// A method with a `this` of its own among its parameters, which a file sees by the namespace alone.
    fn extension_by_namespace(&self, from: DefId, of: DefId, site: &CallSite, sym: Sym) -> Target {
        let file = self.file(from);
        let (Some(this), Some(resolver)) = (self.sym_of("this"), self.resolver(file.0 as usize)) else {
            return Target::Unknown;
        };
        let lineage = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        let fits = |def: &DefId| self.type_of_local(*def, this).is_some_and(|on| on == of || lineage.contains(&on));
        let defs: Vec<DefId> =
            self.methods(file, sym).filter(|def| fits(def) && resolver.extends(file, self.file(*def))).collect();
        match self.overloads(file, site, defs, Rule::Extension) {
            Target::Defs(defs, rule) if !defs.is_empty() => Target::Defs(defs, rule.min(Rule::Extension)),
            _ => Target::Unknown,
        }
    }

    /// The type that an extension extends; `None` for what is none.
    fn extended(&self, def: DefId) -> Option<ParameterType<'_>> {
        let row = self.declaration(def).filter(|row| Declaration::is_extension(row))?;
        let name = self.observation(self.file(def))?.name(row.owner?);
        Some(ParameterType { name: name.into(), of: self.owner_type.get(&def).copied() })
    }

    /// Among the extensions of one name that are called without a receiver, those of the enclosing types. `has_other` says that another
    /// object is at hand, of which nothing is known: it may be what they extend.
    pub(in crate::resolve) fn extended_around(&self, from: DefId, target: Target, has_other: bool) -> Target {
        let Target::Defs(defs, rule) = target else { return target };
        if !defs.iter().any(|def| self.extended(*def).is_some()) {
            return Target::Defs(defs, rule);
        }
        let types: Vec<DefId> =
            definitions_around(self, from).map(|def| self.owner_type.get(&def).copied().unwrap_or(def)).collect();
        let rules = self.conversions(from);
        // Of several one that extends every type is never the nearest.
        let least = u8::from(defs.len() > 1);
        let own: Vec<ParameterType<'_>> = definitions_around(self, from).filter_map(|def| self.extended(def)).collect();
        let is_around = |def: &DefId| {
            let Some(wanted) = self.extended(*def) else { return false };
            let is_same = |own: &ParameterType<'_>| own.of.is_none() && simple(&own.name) == simple(&wanted.name);
            own.iter().any(is_same) || types.iter().any(|of| self.fit(rules, &ArgumentType::Type(*of), &wanted) > least)
        };
        let fitting: Vec<DefId> = defs.iter().copied().filter(is_around).collect();
        // A type of a library may have supertypes there.
        let is_outer = |def: &DefId| self.extended(*def).is_some_and(|wanted| wanted.of.is_none());
        let may_be_outer = || own.iter().any(|own| own.of.is_none()) && defs.iter().all(is_outer);
        if fitting.is_empty() && (has_other && defs.len() == 1 || may_be_outer()) {
            return Target::Defs(defs, rule.min(Rule::Extension));
        }
        match fitting.len() {
            0 => Target::Defs(defs, rule.min(Rule::OpenExtension)),
            1 => Target::Defs(fitting, rule.narrowed(Rule::OwnType)),
            _ => Target::Defs(fitting, rule),
        }
    }
}

/// A definition and those around it, the innermost first.
fn definitions_around(index: &SymbolTable<'_>, from: DefId) -> impl Iterator<Item = DefId> {
    std::iter::successors(Some(from), |def| index.container(*def))
}
