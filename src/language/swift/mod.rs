//! Swift.

mod argument;
mod attribute;
mod behind;
mod bound;
mod call;
mod closure;
mod collection;
mod conversions;
mod import;
mod manifest;
mod misread;
mod operand;
mod operators;
mod property;
mod resolve;
mod sites;
mod system;
mod targets;
mod tuple;
mod wanted;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::conventions::Conventions;
use super::expression::{DISFAVORED, OVERRIDING};
use super::fields::Fields;
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::observation::Declaration;
use super::shape::{Language, nothing};
use super::type_arguments::{MOST_ARGUMENTS, bind_further_bounds, bind_parameter};
use crate::base::path;

/// Swift.
pub const LANGUAGE: Language = Language {
    name: "swift",
    fence: "swift",
    extensions: &["swift"],
    grammar: || tree_sitter_swift::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("supertypes.scm"),
        include_str!("calls.scm"),
        include_str!("references.scm"),
    ],
    sites: sites::SITES,
    preprocess: None,
    misread: Some(misread::misread),
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test,
    is_config: |name| name == "Package.swift",
    family: "swift",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: true,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        argument_sign: Some(b':'),
        outer_supertypes: system::SUPERTYPES,
        call_member: "callAsFunction",
        type_path: Some(|text, _| collection::stated_type(text)),
        opening_fields: &["first", "last"],
        opening_methods: collection::OPENING,
        holding_methods: collection::SAME,
        keeps_type_arguments: true,
        plain_type: Some(|text, _| collection::held_type(text)),
        imports_all_names: true,
        reflection: &["performSelector"],
        inherits_constructors: true,
        own_members: &["init"],
        seals_private: true,
        built_in_types: &[
            &["Bool"],
            &["Character"],
            &["Double", "Float64"],
            &["Float", "Float32"],
            &["Int"],
            &["String"],
            &["UInt"],
        ],
        overrides_properties: true,
        seals_variables: true,
        own_object: &["self", "Self"],
        operators: Some(&operators::OPERATORS),
        conversions: Some(&conversions::CONVERSIONS),
        ..Conventions::NONE
    },
    builtins: BUILTINS,
};

/// Methods of texts, collections, optionals and objects.
const BUILTINS: &[&str] = &[
    "add",
    "allSatisfy",
    "append",
    "cancel",
    "close",
    "compactMap",
    "components",
    "contains",
    "count",
    "distance",
    "drop",
    "dropFirst",
    "dropLast",
    "container",
    "decode",
    "decodeIfPresent",
    "encode",
    "encodeIfPresent",
    "enumerated",
    "filter",
    "first",
    "firstIndex",
    "flatMap",
    "forEach",
    "formatted",
    "get",
    "hasPrefix",
    "hasSuffix",
    "hash",
    "index",
    "init",
    "insert",
    "isEmpty",
    "joined",
    "last",
    "lock",
    "lowercased",
    "makeIterator",
    "map",
    "max",
    "merge",
    "min",
    "next",
    "popLast",
    "prefix",
    "print",
    "reduce",
    "remove",
    "removeAll",
    "removeFirst",
    "removeLast",
    "removeValue",
    "replacingOccurrences",
    "reserveCapacity",
    "resume",
    "reversed",
    "run",
    "send",
    "sink",
    "sort",
    "sorted",
    "split",
    "starts",
    "store",
    "subtracting",
    "suffix",
    "swapAt",
    "sync",
    "trimmingCharacters",
    "union",
    "unlock",
    "update",
    "uppercased",
    "wait",
    "write",
    "zip",
];

