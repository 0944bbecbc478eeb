//! The path that leads to a member, as a text has it before the name: values, fields, and calls whose results have it.

use crate::base::Position;

/// A part of the path that leads to a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenPart {
    /// A name: of a value, a type, a module, a field.
    Name(String),
    /// The result of the call whose name is at a place; what leads to the call belongs to it.
    Call(Position),
}

/// The signs that lead from a value or a type to a member of it.
const ACCESSES: [&str; 6] = ["?->", "->", "?.", "&.", "::", "."];
/// The words and signs before a value in brackets that leave it a value of the same members.
const PREFIXES: [&str; 4] = ["*", "&", "await ", "mut "];
/// The most bytes that are looked through for the bracket that a closing one belongs to.
const MOST: usize = 2_000;
/// The most parts of a path.
const PARTS: usize = 16;

/// The place of an offset of a text.
type Place<'p> = &'p dyn Fn(usize) -> Position;

/// The path that leads to the name at an offset of a text, the outermost part first; `None` where nothing leads to it, and
/// no part where an expression does that is no path.
pub fn written_path(text: &[u8], start: usize, place: Place<'_>) -> Option<Vec<WrittenPart>> {
    let end = before_access(text, start)?;
    let mut parts = path_to(text, end, place).unwrap_or_default();
    parts.reverse();
    Some(parts)
}

/// The parts of a path that ends at an offset, the last first; `None` where it is none.
fn path_to(text: &[u8], mut end: usize, place: Place<'_>) -> Option<Vec<WrittenPart>> {
    let mut parts = Vec::new();
    while parts.len() < PARTS {
        // `::a::b` begins at the top.
        let is_top = || {
            text[end..].starts_with(b"::") && !text[..end].last().is_some_and(|it| is_part(*it) || b")>".contains(it))
        };
        if !parts.is_empty() && is_top() {
            return Some(parts);
        }
        end = trimmed(text, end);
        // `a!.b`: a value that is said to be there.
        while text.get(..end)?.last() == Some(&b'!') {
            end -= 1;
        }
        if text.get(..end)?.last() == Some(&b')') {
            parts.extend(bracketed(text, end, place)?);
            return Some(parts);
        }
        let start = word_start(text, end);
        let word = text.get(start..end).filter(|word| !word.first().is_none_or(u8::is_ascii_digit))?;
        parts.push(WrittenPart::Name(std::str::from_utf8(word).ok()?.to_owned()));
        match before_access(text, start) {
            Some(further) => end = further,
            None => return Some(parts),
        }
    }
    None
}

/// The parts of a path that ends with the bracket before an offset: a call, or a path in brackets.
fn bracketed(text: &[u8], end: usize, place: Place<'_>) -> Option<Vec<WrittenPart>> {
    let open = opening(text, end - 1, (b'(', b')'))?;
    let mut name_end = trimmed(text, open);
    if text.get(..name_end)?.last() == Some(&b'>') && text.get(name_end - 2) != Some(&b'=') {
        name_end = opening(text, name_end - 1, (b'<', b'>'))?;
        name_end = text.get(..name_end)?.strip_suffix(b"::").map_or(name_end, <[u8]>::len);
    }
    let start = word_start(text, name_end);
    if start < name_end {
        return Some(vec![WrittenPart::Call(place(start))]);
    }
    let mut inner = trimmed_start(text, open + 1);
    while let Some(prefix) =
        PREFIXES.iter().find(|it| text.get(inner..end - 1).is_some_and(|at| at.starts_with(it.as_bytes())))
    {
        inner = trimmed_start(text, inner + prefix.len());
    }
    let is_path = |byte: &u8| is_part(*byte) || b".:->?!".contains(byte);
    let is_whole = text.get(inner..end - 1).is_some_and(|at| at.iter().all(is_path));
    if is_whole { path_to(text, end - 1, place) } else { None }
}

