//! Places of a member of which the text around does not say whose it is, settled by the types that linking found: a local that holds
//! the result of a call, a loop variable, a path of fields.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::named_texts::NamesOfText;
use crate::base::Position;
use crate::facts::{MemberTarget, NamePlace, WrittenName, written_path};
use crate::parse::SiteKind;

/// The most places of one symbol that are settled.
const PLACES: usize = 4_000;

/// Places that are open, with the names in them.
#[derive(Default)]
pub(super) struct OpenMembers {
    places: Vec<NamePlace>,
    kinds: Vec<SiteKind>,
}

/// The places by what they mean.
#[derive(Default)]
pub(super) struct SettledMembers {
    /// The member itself.
    pub sure: Vec<(FileId, Position, SiteKind)>,
    /// Maybe the member: nothing is known of the value, or it has a member that this one overrides, or that overrides it.
    pub possible: Vec<(FileId, Position, SiteKind)>,
    /// Something else.
    pub others: Vec<(FileId, Position)>,
}

/// The place of a name, with the path that leads to it.
pub(super) fn name_place(text: &NamesOfText<'_>, at: Position, name: &str) -> NamePlace {
    let lines = &text.lines;
    let receiver = written_path(lines.bytes(), lines.offset(at), &|offset| lines.place(offset));
    let word = Some(WrittenName { at, name: name.to_owned(), receiver });
    NamePlace { file: text.file, line: at.line, column: Some(at.column), word }
}

impl OpenMembers {
    /// Adds the place of a name.
    pub fn add(&mut self, text: &NamesOfText<'_>, (at, kind): (Position, SiteKind), name: &str) {
        self.places.push(name_place(text, at, name));
        self.kinds.push(kind);
    }

    /// Settles them for the definitions of a member.
    pub fn settle(self, engine: &Engine<'_>, defs: &[DefId]) -> SettledMembers {
        let (places, kinds) = (self.places, self.kinds);
        let mut settled = SettledMembers::default();
        let asked = &places[..places.len().min(PLACES)];
        let source = engine.members.filter(|_| !asked.is_empty());
        let targets = source.map(|source| source.members(asked)).unwrap_or_default();
        let family = if targets.is_empty() { FxHashSet::default() } else { engine.overriding_family(defs) };
        let targets = targets.into_iter().chain(std::iter::repeat(MemberTarget::Unknown));
        for ((place, kind), target) in places.into_iter().zip(kinds).zip(targets) {
            let Some(WrittenName { at, .. }) = place.word else { continue };
            match target {
                MemberTarget::Defs(found) if found.iter().any(|def| defs.contains(def)) => {
                    settled.sure.push((place.file, at, kind));
                }
                MemberTarget::Defs(found) if !found.iter().any(|def| family.contains(def)) => {
                    settled.others.push((place.file, at));
                }
                MemberTarget::Outside => settled.others.push((place.file, at)),
                _ => settled.possible.push((place.file, at, kind)),
            }
        }
        settled
    }
}
