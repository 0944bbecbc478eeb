//! Types as a text writes them: beside a name, where a value is made, and before the bracket around a place.

use std::ops::Range;

use super::standing::is_of_name;

/// The most bytes between two brackets that belong together.
const FAR: usize = 4000;

/// The types that may be written beside a name: before it, as in `T name`, and behind it, as in `name: T` or `name T`.
pub fn beside(text: &[u8], name: Range<usize>) -> [Option<Range<usize>>; 2] {
    [before(text, name.start), behind(text, name.end)]
}

fn before(text: &[u8], name: usize) -> Option<Range<usize>> {
    let start = line_start(text, name);
    let gap = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'*' | b'&' | b'$');
    let end = start + text.get(start..name)?.iter().rposition(|byte| !gap(byte))? + 1;
    let is_apart = text.get(end..name)?.iter().any(|byte| *byte != b'$');
    let path = path_before(text, without_arguments(text, end, start), start)?;
    is_apart.then_some(path.start..end)
}

fn behind(text: &[u8], name: usize) -> Option<Range<usize>> {
    let mut at = skipped(text, name);
    if matches!(text.get(at), Some(b'?' | b'!')) {
        at += 1;
    }
    match text.get(at..)? {
        [b':', b':' | b'=', ..] => None,
        [b':', ..] => type_end(text, at + 1),
        _ => behind_names(text, name),
    }
}

/// The end of a type that begins at a place, where that is stated behind a colon.
fn type_end(text: &[u8], from: usize) -> Option<Range<usize>> {
    let from = skipped(text, from);
    let mut depth = 0_u32;
    let mut last = b' ';
    let rest = text.get(from..)?;
    let length = rest.iter().position(|byte| {
        let ends = match byte {
            b'<' | b'[' | b'(' => {
                depth += 1;
                false
            }
            b'>' if matches!(last, b'-' | b'=') => depth == 0,
            b'>' | b']' | b')' if depth > 0 => {
                depth -= 1;
                false
            }
            b',' | b')' | b']' | b'{' | b'}' | b';' | b'=' => depth == 0,
            b'|' => depth == 0 && last != b' ',
            b'\n' => true,
            _ => false,
        };
        last = *byte;
        ends
    });
    let end = from + length.unwrap_or(rest.len());
    let length = text.get(from..end)?.trim_ascii_end().len();
    (length > 0).then_some(from..from + length)
}

/// The type that is written behind some names with nothing but a space between: `a, b *T`.
fn behind_names(text: &[u8], name: usize) -> Option<Range<usize>> {
    let mut at = name;
    while text.get(skipped(text, at)) == Some(&b',') {
        let next = skipped(text, skipped(text, at) + 1);
        at = name_end(text, next);
        if at == next {
            return None;
        }
    }
    let from = skipped(text, at);
    let star = text.get(from..)?.iter().take_while(|byte| matches!(byte, b'*' | b'&')).count();
    let end = path_end(text, from + star);
    let is_ended = matches!(text.get(end), None | Some(b',' | b')' | b'=' | b'{' | b'\n' | b'\r' | b' ' | b'`' | b'['));
    (from > at && end > from + star && is_ended).then_some(from + star..end)
}

/// The type of the value that is made at a place, where nothing is done with it: `new T()`, `&T{}`, `T.new`.
pub fn made(text: &[u8], from: usize) -> Option<Range<usize>> {
    let (made, end) = making(text, from)?;
    let rest = text.get(skipped(text, end)..).unwrap_or(&[]);
    let is_ended = match rest {
        [] | [b';' | b',' | b')' | b'}' | b']' | b':' | b'#' | b'{', ..] => true,
        [b'/', next, ..] => matches!(next, b'/' | b'*'),
        // A call on the next line.
        [b'\n' | b'\r', ..] => !matches!(rest.trim_ascii_start(), [b'.', ..] | [b'-', b'>', ..] | [b'?', b'.', ..]),
        _ => false,
    };
    is_ended.then_some(made)
}

/// The type of the value that is made at a place, and the offset behind that.
fn making(text: &[u8], from: usize) -> Option<(Range<usize>, usize)> {
    let mut at = skipped(text, from);
    let mut is_new = false;
    loop {
        at = match text.get(at..)? {
            [b'&' | b'*', ..] => skipped(text, at + 1),
            rest if rest.starts_with(b"new ") => {
                is_new = true;
                skipped(text, at + 4)
            }
            rest if rest.starts_with(b"const ") => skipped(text, at + 6),
            _ => break,
        };
    }
    let end = path_end(text, at);
    let path = text.get(at..end).filter(|path| !path.is_empty())?;
    if path == b"new" && text.get(end) == Some(&b'(') {
        let inner = skipped(text, end + 1);
        return Some((inner..path_end(text, inner), closing(text, end)? + 1));
    }
    let named = [&b".new"[..], b"::new"].into_iter().find_map(|call| path.strip_suffix(call));
    let made = at..at + named.unwrap_or(path).len();
    let arguments = match text.get(end) {
        Some(b'<' | b'[') => closing(text, end).map_or(end, |close| close + 1),
        _ => end,
    };
    let is_made = is_new || named.is_some();
    let next = skipped(text, arguments);
    match text.get(next) {
        Some(b'(') => Some((made, closing(text, next)? + 1)),
        Some(b'{') => Some((made, closing(text, next)? + 1)),
        _ => is_made.then_some((made, end)),
    }
}

