//! Values by the calls that give what they are given.

use crate::base::TextPart;
use crate::language::Language;
use crate::language::expression::closed;

/// The value inside of calls that give what they are given: `x` of `Arc::new(x)`.
pub fn unwrapped<'t>(language: &Language, text: &'t str) -> &'t str {
    let mut text = text;
    let inside = |text: &'t str| {
        let wrappers = language.conventions.wrappers.iter();
        let list = wrappers.filter_map(|wrapper| text.strip_prefix(wrapper)).find(|list| list.starts_with('('))?;
        (closed(list) == Some(list.len())).then(|| list.part(1..list.len() - 1).trim())
    };
    while let Some(inner) = inside(text).filter(|inner| !inner.is_empty()) {
        text = inner;
    }
    text
}