/// The offset of the bracket that a closing one belongs to; quoted text is passed over.
fn opening(text: &[u8], close: usize, (open, closing): (u8, u8)) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = close;
    let least = close.saturating_sub(MOST);
    loop {
        match *text.get(at)? {
            byte if byte == closing && (closing != b'>' || at == 0 || !matches!(text[at - 1], b'-' | b'=')) => {
                depth += 1
            }
            byte if byte == open => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            quote @ (b'"' | b'\'' | b'`') => at = quoted_start(text, at, quote).unwrap_or(at),
            _ => {}
        }
        at = at.checked_sub(1).filter(|at| *at >= least)?;
    }
}

/// The offset of the sign that begins a quoted text, which ends at another; in the same line, and not far away.
fn quoted_start(text: &[u8], end: usize, quote: u8) -> Option<usize> {
    let least = end.saturating_sub(MOST);
    let line = text.get(least..end)?.iter().rposition(|byte| *byte == b'\n').map_or(least, |at| least + at + 1);
    (line..end).rev().find(|at| text[*at] == quote && (*at == line || text[at - 1] != b'\\'))
}

/// The offset before the sign that leads to the name at another; `None` where none does.
fn before_access(text: &[u8], start: usize) -> Option<usize> {
    let head = text.get(..trimmed(text, start))?;
    let sign = ACCESSES.iter().find(|sign| head.ends_with(sign.as_bytes()) && !head.ends_with(b".."))?;
    let end = head.len() - sign.len();
    // An arrow behind a blank, on its line, leads to a result or a body: `f() -> A`, `a -> b`.
    let is_behind_blank = *sign == "->" && matches!(text.get(..end).and_then(<[u8]>::last), Some(b' ' | b'\t'));
    let line = || head.iter().rposition(|byte| *byte == b'\n').map_or(head, |at| &head[at + 1..]);
    (!is_behind_blank || line().trim_ascii_start().starts_with(b"->")).then_some(end)
}

/// An offset, without the blanks before it.
fn trimmed(text: &[u8], end: usize) -> usize {
    text.get(..end).map_or(end, |head| head.trim_ascii_end().len())
}

/// An offset, without the blanks behind it.
fn trimmed_start(text: &[u8], start: usize) -> usize {
    text.get(start..).map_or(start, |rest| text.len() - rest.trim_ascii_start().len())
}

/// Where the word begins that ends at an offset.
fn word_start(text: &[u8], end: usize) -> usize {
    let n_parts = text.get(..end).map_or(0, |head| head.iter().rev().take_while(|byte| is_part(**byte)).count());
    end - n_parts
}

/// Whether a byte may be of a name: letters of any script are.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'@') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::LineIndex;

    fn shown(text: &str) -> Option<String> {
        let lines = LineIndex::new(text.as_bytes());
        let start = text.rfind("name").unwrap_or(0);
        let path = written_path(text.as_bytes(), start, &|offset| lines.position(offset))?;
        let part = |part: &WrittenPart| match part {
            WrittenPart::Name(name) => name.clone(),
            WrittenPart::Call(at) => format!("{at}()"),
        };
        Some(path.iter().map(part).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_path_before_a_name_leads_to_it() {
        for (text, wanted) in [
            ("print(a.name)", "a"),
            ("x = self.b?.name", "self b"),
            ("*r->name", "r"),
            ("$this->name", "$this"),
            ("A::B::name", "A B"),
            ("f(::a::name)", "a"),
            ("return ::a::name", "a"),
            ("a\n    .b\n    .name", "a b"),
            ("a!!.name", "a"),
            ("(*p).name", "p"),
            ("(await a.b).name", "a b"),
            ("f(x).name", "1:1()"),
            ("a.f(g(1), \")\").b.name", "1:3() b"),
            ("new A<B>(1).name", "1:5()"),
            ("A::new::<B>().name", "1:4()"),
            ("f(\n  x,\n).name", "1:1()"),
            ("a[0].b.name", ""),
            ("(a + b).name", ""),
            ("\"text\".name", ""),
            (".name", ""),
        ] {
            assert_eq!(shown(text).as_deref(), Some(wanted), "{text}");
        }
        for text in ["name", "x + name", "0..name", "f(name)"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
