//! Tells functions of one name apart by how many arguments they take, where types decide in ways that the text does not show:
//! conversions, templates.

use cg_rules::DefId;

use crate::language::{Decl, Parameters, Rule};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// Among several functions of one name, those that take so many arguments; all of them, where none is known to, less surely.
    pub(super) fn by_number(&self, n_given: usize, defs: Vec<DefId>, rule: Rule) -> Target {
        let fits = |def: &DefId| self.takes_number(*def, n_given);
        let fitting: Vec<DefId> = defs.iter().copied().filter(fits).collect();
        match fitting.len() {
            n if n == defs.len() => Target::Defs(defs, rule),
            0 => Target::Defs(defs, rule.min(Rule::Several)),
            1 => Target::Defs(fitting, rule.narrowed(Rule::Overload)),
            _ => Target::Defs(fitting, rule),
        }
    }

    /// Whether no number of arguments fits two of some functions, so that each call can mean but one of them.
    pub(in crate::resolve) fn differ_by_number(&self, defs: &[DefId]) -> bool {
        let parameters = |def: &DefId| self.declaration(*def)?.parameters;
        let Some(mut ranges) = defs.iter().map(parameters).collect::<Option<Vec<Parameters>>>() else { return false };
        ranges.sort_by_key(|range| range.least);
        ranges.windows(2).all(|pair| pair[0].most < pair[1].least)
    }

    fn takes_number(&self, def: DefId, n_given: usize) -> bool {
        let Some(parameters) = self.declaration(def).and_then(|row| row.parameters) else { return true };
        let is_most = parameters.most == u8::MAX || n_given <= usize::from(parameters.most);
        is_most && (n_given >= usize::from(parameters.least) || self.may_have_defaults(def, n_given))
    }

    /// Whether a declaration apart from a body, where defaults are stated, lets it take fewer arguments.
    fn may_have_defaults(&self, def: DefId, n_given: usize) -> bool {
        let Some(row) = self.declaration(def).filter(|row| row.body_line > 0) else { return false };
        let Some(of) = self.owner_type.get(&def) else {
            // Another file may declare a function that it can name.
            let file = self.file(def);
            let place = (file, Decl(def.0 - self.def(file, Decl(0)).0));
            return row.exported
                && self.resolver(file.0 as usize).is_some_and(|it| it.may_take_fewer(place, n_given))
                && self.container(def).and_then(|it| self.declaration(it)).is_none_or(|it| !it.kind.is_type());
        };
        let most = row.parameters.map(|it| it.most);
        let declared = self.held(&(*of, self.sym(self.file(def), row.name))).unwrap_or_default();
        let declared = declared.iter().filter_map(|it| self.declaration(*it)?.parameters);
        declared.filter(|it| Some(it.most) == most).any(|it| usize::from(it.least) <= n_given)
    }
}
