//! Functions in the groups of tests: one is seen in its group, and in those inside of that, alone.

use cg_rules::DefId;

use super::table::SymbolTable;
use crate::language::group_of_name;

impl SymbolTable<'_> {
    /// Whether a function is one of a group.
    pub(super) fn is_of_group(&self, def: DefId) -> bool {
        self.group_of(def).is_some()
    }

    /// The lines of the group that a function is of, and whether the group shares what it holds, or takes what others share.
    fn group_of(&self, def: DefId) -> Option<(u32, u32, bool)> {
        let line = self.declaration(def)?.start_line;
        let (before, behind, is_shared) = self.locals.of(def).find_map(|(name, _)| group_of_name(self.text(name)))?;
        Some((line.saturating_sub(before), line.saturating_add(behind), is_shared))
    }

    /// Those of some functions of a file that are seen from a line: of those in groups the ones of the innermost group around it, before
    /// all others. Not sure is one that is shared with other groups, where nothing else is seen. At most one more than `most` is given.
    pub(super) fn seen_in_group(&self, defs: Vec<DefId>, line: Option<u32>, most: usize) -> (Vec<DefId>, bool) {
        let groups: Vec<Option<(u32, u32, bool)>> = defs.iter().map(|def| self.group_of(*def)).collect();
        let only = |is_meant: &dyn Fn(Option<(u32, u32, bool)>) -> bool| -> Vec<DefId> {
            let all = defs.iter().zip(&groups).filter(|(_, group)| is_meant(**group));
            all.map(|(def, _)| *def).take(most + 1).collect()
        };
        let Some(line) = line.filter(|_| groups.iter().any(Option::is_some)) else { return (only(&|_| true), true) };
        let around = groups.iter().flatten().filter(|(first, last, _)| (*first..=*last).contains(&line));
        let innermost = around.min_by_key(|(first, last, _)| last - first).map(|(first, last, _)| (*first, *last));
        let seen = only(&|group| group.map(|(first, last, _)| (first, last)) == innermost);
        match seen.is_empty() {
            true => {
                let shared = only(&|group| group.is_some_and(|(.., is_shared)| is_shared));
                (if shared.len() == 1 { shared } else { Vec::new() }, false)
            }
            false => (seen, true),
        }
    }
}
