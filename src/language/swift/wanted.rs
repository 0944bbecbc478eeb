//! The types that are wanted of values which do not name them: `let a: A = .b(1)`, `self.a = .b(2)`, `take(.b(3), as: .b(4))`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::closure::value_of;
use super::super::fields::Fields;
use super::collection::{self, stated_type};
use crate::syntax::{Expr, ExprId};

/// A type that a value has to be of.
enum Wanted {
    /// The type by its name; `A[]` for many of it.
    Type(String),
    /// A value of it: a variable that is assigned to, a parameter, an element.
    Value(ExprId),
}

/// A value whose type the text does not name, by what it is.
#[derive(Clone, Copy)]
struct Sought {
    /// An optional type has an `init` of its own.
    is_init: bool,
    /// Whether the value is an element of what is around it.
    is_element: bool,
}

/// The type that what is around a value states for it, or a value of that type: a variable, a parameter with a default or the place of
/// an argument, the result of a function, what it is compared with. An optional type has an `init` of its own.
pub fn type_around(value: Node<'_>, is_init: bool, builder: &mut Builder<'_>) -> Option<ExprId> {
    match around(value, Sought { is_init, is_element: false }, builder)? {
        Wanted::Type(of) if of.ends_with("[]") => None,
        Wanted::Type(of) => Some(builder.expr(&of)),
        Wanted::Value(of) => Some(of),
    }
}

fn around(value: Node<'_>, sought: Sought, builder: &mut Builder<'_>) -> Option<Wanted> {
    let outer = parent(value, builder)?;
    let is_in = |field: &'static str| outer.field(field) == Some(value);
    match outer.kind() {
        "try_expression" | "await_expression" => around(outer, sought, builder),
        "tuple_expression" if outer.named_child_count() == 1 => around(outer, sought, builder),
        "ternary_expression" if !is_in("condition") => around(outer, sought, builder),
        "nil_coalescing_expression" if is_in("if_nil") => {
            around(outer, sought, builder).or_else(|| of_value(outer.field("value")?, builder))
        }
        "array_literal" if !sought.is_element => {
            let many = around(outer, Sought { is_init: false, is_element: true }, builder)?;
            Some(match many {
                Wanted::Type(of) => Wanted::Type(of.strip_suffix("[]")?.to_owned()),
                Wanted::Value(of) if matches!(builder.observation().expr(of), Expr::Parameter(..)) => many,
                Wanted::Value(of) => Wanted::Value(builder.lower(Expr::Element(of))),
            })
        }
        "assignment" if is_in("result") && builder.text(outer.field("operator")?) == "=" => {
            of_value(outer.field("target")?.named_child(0)?, builder)
        }
        "equality_expression" => of_value(outer.field(if is_in("rhs") { "lhs" } else { "rhs" })?, builder),
        "value_argument" if is_in("value") => of_argument(outer, sought, builder),
        "property_declaration" => before_sign(value, "type_annotation", sought, builder),
        "function_declaration" | "init_declaration" => before_sign(value, "parameter", sought, builder),
        "control_transfer_statement" if builder.text(outer).starts_with("return") => {
            result_around(outer, sought, builder)
        }
        // The one value in a body is its result.
        "statements" if outer.named_child_count() == 1 => result_around(value, sought, builder),
        _ => None,
    }
}

fn parent<'n>(node: Node<'n>, builder: &Builder<'n>) -> Option<Node<'n>> {
    builder.ancestors(node).next()
}

fn of_value(value: Node<'_>, builder: &mut Builder<'_>) -> Option<Wanted> {
    value_of(value, builder).map(Wanted::Value)
}

