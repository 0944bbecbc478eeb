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
pub struct TopScopes<'e, 't> {
    /// The facts.
    pub engine: &'e Engine<'e>,
    /// The texts.
    pub texts: &'t NamedTexts,
    /// The file.
    pub file: FileId,
    /// The places at which it declares the name, so that others see it.
    pub declared: &'t [Position],
    /// The name is one of a module, and of nothing inside of one.
    pub is_at_top: bool,
}

impl TopScopes<'_, '_> {
    /// The meaning of the name at a place. `defines` are the places at which the text declares it in any way.
    pub fn meaning(&self, text: &TextLines<'_>, at: Position, defines: &[Position]) -> MemberSense {
        match access(text, at) {
            Some(LedBy::Member) if self.is_at_top && self.is_of_value(text, at) => MemberSense::Possible,
            None if self.is_local(at, defines) => MemberSense::Bound,
            _ => MemberSense::Sure,
        }
    }

    /// Whether a value that the file declares leads to a place: a name of a module is no member of it.
    fn is_of_value(&self, text: &TextLines<'_>, at: Position) -> bool {
        let value = qualifier(text, at).and_then(|value| std::str::from_utf8(value).ok());
        value.is_some_and(|value| self.texts.declares(self.file, value))
    }

    /// Whether a function around a place declares the name.
    fn is_local(&self, at: Position, defines: &[Position]) -> bool {
        let inner = defines.iter().filter(|place| !self.declared.contains(place));
        inner.into_iter().any(|place| {
            let function = functions_around(self.engine, self.file, place.line).into_iter().next();
            function.is_some_and(|row| (row.start_line..=row.end_line).contains(&at.line))
        })
    }
}
