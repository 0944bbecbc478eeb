//! Code that runs with the body of a class, and so sees the names of the body: the heads of its methods, the values of its fields.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::DeclKind;
use super::super::observation::{Decl, Declaration, Receiver};
use super::types::Stated;
use super::value;

/// A callee that is a name of the class body which runs it, as a member of the class.
pub fn callee<'t>(node: Node<'_>, builder: &mut Builder<'t>) -> Option<(Receiver, &'t str)> {
    let name = builder.text(node);
    let is_bare = || builder.parent(node).is_some_and(|parent| parent.kind() != "attribute");
    let is_own = sees(node, name, builder) && is_bare();
    is_own.then_some((Receiver::This, name))
}

/// The text of a receiver, behind the class where its first name is one of the class body which runs it.
pub fn receiver(node: Node<'_>, builder: &Builder<'_>) -> String {
    let text = value::receiver_text(node, builder);
    if sees(node, head(&text), builder) { format!("this.{text}") } else { text }
}

/// A type in the head of a method, behind the class where it is one of the class body.
pub fn stated((path, kind): Stated, method: Decl, builder: &Builder<'_>) -> Stated {
    let name = path.trim_start_matches(['[', ']', '{', '}']);
    let row = builder.observation().declaration(method);
    let class = row.container.filter(|_| row.kind == DeclKind::Method);
    match class.filter(|class| has_declared(*class, head(name), method, builder)) {
        Some(_) => (format!("{}this.{name}", path.strip_suffix(name).unwrap_or("")), kind),
        None => (path, kind),
    }
}

fn head(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("")
}

/// Whether a name at a node is one that the body of the class around has declared, where it is looked up there.
fn sees(node: Node<'_>, name: &str, builder: &Builder<'_>) -> bool {
    let row = builder.observation().declaration(builder.current());
    let may_run = match row.kind {
        // A field is no name before it has its value.
        DeclKind::Field => builder.observation().name(row.name) != name,
        DeclKind::Method => start(node).line <= row.body_line,
        _ => false,
    };
    let class = row.container.filter(|_| may_run);
    class.is_some_and(|class| has_declared(class, name, builder.current(), builder)) && runs_with_body(node, builder)
}

/// Whether the body of a class has declared a name before what is open: the head of a method is read before that has its own name.
fn has_declared(class: Decl, name: &str, open: Decl, builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    let is_own = || observation.name(observation.declaration(open).name) == name;
    let is_earlier = |row: &Declaration| row.container == Some(class) && observation.name(row.name) == name;
    let rows = || observation.declarations.iter().take(open.0 as usize);
    builder.has_declared(class, name) && (!is_own() || rows().any(is_earlier))
}

/// Whether code that belongs to a method or a field runs with the body of the class: not that in a function, of which a comprehension is
/// one but for what it goes through first.
fn runs_with_body(node: Node<'_>, builder: &Builder<'_>) -> bool {
    for around in builder.ancestors(node) {
        match around.kind() {
            "function_definition" => return around.field("body").is_some_and(|it| node.end_byte() <= it.start_byte()),
            "class_definition" => return true,
            "lambda" => return false,
            "generator_expression" | "list_comprehension" | "set_comprehension" | "dictionary_comprehension" => {
                let mut cursor = around.walk();
                let first = around.named_children(&mut cursor).find(|it| it.kind() == "for_in_clause");
                let of = first.and_then(|it| it.field("right")).map(|it| it.byte_range());
                if !of.is_some_and(|of| of.contains(&node.start_byte())) {
                    return false;
                }
            }
            _ => {}
        }
    }
    false
}
