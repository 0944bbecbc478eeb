//! The places at which files name a symbol that they import under another name: `import { a as b }`.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::imported_names::ImportedNames;
use super::key_places::is_key;
use super::kin::language;
use super::meant_places::links;
use super::named_texts::NamedTexts;
use super::standing::access;
use super::symbol_match::SymbolMatch;
use super::top_scopes::binding_lines;
use crate::base::Position;

/// Those that an answer does not list yet.
pub fn renamed_places(
    names: &ImportedNames,
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    listed: &[(FileId, Link)],
    texts: &NamedTexts,
) -> Vec<(FileId, Link)> {
    let mut found = Vec::new();
    for (file, locals) in &names.others {
        let Some(text) = texts.of_file(*file) else { continue };
        let lines = &text.lines;
        let keys_are_members = language(engine.snapshot, *file).is_some_and(|it| it.keys_are_members);
        let taken: FxHashSet<Position> =
            listed.iter().filter(|(_, link)| link.file == *file).map(|(_, link)| link.at).collect();
        let is_no_name = |at: Position| access(lines, at).is_some() || is_key(lines, at, keys_are_members);
        for local in locals {
            // What is imported is given no other value: a function that writes the name has one of its own.
            let bound = text.bindings(local).into_iter().map(|(at, _)| at).filter(|at| !is_no_name(*at));
            let binding = binding_lines(engine, *file, &[], &bound.collect::<Vec<_>>());
            let is_bound = |at: Position| binding.iter().any(|(first, last)| (*first..=*last).contains(&at.line));
            let mut sites = texts.named(*file, local);
            sites.retain(|(at, _)| !taken.contains(at) && !is_no_name(*at) && !is_bound(*at));
            found.extend(links(engine, symbol, *file, sites));
        }
    }
    found
}
