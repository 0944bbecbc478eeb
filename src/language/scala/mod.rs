//! Scala.

mod alternatives;
mod argument;
mod closure;
mod conversions;
mod expression;
mod holders;
mod import;
mod node;
mod operators;
mod pattern;
mod plain;
mod test;
mod wrapper;

use tree_sitter::Node;

use super::builder::{Builder, line, start};
use super::conventions::Conventions;
use super::expression::{JOINED, OVERRIDING, type_name};
use super::fields::Fields;
use super::java;
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::parts::Parts;
use super::shape::{Language, nothing};
use super::type_arguments::{bind_further_bounds, bind_parameter};
use crate::base::path;
use node::{child, has_word};

/// How the names of packages begin, some of them where the file says so as well. Chains of members in lower case, with a type behind, are common otherwise: `c.universe.Tree`.
const PACKAGE_HEADS: &[&str] = &[
    "akka", "app", "cats", "ch", "co", "com", "de", "dev", "edu", "eu", "fr", "gov", "io", "jakarta", "java", "javax",
    "kotlin", "me", "net", "nl", "org", "play", "scala", "tech", "uk", "us", "zio",
];

/// Whether a path begins with the name of a package. In the text that is also one part in lower case with a type behind, as few values
/// have types as members; whether it is the name of a package, what the build depends on decides.
fn begins_with_package(parts: &[&str], around: &str) -> bool {
    let is_lower = |head: &&&str| head.len() > 1 && head.starts_with(|it: char| it.is_ascii_lowercase());
    let is_type = |part: &&str| part.starts_with(|it: char| it.is_ascii_uppercase());
    let is_short = !around.is_empty() && parts.first().filter(is_lower).is_some() && parts.get(1).is_some_and(is_type);
    let has_head = || parts.first().is_some_and(|head| PACKAGE_HEADS.contains(head));
    is_short || java::begins_with_package(parts, around) && has_head()
}

/// Scala, scripts and builds included.
pub const LANGUAGE: Language = Language {
    name: "scala",
    fence: "scala",
    extensions: &["scala", "sc", "sbt"],
    grammar: || tree_sitter_scala::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("supertypes.scm"),
        include_str!("calls.scm"),
        include_str!("references.scm"),
    ],
    sites: &[],
    preprocess: None,
    misread: None,
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test,
    is_config: java::is_build,
    family: "jvm",
    claim: None,
    resolver: java::resolver,
    implicit_this: true,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        parts: Parts { alternatives: Some(alternatives::are_alternatives), ..Parts::NONE },
        argument_sign: Some(b'='),
        begins_with_package: Some(begins_with_package),
        starts: &["main"],
        imports_all_names: true,
        imports_in_types: true,
        constructors: &["<init>"],
        own_members: &["<init>"],
        conversions: Some(&conversions::CONVERSIONS),
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
        call_member: expression::APPLY,
        result_type: Some(closure::result_of),
        calls_without_brackets: true,
        holders: Some(&holders::HOLDERS),
        keeps_type_arguments: true,
        operators: Some(&operators::OPERATORS),
        ..Conventions::NONE
    },
    builtins: java::BUILTINS,
};

/// The reader opens the enclosing declaration before its contents, and a declaration opens at its own name.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_open = |name: Option<Node<'_>>, builder: &Builder<'_>| {
        let at = builder.observation().declaration(builder.current()).at;
        name.is_some_and(|name| at == start(name))
    };
    match node.kind() {
        "call_expression" => {
            test::read_call(node, builder);
            expression::read_call(node, builder);
        }
        "infix_expression" => {
            test::read_infix(node, builder);
            expression::read_infix(node, builder);
        }
        "lambda_expression" | "binding" => closure::read_parameter(node, builder),
        "alternative_pattern" | "case_clause" | "case_class_pattern" | "tuple_pattern" => pattern::read(node, builder),
        "type_parameters" => read_type_parameters(node, builder),
        "self_type" => read_self_type(node, builder),
        "extends_clause" => read_super_call(node, builder),
        "enumerator" => read_enumerator(node, builder),
        "instance_expression" if !is_open(node.named_child(0), builder) => read_instance(node, builder),
        "val_definition" | "var_definition" if !is_open(node.field("pattern"), builder) => {
            expression::read_value(node, builder);
        }
        "class_parameter" if !is_field(node, builder) => builder.withdraw(),
        _ => complete(node, builder),
    }
}

