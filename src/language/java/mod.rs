//! Java, and what it shares with Kotlin: the resolver, and where tests lie.

mod builds;
mod companions;
mod conversions;
mod holders;
mod import;
mod lambda;
mod mockito;
mod outer;
mod platforms;
mod record;
mod resolve;
mod source_set;

use tree_sitter::Node;

use super::builder::{Builder, line, start};
use super::closure::value_of;
use super::conventions::Conventions;
use super::expression::{OVERRIDING, type_name};
use super::fields::Fields;
use super::holders::{ELEMENTS, held_name};
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::shape::{Language, nothing};
use super::type_arguments::{MOST_ARGUMENTS, bind_further_bounds, bind_parameter};
use crate::syntax::Expr;

pub use source_set::is_test;

pub use builds::is_build;
pub use companions::facade;
pub use conversions::CONVERSIONS;
pub use holders::{BUILT_IN_TYPES, HOLDERS};
pub use mockito::MOCKITO;
pub use resolve::{begins_with_package, resolver};

/// Whether an import of everything brings the members of a type.
fn is_of_type(source: &str) -> bool {
    source.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_uppercase))
}

/// Java.
pub const LANGUAGE: Language = Language {
    name: "java",
    fence: "java",
    extensions: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("supertypes.scm"),
        include_str!("calls.scm"),
    ],
    sites: &[],
    preprocess: None,
    misread: None,
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test,
    is_config: |_| false,
    family: "jvm",
    claim: None,
    resolver,
    implicit_this: true,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: true,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: true,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        receiver_text: Some(receiver),
        hosts: &["groovy", "jsp"],
        begins_with_package: Some(begins_with_package),
        refers_by_mentions: Some(is_of_type),
        starts: &["main"],
        holders: Some(&HOLDERS),
        gives_back: Some(&MOCKITO),
        stars_bring_statics: true,
        imports_all_names: true,
        constructors: &["<init>"],
        own_members: &["<init>"],
        conversions: Some(&CONVERSIONS),
        reflection: &["forName", "getDeclaredMethod", "newInstance"],
        seals_private: true,
        keeps_type_arguments: true,
        names_functions_apart: true,
        built_in_types: BUILT_IN_TYPES,
        locals_begin_where_declared: true,
        ..Conventions::NONE
    },
    builtins: BUILTINS,
};

/// The name of what has none: a constructor, as the JVM calls it, and a class made where it is used.
pub const CONSTRUCTOR: &str = "<init>";
/// See [`CONSTRUCTOR`].
pub const ANONYMOUS: &str = "<anonymous>";

/// Methods of `Object`, of texts, collections and streams.
pub const BUILTINS: &[&str] = &[
    "add",
    "addAll",
    "apply",
    "clear",
    "close",
    "compareTo",
    "contains",
    "containsKey",
    "copy",
    "count",
    "equals",
    "filter",
    "find",
    "first",
    "flush",
    "forEach",
    "format",
    "get",
    "getClass",
    "getOrDefault",
    "hashCode",
    "indexOf",
    "isEmpty",
    "iterator",
    "join",
    "keySet",
    "last",
    "length",
    "let",
    "map",
    "matches",
    "name",
    "of",
    "ordinal",
    "println",
    "put",
    "putAll",
    "read",
    "remove",
    "replace",
    "reversed",
    "run",
    "set",
    "size",
    "sort",
    "sorted",
    "split",
    "stream",
    "substring",
    "toArray",
    "toInt",
    "toList",
    "toString",
    "trim",
    "valueOf",
    "values",
    "write",
];

fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    if node.kind() == "type_parameter" {
        return read_type_parameter(node, builder);
    }
    if node.kind() == "lambda_expression" {
        return lambda::read(node, builder);
    }
    if node.kind() == "enhanced_for_statement" {
        return read_each(node, builder);
    }
    if node.kind() == "spread_parameter" {
        return read_spread(node, builder);
    }
    if builder.parent(node).is_some_and(|parent| parent.kind() == "local_variable_declaration") {
        // Of a method the reader keeps no locals; this one is in an initializer.
        return builder.withdraw();
    }
    let decl = builder.current();
    let modifiers = modifiers(node).or_else(|| modifiers(builder.parent(node)?)).map_or("", |node| builder.text(node));
    let is_private = modifiers.split_whitespace().any(|word| word == "private");
    let unnamed = match node.kind() {
        "constructor_declaration" | "compact_constructor_declaration" => Some(CONSTRUCTOR),
        "object_creation_expression" => Some(ANONYMOUS),
        _ => None,
    };
    let unnamed = unnamed.map(|name| builder.intern(name));
    let row = builder.declaration_mut(decl);
    row.exported = !is_private && node.kind() != "object_creation_expression";
    if let Some(name) = unnamed {
        row.name = name;
    }
    let (kind, container) = (row.kind, row.container);
    if kind.is_type() && node.kind() != "object_creation_expression" {
        let around = container.map_or(DeclKind::File, |around| builder.observation().declaration(around).kind);
        let is_inner = node.kind() == "class_declaration" && around != DeclKind::Interface;
        if !is_inner || modifiers.split_whitespace().any(|word| word == "static") {
            builder.mark_apart(decl);
        }
    }
    if kind == DeclKind::Method {
        if modifiers.split_whitespace().any(|word| matches!(word, "@Override" | "@java.lang.Override")) {
            builder.bind(decl, OVERRIDING, None, BindingKind::Untyped);
        }
        // What it takes is bound behind all that its head says.
        if modifiers.split_whitespace().any(|word| word == "static") {
            builder.hides_others(decl);
        }
        take_functions(node, builder);
        parameters(node, builder);
    }
    if builder.declaration_mut(decl).kind == DeclKind::Variable {
        let field = builder.parent(node);
        let row = builder.declaration_mut(decl);
        row.kind = DeclKind::Field;
        if let Some(field) = field {
            row.start_line = line(field.start_position().row);
        }
    }
    match node.kind() {
        "enum_constant" => bind_entry(builder),
        "record_declaration" => record::read_components(node, builder),
        _ => {}
    }
    if node.kind() == "method_declaration" && is_test_method(node, modifiers, builder) {
        test(node, builder);
    }
}

/// The name of `for (var a : all)`: of the type that is held there.
fn read_each(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(of), Some(name), Some(all)) = (node.field("type"), node.field("name"), node.field("value")) else {
        return;
    };
    if let Some(all) = value_of(all, builder).filter(|_| builder.text(of) == "var") {
        let each = builder.lower(Expr::Element(all));
        builder.bind_expr(builder.current(), builder.text(name), Some(each), BindingKind::Copied);
    }
}

/// The name of `A... all`, which is an array.
fn read_spread(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let name = parts.iter().find(|part| part.kind() == "variable_declarator").and_then(|part| part.field("name"));
    let Some(name) = name.map(|name| builder.text(name)) else { return };
    let of = parts.iter().find(|part| !matches!(part.kind(), "modifiers" | "variable_declarator"));
    let of = of.and_then(|of| type_name(builder.text(*of)));
    let scope = builder.current();
    if let Some(of) = &of {
        let held = held_name(&builder.bound_as(scope, name), ELEMENTS);
        builder.bind(scope, &held, Some(of), BindingKind::Returns);
    }
    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(scope, name, of.map(|of| format!("{of}[]")).as_deref(), kind);
}

/// Binds what a method hands to the functions that it takes, and, where it is the one of an interface, what it takes itself.
fn take_functions(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = node.field("parameters") else { return };
    let decl = builder.current();
    let around = builder.observation().declaration(decl).container;
    lambda::taken(list, decl, builder);
    if let Some(around) = around {
        lambda::called(node, around, builder);
    }
}

/// How many arguments a method takes.
fn parameters(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = node.field("parameters") else { return };
    let mut cursor = list.walk();
    let kinds = list.named_children(&mut cursor).map(|child| child.kind());
    let (mut n, mut is_open) = (0, false);
    for kind in kinds {
        n += usize::from(kind == "formal_parameter");
        is_open |= kind == "spread_parameter";
    }
    builder.parameters(n, if is_open { usize::MAX } else { n });
}

