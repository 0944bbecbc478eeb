//! The tokens of a text while macros are taken out of it: what was kept so far, and what comes.

use super::token::{CToken, Sort};

/// The most tokens that the fields of a type may have.
const FIELDS: usize = 4000;
/// The most tokens that the arguments of a macro, or of a type, may have.
const ARGUMENTS: usize = 100;

/// Words that say how something is held, not what it is.
pub const QUALIFIERS: &[&str] = &[
    "const",
    "constexpr",
    "explicit",
    "extern",
    "friend",
    "inline",
    "mutable",
    "register",
    "static",
    "thread_local",
    "typedef",
    "virtual",
    "volatile",
];
/// Words that begin a type which a name completes.
pub const TAGS: &[&str] = &["class", "enum", "struct", "typename", "union"];
/// Words that begin no declaration.
pub const STATEMENTS: &[&str] = &[
    "and",
    "case",
    "catch",
    "co_await",
    "co_return",
    "co_yield",
    "delete",
    "do",
    "else",
    "for",
    "goto",
    "if",
    "namespace",
    "new",
    "not",
    "operator",
    "or",
    "return",
    "sizeof",
    "switch",
    "template",
    "throw",
    "using",
    "while",
];
/// Types that are keywords.
pub const PRIMITIVES: &[&str] = &[
    "auto", "bool", "char", "double", "float", "int", "long", "short", "signed", "size_t", "ssize_t", "unsigned",
    "void",
];

/// The tokens of a text, and those of them that were kept.
pub struct MacroReader<'t> {
    /// The text.
    pub text: &'t [u8],
    /// All of its tokens.
    pub tokens: Vec<CToken>,
    /// The tokens so far without the macros, each with that which its bracket closes.
    pub kept: Vec<(CToken, usize)>,
    /// The brackets that are open among them.
    pub opened: Vec<usize>,
    /// The macros ahead that stand for a keyword, or for nothing.
    pub keywords: Vec<(usize, &'static [u8])>,
}

impl MacroReader<'_> {
    /// Keeps a token.
    pub fn keep(&mut self, token: CToken) {
        let mut opens = usize::MAX;
        match token.sort {
            Sort::Sign(b'(') => self.opened.push(self.kept.len()),
            Sort::Sign(b')') => opens = self.opened.pop().unwrap_or(usize::MAX),
            Sort::Sign(b';' | b'{' | b'}') => self.opened.clear(),
            _ => {}
        }
        self.kept.push((token, opens));
    }

    /// The text of a name or keyword; empty for another token.
    pub fn word(&self, token: CToken) -> &str {
        match token.sort {
            Sort::Word | Sort::Upper => std::str::from_utf8(&self.text[token.start..token.end]).unwrap_or(""),
            _ => "",
        }
    }

    /// Whether the bracket before opens the fields of a type: `struct name {`.
    pub fn opens_fields(&self) -> bool {
        let is_type = |back: usize| {
            let word = self.before(back).map_or("", |token| self.word(token));
            matches!(word, "class" | "struct" | "union")
        };
        is_type(2) || is_type(3)
    }

    /// Whether the bracket before closes the fields of a type, behind which the names of its variables stand: `} name;`.
    pub fn closes_fields(&self) -> bool {
        let mut depth = 0_usize;
        if self.before(1).is_none_or(|last| last.sort != Sort::Sign(b'}')) {
            return false;
        }
        for (at, (token, _)) in self.kept.iter().enumerate().rev().take(FIELDS) {
            match token.sort {
                Sort::Sign(b'}') => depth += 1,
                Sort::Sign(b'{') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                let word = |back: usize| at.checked_sub(back).map_or("", |at| self.word(self.kept[at].0));
                let is_open = token.sort == Sort::Sign(b'{');
                return is_open && [1, 2].into_iter().any(|back| matches!(word(back), "enum" | "struct" | "union"));
            }
        }
        false
    }

    /// The kept token so many before the end.
    pub fn before(&self, back: usize) -> Option<CToken> {
        self.kept.len().checked_sub(back).map(|at| self.kept[at].0)
    }

    /// The kind of the token at a place.
    pub fn sort(&self, at: usize) -> Option<Sort> {
        self.tokens.get(at).map(|token| token.sort)
    }

    /// Whether a token is a name that may be that of a declaration or a type.
    pub fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            let word = self.word(*token);
            !word.is_empty() && ![QUALIFIERS, TAGS, STATEMENTS, &["final"]].iter().any(|list| list.contains(&word))
        })
    }

    /// Whether a token is one of the signs.
    pub fn is_sign(&self, at: usize, signs: &[u8]) -> bool {
        matches!(self.sort(at), Some(Sort::Sign(sign)) if signs.contains(&sign))
    }

    /// Behind the macro at a token and its arguments, if it has some.
    pub fn behind(&self, at: usize) -> usize {
        if !self.is_sign(at + 1, b"(") {
            return at + 1;
        }
        let mut depth = 0;
        for next in at + 1..(at + ARGUMENTS).min(self.tokens.len()) {
            match self.tokens[next].sort {
                Sort::Sign(b'(') => depth += 1,
                Sort::Sign(b')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return next + 1;
            }
        }
        at + 1
    }

    /// Behind the macros without arguments that start at a token.
    pub fn behind_bare(&self, at: usize) -> usize {
        let is_bare = |at: &usize| self.sort(*at) == Some(Sort::Upper) && !self.is_sign(*at + 1, b"(");
        at + (at..at + ARGUMENTS).take_while(is_bare).count()
    }

    /// Whether a statement or declaration may start here.
    pub fn is_start(&self) -> bool {
        self.before(1).is_none_or(|token| {
            matches!(token.sort, Sort::Sign(b';' | b'{' | b'}' | b':') | Sort::Directive | Sort::Literal)
        })
    }

    /// Whether `template <…>` may end here.
    pub fn is_behind_template(&self) -> bool {
        self.before(1).is_some_and(|token| token.sort == Sort::Sign(b'>'))
    }

    /// Behind the type arguments that start at a token; the token itself where none do.
    pub fn behind_angles(&self, at: usize) -> usize {
        let mut depth = 0;
        for next in at..(at + ARGUMENTS).min(self.tokens.len()) {
            match self.tokens[next].sort {
                Sort::Sign(b'<') => depth += 1,
                Sort::Sign(b'>') => depth -= 1,
                Sort::Sign(b';' | b'{' | b'}') | Sort::Directive => return at,
                _ => {}
            }
            if depth == 0 {
                return if next == at { at } else { next + 1 };
            }
        }
        at
    }

    /// Whether `::` is at a token.
    pub fn is_scope(&self, at: usize) -> bool {
        self.is_sign(at, b":") && self.is_sign(at + 1, b":")
    }

    /// The place of the last name of a path that starts at a token, and the one before it: `a::b<c>::d`.
    pub fn path(&self, mut at: usize) -> (Option<usize>, usize) {
        let mut before = None;
        while self.is_name(at) {
            let scope = self.behind_angles(at + 1);
            if !self.is_scope(scope) || !self.is_name(scope + 2) {
                break;
            }
            before = Some(at);
            at = scope + 2;
        }
        (before, at)
    }
}
