//! Reads Dart's calls: of names, of members, of sections of a cascade, of constructors.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::CallKind;
use super::super::observation::Receiver;
use super::path;
use super::scope::{CONSTRUCTOR, type_around};

/// The members of a future. The type of a value is that with which a future completes, and these it does not have.
const OF_FUTURES: &[&str] = &["asStream", "catchError", "ignore", "onError", "then", "timeout", "whenComplete"];

/// `f()`, `a.f()`, `a..f()`, `new T()`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "cascade_call_expression" => section(node, builder),
        "new_expression" | "const_object_expression" => {
            if let (Some(of), Some(stated)) = (path::made(node, builder), node.field("type")) {
                let mut cursor = stated.walk();
                let names = stated.named_children(&mut cursor).filter(|name| name.kind() == "type_identifier");
                let at = node.field("constructor").or(names.last()).unwrap_or(stated);
                construct(&of, at, builder);
            }
        }
        _ => {
            let Some(function) = node.field("function") else { return };
            let plain = if function.kind() == "instantiation_expression" { function.field("function") } else { None };
            let function = plain.unwrap_or(function);
            match function.kind() {
                "identifier" => {
                    let name = builder.text(function);
                    let kind = if is_type_name(name) { CallKind::New } else { CallKind::Call };
                    builder.call(kind, name, Receiver::Bare, start(function));
                }
                _ if path::is_member(function) => {
                    if let (Some(object), Some(name)) = (function.field("object"), function.field("property")) {
                        let on = receiver(object, builder);
                        member(name, on, builder);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Types begin with a capital, behind the `_` of what is private.
fn is_type_name(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(|letter: char| letter.is_uppercase())
}

fn member(name: Node<'_>, on: Receiver, builder: &mut Builder<'_>) {
    let text = builder.text(name);
    let on = if OF_FUTURES.contains(&text) && on != Receiver::This { Receiver::Opaque } else { on };
    builder.call(CallKind::Call, text, on, start(name));
}

fn receiver(object: Node<'_>, builder: &mut Builder<'_>) -> Receiver {
    match object.kind() {
        "this" => return Receiver::This,
        "super" => return Receiver::Super,
        "string_literal" => return Receiver::Path(builder.expr("\"")),
        _ => {}
    }
    if let Some(of) = path::cast(object, builder) {
        return Receiver::Path(builder.expr(&of));
    }
    on(path::of_value(object, builder), builder)
}

fn on(path: Option<String>, builder: &mut Builder<'_>) -> Receiver {
    builder.receiver(path.as_deref())
}

/// A call in a section of a cascade: `b` and `c.d` of `a..b()..c.d()` are called on `a`.
fn section(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(cascade) = builder.ancestors(node).find(|outer| outer.kind() == "cascade") else { return };
    let Some(head) = cascade.named_child(0) else { return };
    let base = match head.kind() {
        "this" => Some("this".to_owned()),
        _ => path::cast(head, builder).or_else(|| path::of_value(head, builder)),
    };
    if let Some(name) = node.field("property") {
        let on = on(base, builder);
        return member(name, on, builder);
    }
    // `..b.c()`
    let Some(function) = node.field("function").filter(|it| it.kind() == "cascade_member_expression") else { return };
    let Some(name) = function.field("property") else { return };
    let step = function.field("object").filter(|it| it.kind() == "cascade_selector");
    let step = step.and_then(|step| step.named_child(0)).filter(|step| step.kind() == "identifier");
    let path = base.zip(step).map(|(base, step)| format!("{base}.{}", builder.text(step)));
    let on = on(path, builder);
    member(name, on, builder);
}

/// Writes the call of a constructor by its path: `T`, `T.name`.
fn construct(path: &str, at: Node<'_>, builder: &mut Builder<'_>) {
    let on = path.rsplit_once('.').map(|(of, name)| (builder.expr(of), name));
    match on {
        Some((of, name)) => builder.call(CallKind::New, name, Receiver::Path(of), start(at)),
        None => builder.call(CallKind::New, path, Receiver::Bare, start(at)),
    }
}

/// `super.name()` and `this.name()` in a constructor's head, and the target of a factory that only leads on.
pub fn constructor(node: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(target) = node.field("target") {
        let path: String = builder.text(target).split('<').next().unwrap_or("").split_whitespace().collect();
        return construct(&path, target, builder);
    }
    let Some(word) = node.child(if node.kind() == "redirection" { 1 } else { 0 }) else { return };
    let of = match word.kind() {
        "this" => type_around(builder).map(str::to_owned),
        "super" => superclass(node, builder),
        _ => return,
    };
    let Some(of) = of else { return };
    let mut cursor = node.walk();
    let name = node.named_children(&mut cursor).find(|child| child.kind() == "identifier");
    match name.filter(|name| builder.text(*name) != CONSTRUCTOR) {
        Some(name) => construct(&format!("{of}.{}", builder.text(name)), name, builder),
        None => construct(&of, word, builder),
    }
}

/// The name of the type that the class around extends.
fn superclass(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let class = builder.ancestors(node).find(|outer| outer.kind() == "class_declaration")?;
    path::of_type(class.field("superclass")?.field("type")?, builder)
}