fn read_type_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let Some(name) = children.iter().find(|child| child.kind() == "type_identifier") else { return };
    let bounds: Vec<&str> = children.iter().find(|child| child.kind() == "type_bound").map_or(Vec::new(), |list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).filter(|it| !it.is_extra()).map(|it| builder.text(it)).collect()
    });
    let before = std::iter::successors(node.prev_named_sibling(), |it| it.prev_named_sibling());
    let place = before.filter(|it| it.kind() == "type_parameter").take(MOST_ARGUMENTS).count();
    bind_type_parameter(builder.text(*name), place, &bounds, builder);
}

/// Binds a type parameter that a type may be named like: it is none of the project; what it extends has its members.
pub fn bind_type_parameter(name: &str, place: usize, bounds: &[&str], builder: &mut Builder<'_>) {
    bind_parameter(builder.current(), name, place, builder);
    builder.parameters_follow();
    let bound = bounds.first().and_then(|bound| type_name(bound)).filter(|bound| bound != name);
    let further: Vec<String> = bounds.iter().skip(1).filter_map(|bound| type_name(bound)).collect();
    bind_further_bounds(name, &further, builder);
    if name.len() < 2 && bound.is_none() {
        return;
    }
    let kind = if bound.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(builder.current(), name, bound.as_deref(), kind);
    builder.parameters_follow();
    let hidden = builder.intern(name);
    builder.hide(hidden);
}

/// An entry of an enum, which is open, is a value of the enum.
pub fn bind_entry(builder: &mut Builder<'_>) {
    let row = *builder.observation().declaration(builder.current());
    if let Some(of) = row.container {
        let name = builder.observation().name(row.name).to_owned();
        let of_name = builder.observation().name(builder.observation().declaration(of).name).to_owned();
        builder.bind(of, &name, Some(&of_name), BindingKind::Annotated);
    }
}

/// Writes the open function as a test of the type around: `Type.name`.
pub fn test(node: Node<'_>, builder: &mut Builder<'_>) {
    let row = *builder.observation().declaration(builder.current());
    let name = builder.observation().name(row.name).trim_matches('`').to_owned();
    let around = row.container.map(|around| *builder.observation().declaration(around));
    let name = match around.filter(|around| around.kind.is_type()) {
        Some(around) => format!("{}.{name}", builder.observation().name(around.name)),
        None => name,
    };
    let at = start(node);
    builder.test(&name, at);
}

fn modifiers(node: Node<'_>) -> Option<Node<'_>> {
    node.child(0).filter(|child| child.kind() == "modifiers")
}

/// `@Test` and its kin; in JUnit 3 `test…` of a class that extends a `TestCase`.
fn is_test_method(node: Node<'_>, modifiers: &str, builder: &Builder<'_>) -> bool {
    if marks_test(modifiers) {
        return true;
    }
    let class = builder.ancestors(node).nth(1).and_then(|class| class.field("superclass"));
    let name = node.field("name").map_or("", |name| builder.text(name));
    name.starts_with("test") && class.is_some_and(|class| builder.text(class).ends_with("TestCase"))
}

/// Whether the modifiers hold an annotation that marks a test.
pub fn marks_test(modifiers: &str) -> bool {
    let is_test = |annotation: &str| {
        let name = annotation.split(|letter: char| !(letter.is_alphanumeric() || letter == '.')).next().unwrap_or("");
        let name = name.rsplit('.').next().unwrap_or(name);
        matches!(name, "Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory" | "TestTemplate" | "Theory")
    };
    modifiers.split('@').skip(1).any(|annotation| match annotation.strip_prefix('[') {
        // `@[Test JsName("x")]`
        Some(several) => several.split(char::is_whitespace).any(is_test),
        None => is_test(annotation),
    })
}

/// The text of a receiver; of `A.super.f()` with the word.
fn receiver(node: Node<'_>, builder: &Builder<'_>) -> String {
    let text = builder.text(node);
    let behind = node.next_sibling().filter(|dot| dot.kind() == ".").and_then(|dot| dot.next_sibling());
    let is_super = behind.is_some_and(|word| word.kind() == "super");
    if is_super { format!("{text}.super") } else { text.to_owned() }
}
