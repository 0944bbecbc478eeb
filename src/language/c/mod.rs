//! C, and what it shares with C++: includes, declarators, the resolver, and where tests lie.

mod around;
mod conditional;
mod containers;
mod declaration;
mod declarator;
mod definition;
mod directive;
mod headers;
mod import;
mod inside;
mod library;
mod linkage;
mod macro_body;
mod macros;
mod names;
mod reader;
mod resolve;
mod search;
mod statements;
mod test;
mod test_body;
mod token;
mod value;

use std::borrow::Cow;

use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::parts::Parts;
use super::shape::Language;

pub use containers::{HOLDERS, named_type};
pub use declaration::read as read_declaration;
pub use declarator::steps;
pub use import::read as read_import;
pub use library::FUNCTIONS;
pub use macro_body::names as names_in_macro;
pub use names::GLOBAL;
pub use resolve::resolver;
pub use search::COMMANDS;
pub use statements::with_plain_values;
pub use test::{is_test, read_test};
pub use value::text as value_text;

/// C. A `.h` file may be C++ as well: [`super::of_paths`] says.
pub const LANGUAGE: Language = Language {
    name: "c",
    fence: "c",
    extensions: &["c", "h"],
    grammar: || tree_sitter_c::LANGUAGE.into(),
    queries: &[include_str!("imports.scm"), include_str!("declarations.scm"), include_str!("calls.scm")],
    sites: &[],
    preprocess: Some(preprocess),
    misread: None,
    read_import,
    read_declaration,
    read_test,
    is_test,
    is_config: |name| name == COMMANDS,
    family: "c",
    claim: None,
    resolver,
    implicit_this: false,
    member_scope: MemberScope::Nowhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: false,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        library_folders: &["include"],
        quoted: Some(macro_body::names),
        hosts: &["cu", "l", "ll", "m", "mm", "y", "yy"],
        starts: &["main"],
        test_folders: &["t"],
        test_stems: &["check", "test", "tests", "unittest", "unittests"],
        includes_text: true,
        parts: Parts { has_bodies_elsewhere: true, ..Parts::NONE },
        imports_all_names: true,
        locals_begin_where_declared: true,
        ..Conventions::NONE
    },
    builtins: FUNCTIONS,
};

/// The text without what only a preprocessor understands: blocks that conditions split, macros where the grammar has no place
/// for a name, and those that head a block.
pub fn preprocess(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let joined = conditional::without_split_blocks(text);
    Some(then(then(joined, macros::without_macros), statements::with_whole_statements))
}

/// The text after one more step.
pub fn then<'t>(text: Cow<'t, [u8]>, step: impl FnOnce(&[u8]) -> Cow<'_, [u8]>) -> Cow<'t, [u8]> {
    let next = match step(&text) {
        Cow::Borrowed(_) => None,
        Cow::Owned(next) => Some(next),
    };
    next.map_or(text, Cow::Owned)
}
