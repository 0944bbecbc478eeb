//! Conditions of the preprocessor that the grammar has no place for: of the branches of one inside of a declaration, a list or an
//! expression, one is parsed as if it were there alone, and the words of the others are noted as names.

use std::ops::Range;

use tree_sitter::Tree;

use super::super::misread::{BlankMeaning, Misread};
use super::lines::{Directive, Piece, pieces};
use crate::base::LineIndex;

/// A branch, from its first code up to the line of the next.
#[derive(Debug)]
struct Branch {
    text: Range<usize>,
    /// No build compiles it: `#if false`.
    is_dead: bool,
    /// The last sign or letter of its code.
    last: Option<u8>,
    /// The brackets that it opens and does not close.
    n_open: i32,
    /// It closes a bracket that it did not open, or goes on with what is before it.
    is_part: bool,
}

/// A condition: its lines and its branches.
#[derive(Debug)]
struct Conditional {
    lines: Vec<Range<usize>>,
    branches: Vec<Branch>,
    /// The last sign or letter of the code before it.
    before: Option<u8>,
    /// The first branch is all that a build compiles: `#if true`.
    is_always: bool,
    /// The code behind it goes on with a statement that is before its end.
    is_continued: bool,
}

/// The words that go on with a statement.
const CONTINUING: &[&[u8]] = &[b"catch", b"else", b"finally"];

/// The lines and branches to leave out of the text of a tree that has syntax errors.
pub fn misread(tree: &Tree, text: &[u8]) -> Vec<Misread> {
    if !tree.root_node().has_error() {
        return Vec::new();
    }
    let split = conditionals(text).into_iter().filter(|it| it.is_split() && !it.is_read(tree));
    let mut blanks: Vec<(Range<usize>, BlankMeaning)> = split.flat_map(|it| it.left_out()).collect();
    blanks.sort_by_key(|(blank, _)| blank.start);
    let lines = LineIndex::new(text);
    let misread = |(blank, has): (Range<usize>, BlankMeaning)| Misread {
        at: lines.position(blank.start),
        is_lost: false,
        blank,
        has,
        ends: Vec::new(),
        written: None,
    };
    blanks.into_iter().map(misread).collect()
}

/// The conditions of a text that end.
fn conditionals(text: &[u8]) -> Vec<Conditional> {
    let mut done: Vec<Conditional> = Vec::new();
    let mut open: Vec<Conditional> = Vec::new();
    let mut last = None;
    let mut is_ended = false;
    for piece in pieces(text) {
        match piece {
            Piece::Sign(sign, at) => {
                let continues = last.is_none_or(|last| !is_letter(last)) && continues(&text[at..]);
                last = Some(sign);
                // A branch is judged with all that stands in it.
                open.iter_mut().filter_map(|it| it.branches.last_mut()).for_each(|it| it.note(sign, at, continues));
                if let Some(ended) = done.last_mut().filter(|_| std::mem::take(&mut is_ended)) {
                    ended.is_continued = continues;
                }
            }
            Piece::Line(Directive::If { is_dead, is_always }, line) => {
                let branch = Branch::behind(&line, is_dead);
                open.push(Conditional {
                    lines: vec![line],
                    branches: vec![branch],
                    before: last,
                    is_always,
                    is_continued: false,
                });
            }
            Piece::Line(Directive::Else { is_dead }, line) => {
                let Some(conditional) = open.last_mut() else { continue };
                last = conditional.before;
                let is_dead = is_dead || conditional.is_always;
                conditional.end_branch(line.start);
                conditional.branches.push(Branch::behind(&line, is_dead));
                conditional.lines.push(line);
            }
            Piece::Line(Directive::End, line) => {
                let Some(mut conditional) = open.pop() else { continue };
                conditional.end_branch(line.start);
                conditional.lines.push(line);
                last = conditional.kept().and_then(|it| it.last).or(conditional.before);
                done.push(conditional);
                is_ended = true;
            }
        }
    }
    done
}

impl Branch {
    fn behind(line: &Range<usize>, is_dead: bool) -> Self {
        Self { text: line.end..line.end, is_dead, last: None, n_open: 0, is_part: false }
    }

    fn note(&mut self, sign: u8, at: usize, continues: bool) {
        if self.last.is_none() {
            self.text.start = at;
            self.is_part = continues;
        }
        self.last = Some(sign);
        match sign {
            b'(' | b'[' | b'{' => self.n_open += 1,
            b')' | b']' | b'}' => self.n_open -= 1,
            _ => {}
        }
        self.is_part |= self.n_open < 0;
    }

