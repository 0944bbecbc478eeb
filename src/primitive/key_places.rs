//! Places at which a word names an argument, or a member of what is made, and nothing that the file declares or imports.

use super::text_lines::TextLines;
use super::written_type::{maker, name_end, skipped};
use crate::base::Position;

/// Whether the name at a place is such a word: `f(name = 1)`, `f(name: 1)`; and `{name: 1}`, where keys are members.
pub fn is_key(text: &TextLines<'_>, at: Position, keys_are_members: bool) -> bool {
    let bytes = text.bytes();
    let start = text.offset(at);
    let before = bytes.get(..start).unwrap_or(&[]).trim_ascii_end().last();
    let bracket = || maker(bytes, start, 0).map(|it| it.bracket);
    match bytes.get(skipped(bytes, name_end(bytes, start))..).unwrap_or(&[]) {
        [b'=', next, ..] if !b"=>~".contains(next) => matches!(before, Some(b'(' | b',')) && bracket() == Some(b'('),
        [b':', next, ..] | [b'?', b':', next, ..] if !b":=".contains(next) => {
            matches!(before, Some(b'(' | b'{' | b',' | b';'))
                && bracket().is_some_and(|it| it == b'(' || it == b'{' && keys_are_members)
        }
        _ => false,
    }
}

/// Whether a place declares a member of a type that is written without a name: `{name: T}`.
pub fn is_property(text: &TextLines<'_>, at: Position, keys_are_members: bool) -> bool {
    keys_are_members && is_key(text, at, true) && !is_key(text, at, false)
}
