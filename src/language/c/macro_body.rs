//! Reads the calls in the body of a macro, which the grammars leave as a text: each is a call by the macro.

use std::ops::Range;

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::CallKind;
use super::super::mentioned::MACRO_BODY;
use super::super::observation::Receiver;
use super::super::sites::SiteKind;
use super::reader::{PRIMITIVES, QUALIFIERS, STATEMENTS, TAGS};
use super::token::{CToken, Sort, tokens};

/// Words with brackets behind them that call nothing.
#[rustfmt::skip]
const OPERATORS: &[&str] = &[
    "_Alignas", "_Alignof", "_Generic", "_Static_assert", "__asm__", "__attribute__", "__typeof__", "alignas", "alignof",
    "asm", "const_cast", "decltype", "defined", "dynamic_cast", "noexcept", "offsetof", "reinterpret_cast",
    "static_assert", "static_cast", "typeid", "typeof",
];

/// Writes the calls in the body of the macro that is open. A body that is one name is another name for the function of it.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(value) = node.field("value") else { return };
    let text = builder.text(value);
    let mut body = MacroBody { text, tokens: tokens(text.as_bytes()), hidden: parameters(node, builder) };
    body.hidden.extend(node.field("name").map(|name| builder.text(name)));
    let (mut at, mut from) = (start(value), 0);
    if let ([single], "preproc_def") = (body.tokens.as_slice(), node.kind()) {
        if let Some(name) = body.name(*single) {
            builder.hand_by_name(name, Receiver::Bare, at);
        }
        return;
    }
    for nth in 0..body.tokens.len() {
        let Some((name, access)) = body.call(nth) else { continue };
        let first = body.tokens[nth].start;
        at = at.behind(text.get(from..first).unwrap_or(""));
        from = first;
        let on = match access {
            Access::Bare => Receiver::Bare,
            Access::Member => Receiver::Opaque,
            Access::Path(path) => Receiver::Path(builder.expr(&path)),
        };
        let is_made = on == Receiver::Bare && nth.checked_sub(1).is_some_and(|before| body.word(before) == "new");
        builder.call(if is_made { CallKind::New } else { CallKind::Call }, name, on, at);
    }
}

/// The names in the body of a macro, its own parameters left out; a text in quotes has none.
pub fn names<'t>(
    content: Node<'t>,
    around: &mut dyn Iterator<Item = Node<'t>>,
    source: &[u8],
) -> Vec<(Range<usize>, SiteKind)> {
    let body = source.get(content.byte_range()).filter(|_| content.kind() == MACRO_BODY);
    let (Some(body), Some(definition)) = (body, around.next()) else { return Vec::new() };
    let own: Vec<&[u8]> = definition.field("parameters").map_or(Vec::new(), |list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).filter_map(|name| source.get(name.byte_range())).collect()
    });
    let tokens = tokens(body);
    let named = tokens.iter().enumerate().filter(|(_, token)| {
        let word = body.get(token.start..token.end).filter(|_| matches!(token.sort, Sort::Word | Sort::Upper));
        word.is_some_and(|word| {
            !own.contains(&word) && std::str::from_utf8(word).is_ok_and(|word| !is_of_language(word))
        })
    });
    let is_called = |at: usize| tokens.get(at + 1).is_some_and(|token| token.sort == Sort::Sign(b'('));
    let kind = |at: usize| if is_called(at) { SiteKind::Call } else { SiteKind::Read };
    named.map(|(at, token)| (token.start..token.end, kind(at))).collect()
}

/// Whether a word is one of the language.
fn is_of_language(word: &str) -> bool {
    [QUALIFIERS, TAGS, STATEMENTS, PRIMITIVES, OPERATORS].iter().any(|list| list.contains(&word))
}

/// The names that a macro takes.
fn parameters<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let Some(list) = node.field("parameters") else { return Vec::new() };
    let mut cursor = list.walk();
    list.named_children(&mut cursor).map(|name| builder.text(name)).collect()
}

/// The signs before a name.
enum Access {
    /// None that lead to it.
    Bare,
    /// `.` or `->`.
    Member,
    /// `a::b::`
    Path(String),
}

/// The tokens of a body.
struct MacroBody<'t> {
    text: &'t str,
    tokens: Vec<CToken>,
    /// The names that mean no function: the parameters, and the macro itself.
    hidden: Vec<&'t str>,
}

impl<'t> MacroBody<'t> {
    /// A token as a name that may be called.
    fn name(&self, token: CToken) -> Option<&'t str> {
        let word = self.text.get(token.start..token.end).filter(|_| matches!(token.sort, Sort::Word | Sort::Upper))?;
        (!self.hidden.contains(&word) && !is_of_language(word)).then_some(word)
    }

    /// The name that is called at a token, and how it is reached. `int f(int)` declares, and `a##f()` is no name.
    fn call(&self, at: usize) -> Option<(&'t str, Access)> {
        let name = self.name(*self.tokens.get(at)?).filter(|_| self.is_sign(at + 1, b'('))?;
        let Some(last) = at.checked_sub(1) else { return Some((name, Access::Bare)) };
        if self.is_sign(last, b'#') {
            return None;
        }
        let mut first = at;
        let mut path = Vec::new();
        while first >= 3 && self.is_sign(first - 1, b':') && self.is_sign(first - 2, b':') {
            first -= 3;
            path.push(self.name(self.tokens[first])?);
        }
        if !path.is_empty() {
            path.reverse();
            return Some((name, Access::Path(path.join("."))));
        }
        let is_arrow = self.is_sign(last, b'>') && last > 0 && self.is_sign(last - 1, b'-');
        if is_arrow || self.is_sign(last, b'.') {
            return Some((name, Access::Member));
        }
        let word = self.word(last);
        let is_declared = !word.is_empty() && !STATEMENTS.contains(&word);
        (!is_declared).then_some((name, Access::Bare))
    }

    /// The word at a token; the empty text for a sign or a literal.
    fn word(&self, at: usize) -> &'t str {
        let token = self.tokens.get(at).filter(|token| matches!(token.sort, Sort::Word | Sort::Upper));
        token.and_then(|token| self.text.get(token.start..token.end)).unwrap_or("")
    }

    fn is_sign(&self, at: usize, sign: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.sort == Sort::Sign(sign))
    }
}
