//! One line of a Ruby program: a call with plain strings.

use crate::base::TextPart;
/// The strings that a line states behind its call, each with its offset, and what is not in any string.
pub struct GemStatement<'t> {
    /// The strings, up to the first argument that has a name.
    pub strings: Vec<(&'t str, usize)>,
    /// The rest: names of arguments, symbols.
    pub rest: &'t str,
}

/// Reads the arguments of a call.
pub fn read(arguments: &str) -> GemStatement<'_> {
    let mut strings = Vec::new();
    let mut at = 0;
    loop {
        let text =
            arguments.part(at..).trim_start_matches(|letter: char| letter.is_whitespace() || "(,[".contains(letter));
        at = arguments.len() - text.len();
        let Some((inside, before, len)) = string(text) else { break };
        // `"key" => value` is a named argument.
        let behind = text.part(len..);
        if behind.trim_start().starts_with("=>") || (behind.starts_with(':') && !behind.starts_with("::")) {
            break;
        }
        strings.push((inside, at + before));
        at += len;
        at += [".freeze", "]", ".freeze]"]
            .iter()
            .filter(|end| arguments.part(at..).starts_with(**end))
            .map(|end| end.len())
            .max()
            .unwrap_or(0);
    }
    GemStatement { strings, rest: arguments.part(at..) }
}

/// The plain string that a text starts with: it, where it begins, and how long it is with its quotes.
fn string(text: &str) -> Option<(&str, usize, usize)> {
    let percent = ["%q<", "%q(", "%q[", "%q{"].iter().find(|open| text.starts_with(**open));
    let (begin, close) = match percent {
        Some(open) => (3, [('<', '>'), ('(', ')'), ('[', ']'), ('{', '}')].iter().find(|it| open.ends_with(it.0))?.1),
        None => (1, text.chars().next().filter(|letter| matches!(letter, '"' | '\''))?),
    };
    let inside = text.part(begin..);
    let len = inside.find([close, '\n', '\\'])?;
    let is_plain = inside.part(len..).starts_with(close) && !inside.part(..len).contains("#{");
    is_plain.then_some((inside.part(..len), begin, begin + len + close.len_utf8()))
}

/// The text of a line without a comment at its end.
pub fn code(line: &str) -> &str {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match quote {
            Some(open) if open == letter => quote = None,
            Some(_) => {}
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == '#' => return line.part(..at).trim_end(),
            None => {}
        }
    }
    line.trim_end()
}
