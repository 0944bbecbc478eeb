//! The places that read a member which is a property or a method without calling it: facts hold the calls alone, and the text
//! decides which of the other places of its name mean it, surely or perhaps.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::answer::Link;
use super::called::has_value_beside;
use super::engine::Engine;
use super::meant_places::{links, sites_of};
use super::member_places::{MemberPlaces, MemberSense};
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::named_places::{self, link};
use super::named_texts::NamedTexts;
use super::namesakes::other_place;
use super::note::Note;
use super::settled_members::OpenMembers;
use super::standing::{LedBy, access};
use super::symbol_match::SymbolMatch;
use crate::facts::MentionMeaning;
use crate::language::DeclKind;
use crate::parse::SiteKind;

/// The most files that are read for one symbol; the places of the others are counted.
const FILES: usize = 64;
/// The most of those that name no type with the member: there a place may surely mean another one, and nothing else.
const STRANGERS: usize = 16;

/// The places of one member.
#[derive(Default)]
pub struct MemberReads {
    /// Those that surely mean it.
    pub sure: Vec<(FileId, Link)>,
    /// Those to which a value of unknown type leads, so far as they are listed.
    pub possible: Vec<(FileId, Link)>,
    /// The notes on these.
    pub notes: Vec<Note>,
}

/// Lists the places of a member that mean it, surely or perhaps, and are no calls, and takes them out of what is only counted.
pub fn member_reads(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut Vec<Mentioned>,
    listed: [&[(FileId, Link)]; 2],
    texts: &mut NamedTexts,
) -> MemberReads {
    let mut reads = MemberReads::default();
    let Some(members) = MemberPlaces::of(engine, symbol) else { return reads };
    let has_value = has_value_beside(engine, symbol);
    let is_element = symbol.defs.iter().any(|def| is_of_interface(engine, *def));
    let listed = listed.concat();
    let mut names: Vec<u32> = mentioned.iter().map(|row| row.name).collect();
    names.dedup();
    let (mut others, mut unsure) = (Vec::new(), OpenMembers::default());
    for name in names {
        let is_wanted = |row: &&Mentioned| row.name == name && (may_be_read(row) || is_element && is_key(row));
        let open = mentioned.iter().filter(is_wanted).flat_map(|row| &row.files);
        let mut files: Vec<FileId> = open.map(|(file, _)| *file).collect();
        files.sort_unstable_by_key(|file| (engine.is_aside(*file), *file));
        files.dedup();
        let (mut files, strangers): (Vec<FileId>, Vec<FileId>) =
            files.into_iter().partition(|file| members.is_known(*file));
        files.extend(strangers.into_iter().take(STRANGERS));
        files.truncate(FILES);
        let mut placed: FxHashMap<FileId, u32> = FxHashMap::default();
        let mut far = OpenMembers::default();
        let sites = sites_of(engine, name, files.iter().copied(), texts, &listed);
        for (file, sites) in files.into_iter().zip(sites) {
            let Some((sites, text)) = sites.zip(texts.of_file(file)) else { continue };
            let defined = texts.defined(file, engine.snapshot.names.get(name));
            let taken = defined.iter().map(|at| (*at, SiteKind::Define));
            let taken = taken.filter(|site| members.taken(&text, *site).is_some());
            let read = sites.unlisted.into_iter().filter(|(_, kind)| kind.is_of_value());
            let is_led =
                |site: &(_, SiteKind)| access(&text.lines, site.0).is_some() || members.taken(&text, *site).is_some();
            // A member without brackets is the value, where the type has one; a path (`Cart::total`) leads to the method alone.
            let is_of_value = |site: &(_, SiteKind)| has_value && access(&text.lines, site.0) != Some(LedBy::Path);
            let (mut meant, mut n_possible) = (Vec::new(), 0);
            for site in read.chain(taken) {
                match members.meaning(&text, site, &defined) {
                    MemberSense::Other => others.push(file),
                    // What gives the value names the type, or the member is added to values of another.
                    MemberSense::Possible if !members.is_known(file) && !is_of_value(&site) && is_led(&site) => {
                        far.add(&text, site, engine.snapshot.names.get(name));
                    }
                    _ if !members.is_known(file) => {}
                    MemberSense::Sure if is_of_value(&site) => others.push(file),
                    MemberSense::Possible if is_of_value(&site) => {}
                    MemberSense::Sure => meant.push(site),
                    MemberSense::Possible if is_led(&site) => {
                        n_possible += 1;
                        unsure.add(&text, site, engine.snapshot.names.get(name));
                    }
                    MemberSense::Possible | MemberSense::Bound => {}
                }
            }
            placed.insert(file, u32::try_from(meant.len()).unwrap_or(u32::MAX).saturating_add(n_possible));
            reads.sure.extend(links(engine, symbol, file, meant));
        }
        for (file, at, kind) in far.settle(engine, &symbol.defs).sure {
            *placed.entry(file).or_default() += 1;
            reads.sure.extend(links(engine, symbol, file, vec![(at, kind)]));
        }
        for row in mentioned.iter_mut().filter(|row| row.name == name) {
            if may_be_read(row) || is_element && is_key(row) {
                row.take(&mut placed);
            }
        }
    }
    let settled = unsure.settle(engine, &symbol.defs);
    reads
        .sure
        .extend(settled.sure.into_iter().flat_map(|(file, at, kind)| links(engine, symbol, file, vec![(at, kind)])));
    let possible = settled.possible.into_iter();
    reads.possible.extend(possible.map(|(file, at, _)| link(engine, file, "may_name", symbol, at)));
    others.extend(settled.others.into_iter().map(|(file, _)| file));
    others.into_iter().for_each(|file| other_place(mentioned, file));
    (reads.possible, reads.notes) = named_places::listed(std::mem::take(&mut reads.possible), &symbol.text);
    reads
}

/// Whether a member is a method that an interface declares: of an annotation it is given by its name.
fn is_of_interface(engine: &Engine<'_>, def: DefId) -> bool {
    let row = engine.snapshot.definition(def).filter(|row| row.kind == DeclKind::Method);
    let around = row.and_then(|row| engine.snapshot.definition(DefId(row.container)));
    around.is_some_and(|around| around.kind == DeclKind::Interface)
}

fn is_key(row: &Mentioned) -> bool {
    row.meaning == MentionSense::Fact(MentionMeaning::Key)
}

/// Whether mentions may be places at which the member is read: no fact decides, or the file declares it.
fn may_be_read(row: &Mentioned) -> bool {
    matches!(row.meaning, MentionSense::Fact(_)) && matches!(row.verdict, MentionVerdict::Open | MentionVerdict::Meant)
}
