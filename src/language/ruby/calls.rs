//! Reads Ruby's calls: plain ones, and those that declare, mix in, load or test.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, CallKind, DeclKind, Inheritance};
use super::super::observation::{Decl, Receiver};
use super::chain::{CALL, UNKNOWN, constant, made_by, receiver_of, spelled};
use super::member::{declare_alias, declare_field};
use super::{block, delegate, import, spec, symbol, test, top};

/// Reads a node of the queries: a call, a name alone, a constant, an assignment.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "call" => read_call(node, builder),
        "identifier" => read_name(node, builder),
        "super" => read_super(node, builder),
        "alias" => read_alias(node, builder),
        "simple_symbol" => symbol::read(node, builder),
        "constant" | "scope_resolution" => read_constant(node, builder),
        "binary" => read_match(node, builder),
        _ => read_assignment(node, builder),
    }
}

fn read_call(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(method) = node.field("method") else { return read_call_of_value(node, builder) };
    if !matches!(method.kind(), "identifier" | "constant") {
        return;
    }
    let name = builder.text(method);
    let receiver = node.field("receiver");
    let list = node.field("arguments");
    let mut cursor = node.walk();
    let arguments: Vec<Node<'_>> = list.map_or(Vec::new(), |list| list.named_children(&mut cursor).collect());
    test::read(node, name, &arguments, builder);
    let is_own = receiver.is_none_or(|receiver| matches!(receiver.kind(), "self"));
    let is_declaring = !matches!(name, "include" | "prepend" | "extend") || keeps_type(node, builder);
    if is_own && (import::read(name, &arguments, builder) || is_declaring && declares(name, &arguments, builder)) {
        return;
    }
    if name == "include" {
        top::read_mixins(node, receiver, &arguments, builder);
    }
    block::read_given(node, builder);
    let Some(on) = receiver_of(receiver, builder) else { return };
    // In a block, it is the object that the block runs in.
    let on = if on == Receiver::This && builder.is_implied_here() { Receiver::Bare } else { on };
    let is_new = name == "new" && matches!(on, Receiver::Path(_));
    let kind = if is_new { CallKind::New } else { CallKind::Call };
    match is_assigned(node, builder) {
        true => builder.call(kind, &format!("{name}="), on, start(method)),
        false => builder.call(kind, name, on, start(method)),
    }
}

/// The methods that run their block in the type around, or in one that has what that has.
const KEEPING: [&str; 12] = [
    "class_eval",
    "class_exec",
    "class_methods",
    "concerning",
    "each",
    "each_pair",
    "each_value",
    "included",
    "module_eval",
    "prepended",
    "tap",
    "then",
];

/// Whether the innermost type is the one that the code of a node runs in: each block between is of a method that keeps it, or makes
/// that type.
fn keeps_type(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_type = |around: &Node<'_>| matches!(around.kind(), "class" | "module" | "singleton_class" | "program");
    let inside = builder.ancestors(node).take_while(|around| !is_type(around));
    let mut calls = inside.filter(|around| around.kind() == "call" && around.field("block").is_some());
    let is_kept = |call: &Node<'_>| {
        let method = call.field("method").map_or("", |method| builder.text(method));
        let on = call.field("receiver").map_or("", |on| builder.text(on)).trim_start_matches("::");
        let makes_type = matches!(method, "new" | "define") && matches!(on, "Class" | "Data" | "Module" | "Struct");
        KEEPING.contains(&method) || makes_type
    };
    calls.all(|call| is_kept(&call))
}

/// `value.(…)` calls the method that calls a value, which the text does not name.
fn read_call_of_value(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(receiver), Some(list)) = (node.field("receiver"), node.field("arguments")) else { return };
    if let Some(on) = receiver_of(Some(receiver), builder) {
        builder.call(CallKind::Call, CALL, on, start(list));
        builder.called_by("");
    }
}

