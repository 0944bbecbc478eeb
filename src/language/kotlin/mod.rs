//! Kotlin.

mod bracket;
mod companion;
mod construction;
mod context;
mod import;
mod infix;
mod lambda;
mod misread;
mod misread_lines;
mod modifiers;
mod node;
mod operators;
mod platform;
mod property;
mod sites;
mod tested;

use tree_sitter::Node;

use super::builder::{Builder, line};
use super::closure::{INFIX, LAST_DEFAULT, type_parameter, value_of};
use super::conventions::Conventions;
use super::expression::{DISFAVORED, OVERRIDING, type_name};
use super::holders::held_name;
use super::java;
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::observation::Declaration;
use super::shape::{Language, nothing};
use super::type_arguments::bind_arguments;
use crate::base::path;
use modifiers::modifiers;
use node::{child, has_word};

/// Kotlin, scripts included.
pub const LANGUAGE: Language = Language {
    name: "kotlin",
    fence: "kotlin",
    extensions: &["kt", "kts"],
    grammar: || tree_sitter_kotlin_sg::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("supertypes.scm"),
        include_str!("calls.scm"),
        include_str!("tested.scm"),
    ],
    sites: sites::SITES,
    preprocess: None,
    misread: Some(misread::misread),
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test: java::is_test,
    is_config: |_| false,
    family: "jvm",
    claim: None,
    resolver: java::resolver,
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
        argument_sign: Some(b'='),
        begins_with_package: Some(begins_with_package),
        starts: &["main"],
        call_member: INVOKE,
        type_path: Some(stated_type),
        extends_by_functions: true,
        fits_by_type_arguments: true,
        keeps_type_arguments: true,
        names_functions_apart: true,
        holders: Some(&java::HOLDERS),
        gives_back: Some(&java::MOCKITO),
        imports_all_names: true,
        constructors: &["<init>"],
        own_members: &["<init>"],
        conversions: Some(&java::CONVERSIONS),
        reflection: &["forName", "getDeclaredMethod", "newInstance"],
        seals_private: true,
        built_in_types: &[
            &["Boolean"],
            &["Byte"],
            &["Char"],
            &["Double"],
            &["Float"],
            &["Int"],
            &["Long"],
            &["Short"],
            &["String"],
        ],
        overrides_properties: true,
        seals_variables: true,
        class_of_file: Some(|path| java::facade(path::stem(path))),
        operators: Some(&operators::OPERATORS),
        names_in_type: Some(binds_nothing),
        ..Conventions::NONE
    },
    builtins: java::BUILTINS,
};

/// Whether a path begins with the name of a package: `it` is the argument of a function without a name.
fn begins_with_package(parts: &[&str], around: &str) -> bool {
    parts.first().is_some_and(|head| *head != "it") && java::begins_with_package(parts, around)
}

/// The name of `for (a in all)`: of the type that it states, or of what is held there.
fn read_each(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(variable) = child(node, &["variable_declaration"]) else { return };
    let Some(name) = child(variable, &["simple_identifier"]).map(|name| builder.text(name)) else { return };
    let stated = child(variable, &["user_type", "nullable_type"]).and_then(|of| type_name(builder.text(of)));
    let scope = builder.current();
    if let Some(of) = stated {
        return builder.bind(scope, name, Some(&of), BindingKind::Annotated);
    }
    let all = variable.next_named_sibling().and_then(|all| value_of(all, builder));
    let each = all.map(|all| lambda::handed_by_loop(all, builder));
    let kind = if each.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
    builder.bind_expr(scope, name, each, kind);
}

/// The names of `{ a: A, b -> … }` and of `(a: A, b)`: each of the type that it states, or of one that nothing says.
fn read_variables(list: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    let mut cursor = list.walk();
    let second = lambda::second_of_loop(list, builder);
    let variables = list.named_children(&mut cursor).filter(|it| it.kind() == "variable_declaration");
    for (at, variable) in variables.enumerate() {
        let Some(name) = child(variable, &["simple_identifier"]).map(|name| builder.text(name)) else { continue };
        let text = child(variable, &["user_type", "nullable_type"]).map(|of| builder.text(of));
        let stated = text.and_then(|text| stated_type(text, builder));
        if let Some(text) = text {
            bind_arguments(scope, name, text, builder);
            if let Some((place, held)) = java::HOLDERS.held(text) {
                let name = builder.bound_as(scope, name);
                builder.bind(scope, &held_name(&name, place), Some(&held), BindingKind::Returns);
            }
        }
        if let Some(value) = second.filter(|_| at == 1 && stated.is_none()) {
            builder.bind_expr(scope, name, Some(value), BindingKind::Copied);
            continue;
        }
        let kind = if stated.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
        builder.bind(scope, name, stated.as_deref(), kind);
    }
}

