//! The places at which a file names a definition through a module that it imports: `echo.HandlerFunc`. Facts have the import, and the
//! calls behind it; the text has the types, constants and values.

use cg_rules::FileId;

use super::answer::Link;
use super::engine::Engine;
use super::meant_places::{links, sites_of};
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::module_names::{ModuleNames, homes, imports};
use super::named_texts::NamedTexts;
use super::namesakes::take;
use super::symbol_match::SymbolMatch;
use crate::base::Position;
use crate::parse::SiteKind;

/// The most files that are read for one symbol; the places of the others are counted.
const FILES: usize = 200;

/// Lists those of the places in doubt that a module leads to, and takes them out of what is counted.
pub fn behind_modules(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut Vec<Mentioned>,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> Vec<(FileId, Link)> {
    let homes = homes(engine, &symbol.defs.iter().copied().collect());
    let mut found = Vec::new();
    let mut open: Vec<(u32, FileId)> = mentioned
        .iter()
        .filter(|row| row.verdict == MentionVerdict::Open)
        .flat_map(|row| row.files.keys().map(|file| (row.name, *file)))
        .filter(|(_, file)| !imports(engine, &homes, *file).is_empty())
        .collect();
    open.sort_unstable_by_key(|(name, file)| (engine.is_aside(*file), *file, *name));
    open.dedup();
    for (name, file) in open.into_iter().take(FILES) {
        let Some(Some(sites)) = sites_of(engine, name, [file].into_iter(), texts, listed).pop() else { continue };
        let Some(text) = texts.lines(file) else { continue };
        let modules = ModuleNames::of(engine, &homes, file, &text);
        let is_hidden = |module: &str| texts.declares(file, module);
        let leads = |(at, kind): &(Position, SiteKind)| modules.lead_to(&text, *at, *kind, is_hidden);
        let meant: Vec<(Position, SiteKind)> = sites.unlisted.into_iter().filter(leads).collect();
        // What is listed already was in doubt as well, unless the file has the name by itself.
        let is_named = |row: &Mentioned| {
            let is_meant = row.verdict == MentionVerdict::Meant && row.meaning != MentionSense::Declares;
            is_meant && row.name == name && row.files.contains_key(&file)
        };
        let n_listed = if mentioned.iter().any(is_named) { 0 } else { sites.n_listed as usize };
        take(mentioned, name, file, meant.len() + n_listed);
        found.extend(links(engine, symbol, file, meant));
    }
    mentioned.retain(|row| !row.files.is_empty());
    found
}
