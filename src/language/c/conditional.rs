//! Joins blocks that conditions of the preprocessor split: where a branch opens a brace that another condition closes, or is the
//! head of the block behind it, one branch that is compiled stays, and the others and the conditions become spaces, so that
//! every place stays.

use std::borrow::Cow;
use std::ops::Range;

use super::directive::{ConditionLine, condition};
use super::inside::inner_conditions;
use super::linkage::conditional_linkage;
use super::token::{CToken, Sort, tokens};

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
    /// It has code of its own.
    has_code: bool,
    /// It ends as the head of a block does.
    is_head: bool,
    /// How many round brackets are open.
    n_round: i32,
    /// The end of its last whole statement; 0 where it has none.
    whole: usize,
}

/// A condition that is open.
#[derive(Debug, Default)]
struct Conditional {
    lines: Vec<Range<usize>>,
    branches: Vec<Branch>,
    /// How many braces are open before it.
    depth: i32,
    /// It is true of builds that ask for it: `#ifdef A`.
    is_flag: bool,
    /// A list of what a constructor makes of its fields is around it.
    is_of_fields: bool,
}

/// The list of what a constructor makes of its fields, `: a(1), b{2}`, where the tokens are in one.
#[derive(Debug, Default)]
struct FieldList {
    is_open: bool,
    n_round: i32,
    /// The sign before; `None` for a word.
    last: Option<u8>,
}

impl FieldList {
    /// Comes to a token, before a next one.
    fn note(&mut self, token: Sort, next: Option<Sort>) {
        let sign = if let Sort::Sign(sign) = token { Some(sign) } else { None };
        match sign {
            Some(b':') if self.last == Some(b')') && next != Some(Sort::Sign(b':')) => {
                (self.is_open, self.n_round) = (true, 0);
            }
            Some(b'(') => self.n_round += 1,
            Some(b')') => self.n_round -= 1,
            Some(b';') => self.is_open = false,
            // The body follows the last field, and no name.
            Some(b'{') if self.is_here() && matches!(self.last, Some(b')' | b'}')) => self.is_open = false,
            _ => {}
        }
        self.last = sign;
    }

    /// Whether a field may begin or end here.
    fn is_here(&self) -> bool {
        self.is_open && self.n_round == 0
    }
}

