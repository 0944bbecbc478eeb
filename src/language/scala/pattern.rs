//! Patterns: `case Some(a)` takes apart what `Some(a)` makes; a name alone is a variable, or a constant that the value is compared with.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::expression;
use super::holders::HOLDERS;
use crate::syntax::Expr;

/// Binds the types of the values of a case class by their places: the first under `(0)`.
pub fn taken_apart(class: Node<'_>, builder: &mut Builder<'_>) {
    let is_case = class.kind() != "class_definition"
        || class.children(&mut class.walk()).any(|word| !word.is_named() && word.kind() == "case");
    let Some(list) = class.field("class_parameters").filter(|_| is_case) else { return };
    let (mut cursor, decl) = (list.walk(), builder.current());
    for (at, one) in list.named_children(&mut cursor).filter(|it| it.kind() == "class_parameter").enumerate() {
        if let Some(of) = one.field("type").and_then(|of| type_name(builder.text(of))) {
            builder.bind(decl, &format!("({at})"), Some(&of), BindingKind::Annotated);
        }
    }
}

/// Whether a name in a pattern is a variable: those that begin with a capital, or are in back quotes, mean what has the name already.
fn is_variable(name: &str) -> bool {
    name.starts_with(|first: char| first.is_lowercase() || first == '_')
}

/// The method of maps alone that gives one of their values.
const VALUE_OF_MAP: &str = "getOrElseUpdate";
/// The classes of the library that hold one value.
const HOLD_ONE: &[&str] = &["Some", "Success"];

/// Binds a pair of names to what a value holds: of a map the second to a value of it, of numbered elements the first to an element.
pub fn read_pair(pair: Node<'_>, of: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(path), _) = expression::of_value(of, builder) else { return };
    let mut cursor = pair.walk();
    let names: Vec<Node<'_>> = pair.named_children(&mut cursor).filter(|it| !it.is_extra()).collect();
    let [first, second] = names.as_slice() else { return };
    let (name, value) = match path.strip_suffix(".zipWithIndex") {
        Some(of) => (first, format!("{of}[]")),
        None => (second, format!("{path}.{VALUE_OF_MAP}()")),
    };
    if name.kind() == "identifier" && is_variable(builder.text(*name)) {
        builder.bind(builder.current(), builder.text(*name), Some(&value), BindingKind::Copied);
    }
}

/// The value that a case takes apart: of `a match { case … }` and of `a.foreach { case … }`, where the pattern is all of the case.
fn taken<'t>(pattern: Node<'t>, builder: &Builder<'t>) -> Option<(Node<'t>, bool)> {
    let clause = builder.parent(pattern).filter(|it| it.kind() == "case_clause")?;
    let mut around = builder.ancestors(clause);
    let block = around.next().filter(|it| it.kind() == "case_block")?;
    let taking = around.next()?;
    match taking.kind() {
        "match_expression" => Some((taking.field("value")?, false)),
        "call_expression" if taking.field("arguments") == Some(block) => {
            let called = taking.field("function").filter(|it| it.kind() == "field_expression")?;
            let is_handed = HOLDERS.hand_on.contains(&builder.text(called.field("field")?));
            Some((called.field("value").filter(|_| is_handed)?, true))
        }
        _ => None,
    }
}

/// Binds the variables among the names that are the parts of a pattern, those of `A(b, c)` to the values of the case class at their
/// places, and notes what the others refer to.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let class = node.field("type").filter(|_| node.kind() == "case_class_pattern");
    let class = class.and_then(|of| type_name(builder.text(of))).map(|path| builder.expr(&path));
    let of = taken(node, builder);
    let held = match of.filter(|_| node.kind() == "case_class_pattern") {
        Some((of, is_each)) if node.field("type").is_some_and(|it| HOLD_ONE.contains(&builder.text(it))) => {
            let marks = if is_each { "[][]" } else { "[]" };
            expression::of_value(of, builder).0.map(|path| format!("{path}{marks}"))
        }
        _ => None,
    };
    if let Some((of, true)) = of.filter(|_| node.kind() == "tuple_pattern") {
        read_pair(node, of, builder);
    }
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = match node.kind() {
        "case_clause" | "case_class_pattern" => node.children_by_field_name("pattern", &mut cursor).collect(),
        _ => node.named_children(&mut cursor).collect(),
    };
    // The commas have the name of the field as well.
    let parts = parts.into_iter().filter(|part| part.is_named());
    for (at, part) in parts.enumerate().filter(|(_, part)| part.kind() == "identifier") {
        let text = builder.text(part);
        if !is_variable(text) {
            builder.reference(text, (false, false), start(part));
            continue;
        }
        if let Some(held) = held.as_deref().filter(|_| at == 0) {
            builder.bind(builder.current(), text, Some(held), BindingKind::Copied);
            continue;
        }
        let place = builder.intern(&format!("({at})"));
        let value = class.map(|class| builder.lower(Expr::Parameter(class, place)));
        let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(builder.current(), text, value, kind);
    }
}
