//! The names of a snapshot: each text once, in byte order, so that their numbers keep their order whatever an edit adds.

use cg_rules::FileId;

use super::relation::NONE;
use crate::base::{Position, Strings};
use crate::resolve::{Outside, Sym, SymbolTable};

/// The tests of one file: the names that runners show, with their places.
pub type FileTests = (FileId, Vec<(String, Position)>);

/// NameIds by text and, where definitions have them, by the numbers that the symbol table has for them.
pub struct NameIds {
    /// The texts, in byte order.
    texts: Strings,
    /// Whether a definition has the name, or is owned by what has it.
    is_defined: Vec<bool>,
    of_syms: Vec<u32>,
}

impl NameIds {
    /// The names of all definitions, those that definitions of other families have, and others.
    pub fn of<'t>(index: &SymbolTable<'t>, others: impl Iterator<Item = &'t str>) -> Self {
        let is_defined = defined(index);
        let syms = (0u32..).map(Sym).zip(&is_defined);
        let syms = syms.filter(|(sym, is_defined)| **is_defined || index.is_defined_elsewhere(*sym));
        let mut all: Vec<(&str, Option<Sym>)> = syms.map(|(sym, _)| (index.text(sym), Some(sym))).collect();
        all.extend(others.map(|text| (text, None)));
        // Of one text, that of a definition comes last.
        all.sort_unstable();
        let (mut texts, mut of_syms) = (Strings::default(), vec![NONE; is_defined.len()]);
        for same in all.chunk_by(|(one, _), (other, _)| one == other) {
            let Some((text, sym)) = same.last() else { continue };
            let id = texts.push(text);
            if let Some(place) = sym.and_then(|sym| of_syms.get_mut(sym.0 as usize)) {
                *place = id;
            }
        }
        Self { texts, is_defined, of_syms }
    }

    /// NameIds that are in order, in a symbol table.
    pub fn in_order(index: &SymbolTable<'_>, texts: Strings) -> Self {
        let is_defined = defined(index);
        Self { texts, of_syms: vec![NONE; is_defined.len()], is_defined }
    }

    /// The number of a text; [`NONE`] for one that is no name.
    pub fn id(&self, text: &str) -> u32 {
        self.texts.find(text).unwrap_or(NONE)
    }

    /// The number of the name of a definition; `None` where none has it.
    pub fn defined(&self, index: &SymbolTable<'_>, sym: Sym) -> Option<u32> {
        let at = sym.0 as usize;
        let is_defined = self.is_defined.get(at).copied().unwrap_or(false);
        if !is_defined && !index.is_defined_elsewhere(sym) {
            return None;
        }
        let known = self.of_syms.get(at).copied().filter(|id| *id != NONE);
        known.or_else(|| self.texts.find(index.text(sym)))
    }

    /// The texts.
    pub fn into_texts(self) -> Strings {
        self.texts
    }
}

/// The names that definitions have, and their owners.
fn defined(index: &SymbolTable<'_>) -> Vec<bool> {
    let mut is_defined = vec![false; index.n_texts()];
    index.world.paths.iter().for_each(|(file, _)| index.defined_names(file, &mut is_defined));
    is_defined
}

/// The texts of names that no definition need have: of tests, of modules and members of packages, of modules.
pub fn other_names<'t>(
    tests: &'t [FileTests],
    outside: &'t Outside,
    modules: &'t [(&'t str, FileId)],
) -> impl Iterator<Item = &'t str> {
    let tests = tests.iter().flat_map(|(_, tests)| tests).map(|(name, _)| name.as_str());
    tests.chain(outside.named()).chain(modules.iter().map(|(name, _)| *name))
}
