//! Results that are type variables: of a function that is given a class, and of a descriptor that is read.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{GIVEN, HELD, TYPE_ARGUMENT, dotted};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::Decl;
use super::head;
use super::types::{self, argument, arguments};

/// The method by which a class attribute is read.
const READER: &str = "__get__";

/// How many arguments of a call are looked at for a class.
const LOOKED_AT: u32 = 2;

/// The result of a function whose stated one is a type variable: `def make(of: type[T]) -> T` gives an instance of the
/// class that it is given, `__get__` of a generic descriptor what that holds.
pub fn given(function: Node<'_>, in_class: bool, builder: &Builder<'_>) -> Option<String> {
    let stated = builder.text(function.field("return_type")?).trim();
    let is_reader = in_class && builder.text(function.field("name")?) == READER;
    if is_reader && stated.split('|').any(|of| is_variable(of.trim(), function, builder)) {
        return Some(HELD.to_owned());
    }
    if !is_variable(stated, function, builder) {
        return None;
    }
    let list = function.field("parameters")?;
    let mut cursor = list.walk();
    let parameters = list.named_children(&mut cursor).filter(|child| child.kind() != "positional_separator");
    let mut parameters = parameters.skip(usize::from(in_class));
    let place = parameters.position(|parameter| {
        let of = parameter.field("type").map_or("", |of| builder.text(of));
        gives(of) == Some(stated)
    })?;
    Some(format!("{GIVEN}({place})"))
}

/// The type of what a call of a value gives: `T` of `type[T]`, `Callable[..., T]`.
fn gives(of: &str) -> Option<&str> {
    let (head, all) = arguments(of)?;
    match head.rsplit('.').next().unwrap_or(head) {
        "type" | "Type" => all.first().copied(),
        "Callable" => all.last().copied(),
        _ => None,
    }
    .map(str::trim)
}

/// Whether a name is that of a type variable of the file, or of the function.
fn is_variable(name: &str, function: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name {
        return false;
    }
    let own = function.field("type_parameters").map_or("", |own| builder.text(own));
    let is_own =
        own.trim_matches(['[', ']']).split(',').any(|part| part.split(':').next().map(str::trim) == Some(name));
    is_own || is_type_variable(name, builder)
}

/// Whether a name is that of a type variable of the file.
pub fn is_type_variable(name: &str, builder: &Builder<'_>) -> bool {
    !name.is_empty() && states(builder.source(), &format!("\n{name} = TypeVar("))
}

fn states(source: &[u8], text: &str) -> bool {
    source.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Binds the classes among the first arguments of the call that makes a value, each under its place behind the name.
pub fn bind_classes(scope: Decl, name: &str, value: Node<'_>, builder: &mut Builder<'_>) {
    let value = if value.kind() == "await" { value.named_child(0).unwrap_or(value) } else { value };
    let Some(list) = value.field("arguments").filter(|_| value.kind() == "call") else { return };
    for place in 0..LOOKED_AT {
        let Some(argument) = list.named_child(place) else { return };
        let class = Some(argument).filter(|it| matches!(it.kind(), "identifier" | "attribute"));
        let class = class.and_then(|class| dotted(builder.text(class))).filter(|class| {
            let last = class.rsplit('.').next().unwrap_or(class).trim_start_matches('_');
            last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase)
        });
        if let Some(class) = class {
            builder.bind(scope, &format!("{name}({place})"), Some(&class), BindingKind::Annotated);
        }
    }
}

/// Binds what a call of a value gives, where an annotation or an alias states that: `f: Callable[[A], B]`, `F = Callable[[A], B]`.
pub fn bind_result(scope: Decl, name: &str, stated: &str, builder: &mut Builder<'_>) {
    if let Some(stated) = types::stated_by_call(stated) {
        let (path, kind) = head::stated(stated, scope, builder);
        builder.bind(scope, &called(name), Some(&path), kind);
    }
}

/// The name under which the result of a function is bound that a name is of.
pub fn called(name: &str) -> String {
    format!("{name}()")
}

/// Binds the type argument of a class attribute's annotation behind its name: `a: Late[A] = Late()`.
pub fn bind_argument(scope: Decl, name: &str, annotation: &str, builder: &mut Builder<'_>) {
    if builder.observation().declaration(scope).kind != DeclKind::Class {
        return;
    }
    if let Some(of) = argument(annotation) {
        builder.bind(scope, &format!("{name}{TYPE_ARGUMENT}"), Some(&of), BindingKind::Annotated);
    }
}
