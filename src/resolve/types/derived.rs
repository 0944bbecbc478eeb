//! Finds where members lead that a type lacks, and that an attribute derives: `#[derive(Clone)]` of Rust.

use cg_rules::DefId;

use crate::language::{Decl, DeclKind, Expr, ExprId, Inheritance, Resolution, derive_name};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The target of a member that neither a type nor what it extends declares: it leaves the repository where a library derives it.
    pub(in crate::resolve) fn derived_member(&self, of: DefId, sym: Sym) -> Target {
        let file = self.file(of);
        let known = self.language(file).map_or(&[][..], |it| it.conventions.derived_members);
        let Some(observation) = self.observation(file).filter(|_| !known.is_empty()) else { return Target::Unknown };
        let derived = observation.supertypes.iter().filter(|site| site.how == Inheritance::Derived);
        let from = self.container(of).unwrap_or(of);
        for site in derived.filter(|site| self.def(file, site.sub) == of) {
            let target = self.as_type(self.path(from, site.of, 0));
            let is_outside = !matches!(target, Target::Defs(..));
            let name = observation.spelled(site.of);
            let has_it = match known.iter().find(|(own, _)| is_outside && *own == name) {
                Some((_, members)) => members.contains(&self.text(sym)),
                // A trait of the repository may be given to every type.
                None => matches!(target, Target::External(..) | Target::Foreign) && !self.has_trait_member(of, sym),
            };
            if has_it {
                return Target::Foreign;
            }
        }
        Target::Unknown
    }

    /// The type of what a derived member gives that gives a value of its own type: `A::default()`. `path` is the callee, and `on` where
    /// what is before its name leads.
    pub(in crate::resolve) fn derived_value(&self, from: DefId, path: ExprId, on: &Target) -> Option<DefId> {
        let file = self.file(from);
        let giving = self.language(file)?.conventions.derived_values;
        let observation = self.observation(file).filter(|_| !giving.is_empty())?;
        let Expr::Member(_, name) = observation.expr(path) else { return None };
        let of = match on {
            Target::Value(of) => (*of)?,
            on => on.single().filter(|def| self.declaration(*def).is_some_and(|row| row.kind.is_type()))?,
        };
        let sym = self.sym(file, name);
        let is_derived = giving.contains(&observation.name(name)) && self.member(of, sym, 0).is_none();
        (is_derived && self.derived_member(of, sym) == Target::Foreign).then_some(of)
    }

    /// Whether a module has a name for a macro that derives alone, its own or that of another module: a type of the name is behind it.
    pub(in crate::resolve) fn derives(&self, module: DefId, sym: Sym, depth: u32) -> bool {
        let file = self.file(module);
        if is_cut(depth) || self.language(file).is_none_or(|it| it.conventions.derived_members.is_empty()) {
            return false;
        }
        self.look(file);
        let own = self.sym_of(&derive_name(self.text(sym)));
        if own.is_some_and(|own| self.locals(&(self.def(file, Decl(0)), own)).is_some()) {
            return self.held(&(module, sym)).is_none();
        }
        let Some(observation) = self.observation(file) else { return false };
        let sites = self.bound.get(&(file, sym)).into_iter().flatten();
        let mut here = sites.filter(|site| self.def(file, observation.imports[**site as usize].within) == module);
        here.any(|site| match self.resolutions[file.0 as usize].get(*site as usize) {
            Some(Resolution::Member(files)) => {
                let name = observation.imports[*site as usize].name.map_or(sym, |name| self.sym(file, name));
                files.iter().any(|to| self.derives(self.def(*to, Decl(0)), name, depth + 1))
            }
            _ => false,
        })
    }

    fn has_trait_member(&self, of: DefId, sym: Sym) -> bool {
        let is_trait = |def: DefId| self.declaration(def).is_some_and(|row| row.kind == DeclKind::Trait);
        self.methods(self.file(of), sym).any(|def| self.container(def).is_some_and(is_trait))
    }
}