/// Whether `= value` follows: then the method `name=` is called.
fn is_assigned(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let rest = builder.source().get(node.end_byte()..).unwrap_or(&[]);
    let rest = rest.trim_ascii_start();
    node.field("arguments").is_none()
        && rest.starts_with(b"=")
        && !rest.get(1).is_some_and(|next| matches!(next, b'=' | b'~' | b'>'))
}

/// A name alone is a call of the object at hand, if it is no local name.
fn read_name(node: Node<'_>, builder: &mut Builder<'_>) {
    if !builder.parent(node).is_some_and(|around| is_value(node, around)) {
        return;
    }
    let name = builder.text(node);
    match name {
        "module_function" => declares(name, &[], builder),
        "private" | "protected" | "public" | "private_class_method" => true,
        _ => {
            if !builder.is_seen(name, locals_begin(node, builder)) {
                builder.call(CallKind::Call, name, Receiver::Bare, start(node));
            }
            true
        }
    };
}

/// Whether a name is in the place of a value, and names no method, parameter or key.
fn is_value(name: Node<'_>, around: Node<'_>) -> bool {
    let field = match around.kind() {
        "program"
        | "body_statement"
        | "block_body"
        | "then"
        | "else"
        | "do"
        | "ensure"
        | "begin"
        | "parenthesized_statements"
        | "argument_list"
        | "array"
        | "binary"
        | "unary"
        | "interpolation"
        | "conditional"
        | "while_modifier"
        | "until_modifier"
        | "rescue_modifier"
        | "if_modifier"
        | "unless_modifier"
        | "range"
        | "splat_argument"
        | "hash_splat_argument"
        | "right_assignment_list" => return true,
        "pair" | "case" => "value",
        "call" => "receiver",
        "element_reference" => "object",
        "assignment" | "operator_assignment" => "right",
        "if" | "unless" | "elsif" | "while" | "until" => "condition",
        "method" | "singleton_method" => "body",
        _ => return false,
    };
    around.field(field) == Some(name)
}

/// Where the code begins whose local names are seen at a node: a method or a type sees none from outside.
fn locals_begin(node: Node<'_>, builder: &Builder<'_>) -> usize {
    let is_gate = |around: &Node<'_>| {
        matches!(around.kind(), "method" | "singleton_method" | "class" | "module" | "singleton_class")
    };
    builder.ancestors(node).find(is_gate).map_or(0, |gate| gate.start_byte())
}

/// `/(?<name>…)/ =~ value` sets a local name for each group that has one.
fn read_match(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_match = node.field("operator").is_some_and(|sign| builder.text(sign) == "=~");
    let Some(regex) = node.field("left").filter(|_| is_match) else { return };
    for group in builder.text(regex).split("(?<").skip(1) {
        let name = group.split_once('>').map_or("", |(name, _)| name);
        if name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_') {
            builder.bind(builder.current(), name, None, BindingKind::Untyped);
        }
    }
}

fn read_alias(node: Node<'_>, builder: &mut Builder<'_>) {
    let kind = builder.observation().declaration(builder.current()).kind;
    if let (Some(new), Some(old)) = (node.field("name"), node.field("alias"))
        && matches!(kind, DeclKind::Class | DeclKind::Module)
    {
        declare_alias(new, old, builder);
    }
}

/// `super` calls the method of the same name.
fn read_super(node: Node<'_>, builder: &mut Builder<'_>) {
    let current = *builder.observation().declaration(builder.current());
    if current.kind.is_callable() {
        let name = builder.observation().name(current.name).to_owned();
        builder.call(CallKind::Call, &name, Receiver::Super, start(node));
    }
}

