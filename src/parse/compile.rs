//! Compiles queries of the subset into a table by node kind.
//!
//! tree-sitter's own query engine costs half a parse again and milliseconds to compile; this table costs a few
//! percent and microseconds. The queries stay standard, so the engine's answer is a test's oracle.

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::capture::Capture;
use super::pattern::Pattern;
use crate::base::TextPart;
use crate::language::{Conventions, Language, Leaf, MACRO_BODY};

/// A query that is not of the subset, or names what its grammar does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("query of `{language}`, byte {at}: {what}")]
pub struct CompileError {
    /// The language.
    pub language: &'static str,
    /// The byte offset in the query's text.
    pub at: usize,
    /// The problem.
    pub what: String,
}

/// Kinds of names whose kind does not say that they identify: PHP's and Bash's, and the constants of Ruby; and
/// what holds names that no tree separates.
const NAMES: &[&str] = &["name", "word", "variable_name", "constant", MACRO_BODY];

/// Kinds of imports and package clauses whose kind does not say that they import.
const IMPORTS: &[&str] = &[
    "use_declaration",
    "extern_crate_declaration",
    "using_directive",
    "namespace_use_declaration",
    "package_clause",
    "package_declaration",
    "package_header",
];
/// Kinds with children that are named by what is before `:` or `=`.
const KEYED: &[&str] = &[
    "keyword_argument",
    "value_argument",
    "value_argument_label",
    "argument",
    "literal_element",
    "keyed_element",
    "element_value_pair",
    "name_colon",
    "pair",
    "field",
    "attribute_argument",
];

/// The part of a kind of nodes among the names in code.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    is_name: bool,
    is_import: bool,
    is_keyed: bool,
    leaf: Leaf,
}

/// The compiled queries of a language: for each node kind, the patterns that it may head.
#[derive(Debug, Default)]
pub struct Program {
    by_kind: Vec<Vec<u32>>,
    patterns: Vec<Pattern>,
    /// The parts that nodes of a kind may have among the names in code.
    parts: Vec<Part>,
}

impl Program {
    /// Compiles the queries of a language, in their order.
    pub fn of(language: &Language) -> Result<Self, CompileError> {
        let grammar = (language.grammar)();
        let mut kinds: FxHashMap<String, Vec<u16>> = FxHashMap::default();
        let n_kinds = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
        for id in (0..n_kinds).filter(|id| grammar.node_kind_is_named(*id)) {
            if let Some(name) = grammar.node_kind_for_id(id) {
                kinds.entry(name.to_owned()).or_default().push(id);
            }
        }
        let mut patterns = Vec::new();
        for query in language.queries {
            let mut reader = Reader { text: query, at: 0, kinds: &kinds, grammar: &grammar };
            let read = reader.patterns(&mut patterns);
            read.map_err(|what| CompileError { language: language.name, at: reader.at, what })?;
        }
        let mut by_kind = vec![Vec::new(); n_kinds as usize];
        for (at, pattern) in patterns.iter().enumerate() {
            for kind in pattern.head_kinds() {
                by_kind[kind as usize].push(u32::try_from(at).unwrap_or(u32::MAX));
            }
        }
        let Conventions { name_kinds, key_kinds, .. } = language.conventions;
        let part = |id: u16| {
            let kind = grammar.node_kind_for_id(id).unwrap_or_default();
            let is_named = grammar.node_kind_is_named(id);
            Part {
                is_name: is_named
                    && (kind.contains("identifier") || NAMES.contains(&kind) || name_kinds.contains(&kind)),
                is_import: is_named && (kind.contains("import") || IMPORTS.contains(&kind)),
                is_keyed: is_named && (KEYED.contains(&kind) || key_kinds.contains(&kind)),
                leaf: Leaf::of(kind),
            }
        };
        Ok(Self { by_kind, patterns, parts: (0..n_kinds).map(part).collect() })
    }

    /// The patterns that a node of this kind may head, in the order of the queries.
    pub fn headed_by(&self, kind: u16) -> impl Iterator<Item = &Pattern> {
        self.numbered(kind).map(|(_, pattern)| pattern)
    }

    /// Whether any pattern may start at a node of this kind.
    pub fn has_head(&self, kind: u16) -> bool {
        self.by_kind.get(kind as usize).is_some_and(|heads| !heads.is_empty())
    }

    /// The part of a node of this kind among the names in code, if it is a leaf and one of them.
    pub fn leaf(&self, kind: u16) -> Option<Leaf> {
        self.parts.get(kind as usize).filter(|part| part.is_name).map(|part| part.leaf)
    }

