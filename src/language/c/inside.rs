//! Finds conditions of the preprocessor in places for which the grammars have none: among arguments, in the braces of a value,
//! and around the words before a declaration or the attributes behind it. One branch stays, or all that can be read in a row.

use std::ops::Range;

use super::directive::{ConditionLine, condition};
use super::reader::QUALIFIERS;
use super::token::{CToken, Sort};

/// The most statements that end between round brackets: those of the head of a loop.
const LOOP: usize = 2;
/// The most brackets that are open around a condition: text with more is none that a person wrote.
const MOST_OPEN: usize = 256;

/// A bracket that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// Round or square.
    Round,
    /// The braces of a value.
    Value,
    /// Any other braces.
    Block,
}

/// A place for which the grammars have no condition.
enum Place {
    /// Among arguments, or in the braces of a value.
    Brackets,
    /// Before a declaration: `static` and its like alone.
    Qualifier,
    /// Between the parameters of a declaration and its end.
    Attribute,
}

/// A condition that is open.
struct Condition {
    /// Its lines so far.
    lines: Vec<Range<usize>>,
    /// The tokens of each branch, and whether it is dead.
    branches: Vec<(Range<usize>, bool)>,
    /// The brackets that were open before it; `None` for more than are kept.
    brackets: Option<Vec<Bracket>>,
}

/// The lines of such conditions, and the branches that do not stay: all but one, where they cannot be read one after the other.
pub fn inner_conditions(text: &[u8], tokens: &[CToken]) -> Vec<Range<usize>> {
    let mut gone = Vec::new();
    let mut open: Vec<Condition> = Vec::new();
    let mut brackets: Vec<Bracket> = Vec::new();
    let (mut last, mut n_ended) = (None, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.sort {
            Sort::Sign(b'(' | b'[') => {
                n_ended = 0;
                brackets.push(Bracket::Round);
            }
            Sort::Sign(b';') if brackets.last() == Some(&Bracket::Round) => {
                n_ended += 1;
                // A bracket that nothing closes is none.
                if n_ended > LOOP {
                    while brackets.pop_if(|it| *it == Bracket::Round).is_some() {}
                }
            }
            Sort::Sign(b')' | b']') => _ = brackets.pop_if(|it| *it == Bracket::Round),
            Sort::Sign(b'{') => brackets.push(brace(last, brackets.last().copied())),
            Sort::Sign(b'}') => while brackets.pop() == Some(Bracket::Round) {},
            Sort::Directive => {
                let line = token.start..token.end;
                match condition(&text[line.clone()]) {
                    Some(ConditionLine::If { is_dead, .. }) => {
                        let (lines, branches) = (vec![line], vec![(at + 1..at + 1, is_dead)]);
                        let brackets = (brackets.len() <= MOST_OPEN).then(|| brackets.clone());
                        open.push(Condition { lines, branches, brackets });
                    }
                    Some(ConditionLine::Else) => {
                        if let Some(it) = open.last_mut() {
                            it.end_branch(at);
                            it.lines.push(line);
                            it.branches.push((at + 1..at + 1, false));
                            if let Some(before) = &it.brackets {
                                brackets.clone_from(before);
                            }
                        }
                    }
                    Some(ConditionLine::End) => {
                        let Some(mut it) = open.pop() else { continue };
                        it.end_branch(at);
                        it.lines.push(line);
                        match it.place(text, tokens, at + 1) {
                            Some(Place::Qualifier) => it.keep_none(tokens, &mut gone),
                            Some(Place::Brackets) if it.joins(text, tokens) => it.keep_all(tokens, &mut gone),
                            Some(_) => it.keep_one(tokens, &mut gone),
                            None => {}
                        }
                    }
                    None => {}
                }
                continue;
            }
            _ => {}
        }
        last = Some(token.sort);
    }
    gone
}

/// The kind of a brace: `= {` opens a value, as do the braces in one.
fn brace(before: Option<Sort>, around: Option<Bracket>) -> Bracket {
    match before {
        Some(Sort::Sign(b'=')) => Bracket::Value,
        Some(Sort::Sign(b'{' | b',')) if around == Some(Bracket::Value) => Bracket::Value,
        _ => Bracket::Block,
    }
}

impl Condition {
    fn end_branch(&mut self, at: usize) {
        if let Some((tokens, _)) = self.branches.last_mut() {
            tokens.end = at;
        }
    }

    /// The place of a condition before a token for which the grammars have none; `None` where they have one.
    fn place(&self, text: &[u8], tokens: &[CToken], behind: usize) -> Option<Place> {
        if self.brackets.as_ref()?.last().is_some_and(|it| *it != Bracket::Block) {
            return Some(Place::Brackets);
        }
        let word = |token: &CToken| std::str::from_utf8(&text[token.start..token.end]).unwrap_or("");
        let branches = self.branches.iter().filter_map(|(it, _)| tokens.get(it.clone())).filter(|it| !it.is_empty());
        let mut branches = branches.peekable();
        branches.peek()?;
        let first = self.branches.first().map_or(0, |(it, _)| it.start);
        let before = first.checked_sub(2).and_then(|at| tokens.get(at)).map(|token| token.sort);
        match tokens.get(behind)?.sort {
            Sort::Word | Sort::Upper => {
                let is_held = |token: &CToken| QUALIFIERS.contains(&word(token));
                branches.all(|branch| branch.iter().all(is_held)).then_some(Place::Qualifier)
            }
            Sort::Sign(b';') if before == Some(Sort::Sign(b')')) => {
                branches.all(|branch| word(&branch[0]) == "__attribute__").then_some(Place::Attribute)
            }
            _ => None,
        }
    }