/// The parameters of a function type have names, and bind none; nor does a parameter that a property hides.
fn binds_nothing(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_in_type = builder.parent(node).is_some_and(|list| list.kind() == "function_type_parameters");
    is_in_type || property::is_hidden(node, builder)
}

/// The member that a call of a value calls.
const INVOKE: &str = "invoke";

/// The grammar has one node for classes, interfaces and enums, and no fields: the children are distinguished by kind.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "if_expression"
        | "when_expression"
        | "while_statement"
        | "conjunction_expression"
        | "disjunction_expression" => {
            return tested::read(node, builder);
        }
        "lambda_literal" => return lambda::read(node, builder),
        "for_statement" => return read_each(node, builder),
        "lambda_parameters" | "multi_variable_declaration" => return read_variables(node, builder),
        "infix_expression" => return infix::read(node, builder),
        "companion_object" => return companion::read(node, builder),
        "call_suffix" => return property::read_made(node, builder),
        "constructor_delegation_call" => return construction::read_delegation(node, builder),
        _ => {}
    }
    let is_among_statements = builder.parent(node).is_some_and(|parent| parent.kind() == "statements");
    if is_among_statements && node.kind() == "property_declaration" {
        // Of a function the reader keeps no locals; this one is in an initializer, or in a lambda of one.
        return builder.withdraw();
    }
    let decl = builder.current();
    let around = builder.observation().declaration(decl).container;
    let around = around.map_or(DeclKind::File, |around| builder.observation().declaration(around).kind);
    let modifiers = modifiers(node, builder);
    let is_private = modifiers.split_whitespace().any(|word| word == "private");
    let body = child(node, &["class_body", "enum_class_body", "function_body", "getter"]);
    let accessors = property::accessors(node);
    let unnamed = match node.kind() {
        "secondary_constructor" => Some(java::CONSTRUCTOR),
        "object_literal" | "call_expression" => Some(java::ANONYMOUS),
        _ => None,
    };
    let unnamed = unnamed.map(|name| builder.intern(name));
    // A companion's members are the type's, and its `invoke` is called by a call of the type, never of its values.
    let name = builder.observation().name(builder.observation().declaration(decl).name);
    let companion = builder.ancestors(node).nth(1).filter(|it| it.kind() == "companion_object");
    let of_type = name == INVOKE && companion.is_some();
    if companion.is_some_and(|it| !companion::is_type(it)) {
        builder.hides_others(decl);
        builder.mark_apart(decl);
    }
    // An extension of the companion is called on the class.
    let owner = builder.observation().declaration(decl).owner.map(|owner| builder.observation().name(owner).to_owned());
    let owner = owner.map(|owner| builder.intern(owner.trim_end_matches(".Companion")));
    let row: &mut Declaration = builder.declaration_mut(decl);
    row.owner = owner;
    row.exported = !is_private && !around.is_callable();
    if let Some(body) = body.filter(|_| row.body_line == 0) {
        row.body_line = line(body.start_position().row);
    }
    if let Some((first, last)) = accessors {
        row.body_line = if row.body_line == 0 { line(first.start_position().row) } else { row.body_line };
        row.end_line = row.end_line.max(line(last.end_position().row));
    }
    if let Some(name) = unnamed {
        row.name = name;
        row.exported = node.kind() == "secondary_constructor" && !is_private;
    }
    // What stands in an enum's entry, or an object, is a member as well.
    let in_type = around.is_type() || around == DeclKind::Field;
    row.kind = match row.kind {
        DeclKind::Function if in_type && !of_type => DeclKind::Method,
        DeclKind::Variable if in_type => DeclKind::Field,
        DeclKind::Class if has_word(node, "interface") => DeclKind::Interface,
        DeclKind::Class if child(node, &["enum_class_body"]).is_some() => DeclKind::Enum,
        kind => kind,
    };
    let (kind, is_named) = (row.kind, matches!(node.kind(), "class_declaration" | "object_declaration"));
    if is_named && kind.is_type() && around.is_type() && !modifiers.split_whitespace().any(|word| word == "inner") {
        builder.mark_apart(decl);
    }
    if node.kind() == "class_declaration" {
        construction::mark_unmade(node, modifiers, builder);
    }
    if node.kind() == "property_declaration" {
        property::read(node, builder);
    }
    if node.kind() == "type_alias" {
        lambda::named(node, decl, builder);
    }
    platform::read(node, modifiers, builder);
    if let Some(list) = child(node, &["type_parameters"]) {
        type_parameters(list, builder);
    }
    if node.kind() == "function_declaration" {
        if modifiers.split_whitespace().any(|word| word == "override") {
            builder.bind(decl, OVERRIDING, None, BindingKind::Untyped);
        }
        read_function(node, modifiers, builder);
    }
    if let Some(list) = child(node, &["function_value_parameters"]) {
        lambda::taken(list, decl, builder);
        context::bind(modifiers, builder);
        parameters(list, builder);
    }
    if node.kind() == "enum_entry" {
        java::bind_entry(builder);
    }
    if node.kind() == "function_declaration" && child(node, &["user_type", "nullable_type"]).is_none() {
        infer_result(node, builder);
    }
    if node.kind() == "function_declaration" && java::marks_test(modifiers) {
        java::test(node, builder);
    }
}

