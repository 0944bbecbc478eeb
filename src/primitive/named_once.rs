//! Names that stand nowhere but where they are declared, so that nothing can use them by their names.

use std::collections::BTreeMap;

use cg_rules::FileId;

use super::engine::Engine;
use super::named_texts::last_name;
use super::symbol_match::SymbolMatch;
use crate::base::word_places;
use crate::facts::NONE;

impl Engine<'_> {
    /// Whether no line of a file has the name of a symbol but those that declare it, by the index of words and the texts of the
    /// declaring files. What is in no index, as no text of code, has no use.
    pub(super) fn is_named_once(&self, symbol: &SymbolMatch) -> bool {
        let (Some(name), Some(tree), Some(retrieval)) = (last_name(symbol), self.tree, self.retrieval) else {
            return false;
        };
        let mut declared: BTreeMap<FileId, usize> = BTreeMap::new();
        for row in symbol.defs.iter().filter_map(|def| self.snapshot.definition(*def)) {
            if self.snapshot.name_in(&row) != name {
                return false;
            }
            *declared.entry(row.file).or_default() += 1;
        }
        let holding = retrieval.holding(self, name);
        let is_source = |file: FileId| self.snapshot.file_row(file).is_some_and(|row| row.language != NONE);
        let may_hold = |(holds, file): (&Option<bool>, FileId)| {
            !declared.contains_key(&file) && holds.unwrap_or_else(|| is_source(file))
        };
        if declared.is_empty() || holding.is_empty() || holding.iter().zip((0..).map(FileId)).any(may_hold) {
            return false;
        }
        declared.iter().all(|(file, n_declared)| {
            tree.read(self.snapshot.path(*file))
                .is_ok_and(|text| word_places(&text, name.as_bytes()).count() == *n_declared)
        })
    }
}