    /// Whether it is whole statements or declarations.
    fn is_whole(&self) -> bool {
        self.n_open == 0 && !self.is_part && ends_statement(self.last)
    }
}

/// Whether a statement or declaration may begin behind a sign.
fn ends_statement(last: Option<u8>) -> bool {
    last.is_none_or(|sign| matches!(sign, b';' | b'{' | b'}'))
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a text goes on with the statement before it.
fn continues(text: &[u8]) -> bool {
    let word = || text.split(|byte| !is_letter(*byte)).next().unwrap_or_default();
    text.first().is_some_and(|sign| b".?,)=|:<>%^/".contains(sign)) || CONTINUING.contains(&word())
}

impl Conditional {
    fn end_branch(&mut self, at: usize) {
        if let Some(branch) = self.branches.last_mut() {
            branch.text.end = at;
        }
    }

    /// Whether it does not stand between statements or declarations, or a branch is no whole ones.
    fn is_split(&self) -> bool {
        self.is_continued || !ends_statement(self.before) || !self.branches.iter().all(Branch::is_whole)
    }

    /// Whether the grammar has a place for it.
    fn is_read(&self, tree: &Tree) -> bool {
        let Some((first, last)) = self.lines.first().zip(self.lines.last()) else { return true };
        let mut node = tree.root_node().descendant_for_byte_range(first.start, last.end);
        while let Some(at) = node.filter(|it| it.start_byte() == first.start && it.kind() != "preproc_if") {
            node = at.parent();
        }
        node.is_some_and(|it| it.kind() == "preproc_if" && !it.has_error() && it.start_byte() == first.start)
    }

    /// The branch that is parsed: the first that a build may compile and that has code.
    fn kept(&self) -> Option<&Branch> {
        let mut alive = self.branches.iter().filter(|it| !it.is_dead);
        alive.find(|it| it.last.is_some())
    }

    /// Its lines, and the branches that are not parsed.
    fn left_out(self) -> Vec<(Range<usize>, BlankMeaning)> {
        let kept = self.kept().map(|it| it.text.start);
        let others = self.branches.into_iter().filter(|it| Some(it.text.start) != kept);
        let others = others.map(|it| {
            let has_code = it.last.is_some() && !it.is_dead;
            (it.text, if has_code { BlankMeaning::Code } else { BlankMeaning::Nothing })
        });
        others.chain(self.lines.into_iter().map(|line| (line, BlankMeaning::Nothing))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<bool> {
        conditionals(text.as_bytes()).iter().map(Conditional::is_split).collect()
    }

    #[test]
    fn a_condition_between_statements_is_whole() {
        assert_eq!(split("void F() {\n#if A\n  G();\n#else\n  H(); if (a) { }\n#endif\n}\n"), [false]);
        assert_eq!(split("void F() {\n#if A\n  G(\n#endif\n  1); }\n"), [true]);
        assert_eq!(split("F(1,\n#if A\n  2,\n#endif\n  3);\n"), [true]);
        assert_eq!(split("if (a) { }\n#if A\nelse if (b) { }\n#endif\nelse { }\n"), [true]);
        assert_eq!(split("if (a) { }\n#if A\nif (b) { }\n#endif\nelse { }\n"), [true]);
    }

    #[test]
    fn a_line_in_a_text_or_a_comment_is_none() {
        for text in [
            "@\"\n#if A\n\"",
            "\"\"\"\n#if A\n\"\"\"",
            "/*\n#if A\n*/",
            "// '\n'\"' // #if A\n",
            "$@\"{a}\"\"\n#if A\n\"",
        ] {
            assert_eq!(split(&format!("{text}\n#endif\n")), [false; 0], "{text}");
        }
    }

    proptest::proptest! {
        /// The parts are of the text, whatever it is.
        #[test]
        fn parts_are_of_the_text(parts in proptest::collection::vec(proptest::sample::select(
            &["{", "}", "\n", "\n#if A\n", "\n#if false\n", "\n#elif B\n", "\n#else\n", "\n#endif\n", "a;", "\"", "'", "@\"", "/*", "ü", "\\"][..]), 0..40)) {
            let text = parts.concat();
            for (blank, _) in conditionals(text.as_bytes()).into_iter().flat_map(Conditional::left_out) {
                proptest::prop_assert!(blank.start <= blank.end && text.get(blank).is_some());
            }
        }
    }
}
