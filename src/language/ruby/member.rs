//! Declares members of Ruby's classes that no `def` declares: other names of methods, attributes, members of a `Struct`.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, CallKind, DeclKind};
use super::super::names::BLOCK_GIVEN;
use super::super::observation::{Declaration, Receiver};
use super::chain::spelled;

/// Whether a method is in `class << self`.
pub fn is_of_type(method: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_scope =
        |kind: &&str| matches!(*kind, "singleton_class" | "class" | "module" | "do_block" | "block" | "program");
    builder.ancestors(method).map(|around| around.kind()).find(is_scope) == Some("singleton_class")
}

/// `alias_method :new, :old` and `alias new old`: a method of another name, which calls the old one.
pub fn declare_alias(new: Node<'_>, old: Node<'_>, builder: &mut Builder<'_>) {
    let word = |node: Node<'_>| match node.kind() {
        "identifier" | "constant" | "operator" | "setter" => Some(builder.text(node)),
        _ => spelled(node, builder),
    };
    let (Some(name), Some(called)) = (word(new), word(old)) else { return };
    open_method(new, old, name, builder);
    builder.bind(builder.current(), BLOCK_GIVEN, Some(&format!("{called}()")), BindingKind::Copied);
    builder.call(CallKind::Call, called, Receiver::Bare, start(old));
    builder.close();
}

/// Opens a method whose name is at one node and which ends with another.
pub fn open_method(node: Node<'_>, last: Node<'_>, name: &str, builder: &mut Builder<'_>) {
    let (at, of_type) = (start(node), is_of_type(node, builder));
    let declaration = Declaration {
        name: builder.intern(name),
        kind: if of_type { DeclKind::Function } else { DeclKind::Method },
        container: Some(builder.current()),
        owner: None,
        at,
        start_line: at.line,
        end_line: line(last.end_position().row),
        body_line: at.line,
        exported: true,
        parameters: None,
    };
    builder.declare(declaration);
}

/// The members that `Struct.new(:a, :b)` or `Data.define(:a)` gives the open class.
pub fn declare_fields(call: Node<'_>, builder: &mut Builder<'_>) {
    let made = call.field("receiver").zip(call.field("method")).filter(|_| call.kind() == "call");
    let made = made.map(|(receiver, method)| (builder.text(receiver).trim_start_matches("::"), builder.text(method)));
    if matches!(made, Some(("Struct", "new") | ("Data", "define"))) {
        declare_symbols(call, builder);
    }
}

/// The members that the symbols among the arguments of a call give the open class.
pub fn declare_symbols(call: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = call.field("arguments") else { return };
    let mut cursor = list.walk();
    for argument in list.named_children(&mut cursor).filter(|it| it.kind() == "simple_symbol") {
        if let Some(name) = spelled(argument, builder) {
            declare_field(argument, name, builder);
        }
    }
}

/// Declares a field of the open class whose name is at a node.
pub fn declare_field(node: Node<'_>, name: &str, builder: &mut Builder<'_>) {
    let at = start(node);
    let declaration = Declaration {
        name: builder.intern(name),
        kind: DeclKind::Field,
        container: Some(builder.current()),
        owner: None,
        at,
        start_line: at.line,
        end_line: line(node.end_position().row),
        body_line: 0,
        exported: true,
        parameters: None,
    };
    builder.declare(declaration);
    builder.close();
}

/// The sign of the variable behind a member, by the text before the symbol that declares it: `attr_reader :a, :b`.
pub fn variable_behind(before: &str) -> Option<&'static str> {
    let mut words = before.split_whitespace().rev().filter(|word| !matches!(*word, "(" | ","));
    let word = words.find(|word| !word.starts_with(':'))?;
    match word.split('(').next()?.trim_end_matches(':') {
        "attr" | "attr_accessor" | "attr_reader" | "attr_writer" => Some("@"),
        "cattr_accessor" | "mattr_accessor" => Some("@@"),
        _ => None,
    }
}
