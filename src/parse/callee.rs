//! The callees of one body's calls, as written: a name, or an expression without one: `handlers[key](x)`, `make(y)(x)`.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};
use tree_sitter::{Node, Point};

use super::content::decoded;
use super::door::guarded;
use super::limit::ParseBudget;
use super::parser::with_new_parser;
use super::tree::next;
use super::{on_one_thread, tree};
use crate::base::{Digest, Digester, LineIndex, Position};
use crate::language::{LANGUAGES, Language, start};

/// A call as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callee {
    /// The place of the method's name; of what has no name, its begin.
    pub at: Position,
    /// The name, where it has one.
    pub name: Option<String>,
    /// The form of the callee.
    pub form: Form,
    /// The callee as written, with its line ends as spaces.
    pub text: String,
}

/// The form of the callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// A bare name: `f(x)`.
    Bare,
    /// A member of the object at hand: `self.f(x)`.
    OwnMember,
    /// A member of anything else: `a.f(x)`.
    Member,
    /// An entry of a table under a key: `table[key](x)`.
    Lookup,
    /// The result of an expression: `make(y)(x)`, `(self.act)(x)`.
    Result,
}

const CALLS: &[&str] =
    &["call", "call_expression", "function_call", "function_call_expression", "invocation_expression"];
const LOOKUPS: &[&str] = &[
    "bracket_index_expression",
    "element_access_expression",
    "element_reference",
    "index_expression",
    "indexing_expression",
    "subscript",
    "subscript_expression",
];
/// A bracketed function that is called at once is no value from elsewhere.
const LITERALS: &[&str] = &["function", "arrow", "lambda", "closure", "func_literal", "cast", "type", "comma"];

/// Lines whose calls are wanted.
pub struct CallingLines<'t> {
    /// The language of the content, as an index of [`crate::language::LANGUAGES`].
    pub language: usize,
    /// The content.
    pub content: &'t [u8],
    /// Its lines.
    pub index: &'t LineIndex,
    /// The lines.
    pub lines: RangeInclusive<u32>,
    /// The first and the last lines of what encloses them, the outermost first.
    pub around: Vec<[RangeInclusive<u32>; 2]>,
}

impl CallingLines<'_> {
    /// The lines that are parsed, in order.
    fn ranges(&self) -> impl Iterator<Item = &RangeInclusive<u32>> {
        let heads = self.around.iter().map(|[head, _]| head);
        heads.chain([&self.lines]).chain(self.around.iter().rev().map(|[_, tail]| tail))
    }

    /// The bytes of some lines.
    fn bytes(&self, lines: &RangeInclusive<u32>) -> Range<usize> {
        self.index.line(*lines.start()).start..self.index.line(*lines.end()).end
    }

    /// The digest of the texts that are parsed: the calls follow from them, wherever they stand.
    fn key(&self) -> BodyKey {
        let mut key = Digester::new("callees 2");
        for lines in self.ranges() {
            key.part(self.content.get(self.bytes(lines)).unwrap_or(&[]));
        }
        (key.finish(), LANGUAGES.get(self.language).map_or("", |language| language.name))
    }

    /// Calls with the lines of the content as lines from the first that is wanted, or the other way round.
    fn moved(&self, mut calls: Vec<Callee>, line: impl Fn(u32, u32) -> u32) -> Vec<Callee> {
        calls.iter_mut().for_each(|call| call.at.line = line(call.at.line, *self.lines.start()));
        calls
    }
}

