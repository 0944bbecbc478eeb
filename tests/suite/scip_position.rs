//! Places of an index in a text are held to a reading letter by letter.

use cg_bundle::base::Position;
use cg_bundle::scip::{Breaks, Encoding, Lines};
use proptest::prelude::*;

/// Each letter with its line and column as an indexer counts, and where it stands for us. The end of the text is one.
fn letters(text: &str, breaks: Breaks, encoding: Encoding) -> Vec<((u32, u32), Position)> {
    let letters: Vec<char> = text.chars().collect();
    let (mut line, mut column) = (0, 0);
    let mut ours = Position { line: 1, column: 1 };
    let mut places = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        places.push(((line, column), ours));
        let next = letters.get(at + 1);
        let breaks_here = match letter {
            '\n' => true,
            '\r' => breaks != Breaks::Newline && next != Some(&'\n'),
            '\u{2028}' | '\u{2029}' => breaks == Breaks::Unicode,
            _ => false,
        };
        column += match encoding {
            Encoding::Utf8 => letter.len_utf8() as u32,
            Encoding::Utf16 => letter.len_utf16() as u32,
            _ => 1,
        };
        ours.column += letter.len_utf8() as u32;
        if breaks_here {
            (line, column) = (line + 1, 0);
        }
        if *letter == '\n' {
            ours = Position { line: ours.line + 1, column: 1 };
        }
    }
    places.push(((line, column), ours));
    places
}

const BREAKS: [Breaks; 3] = [Breaks::Newline, Breaks::Return, Breaks::Unicode];
const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

fn hold(text: &str) {
    for breaks in BREAKS {
        let lines = Lines::new(text.as_bytes(), breaks);
        for encoding in ENCODINGS {
            let places = letters(text, breaks, encoding);
            let last = places.last().expect("the end").0.0;
            assert_eq!(lines.n_lines(), last + 1, "{text:?} {breaks:?}");
            for ((line, column), ours) in &places {
                // The `\n` of a `\r\n` is no place: what ends a line is not on it.
                let offset = lines.offset(*line, *column, encoding);
                let Some(offset) = offset else {
                    let before = text.as_bytes()[..byte(text, *ours)].last();
                    assert_eq!(before, Some(&b'\r'), "{text:?} {breaks:?} {encoding:?} {line}:{column}");
                    continue;
                };
                assert_eq!(offset, byte(text, *ours), "{text:?} {breaks:?} {encoding:?} {line}:{column}");
                assert_eq!(lines.position(offset), *ours, "{text:?} {breaks:?} {offset}");
                assert_eq!(lines.position_on(*line, offset), *ours, "{text:?} {breaks:?} {offset}");
            }
            nothing_else_is_a_place(text, &lines, encoding, &places);
        }
    }
}

/// Columns inside of a letter, behind the end of a line, and lines behind the end have no place.
fn nothing_else_is_a_place(text: &str, lines: &Lines<'_>, encoding: Encoding, places: &[((u32, u32), Position)]) {
    for line in 0..lines.n_lines() + 2 {
        for column in 0..text.len() as u32 + 2 {
            if !places.iter().any(|(place, _)| *place == (line, column)) {
                assert_eq!(lines.offset(line, column, encoding), None, "{text:?} {encoding:?} {line}:{column}");
            }
        }
    }
}

fn byte(text: &str, place: Position) -> usize {
    let start: usize = text.split_inclusive('\n').take(place.line as usize - 1).map(str::len).sum();
    start + place.column as usize - 1
}

#[test]
fn texts_that_are_hard_to_count() {
    for text in ["", "\n", "\r", "\r\n", "a\r\rb\n\r", "é\u{2028}b\u{2029}", "\"🚀\" x\r\ny🚀\r", "\n\n", "a\r\n\nb"]
    {
        hold(text);
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let lines = Lines::new("\u{feff}é = 1\n".as_bytes(), Breaks::Unicode);
    assert!(lines.has_mark());
    assert_eq!(lines.offset(0, 2, Encoding::Utf16), Some(3));
    assert_eq!(lines.position(3), Position { line: 1, column: 4 });
}

#[test]
fn what_is_no_utf_8_counts_as_the_letter_that_stands_for_it() {
    let lines = Lines::new(b"a\xff\xe9b", Breaks::Newline);
    assert_eq!(lines.offset(0, 3, Encoding::Utf16), Some(3));
    let lines = Lines::new(b"a\xf0\x9f\x9ab", Breaks::Newline);
    assert_eq!(lines.offset(0, 2, Encoding::Utf16), Some(4), "three bytes that start a letter are one");
}

#[test]
fn a_search_goes_on_from_where_it_was() {
    let text = "é🚀x".repeat(40);
    let lines = Lines::new(text.as_bytes(), Breaks::Newline);
    let mut cursor = cg_bundle::scip::Cursor::default();
    for column in (0..170).chain([3, 90, 4]) {
        let anew = lines.offset(0, column, Encoding::Utf16);
        assert_eq!(lines.find(0, column, Encoding::Utf16, &mut cursor), anew, "{column}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_as_letter_by_letter(text in "[ab\r\né🚀\u{2028}\u{2029}]{0,24}") {
        hold(&text);
    }
}
