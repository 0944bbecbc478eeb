//! Reads PHP's calls, type names and local names.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, CallKind, DeclKind, Inheritance};
use super::super::names::ANONYMOUS;
use super::super::observation::Receiver;
use super::doc::{documented, documented_element};
use super::name::{
    CONSTRUCT, INVOKE, LONGEST_CHAIN, UNKNOWN, chain, class, class_around, constant, function, scope, stated,
};
use super::outside_name::{constant_path, function_path};
use super::result::returned;
use super::{alias, callable, element, import, test, tested};

/// Reads a node of the queries.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "namespace_definition" => {
            let name = node.field("name").map_or("", |name| builder.text(name));
            builder.package(&name.replace('\\', "."));
        }
        "namespace_use_declaration" => import::read_use(node, builder),
        "require_expression" | "require_once_expression" | "include_expression" | "include_once_expression" => {
            import::read_require(node, builder);
        }
        "use_declaration" => {
            read_supertypes(node, Inheritance::Mixin, builder);
            alias::read(node, builder);
        }
        "base_clause" | "class_interface_clause" => read_supertypes(node, Inheritance::Header, builder),
        "named_type" => {
            if let Some(name) = node.named_child(0) {
                refer(name, builder);
            }
        }
        "class_constant_access_expression" | "scoped_property_access_expression" => {
            match (node.named_child(0), node.named_child(1)) {
                (Some(of), Some(name))
                    if matches!(name.kind(), "name" | "variable_name") && builder.text(name) != "class" =>
                {
                    refer_to_member(of, name, builder);
                }
                (Some(of), _) => refer(of, builder),
                _ => {}
            }
        }
        "name" | "qualified_name" => match names_class(node, builder) {
            true => refer(node, builder),
            false => refer_to_constant(node, builder),
        },
        "simple_parameter" | "variadic_parameter" | "property_promotion_parameter" => read_parameter(node, builder),
        "property_declaration" => read_property(node, builder),
        "assignment_expression" | "augmented_assignment_expression" => read_assignment(node, builder),
        "catch_clause" => read_catch(node, builder),
        "array_creation_expression" | "string" | "encapsed_string" => callable::read(node, builder),
        "binary_expression" => {
            let is = |part: &'static str, kind: &str| node.field(part).is_some_and(|it| it.kind() == kind);
            match is("left", "class_constant_access_expression") && is("right", "string") {
                true => callable::read(node, builder),
                false => tested::read(node, builder),
            }
        }
        "if_statement" | "while_statement" | "conditional_expression" => tested::read(node, builder),
        "variable_name" => element::read(node, builder),
        _ => read_call(node, builder),
    }
}

/// The use of a class; one that no `use` brings, of the namespace or by its whole name, binds the file to it as well.
fn refer(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((path, is_imported)) = class(node, builder) else { return };
    builder.imported_use(&path, start(node), builder.current());
    if !is_imported {
        builder.reference_here(&path, start(node));
    }
}

/// Whether a name alone is that of a class: in an attribute, behind `instanceof`. Anywhere else a constant has it.
fn names_class(node: Node<'_>, builder: &Builder<'_>) -> bool {
    builder.parent(node).is_none_or(|parent| match parent.kind() {
        "binary_expression" => parent.field("operator").is_some_and(|it| it.kind() == "instanceof"),
        kind => kind == "attribute",
    })
}

/// The use of a function that `use` brings, or that is called by its whole name: a package may have it.
fn refer_to_function(path: &str, called: Node<'_>, builder: &mut Builder<'_>) {
    if path.starts_with('\\') {
        builder.imported_use(&function_path(path), start(called), builder.current());
        if called.kind() != "name" {
            builder.reference_here(&function_path(path), start(called));
        }
    }
}

/// The use of a constant that `use` brings, or that is read by its whole name.
fn refer_to_constant(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_label = builder.parent(node).is_some_and(|parent| parent.field("name") == Some(node));
    let path = Some(node).filter(|_| !is_label).and_then(|node| constant(node, builder));
    if let Some(path) = path.map(|path| constant_path(&path)) {
        builder.imported_use(&path, start(node), builder.current());
        if node.kind() != "name" {
            builder.reference_here(&path, start(node));
        }
    }
}

/// The use of a static member: the class is used by it.
fn refer_to_member(of: Node<'_>, name: Node<'_>, builder: &mut Builder<'_>) {
    let Some((path, is_imported)) = class(of, builder) else { return };
    let member = builder.text(name).trim_start_matches('$');
    builder.imported_use(&format!("{path}.{member}"), start(name), builder.current());
    if !is_imported {
        builder.reference_here(&path, start(of));
    }
}

