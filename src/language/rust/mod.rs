//! Rust.

mod attributes;
mod captured;
mod closure;
mod derived;
mod expanded;
mod hidden_module;
mod import;
mod library;
mod meaning;
mod operators;
mod own_crate;
mod packages;
mod parameters;
mod pattern;
mod prelude;
mod qualified;
mod resolve;
mod sites;
mod tree;
mod tuple;
mod value;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::conventions::Conventions;
use super::fields::Fields;
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::observation::Decl;
use super::shape::{Language, nothing};
use super::unit_rule::UnitRule;
use crate::base::path;

/// A crate is a unit.
const UNITS: UnitRule = UnitRule { package: "", manifests: &["Cargo.toml"], is_open: |_, _| false };

/// Rust.
pub const LANGUAGE: Language = Language {
    name: "rust",
    fence: "rust",
    extensions: &["rs"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("calls.scm"),
        include_str!("supertypes.scm"),
    ],
    sites: sites::SITES,
    preprocess: None,
    misread: None,
    read_import: |node, builder| match node.kind() {
        "macro_invocation" => expanded::read(node, builder),
        "macro_rule" => own_crate::read(node, builder),
        "string_content" => builder.mention_quoted(node, captured::names),
        _ => import::read(node, builder),
    },
    read_declaration,
    read_test: nothing,
    is_test,
    is_config: |name| name == "Cargo.toml",
    family: "rust",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Nowhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: false,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: true,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        starts: &["main"],
        quoted: Some(captured::names),
        refers_by_mentions: Some(|_| true),
        resolves_by_imports: true,
        steering: Some(|_, text| packages::steering(text)),
        units: Some(&UNITS),
        folder_stems: &["mod"],
        blocks_name_traits: true,
        overrides_properties: true,
        seals_imports: true,
        wrappers: value::WRAPPERS,
        typed_callee: Some(qualified::callee),
        type_path: Some(value::stated),
        value_text: Some(value::text),
        has_holders: true,
        opening_methods: library::OPENING,
        holding_methods: library::HOLDING,
        handing_methods: library::HANDING,
        counting_method: library::COUNTING,
        maps: library::MAPS,
        value_methods: library::GIVING_VALUES,
        library_functions: prelude::FUNCTIONS,
        library_types: prelude::TYPES,
        library_macros: prelude::MACROS,
        derived_members: derived::LIBRARY,
        derived_values: derived::OWN_VALUES,
        own_object: &["self", "Self"],
        operators: Some(&operators::OPERATORS),
        keeps_type_arguments: true,
        plain_type: Some(value::plain),
        awaits: (value::AWAIT, parameters::OUTPUT),
        pointed_member: parameters::TARGET,
        looped_member: parameters::ITEM,
        implied_members: &[parameters::ITEM, parameters::OUTPUT, parameters::TARGET],
        ..Conventions::NONE
    },
    builtins: &[
        "all",
        "and_then",
        "any",
        "as_bytes",
        "as_deref",
        "as_mut",
        "as_ref",
        "as_slice",
        "as_str",
        "borrow",
        "borrow_mut",
        "bytes",
        "chain",
        "chars",
        "clear",
        "clone",
        "cloned",
        "cmp",
        "collect",
        "contains",
        "copied",
        "count",
        "default",
        "drain",
        "drop",
        "end",
        "ends_with",
        "entry",
        "enumerate",
        "eq",
        "err",
        "expect",
        "extend",
        "filter",
        "filter_map",
        "find",
        "first",
        "flat_map",
        "flatten",
        "flush",
        "fmt",
        "fold",
        "for_each",
        "from",
        "get",
        "get_mut",
        "get_or_insert_with",
        "hash",
        "insert",
        "into",
        "into_inner",
        "into_iter",
        "is_empty",
        "is_err",
        "is_none",
        "is_ok",
        "is_some",
        "is_some_and",
        "iter",
        "iter_mut",
        "join",
        "keys",
        "kind",
        "last",
        "len",
        "lines",
        "load",
        "lock",
        "map",
        "map_err",
        "map_or",
        "max",
        "min",
        "ne",
        "new",
        "next",
        "next_back",
        "ok",
        "ok_or",
        "ok_or_else",
        "or_else",
        "parse",
        "partial_cmp",
        "peek",
        "poll",
        "pop",
        "position",
        "push",
        "push_str",
        "read",
        "recv",
        "remove",
        "replace",
        "rev",
        "send",
        "set",
        "skip",
        "sort",
        "split",
        "spawn",
        "start",
        "starts_with",
        "store",
        "swap",
        "sum",
        "take",
        "then",
        "to_owned",
        "to_string",
        "trim",
        "try_from",
        "try_into",
        "unwrap",
        "unwrap_or",
        "unwrap_or_default",
        "unwrap_or_else",
        "values",
        "wait",
        "wake",
        "windows",
        "with",
        "write",
        "zip",
    ],
};

