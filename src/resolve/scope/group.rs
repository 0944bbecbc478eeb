//! Functions at the tops of files, and in the groups of tests: one of a group is seen in that, and in those inside of it; less surely in
//! those that share what they hold.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Decl, DeclKind, MOST_CANDIDATES, Resolution, Rule, lines_of_group};

/// The most functions of one name at the top of a file, and in its groups, that are looked at one by one.
const MOST_OF_ONE_NAME: usize = 32;

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
    /// Resolves a name as a function at the top of a file, or of one that it loads.
    pub(super) fn at_top(&self, from: DefId, name: &str, line: Option<u32>) -> Target {
        let Some(sym) = self.sym_of(name) else { return Target::Unknown };
        let own = self.functions_at_top(self.file(from), sym);
        match self.seen_in_group(own, line.or_else(|| self.line_of_function(from)), MOST_CANDIDATES) {
            (defs, _) if defs.is_empty() => {
                self.several(self.functions_of_loaded(self.file(from), sym)).by(Rule::Import)
            }
            (defs, is_sure) => self.several(defs).by(if is_sure { Rule::Member } else { Rule::Several }),
        }
    }

    /// The line at which a function begins; `None` for the top of a file.
    fn line_of_function(&self, from: DefId) -> Option<u32> {
        self.declaration(from).filter(|row| row.kind != DeclKind::File).map(|row| row.start_line)
    }

    /// The functions at the top of a file by a name.
    fn functions_at_top(&self, file: FileId, sym: Sym) -> Vec<DefId> {
        let held = self.held(&(self.def(file, Decl(0)), sym)).unwrap_or_default().iter().copied();
        let is_function = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Function);
        held.filter(is_function).take(MOST_OF_ONE_NAME).collect()
    }

    /// The functions at the tops of the files that a file loads.
    fn functions_of_loaded(&self, file: FileId, sym: Sym) -> Vec<DefId> {
        let resolutions = self.resolutions.get(file.0 as usize).into_iter().flatten();
        let loaded = resolutions.filter_map(|it| if let Resolution::Module(files) = it { Some(files) } else { None });
        let mut loaded: Vec<FileId> = loaded.flatten().copied().filter(|other| *other != file).collect();
        loaded.sort_unstable();
        loaded.dedup();
        let functions = loaded.into_iter().flat_map(|file| self.functions_at_top(file, sym));
        // One more than a call may lead to says as much as all of them.
        functions.filter(|def| !self.is_of_group(*def)).take(MOST_CANDIDATES + 1).collect()
    }

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