/// The text with such conditions as spaces. At the top of a file those stay of which a branch opens a block and another does not:
/// `extern "C" {`.
pub fn without_split_blocks(text: &[u8]) -> Cow<'_, [u8]> {
    let mut gone: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<Conditional> = Vec::new();
    // How many braces are open in what stays.
    let mut depth = 0;
    // The condition that ended last, where its branches may be heads of what follows.
    let mut ended: Option<Conditional> = None;
    let mut fields = FieldList::default();
    let tokens = tokens(text);
    if tokens.iter().any(|token| token.sort == Sort::Directive) {
        gone.extend(conditional_linkage(text, &tokens));
        gone.extend(inner_conditions(text, &tokens));
    }
    for (at, token) in tokens.iter().enumerate() {
        let heads = ended.take();
        if let Some(heads) = heads.filter(|_| is_body(&tokens[at..])) {
            heads.keep_one(heads.is_flag, &mut gone);
        }
        if token.sort != Sort::Directive {
            note_end(&mut open, token.sort, &text[token.start..token.end]);
            fields.note(token.sort, tokens.get(at + 1).map(|next| next.sort));
        }
        let braces = match token.sort {
            Sort::Sign(b'{') => Braces { net: 1, least: 0 },
            Sort::Sign(b'}') => Braces { net: -1, least: -1 },
            Sort::Directive => {
                let line = token.start..token.end;
                match condition(&text[line.clone()]) {
                    Some(ConditionLine::If { is_dead, is_flag }) => {
                        let text = token.end..token.end;
                        let branches = vec![Branch { text, is_dead, ..Branch::default() }];
                        let is_of_fields = fields.is_here();
                        open.push(Conditional { lines: vec![line], branches, depth, is_flag, is_of_fields });
                    }
                    Some(ConditionLine::Else) => {
                        if let Some(conditional) = open.last_mut() {
                            conditional.end_branch(token.start);
                            depth = conditional.depth;
                            conditional.lines.push(line);
                            conditional.branches.push(Branch { text: token.end..token.end, ..Branch::default() });
                        }
                    }
                    Some(ConditionLine::End) => {
                        let Some(mut conditional) = open.pop() else { continue };
                        conditional.end_branch(token.start);
                        conditional.lines.push(line);
                        let kept = match conditional.is_of_fields && fields.is_here() {
                            true => conditional.keep_one(conditional.is_flag, &mut gone),
                            false => conditional.close(&mut gone),
                        };
                        depth = conditional.depth + kept.net;
                        add_to(&mut open, kept);
                        ended = Some(conditional).filter(Conditional::ends_as_head);
                    }
                    None => {}
                }
                continue;
            }
            Sort::Sign(sign) => {
                note_sign(&mut open, sign, token.end);
                continue;
            }
            _ => continue,
        };
        depth += braces.net;
        add_to(&mut open, braces);
        if braces.net < 0 {
            note_whole(&mut open, token.end);
        }
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

/// Whether the tokens begin the body of a function, or what a constructor makes of its fields before it.
fn is_body(tokens: &[CToken]) -> bool {
    let is_sign = |at: usize, sign: u8| tokens.get(at).is_some_and(|token| token.sort == Sort::Sign(sign));
    is_sign(0, b'{') || is_sign(0, b':') && !is_sign(1, b':')
}

/// Notes the last token so far of the branches that are open.
fn note_end(open: &mut [Conditional], sort: Sort, text: &[u8]) {
    let is_word = || matches!(sort, Sort::Word | Sort::Upper) && !matches!(text, b"public" | b"private" | b"protected");
    let is_head = sort == Sort::Sign(b')') || is_word();
    for branch in open.iter_mut().filter_map(|conditional| conditional.branches.last_mut()) {
        (branch.has_code, branch.is_head) = (true, is_head);
    }
}

/// Notes a round bracket, or the end of a statement, in the innermost branch that is open.
fn note_sign(open: &mut [Conditional], sign: u8, end: usize) {
    let Some(branch) = open.last_mut().and_then(|conditional| conditional.branches.last_mut()) else { return };
    match sign {
        b'(' => branch.n_round += 1,
        b')' => branch.n_round -= 1,
        b';' => note_whole(open, end),
        _ => {}
    }
}

/// Notes that the innermost branch that is open is whole statements up to a place, where no bracket is open there.
fn note_whole(open: &mut [Conditional], end: usize) {
    let branch = open.last_mut().and_then(|conditional| conditional.branches.last_mut());
    if let Some(branch) = branch.filter(|it| it.n_round == 0 && it.braces.net == 0 && it.braces.least == 0) {
        branch.whole = end;
    }
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
        let is_all =
            || self.branches.len() > 1 && self.branches.iter().all(|it| it.braces.net == 1 && it.braces.least == 0);
        if !self.branches.iter().any(is_split) || self.depth < 1 && !is_all() {
            return Braces::default();
        }
        // At the top the last one is for the systems that no other is for.
        self.keep_one(self.depth < 1, gone)
    }

    /// Whether the branches with code end as heads of a block do, and hold no other.
    fn ends_as_head(&self) -> bool {
        let mut branches = self.branches.iter().filter(|it| it.has_code && !it.is_dead).peekable();
        branches.peek().is_some() && branches.all(|it| it.is_head && it.braces.net == 0)
    }

    /// Takes out all but the first branch that is compiled, or the last; the braces of that.
    fn keep_one(&self, is_last: bool, gone: &mut Vec<Range<usize>>) -> Braces {
        let is_compiled = |branch: &Branch| branch.has_code && !branch.is_dead;
        let kept = match is_last {
            true => self.branches.iter().rposition(is_compiled),
            false => self.branches.iter().position(is_compiled),
        };
        let kept = kept.or_else(|| self.branches.iter().position(|it| !it.is_dead));
        let others = self.branches.iter().enumerate().filter(|(at, _)| Some(*at) != kept);
        // In a block the statements of a branch may stand before those of the one that stays.
        let is_before =
            |at: usize, branch: &Branch| self.depth > 0 && !branch.is_dead && kept.is_some_and(|kept| at < kept);
        let text = |(at, branch): (usize, &Branch)| match is_before(at, branch) {
            true => branch.text.start.max(branch.whole)..branch.text.end,
            false => branch.text.clone(),
        };
        gone.extend(others.map(text).chain(self.lines.iter().cloned()));
        kept.and_then(|at| self.branches.get(at)).map(|branch| branch.braces).unwrap_or_default()
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
    fn one_head_of_a_block_stays() {
        let head = "#if A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ b(); }\n";
        assert_eq!(plain(head), "int f(int a) { b(); }");
        let after = "struct s {\nvoid f()\n#if A\nnoexcept\n#endif\n{ b(); }\n};\n";
        assert_eq!(plain(after), "struct s { void f() noexcept { b(); } };");
        let flag = "namespace\n#ifdef A\nstd\n#else\nfmt\n#endif\n{ b(); }\n";
        assert_eq!(plain(flag), "namespace fmt { b(); }");
        let fields = "s::s(int a)\n#if A\n: s(a, 1)\n#else\n: b(a)\n#endif\n{}\n";
        assert_eq!(plain(fields), "s::s(int a) : s(a, 1) {}");
        let statements =
            "void f() {\n#ifdef A\ng(a);\nif (b(1)) {\nc();\n}\nif (d)\n#else\ne();\nif (h)\n#endif\n{ i(); } }\n";
        assert_eq!(plain(statements), "void f() { g(a); if (b(1)) { c(); } e(); if (h) { i(); } }");
        let loops = "void f() {\n#ifdef A\nfor (a; b; c)\n#else\nwhile (d)\n#endif\n{ i(); } }\n";
        assert_eq!(plain(loops), "void f() { while (d) { i(); } }");
        let top = "#if A\nint wmain() {\n#else\nint main() {\n#endif\nb();\n}\n";
        assert_eq!(plain(top), "int main() { b(); }");
    }

    #[test]
    fn one_branch_of_what_a_constructor_makes_of_its_fields_stays() {
        let first = "s(int a)\n:\n#if A\nb(a),\n#endif\nc(a) { d(); }\n";
        assert_eq!(plain(first), "s(int a) : b(a), c(a) { d(); }");
        let middle = "s(int a) : b{a},\n#if A\nc{f(a)},\n#else\nc{0},\n#endif\nd(a) { d(); }\n";
        assert_eq!(plain(middle), "s(int a) : b{a}, c{f(a)}, d(a) { d(); }");
        let before = "s(int a) : b(a)\n#ifdef A\n, c(a)\n#endif\n, d(a) {}\n";
        assert_eq!(plain(before), "s(int a) : b(a) , c(a) , d(a) {}");
    }

    #[test]
    fn a_block_of_linkage_that_a_condition_opens_is_none() {
        let text = "#ifdef __cplusplus\n#include <a>\nextern \"C\" {\n#endif\nint f(void) { }\n#ifdef __cplusplus\n}\n#endif\n";
        let wanted = "#ifdef __cplusplus #include <a> #endif int f(void) { } #ifdef __cplusplus #endif";
        assert_eq!(plain(text), wanted);
        let open = "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n}\n";
        assert_eq!(without_split_blocks(open.as_bytes()), open.as_bytes());
    }

    #[test]
    fn any_other_condition_stays() {
        for text in [
            "void f() {\n#ifdef A\nif (a) { b(); }\n#else\nc();\n#endif\n}\n",
            "#ifdef A\nvoid f() {}\n#endif\n",
            "s(int a) : b(a) {\n#ifdef A\nc();\n#else\nd();\n#endif\n}\n",
            "void f() { switch (a) { case b(1):\n#ifdef A\nc();\n#else\nd();\n#endif\n} }\n",
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
