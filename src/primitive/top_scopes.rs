//! Whether a place in a file that declares or imports a name at its top means that: not behind a value, and not in a function that binds
//! the name for itself.

use cg_rules::FileId;

use super::around::functions_around;
use super::engine::Engine;
use super::key_places::is_key;
use super::kin::language;
use super::member_places::MemberSense;
use super::named_texts::NamedTexts;
use super::standing::{LedBy, access, qualifier};
use super::text_lines::TextLines;
use crate::base::Position;
use crate::facts::Snapshot;

/// The scopes of a file around the places of one name.
pub struct TopScopes<'t> {
    /// The facts.
    pub snapshot: &'t Snapshot,
    /// The texts.
    pub texts: &'t NamedTexts,
    /// The file.
    pub file: FileId,
    /// The lines of its functions that bind the name for themselves.
    pub binding: Vec<(u32, u32)>,
    /// The name is one of a module, and of nothing inside of one.
    pub is_at_top: bool,
    /// Arguments, or members of what is made, have the name there.
    pub has_keys: bool,
}

impl TopScopes<'_> {
    /// The meaning of the name at a place.
    pub fn meaning(&self, text: &TextLines<'_>, at: Position) -> MemberSense {
        match access(text, at) {
            Some(LedBy::Member) if self.is_at_top && self.is_of_value(text, at) => MemberSense::Possible,
            None if self.is_local(at) || self.is_key(text, at) => MemberSense::Bound,
            _ => MemberSense::Sure,
        }
    }

    /// The meaning of a name of a module at a place to which a dot leads from a value: of the object at hand, and of what has no name,
    /// it is another; what the file binds may be the module. `None` where no value leads there.
    pub fn of_value(&self, at: Position) -> Option<MemberSense> {
        let text = self.texts.of_file(self.file).filter(|_| self.is_at_top)?;
        if access(&text.lines, at) != Some(LedBy::Member) {
            return None;
        }
        let own = language(self.snapshot, self.file).map_or(&[][..], |it| it.conventions.own_object);
        match qualifier(&text.lines, at).and_then(|value| std::str::from_utf8(value).ok()) {
            Some(value) if !own.contains(&value) => (!text.bindings(value).is_empty()).then_some(MemberSense::Possible),
            _ => Some(MemberSense::Other),
        }
    }

    /// Whether a word names an argument at a place, or a member of what is made.
    fn is_key(&self, text: &TextLines<'_>, at: Position) -> bool {
        let keys_are_members = || language(self.snapshot, self.file).is_some_and(|it| it.keys_are_members);
        self.is_at_top && self.has_keys && is_key(text, at, keys_are_members())
    }

    /// Whether a value that the file declares leads to a place: a name of a module is no member of it.
    fn is_of_value(&self, text: &TextLines<'_>, at: Position) -> bool {
        let value = qualifier(text, at).and_then(|value| std::str::from_utf8(value).ok());
        value.is_some_and(|value| self.texts.declares(self.file, value))
    }

    /// Whether a function around a place binds the name.
    fn is_local(&self, at: Position) -> bool {
        self.binding.iter().any(|(first, last)| (*first..=*last).contains(&at.line))
    }
}

/// The lines of the functions of a file that bind a name for themselves: of the places that `defines` it, the file declares some
/// so that others see them.
pub fn binding_lines(
    engine: &Engine<'_>,
    file: FileId,
    declared: &[Position],
    defines: &[Position],
) -> Vec<(u32, u32)> {
    let inner = defines.iter().filter(|place| !declared.contains(place));
    let rows = inner.filter_map(|place| functions_around(engine, file, place.line).into_iter().next());
    let mut lines: Vec<(u32, u32)> = rows.map(|row| (row.start_line, row.end_line)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}
