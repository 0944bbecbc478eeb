//! Finds methods with a `this` among their parameters, which a file sees by a namespace.

use std::borrow::Cow;

use cg_rules::DefId;

use super::argument::{ArgumentType, is_variable, simple};
use crate::language::{BindingKind, CallSite, Receiver, Rule, without_count};
use crate::resolve::refused::note_refusal;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// A method with a `this` of its own among its parameters, which a file sees by the namespace alone.
    pub(super) fn extension_by_namespace(
        &self,
        from: DefId,
        given: &ArgumentType<'_>,
        site: &CallSite,
        sym: Sym,
    ) -> Target {
        let file = self.file(from);
        let (Some(this), Some(resolver)) = (self.sym_of("this"), self.resolver(file.0 as usize)) else {
            return Target::Unknown;
        };
        if !resolver.extends(file, file) {
            return Target::Unknown;
        }
        let is_seen = |def: &DefId| resolver.extends(file, self.file(*def));
        let (mut defs, rule) = match given {
            ArgumentType::Type(of) => {
                let lineage = self.lineage(of).map_or(&[][..], Vec::as_slice);
                let fits =
                    |def: &DefId| self.type_of_local(*def, this).is_some_and(|on| on == *of || lineage.contains(&on));
                let defs: Vec<DefId> = self.methods(file, sym).filter(|def| fits(def) && is_seen(def)).collect();
                (defs, Rule::Extension)
            }
            ArgumentType::Named(of) => self.extensions_of_outer(from, simple(of), (this, sym), &is_seen),
            ArgumentType::Unknown => match self.given_by_maker(from, site) {
                ArgumentType::Named(of) => self.extensions_of_outer(from, simple(&of), (this, sym), &is_seen),
                _ => return Target::Unknown,
            },
            ArgumentType::Literal(sort) => match self.conversions(from).and_then(|rules| rules.of_literal(*sort)) {
                Some(of) => self.extensions_of_outer(from, of, (this, sym), &is_seen),
                None => return Target::Unknown,
            },
            ArgumentType::Function(_) => return Target::Unknown,
        };
        // The object that it is called on is one of those that it takes.
        let n_named = defs.len();
        defs.retain(|def| !self.holds_others(from, site, *def));
        let n_given = self.observation(file).and_then(|it| it.arguments(site)).map(<[_]>::len);
        defs.retain(|def| {
            let most = self.declaration(*def).and_then(|row| row.parameters).map(|it| it.most);
            n_given.zip(most).is_none_or(|(n, most)| most == u8::MAX || n < usize::from(most))
        });
        if defs.len() < n_named {
            note_refusal();
        }
        match self.overloads(file, site, defs, Rule::Extension) {
            Target::Defs(defs, found) if !defs.is_empty() => Target::Defs(defs, found.min(rule)),
            _ => Target::Unknown,
        }
    }

    /// The type of a receiver that is a local, as the one function states it whose result the local is.
    fn given_by_maker(&self, from: DefId, site: &CallSite) -> ArgumentType<'_> {
        let file = self.file(from);
        let name = match site.receiver {
            Receiver::Path(path) | Receiver::Value(path) => self.sym_of_name(file, path),
            _ => None,
        };
        let (Some(sym), Some(observation)) = (name, self.observation(file)) else { return ArgumentType::Unknown };
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let Some(scope) = scopes.find(|scope| self.locals(&(*scope, sym)).is_some()) else {
            return ArgumentType::Unknown;
        };
        let Some([at]) = self.locals(&(scope, sym)) else { return ArgumentType::Unknown };
        match observation.bindings.get(*at as usize).map(|binding| (binding.of, binding.kind)) {
            Some((Some(of), BindingKind::Constructed)) => self.type_of_result_of(self.outside(scope, sym), of),
            _ => ArgumentType::Unknown,
        }
    }

    /// The extensions that a value of a type from outside of the repository can have: those of exactly that type, or else all of
    /// the name that it may have by its supertypes, if no method of the name that the file sees is anything else.
    fn extensions_of_outer(
        &self,
        from: DefId,
        given: &str,
        (this, sym): (Sym, Sym),
        is_seen: &dyn Fn(&DefId) -> bool,
    ) -> (Vec<DefId>, Rule) {
        let (file, given) = (self.file(from), without_count(given).0);
        let language = self.language(file);
        let built_in = language.map_or(&[][..], |it| it.conventions.built_in_types);
        let (mut same, mut others) = (Vec::new(), Vec::new());
        let mut is_all = true;
        if self.is_type_parameter(from, given) {
            return (same, Rule::Extension);
        }
        // A method that the file does not see is neither an extension there nor that of a type that its values are of.
        for def in self.methods(file, sym).filter(is_seen) {
            match self.outer_extended(def, this) {
                Some(on) if is_same_type(built_in, simple(&on), given) => same.push(def),
                Some(on) if may_be(built_in, given, simple(&on)) => others.push((def, on)),
                Some(_) => {}
                None => is_all = false,
            }
        }
        if !same.is_empty() {
            return (same, Rule::Extension);
        }
        // Of a name that libraries use for members of their own, the type itself is more likely to have one.
        let is_common = language.is_some_and(|it| it.builtins.contains(&self.text(sym)));
        if !is_all || is_common || is_variable(given) || is_parameter_by_custom(given) {
            return (Vec::new(), Rule::Extension);
        }
        let is_one = others.iter().zip(others.iter().skip(1)).all(|((_, one), (_, next))| one == next);
        let rule = if is_one { Rule::Several } else { Rule::OpenExtension };
        (others.into_iter().map(|(def, _)| def).collect(), rule)
    }

    /// The type from outside of the repository that an extension by namespace extends; `None` for any other function.
    pub(super) fn outer_extended(&self, def: DefId, this: Sym) -> Option<Cow<'_, str>> {
        if self.locals(&(def, this)).is_none() || self.type_of_local(def, this).is_some() {
            return None;
        }
        let stated = self.stated(def, this).filter(|on| !self.is_type_parameter(def, simple(on)))?;
        Some(without_count(&stated).0.to_owned().into())
    }
}

/// Whether two names are of the same type.
pub(super) fn is_same_type(built_in: &[&[&str]], one: &str, other: &str) -> bool {
    one == other || built_in.iter().any(|names| names.contains(&one) && names.contains(&other))
}

/// Whether a value of one type from outside of the repository may be one of another. A type that the language brings has no
/// subtypes, but for the one of all objects.
fn may_be(built_in: &[&[&str]], given: &str, wanted: &str) -> bool {
    let is_object = |name: &str| matches!(name, "object" | "Object");
    let is_closed = wanted.ends_with("[]") || built_in.iter().any(|names| names.contains(&wanted));
    is_object(wanted) || !is_closed && !is_object(given)
}

/// Whether a name is by custom that of a type parameter: `TItem`.
fn is_parameter_by_custom(name: &str) -> bool {
    name.strip_prefix('T').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))
}
