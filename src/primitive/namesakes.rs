//! The places of a name in a file that declares it twice: a method beside a type of its name. The counts do not say which place
//! means which; the text around the name does, where the language lets only one of the two be there.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::meant_places::{links, sites_of};
use super::mention_group::{MentionSense, MentionVerdict, Mentioned, count_others, take_some};
use super::named_texts::NamedTexts;
use super::standing::{LedBy, access};
use super::symbol_match::SymbolMatch;
use crate::base::Position;
use crate::facts::{Definition, MentionMeaning, NONE};
use crate::language::{DeclKind, LANGUAGES, Language, MemberScope};
use crate::parse::SiteKind;

const OWN: MentionSense = MentionSense::Fact(MentionMeaning::Own);

/// A definition beside others of its name in its file.
struct Namesake {
    row: Definition,
    around: Option<Definition>,
    language: &'static Language,
    is_wanted: bool,
}

/// The place of a name in a text, and what is around it.
struct Standing {
    at: Position,
    kind: SiteKind,
    /// The kind of what leads to it: `None` where nothing does.
    access: Option<LedBy>,
}

/// The places in doubt that the text decides.
#[derive(Default)]
pub struct Decided {
    /// Those that can only mean the symbol.
    pub meant: Vec<(FileId, Link)>,
    /// Those that cannot.
    pub others: BTreeSet<(FileId, Position)>,
}

/// Decides which of the places in doubt, in files that declare a symbol's name for something else too, can only mean the symbol, and
/// which cannot: those are counted as something else. The mentions stay in their order.
pub fn decide_namesakes(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut Vec<Mentioned>,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> Decided {
    let wanted: FxHashSet<DefId> = symbol.defs.iter().copied().collect();
    let mut decided = Decided::default();
    for (name, file) in in_doubt(mentioned) {
        let [Some(sites)] = &mut sites_of(engine, name, [file].into_iter(), texts, listed)[..] else { continue };
        let n_open: u32 =
            mentioned.iter().filter(|row| is_open(row, name)).filter_map(|row| row.files.get(&file)).sum();
        let Some(text) = texts.lines(file).filter(|_| sites.unlisted.len() == n_open as usize) else { continue };
        let namesakes: Vec<Namesake> = namesakes(engine, file, name, &wanted).collect();
        let (mut meant, mut n_others) = (Vec::new(), 0);
        for (at, kind) in std::mem::take(&mut sites.unlisted) {
            let standing = Standing { at, kind, access: access(&text, at) };
            let nearest = nearest_type(&namesakes, &standing).map(|it| it.is_wanted);
            let may = |is_wanted: bool| match nearest {
                Some(nearest) => nearest == is_wanted,
                None => namesakes.iter().any(|it| it.is_wanted == is_wanted && it.may_stand(&standing)),
            };
            match (may(true), may(false)) {
                // A member of that name may be one of another file's type.
                (true, false) if standing.access.is_none() => meant.push((at, kind)),
                (false, true) => {
                    n_others += 1;
                    decided.others.insert((file, at));
                }
                _ => {}
            }
        }
        take(mentioned, name, file, n_others as usize + meant.len());
        count_others(mentioned, (name, file), OWN, n_others);
        decided.meant.extend(links(engine, symbol, file, meant));
    }
    mentioned.retain(|row| !row.files.is_empty());
    mentioned.sort_by_key(|row| (row.name, row.verdict, row.meaning));
    decided
}

/// The type that a name alone means in a place for types: the one of the innermost type or function around, where code sees the
/// members of both.
fn nearest_type<'n>(namesakes: &'n [Namesake], standing: &Standing) -> Option<&'n Namesake> {
    let is_type = matches!(standing.kind, SiteKind::New | SiteKind::Type) && standing.access.is_none();
    let sees = |it: &&Namesake| it.row.kind.is_type() && it.language.implicit_this && it.is_around(standing.at.line);
    let width = |it: &&Namesake| it.around.map_or(u32::MAX, |around| around.end_line - around.start_line);
    namesakes.iter().filter(|_| is_type).filter(sees).min_by_key(width)
}

fn is_open(row: &Mentioned, name: u32) -> bool {
    row.verdict == MentionVerdict::Open && row.name == name
}

/// The files in which a name that they declare is in doubt.
fn in_doubt(mentioned: &[Mentioned]) -> Vec<(u32, FileId)> {
    let rows = mentioned.iter().filter(|row| row.meaning == OWN && is_open(row, row.name));
    rows.flat_map(|row| row.files.keys().map(|file| (row.name, *file))).collect()
}

/// Takes so many mentions out of those in doubt in a file, those of a name that it declares first.
pub(super) fn take(mentioned: &mut [Mentioned], name: u32, file: FileId, count: usize) {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let of = |is_own: bool| move |row: &Mentioned| is_open(row, name) && (row.meaning == OWN) == is_own;
    let taken = take_some(mentioned, (name, file), count, of(true));
    take_some(mentioned, (name, file), count - taken, of(false));
}

/// Counts a mention in doubt in a file as one of something else.
pub fn other_place(mentioned: &mut Vec<Mentioned>, file: FileId) {
    let open = mentioned.iter().find(|row| is_open(row, row.name) && row.files.contains_key(&file));
    if let Some(name) = open.map(|row| row.name) {
        take(mentioned, name, file, 1);
        count_others(mentioned, (name, file), OWN, 1);
    }
}

/// The definitions of a name in a file.
fn namesakes(
    engine: &Engine<'_>,
    file: FileId,
    name: u32,
    wanted: &FxHashSet<DefId>,
) -> impl Iterator<Item = Namesake> {
    let snapshot = engine.snapshot;
    let language = snapshot.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize));
    let named = snapshot.definitions_of(file).filter(move |(_, row)| row.name == name);
    named.filter_map(move |(def, row)| {
        let around = snapshot.definition(DefId(row.container));
        Some(Namesake { row, around, language: language?, is_wanted: wanted.contains(&def) })
    })
}

impl Namesake {
    /// Whether the language lets the name stand so where it means this definition.
    fn may_stand(&self, standing: &Standing) -> bool {
        let is_callable = self.row.kind.is_callable();
        match standing.access {
            _ if standing.kind == SiteKind::Type && is_callable => false,
            Some(LedBy::Path) => true,
            Some(LedBy::Member) => self.is_inside() || self.language.dots_lead_to_top_level,
            // A literal names a field without what holds it.
            None if standing.kind == SiteKind::Write && !is_callable => true,
            None => !self.is_member() || self.language.implicit_this || self.is_seen_around(standing.at.line),
        }
    }

    /// Whether something but the file holds it, so that a dot may lead to it.
    fn is_inside(&self) -> bool {
        self.row.owner != NONE || self.around.is_some_and(|around| around.kind != DeclKind::File)
    }

    fn is_member(&self) -> bool {
        let is_held = self.around.is_some_and(|around| around.kind.is_type() || around.kind == DeclKind::Impl);
        self.row.owner != NONE || is_held
    }

    /// Whether a line of the body that holds it sees it: not before it is bound, where bodies are run.
    fn is_seen_around(&self, line: u32) -> bool {
        let is_bound = self.language.member_scope != MemberScope::Evaluated || self.row.end_line < line;
        is_bound && self.is_around(line)
    }

    /// Whether a line lies in what holds it: the body of a class sees its members.
    fn is_around(&self, line: u32) -> bool {
        self.around.is_some_and(|around| (around.start_line..=around.end_line).contains(&line))
    }
}