fn read_supertypes(node: Node<'_>, how: Inheritance, builder: &mut Builder<'_>) {
    let current = builder.current();
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    for name in names {
        if let Some((path, _)) = class(name, builder) {
            builder.inherit(current, &path, start(name), how);
            refer(name, builder);
        }
    }
}

fn read_call(node: Node<'_>, builder: &mut Builder<'_>) {
    let field = |name| node.field(name);
    match node.kind() {
        "function_call_expression" => {
            let Some(called) = field("function") else { return };
            test::read_call(node, builder);
            if builder.text(called).eq_ignore_ascii_case("assert") {
                tested::asserted(node, builder);
            }
            if let Some(name) = function(called, builder) {
                refer_to_function(&name, called, builder);
                builder.call(CallKind::Call, &name, Receiver::Bare, start(called));
            } else if let Some(value) = chain(called, builder) {
                let on = receiver(Some(value), builder);
                builder.call(CallKind::Call, INVOKE, on, start(called));
                builder.called_by("");
            }
        }
        "object_creation_expression" => {
            let Some(mut made) = node.named_child(0) else { return };
            // A class without a name is made as what it extends.
            if made.kind() == "anonymous_class" {
                let mut cursor = made.walk();
                let base = made.named_children(&mut cursor).find(|child| child.kind() == "base_clause");
                let Some(base) = base.and_then(|base| base.named_child(0)) else { return };
                made = base;
            }
            refer(made, builder);
            if let Some((path, _)) = class(made, builder) {
                let on = Receiver::Path(builder.expr(&path));
                builder.call(CallKind::New, CONSTRUCT, on, start(made));
                builder.called_by(builder.text(made).rsplit('\\').next().unwrap_or_default());
            }
        }
        _ => {
            let Some(name) = field("name").filter(|name| name.kind() == "name") else { return };
            if builder.text(name) == "assertInstanceOf" {
                tested::asserted_instance(node, builder);
            }
            let on = match (field("object"), field("scope")) {
                (Some(object), _) => receiver(chain(object, builder), builder),
                (_, Some(of)) if builder.text(of).eq_ignore_ascii_case("parent") => Receiver::Super,
                (_, Some(of)) => {
                    refer_to_member(of, name, builder);
                    receiver(scope(of, builder, LONGEST_CHAIN), builder)
                }
                _ => return,
            };
            builder.call(CallKind::Call, builder.text(name), on, start(name));
        }
    }
}

fn receiver(path: Option<String>, builder: &mut Builder<'_>) -> Receiver {
    builder.receiver(path.as_deref())
}

fn read_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    let is_single = node.kind() != "variadic_parameter";
    let of = match node.field("type") {
        Some(of) => Some(of).filter(|_| is_single).and_then(|of| stated(of, builder)),
        None => {
            let function = builder.ancestors(node).nth(1).filter(|_| is_single);
            let function = function.filter(|function| !is_assigned(name, builder.text(*function)));
            function.and_then(|function| documented(function, "param", Some(name), builder))
        }
    };
    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(builder.current(), name, of.as_deref(), kind);
    let function = builder.ancestors(node).nth(1).filter(|it| is_single && !is_assigned(name, builder.text(*it)));
    let held = function.and_then(|function| documented_element(function, "param", Some(name), builder));
    element::bind(builder.current(), name, held, builder);
    let class = class_around(builder).map(|(class, _)| class);
    if let Some(class) = class.filter(|_| node.kind() == "property_promotion_parameter") {
        builder.bind(class, &name.replacen('$', "@", 1), of.as_deref(), kind);
    }
}

/// Whether a function gives a variable another value, which need not be of the type that a comment states.
fn is_assigned(name: &str, function: &str) -> bool {
    function.match_indices(name).any(|(at, _)| {
        let before = function.get(..at).unwrap_or_default().trim_end();
        let behind = function.get(at + name.len()..).unwrap_or_default().trim_start();
        let is_set = behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>");
        // The value of `foreach ($all as $key => $value)`.
        let key = before.strip_suffix("=>").and_then(|rest| rest.trim_end().rsplit_once(char::is_whitespace));
        let is_each = before.ends_with(" as") || key.is_some_and(|(head, _)| head.trim_end().ends_with(" as"));
        // A default in the list of parameters is none: the body begins behind it.
        is_set && before.contains('{') || is_each
    })
}