/// The type of the value that ends before an offset, where its own text says it: `T()`, `(new T())`, `((T) a)`, `(a as T)`.
pub fn made_before(text: &[u8], end: usize) -> Option<Range<usize>> {
    let close = end.checked_sub(1)?;
    let open = opening(text, close)?;
    let start = line_start(text, open);
    if let Some(path) = path_before(text, without_arguments(text, open, start), start) {
        let words = text.get(path.clone())?;
        let named = [&b".new"[..], b"::new"].into_iter().find_map(|call| words.strip_suffix(call));
        return Some(path.start..path.start + named.unwrap_or(words).len());
    }
    let from = skipped(text, open + 1);
    let inside = text.get(from..close)?;
    if inside.first() == Some(&b'(') {
        return closing(text, from).map(|close| from + 1..close);
    }
    let cast = inside.windows(4).rposition(|part| part == b" as ").map(|at| from + at + 4);
    match cast {
        Some(from) => Some(from..close),
        None => making(text, from).filter(|(_, end)| skipped(text, *end) == close).map(|(made, _)| made),
    }
}

/// Whether the value that ends before an offset is a text or a list, as the text writes it.
pub fn is_literal(text: &[u8], end: usize) -> bool {
    let Some(close) = end.checked_sub(1) else { return false };
    match text.get(close) {
        Some(b'"' | b'\'') => true,
        Some(b']') => opening(text, close).is_some_and(|open| {
            let before = text.get(..open).unwrap_or(&[]).trim_ascii_end();
            let last = before.last().copied().unwrap_or(b'(');
            !is_of_name(last) && !matches!(last, b')' | b']' | b'}' | b'"' | b'\'' | b'?' | b'!')
        }),
        _ => false,
    }
}

/// A bracket in which a value is made, or taken apart.
pub struct Maker {
    /// The bracket.
    pub bracket: u8,
    /// Where it is.
    pub open: usize,
    /// The parts of the text that may be the type of the value.
    pub types: Vec<Range<usize>>,
}

/// A pattern that takes a value apart by the names of its members.
pub enum Taken {
    /// One of a type which the text writes there: `T { name } =>`, `{ name }: T`.
    Of(Vec<Range<usize>>),
    /// One of the value that begins at an offset: `{ name } = value`.
    From(usize),
}

/// The pattern in which the name of a member is at a place: `{ name }`, `{ name = 1 }`, which declare a local of that name, and
/// `{ name: local }`.
pub fn taken(text: &[u8], name: Range<usize>, least: usize, is_declared: bool) -> Option<Taken> {
    let before = text.get(..name.start)?.trim_ascii_end();
    let is_ended = match text.get(name.end..)?.trim_ascii_start() {
        [b',' | b'}', ..] => is_declared,
        [b'=', next, ..] => is_declared && !matches!(next, b'=' | b'>'),
        [b':', next, ..] => !is_declared && !matches!(next, b':' | b'='),
        _ => false,
    };
    let is_part = is_ended && matches!(before.last(), Some(b'{' | b','));
    let Maker { open, types, .. } = maker(text, name.start, least).filter(|it| is_part && it.bracket == b'{')?;
    let head = text.get(..open)?.trim_ascii_end();
    if matches!(head.last(), Some(b')' | b'=' | b'>')) {
        return None;
    }
    let close = closing(text, open)?;
    let next = skipped(text, close + 1);
    let is_path = head.last().is_some_and(|last| is_of_name(*last));
    let is_type = |of: &Range<usize>| {
        let last = text.get(of.clone()).and_then(|it| it.rsplit(|byte| matches!(byte, b'.' | b':' | b'\\')).next());
        last.and_then(|it| it.first()).is_some_and(u8::is_ascii_uppercase)
    };
    match text.get(next..)? {
        [b'=', b'>', ..] if is_path => Some(Taken::Of(types)),
        [b'=', sign, ..] if *sign != b'=' && is_path && types.iter().any(is_type) => Some(Taken::Of(types)),
        [b'=', sign, ..] if !matches!(sign, b'=' | b'>') => Some(Taken::From(skipped(text, next + 1))),
        [b':', sign, ..] if *sign != b':' => behind(text, close + 1).map(|of| Taken::Of(vec![of])),
        [b')' | b',', ..] if is_declared => Some(Taken::Of(if is_path { types } else { Vec::new() })),
        _ => None,
    }
}

