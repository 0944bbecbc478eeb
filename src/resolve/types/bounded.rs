//! Finds the type of a field whose stated type is a type parameter, by the block that states a type in its place.

use cg_rules::DefId;

use crate::language::DeclKind;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most type parameters that are looked through.
const MOST_PARAMETERS: usize = 8;

impl SymbolTable<'_> {
    /// For a field that is a type parameter of its type and of no stated bound there: a value of the type that the block around
    /// `from` states at the parameter's place (`impl Lines<File>`). Every other target stays as it is.
    pub(in crate::resolve) fn bounded_around(&self, from: DefId, target: Target) -> Target {
        let value = target.single().and_then(|field| self.bound_by_block(from, field));
        value.unwrap_or(target)
    }

    fn bound_by_block(&self, from: DefId, field: DefId) -> Option<Target> {
        // Only a language that records places of type parameters has such a name.
        self.parameter_at(0)?;
        let row = self.declaration(field).filter(|row| row.kind == DeclKind::Field)?;
        let of = self.container(field).filter(|_| self.type_of_definition(field, 0).is_none())?;
        let observation = self.observation(self.file(field))?;
        let stated = |sym: Sym| {
            let bindings = self.locals(&(of, sym))?;
            bindings.iter().find_map(|at| observation.bindings[*at as usize].of)
        };
        let parameter = stated(self.sym(self.file(field), row.name))?;
        let place =
            (0..MOST_PARAMETERS).map_while(|at| self.parameter_at(at)).find(|at| stated(*at) == Some(parameter))?;
        let mut around = std::iter::successors(Some(from), |def| self.container(*def));
        let block = around.find(|def| self.owner_type.get(def) == Some(&of))?;
        match self.value_of_local(block, place) {
            Target::Value(None) => None,
            value => Some(value),
        }
    }

    /// The name under which the type at a place of the parameters is bound.
    fn parameter_at(&self, at: usize) -> Option<Sym> {
        self.sym_of(&format!("<{at}>"))
    }
}
