//! Members of the types that another joins: of an intersection, of a companion, of a self type.

use cg_rules::DefId;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::{Target, agree};
use crate::language::{BindingKind, DeclKind, ExprId, JOINED, Rule};

impl SymbolTable<'_> {
    /// A member of one of the types that a type joins. It has none of what these join in turn, unless one is an alias.
    pub(super) fn joined_member(&self, of: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let sites = self.locals(&(of, self.sym_of(JOINED)?))?;
        let observation = self.observation(self.file(of))?;
        let is_alias = |def: DefId| self.declaration(def).is_some_and(|row| row.kind == DeclKind::Alias);
        let paths = sites.iter().filter_map(|at| observation.bindings[*at as usize].of);
        let members = paths.filter_map(|path| {
            let target = self.path(self.place_of_joined(of, path), path, depth);
            let joined = self.type_of_target(&target, BindingKind::Copied, depth)?;
            if is_alias(joined) { self.member(joined, sym, depth) } else { self.stated_member(joined, sym) }
        });
        agree(members.collect())
    }

    /// Where the name of a joined type is looked up: in the type itself where that declares it, or its members are no names of its own
    /// code. The types that it joins have no part in that.
    fn place_of_joined(&self, of: DefId, path: ExprId) -> DefId {
        let file = self.file(of);
        let implicit = self.language(file).is_some_and(|language| language.implicit_this);
        let head = self.observation(file).and_then(|it| it.exprs.head(path)).map(|head| self.sym(file, head));
        let is_own = !implicit || head.is_some_and(|head| self.held(&(of, head)).is_some());
        if is_own { of } else { self.container(of).unwrap_or(of) }
    }

    /// A member that a type has by itself, or by what it extends.
    fn stated_member(&self, of: DefId, sym: Sym) -> Option<Target> {
        let inherited = || self.lineage(&of)?.iter().find_map(|sup| self.own_member(*sup, sym));
        self.own_member(of, sym).or_else(|| inherited().map(|target| target.by(Rule::Inherited)))
    }
}
