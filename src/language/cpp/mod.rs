//! C++: C with namespaces, classes and templates.

mod global;
mod headers;
mod operators;

use std::borrow::Cow;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::c;
use super::conventions::Conventions;
use super::kind::{DeclKind, ImportKind, LocalScope, MemberScope};
use super::parts::Parts;
use super::shape::Language;
use headers::claim_headers;

/// C++.
pub const LANGUAGE: Language = Language {
    name: "cpp",
    fence: "cpp",
    extensions: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tcc", "cppm", "ixx"],
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("calls.scm"),
        include_str!("supertypes.scm"),
    ],
    sites: &[],
    preprocess: Some(preprocess),
    misread: None,
    read_import,
    read_declaration: c::read_declaration,
    read_test: c::read_test,
    is_test: c::is_test,
    is_config: |name| name == c::COMMANDS,
    family: "c",
    claim: Some(claim_headers),
    resolver: c::resolver,
    implicit_this: true,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: false,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: true,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        library_folders: &["include"],
        quoted: Some(c::names_in_macro),
        starts: &["main"],
        includes_text: true,
        parts: Parts { open_kinds: &[DeclKind::Module], has_bodies_elsewhere: true, ..Parts::NONE },
        states_virtual: true,
        overloads_by_number: true,
        imports_all_names: true,
        call_member: "operator()",
        holders: Some(&c::HOLDERS),
        keeps_type_arguments: true,
        type_path: Some(|text, _| c::named_type(text)),
        receiver_text: Some(c::value_text),
        pointing_members: &["operator*", "operator->", "operator[]"],
        typed_callee: Some(global::callee),
        operators: Some(&operators::OPERATORS),
        locals_begin_where_declared: true,
        ..Conventions::NONE
    },
    builtins: METHODS,
};

/// The text without what only a preprocessor understands, and with values in forms that the grammar has.
fn preprocess(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    c::preprocess(text).map(|text| c::then(text, c::with_plain_values))
}

/// `#include`; `using namespace a;`, which binds no name, and `using a::b;`, which binds `b`.
fn read_import(node: Node<'_>, builder: &mut Builder<'_>) {
    if node.kind() != "using_declaration" {
        return c::read_import(node, builder);
    }
    let text = builder.text(node);
    let words = text.trim_start_matches("using").trim().trim_end_matches(';').trim();
    let (path, is_namespace) = match words.strip_prefix("namespace") {
        Some(path) => (path.trim(), true),
        None => (words, false),
    };
    let path = path.trim_start_matches("::").replace("::", ".");
    let local = path.rsplit('.').next().filter(|_| !is_namespace);
    if !path.contains([' ', '<', '\n']) {
        builder.import(ImportKind::Implicit, &path, None, local, start(node));
    }
}

/// Methods of texts, containers, streams, locks and smart pointers.
#[rustfmt::skip]
const METHODS: &[&str] = &[
    "append", "assign", "at", "back", "begin", "c_str", "capacity", "cbegin", "cend", "clear", "close", "compare",
    "contains", "copy", "count", "data", "detach", "emplace", "emplace_back", "empty", "end", "erase", "expired",
    "extract", "fill", "find", "find_first_of", "find_last_of", "first", "flush", "front", "get", "good", "insert", "join",
    "key", "length", "load", "lock", "lower_bound", "max_size", "merge", "name", "notify_all", "notify_one", "open", "pop",
    "pop_back", "pop_front", "push", "push_back", "push_front", "rbegin", "read", "release", "remove", "rend", "replace",
    "reserve", "reset", "resize", "reverse", "rfind", "second", "seekg", "size", "sort", "splice", "splice_after", "str",
    "store", "substr", "swap", "tellg", "top", "try_lock", "unlock", "upper_bound", "use_count", "value", "value_or", "wait",
    "what", "write",
];