    /// Whether the branches can be read one after the other: each is a value with the comma behind it, in a list of values, or goes on
    /// with a condition by the sign before it.
    fn joins(&self, text: &[u8], tokens: &[CToken]) -> bool {
        let live = self.branches.iter().filter(|(_, is_dead)| !is_dead);
        let mut live = live.filter_map(|(it, _)| tokens.get(it.clone())).filter(|it| !it.is_empty());
        match self.brackets.as_ref().and_then(|it| it.last()) {
            Some(Bracket::Value) => live.all(|it| it.last().is_some_and(|token| token.sort == Sort::Sign(b','))),
            Some(Bracket::Round) => live.all(|it| {
                let from = text.get(it[0].start..).unwrap_or_default();
                let goes_on = it.last().is_some_and(|token| matches!(token.sort, Sort::Sign(b'&' | b'|')));
                !goes_on && [b"&&", b"||"].iter().any(|sign| from.starts_with(*sign))
            }),
            _ => false,
        }
    }

    /// Takes out the lines, and the branches that nothing compiles.
    fn keep_all(self, tokens: &[CToken], gone: &mut Vec<Range<usize>>) {
        for (branch, _) in self.branches.into_iter().filter(|(branch, is_dead)| *is_dead && !branch.is_empty()) {
            gone.push(tokens[branch.start].start..tokens[branch.end - 1].end);
        }
        gone.extend(self.lines);
    }

    /// Takes out the lines, and all but the first branch that is compiled and has code.
    fn keep_one(self, tokens: &[CToken], gone: &mut Vec<Range<usize>>) {
        let kept = self.branches.iter().position(|(it, is_dead)| !is_dead && !it.is_empty());
        self.keep(kept, tokens, gone);
    }

    /// Takes out all of it: a function that is `static` in some builds is called from elsewhere in others.
    fn keep_none(self, tokens: &[CToken], gone: &mut Vec<Range<usize>>) {
        self.keep(None, tokens, gone);
    }

    fn keep(self, kept: Option<usize>, tokens: &[CToken], gone: &mut Vec<Range<usize>>) {
        for (at, (branch, _)) in self.branches.into_iter().enumerate() {
            if Some(at) != kept && !branch.is_empty() {
                gone.push(tokens[branch.start].start..tokens[branch.end - 1].end);
            }
        }
        gone.extend(self.lines);
    }
}

#[cfg(test)]
mod tests {
    use crate::language::c::conditional::without_split_blocks;

    #[test]
    fn what_can_be_read_stays_where_the_grammar_has_no_place_for_a_condition() {
        let plain = |text: &str| {
            let plain = String::from_utf8(without_split_blocks(text.as_bytes()).into_owned()).expect("text");
            assert_eq!(plain.len(), text.len());
            plain.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(plain("f(\"a\"\n#ifdef W\n\"b\"\n#endif\n\"c\");"), "f(\"a\" \"b\" \"c\");");
        assert_eq!(plain("int a[] = { {\n#if W\n1,\n#else\n2\n#endif\n} };"), "int a[] = { { 1, } };");
        assert_eq!(plain("int a[] = { {\n#if W\n1,\n#else\n2,\n#endif\n3 } };"), "int a[] = { { 1, 2, 3 } };");
        assert_eq!(plain("if (a\n#if W\n&& b()\n#else\n&& c()\n#endif\n) d();"), "if (a && b() && c() ) d();");
        assert_eq!(plain("if (\n#if W\nb()\n#else\nc()\n#endif\n) d();"), "if ( b() ) d();");
        assert_eq!(plain("f(\n#if 0\na,\n#else\nb,\n#endif\nc);"), "f( b, c);");
        assert_eq!(plain("int a;\n#ifndef W\nstatic\n#endif\nint f() { }"), "int a; int f() { }");
        let attributes = "int f(int a)\n#if G\n__attribute__((pure))\n#endif\n;";
        assert_eq!(plain(attributes), "int f(int a) __attribute__((pure)) ;");
        for text in [
            "enum a {\n#if W\nB,\n#endif\nC };",
            "struct a {\n#if W\nint b;\n#endif\n};",
            "f([] {\n#if W\nint b;\n#endif\n});",
            "int f(int a);\n#if W\nint b;\n#endif\nint c;",
            "#if W\nstatic int b;\n#endif\nint c;",
        ] {
            assert_eq!(without_split_blocks(text.as_bytes()), text.as_bytes());
        }
    }
}
