//! Finds the extension that a call in the midst of a path means: `text.toOrder().total()`. A path has no arguments, so that all which may
//! be meant are found.

use cg_rules::DefId;

use super::argument::{ArgumentType, simple};
use super::extension_method::is_same_type;
use super::fit::LOOSE;
use super::receiver::made_by_library;
use crate::language::{BindingKind, Expr, ExprId, Literal, Name, Rule};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The target of a callee that is a member of a value: where its type has no such member, the extensions that surely are of it, if
    /// what they give has a type. What is called on a value from outside, and gives none, leaves the repository as it did.
    pub(in crate::resolve) fn extension_in_path(
        &self,
        from: DefId,
        on: &Target,
        called: ExprId,
        member: Target,
    ) -> Target {
        let is_outside = matches!(member, Target::Foreign | Target::External(_));
        let kept = member.clone();
        // A type parameter of the function is what the call makes of it.
        let is_open = |def: &DefId| self.own_result_parameter(*def).is_some() && !self.gives_extended(*def);
        let gives_none = |def: &DefId| self.returned(*def, 1).is_none();
        if let Some(added) = self.added_to_outside(from, on, called, &member) {
            return added;
        }
        if let Some(wrapped) = self.wrapped_in_path(from, on, called, &member) {
            return wrapped;
        }
        match self.extensions_in_path(from, on, called, member) {
            Target::Defs(defs, _) if is_outside && defs.iter().all(gives_none) => kept,
            Target::Defs(defs, _) if !matches!(kept, Target::Defs(..)) && defs.iter().any(is_open) => kept,
            target => target,
        }
    }

    /// The target of a part of a path that is read: a module, where one has the name, or what is added to the value before, where paths call
    /// functions without brackets.
    pub(in crate::resolve) fn read_in_path(
        &self,
        from: DefId,
        (on, part): (&Target, ExprId),
        name: Name,
        member: Target,
    ) -> Target {
        match self.module_before(from, Some(on), self.sym(self.file(from), name), member) {
            Target::Unknown if self.calls_without_brackets(from) => {
                self.extension_in_path(from, on, part, Target::Unknown)
            }
            member => member,
        }
    }

    /// The member that the repository adds to the type from elsewhere of a value in a path: by blocks that say so, or by those of a trait.
    fn added_to_outside(&self, from: DefId, on: &Target, called: ExprId, member: &Target) -> Option<Target> {
        let file = self.file(from);
        let is_of_trait = matches!(member, Target::Foreign | Target::External(_))
            && self.language(file).is_some_and(|it| it.conventions.blocks_name_traits);
        let is_open = matches!(member, Target::Unknown | Target::Foreign | Target::External(_));
        let is_added = is_open && self.resolver(file.0 as usize).is_some_and(|it| it.adds_members());
        if !is_of_trait && !is_added {
            return None;
        }
        let observation = self.observation(file)?;
        let Expr::Member(path, name) = observation.expr(called) else { return None };
        // Most names of libraries are those of no method here.
        if is_of_trait && self.methods(file, self.sym(file, name)).next().is_none() {
            return None;
        }
        let given = match self.receiver_in_path(from, on, path) {
            ArgumentType::Unknown => made_by_library(self, from, path),
            given => given,
        };
        let found = match is_of_trait {
            true => self.member_of_trait(from, self.sym(file, name), member.clone(), &given),
            false => self.added_in_path(from, &given, path, observation.name(name)),
        };
        let gives = |def: &DefId| self.returned(*def, 1).is_some();
        Some(found).filter(|it| matches!(it, Target::Defs(defs, Rule::Extension) if defs.iter().all(gives)))
    }

    /// The same, whatever they give.
    pub(in crate::resolve) fn extensions_in_path(
        &self,
        from: DefId,
        on: &Target,
        called: ExprId,
        member: Target,
    ) -> Target {
        let is_open = match on {
            Target::Value(Some(_)) => member == Target::Unknown,
            Target::Value(None) | Target::Foreign | Target::External(_) | Target::Unknown | Target::Defs(..) => {
                matches!(member, Target::Unknown | Target::Foreign | Target::External(_))
            }
            _ => false,
        };
        let file = self.file(from);
        let extends = || {
            let resolver = self.resolver(file.0 as usize);
            self.names_extensions(from) || resolver.is_some_and(|it| it.extends(file, file))
        };
        let Some(observation) = self.observation(file).filter(|_| is_open && extends()) else { return member };
        let Expr::Member(path, name) = observation.expr(called) else { return member };
        let sym = self.sym(file, name);
        let given = self.receiver_in_path(from, on, path);
        // Of a name that libraries use for members of their own, the type itself is more likely to have one.
        let is_common = self.language(file).is_some_and(|it| it.builtins.contains(&self.text(sym)));
        match given {
            // What a value of an unknown type from elsewhere gives is not known, where an extension in sight has the name.
            ArgumentType::Unknown => {
                let is_outside = matches!(on, Target::Foreign)
                    || matches!(on, Target::External(outer) if outer.is_result && self.has_extensions(from));
                let may_be = || is_outside && !is_common && self.extensions_named(from, sym).is_some();
                return if member != Target::Unknown && may_be() { Target::Unknown } else { member };
            }
            ArgumentType::Named(_) | ArgumentType::Literal(_) if is_common => return member,
            _ => {}
        }
        let known = match self.names_extensions(from) {
            true => self.extensions_named(from, sym).map(|(defs, _)| defs),
            false => self.extending_methods(from, sym),
        };
        let Some(mut defs) = known.filter(|defs| !defs.is_empty()) else { return member };
        let fits = |def: &DefId| match self.names_extensions(from) {
            true if self.extends_all(*def) => LOOSE + 1,
            true => self.fit_of_extension(from, &given, *def),
            false => self.fit_of_method(from, &given, *def),
        };
        let best = defs.iter().map(fits).max().unwrap_or(0);
        defs.retain(|def| best > LOOSE && fits(def) == best);
        // What one gives whose type is not known may be another type than the others give.
        let given = |def: &DefId| self.returned(*def, 1);
        let is_one = defs.iter().zip(defs.iter().skip(1)).all(|(one, next)| given(one) == given(next));
        if defs.is_empty() || !is_one { member } else { Target::Defs(defs, Rule::Extension) }
    }

    /// Whether extensions are seen by their own names in the language of a definition.
    fn names_extensions(&self, def: DefId) -> bool {
        self.has_extensions(def) || self.calls_without_brackets(def)
    }

    /// The methods of a name with a `this` among their parameters which a file sees, in a language that has such.
    fn extending_methods(&self, from: DefId, sym: Sym) -> Option<Vec<DefId>> {
        let file = self.file(from);
        let (this, resolver) = (self.sym_of("this")?, self.resolver(file.0 as usize)?);
        let is_seen = |def: &DefId| resolver.extends(file, self.file(*def)) && self.locals(&(*def, this)).is_some();
        Some(self.methods(file, sym).filter(is_seen).collect())
    }

    /// How well a receiver fits what such a method is called on.
    fn fit_of_method(&self, from: DefId, given: &ArgumentType<'_>, def: DefId) -> u8 {
        let Some(this) = self.sym_of("this") else { return 0 };
        let built_in = self.language(self.file(from)).map_or(&[][..], |it| it.conventions.built_in_types);
        let is_outer =
            |name: &str| self.outer_extended(def, this).is_some_and(|on| is_same_type(built_in, simple(&on), name));
        match given {
            ArgumentType::Type(of) => self.type_of_local(def, this).map_or(0, |on| self.fit_of_types(*of, on)),
            ArgumentType::Named(name) if is_outer(simple(name)) => super::fit::EXACT,
            ArgumentType::Literal(sort) => {
                let of = self.conversions(from).and_then(|rules| rules.of_literal(*sort));
                if of.is_some_and(is_outer) { super::fit::EXACT } else { 0 }
            }
            _ => 0,
        }
    }

    /// The type of a value in the midst of a path, whose target is known: by no other look-up of the path, which would be made so often
    /// again for each part of it.
    pub(super) fn receiver_in_path(&self, from: DefId, on: &Target, path: ExprId) -> ArgumentType<'_> {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return ArgumentType::Unknown };
        match (on, observation.expr(path)) {
            (Target::Value(Some(of)), _) => ArgumentType::Type(*of),
            (Target::External(outer), _) if outer.value_name().is_some() => {
                outer.value_name().map_or(ArgumentType::Unknown, |name| ArgumentType::Named(name.to_owned().into()))
            }
            (_, Expr::Literal(sort @ (Literal::Text | Literal::Character | Literal::Integer))) => {
                ArgumentType::Literal(sort)
            }
            (Target::Defs(..), _) => match on.single() {
                Some(def) if self.declaration(def).is_some_and(|row| row.kind.is_value()) => {
                    let of = self.type_of_definition(def, 1).map(ArgumentType::Type);
                    of.or_else(|| self.stated_name(def).map(ArgumentType::Named)).unwrap_or(ArgumentType::Unknown)
                }
                _ => ArgumentType::Unknown,
            },
            (_, Expr::Name(_)) => self.stated_of_local(from, path).unwrap_or(ArgumentType::Unknown),
            _ => ArgumentType::Unknown,
        }
    }

    /// The type that the text states of a local name, or that of the one text it is bound to.
    fn stated_of_local(&self, from: DefId, path: ExprId) -> Option<ArgumentType<'_>> {
        self.stated_of_name(from, self.sym_of_name(self.file(from), path)?)
    }

    /// The same of a name.
    pub(super) fn stated_of_name(&self, from: DefId, sym: Sym) -> Option<ArgumentType<'_>> {
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let scope = scopes.find(|scope| self.locals(&(*scope, sym)).is_some())?;
        if let Some(stated) = self.stated(scope, sym) {
            return Some(ArgumentType::Named(stated));
        }
        let observation = self.observation(self.file(scope))?;
        let [at] = self.locals(&(scope, sym))? else { return None };
        let binding = observation.bindings.get(*at as usize)?;
        match observation.expr(binding.of.filter(|_| binding.kind == BindingKind::Copied)?) {
            Expr::Literal(sort) => Some(ArgumentType::Literal(sort)),
            _ => None,
        }
    }
}
