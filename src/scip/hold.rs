//! Validates one place against the text once more, just before it is reported.

use super::text_match::{TextMatch, is_word, text_match};
use super::tool::tool;
use crate::base::{LineIndex, Position};

/// A place that an index gave, and that fitted the text when the two were joined.
#[derive(Clone, Copy, Debug)]
pub struct CheckedPlace<'a> {
    /// The symbol.
    pub symbol: &'a str,
    /// Where.
    pub at: Position,
    /// How many bytes long.
    pub length: u32,
    /// How the text fitted the symbol.
    pub agreement: TextMatch,
    /// The symbol is defined there.
    pub is_definition: bool,
}

/// Whether a place is still valid in the text: inside of it, not in the middle of a name, and with the name that was found
/// there, where it was that of the symbol.
pub fn holds(checked: &CheckedPlace<'_>, text: &[u8], lines: &LineIndex) -> bool {
    // Places do not count a byte order mark.
    let mark = if checked.at.line == 1 && text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let line = lines.line(checked.at.line);
    let start = line.start + mark + (checked.at.column as usize).saturating_sub(1);
    let Some(name) = text.get(start..start + checked.length as usize) else { return false };
    if name.is_empty() {
        return start <= line.end;
    }
    let splits = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        before.zip(text.get(at)).is_some_and(|(before, after)| is_word(*before) && is_word(*after))
    };
    let is_sigil = text.get(start.wrapping_sub(1)) == Some(&b'$');
    if (splits(start) && !is_sigil) || splits(start + name.len()) {
        return false;
    }
    // An indexer's symbols begin with its name.
    let scheme = checked.symbol.split(' ').next().unwrap_or("");
    checked.agreement != TextMatch::Exact
        || text_match(checked.symbol, name, tool(scheme), checked.is_definition) == TextMatch::Exact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_does_not_hold() {
        let symbol = "scip-typescript npm app 1.0.0 src/`a.ts`/total().";
        let holds = |text: &str, column: u32| {
            let checked = CheckedPlace {
                symbol,
                at: Position { line: 2, column },
                length: 5,
                agreement: TextMatch::Exact,
                is_definition: false,
            };
            super::holds(&checked, text.as_bytes(), &LineIndex::new(text.as_bytes()))
        };
        assert!(holds("// a\nx = total(1)\n", 5));
        assert!(!holds("// a\nx = totals(1)\n", 5), "a longer name");
        assert!(!holds("// a\nx = prices(1)\n", 5), "another name");
        assert!(!holds("// a\nx = tot\n", 5), "the end of the text");
        assert!(!holds("x = total(1)\n", 5), "a line less");
        assert!(!holds("// a\nxy = total(1)\n", 5), "one column further");
    }
}
