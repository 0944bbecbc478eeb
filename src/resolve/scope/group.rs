//! Functions in the groups of tests: one is seen in its group, and in those inside of that; less surely in those that share what they hold.

use cg_rules::DefId;

use super::table::SymbolTable;
use crate::language::lines_of_group;

/// The lines of a group, and those of the others that may call its functions.
struct Group {
    own: (i64, i64),
    others: Vec<(i64, i64)>,
}

impl Group {
    fn is_around(&self, line: i64) -> bool {
        holds(self.own, line)
    }
}

fn holds((first, last): (i64, i64), line: i64) -> bool {
    (first..=last).contains(&line)
}

impl SymbolTable<'_> {
    /// Whether a function is one of a group.
    pub(super) fn is_of_group(&self, def: DefId) -> bool {
        self.group_of(def).is_some()
    }

    fn group_of(&self, def: DefId) -> Option<Group> {
        let line = i64::from(self.declaration(def)?.start_line);
        let stated = self.locals.of(def).find_map(|(name, _)| lines_of_group(self.text(name)))?;
        let mut lines = stated.into_iter().map(|(first, last)| (line + first, line + last));
        Some(Group { own: lines.next()?, others: lines.collect() })
    }

    /// Those of some functions of a file that are seen from a line, and whether that is sure: of those in groups the ones of the innermost
    /// group around it, before all others; where nothing else is seen, one of a group that shares what it holds with the line's. At most
    /// one more than `most` is given.
    pub(super) fn seen_in_group(&self, defs: Vec<DefId>, line: Option<u32>, most: usize) -> (Vec<DefId>, bool) {
        let groups: Vec<Option<Group>> = defs.iter().map(|def| self.group_of(*def)).collect();
        let only = |is_meant: &dyn Fn(Option<&Group>) -> bool| -> Vec<DefId> {
            let all = defs.iter().zip(&groups).filter(|(_, group)| is_meant(group.as_ref()));
            all.map(|(def, _)| *def).take(most + 1).collect()
        };
        let Some(line) = line.filter(|_| groups.iter().any(Option::is_some)).map(i64::from) else {
            return (only(&|_| true), true);
        };
        let around = groups.iter().flatten().filter(|group| group.is_around(line)).map(|group| group.own);
        let innermost = around.min_by_key(|(first, last)| last - first);
        let seen = only(&|group| group.map(|group| group.own) == innermost);
        if !seen.is_empty() {
            return (seen, true);
        }
        let shared = only(&|group| group.is_some_and(|it| it.others.iter().any(|lines| holds(*lines, line))));
        (if shared.len() == 1 { shared } else { Vec::new() }, false)
    }
}
