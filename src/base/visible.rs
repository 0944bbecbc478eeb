//! Characters that a reader does not see and a terminal obeys. Each gives way to one visible character, so that lengths
//! in characters stay: `␛` for an escape, `�` for what has no picture of its own.

use std::borrow::Cow;

use super::secret::redacted;

/// Whether a character controls what shows it: C0, DEL and C1, line and paragraph separators, bidirectional overrides
/// and isolates, spaces of no width, a byte order mark, tags. Joiners stay: scripts and emoji need them.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// The picture of a hidden character.
fn picture(letter: char) -> char {
    match letter {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// A name, or another text of one line, with every hidden character replaced.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, &BEGINS, is_hidden)
}

/// A text of several lines: line feeds and tabs stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, &BEGINS_IN_LINES, |letter| is_hidden(letter) && !matches!(letter, '\n' | '\t'))
}

/// The bytes with which hidden characters begin: what is printed is long, and a character is looked at where its first byte is one.
static BEGINS: [bool; 256] = begins(b"");
static BEGINS_IN_LINES: [bool; 256] = begins(b"\n\t");

const fn begins(besides: &[u8]) -> [bool; 256] {
    let mut begins = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        begins[byte] = matches!(byte, 0..0x20 | 0x7f | 0xc2 | 0xe2 | 0xef | 0xf3);
        byte += 1;
    }
    let mut at = 0;
    while at < besides.len() {
        begins[besides[at] as usize] = false;
        at += 1;
    }
    begins
}

/// The most characters of a name that a message repeats.
const REPEATED: usize = 120;

/// A name as a message repeats it: the beginning of one that is overlong.
pub fn shortened(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(REPEATED) {
        Some((end, _)) => Cow::Owned(format!("{}…", name.get(..end).unwrap_or(""))),
        None => Cow::Borrowed(name),
    }
}

/// The control character for a byte that is no text (ASCII's SUB): in a name it is shown as U+FFFD.
pub const SUBSTITUTE: u8 = 0x1a;

/// A name as facts hold it: nothing hidden, and no credential.
pub fn printable(text: &str) -> Cow<'_, str> {
    // A credential holds a digit or stands behind `:`, `@` or `-`; most names have none of them.
    let perhaps = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b':' | b'@' | b'-');
    let is_plain = text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    match (is_plain, text.bytes().any(|byte| perhaps(&byte))) {
        (true, false) => Cow::Borrowed(text),
        (true, true) => redacted(text),
        (false, _) => match redacted(text) {
            Cow::Borrowed(text) => visible(text),
            Cow::Owned(text) => Cow::Owned(visible(&text).into_owned()),
        },
    }
}

/// JSON in which every hidden character is an escape. In JSON text such characters stand inside strings only, but for
/// line feeds, so the data is the same.
pub fn escaped_json(json: String) -> String {
    let is_raw = |letter: char| is_hidden(letter) && letter != '\n';
    if !json.contains(is_raw) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if is_raw(letter) {
            letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(letter);
        }
    }
    out
}

fn replaced<'t>(text: &'t str, begins: &[bool; 256], is_wrong: impl Fn(char) -> bool) -> Cow<'t, str> {
    let is_wrong_at = |at| text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(&is_wrong);
    if !text.bytes().enumerate().any(|(at, byte)| begins[usize::from(byte)] && is_wrong_at(at)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|letter| if is_wrong(letter) { picture(letter) } else { letter }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_are_those_of_all_hidden_characters() {
        for letter in (0..=u32::from(char::MAX)).filter_map(char::from_u32).filter(|letter| is_hidden(*letter)) {
            assert!(matches!(visible(&format!("é{letter}")), Cow::Owned(_)), "{letter:?}");
        }
    }

    #[test]
    fn one_character_for_one() {
        let text = "a\u{1b}[2J\r\u{9b}\u{202e}\t\nb\u{7f}\u{e0041}";
        assert_eq!(visible(text), "a␛[2J␍��␉␊b␡�");
        assert_eq!(visible_lines(text), "a␛[2J␍��\t\nb␡�");
        assert!(matches!(visible("größe 👩‍💻 שלום"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_keeps_its_data() {
        let text = "a\u{9b}\u{2028}\u{e0041}\u{1b}\nb";
        let json = escaped_json(serde_json::to_string_pretty(&[text]).expect("JSON"));
        assert!(!json.chars().any(|letter| is_hidden(letter) && letter != '\n'), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).expect("JSON"), [text]);
    }
}