/// The bracket around a place behind `least`, and what may be the type of the value that is made in it. A bracket in a list of
/// brackets is taken for the one around it: `[]T{{a: 1}}`.
pub fn maker(text: &[u8], at: usize, least: usize) -> Option<Maker> {
    let (mut at, mut depth) = (at, 0_u32);
    let least = least.max(at.saturating_sub(FAR));
    while at > least {
        at -= 1;
        match text.get(at)? {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth > 0 => depth -= 1,
            bracket @ (b'(' | b'[' | b'{') => {
                let end = text.get(..at)?.trim_ascii_end().len();
                if *bracket != b'{' || !matches!(text.get(..end)?.last(), Some(b'{' | b',')) {
                    return Some(Maker { bracket: *bracket, open: at, types: made_in(text, end) });
                }
            }
            _ => {}
        }
    }
    None
}

/// The parts of a text before a bracket that may be the type of the value in it: `T{`, `(T){`, `a: T = {`, `T a = {`.
fn made_in(text: &[u8], end: usize) -> Vec<Range<usize>> {
    let start = line_start(text, end);
    match text.get(start..end).unwrap_or(&[]) {
        [.., b')'] => opening(text, end - 1).map(|open| open + 1..end - 1).into_iter().collect(),
        [head @ .., b'='] => {
            let end = start + head.trim_ascii_end().len();
            let stated = head.iter().rposition(|byte| *byte == b':').map(|at| start + at + 1..end);
            let name = path_before(text, without_arguments(text, end, start), start);
            stated.into_iter().chain(name.and_then(|name| before(text, name.start))).collect()
        }
        _ => path_before(text, without_arguments(text, end, start), start).into_iter().collect(),
    }
}

/// The words of a part of a text, each with its offset.
pub fn words(text: &[u8], part: Range<usize>) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = part.start;
    while at < part.end {
        let end = name_end(text, at).min(part.end);
        if end > at {
            found.extend(text.get(at..end).and_then(|word| std::str::from_utf8(word).ok()).map(|word| (at, word)));
        }
        at = end.max(at + 1);
    }
    found
}

/// The byte before an offset, spaces left out, so far as it belongs to a part of the text.
pub fn byte_before(text: &[u8], at: usize, part: &Range<usize>) -> Option<u8> {
    text.get(part.start..at)?.trim_ascii_end().last().copied()
}

/// The offset of the first byte behind spaces.
pub fn skipped(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or(&[]);
    from + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The path that ends at an offset.
pub fn path_before(text: &[u8], end: usize, least: usize) -> Option<Range<usize>> {
    let head = text.get(least..end)?;
    let start = least + head.iter().rposition(|byte| !is_of_path(*byte)).map_or(0, |at| at + 1);
    (start < end).then_some(start..end)
}

/// The end of a type without its type arguments, the brackets of an array and the mark of what may be absent.
fn without_arguments(text: &[u8], end: usize, least: usize) -> usize {
    let mut end = end;
    loop {
        match text.get(end.wrapping_sub(1)) {
            Some(b'?' | b'!') => end -= 1,
            Some(b'>' | b']') => match opening(text, end - 1).filter(|open| *open > least) {
                Some(open) => end = open,
                None => return end,
            },
            _ => return end,
        }
    }
}

fn line_start(text: &[u8], at: usize) -> usize {
    text.get(..at).and_then(|head| head.iter().rposition(|byte| *byte == b'\n')).map_or(0, |at| at + 1)
}

/// The end of the name that begins at an offset.
pub fn name_end(text: &[u8], from: usize) -> usize {
    from + text.get(from..).unwrap_or(&[]).iter().take_while(|byte| is_of_name(**byte)).count()
}

fn path_end(text: &[u8], from: usize) -> usize {
    from + text.get(from..).unwrap_or(&[]).iter().take_while(|byte| is_of_path(**byte)).count()
}

fn is_of_path(byte: u8) -> bool {
    is_of_name(byte) || matches!(byte, b'.' | b':' | b'\\')
}

/// The offset of the bracket that closes the one at an offset.
pub fn closing(text: &[u8], open: usize) -> Option<usize> {
    let (opens, closes) = pair(*text.get(open)?).filter(|(opens, _)| text.get(open) == Some(opens))?;
    let mut depth = 0_u32;
    let found = text.get(open..)?.iter().take(FAR).position(|byte| {
        depth += u32::from(*byte == opens);
        depth -= u32::from(*byte == closes);
        depth == 0
    });
    found.map(|length| open + length)
}

/// The offset of the bracket that opens the one at an offset.
fn opening(text: &[u8], close: usize) -> Option<usize> {
    let (opens, closes) = pair(*text.get(close)?).filter(|(_, closes)| text.get(close) == Some(closes))?;
    let least = close.saturating_sub(FAR);
    let mut depth = 0_u32;
    let found = text.get(least..=close)?.iter().rposition(|byte| {
        depth += u32::from(*byte == closes);
        depth -= u32::from(*byte == opens);
        depth == 0
    });
    found.map(|at| least + at)
}

fn pair(bracket: u8) -> Option<(u8, u8)> {
    match bracket {
        b'(' | b')' => Some((b'(', b')')),
        b'[' | b']' => Some((b'[', b']')),
        b'{' | b'}' => Some((b'{', b'}')),
        b'<' | b'>' => Some((b'<', b'>')),
        _ => None,
    }
}
