//! Reads C#'s calls, where a query cannot: `this` and `base` are no named nodes.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::counted_name::without_count;
use super::super::fields::Fields;
use super::super::kind::CallKind;
use super::super::observation::Receiver;
use super::super::referring::last_name;
use super::argument;
use super::callee::{called_name, receiver_of};
use super::extension_block;
use super::generic::{bind_stated, n_written, type_of};
use super::lambda;
use crate::base::Position;

/// The name of what has the name of its type: a constructor.
pub const CONSTRUCTOR: &str = "<init>";

/// `f()`, `a.f()`, `a?.f<T>()`, `this.f()`, `base.f()`.
pub fn read_invocation(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(function) = node.field("function") else { return };
    let Some(called) = called_name(function) else { return };
    let is_generic = called.kind() == "generic_name";
    let Some(name) = (if is_generic { called.named_child(0) } else { Some(called) }) else { return };
    let text = builder.text(name);
    let on = receiver_of(function, name, builder);
    if on == Receiver::Bare && text == "nameof" {
        return;
    }
    builder.call(CallKind::Call, text, on, start(name));
    if is_generic {
        builder.type_arguments(n_written(called, builder));
    }
    if let Some(list) = node.field("arguments") {
        argument::read(list, builder);
    }
}

/// The parameters of the function that is open, and of none inside of it.
pub fn read_parameter_list(list: Node<'_>, builder: &mut Builder<'_>) {
    const FUNCTIONS: &[&str] = &["method_declaration", "local_function_statement", "constructor_declaration"];
    if builder.parent(list).is_some_and(|of| of.kind() == "operator_declaration") {
        return read_parameters(list, builder);
    }
    if builder.parent(list).is_some_and(|of| of.kind() == "delegate_declaration") {
        return lambda::delegated(list, builder.current(), builder);
    }
    let Some(of) = builder.parent(list).filter(|of| FUNCTIONS.contains(&of.kind())) else { return };
    let at = builder.observation().declaration(builder.current()).at;
    // A local function without a body is no declaration.
    if of.field("name").is_some_and(|name| start(name) == at) {
        lambda::taken(list, builder.current(), builder);
        read_parameters(list, builder);
    }
}

/// How many arguments a method or constructor takes. An extension method may be called on the first.
fn read_parameters(list: Node<'_>, builder: &mut Builder<'_>) {
    let (mut least, mut most) = (0, 0usize);
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        let text = builder.text(child);
        let mut inside = child.walk();
        match child.kind() {
            "parameter" if text.starts_with("params ") => most = usize::MAX,
            "parameter" => {
                let has_default = child.children(&mut inside).any(|part| part.kind() == "=");
                most = most.saturating_add(1);
                least += usize::from(!has_default && !text.starts_with("this "));
            }
            // The grammar lists the parts of such a parameter flat: `params T[] name`.
            "params" => most = usize::MAX,
            _ => {}
        }
    }
    if let Some(member) = builder.parent(list) {
        extension_block::bind_receiver(member, Some((least, most)), builder);
    }
}

/// `Outer.Inner` in the place of a type: not the name of a namespace, nor what a directive names.
pub fn read_type_path(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = builder.ancestors(node).find(|it| it.kind() != "qualified_name").map_or("", |it| it.kind());
    if matches!(around, "using_directive" | "namespace_declaration" | "file_scoped_namespace_declaration") {
        return;
    }
    if let Some(path) = type_of(builder.text(node)) {
        builder.type_path(&path, node);
    }
}

/// `new()`: its class is the type of the declaration around, or the result of the method whose body it is.
pub fn read_creation(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(around) = builder.parent(node) else { return };
    let is_part = matches!(around.kind(), "variable_declarator" | "arrow_expression_clause");
    let declared = if is_part { builder.parent(around) } else { Some(around) };
    if let Some(of) = declared.and_then(|declared| declared.field("type").or_else(|| declared.field("returns"))) {
        construct(of, start(node), builder);
    }
}

/// `new A<int>(n)`, and `A(n)` among the supertypes of a record.
pub fn read_new(node: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(of) = node.field("type") {
        construct(of, start(of), builder);
    }
}

/// The supertypes; of `class A(int n) : B(n), I` the arguments belong to the first type of the list.
pub fn read_base(list: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    for child in list.named_children(&mut cursor) {
        let of = match child.kind() {
            "identifier" | "generic_name" | "qualified_name" => Some(child),
            "primary_constructor_base_type" => child.field("type"),
            _ => None,
        };
        if let Some((of, name)) = of.and_then(|of| Some((of, type_of(builder.text(of))?))) {
            builder.supertype(builder.current(), &name, start(last_name(of)));
            bind_stated(&name, of, builder);
        }
    }
    let mut cursor = list.walk();
    let arguments = list.named_children(&mut cursor).find(|child| child.kind() == "argument_list");
    if let Some(of) = arguments.and_then(|arguments| arguments.prev_named_sibling()) {
        construct(of, start(of), builder);
    }
}

fn construct(of: Node<'_>, at: Position, builder: &mut Builder<'_>) {
    let Some(name) = type_of(builder.text(of)) else { return };
    let (head, name) = name.rsplit_once('.').map_or((None, name.as_str()), |(head, name)| (Some(head), name));
    let on = head.map_or(Receiver::Bare, |head| Receiver::Path(builder.expr(head)));
    let (plain, n_types) = without_count(name);
    builder.call(CallKind::New, plain, on, at);
    if n_types > 0 {
        // The call is looked up by it.
        builder.intern(name);
        builder.type_arguments(n_types);
    }
}

/// `: base(x)`, `: this(x)`.
pub fn read_initializer(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_base = builder.text(node).trim_start_matches(':').trim_start().starts_with("base");
    let on = if is_base { Receiver::Super } else { Receiver::This };
    builder.call(CallKind::Call, CONSTRUCTOR, on, start(node));
    if let Some(list) = node.named_child(0).filter(|list| list.kind() == "argument_list") {
        argument::read(list, builder);
    }
}

/// `[Name]` is the class `NameAttribute`.
pub fn read_attribute(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").filter(|name| name.kind() == "identifier") else { return };
    let text = builder.text(name);
    let class = if text.ends_with("Attribute") { text.to_owned() } else { format!("{text}Attribute") };
    builder.call(CallKind::Decorator, &class, Receiver::Bare, start(name));
    builder.reference(&class, (true, false), start(name));
}