/// The digest of the texts of a body, and the name of their language.
pub type BodyKey = (Digest, &'static str);

/// The layer that keeps the calls of bodies, by the texts that were parsed. Lines there count from the first of the body.
pub trait KeptCallees {
    /// The calls of some bodies, where they are kept.
    fn callees(&self, keys: &[BodyKey]) -> Vec<Option<Vec<Callee>>> {
        keys.iter().map(|_| None).collect()
    }

    /// Keeps calls for later runs.
    fn keep_callees(&self, _new: &[(BodyKey, &[Callee])]) {}
}

/// The calls on some lines of contents, in the order of the text. The lines are parsed as if they and those around them were all:
/// a method alone is no statement, and a parser takes it for one.
pub fn callees(wanted: &[CallingLines<'_>], kept: &dyn KeptCallees) -> Vec<Vec<Callee>> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let keys: Vec<BodyKey> = wanted.iter().map(CallingLines::key).collect();
    let mut found = kept.callees(&keys);
    found.resize_with(wanted.len(), || None);
    let open: Vec<usize> = (0..wanted.len()).filter(|at| found[*at].is_none()).collect();
    for (at, calls) in open.iter().zip(parsed(&open.iter().map(|at| &wanted[*at]).collect::<Vec<_>>())) {
        found[*at] = Some(wanted[*at].moved(calls, u32::wrapping_sub));
    }
    let new = open.iter().filter_map(|at| Some((keys[*at], found[*at].as_deref()?)));
    kept.keep_callees(&new.collect::<Vec<_>>());
    let placed = found.into_iter().zip(wanted);
    placed.map(|(calls, lines)| lines.moved(calls.unwrap_or_default(), u32::wrapping_add)).collect()
}

fn parsed(wanted: &[&CallingLines<'_>]) -> Vec<Vec<Callee>> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let found = on_one_thread(|| {
        // Neighbours are often of one content.
        let mut last: Option<(&[u8], Cow<'_, [u8]>)> = None;
        let each = wanted.iter().map(|lines| {
            let read = last.take().filter(|(content, _)| std::ptr::eq(*content, lines.content));
            let (content, text) = read.unwrap_or_else(|| (lines.content, decoded(lines.content)));
            let found = guarded(|| callees_here(lines, &text)).unwrap_or_default();
            last = Some((content, text));
            found
        });
        each.collect()
    });
    found.unwrap_or_else(|_| wanted.iter().map(|_| Vec::new()).collect())
}

fn callees_here(wanted: &CallingLines<'_>, text: &[u8]) -> Vec<Callee> {
    let range = |lines: &RangeInclusive<u32>| {
        let Range { start: start_byte, end: end_byte } = wanted.bytes(lines);
        let point = |row: u32| Point { row: row as usize, column: 0 };
        let (start_point, end_point) = (point(lines.start().saturating_sub(1)), point(*lines.end()));
        tree_sitter::Range { start_byte, end_byte, start_point, end_point }
    };
    let ranges: Vec<tree_sitter::Range> = wanted.ranges().map(range).collect();
    let mut cost = ParseBudget::of(ranges.iter().map(|it| it.end_byte.saturating_sub(it.start_byte)).sum());
    let tree = with_new_parser(wanted.language, |parser| tree::parse_ranges(parser, text, &ranges, &mut cost));
    let mut found = Vec::new();
    let Ok(Some(tree)) = tree else { return found };
    let Some(language) = LANGUAGES.get(wanted.language) else { return found };
    let mut cursor = tree.walk();
    loop {
        found.extend(callee(language, cursor.node(), text).filter(|call| wanted.lines.contains(&call.at.line)));
        if !cursor.goto_first_child() && !next(&mut cursor) {
            return found;
        }
    }
}

fn callee(language: &Language, call: Node<'_>, content: &[u8]) -> Option<Callee> {
    let text_of = |node: Node<'_>| {
        let text = String::from_utf8_lossy(content.get(node.byte_range()).unwrap_or(&[])).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    if let Some((name, on)) = named_by_field(call) {
        let at = start(name);
        let is_of_value =
            text_of(name) == language.conventions.calling_method && on.is_some_and(|on| on.kind() == "identifier");
        let (name, on) = if is_of_value { (on.unwrap_or(name), None) } else { (name, on.map(text_of)) };
        let text = on.as_ref().map_or_else(|| text_of(name), |on| format!("{on}.{}", text_of(name)));
        let is_own = |on: String| matches!(on.as_str(), "this" | "self");
        let form = on.map_or(Form::Bare, |on| if is_own(on) { Form::OwnMember } else { Form::Member });
        return Some(Callee { at, name: Some(text_of(name)), form, text });
    }
    if call.kind() == "type_conversion_expression" {
        let node = call.child_by_field_name("type").filter(|node| is_keyed_by_a_field(*node, content))?;
        return Some(Callee { at: start(node), name: None, form: Form::Lookup, text: text_of(node) });
    }
    if !CALLS.contains(&call.kind()) {
        return None;
    }
    let node = call.child_by_field_name("function").or_else(|| call.named_child(0))?;
    let text = text_of(node);
    let nameless = |form| Some(Callee { at: start(node), name: None, form, text: text.clone() });
    if LOOKUPS.contains(&node.kind()) {
        return if names_types(node, content) { None } else { nameless(Form::Lookup) };
    }
    if CALLS.contains(&node.kind()) {
        return if passes_a_block(call) { None } else { nameless(Form::Result) };
    }
    if node.kind() == "parenthesized_expression" {
        return if node.named_child(0).is_some_and(is_value) { nameless(Form::Result) } else { None };
    }
    let name = rightmost(node);
    let own = ["self.", "this.", "$this->", "@"].iter().find_map(|own| text.strip_prefix(own));
    let form = match own {
        Some(rest) if rest == text_of(name) => Form::OwnMember,
        _ if name == node => Form::Bare,
        _ => Form::Member,
    };
    Some(Callee { at: start(name), name: Some(text_of(name)), form, text })
}

/// The name of a call and its receiver, where the grammar has a field for each.
fn named_by_field(call: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    let fields = match call.kind() {
        "method_invocation" => ["name", "object"],
        "call" => ["method", "receiver"],
        _ => return None,
    };
    let [name, on] = fields.map(|field| call.child_by_field_name(field));
    name.map(|name| (name, on))
}

fn rightmost(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    while let Some(last) =
        at.named_child_count().checked_sub(1).and_then(|last| at.named_child(u32::try_from(last).ok()?))
    {
        at = last;
    }
    at
}

fn is_value(inside: Node<'_>) -> bool {
    !LITERALS.iter().any(|literal| inside.kind().contains(literal))
}

/// `f(x) { … }` hands `f` a block, and calls nothing that it gives back.
fn passes_a_block(call: Node<'_>) -> bool {
    let last = call.named_child_count().checked_sub(1).and_then(|last| call.named_child(u32::try_from(last).ok()?));
    let is_block = |node: Node<'_>| node.kind().contains("lambda") || node.kind().contains("block");
    last.is_some_and(|last| is_block(last) || last.named_child(0).is_some_and(is_block))
}

/// `f[int](x)` may hand `f` a type: where the key is a bare word, the text does not separate a table from type arguments.
fn names_types(lookup: Node<'_>, content: &[u8]) -> bool {
    if lookup.kind() != "index_expression" {
        return false;
    }
    let Some(key) = lookup.named_child(1) else { return true };
    let text = content.get(key.byte_range()).unwrap_or(&[]);
    let is_word = text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    key.kind().contains("type") || (is_word && !text.first().is_some_and(u8::is_ascii_digit))
}

/// Go's grammar reads `c.handlers[c.index](c)` as a conversion to a generic type. A type of another package has a
/// capital, so what has none is a field.
fn is_keyed_by_a_field(node: Node<'_>, content: &[u8]) -> bool {
    let key = node.child_by_field_name("type_arguments").filter(|key| key.named_child_count() == 1);
    let text = key.and_then(|key| content.get(key.byte_range())).map(String::from_utf8_lossy).unwrap_or_default();
    let field = text.trim_end_matches(']').rsplit_once('.').map(|(_, field)| field.to_owned());
    node.kind() == "generic_type" && field.is_some_and(|field| field.starts_with(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::of_path;

    fn of(path: &str, text: &str, lines: RangeInclusive<u32>, around: Vec<[RangeInclusive<u32>; 2]>) -> Vec<Callee> {
        let (language, content) = (of_path(path).expect("a language"), text.as_bytes());
        let index = &LineIndex::new(content);
        let wanted = [CallingLines { language, content, index, lines, around }];
        let found = callees(&wanted, &Nothing).remove(0);
        let kept = Kept(found.clone(), *wanted[0].lines.start());
        assert_eq!(callees(&wanted, &kept), std::slice::from_ref(&found), "what is kept is what was found");
        found
    }

    struct Nothing;

    impl KeptCallees for Nothing {}

    /// Calls as they are kept.
    struct Kept(Vec<Callee>, u32);

    impl KeptCallees for Kept {
        fn callees(&self, _: &[BodyKey]) -> Vec<Option<Vec<Callee>>> {
            let mut calls = self.0.clone();
            calls.iter_mut().for_each(|call| call.at.line -= self.1);
            vec![Some(calls)]
        }
    }

    fn written(path: &str, text: &str) -> Vec<(String, Form)> {
        let lines = u32::try_from(text.lines().count()).expect("a short text");
        let calls = of(path, text, 1..=lines, Vec::new());
        calls.into_iter().map(|call| (call.text, call.form)).collect()
    }

    fn expect(found: &[(String, Form)], wanted: &[(&str, Form)]) {
        let wanted: Vec<(String, Form)> = wanted.iter().map(|(text, form)| ((*text).to_owned(), *form)).collect();
        assert_eq!(found, wanted);
    }

    #[cfg(feature = "typescript")]
    #[test]
    fn a_method_is_read_within_its_class() {
        let text = "class A extends B {\n  f(a: A): A {\n    const b = this.g(a)\n\n    if (h(b)) {\n      k(b)\n    }\n  }\n}\n";
        let calls = of("a.ts", text, 2..=8, vec![[1..=1, 9..=9]]);
        let written: Vec<(String, Form)> = calls.into_iter().map(|call| (call.text, call.form)).collect();
        expect(&written, &[("this.g", Form::OwnMember), ("h", Form::Bare), ("k", Form::Bare)]);
    }

    #[cfg(feature = "python")]
    #[test]
    fn python() {
        let text =
            "    def f(self):\n        TABLE[name](x)\n        make(y)(x)\n        self.act(x)\n        a.b(c)\n";
        let wanted = [
            ("TABLE[name]", Form::Lookup),
            ("make(y)", Form::Result),
            ("make", Form::Bare),
            ("self.act", Form::OwnMember),
            ("a.b", Form::Member),
        ];
        expect(&written("a.py", text), &wanted);
        let at = of("a.py", text, 4..=4, Vec::new())[0].at;
        assert_eq!((at.line, at.column), (4, 14));
    }

    #[cfg(feature = "ruby")]
    #[test]
    fn ruby() {
        let text = "def f(made)\n  A.new.b(1)\n  self.act(1)\n  act(1)\n  made.call(1)\nend\n";
        let (own, bare, member) = (Form::OwnMember, Form::Bare, Form::Member);
        let wanted = [("A.new.b", member), ("A.new", member), ("self.act", own), ("act", bare), ("made", bare)];
        expect(&written("a.rb", text), &wanted);
    }

    #[cfg(feature = "typescript")]
    #[test]
    fn typescript() {
        let text = "handlers[key](x);\n(() => 1)();\n(a ?? b)(x);\nthis.act(x);\n";
        let wanted = [("handlers[key]", Form::Lookup), ("(a ?? b)", Form::Result), ("this.act", Form::OwnMember)];
        expect(&written("a.ts", text), &wanted);
    }

    #[cfg(feature = "go")]
    #[test]
    fn go() {
        let text = "func f() {\n\tc.handlers[c.index](c)\n\thandlers[0](c)\n\tg[int](x)\n\tg[a.Type](x)\n\tfunc() {}()\n\tplain(x)\n}\n";
        let wanted = [("c.handlers[c.index]", Form::Lookup), ("handlers[0]", Form::Lookup), ("plain", Form::Bare)];
        let found: Vec<_> = written("a.go", text).into_iter().filter(|(text, _)| !text.starts_with("func")).collect();
        expect(&found, &wanted);
    }

    #[cfg(feature = "kotlin")]
    #[test]
    fn kotlin() {
        let text = "fun f() {\n  check(a) { b }\n  handlers[key](x)\n  chain.proceed(x)\n}\n";
        let found = written("a.kt", text);
        assert!(found.contains(&("handlers[key]".to_owned(), Form::Lookup)), "{found:?}");
        assert!(found.contains(&("chain.proceed".to_owned(), Form::Member)), "{found:?}");
        assert!(!found.iter().any(|(_, form)| *form == Form::Result), "{found:?}");
    }

    #[cfg(feature = "rust")]
    #[test]
    fn rust() {
        let text = "fn f() {\n (self.act)(x);\n TABLE[i](x);\n TABLE[0](x);\n it.method(x);\n}\n";
        let wanted = [("(self.act)", Form::Result), ("TABLE[0]", Form::Lookup), ("it.method", Form::Member)];
        expect(&written("a.rs", text), &wanted);
    }

    #[cfg(feature = "java")]
    #[test]
    fn java() {
        let text = "void f() {\n this.act(x);\n a.b(c);\n plain();\n}\n";
        let wanted = [("this.act", Form::OwnMember), ("a.b", Form::Member), ("plain", Form::Bare)];
        expect(&written("A.java", text), &wanted);
    }
}
