//! Joins blocks that conditions of the preprocessor split: where a branch opens a brace that another condition closes, the first
//! branch that is compiled stays, and the others and the conditions become spaces, so that every place stays.

use std::borrow::Cow;
use std::ops::Range;

use super::token::{Sort, tokens};

/// The braces of a branch: how many more it opens than it closes, at its end and at the least.
#[derive(Clone, Copy, Debug, Default)]
struct Braces {
    net: i32,
    least: i32,
}

impl Braces {
    fn add(&mut self, other: Self) {
        self.least = self.least.min(self.net + other.least);
        self.net += other.net;
    }
}

/// A branch, from behind its condition up to the next.
#[derive(Clone, Debug, Default)]
struct Branch {
    text: Range<usize>,
    braces: Braces,
    /// Nothing compiles it: `#if 0`.
    is_dead: bool,
}

/// A condition that is open.
#[derive(Debug, Default)]
struct Conditional {
    lines: Vec<Range<usize>>,
    branches: Vec<Branch>,
    /// How many braces are open before it.
    depth: i32,
}

/// The text with such conditions as spaces. Those at the top of a file stay: no block is around them.
pub fn without_split_blocks(text: &[u8]) -> Cow<'_, [u8]> {
    let mut gone: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<Conditional> = Vec::new();
    // How many braces are open in what stays.
    let mut depth = 0;
    for token in tokens(text) {
        let braces = match token.sort {
            Sort::Sign(b'{') => Braces { net: 1, least: 0 },
            Sort::Sign(b'}') => Braces { net: -1, least: -1 },
            Sort::Directive => {
                let line = token.start..token.end;
                match condition(&text[line.clone()]) {
                    Some(Word::If { is_dead }) => {
                        let text = token.end..token.end;
                        let branches = vec![Branch { text, is_dead, ..Branch::default() }];
                        open.push(Conditional { lines: vec![line], branches, depth });
                    }
                    Some(Word::Else) => {
                        if let Some(conditional) = open.last_mut() {
                            conditional.end_branch(token.start);
                            depth = conditional.depth;
                            conditional.lines.push(line);
                            conditional.branches.push(Branch { text: token.end..token.end, ..Branch::default() });
                        }
                    }
                    Some(Word::End) => {
                        let Some(mut conditional) = open.pop() else { continue };
                        conditional.end_branch(token.start);
                        conditional.lines.push(line);
                        let kept = conditional.close(&mut gone);
                        depth = conditional.depth + kept.net;
                        add_to(&mut open, kept);
                    }
                    None => {}
                }
                continue;
            }
            _ => continue,
        };
        depth += braces.net;
        add_to(&mut open, braces);
    }
    blanked(text, gone)
}

/// The text with some ranges as spaces; lines stay.
fn blanked(text: &[u8], mut gone: Vec<Range<usize>>) -> Cow<'_, [u8]> {
    let mut plain = Cow::Borrowed(text);
    gone.sort_unstable_by_key(|range| range.start);
    let mut done = 0;
    for range in gone {
        let rest = range.start.max(done)..range.end.max(done);
        done = rest.end;
        let blank = plain.to_mut()[rest].iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r'));
        blank.for_each(|byte| *byte = b' ');
    }
    plain
}

/// Adds braces to the innermost branch that is open.
fn add_to(open: &mut [Conditional], braces: Braces) {
    if let Some(branch) = open.last_mut().and_then(|conditional| conditional.branches.last_mut()) {
        branch.braces.add(braces);
    }
}

impl Conditional {
    fn end_branch(&mut self, at: usize) {
        if let Some(branch) = self.branches.last_mut() {
            branch.text.end = at;
        }
    }

    /// Takes the condition out where it splits a block; the braces of what is left.
    fn close(&self, gone: &mut Vec<Range<usize>>) -> Braces {
        let is_split = |branch: &Branch| branch.braces.net != 0 || branch.braces.least < 0;
        if self.depth < 1 || !self.branches.iter().any(is_split) {
            return Braces::default();
        }
        let kept = self.branches.iter().position(|branch| !branch.is_dead);
        let others = self.branches.iter().enumerate().filter(|(at, _)| Some(*at) != kept);
        gone.extend(others.map(|(_, branch)| &branch.text).chain(&self.lines).cloned());
        kept.and_then(|at| self.branches.get(at)).map(|branch| branch.braces).unwrap_or_default()
    }
}

/// A line of a condition.
enum Word {
    If { is_dead: bool },
    Else,
    End,
}

fn condition(line: &[u8]) -> Option<Word> {
    let line = std::str::from_utf8(line).ok()?.strip_prefix('#')?.trim();
    let end = line.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end)?;
    match word {
        "if" => Some(Word::If { is_dead: rest.trim() == "0" }),
        "ifdef" | "ifndef" => Some(Word::If { is_dead: false }),
        "else" | "elif" | "elifdef" | "elifndef" => Some(Word::Else),
        "endif" => Some(Word::End),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        let plain = String::from_utf8(without_split_blocks(text.as_bytes()).into_owned()).expect("text");
        assert_eq!(plain.len(), text.len(), "{text}");
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_block_that_a_condition_splits_is_joined() {
        let split = "void f() {\n#ifdef A\nif (a) {\n#endif\nb();\n#ifdef A\n}\n#endif\n}\n";
        assert_eq!(plain(split), "void f() { if (a) { b(); } }");
        let two = "void f() {\n#if X\nif (a) {\n#else\nif (c) {\n#endif\nb();\n}\n}\n";
        assert_eq!(plain(two), "void f() { if (a) { b(); } }");
        let dead = "void f() {\n#if 0\nif (a) {\n#else\nif (c) {\n#endif\nb(); } }\n";
        assert_eq!(plain(dead), "void f() { if (c) { b(); } }");
        let inner = "void f() {\n#if X\n#if Y\nif (a) {\n#endif\n#endif\nb();\n#if X\n}\n#endif\n}\n";
        assert_eq!(plain(inner), "void f() { if (a) { b(); } }");
    }

    #[test]
    fn any_other_condition_stays() {
        for text in [
            "void f() {\n#ifdef A\nif (a) { b(); }\n#else\nc();\n#endif\n}\n",
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n",
            "#ifdef A\nvoid f() {}\n#endif\n",
            "#endif\n} } #else\n",
            "#if A\n{",
        ] {
            assert_eq!(without_split_blocks(text.as_bytes()), text.as_bytes());
        }
    }

    proptest::proptest! {
        /// Every place stays, whatever the text.
        #[test]
        fn places_stay(parts in proptest::collection::vec(proptest::sample::select(
            &["{", "}", "\n", "#if 0\n", "#ifdef A\n", "#else\n", "#elif B\n", "#endif\n", "a;", "\"{\"", "// {\n"][..]), 0..40)) {
            let text = parts.concat();
            let plain = without_split_blocks(text.as_bytes());
            let lines = |text: &[u8]| text.iter().enumerate().filter(|(_, it)| **it == b'\n').map(|(at, _)| at).collect::<Vec<_>>();
            proptest::prop_assert_eq!(lines(&plain), lines(text.as_bytes()));
            proptest::prop_assert_eq!(plain.len(), text.len());
        }
    }
}