/// Parts of annotations that say of a function that it is meant only where no other takes the same.
const DISFAVORING: &[&str] = &["LowPriorityInOverloadResolution", "DeprecationLevel.HIDDEN"];

/// The type arguments of what a function extends, and how it may be called.
fn read_function(node: Node<'_>, modifiers: &str, builder: &mut Builder<'_>) {
    let decl = builder.current();
    if let Some(on) = node.child_by_field_name("receiver") {
        bind_arguments(decl, "this", builder.text(on), builder);
    }
    if modifiers.split_whitespace().any(|word| word == "infix") {
        builder.bind(decl, INFIX, None, BindingKind::Untyped);
    }
    if DISFAVORING.iter().any(|words| modifiers.contains(words)) {
        builder.bind(decl, DISFAVORED, None, BindingKind::Untyped);
    }
}

/// `fun f() = Type(…)` has the type of what it makes, `fun f() = apply { … }` that of what it is called on.
fn infer_result(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(value) = child(node, &["function_body"]).and_then(|body| body.named_child(0)) else { return };
    let called = match value.kind() {
        "this_expression" => Some("this"),
        "call_expression" => child(value, &["simple_identifier"]).map(|callee| match builder.text(callee) {
            "apply" | "also" => "this",
            callee => callee,
        }),
        _ => None,
    };
    if let Some(called) = called {
        builder.bind(builder.current(), "", Some(called), BindingKind::Returns);
    }
}

/// Binds the type parameters that a class may be named like.
fn type_parameters(list: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    let parameters = list.named_children(&mut cursor).filter(|it| it.kind() == "type_parameter");
    for (place, parameter) in parameters.enumerate() {
        let name = child(parameter, &["type_identifier"]).map_or("", |name| builder.text(name));
        if name.len() > 2 {
            builder.bind(builder.current(), &type_parameter(name), None, BindingKind::Untyped);
        }
        let own = child(parameter, &["user_type"]).map(|bound| builder.text(bound));
        let bounds: Vec<&str> = own.into_iter().chain(stated_apart(list, name, builder)).collect();
        java::bind_type_parameter(name, place, &bounds, builder);
    }
}

/// The bounds of a type parameter that `where` states.
fn stated_apart<'t>(list: Node<'_>, name: &str, builder: &Builder<'t>) -> Vec<&'t str> {
    let clauses = builder.parent(list).and_then(|declared| child(declared, &["type_constraints"]));
    let Some(clauses) = clauses else { return Vec::new() };
    let mut cursor = clauses.walk();
    let own = clauses.named_children(&mut cursor).filter(|it| it.kind() == "type_constraint");
    let own = own.filter(|it| child(*it, &["type_identifier"]).is_some_and(|of| builder.text(of) == name));
    own.filter_map(|it| child(it, &["user_type"])).map(|bound| builder.text(bound)).collect()
}

/// How many arguments a function takes: what has a default may be left out.
fn parameters(list: Node<'_>, builder: &mut Builder<'_>) {
    let (mut n, mut n_optional, mut is_open) = (0usize, 0usize, false);
    let mut has_default = false;
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        match child.kind() {
            "parameter" => (n, has_default) = (n + 1, false),
            "=" => (n_optional, has_default) = (n_optional + 1, true),
            "parameter_modifiers" if builder.text(child).split_whitespace().any(|word| word == "vararg") => {
                is_open = true;
                n_optional += 1;
            }
            _ => {}
        }
    }
    if has_default {
        builder.bind(builder.current(), LAST_DEFAULT, None, BindingKind::Untyped);
    }
    builder.parameters(n.saturating_sub(n_optional), if is_open { usize::MAX } else { n });
}

/// The type that a text states by its name; `None` where it is that of functions, nullable ones in brackets among them.
fn stated_type(text: &str, _builder: &Builder<'_>) -> Option<String> {
    let (mut depth, mut before) = (0, ' ');
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' if before == '-' && depth == 0 => return None,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = letter;
    }
    type_name(text)
}