/// The value that a call takes where it gives an argument: by the label of that, or else by its place.
fn of_argument(argument: Node<'_>, sought: Sought, builder: &mut Builder<'_>) -> Option<Wanted> {
    const TAKE_ELEMENT: &[&str] = &["append", "insert"];
    let list = parent(argument, builder)?;
    let call = parent(parent(list, builder)?, builder)?;
    let place = match argument.field("name") {
        Some(label) => labelled(builder.text(label).trim_end_matches(':')),
        None => {
            let mut cursor = list.walk();
            let mut all = list.named_children(&mut cursor).filter(|it| it.kind() == "value_argument");
            format!("({})", all.position(|it| it == argument)?)
        }
    };
    let callee = call.named_child(0)?;
    let function = match callee.kind() {
        "simple_identifier" => builder.lower_name(builder.text(callee).trim_matches('`')),
        "user_type" => builder.expr(&stated_type(builder.text(callee))?),
        "navigation_expression" => {
            let name = builder.text(callee.field("suffix")?.field("suffix")?).trim_matches('`');
            let target = callee.field("target")?;
            if TAKE_ELEMENT.contains(&name) && place == "(0)" && !sought.is_element {
                return collection::element(target, builder).map(Wanted::Value);
            }
            let on = value_of(target, builder)?;
            builder.lower_member(on, name)
        }
        "prefix_expression" if builder.text(callee).starts_with('.') => {
            let name = builder.text(callee.field("target")?).trim_matches('`');
            let on = type_around(call, name == "init", builder)?;
            builder.lower_member(on, name)
        }
        _ => return None,
    };
    let place = builder.intern(&if sought.is_element { each(&place) } else { place });
    Some(Wanted::Value(builder.lower(Expr::Parameter(function, place))))
}

/// The name under which a function binds the type of the parameter of a label.
pub fn labelled(label: &str) -> String {
    format!("({label}:)")
}

/// The place for one of the many that a function takes at another: `(a::)` of `(a:)`, `(0:)` of `(0)`.
pub fn each(place: &str) -> String {
    format!("{}:)", place.trim_end_matches(')'))
}

/// The type of the node before the `=` before a value.
fn before_sign(value: Node<'_>, kind: &str, sought: Sought, builder: &Builder<'_>) -> Option<Wanted> {
    let sign = value.prev_sibling().filter(|sign| sign.kind() == "=")?;
    let stating = sign.prev_sibling().filter(|it| it.kind() == kind)?;
    named(last(stating)?, sought, builder)
}

/// The result that the innermost function around states, or the type of the property whose value it computes.
fn result_around(statement: Node<'_>, sought: Sought, builder: &Builder<'_>) -> Option<Wanted> {
    const FUNCTIONS: &[&str] = &[
        "computed_getter",
        "computed_property",
        "computed_setter",
        "deinit_declaration",
        "function_declaration",
        "init_declaration",
        "lambda_literal",
        "subscript_declaration",
        "willset_didset_block",
    ];
    const STATEMENTS: &[&str] = &["statements", "function_body", "computed_property", "computed_getter"];
    let is_direct = statement.kind() == "control_transfer_statement";
    let mut above = builder.ancestors(statement);
    let mut function =
        above.find(|outer| FUNCTIONS.contains(&outer.kind()) || !is_direct && !STATEMENTS.contains(&outer.kind()))?;
    if function.kind() == "computed_getter" {
        function = above.next().filter(|outer| outer.kind() == "computed_property")?;
    }
    match function.kind() {
        "computed_property" => {
            let property = above.next().filter(|outer| outer.kind() == "property_declaration")?;
            let mut cursor = property.walk();
            let mut children = property.named_children(&mut cursor);
            let annotation = children.find(|child| child.kind() == "type_annotation")?;
            named(last(annotation)?, sought, builder)
        }
        "function_declaration" => {
            let mut cursor = function.walk();
            let mut children = function.children(&mut cursor).skip_while(|child| child.kind() != "->");
            named(children.nth(1)?, sought, builder)
        }
        _ => None,
    }
}

fn last(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(u32::try_from(node.named_child_count().checked_sub(1)?).ok()?)
}

fn named(of: Node<'_>, sought: Sought, builder: &Builder<'_>) -> Option<Wanted> {
    let named = match of.kind() {
        "optional_type" if !sought.is_init => of.named_child(0)?,
        "opaque_type" | "existential_type" => of.named_child(0)?,
        _ => of,
    };
    let is_read = named.kind() == "user_type" || sought.is_element && named.kind() == "array_type";
    is_read.then(|| stated_type(builder.text(named))).flatten().map(Wanted::Type)
}
