//! The places that read a member which is a property or a method without calling it: facts hold the calls alone, and the text
//! decides which of the other places of its name surely mean it.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::answer::Link;
use super::engine::Engine;
use super::meant_places::{links, sites_of};
use super::member_places::{MemberPlaces, MemberSense};
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::named_places::NamedTexts;
use super::symbol_match::SymbolMatch;
use crate::parse::SiteKind;

/// The most files that are read for one symbol; the places of the others are counted.
const FILES: usize = 64;

/// Lists the places of a member that surely mean it and are no calls, and takes them out of what is only counted.
pub fn member_reads(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut [Mentioned],
    listed: [&[(FileId, Link)]; 2],
    texts: &mut NamedTexts,
) -> Vec<(FileId, Link)> {
    let Some(members) = MemberPlaces::of(engine, symbol) else { return Vec::new() };
    let listed = listed.concat();
    let mut names: Vec<u32> = mentioned.iter().map(|row| row.name).collect();
    names.dedup();
    let mut found = Vec::new();
    for name in names {
        let open = mentioned.iter().filter(|row| row.name == name && may_be_read(row)).flat_map(|row| &row.files);
        let mut files: Vec<FileId> = open.map(|(file, _)| *file).filter(|file| members.is_known(*file)).collect();
        files.sort_unstable_by_key(|file| (engine.is_aside(*file), *file));
        files.dedup();
        files.truncate(FILES);
        let mut placed: FxHashMap<FileId, u32> = FxHashMap::default();
        let sites = sites_of(engine, name, files.iter().copied(), texts, &listed);
        for (file, sites) in files.into_iter().zip(sites) {
            let Some((sites, text)) = sites.zip(texts.lines(file)) else { continue };
            let defined = texts.defined(file, engine.snapshot.names.get(name));
            let is_meant = |site: &(_, SiteKind)| {
                let is_read = matches!(site.1, SiteKind::Read | SiteKind::Write);
                is_read && members.meaning(file, &text, *site, &defined) == MemberSense::Sure
            };
            let meant: Vec<_> = sites.unlisted.into_iter().filter(is_meant).collect();
            placed.insert(file, u32::try_from(meant.len()).unwrap_or(u32::MAX));
            found.extend(links(engine, symbol, file, meant));
        }
        for row in mentioned.iter_mut().filter(|row| row.name == name && may_be_read(row)) {
            row.take(&mut placed);
        }
    }
    found
}

/// Whether mentions may be places at which the member is read: no fact decides, or the file declares it.
fn may_be_read(row: &Mentioned) -> bool {
    matches!(row.meaning, MentionSense::Fact(_)) && matches!(row.verdict, MentionVerdict::Open | MentionVerdict::Meant)
}
