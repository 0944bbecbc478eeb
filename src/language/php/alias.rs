//! Reads the names that a class gives to the methods of its traits: `use A { m as n; }`.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::kind::{CallKind, DeclKind};
use super::super::observation::{Declaration, Receiver};
use super::name::class;

/// Declares each name as a method that calls the one of the trait.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let traits: Vec<String> = children.iter().filter_map(|name| Some(class(*name, builder)?.0)).collect();
    let Some(list) = children.into_iter().find(|child| child.kind() == "use_list") else { return };
    let mut cursor = list.walk();
    let clauses: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|it| it.kind() == "use_as_clause").collect();
    for clause in clauses {
        declare(clause, &traits, builder);
    }
}

fn declare(clause: Node<'_>, traits: &[String], builder: &mut Builder<'_>) {
    let mut cursor = clause.walk();
    let parts: Vec<Node<'_>> = clause.named_children(&mut cursor).collect();
    let (old, new, modifier) = match parts.as_slice() {
        [old, new] if new.kind() == "name" => (*old, *new, None),
        [old, modifier, new] if new.kind() == "name" => (*old, *new, Some(*modifier)),
        _ => return,
    };
    let (of, method) = match old.kind() {
        "class_constant_access_expression" => (old.named_child(0), old.named_child(1)),
        _ => (None, Some(old)),
    };
    let Some(method) = method else { return };
    let of = of.and_then(|of| Some(class(of, builder)?.0)).or_else(|| match traits {
        [single] => Some(single.clone()),
        _ => None,
    });
    let on = of.map_or(Receiver::This, |of| builder.receiver(Some(&of)));
    let declaration = Declaration {
        name: builder.intern(builder.text(new)),
        kind: DeclKind::Method,
        container: Some(builder.current()),
        owner: None,
        at: start(new),
        start_line: start(clause).line,
        end_line: line(clause.end_position().row),
        body_line: start(clause).line,
        exported: modifier.is_none_or(|modifier| builder.text(modifier) != "private"),
        parameters: None,
    };
    builder.declare(declaration);
    builder.call(CallKind::Call, builder.text(method), on, start(method));
    builder.close();
}
