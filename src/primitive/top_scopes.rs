//! Whether a place in a file that declares or imports a name at its top means that: not behind a value, and not in a function that binds
//! the name for itself.

use cg_rules::FileId;

use super::around::functions_around;
use super::engine::Engine;
use super::member_places::MemberSense;
use super::named_texts::NamedTexts;
use super::standing::{LedBy, access, qualifier};
use super::text_lines::TextLines;
use crate::base::Position;

/// The scopes of a file around the places of one name.
pub struct TopScopes<'t> {
    /// The texts.
    pub texts: &'t NamedTexts,
    /// The file.
    pub file: FileId,
    /// The lines of its functions that bind the name for themselves.
    pub binding: Vec<(u32, u32)>,
    /// The name is one of a module, and of nothing inside of one.
    pub is_at_top: bool,
}

impl TopScopes<'_> {
    /// The meaning of the name at a place.
    pub fn meaning(&self, text: &TextLines<'_>, at: Position) -> MemberSense {
        match access(text, at) {
            Some(LedBy::Member) if self.is_at_top && self.is_of_value(text, at) => MemberSense::Possible,
            None if self.is_local(at) => MemberSense::Bound,
            _ => MemberSense::Sure,
        }
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
