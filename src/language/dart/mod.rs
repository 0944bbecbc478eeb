//! Dart.

mod binding;
mod call;
mod closure;
mod declaration;
mod import;
mod libraries;
mod operators;
mod path;
mod pubspec;
mod resolve;
mod result;
mod scope;
mod sites;
mod test;
mod tested;

use tree_sitter::Node;

use super::builder::Builder;
use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::shape::Language;

/// Dart.
pub const LANGUAGE: Language = Language {
    name: "dart",
    fence: "dart",
    extensions: &["dart"],
    grammar: || tree_sitter_dart::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("supertypes.scm"),
        include_str!("calls.scm"),
        include_str!("tests.scm"),
        include_str!("tested.scm"),
    ],
    sites: sites::SITES,
    preprocess: None,
    misread: None,
    read_import: import::read,
    read_declaration,
    read_test: test::read,
    is_test: test::is_test,
    is_config: |name| name == "pubspec.yaml",
    family: "dart",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: true,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: true,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        library_folders: &["lib"],
        argument_sign: Some(b':'),
        starts: &["main"],
        steering: Some(|_, text| Some(pubspec::steering(text))),
        constructors: &[scope::CONSTRUCTOR],
        own_members: &[scope::CONSTRUCTOR],
        reflection: &["noSuchMethod", "invoke", "reflect"],
        any_types: &["dynamic"],
        imports_all_names: true,
        seals_private: true,
        overrides_properties: true,
        has_holders: true,
        keeps_type_arguments: true,
        key_kinds: &["label"],
        call_member: "call",
        operators: Some(&operators::OPERATORS),
        ..Conventions::NONE
    },
    builtins: MEMBERS,
};

/// Completes, names or takes back the declaration that was opened; or reads a call, or what binds a name.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "type_parameter" => binding::type_parameter(node, builder),
        "formal_parameter" => binding::parameter(node, builder),
        "initialized_variable_declaration" => binding::local(node, builder),
        "for_statement" => binding::each(node, builder),
        "catch_clause" => binding::caught(node, builder),
        "variable_pattern" => binding::pattern(node, builder),
        "if_statement"
        | "while_statement"
        | "conditional_expression"
        | "logical_and_expression"
        | "logical_or_expression" => tested::read(node, builder),
        "call_expression" | "cascade_call_expression" | "new_expression" | "const_object_expression" => {
            call::read(node, builder);
        }
        "initializer_list_entry" | "redirection" | "redirecting_factory_constructor_signature" => {
            call::constructor(node, builder);
        }
        "method_declaration" | "declaration" => declaration::member(node, builder),
        "initialized_identifier" | "static_final_declaration" => declaration::variable(node, builder),
        _ => declaration::declaration(node, builder),
    }
}

/// Members of objects, texts, collections, futures and streams.
#[rustfmt::skip]
const MEMBERS: &[&str] = &[
    "add", "addAll", "any", "asStream", "cancel", "catchError", "clear", "close", "compareTo", "complete", "contains",
    "containsKey", "elementAt", "endsWith", "every", "expand", "fillRange", "first", "firstWhere", "fold", "forEach",
    "format", "fromEntries", "ignore", "indexOf", "insert", "join", "lastIndexOf", "listen", "map", "noSuchMethod", "onError",
    "pause", "putIfAbsent", "read", "reduce", "remove", "removeAt", "removeLast", "removeWhere", "replaceAll", "resume",
    "round", "send", "skip", "sort", "split", "startsWith", "sublist", "substring", "take", "then", "timeout", "toDouble",
    "toInt", "toList", "toLowerCase", "toSet", "toString", "toUpperCase", "trim", "update", "where", "whenComplete", "write",
    "writeln",
];
