//! Splits C and C++ into words and signs, as far as telling macros from the rest needs it.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A name or keyword.
    Word,
    /// A name without a small letter, as macros have.
    Upper,
    /// A line of the preprocessor.
    Directive,
    /// A text, a character, a number.
    Literal,
    /// One sign.
    Sign(u8),
}

/// A token, by its bytes.
#[derive(Clone, Copy, Debug)]
pub struct CToken {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its kind.
    pub sort: Sort,
}

/// The tokens of a text. Comments and spaces are none.
pub fn tokens(text: &[u8]) -> Vec<CToken> {
    let mut tokens = Vec::with_capacity(text.len() / 5);
    let mut at = 0;
    let mut is_line_start = true;
    while let Some(byte) = text.get(at).copied() {
        let start = at;
        let sort = match byte {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if matches!(text.get(at + 1), Some(b'/' | b'*')) => {
                at = comment(text, at);
                continue;
            }
            b'#' if is_line_start => {
                at = line(text, at);
                Sort::Directive
            }
            b'"' | b'\'' => {
                at = quoted(text, at);
                Sort::Literal
            }
            b'R' if text.get(at + 1) == Some(&b'"') => {
                at = raw(text, at);
                Sort::Literal
            }
            _ if is_letter(byte) || byte.is_ascii_digit() => {
                at += text[at..].iter().take_while(|byte| is_letter(**byte) || byte.is_ascii_digit()).count();
                let word = &text[start..at];
                match word {
                    _ if byte.is_ascii_digit() => Sort::Literal,
                    _ if word.len() > 2 && !word.iter().any(u8::is_ascii_lowercase) => Sort::Upper,
                    _ => Sort::Word,
                }
            }
            _ => {
                at += 1;
                Sort::Sign(byte)
            }
        };
        is_line_start = false;
        tokens.push(CToken { start, end: at, sort });
    }
    tokens
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn find(text: &[u8], from: usize, wanted: &[u8]) -> usize {
    let rest = text.get(from..).unwrap_or(&[]);
    rest.windows(wanted.len().max(1)).position(|window| window == wanted).map_or(text.len(), |at| from + at)
}

fn comment(text: &[u8], at: usize) -> usize {
    match text[at + 1] {
        b'/' => find(text, at, b"\n"),
        _ => (find(text, at + 2, b"*/") + 2).min(text.len()),
    }
}

/// The end of a line that `\` may continue; a comment in it may as well.
fn line(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' => at += if text.get(at + 1) == Some(&b'\r') { 3 } else { 2 },
            b'/' if text.get(at + 1) == Some(&b'*') => at = comment(text, at),
            _ => at += 1,
        }
    }
    text.len()
}

/// The end of a text in quotes: at the latest that of the line.
fn quoted(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if *byte == text[start] => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// `R"x(…)x"`
fn raw(text: &[u8], start: usize) -> usize {
    let open = find(text, start, b"(");
    let mark = text.get(start + 2..open).unwrap_or(&[]);
    if mark.len() > 16 {
        return start + 2;
    }
    let close = [b")", mark, b"\""].concat();
    (find(text, open, &close) + close.len()).min(text.len())
}
