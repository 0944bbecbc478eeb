//! Lua.

mod declaration;
mod import;
mod resolve;

use std::borrow::Cow;

use tree_sitter::Node;

use super::builder::Builder;
use super::conventions::Conventions;
use super::fields::Fields;
use super::kind::{LocalScope, MemberScope};
use super::shape::Language;
use crate::base::path;

/// Lua. A table that a file fills with functions is a type of its own: `self` is a value of it.
pub const LANGUAGE: Language = Language {
    name: "lua",
    fence: "lua",
    extensions: &["lua"],
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    queries: &[include_str!("imports.scm"), include_str!("declarations.scm"), include_str!("calls.scm")],
    sites: &[],
    preprocess: Some(without_open_brackets),
    misread: None,
    read_import: import::read,
    read_declaration: declaration::read,
    read_test,
    is_test,
    is_config: |_| false,
    family: "lua",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: true,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        interpreters: &["lua", "luajit"],
        own_object: &["self"],
        members_see_around: true,
        ..Conventions::NONE
    },
    builtins: MEMBERS,
};

/// The most brackets in a row that are read: the grammar's cost is the square of their number.
const DEEPEST: usize = 64;

/// A text without the long brackets that nothing closes, as the grammar would read to the end at each of them, and without
/// brackets that no code has. `None` where there is none of either.
pub fn without_open_brackets(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let is_long = |at: usize, bracket: u8| {
        text[at] == bracket && text.get(at + 1).is_some_and(|next| *next == bracket || *next == b'=')
    };
    let closed = (0..text.len()).rev().find(|at| is_long(*at, b']')).unwrap_or(0);
    let mut plain = Cow::Borrowed(text);
    let mut opened = 0;
    for (at, byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
        opened = if matches!(byte, b'[' | b']') { opened + 1 } else { 0 };
        if opened > DEEPEST {
            plain.to_mut()[at] = b' ';
        }
    }
    for at in (closed..text.len()).filter(|at| is_long(*at, b'[')) {
        plain.to_mut()[at + 1] = b' ';
    }
    matches!(plain, Cow::Owned(_)).then_some(plain)
}

/// `describe("…", function() it("…", function() … end) end)`
fn read_test(node: Node<'_>, builder: &mut Builder<'_>) {
    let called = node.field("name").map_or("", |name| builder.text(name));
    let title = node.field("arguments").and_then(|arguments| import::literal(arguments, builder));
    match (called, title) {
        ("describe" | "context", Some(title)) => builder.suite(node, title.to_owned()),
        ("it" | "spec" | "test", Some(title)) => builder.test_of_suite(node, title),
        _ => {}
    }
}

/// `x_spec.lua`, `x_test.lua`, `test_x.lua`, and what lies in a folder of tests or specs.
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    stem.ends_with("_spec")
        || stem.ends_with("_test")
        || stem.starts_with("test_")
        || path::parent(file).split('/').any(|part| matches!(part, "spec" | "specs" | "test" | "tests"))
}

/// The members of texts, files, tables and the libraries of the language.
#[rustfmt::skip]
const MEMBERS: &[&str] = &[
    "abs", "byte", "ceil", "char", "clock", "close", "concat", "cos", "create", "date", "difftime", "dump", "execute", "exit",
    "exp", "find", "floor", "flush", "fmod", "format", "getenv", "getinfo", "gmatch", "gsub", "huge", "input", "insert", "len",
    "lines", "log", "lower", "match", "max", "min", "modf", "move", "open", "output", "pack", "popen", "pow", "random", "read",
    "remove", "rename", "rep", "resume", "reverse", "running", "seek", "setvbuf", "sin", "sort", "sqrt", "status", "sub", "tan",
    "time", "tmpname", "tointeger", "traceback", "type", "unpack", "upper", "wrap", "write", "yield",
];
