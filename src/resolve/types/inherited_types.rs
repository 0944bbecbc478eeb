//! Links the supertypes whose names a type around inherits: `class B extends A { class M extends N {} }`, where `N` is a type in `A`.

use cg_rules::{DefId, FileId};

use super::hierarchy::{enter, forget_lineages};
use crate::language::Inheritance;
use crate::resolve::edge::Extends;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{Target, without_companions};

/// How many types may lie in each other whose supertypes are found so, each by the one around it.
const ROUNDS: usize = 4;

/// Looks again for the supertypes that led nowhere as long as those of the types around were not known, and enters them.
pub fn extend(index: &mut SymbolTable<'_>, rows: &mut Vec<Extends>) {
    for _ in 0..ROUNDS {
        let files: Vec<FileId> = index.linked();
        index.note_looks(true);
        let found: Vec<Extends> = files.into_iter().flat_map(|file| of_file(index, file)).collect();
        index.note_looks(false);
        if found.is_empty() {
            return;
        }
        for row in &found {
            if let Some(own) = index.file_types.get_mut(row.file.0 as usize) {
                own.rows.push(*row);
            }
        }
        enter(index, &found);
        forget_lineages(index);
        rows.extend(found);
    }
}

/// The supertypes of types in types of a file that are found now, and were not before.
fn of_file(index: &SymbolTable<'_>, file: FileId) -> Vec<Extends> {
    let known = index.file_types.get(file.0 as usize).map_or(&[][..], |it| it.rows.as_slice());
    let sites = index.observation(file).filter(|_| index.names(file).is_none()).map(|it| it.supertypes.iter());
    let sites = sites.into_iter().flatten().filter(|site| site.how == Inheritance::Header);
    let open = sites.filter(|site| known.iter().all(|row| row.at != site.at));
    let is_type = |def: DefId| index.declaration(def).is_some_and(|row| row.kind.is_type());
    let found = open.filter_map(|site| {
        let sub = index.def(file, site.sub);
        // A class without a name lies in a method.
        let from = index.container(sub).filter(|_| is_type(sub))?;
        let mut around = std::iter::successors(Some(from), |def| index.container(*def)).filter(|def| is_type(*def));
        around.find(|def| index.lineage(def).is_some())?;
        let Target::Defs(defs, rule) = index.as_type(index.path(from, site.of, 0)) else { return None };
        let [sup] = without_companions(index, &defs)[..] else { return None };
        let rule = index.sure(file, index.file(sup), rule);
        (sup != sub && is_type(sup)).then_some(Extends { sub, sup, file, at: site.at, rule })
    });
    found.collect()
}