/// Methods, constants of types, attributes, tests, visibility.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "tuple_struct_pattern" => return pattern::read(node, builder),
        "field_pattern" => return pattern::field(node, builder),
        "for_expression" => return library::each(node, builder),
        "let_declaration" => return tuple::bound(node, builder),
        "closure_parameters" => return closure::read_parameters(node, builder),
        _ => {}
    }
    let decl = builder.current();
    let declaration = *builder.observation().declaration(decl);
    let around = declaration.container.map(|around| *builder.observation().declaration(around));
    let around_kind = around.map(|around| around.kind);
    let in_type = matches!(around_kind, Some(DeclKind::Impl | DeclKind::Trait));
    let kind = match declaration.kind {
        DeclKind::Function if in_type => DeclKind::Method,
        DeclKind::Variable if in_type => DeclKind::Field,
        DeclKind::Variable if around_kind.is_some_and(DeclKind::is_callable) => return builder.withdraw(),
        kind => kind,
    };
    match (kind, declaration.container) {
        (DeclKind::Field, Some(around)) if node.kind() == "enum_variant" => {
            numbered(node, decl, builder);
            let name = builder.observation().name(declaration.name).to_owned();
            builder.bind(around, &name, Some("Self"), BindingKind::Annotated);
        }
        (DeclKind::Field, Some(around)) => parameters::bind(node, "name", around, builder),
        (DeclKind::Function | DeclKind::Method, _) => {
            tuple::given(node, decl, builder);
            parameters::of_function(node, decl, builder);
            closure::taken(node, decl, builder);
        }
        (DeclKind::Struct, _) => numbered(node, decl, builder),
        _ => {}
    }
    places(node, decl, builder);
    parameters::awaited(node, decl, builder);
    let before = attributes::before(builder.source(), node.start_byte());
    let is_public = node.named_child(0).is_some_and(|child| child.kind() == "visibility_modifier")
        || around_kind == Some(DeclKind::Trait)
        || node.kind() == "enum_variant"
        || before.attributes.iter().any(|attribute| attribute.starts_with("macro_export"))
        || (in_type && is_of_trait(node, builder));
    derived::read(node, decl, &before, builder);
    if kind == DeclKind::Function {
        derived::read_macro(&before, builder);
    }
    if attributes::leave_out(&before.attributes) {
        builder.conditional_declaration();
    }
    let written = builder.declaration_mut(decl);
    written.kind = kind;
    written.start_line = written.start_line.saturating_sub(before.n_lines).max(1);
    written.exported = is_public;
    if kind == DeclKind::Function && before.attributes.iter().any(|attribute| attributes::is_test(attribute)) {
        let name = test_name(builder);
        builder.test(&name, start(node));
    }
}

/// The fields of a tuple struct, or of a variant, whose names are numbers.
fn numbered(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let list = node.field("body").filter(|body| body.kind() == "ordered_field_declaration_list");
    let Some(list) = list else { return };
    let mut cursor = list.walk();
    for (at, of) in list.children_by_field_name("type", &mut cursor).enumerate() {
        parameters::stated_name(&at.to_string(), builder.text(of), decl, builder);
    }
}

/// Binds `<0>`, `<1>` and so on to the type parameters of a type, and in a block to the types that it states there.
fn places(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let list = match node.kind() {
        "struct_item" | "enum_item" | "union_item" | "trait_item" => node.field("type_parameters"),
        "impl_item" => node.field("type").and_then(|of| of.field("type_arguments")),
        _ => None,
    };
    let Some(list) = list else { return };
    let mut cursor = list.walk();
    let types = list.named_children(&mut cursor).filter(|child| !child.kind().starts_with("lifetime"));
    for (at, part) in types.enumerate() {
        if let Some(of) = value::stated(builder.text(part.field("name").unwrap_or(part)), builder) {
            builder.bind(decl, &format!("<{at}>"), Some(&of), BindingKind::Annotated);
        }
    }
}

/// Whether an item is in `impl Trait for Type`: it is as visible as the trait.
fn is_of_trait(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let block = builder.ancestors(node).nth(1);
    block.is_some_and(|block| block.field("trait").is_some())
}

/// The name with those of the modules around it in the file: `tests::works`.
fn test_name(builder: &Builder<'_>) -> String {
    let observation = builder.observation();
    let open = builder.open().iter().skip(1).map(|decl| observation.name(observation.declaration(*decl).name));
    open.collect::<Vec<_>>().join("::")
}

/// Whether a path is in a `tests` folder, or is `tests.rs`, `test_*.rs`, `*_test.rs`, `*_tests.rs`.
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    file.split('/').rev().skip(1).any(|part| part == "tests")
        || matches!(stem, "tests" | "test")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
}