/// The grammar has one node for classes, structs, enums, actors and extensions: their first word decides.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let modifiers = modifiers(node).map_or("", |node| builder.text(node));
    let has = |wanted: &[&str]| modifiers.split_whitespace().any(|word| wanted.contains(&word));
    let decl = builder.current();
    let exported = |builder: &Builder<'_>| !has(&["private", "fileprivate"]) && !is_in_private_extension(node, builder);
    match node.kind() {
        "if_statement" | "guard_statement" | "while_statement" => return property::read_conditions(node, builder),
        "attribute" => return attribute::read(node, builder),
        "call_expression" => return call::read(node, builder),
        "for_statement" => return collection::read_loop(node, builder),
        "lambda_literal" => return closure::read(node, builder),
        "switch_pattern" => return closure::switched(node, builder),
        "type_parameter" => return read_type_parameter(node, builder),
        "property_declaration" | "protocol_property_declaration" => {
            property::read(node, exported(builder), builder);
        }
        "typealias_declaration" => closure::named(node, builder),
        "enum_entry" => read_case(node, builder),
        "class_declaration" => read_type(node, builder),
        "function_declaration"
        | "protocol_function_declaration"
        | "init_declaration"
        | "deinit_declaration"
        | "subscript_declaration" => read_function(node, modifiers, builder),
        _ => {}
    }
    if builder.current() != decl {
        return;
    }
    let row = *builder.observation().declaration(decl);
    if row.kind == DeclKind::Field && has(&["static", "class"]) {
        builder.mark_static(decl);
    }
    builder.declaration_mut(decl).exported = row.kind != DeclKind::Impl && exported(builder);
    let at_top = row.container.is_some_and(|around| builder.observation().declaration(around).kind == DeclKind::File);
    if !at_top {
        builder.hide(row.name);
    } else if has(&["public", "open", "package"]) {
        let name = builder.observation().name(row.name).to_owned();
        builder.export(&name, &name);
    }
}

/// Whether the extension around keeps its members to the file.
fn is_in_private_extension(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let around = builder.ancestors(node).nth(1).filter(|around| around.kind() == "class_declaration");
    let extension = around.filter(|it| it.field("declaration_kind").is_some_and(|word| word.kind() == "extension"));
    let words = extension.and_then(modifiers).map_or("", |node| builder.text(node));
    words.split_whitespace().any(|word| matches!(word, "private" | "fileprivate"))
}

/// `struct`, `enum` and `extension` in place of `class`.
fn read_type(node: Node<'_>, builder: &mut Builder<'_>) {
    let word = node.field("declaration_kind").map_or("", |node| node.kind());
    let decl = builder.current();
    let row = builder.declaration_mut(decl);
    row.kind = match word {
        "struct" => DeclKind::Struct,
        "enum" => DeclKind::Enum,
        "extension" => DeclKind::Impl,
        _ => DeclKind::Class,
    };
    // `extension Box<Int>` adds to `Box`.
    row.name = row.owner.unwrap_or(row.name);
}

/// Functions, and what has no name but its word: `init`, `deinit`, `subscript`.
fn read_function(node: Node<'_>, modifiers: &str, builder: &mut Builder<'_>) {
    let word = node.kind().strip_suffix("_declaration").filter(|word| !word.ends_with("function"));
    let named = node.field("name").filter(|_| word.is_none());
    let name = word.or_else(|| named.map(|name| builder.text(name))).unwrap_or("").trim_matches('`');
    if name.is_empty() {
        return builder.withdraw();
    }
    let name = builder.intern(name);
    let decl = builder.current();
    let around = builder.observation().declaration(decl).container;
    let around = around.map_or(DeclKind::File, |around| builder.observation().declaration(around).kind);
    let is_member = around.is_type() || around == DeclKind::Impl;
    let row = builder.declaration_mut(decl);
    row.name = name;
    row.kind = if is_member { DeclKind::Method } else { DeclKind::Function };
    row.at = start(named.unwrap_or(node));
    row.body_line = property::body_line(node);
    if is_member && modifiers.split_whitespace().any(|word| matches!(word, "static" | "class")) {
        builder.mark_static(decl);
    }
    if is_member && modifiers.split_whitespace().any(|word| word == "override") {
        builder.bind(decl, OVERRIDING, None, BindingKind::Untyped);
    }
    if modifiers.split_whitespace().any(|word| word == "@_disfavoredOverload") {
        builder.bind(decl, DISFAVORED, None, BindingKind::Untyped);
    }
    closure::taken(node, decl, builder);
    tuple::given(node, decl, builder);
    call::read_parameters(node, builder);
    if word == Some("init") {
        builder.bind(decl, "", Some("Self"), BindingKind::Returns);
    }
    if is_test_function(node, modifiers, builder) {
        builder.test_of_type(start(node));
    }
}

