//! Go.

mod anonymous;
mod binding;
mod channel;
mod condition;
mod import;
mod interfaces;
mod modules;
mod resolve;
mod signature;
mod switched;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::conventions::Conventions;
use super::expression::{SIGNATURE, type_name};
use super::fields::Fields;
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::observation::Declaration;
use super::parts::Parts;
use super::referring::last_name;
use super::shape::{Language, nothing};
use super::sites::{Give, SiteKind};
use super::type_arguments::bind_parameter;

/// Go.
pub const LANGUAGE: Language = Language {
    name: "go",
    fence: "go",
    extensions: &["go"],
    grammar: || tree_sitter_go::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("calls.scm"),
        include_str!("supertypes.scm"),
        include_str!("references.scm"),
    ],
    sites: &[("type_alias", "type:", Give::Is(SiteKind::Type))],
    preprocess: None,
    misread: None,
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test: |file| file.ends_with("_test.go"),
    is_config: |name| matches!(name, "go.mod" | "go.work" | "modules.txt"),
    family: "go",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Nowhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        parts: Parts { alternatives: Some(modules::are_of_one_package), ..Parts::NONE },
        starts: &["main"],
        capitals_export: true,
        steering: Some(|name, text| Some(modules::steering(name, text))),
        reflection: &["MethodByName"],
        call_member: SIGNATURE,
        implements_by_signatures: true,
        result_type: Some(result_type),
        type_path: Some(signature::stated),
        receiver_text: Some(channel::receiver),
        keeps_type_arguments: true,
        outer_interfaces: interfaces::INTERFACES,
        locals_begin_where_declared: true,
        names_in_type: Some(anonymous::is_in_type),
        ..Conventions::NONE
    },
    builtins: &[
        "Add",
        "Bytes",
        "Close",
        "Done",
        "Error",
        "Errorf",
        "Fatal",
        "Fatalf",
        "Flush",
        "Format",
        "Get",
        "Len",
        "Less",
        "Lock",
        "Log",
        "Logf",
        "Name",
        "Next",
        "Print",
        "Printf",
        "Println",
        "RLock",
        "RUnlock",
        "Read",
        "Run",
        "Scan",
        "Set",
        "String",
        "Swap",
        "Unlock",
        "Unwrap",
        "Wait",
        "Write",
        "WriteString",
    ],
};

/// Upper-case names are exported. A spec of several names declares them all; in a function it declares none.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let declaration = *builder.observation().declaration(decl);
    let around = declaration.container.map(|around| builder.observation().declaration(around).kind);
    let name = builder.observation().name(declaration.name).to_owned();
    let is_local = declaration.kind == DeclKind::Variable && around != Some(DeclKind::File);
    if is_local || name == "_" {
        if is_local || !assertion(node, builder) {
            builder.withdraw();
        }
        if is_local {
            anonymous::variable(node, builder);
        }
        return;
    }
    if declaration.kind == DeclKind::Field && around.is_none_or(anonymous::has_no_fields) {
        return builder.withdraw();
    }
    builder.declaration_mut(decl).exported = is_exported(&name);
    if declaration.kind.is_callable() {
        signature::results(node, builder);
    }
    if declaration.kind.is_type() {
        type_parameters(node, builder);
    }
    match declaration.kind {
        DeclKind::Variable | DeclKind::Field => others(node, declaration, builder),
        DeclKind::Interface => embedded(node, builder),
        DeclKind::Method => {
            let signature = signature::signature(node, builder);
            builder.bind(decl, SIGNATURE, Some(&signature), BindingKind::Untyped);
        }
        DeclKind::Alias => called(node, builder),
        DeclKind::Function if is_test(&name, node, builder) => builder.test(&name, start(node)),
        _ => {}
    }
}

/// The names of the type parameters of a type, by their places.
fn type_parameters(node: Node<'_>, builder: &mut Builder<'_>) {
    for (place, name) in signature::own_type_parameters(node, builder).into_iter().enumerate() {
        bind_parameter(builder.current(), name, place, builder);
    }
}

/// `var _ I = (*T)(nil)`, or `T{}`, `&T{}`, `new(T)`: the text states, and the compiler checks, that `T` implements `I`.
fn assertion(node: Node<'_>, builder: &mut Builder<'_>) -> bool {
    let value = node.field("value").and_then(|values| values.named_child(0));
    let (Some(of), Some(value)) = (node.field("type"), value) else { return false };
    let text = builder.text(value);
    let made = text.strip_suffix("(nil)").or_else(|| text.strip_prefix("new(")?.strip_suffix(')'));
    let made = made.or_else(|| text.strip_suffix('}').and_then(|text| text.split_once('{')).map(|(head, _)| head));
    let (Some(made), Some(sup)) = (made.and_then(type_name), type_name(builder.text(of))) else { return false };
    let owner = builder.intern(&made);
    let decl = builder.current();
    let declaration = builder.declaration_mut(decl);
    (declaration.kind, declaration.name, declaration.owner) = (DeclKind::Impl, owner, Some(owner));
    builder.supertype(decl, &sup, start(last_name(of)));
    true
}

fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// The names after the first: `a, b int`.
fn others(node: Node<'_>, first: Declaration, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).filter(Node::is_named).collect();
    for name in names.into_iter().skip(1) {
        let text = builder.text(name);
        let declaration =
            Declaration { name: builder.intern(text), at: start(name), exported: is_exported(text), ..first };
        builder.declare(declaration);
        builder.close();
    }
}

/// `type Handler func(x X) Result`: what a call of a value of the type gives.
fn called(node: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(of) = node.field("type").and_then(|of| result_type(of, builder)) {
        builder.bind(builder.current(), SIGNATURE, Some(&of), BindingKind::Annotated);
    }
}

/// The type of the first result of a function type.
fn result_type(of: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let result = of.field("result").filter(|_| of.kind() == "function_type")?;
    let first = if result.kind() == "parameter_list" { result.named_child(0) } else { None };
    type_name(builder.text(first.map_or(Some(result), |first| first.field("type"))?))
}

/// The interfaces that an interface embeds. A union of types is a constraint.
fn embedded(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(body) = node.field("type") else { return };
    let mut cursor = body.walk();
    for element in body.named_children(&mut cursor).filter(|child| child.kind() == "type_elem") {
        let single = element.named_child(0).filter(|_| element.named_child_count() == 1);
        if let Some(name) = single.filter(|node| node.kind() != "negated_type")
            && let Some(text) = type_name(builder.text(name))
        {
            builder.supertype(builder.current(), &text, start(last_name(name)));
        }
    }
}

/// `TestX(t *testing.T)` and its like; an example runs only if it states its output.
fn is_test(name: &str, node: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_named = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| !rest.chars().next().is_some_and(char::is_lowercase))
    };
    let parameters = node.field("parameters").map_or("", |node| builder.text(node));
    let takes = |ending: &str| parameters.trim_end_matches([')', ' ', ',']).ends_with(ending);
    if is_named("Example") {
        let text = builder.text(node).to_ascii_lowercase();
        return parameters == "()" && (text.contains("// output:") || text.contains("// unordered output:"));
    }
    (is_named("Test") && takes("*testing.T"))
        || (is_named("Benchmark") && takes("*testing.B"))
        || (is_named("Fuzz") && takes("*testing.F"))
}
