//! The names of each family of languages, and the part that they have in a symbol table where the files of a family are not read.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;

use super::uses::modules_of;
use crate::language::Name;
use crate::resolve::scope::absent::{AbsentFamilies, FamilyName, FamilyNames};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// Whether any file declares a name.
    pub fn is_declared(&self, file: FileId, name: Name) -> bool {
        let sym = self.sym(file, name);
        self.declared.contains(sym) || self.absent.declares(self.text(sym))
    }

    /// Whether a file of a family declares a name.
    fn declares(&self, family: &str, sym: Sym) -> bool {
        let number = self.world.table.iter().position(|language| language.family == family);
        number.is_some_and(|number| self.declared.is_of(sym, number))
    }

    /// Marks the names that the definitions of a file have, and those of their owners.
    pub fn defined_names(&self, file: FileId, is_defined: &mut [bool]) {
        let Some(observation) = self.observation(file) else { return };
        for name in observation.declarations.iter().flat_map(|row| [Some(row.name), row.owner]).flatten() {
            if let Some(place) = is_defined.get_mut(self.sym(file, name).0 as usize) {
                *place = true;
            }
        }
    }

    /// The files that are not read.
    pub fn absent(&self) -> &AbsentFamilies {
        &self.absent
    }

    /// The families with files that are not read and write one of some names.
    pub fn absent_writers<'n>(&self, names: impl Iterator<Item = &'n str>) -> BTreeSet<String> {
        let writers = |name| self.absent.families.iter().filter(move |family| family.writes(name));
        names.flat_map(writers).map(|family| family.family.clone()).collect()
    }

    /// Whether a definition of a file that is not read has a name.
    pub fn is_defined_elsewhere(&self, sym: Sym) -> bool {
        self.absent.families.iter().any(|family| family.defines(self.text(sym)))
    }
}

/// The names that each family writes.
pub fn family_names(index: &SymbolTable<'_>) -> Vec<FamilyNames> {
    let world = index.world;
    let mut files: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    for file in world.paths.iter().map(|(file, _)| file).filter(|file| index.observation(*file).is_some()) {
        if let Some(language) = world.language(file) {
            files.entry(language.family).or_default().push(file);
        }
    }
    files.into_iter().map(|(family, files)| names_of(index, family, &files)).collect()
}

fn names_of(index: &SymbolTable<'_>, family: &str, files: &[FileId]) -> FamilyNames {
    let (mut is_written, mut is_defined) = (vec![false; index.n_texts()], vec![false; index.n_texts()]);
    for file in files {
        index.syms(*file).iter().for_each(|sym| is_written[sym.0 as usize] = true);
        index.defined_names(*file, &mut is_defined);
    }
    let syms = (0u32..).zip(&is_written).filter(|(_, is_written)| **is_written).map(|(at, _)| Sym(at));
    let names = syms.map(|sym| FamilyName {
        text: index.text(sym),
        is_declared: index.declares(family, sym),
        is_defined: is_defined[sym.0 as usize],
    });
    let modules = modules_of(index, files.iter().copied()).into_iter();
    FamilyNames::of(family, names.collect(), modules.map(|(name, file)| (name.to_owned(), file.0)).collect())
}