/// `case a, b = 1`: each is a value of the enum.
fn read_case(node: Node<'_>, builder: &mut Builder<'_>) {
    let first = *builder.observation().declaration(builder.current());
    let Some(of) = first.container else { return };
    let of_name = builder.observation().name(builder.observation().declaration(of).name).to_owned();
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let names = parts.iter().enumerate().filter(|(_, part)| part.kind() == "simple_identifier");
    for (n, (at, name)) in names.enumerate() {
        let text = builder.text(*name);
        builder.bind(of, text, Some(&of_name), BindingKind::Annotated);
        if n > 0 {
            let name_text = builder.intern(text);
            builder.declare(Declaration { name: name_text, at: start(*name), ..first });
        }
        builder.mark_static(builder.current());
        if let Some(contents) = parts.get(at + 1).filter(|part| part.kind() == "enum_type_parameters") {
            closure::held(*contents, builder.current(), builder);
        }
        if n > 0 {
            builder.close();
        }
    }
}

/// A type parameter is no type of the module; what it must conform to has its members.
fn read_type_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let Some(name) = children.iter().find(|child| child.kind() == "type_identifier") else { return };
    let text = builder.text(*name);
    let stated = children.iter().filter(|child| matches!(child.kind(), "user_type" | "protocol_composition_type"));
    let mut bounds: Vec<String> = stated.flat_map(|bound| bound::named(*bound, builder)).collect();
    bounds.extend(bound::stated_apart(node, text, builder));
    let bound = bounds.first();
    let kind = if bound.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    let before = std::iter::successors(node.prev_named_sibling(), |it| it.prev_named_sibling());
    let place = before.filter(|it| it.kind() == "type_parameter").take(MOST_ARGUMENTS).count();
    bind_parameter(builder.current(), text, place, builder);
    builder.bind(builder.current(), text, bound.map(String::as_str), kind);
    bind_further_bounds(text, bounds.get(1..).unwrap_or_default(), builder);
    builder.parameters_follow();
    let hidden = builder.intern(text);
    builder.hide(hidden);
}

fn modifiers(node: Node<'_>) -> Option<Node<'_>> {
    node.child(0).filter(|child| child.kind() == "modifiers")
}

/// `@Test`, or a `test…` without parameters in a class that extends another.
fn is_test_function(node: Node<'_>, modifiers: &str, builder: &Builder<'_>) -> bool {
    let marks = |attribute: &str| {
        let rest = attribute.strip_prefix("Test").or_else(|| attribute.strip_prefix("Testing.Test"));
        rest.is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
    };
    if modifiers.split('@').skip(1).any(marks) {
        return true;
    }
    let mut cursor = node.walk();
    let takes_none = !node.named_children(&mut cursor).any(|child| child.kind() == "parameter");
    let name = node.field("name").map_or("", |name| builder.text(name));
    let class = builder.ancestors(node).nth(1).filter(|class| class.kind() == "class_declaration");
    takes_none && name.starts_with("test") && class.is_some_and(|class| may_be_test_case(class))
}

/// Whether a class extends another, or the extension of one adds to it.
fn may_be_test_case(class: Node<'_>) -> bool {
    let word = class.field("declaration_kind").map_or("", |node| node.kind());
    let mut cursor = class.walk();
    let extends = class.named_children(&mut cursor).any(|child| child.kind() == "inheritance_specifier");
    word == "extension" || (word == "class" && extends)
}

/// Whether a path is in a folder of tests, or named like a test.
fn is_test(file: &str) -> bool {
    let in_tests = path::parent(file).split('/').any(|part| part.ends_with("Tests"));
    let stem = path::stem(file);
    in_tests || ["Tests", "Test", "Spec"].iter().any(|ending| stem.ends_with(ending) && stem != *ending)
}