/// A path of constants, but for the one that a class or module is declared by.
fn read_constant(node: Node<'_>, builder: &mut Builder<'_>) {
    let before = builder.source().get(..node.start_byte()).unwrap_or(&[]);
    // The parts of a path are read with it; what is only a step on the way to another constant is not used for itself.
    let after = builder.source().get(node.end_byte()..).and_then(|after| after.strip_prefix(b"::"));
    // `A::B(x)` calls a method of `A`.
    let is_called_on = || builder.parent(node).is_some_and(|around| around.kind() == "call");
    let is_step = after.and_then(<[u8]>::first).is_some_and(u8::is_ascii_uppercase) && !is_called_on();
    if is_step || (before.ends_with(b"::") && node.kind() == "constant") {
        return;
    }
    let before = before.trim_ascii_end();
    if before.ends_with(b"class") || before.ends_with(b"module") {
        // `class A::B` opens what is in `A`.
        if let Some(path) = constant(node, builder).filter(|_| node.kind() == "scope_resolution") {
            let around = builder.observation().declaration(builder.current()).container;
            builder.imported_use(&path, start(node), around.unwrap_or(Decl(0)));
        }
        return;
    }
    if let Some(path) = constant(node, builder) {
        builder.imported_use(&path, start(node), builder.current());
        builder.reference_here(&path, start(node));
    }
}

fn read_assignment(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(left) = node.field("left") else { return };
    let value = node.field("right").and_then(|right| made_by(right, builder));
    let kind = if value.is_some() { BindingKind::Constructed } else { BindingKind::Untyped };
    let name = builder.text(left);
    if left.kind() == "identifier" {
        if !builder.is_seen(name, locals_begin(node, builder)) {
            spec::hide_given(node, name, builder);
        }
        return builder.bind(builder.current(), name, value.as_deref(), kind);
    }
    // A constant is of what is around it, and may hold one of several values.
    if left.kind() == "constant" {
        let current = builder.current();
        let row = *builder.observation().declaration(current);
        let is_own = row.kind == DeclKind::Variable && builder.observation().name(row.name) == name;
        let scope = row.container.filter(|_| is_own).unwrap_or(current);
        return builder.bind(scope, name, value.as_deref(), kind);
    }
    let Some((of, is_method)) = type_around(builder) else { return spec::read_assigned(node, builder) };
    // A local name means nothing outside of its function.
    let is_local = value.as_deref().is_some_and(|value| builder.is_local(value.split('.').next().unwrap_or(value)));
    let value = if is_local { Some(UNKNOWN.to_owned()) } else { value };
    match is_method {
        true => builder.bind(of, name, value.as_deref(), kind),
        false => spec::read_assigned(node, builder),
    }
}

/// The innermost open class or module; and whether a method of its values is open in it.
fn type_around(builder: &Builder<'_>) -> Option<(Decl, bool)> {
    let mut is_method = false;
    for decl in builder.open().iter().rev() {
        match builder.observation().declaration(*decl).kind {
            DeclKind::Class | DeclKind::Module => return Some((*decl, is_method)),
            kind => is_method = kind == DeclKind::Method,
        }
    }
    None
}

/// Calls in the body of a class that add to it: `include`, `attr_reader`. Whether it is one.
fn declares(name: &str, arguments: &[Node<'_>], builder: &mut Builder<'_>) -> bool {
    let current = builder.current();
    let kind = builder.observation().declaration(current).kind;
    if !matches!(kind, DeclKind::Class | DeclKind::Module) {
        return false;
    }
    match name {
        "include" | "prepend" | "extend" | "module_function" => {
            let how =
                if name == "extend" || name == "module_function" { Inheritance::Itself } else { Inheritance::Mixin };
            if name == "module_function" {
                builder.inherit(current, "this", builder.observation().declaration(current).at, how);
            }
            for argument in arguments {
                match constant(*argument, builder) {
                    Some(path) => builder.inherit(current, &path, start(*argument), how),
                    None if argument.kind() == "self" => builder.inherit(current, "this", start(*argument), how),
                    None => {}
                }
            }
        }
        "attr_reader" | "attr_writer" | "attr_accessor" | "attr" | "cattr_accessor" | "mattr_accessor"
        | "class_attribute" => {
            for argument in arguments {
                if let Some(name) = spelled(*argument, builder) {
                    declare_field(*argument, name, builder);
                }
            }
        }
        "alias_method" => {
            if let [new, old] = arguments {
                declare_alias(*new, *old, builder);
            }
        }
        _ => return delegate::read(name, arguments, builder),
    }
    true
}