/// A property of a class: its type, as a field.
fn read_property(node: Node<'_>, builder: &mut Builder<'_>) {
    let current = builder.current();
    let of = match node.field("type") {
        Some(of) => stated(of, builder),
        None => documented(node, "var", None, builder),
    };
    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    let mut cursor = node.walk();
    let elements: Vec<Node<'_>> =
        node.named_children(&mut cursor).filter(|it| it.kind() == "property_element").collect();
    for element in elements {
        if let Some(name) = element.field("name").map(|name| builder.text(name)) {
            let name = name.replacen('$', "@", 1);
            builder.bind(current, &name, of.as_deref(), kind);
            element::bind(current, &name, documented_element(node, "var", None, builder), builder);
        }
    }
}

fn read_assignment(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
        return;
    };
    let is_null = right.kind() == "null";
    let made = chain(right, builder).unwrap_or_else(|| UNKNOWN.to_owned());
    match left.kind() {
        // What is made in place is what it is, whatever a comment says.
        "variable_name"
            if right.kind() != "object_creation_expression"
                && element::is_documented(node, builder.text(left), builder) => {}
        "variable_name" => {
            let kind = if is_null { BindingKind::Untyped } else { BindingKind::Constructed };
            builder.bind(
                builder.current(),
                builder.text(left),
                Some(&made).filter(|_| !is_null).map(String::as_str),
                kind,
            );
            tested::made(node, builder.text(left), builder);
        }
        "member_access_expression" if !is_null => {
            let object = left.field("object").map_or("", |object| builder.text(object));
            let name = left.field("name").filter(|name| name.kind() == "name" && object == "$this");
            let (Some(name), Some((class, _))) = (name, class_around(builder)) else { return };
            let name = format!("@{}", builder.text(name));
            // A local name means nothing outside of its function, but for the type that it states.
            let (of, kind) = match builder.annotation(&made) {
                Some((of, _)) => (of, BindingKind::Constructed),
                None if made.starts_with('$') => (UNKNOWN.to_owned(), BindingKind::Constructed),
                None => (made, BindingKind::Constructed),
            };
            let of = if of.starts_with('\\') && !of.contains('.') { format!("{of}.{CONSTRUCT}()") } else { of };
            builder.bind(class, &name, Some(&of), kind);
        }
        _ => {}
    }
}

fn read_catch(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    let of = node.field("type").and_then(|of| stated(of, builder));
    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(builder.current(), name, of.as_deref(), kind);
}

/// The kind of a declaration by its place, and its stated type.
pub fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let around = builder.observation().declaration(decl).container;
    let in_type = around.is_some_and(|around| builder.observation().declaration(around).kind.is_type());
    match node.kind() {
        "anonymous_class" => {
            let name = builder.intern(ANONYMOUS);
            builder.declaration_mut(decl).name = name;
        }
        "method_declaration" => test::read_method(node, builder),
        // The constructor's parameter is a field of the class.
        "property_promotion_parameter" => {
            let class = around.and_then(|method| builder.observation().declaration(method).container);
            builder.declaration_mut(decl).container = class.or(around);
        }
        "const_element" if in_type => builder.declaration_mut(decl).kind = DeclKind::Field,
        "enum_case" => {
            if let Some((class, row)) = class_around(builder) {
                let of = super::name::below(&super::name::namespace(builder), builder.observation().name(row.name));
                let name = builder.observation().declaration(decl).name;
                let name = format!("@{}", builder.observation().name(name));
                builder.bind(class, &name, Some(&of), BindingKind::Annotated);
            }
        }
        _ => {}
    }
    let of = match node.field("return_type") {
        Some(of) => stated(of, builder),
        None if matches!(node.kind(), "method_declaration" | "function_definition") => {
            documented(node, "return", None, builder).or_else(|| returned(node, builder))
        }
        None => None,
    };
    if let Some(of) = of {
        builder.bind(decl, "", Some(&of), BindingKind::Returns);
    }
    if matches!(node.kind(), "method_declaration" | "function_definition") {
        element::bind(decl, "", documented_element(node, "return", None, builder), builder);
    }
    let mut cursor = node.walk();
    let mut modifiers = node.named_children(&mut cursor).filter(|child| child.kind() == "visibility_modifier");
    if modifiers.any(|modifier| builder.text(modifier) == "private") {
        builder.declaration_mut(decl).exported = false;
    }
}
