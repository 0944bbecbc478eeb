//! Gives what the grammars have no form for one that they have: `list_each(x, y) {` becomes a call with a `;` behind it,
//! `new T*[n]` loses its `*`, and `"a" NAME "b"` becomes a sum. Spaces are written over, so that every place stays.

use std::borrow::Cow;

use super::reader::{PRIMITIVES, QUALIFIERS, STATEMENTS, TAGS};
use super::token::{CToken, Sort, tokens};

/// The most tokens of the arguments of a macro that heads a block.
const ARGUMENTS: usize = 200;
/// Words that look as calls do and are none, and those that go on with what is before them.
const NO_CALLS: &[&str] = &["_Alignas", "_Static_assert", "alignas", "asm", "decltype", "static_assert", "typeof"];
const GOES_ON: &[&str] = &["const", "final", "noexcept", "override", "volatile", "xor", "bitand", "bitor"];

/// The text in forms that both grammars have.
pub fn with_whole_statements(text: &[u8]) -> Cow<'_, [u8]> {
    written(text, |reader, at| reader.end_of_head(at).map(|place| (place, b';')))
}

/// The text in forms that the grammar of C++ has, besides.
pub fn with_plain_values(text: &[u8]) -> Cow<'_, [u8]> {
    written(text, |reader, at| reader.star_of_new(at).or_else(|| reader.between_texts(at)))
}