    /// Whether the name in a node of this kind is a key of a literal whose value has its name.
    pub fn is_shorthand(&self, kind: u16) -> bool {
        self.parts.get(kind as usize).is_some_and(|part| part.leaf == Leaf::Shorthand)
    }

    /// Whether a node of this kind is an import, or a package clause.
    pub fn is_import(&self, kind: u16) -> bool {
        self.parts.get(kind as usize).is_some_and(|part| part.is_import)
    }

    /// Whether a child of a node of this kind may be a key.
    pub fn is_keyed(&self, kind: u16) -> bool {
        self.parts.get(kind as usize).is_some_and(|part| part.is_keyed)
    }

    /// The same, each with its position among all patterns.
    pub fn numbered(&self, kind: u16) -> impl Iterator<Item = (usize, &Pattern)> {
        // An ERROR node has the kind 65535, which no table holds.
        let heads = self.by_kind.get(kind as usize).map_or(&[][..], Vec::as_slice);
        heads.iter().map(|at| (*at as usize, &self.patterns[*at as usize]))
    }
}

/// Reads the text of a query.
struct Reader<'q> {
    text: &'q str,
    at: usize,
    kinds: &'q FxHashMap<String, Vec<u16>>,
    grammar: &'q tree_sitter::Language,
}

impl<'q> Reader<'q> {
    fn patterns(&mut self, into: &mut Vec<Pattern>) -> Result<(), String> {
        while self.peek().is_some() {
            let pattern = self.pattern()?;
            if pattern.head_kinds().is_empty() {
                return Err("a pattern must start with a node kind, or alternatives of them".to_owned());
            }
            into.push(pattern);
        }
        Ok(())
    }

    /// The next byte that is neither space nor comment.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let rest = self.text.get(self.at..)?;
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return trimmed.bytes().next();
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn word(&mut self) -> &'q str {
        let rest = self.text.part(self.at..);
        let end = rest.find(|letter: char| !(letter.is_alphanumeric() || "_.-".contains(letter)));
        let word = rest.part(..end.unwrap_or(rest.len()));
        self.at += word.len();
        word
    }

    fn pattern(&mut self) -> Result<Pattern, String> {
        let mut pattern = match self.peek() {
            Some(b'[') => self.alternatives()?,
            Some(b'(') => self.node()?,
            other => return Err(format!("expected `(` or `[`, found {:?}", other.map(char::from))),
        };
        while self.peek() == Some(b'@') {
            self.at += 1;
            let name = self.word();
            let capture = Capture::named(name).ok_or_else(|| format!("no capture is named `@{name}`"))?;
            pattern.captures.push(capture);
        }
        Ok(pattern)
    }

    fn alternatives(&mut self) -> Result<Pattern, String> {
        self.at += 1;
        let mut pattern = Pattern::default();
        while self.peek() != Some(b']') {
            pattern.alternatives.push(self.pattern()?);
        }
        self.at += 1;
        Ok(pattern)
    }

    fn field(&mut self) -> Result<(&'q str, u16), String> {
        let field = self.word();
        let id = self.grammar.field_id_for_name(field);
        let id = id.ok_or_else(|| format!("the grammar has no field `{field}`"))?;
        Ok((field, id.get()))
    }

    fn node(&mut self) -> Result<Pattern, String> {
        self.at += 1;
        self.peek();
        let kind = self.word();
        let mut pattern = Pattern::default();
        if kind != "_" {
            let ids = self.kinds.get(kind).ok_or_else(|| format!("the grammar has no node `{kind}`"))?;
            pattern.kinds.clone_from(ids);
        }
        loop {
            match self.peek() {
                Some(b')') => break,
                Some(b'(' | b'[') => {
                    let child = self.pattern()?;
                    pattern.children.push((0, child));
                }
                Some(b'!') => {
                    self.at += 1;
                    let (_, id) = self.field()?;
                    pattern.absent.push(id);
                }
                Some(byte) if byte.is_ascii_alphabetic() => {
                    let (field, id) = self.field()?;
                    if self.peek() != Some(b':') {
                        return Err(format!("expected `:` after `{field}`"));
                    }
                    self.at += 1;
                    let child = self.pattern()?;
                    pattern.children.push((id, child));
                }
                other => return Err(format!("unexpected {:?}", other.map(char::from))),
            }
        }
        self.at += 1;
        Ok(pattern)
    }
}
