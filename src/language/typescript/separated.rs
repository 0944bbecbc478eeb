//! Separates the members of interfaces and object types that are written without separators, one a line: the grammar
//! reads `a: B` and `<C>(c: C): D` below it as one type. A blank before the second becomes a `;`, so that every place stays. The
//! word `type` of `export type * from` becomes blanks, as the grammar has no place for it.

use std::borrow::Cow;

/// The text with such members separated.
pub fn separated(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let mut plain = Cow::Borrowed(text);
    let mut at = 0;
    while let Some(body) = body_after(text, at, &mut plain) {
        at = separate(text, body, &mut plain);
    }
    matches!(plain, Cow::Owned(_)).then_some(plain)
}

/// The place behind the bracket that opens the next body of an interface or an object type.
fn body_after(text: &[u8], from: usize, plain: &mut Cow<'_, [u8]>) -> Option<usize> {
    let mut at = from;
    loop {
        at = next_word(text, at)?;
        let end = at + word_len(text, at);
        match text.get(at..end)? {
            b"interface" => {
                let open = text.get(end..)?.iter().position(|byte| matches!(byte, b'{' | b';' | b'('))? + end;
                if text.get(open) == Some(&b'{') {
                    return Some(open + 1);
                }
            }
            b"type" if is_of_all(text, at, end) => plain.to_mut().get_mut(at..end)?.fill(b' '),
            b"type" => {
                let open = text.get(end..)?.iter().position(|byte| matches!(byte, b'{' | b';' | b'(' | b'|'))? + end;
                let before = text.get(end..open)?.iter().rev().find(|byte| !byte.is_ascii_whitespace());
                if text.get(open) == Some(&b'{') && before == Some(&b'=') {
                    return Some(open + 1);
                }
            }
            _ => {}
        }
        at = end;
    }
}

/// Whether the word between two places is that of `export type *`.
fn is_of_all(text: &[u8], start: usize, end: usize) -> bool {
    let before = text.get(..start).unwrap_or(&[]).trim_ascii_end();
    let head = before.strip_suffix(b"export").filter(|_| before.len() < start);
    let is_whole = head.is_some_and(|head| !head.last().is_some_and(|last| is_word(*last) || *last == b'.'));
    is_whole && text.get(end..).unwrap_or(&[]).trim_ascii_start().starts_with(b"*")
}

/// The next `interface` or `type` at the beginning of a word, outside of comments and quotes.
fn next_word(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while at < text.len() {
        let len = word_len(text, at);
        if matches!(text.get(at..at + len), Some(b"interface" | b"type")) {
            return Some(at);
        }
        at = skipped(text, at) + len.max(1);
    }
    None
}

fn word_len(text: &[u8], at: usize) -> usize {
    text.get(at..).unwrap_or(&[]).iter().take_while(|byte| is_word(**byte)).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Separates the members of a body, and gives the place behind it.
fn separate(text: &[u8], body: usize, plain: &mut Cow<'_, [u8]>) -> usize {
    let (mut at, mut depth, mut last) = (body, 0usize, b'{');
    // The first blank of the line, while nothing else stands on it.
    let mut blank = None;
    let mut is_first = false;
    while let Some(byte) = text.get(at).copied() {
        let skipped = skipped(text, at);
        match byte {
            _ if skipped > at && matches!(byte, b'/') => {
                at = skipped;
                continue;
            }
            b'\n' => (blank, is_first) = (None, true),
            byte if byte.is_ascii_whitespace() => {
                if is_first && byte == b' ' {
                    blank = Some(at);
                }
            }
            b'}' if depth == 0 => return at + 1,
            _ => {
                let is_member = is_first && depth == 0 && matches!(byte, b'<' | b'(' | b'[') && ends_member(last);
                if let Some(blank) = blank.filter(|_| is_member)
                    && let Some(byte) = plain.to_mut().get_mut(blank)
                {
                    *byte = b';';
                }
                match byte {
                    b'{' | b'(' | b'[' => depth += 1,
                    b'}' | b')' | b']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // An arrow ends nothing.
                last = if byte == b'>' && last == b'=' { b'=' } else { byte };
                is_first = false;
                at = skipped.max(at);
            }
        }
        at += 1;
    }
    at
}

/// Whether a member may end with a byte.
fn ends_member(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'>' | b')' | b']' | b'}' | b'"' | b'\'' | b'`')
}

/// The last byte of a comment or a quoted text that begins here; the place itself where none does.
fn skipped(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or(&[]);
    let until = |end: &[u8], from: usize| {
        let found = rest.get(from..).and_then(|rest| rest.windows(end.len()).position(|it| it == end));
        found.map_or(text.len(), |found| at + from + found + end.len() - 1)
    };
    match rest {
        // The end of the line is read as such.
        [b'/', b'/', ..] => until(b"\n", 2),
        [b'/', b'*', ..] => until(b"*/", 2) + 1,
        // What is not closed on its line is no quote: an apostrophe.
        [quote @ (b'"' | b'\''), ..] => {
            match rest.iter().skip(1).find(|byte| matches!(byte, b'\n') || *byte == quote) {
                Some(end) if end == quote => until(&[*quote], 1),
                _ => at,
            }
        }
        [b'`', ..] => until(b"`", 1),
        _ => at,
    }
}
