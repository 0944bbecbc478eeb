//! The lines of the preprocessor in a text, and the signs of the code between them: those in comments and texts are none.

use std::ops::Range;

/// A part of a text.
#[derive(Debug)]
pub enum Piece {
    /// A line of a condition.
    Line(Directive, Range<usize>),
    /// A sign or letter of code, and its place; the first sign of a text.
    Sign(u8, usize),
}

/// A line of a condition.
#[derive(Debug)]
pub enum Directive {
    /// `#if`: the branch behind it may be in no build, or in all.
    If { is_dead: bool, is_always: bool },
    /// `#elif` or `#else`.
    Else { is_dead: bool },
    /// `#endif`.
    End,
}

/// The parts of a text, in its order.
pub fn pieces(text: &[u8]) -> Vec<Piece> {
    let mut found = Vec::new();
    let (mut at, mut begins_line) = (0, true);
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        let is_first = begins_line;
        begins_line = *byte == b'\n' || is_first && byte.is_ascii_whitespace();
        at += match byte {
            _ if byte.is_ascii_whitespace() => 1,
            b'#' if is_first => {
                let length = line_end(rest);
                found.extend(directive(&rest[..length]).map(|it| Piece::Line(it, at..at + length)));
                length
            }
            b'/' if rest.starts_with(b"//") => line_end(rest),
            b'/' if rest.starts_with(b"/*") => behind(rest, 2, b"*/"),
            b'"' | b'\'' | b'@' | b'$' => {
                found.push(Piece::Sign(*byte, at));
                quoted(rest)
            }
            _ => {
                found.push(Piece::Sign(*byte, at));
                1
            }
        };
    }
    found
}

/// The condition of a line that begins with `#`.
fn directive(line: &[u8]) -> Option<Directive> {
    let line = std::str::from_utf8(line).ok()?.strip_prefix('#')?.trim();
    let end = line.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, condition) = line.split_at_checked(end)?;
    let condition = condition.split("//").next().unwrap_or("").trim();
    let is_dead = condition == "false";
    match word {
        "if" => Some(Directive::If { is_dead, is_always: condition == "true" }),
        "elif" => Some(Directive::Else { is_dead }),
        "else" => Some(Directive::Else { is_dead: false }),
        "endif" => Some(Directive::End),
        _ => None,
    }
}

fn line_end(text: &[u8]) -> usize {
    text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len())
}

/// The place behind the first mark from a place on.
fn behind(text: &[u8], from: usize, mark: &[u8]) -> usize {
    let rest = text.get(from..).unwrap_or(&[]);
    rest.windows(mark.len()).position(|window| window == mark).map_or(text.len(), |at| from + at + mark.len())
}

/// The length of a text in quotes, with the signs before it; where none begins, that of the signs, and 1 at least.
fn quoted(text: &[u8]) -> usize {
    let n_before = text.iter().take_while(|byte| matches!(byte, b'@' | b'$')).count();
    let quote = match text.get(n_before) {
        Some(b'"') => b'"',
        Some(b'\'') if n_before == 0 => b'\'',
        _ => return n_before.max(1),
    };
    let is_verbatim = text[..n_before].contains(&b'@');
    let n_quotes = text[n_before..].iter().take_while(|byte| **byte == quote).count();
    if quote == b'"' && n_quotes >= 3 && !is_verbatim {
        let start = n_before + n_quotes;
        return behind(text, start, &text[n_before..start]);
    }
    let mut at = n_before + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' if !is_verbatim => at += 2,
            b'"' if is_verbatim && text.get(at + 1) == Some(&b'"') => at += 2,
            // Elsewhere a text ends in its line: in a branch that is left out, anything may stand.
            b'\n' if !is_verbatim => return at,
            byte if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}
