//! All methods by their names, as flat arrays.

use cg_rules::DefId;

use super::keyed::Sym;

/// Methods by their names, in the order in which they were entered.
#[derive(Debug, Default)]
pub struct MethodsByName {
    /// Those that were entered, until all are.
    entered: Vec<(Sym, DefId)>,
    /// Where those of each name begin; the last has none behind it.
    starts: Vec<u32>,
    defs: Vec<DefId>,
}

impl MethodsByName {
    /// Enters a method.
    pub fn enter(&mut self, sym: Sym, def: DefId) {
        self.entered.push((sym, def));
    }

    /// Puts those that were entered into place, of so many names.
    pub fn finish(&mut self, n_names: usize) {
        let entered = std::mem::take(&mut self.entered);
        let mut ends = vec![0u32; n_names];
        let place = |at: Sym| at.0 as usize;
        entered.iter().filter_map(|(sym, _)| Some(place(*sym)).filter(|at| *at < n_names)).for_each(|at| ends[at] += 1);
        let mut end = 0;
        for count in &mut ends {
            let start = end;
            end += *count;
            *count = start;
        }
        self.starts.clone_from(&ends);
        self.defs = vec![DefId(u32::MAX); end as usize];
        for (sym, def) in entered {
            if let Some(next) = ends.get_mut(place(sym)) {
                self.defs[*next as usize] = def;
                *next += 1;
            }
        }
    }

    /// Those of a name.
    pub fn of(&self, sym: Sym) -> &[DefId] {
        let start = |at: usize| self.starts.get(at).map_or(self.defs.len(), |start| *start as usize);
        self.defs.get(start(sym.0 as usize)..start((sym.0 as usize).saturating_add(1))).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_keep_their_order_under_each_name() {
        let mut methods = MethodsByName::default();
        for (sym, def) in [(2, 5), (0, 6), (2, 7), (9, 8)] {
            methods.enter(Sym(sym), DefId(def));
        }
        methods.finish(4);
        let of = |sym| methods.of(Sym(sym)).iter().map(|def| def.0).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2), of(3), of(9)], [vec![6], vec![], vec![5, 7], vec![], vec![]]);
    }
}
