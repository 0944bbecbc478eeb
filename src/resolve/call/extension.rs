//! Finds extensions: functions that are called like members of a type that does not hold them.

use std::borrow::Cow;

use cg_rules::{DefId, FileId};

use super::argument::{ArgumentType, EXACT, LOOSE, ParameterType, is_variable, simple};
use super::implicit::{outside_of_types, type_in_the_way};
use super::overload::is_unlabelled;
use super::receiver::outside_of_alias;
use super::type_argument::ArgumentFit;
use crate::language::{
    BindingKind, CallSite, Decl, DeclKind, Declaration, Expr, ExprId, FUNCTION_TYPE, GivenArgument, Rule, without_count,
};
use crate::resolve::refused::note_refusal;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// An extension in scope is called like a member of the type that it extends: of an alias of a type from elsewhere, by the name
    /// of that.
    pub(in crate::resolve) fn extension(
        &self,
        from: DefId,
        site: &CallSite,
        given: &ArgumentType<'_>,
        sym: Sym,
    ) -> Target {
        match (self.extension_of(from, site, given, sym), given) {
            (Target::Unknown, ArgumentType::Type(of)) => {
                let outside = outside_of_alias(self, *of);
                outside.map_or(Target::Unknown, |given| self.extension_of(from, site, &given, sym))
            }
            (found, _) => found,
        }
    }

    fn extension_of(&self, from: DefId, site: &CallSite, given: &ArgumentType<'_>, sym: Sym) -> Target {
        let n_given = self.observation(self.file(from)).and_then(|it| it.arguments(site)).map(<[_]>::len);
        if let (ArgumentType::Named(of), Some(n_given)) = (given, n_given)
            && self.conversions(from).is_some_and(|it| it.has_own(simple(of), self.text(sym), n_given))
        {
            return Target::Unknown;
        }
        let Some((mut defs, rule)) = self.extensions_named(from, sym) else {
            return match self.extension_by_namespace(from, given, site, sym) {
                Target::Unknown => self.member_of_wrapper(from, given, sym, Some(site)),
                found => found,
            };
        };
        defs.retain(|def| self.may_be_called_on(from, given, site, *def) && self.may_stand_between(site, *def));
        if defs.is_empty() {
            note_refusal();
        }
        let arguments = |def: &DefId| self.fit_of_arguments(from, site, *def, self.extends_type(*def, given));
        defs.retain(|def| arguments(def) != ArgumentFit::Other);
        let fits = |def: &DefId| self.fit_of_extension(from, given, *def);
        let best = defs.iter().map(fits).max().unwrap_or(0);
        // What extends exactly this type goes before what extends its supertypes.
        let (mut chosen, others): (Vec<DefId>, Vec<DefId>) =
            defs.into_iter().filter(|def| best > 0 && fits(def) > 0).partition(|def| fits(def) == best);
        let fit = chosen.iter().map(arguments).max().unwrap_or(ArgumentFit::Any);
        if fit == ArgumentFit::Same {
            chosen.retain(|def| arguments(def) == fit);
        }
        // Where its type arguments may be others, what extends a supertype is meant as well.
        if !others.is_empty() && chosen.iter().all(|def| arguments(def) == ArgumentFit::Open) {
            let all = [chosen, others].concat();
            return match self.overloads(self.file(from), site, all, Rule::Extension) {
                Target::Defs(defs, _) => Target::Defs(defs, rule.min(Rule::OpenExtension)),
                target => target,
            };
        }
        let first = chosen.first().and_then(|def| self.extended(*def)).map(|wanted| wanted.name);
        let is_one = chosen.iter().all(|def| self.extended(*def).map(|wanted| wanted.name) == first);
        // Of a receiver of unknown type it is sure only that it has what every value has; a file that imports an extension by
        // its name has a use for it.
        let is_imported = self.bound.contains_key(&(self.file(from), sym));
        let is_sure = is_imported || chosen.iter().all(|def| self.extends_all(*def));
        let is_open = !is_sure && self.is_open_receiver(from, given, best);
        let bound = if is_open { Rule::OpenExtension } else { Rule::Extension };
        match chosen.len() {
            0 => Target::Unknown,
            1 => Target::Defs(chosen, rule.min(bound)),
            _ if is_one => self.overloads(self.file(from), site, chosen, Rule::Extension).by(bound),
            // They extend different types, and which one the receiver is is not known.
            _ => Target::Defs(chosen, rule.min(Rule::OpenExtension)),
        }
    }

    /// The type that all extensions of a name in scope give, where it means nothing else.
    pub(super) fn given_by_extensions(&self, from: DefId, sym: Sym) -> ArgumentType<'_> {
        match self.extensions_named(from, sym) {
            Some((defs, rule)) if defs.iter().all(|def| self.extended(*def).is_some()) => {
                self.type_of_any(Target::Defs(defs, rule))
            }
            _ => ArgumentType::Unknown,
        }
    }

    /// The functions in scope that a name leads to, where one of them extends a type: a function that extends nothing is not in the
    /// way of what does.
    pub(super) fn extensions_named(&self, from: DefId, sym: Sym) -> Option<(Vec<DefId>, Rule)> {
        let is_extending = |defs: &[DefId]| defs.iter().any(|def| self.extended(*def).is_some());
        // A value may be a function that extends something; `val size = file.size()` is none.
        let is_in_the_way = match self.name(from, sym, 0) {
            Target::Defs(defs, rule) if is_extending(&defs) => return Some((defs, rule)),
            Target::Defs(defs, _) => !defs.iter().all(|def| self.is_callable(*def) || self.is_no_function(*def)),
            Target::Value(_) => !self.is_made_by_call(from, sym),
            _ => true,
        };
        if is_in_the_way || !self.has_extensions(from) {
            return None;
        }
        match outside_of_types(self, from, sym) {
            Target::Defs(defs, rule) if is_extending(&defs) => Some((defs, rule)),
            _ => None,
        }
    }

    /// Whether a name is that of a local that only results of calls are given to.
    fn is_made_by_call(&self, from: DefId, sym: Sym) -> bool {
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let sites = scopes.find_map(|scope| Some((scope, self.locals(&(scope, sym))?)));
        let bindings = sites.and_then(|(scope, sites)| Some((self.observation(self.file(scope))?, sites)));
        bindings.is_some_and(|(observation, sites)| {
            // A declaration also binds its name without a type.
            let each = sites.iter().filter_map(|at| observation.bindings.get(*at as usize));
            let mut each = each.filter(|it| it.of.is_some() || it.kind != BindingKind::Untyped).peekable();
            each.peek().is_some() && each.all(|it| it.kind == BindingKind::Constructed)
        })
    }

    /// Whether an extension takes so many arguments, and is not a value that no call has the form of. Where nothing is known of the
    /// receiver, an argument that is surely of another type speaks against it too.
    fn may_be_called_on(&self, from: DefId, on: &ArgumentType<'_>, site: &CallSite, def: DefId) -> bool {
        let Some(row) = self.declaration(def) else { return false };
        let given = self.observation(self.file(from)).and_then(|it| it.arguments(site));
        let file = self.file(from);
        let takes =
            given.is_none_or(|given| self.takes_so_many(def, given.len()) && self.takes_block(file, def, given));
        let is_open = *on == ArgumentType::Unknown;
        let is_refused = || is_open && given.is_some_and(|given| self.refuses(from, given, def));
        match row.kind {
            DeclKind::Variable | DeclKind::Field => !is_open && !self.is_no_function(def),
            _ => takes && !is_refused(),
        }
    }

    /// Whether the type of a value is known to be one that is not called.
    fn is_no_function(&self, def: DefId) -> bool {
        let built_in = self.language(self.file(def)).map_or(&[][..], |it| it.conventions.built_in_types);
        let is_built_in =
            |of: Cow<'_, str>| built_in.iter().any(|names| names.contains(&simple(&of).trim_end_matches('?')));
        self.stated_name(def).is_some_and(is_built_in)
            || type_in_the_way(self, &Target::Defs(vec![def], Rule::Extension)).is_some()
    }

    /// How well a receiver fits the type that an extension extends. Where the language states no conversions, what is known of both
    /// says so.
    pub(super) fn fit_of_receiver(&self, from: DefId, given: &ArgumentType<'_>, wanted: &ParameterType<'_>) -> u8 {
        match (self.conversions(from), given, wanted.of) {
            (None, ArgumentType::Type(given), Some(of)) => self.fit_of_types(*given, of),
            (rules, ..) => self.fit(rules, given, wanted),
        }
    }

    /// The same of an extension. A type of the repository all of whose supertypes are known is of no type of a library.
    pub(super) fn fit_of_extension(&self, from: DefId, given: &ArgumentType<'_>, def: DefId) -> u8 {
        let Some(wanted) = self.extended(def) else { return 0 };
        let is_known = |of: DefId| {
            wanted.of.is_none()
                && self.language(self.file(def)).is_some_and(|it| it.conventions.names_functions_apart)
                && self.has_known_supertypes(of)
                && !self.extends_all(def)
                && !self.is_declared_type(def, simple(&wanted.name))
        };
        match given {
            ArgumentType::Type(of) if is_known(*of) => 0,
            ArgumentType::Type(of) if wanted.of.is_some_and(|wanted| self.are_one_type(wanted, *of)) => EXACT,
            _ => self.fit_of_receiver(from, given, &wanted),
        }
    }

    /// Whether two declarations are of one type, each for a platform of its own: nothing else has a name of a package twice.
    pub(in crate::resolve) fn are_one_type(&self, one: DefId, other: DefId) -> bool {
        let named = |def: DefId| {
            let observation = self.observation(self.file(def))?;
            let row = self.declaration(def).filter(|row| row.container == Some(Decl(0)))?;
            Some((observation.name(observation.package?), observation.name(row.name)))
        };
        one != other && named(one).is_some_and(|one| Some(one) == named(other))
    }

    /// Whether a name means something of the repository where a function is declared.
    fn is_declared_type(&self, def: DefId, name: &str) -> bool {
        let sym = self.sym_of(name.trim_end_matches('?'));
        let named = sym.map_or(Target::Unknown, |sym| self.name(def, sym, 0));
        matches!(named, Target::Defs(..) | Target::Ambiguous | Target::Value(_))
    }

    /// Whether it is open that a receiver is of the extended type, so well as it fits.
    fn is_open_receiver(&self, from: DefId, given: &ArgumentType<'_>, fit: u8) -> bool {
        let is_any = match given {
            ArgumentType::Unknown => true,
            ArgumentType::Named(name) => is_variable(name),
            _ => false,
        };
        is_any || self.conversions(from).is_none() && fit <= LOOSE
    }

    /// Whether an extension is one of every value: of a type parameter, or of the type of all objects.
    pub(super) fn extends_all(&self, def: DefId) -> bool {
        let Some(wanted) = self.extended(def).filter(|wanted| wanted.of.is_none()) else { return false };
        let name = simple(&wanted.name).trim_end_matches('?');
        let is_top = self.conversions(def).is_some_and(|rules| rules.tops.contains(&name));
        is_top || is_variable(name) || self.is_type_parameter(def, name)
    }

    /// The extended type of the function around, where no type is nearer.
    pub(super) fn extended_by(&self, from: DefId) -> Option<ParameterType<'_>> {
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        definitions_around(self, from).take_while(|def| !is_type(def)).find_map(|def| self.extended(def))
    }

    /// Whether the functions outside of a type are called like its members in the language of a definition.
    pub(super) fn has_extensions(&self, def: DefId) -> bool {
        self.language(self.file(def)).is_some_and(|it| it.conventions.extends_by_functions)
    }

    /// The extension that a call means where no member of its name takes the arguments.
    pub(super) fn unless_refused(
        &self,
        from: DefId,
        site: &CallSite,
        members: Target,
        extension: &dyn Fn() -> Target,
    ) -> Target {
        let given = self.observation(self.file(from)).and_then(|observation| observation.arguments(site));
        let (Target::Defs(defs, _), Some(given), true) = (&members, given, self.has_extensions(from)) else {
            return members;
        };
        let is_refused = |defs: &[DefId]| defs.iter().all(|def| self.refuses(from, given, *def));
        let file = self.file(from);
        let is_held = |def: &DefId| self.takes_function_as_held(file, given, *def) == Some(true);
        let is_function = |def: &DefId| self.takes_function_as_held(file, given, *def) == Some(false);
        let is_known = is_refused(defs);
        if !is_known && !defs.iter().all(is_held) {
            return members;
        }
        match extension() {
            Target::Defs(added, rule) if !is_refused(&added) && (is_known || added.iter().all(is_function)) => {
                Target::Defs(added, rule)
            }
            _ => members,
        }
    }

    /// Whether a member takes a function without a name as a value of a type parameter of its type: `put(a: T)` of a `Box<T>`. Such a
    /// type parameter is no function type, as far as an extension of the type takes one there. `None` where neither is so.
    fn takes_function_as_held(&self, file: FileId, given: &[GivenArgument], def: DefId) -> Option<bool> {
        let observation = self.observation(file)?;
        let is_written = |it: &GivenArgument| is_unlabelled(observation, it) || self.is_behind(file, it);
        let place = given.iter().zip(self.places(file, def, given)).find(|(it, _)| is_written(it))?.1;
        if self.takes_function(def, place, FUNCTION_TYPE) {
            return Some(false);
        }
        let wanted = self.wanted(def, place)?;
        let is_of_type = is_variable(&wanted.name) && self.place_of_parameter(def, &wanted.name).is_none();
        is_of_type.then_some(true)
    }

    /// Whether a call of a member may mean an extension of its name that gives another type: the path of a call has no
    /// arguments to tell them apart.
    pub(in crate::resolve) fn may_be_extension(
        &self,
        from: DefId,
        called: ExprId,
        (on, member): (&Target, &Target),
        given: DefId,
    ) -> bool {
        let (Target::Value(Some(on)), Target::Defs(members, _), true) = (on, member, self.has_extensions(from)) else {
            return false;
        };
        let file = self.file(from);
        let Some(Expr::Member(_, name)) = self.observation(file).map(|it| it.expr(called)) else { return false };
        let Target::Defs(defs, _) = self.name(from, self.sym(file, name), 1) else { return false };
        let is_of = |of: &DefId| of == on || self.lineage(on).is_some_and(|lineage| lineage.contains(of));
        let is_other = |def: &&DefId| {
            self.extended(**def).is_some_and(|it| it.of.is_some_and(|of| is_of(&of)))
                && !members.iter().any(|member| self.has_parameters_of(*member, **def))
        };
        defs.iter().filter(is_other).any(|def| self.returned(*def, 1) != Some(given))
    }

    /// The target of a name that is called without a receiver: in place of an extension, the member that takes the same, where
    /// the extended type has one.
    pub(in crate::resolve) fn member_before(&self, from: DefId, sym: Sym, target: Target, depth: u32) -> Target {
        let (Target::Defs(defs, _), true) = (&target, self.has_extensions(from)) else { return target };
        let extended = |def: &DefId| self.extended(*def).and_then(|it| it.of);
        let of = defs.first().and_then(extended);
        let Some(of) = of.filter(|of| defs.iter().all(|def| extended(def) == Some(*of))) else { return target };
        let takes_same = |members: &[DefId]| {
            defs.iter().all(|def| members.iter().any(|member| self.has_parameters_of(*member, *def)))
        };
        match self.member(of, sym, depth + 1) {
            Some(Target::Defs(members, rule)) if takes_same(&members) => Target::Defs(members, rule),
            _ => target,
        }
    }

    /// Whether the code around binds the name of a type: as a type parameter, unless as a field of that very type.
    pub(super) fn is_type_parameter(&self, from: DefId, name: &str) -> bool {
        let Some(sym) = self.sym_of(name.trim_end_matches("[]")) else { return false };
        let is_bound = |scope: DefId| {
            let Some(observation) = self.observation(self.file(scope)) else { return false };
            let sites = self.locals(&(scope, sym)).into_iter().flatten();
            let mut bindings = sites.filter_map(|at| observation.bindings.get(*at as usize));
            bindings.any(|it| {
                it.of.is_none_or(|of| without_count(simple(&observation.spelled(of))).0 != observation.name(it.name))
            })
        };
        std::iter::successors(Some(from), |def| self.container(*def)).any(is_bound)
    }

    /// Whether a type is the very one that an extension extends.
    fn extends_type(&self, def: DefId, of: &ArgumentType<'_>) -> bool {
        self.extended(def).is_some_and(|wanted| match of {
            ArgumentType::Type(of) => wanted.of == Some(*of),
            ArgumentType::Named(name) => wanted.of.is_none() && simple(name) == simple(&wanted.name),
            _ => false,
        })
    }

    /// The type that an extension extends; `None` for what is none.
    pub(super) fn extended(&self, def: DefId) -> Option<ParameterType<'_>> {
        let row = self.declaration(def).filter(|row| Declaration::is_extension(row))?;
        let name = self.observation(self.file(def))?.name(row.owner?);
        Some(ParameterType { name: name.into(), of: self.owner_type.get(&def).copied() })
    }

    /// Whether a type, and the one that an extension extends, are holders of the library that hold at other places: no map is a list.
    fn hold_apart(&self, def: DefId, own: &str) -> bool {
        let holders = self.language(self.file(def)).and_then(|it| it.conventions.holders);
        let place = |name: &str| {
            let name = simple(name).trim_end_matches('?');
            holders.and_then(|holders| holders.types.iter().find(|(known, _)| *known == name)).map(|(_, place)| *place)
        };
        let wanted = self.extended(def).and_then(|wanted| place(&wanted.name));
        place(own).zip(wanted).is_some_and(|(own, wanted)| own != wanted)
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
        let may_be = |own: &ParameterType<'_>| defs.iter().all(|def| !self.hold_apart(*def, &own.name));
        let may_be_outer = || own.iter().any(|own| own.of.is_none() && may_be(own)) && defs.iter().all(is_outer);
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
