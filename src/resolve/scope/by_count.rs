//! Looks names up by the number of their type arguments, where that is part of a name.

use cg_rules::DefId;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{
    CallKind, CallSite, Declaration, LANGUAGES, Observation, STATED_TYPES, with_count, without_count,
};

impl SymbolTable<'_> {
    /// Enters the names that files write.
    pub(super) fn number_counted(&mut self) {
        let counts =
            |language: &Option<usize>| language.is_some_and(|at| LANGUAGES[at].conventions.counts_type_parameters);
        if !self.world.languages.iter().any(counts) {
            return;
        }
        let texts = (0..self.n_texts()).filter_map(|at| u32::try_from(at).ok()).map(Sym);
        let plain = texts.filter_map(|sym| match without_count(self.text(sym)) {
            (_, 0) => None,
            (plain, _) => Some((sym, self.sym_of(plain)?)),
        });
        self.counted.plain = plain.collect();
    }

    /// The name by which a declaration is looked up.
    pub(super) fn name_of_declaration(
        &mut self,
        (observation, def): (&Observation, DefId),
        declaration: &Declaration,
    ) -> Sym {
        let (file, decl) = self.place(def);
        let is_own = |name: &_| without_count(observation.name(*name)).1 == 0;
        let other = observation.counted_name(decl).filter(|name| declaration.kind.is_type() || is_own(name));
        let sym = self.sym(file, other.unwrap_or(declaration.name));
        if other.is_some_and(|name| !is_own(&name)) {
            self.counted.declared.insert(sym);
        }
        sym
    }

    /// Whether a name is that of a declaration which alone sees it.
    pub(super) fn is_named_inside(&self, def: DefId, sym: Sym) -> bool {
        let (file, decl) = self.place(def);
        let other = || self.observation(file).and_then(|it| Some(it.name(it.counted_name(decl)?)));
        self.is_named(def, sym) && other().is_some_and(|name| without_count(name).1 == 0)
    }

    /// A name without the number of its type arguments, where no type of the repository has so many.
    pub(super) fn uncounted(&self, sym: Sym) -> Option<Sym> {
        let plain = *self.counted.plain.get(&sym)?;
        (!self.counted.declared.contains(&sym)).then_some(plain)
    }

    /// Whether a name has a number of type arguments that no type of the repository has.
    pub(in crate::resolve) fn is_of_other_count(&self, sym: Sym) -> bool {
        self.uncounted(sym).is_some()
    }

    /// The target of the plain name in place of such a one: a type of the repository has another number of type parameters, and
    /// is not meant; of functions those that have so many.
    pub(super) fn with_count_of(&self, sym: Sym, target: Target) -> Target {
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        match target {
            Target::Defs(defs, _) if defs.iter().all(is_type) => Target::Foreign,
            Target::Defs(mut defs, rule) => {
                let n_types = without_count(self.text(sym)).1;
                self.by_type_arguments(u8::try_from(n_types).unwrap_or(u8::MAX), &mut defs);
                Target::Defs(defs, rule)
            }
            target => target,
        }
    }

    /// The name that a call looks up: of a type that is made, with the number of its type arguments.
    pub(in crate::resolve) fn called_name(&self, sym: Sym, site: &CallSite) -> Sym {
        match site.n_types {
            n if n > 0 && site.kind == CallKind::New => {
                // The file of the call holds that name.
                self.sym_of(&with_count(self.text(sym), usize::from(n))).unwrap_or(sym)
            }
            _ => sym,
        }
    }

    /// How many type parameters a definition has, where that is part of its name; else 0.
    pub(in crate::resolve) fn n_types(&self, def: DefId) -> usize {
        let (file, decl) = self.place(def);
        let counted = self.observation(file).and_then(|it| Some(it.name(it.counted_name(decl)?)));
        counted.map_or(0, |name| without_count(name).1)
    }

    /// Among functions of one name, those that a call with so many type arguments can mean. Without any, one is not meant of
    /// which they would have to be written.
    pub(in crate::resolve) fn by_type_arguments(&self, n_written: u8, defs: &mut Vec<DefId>) {
        let is_meant = |def: &DefId| match n_written {
            0 => !self.states_types(*def),
            n => self.n_types(*def) == usize::from(n),
        };
        if defs.len() > 1 && defs.iter().any(is_meant) {
            defs.retain(is_meant);
        }
    }

    /// Whether a call of a function must write its type arguments, as no argument shows them.
    fn states_types(&self, def: DefId) -> bool {
        self.sym_of(STATED_TYPES).is_some_and(|sym| self.locals(&(def, sym)).is_some())
    }
}