/// The text with signs at some places.
fn written(text: &[u8], find: impl Fn(&Statements<'_>, usize) -> Option<(usize, u8)>) -> Cow<'_, [u8]> {
    let mut reader =
        Statements { text, tokens: tokens(text), blocks: Vec::new(), last: [None; 2], is_behind_head: false };
    let mut plain = Cow::Borrowed(text);
    let mut heads: Vec<usize> = Vec::new();
    for at in 0..reader.tokens.len() {
        if let Some((place, sign)) = find(&reader, at) {
            plain.to_mut()[place] = sign;
        }
        if reader.is_statement(at)
            && let Some(behind) = reader.behind_head(at)
        {
            heads.push(behind);
        }
        reader.is_behind_head = heads.pop_if(|behind| *behind == at + 1).is_some();
        reader.pass(at);
    }
    plain
}

/// A text up to a token.
struct Statements<'t> {
    text: &'t [u8],
    tokens: Vec<CToken>,
    /// The braces that are open: whether they hold statements.
    blocks: Vec<bool>,
    /// The last token, and the one before it.
    last: [Option<CToken>; 2],
    /// Whether the last token ended the head of a statement: `if (a)`, `list_each(x)`.
    is_behind_head: bool,
}

impl Statements<'_> {
    fn word(&self, token: Option<&CToken>) -> &str {
        let word = token.filter(|token| matches!(token.sort, Sort::Word | Sort::Upper));
        word.and_then(|token| std::str::from_utf8(&self.text[token.start..token.end]).ok()).unwrap_or("")
    }

    fn is_sign(&self, at: usize, sign: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.sort == Sort::Sign(sign))
    }

    /// Goes on behind a token.
    fn pass(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.sort {
            Sort::Directive => return,
            Sort::Sign(b'{') => self.blocks.push(self.opens_statements()),
            Sort::Sign(b'}') => _ = self.blocks.pop(),
            _ => {}
        }
        self.last = [Some(token), self.last[0]];
    }

    /// Whether the braces that open here hold statements: those of a function, and all in it but for types and values.
    fn opens_statements(&self) -> bool {
        let [last, before] = &self.last;
        let is_in = self.blocks.last().copied().unwrap_or_default();
        match last.map(|token| token.sort) {
            Some(Sort::Sign(b')')) => true,
            Some(Sort::Sign(b'{' | b'}' | b';' | b':')) => is_in,
            _ if matches!(self.word(last.as_ref()), "else" | "do" | "try") => is_in,
            _ => {
                GOES_ON.contains(&self.word(last.as_ref()))
                    && before.is_some_and(|token| {
                        token.sort == Sort::Sign(b')') || GOES_ON.contains(&self.word(Some(&token)))
                    })
            }
        }
    }

    /// Whether a statement may start at a token.
    fn is_statement(&self, at: usize) -> bool {
        let last = self.last[0].as_ref();
        let is_start = matches!(last.map(|token| token.sort), Some(Sort::Sign(b';' | b'{' | b'}' | b':')))
            || matches!(self.word(last), "else" | "do")
            || self.is_behind_head;
        is_start && self.blocks.last() == Some(&true) && !self.word(self.tokens.get(at)).is_empty()
    }

    /// Behind the brackets that follow a token; `None` where they hold more than an expression may.
    fn behind_brackets(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for next in at + 1..(at + ARGUMENTS).min(self.tokens.len()) {
            match self.tokens[next].sort {
                Sort::Sign(b'(') => depth += 1,
                Sort::Sign(b')') => depth -= 1,
                Sort::Sign(b'{' | b'}') | Sort::Directive => return None,
                _ => {}
            }
            if depth == 0 {
                return (next > at + 1).then_some(next + 1);
            }
        }
        None
    }

    /// Behind `if (…)`, `list_each(…)` and their like at a token.
    fn behind_head(&self, at: usize) -> Option<usize> {
        let word = self.word(self.tokens.get(at));
        let is_head = matches!(word, "if" | "for" | "while" | "switch");
        if is_head { self.behind_brackets(at) } else { self.end_of_head(at).and_then(|_| self.behind_brackets(at)) }
    }

    /// The space behind a macro at a token that heads a block, or a statement on a line of its own.
    fn end_of_head(&self, at: usize) -> Option<usize> {
        let token = self.tokens.get(at)?;
        let word = self.word(Some(token));
        if word.is_empty() || word.starts_with("__") || !self.is_statement(at) || !self.is_sign(at + 1, b'(') {
            return None;
        }
        if [STATEMENTS, QUALIFIERS, TAGS, PRIMITIVES, NO_CALLS].iter().any(|list| list.contains(&word)) {
            return None;
        }
        let behind = self.behind_brackets(at)?;
        let next = self.tokens.get(behind)?;
        let gap = self.tokens[behind - 1].end..next.start;
        let following = self.word(Some(next));
        let is_other_line = self.text[gap.clone()].contains(&b'\n');
        let is_headed = match next.sort {
            Sort::Sign(b'{') => true,
            Sort::Word | Sort::Upper => {
                is_other_line && !GOES_ON.contains(&following) && !matches!(following, "and" | "or")
            }
            // The last of several, each on a line.
            Sort::Sign(b'}') => is_other_line && self.is_behind_head,
            _ => false,
        };
        if is_headed { self.space(gap) } else { None }
    }

    /// The first space of a gap before any comment.
    fn space(&self, mut gap: std::ops::Range<usize>) -> Option<usize> {
        let found = gap.find(|at| !matches!(self.text[*at], b'\n' | b'\r'))?;
        matches!(self.text[found], b' ' | b'\t').then_some(found)
    }

    /// The `*` of `new T*[n]`, which becomes a space: one after the other.
    fn star_of_new(&self, at: usize) -> Option<(usize, u8)> {
        let is_type = |at: usize| !self.word(self.tokens.get(at)).is_empty() || self.is_sign(at, b':');
        let mut behind = at;
        while self.is_sign(behind, b'*') {
            behind += 1;
        }
        if behind == at || !self.is_sign(behind, b'[') {
            return None;
        }
        let first =
            (0..at).rev().take(ARGUMENTS).find(|at| !is_type(*at) && !self.is_sign(*at, b'*')).map_or(0, |at| at + 1);
        let is_new = (first..at).any(|at| self.word(self.tokens.get(at)) == "new");
        is_new.then(|| (self.tokens[at].start, b' '))
    }

    /// The space before a name behind a text, or before the text behind such a name, which becomes a `+`.
    fn between_texts(&self, at: usize) -> Option<(usize, u8)> {
        let token = self.tokens.get(at)?;
        let is_text = |at: usize| {
            let token = self.tokens.get(at);
            token.is_some_and(|token| token.sort == Sort::Literal && self.text.get(token.end - 1) == Some(&b'"'))
        };
        let is_name = |at: usize| !self.word(self.tokens.get(at)).is_empty();
        let before = at.checked_sub(1)?;
        let ends = is_text(at + 1) || matches!(self.tokens.get(at + 1)?.sort, Sort::Sign(b',' | b')' | b';'));
        let is_behind = is_name(at) && is_text(before) && ends;
        let is_before = is_text(at) && is_name(before) && before > 0 && is_text(before - 1);
        if !is_behind && !is_before || GOES_ON.contains(&self.word(Some(token))) {
            return None;
        }
        Some((self.space(self.tokens[before].end..token.start)?, b'+'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> String {
        let plain = with_whole_statements(text.as_bytes()).into_owned();
        assert_eq!(plain.len(), text.len());
        String::from_utf8(plain).expect("text")
    }

    #[test]
    fn a_macro_that_heads_a_statement_is_a_call() {
        for (text, wanted) in [
            ("void f() {\n each(a, b) {\n g(); } }", "void f() {\n each(a, b);{\n g(); } }"),
            ("void f() {\n each(a, b)\n  g(); }", "void f() {\n each(a, b)\n; g(); }"),
            ("void f() {\n M(a)\n M(b)\n M(c)\n }", "void f() {\n M(a)\n;M(b)\n;M(c)\n;}"),
            ("void f() {\n if (a) each(a) {} }", "void f() {\n if (a) each(a);{} }"),
            ("A::A() : b(c) {\n EACH(a) { } }", "A::A() : b(c) {\n EACH(a);{ } }"),
        ] {
            assert_eq!(whole(text), wanted);
        }
    }

    #[test]
    fn what_is_a_statement_or_a_declaration_stays() {
        for text in [
            "each(a, b) {\n g(); }",
            "struct A {\n A(int b) { } };",
            "void f() {\n struct A { A(int b) { } }; }",
            "void f() {\n if (a)\n  g();\n while (b) { }\n switch (c) { } }",
            "int a[] = {\n A(b)\n C(d) };",
            "void f() {\n return (a) ? b : c; }",
            "void f() {\n __attribute__((unused)) int a; }",
            "void f() {\n typeof(a)\n b; }",
            "void f() {\n g(a)/**/{ } }",
        ] {
            assert_eq!(whole(text), text);
        }
    }

    #[test]
    fn values_have_forms_that_the_grammar_has() {
        let plain = |text: &str| String::from_utf8(with_plain_values(text.as_bytes()).into_owned()).expect("text");
        assert_eq!(plain("f(\"%8\" PRIu64\n  \" a\", 1);"), "f(\"%8\"+PRIu64\n+ \" a\", 1);");
        assert_eq!(plain("f(\"%\" PRIu64);"), "f(\"%\"+PRIu64);");
        assert_eq!(plain("f(\"a\" \"b\"); g(A \"b\");"), "f(\"a\" \"b\"); g(A \"b\");");
        assert_eq!(plain("extern \"C\" void f();"), "extern \"C\" void f();");
        assert_eq!(plain("a = new b::T**[n];"), "a = new b::T  [n];");
        assert_eq!(plain("a = b *[n]{};"), "a = b *[n]{};");
    }
}