/// Completes what was declared.
fn complete(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let row = *builder.observation().declaration(decl);
    let around = row.container.map(|around| builder.observation().declaration(around).kind);
    let in_type = around.is_some_and(DeclKind::is_type);
    let name = match (node.kind(), builder.observation().name(row.name)) {
        ("instance_expression", _) => java::ANONYMOUS.to_owned(),
        ("function_definition", "this") => java::CONSTRUCTOR.to_owned(),
        (_, name) => name.to_owned(),
    };
    let modifiers = child(node, "modifiers").map_or("", |node| builder.text(node));
    let is_private = modifiers.split_whitespace().any(|word| matches!(word, "private" | "private[this]"));
    let body = node.field("body").filter(|_| row.body_line == 0);
    let owner = extended(node, builder).map(|owner| builder.intern(&owner));
    let name = builder.intern(&name);
    let declared = builder.declaration_mut(decl);
    declared.name = name;
    declared.owner = owner;
    declared.exported =
        !is_private && node.kind() != "instance_expression" && !around.is_some_and(DeclKind::is_callable);
    declared.kind = match row.kind {
        DeclKind::Function if in_type => DeclKind::Method,
        DeclKind::Variable if in_type => DeclKind::Field,
        kind => kind,
    };
    if let Some(body) = body {
        declared.body_line = line(body.start_position().row);
    }
    if declared.kind.is_callable() {
        if modifiers.split_whitespace().any(|word| word == "override") {
            builder.bind(decl, OVERRIDING, None, BindingKind::Untyped);
        }
        wrapper::read_function(node, decl, builder);
        closure::taken(node, builder.current(), builder);
        expression::read_parameters(node, builder);
    }
    if row.kind.is_type() && around != Some(DeclKind::File) {
        builder.hide(name);
    }
    match node.kind() {
        "class_definition" | "full_enum_case" => pattern::taken_apart(node, builder),
        "simple_enum_case" => java::bind_entry(builder),
        "function_definition" => {
            if marks_test(node, builder) {
                java::test(node, builder);
            }
            if gives_object(node, builder) {
                builder.bind(decl, "", Some("this"), BindingKind::Returns);
            }
        }
        _ => {}
    }
}

/// The type that the functions of an `extension (x: T)` are called on.
fn extended(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let extension = builder.parent(node).filter(|parent| parent.kind() == "extension_definition")?;
    let mut cursor = extension.walk();
    let list = extension.named_children(&mut cursor).find(|child| child.kind() == "parameters")?;
    type_name(builder.text(list.named_child(0)?.field("type")?))
}

/// Whether a parameter of a class is a member: `val x`, `var x`, and those of a case class.
fn is_field(parameter: Node<'_>, builder: &Builder<'_>) -> bool {
    let class = builder.ancestors(parameter).nth(1);
    let is_first = |class: &Node<'_>| class.field("class_parameters") == builder.parent(parameter);
    let is_case =
        class.filter(is_first).is_some_and(|class| has_word(class, "case") || class.kind() == "full_enum_case");
    is_case || has_word(parameter, "val") || has_word(parameter, "var")
}

/// Whether a function without a stated result gives the object at hand, and returns nothing before.
fn gives_object(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let Some(body) = node.field("body").filter(|_| node.field("return_type").is_none()) else { return false };
    let last = match body.kind() {
        "block" => body.named_child_count().checked_sub(1).and_then(|at| body.named_child(u32::try_from(at).ok()?)),
        _ => Some(body),
    };
    last.is_some_and(|last| builder.text(last) == "this") && !builder.text(body).contains("return ")
}

/// Type parameters are no types of the package.
fn read_type_parameters(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
    for (place, name) in names.into_iter().filter(|name| name.kind() == "identifier").enumerate() {
        let text = builder.text(name);
        bind_parameter(builder.current(), text, place, builder);
        let bounds = upper_bounds(name, builder);
        let kind = if bounds.is_empty() { BindingKind::Untyped } else { BindingKind::Annotated };
        builder.bind(builder.current(), text, bounds.first().map(String::as_str), kind);
        bind_further_bounds(text, bounds.get(1..).unwrap_or_default(), builder);
        let hidden = builder.intern(text);
        builder.hide(hidden);
    }
    builder.parameters_follow();
}

