//! Finds the members that values have of other types, where a class in sight wraps them by itself, or a function converts them: Scala's
//! `implicit class Rich(s: String)`, `implicit def rich(s: String): Rich`.

use std::collections::BTreeSet;

use cg_rules::DefId;
use rustc_hash::FxHashMap;

use super::argument::{ArgumentType, LOOSE, ParameterType, is_variable, simple};
use crate::language::{CONVERSION, CallSite, DeclKind, Expr, ExprId, Language, Rule, WRAPPING};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// How well a value fits what every value has.
const ANY: u8 = LOOSE + 1;

impl SymbolTable<'_> {
    /// The member of a name that a class in sight gives to a value of a type, where the type itself has none; of a call those that
    /// take so many arguments.
    pub(in crate::resolve) fn member_of_wrapper(
        &self,
        from: DefId,
        given: &ArgumentType<'_>,
        sym: Sym,
        site: Option<&CallSite>,
    ) -> Target {
        if *given == ArgumentType::Unknown || !self.has_wrappers() {
            return Target::Unknown;
        }
        let file = self.file(from);
        // Of a name that libraries use for members of their own, the type itself is more likely to have one.
        let is_common = || {
            let name = self.text(sym);
            let is_own = |it: &Language| it.conventions.holders.is_some_and(|holders| holders.has(name));
            self.language(file).is_some_and(|it| it.builtins.contains(&name) || is_own(it))
        };
        let is_outer = match given {
            ArgumentType::Named(of) => !self.is_type_parameter(from, simple(of)),
            given => !matches!(given, ArgumentType::Type(_)),
        };
        if is_outer && is_common() {
            return Target::Unknown;
        }
        let n_given = site.and_then(|site| self.observation(file)?.arguments(site)).map(<[_]>::len);
        let takes = |def: &DefId| n_given.is_none_or(|n| self.takes_so_many(*def, n));
        let mut fits: Vec<(u8, DefId)> = Vec::new();
        for def in self.methods(file, sym).filter(takes) {
            let fit = self.fit_of_wrapped(from, given, def);
            if fit > 0 {
                fits.push((fit, def));
            }
        }
        let best = fits.iter().map(|(fit, _)| *fit).max().unwrap_or(0);
        let chosen: Vec<DefId> = fits.iter().filter(|(fit, _)| best > 0 && *fit == best).map(|(_, def)| *def).collect();
        let is_one = || chosen.iter().all(|def| self.container(*def) == self.container(chosen[0]));
        let rule = if is_one() { Rule::Extension } else { Rule::OpenExtension };
        match (chosen.is_empty(), site) {
            (true, _) => Target::Unknown,
            (false, Some(site)) => self.overloads(file, site, chosen, rule).by(rule),
            (false, None) => Target::Defs(chosen, rule),
        }
    }

    /// The same of a value in the midst of a path, where nothing else is known to have the name, and a class surely gives it.
    pub(in crate::resolve) fn wrapped_in_path(
        &self,
        from: DefId,
        on: &Target,
        called: ExprId,
        member: &Target,
    ) -> Option<Target> {
        let is_open = match on {
            Target::Value(Some(_)) => *member == Target::Unknown,
            _ => matches!(member, Target::Unknown | Target::Foreign | Target::External(_)),
        };
        let file = self.file(from);
        let observation = self.observation(file).filter(|_| is_open && self.has_wrappers())?;
        let Expr::Member(path, name) = observation.expr(called) else { return None };
        let given = self.receiver_in_path(from, on, path);
        let found = self.member_of_wrapper(from, &given, self.sym(file, name), None);
        matches!(found, Target::Defs(_, Rule::Extension)).then_some(found)
    }

    /// The member that is added to a value and read without brackets, in a language whose paths may call functions so; of a value from
    /// elsewhere the text states the type where a name is bound.
    pub(in crate::resolve) fn added_without_brackets(
        &self,
        from: DefId,
        (on, name): (&Target, Option<Sym>),
        sym: Sym,
    ) -> Target {
        let given = match on {
            Target::Value(Some(of)) => ArgumentType::Type(*of),
            Target::Value(None) | Target::Foreign | Target::External(_) | Target::Defs(..) => {
                let stated = name.and_then(|name| self.stated_of_name(from, name));
                stated.unwrap_or(ArgumentType::Unknown)
            }
            _ => ArgumentType::Unknown,
        };
        if given == ArgumentType::Unknown || !self.calls_without_brackets(from) {
            return Target::Unknown;
        }
        match self.member_of_wrapper(from, &given, sym, None) {
            found @ Target::Defs(_, Rule::Extension) => found,
            _ => {
                let (mut defs, _) = self.extensions_named(from, sym).unwrap_or((Vec::new(), Rule::Extension));
                defs.retain(|def| self.fit_of_extension(from, &given, *def) > LOOSE);
                if defs.is_empty() { Target::Unknown } else { Target::Defs(defs, Rule::Extension) }
            }
        }
    }

    /// Whether anything of the repository gives values members of other types.
    fn has_wrappers(&self) -> bool {
        self.sym_of(WRAPPING).or_else(|| self.sym_of(CONVERSION)).is_some()
    }

    /// How well a value fits what a method may be called on, where what wraps the value, or converts it, is in sight; none otherwise.
    fn fit_of_wrapped(&self, from: DefId, given: &ArgumentType<'_>, def: DefId) -> u8 {
        let Some(class) = self.container(def) else { return 0 };
        let by_class = self.sym_of(WRAPPING).filter(|wraps| self.locals(&(def, *wraps)).is_some());
        let by_class = by_class.map(|wraps| (def, class, wraps));
        let by_function = self.sym_of(CONVERSION).into_iter().flat_map(|converts| {
            let to = self.conversions_to().get(&class).map_or(&[][..], Vec::as_slice).iter();
            to.map(move |function| (*function, *function, converts))
        });
        let each = by_class.into_iter().chain(by_function).map(|(of, named, wraps)| {
            let fit = self.fit_of_stated(from, given, (of, wraps));
            if fit > 0 && self.sees_wrapper(from, named, given) { fit } else { 0 }
        });
        each.max().unwrap_or(0)
    }

    /// The functions that convert values, by the types that they give and those above.
    fn conversions_to(&self) -> &FxHashMap<DefId, Vec<DefId>> {
        self.conversions_to.get_or_init(|| {
            let converts = self.sym_of(CONVERSION);
            let functions = self.locals.iter().filter(|(_, name, _)| Some(*name) == converts).map(|(def, ..)| def);
            let mut all: FxHashMap<DefId, Vec<DefId>> = FxHashMap::default();
            for function in functions {
                let Some(of) = self.returned(function, 1) else { continue };
                let above = self.lineage(&of).map_or(&[][..], Vec::as_slice);
                std::iter::once(&of).chain(above).for_each(|of| all.entry(*of).or_default().push(function));
            }
            all
        })
    }

    /// Whether one of some names is that of a function that converts values by itself.
    pub fn any_converts(&self, names: &BTreeSet<String>) -> bool {
        let Some(converts) = self.sym_of(CONVERSION) else { return false };
        let mut functions = self.locals.iter().filter(|(_, name, _)| *name == converts).map(|(def, ..)| def);
        functions.any(|def| {
            self.declaration(def).is_some_and(|row| names.contains(self.text(self.sym(self.file(def), row.name))))
        })
    }

    /// How well a value fits the type that a declaration binds under a name.
    fn fit_of_stated(&self, from: DefId, given: &ArgumentType<'_>, (def, wraps): (DefId, Sym)) -> u8 {
        let Some(name) = self.stated(def, wraps) else { return 0 };
        let of = self.type_of_local(def, wraps);
        let plain = simple(&name);
        if of.is_none() && (is_variable(plain) || self.is_type_parameter(def, plain)) {
            return if self.is_plain_type(from, given) { ANY } else { 0 };
        }
        let fit = self.fit_of_receiver(from, given, &ParameterType { name: name.clone(), of });
        if fit > LOOSE { fit } else { 0 }
    }

    /// Whether it is known of a type which members it has by itself, as far as that can be: not of an alias, of what extends a type from
    /// elsewhere, and of the type parameter of another function.
    fn is_plain_type(&self, from: DefId, given: &ArgumentType<'_>) -> bool {
        match given {
            ArgumentType::Type(of) => {
                let is_alias = self.declaration(*of).is_some_and(|row| row.kind == DeclKind::Alias);
                !is_alias && self.has_known_supertypes(*of)
            }
            ArgumentType::Named(name) => !is_variable(simple(name)) || self.is_type_parameter(from, simple(name)),
            _ => true,
        }
    }

    /// Whether what wraps or converts a value is in sight: by its name, or in the object beside the type of the value, or beside one that it
    /// extends.
    fn sees_wrapper(&self, from: DefId, class: DefId, given: &ArgumentType<'_>) -> bool {
        let name = |def: DefId| self.declaration(def).map(|row| self.sym(self.file(def), row.name));
        let is_beside = |of: &DefId| {
            let object = self.container(class).filter(|it| self.file(*it) == self.file(*of));
            let is_object = |it: &DefId| self.declaration(*it).is_some_and(|row| row.kind == DeclKind::Object);
            let object = object.filter(is_object);
            object.is_some_and(|it| name(it) == name(*of) && self.container(it) == self.container(*of))
        };
        let is_of_type = || {
            let ArgumentType::Type(of) = given else { return false };
            let above = self.lineage(of).map_or(&[][..], Vec::as_slice);
            std::iter::once(of).chain(above).any(is_beside)
        };
        let named = || name(class).map_or(Target::Unknown, |sym| self.name(from, sym, 0));
        is_of_type() || matches!(named(), Target::Defs(defs, _) if defs.contains(&class))
    }
}