/// `{ self: A with B => … }`: the object at hand has the members of these types, and goes by that name as well.
fn read_self_type(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let row = *builder.observation().declaration(decl);
    let Some(name) = node.named_child(0).filter(|_| row.kind.is_type()) else { return };
    if let Some(of) = node.named_child(1) {
        for of in joined_types(of, builder) {
            builder.bind(decl, JOINED, Some(&of), BindingKind::Annotated);
        }
    }
    let text = builder.text(name);
    if name.kind() == "identifier" && text != "this" {
        let own = builder.observation().name(row.name).to_owned();
        builder.bind(decl, text, Some(&own), BindingKind::Annotated);
    }
}

/// The types that a type joins; of an object's own type the object.
fn joined_types(of: Node<'_>, builder: &Builder<'_>) -> Vec<String> {
    let mut cursor = of.walk();
    let parts: Vec<Node<'_>> = match of.kind() {
        "compound_type" => of.named_children(&mut cursor).filter(|it| it.kind() != "refinement").collect(),
        _ => vec![of],
    };
    let name = |of: &Node<'_>| match of.kind() {
        "singleton_type" => of.named_child(0).and_then(|of| type_name(builder.text(of))),
        "type_identifier" | "stable_type_identifier" | "generic_type" => type_name(builder.text(*of)),
        _ => None,
    };
    parts.iter().filter_map(name).collect()
}

/// The types that a type parameter must be of: `T <: A with B`.
fn upper_bounds(name: Node<'_>, builder: &Builder<'_>) -> Vec<String> {
    let behind = std::iter::successors(name.next_named_sibling(), |it| it.next_named_sibling());
    let own = behind.take_while(|it| it.kind().ends_with("_bound"));
    let Some(of) = own.into_iter().find(|it| it.kind() == "upper_bound").and_then(|it| it.field("type")) else {
        return Vec::new();
    };
    if of.kind() == "singleton_type" { Vec::new() } else { joined_types(of, builder) }
}

/// `extends T(x)` makes a `T`.
fn read_super_call(node: Node<'_>, builder: &mut Builder<'_>) {
    let has_arguments = child(node, "arguments").is_some();
    if let Some(of) = node.field("type").filter(|_| has_arguments) {
        expression::read_construction(of, builder);
    }
}

/// `new T(x)`, `new T with U`.
fn read_instance(node: Node<'_>, builder: &mut Builder<'_>) {
    let of = node.named_child(0);
    let of = of.and_then(|of| if of.kind() == "compound_type" { of.field("base") } else { Some(of) });
    if let Some(of) = of {
        expression::read_construction(of, builder);
    }
}

/// `x <- xs` binds an element of `xs`, `x = f()` what it says.
fn read_enumerator(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(name), Some(value)) = (node.named_child(0), node.named_child(1)) else { return };
    if name.kind() == "tuple_pattern" && !has_word(node, "=") {
        return pattern::read_pair(name, value, builder);
    }
    if name.kind() != "identifier" {
        return;
    }
    let (type_name, kind) = match (has_word(node, "="), expression::of_value(value, builder)) {
        (true, of_value) => of_value,
        (false, (Some(path), BindingKind::Constructed | BindingKind::Copied)) => {
            (Some(format!("{path}[]")), BindingKind::Copied)
        }
        (false, _) => (None, BindingKind::Untyped),
    };
    let kind = if type_name.is_some() { kind } else { BindingKind::Untyped };
    builder.bind(builder.current(), builder.text(name), type_name.as_deref(), kind);
}

/// `@Test`, as JUnit has it.
fn marks_test(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut cursor = node.walk();
    let mut annotations = node.named_children(&mut cursor).filter(|child| child.kind() == "annotation");
    annotations.any(|annotation| java::marks_test(builder.text(annotation)))
}

/// As in Java, and what is named after a suite.
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    java::is_test(file) || (stem.ends_with("Suite") && stem != "Suite")
}
