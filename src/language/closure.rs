//! Functions without a name by the calls that they are handed to, in languages that state the types of functions.

use tree_sitter::Node;

use super::builder::Builder;
use super::expression::receiver;
use super::fields::Fields;
use super::kind::BindingKind;
use super::observation::{Decl, Receiver};
use super::signed::FUNCTION_OF;
use crate::base::Position;
use crate::syntax::{Expr, ExprId};

/// The kind of a function without a name.
const LAMBDA: &str = "lambda_expression";

/// The place of a function that is written behind the arguments.
pub const LAST: &str = "(-1)";
/// The marker that is bound in a function whose last parameter has a default.
pub const LAST_DEFAULT: &str = "(-1)=";
/// The ending of a place at which a function takes one of a type that has no name.
pub const FUNCTION_TYPE: &str = "->";
/// The ending of a place for the object that a function is run with.
pub const OBJECT: &str = "(this)";

/// The ending of a place at which a function takes many values of its type parameter.
pub const MANY: &str = "[]";

/// The most values of a call that are kept beside a function that it is given.
const MOST_GIVEN: usize = 4;
/// How many calls before are looked through for that which a function is given to.
const MOST_BEFORE: usize = 64;

/// The name under which a macro binds the namespace that it opens: names in it are looked up behind that.
pub const OPENED: &str = "(opens)";
/// The name that a macro binds whose body is but another name: it hides no type of its name, which goes by the other as well.
pub const RENAMES: &str = "(renames)";

/// The marker that is bound in a function which may be called between two values: `a f b`.
pub const INFIX: &str = "(infix)";

/// The marker that is bound in a function or a type that has a type parameter of this name.
pub fn type_parameter(name: &str) -> String {
    format!("<{name}>")
}

/// Binds the types of the values that a function hands to the one which it takes at a place: `(1)(0)` is the first of them.
pub fn bind_given(decl: Decl, at: usize, is_last: bool, given: &[(String, String)], builder: &mut Builder<'_>) {
    let places = [Some(format!("({at})")), is_last.then(|| LAST.to_owned())];
    for (name, of) in given {
        for place in places.iter().flatten() {
            builder.bind(decl, &format!("{place}{name}"), Some(of), BindingKind::Annotated);
        }
    }
}

/// The path of a member of what it is called on, as it is seen where the walk is.
pub fn value_of_receiver(on: Receiver, name: &str, builder: &mut Builder<'_>) -> Option<ExprId> {
    match builder.receiver_here(on) {
        Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => Some(builder.lower_member(path, name)),
        Receiver::This => {
            let this = builder.lower(Expr::This);
            Some(builder.lower_member(this, name))
        }
        Receiver::Bare | Receiver::Implied(_) => Some(builder.lower_name(name)),
        _ => None,
    }
}

/// The path of a value, as it is seen where the walk is.
pub fn value_of(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let text = builder.text(node);
    let written = receiver(text, builder);
    match builder.receiver_here(written) {
        Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => Some(path),
        Receiver::This => Some(builder.lower(Expr::This)),
        _ => None,
    }
}

/// Finds the function that a function without a name is handed to, and its place there.
pub type HandedTo = fn(Node<'_>, &mut Builder<'_>) -> Option<(ExprId, String)>;

/// Binds a parameter of a `lambda_expression` that states no type, which may be the only one and its own list, to what it is handed.
pub fn bind_parameter(node: Node<'_>, handed: HandedTo, builder: &mut Builder<'_>) {
    let is_alone = node.kind() == LAMBDA;
    let name = node.field(if is_alone { "parameters" } else { "name" });
    let Some(name) = name.map(|name| builder.text(name)) else { return };
    let place = if is_alone { Some((node, 0)) } else { among(node, builder) };
    let value = place.and_then(|(function, at)| {
        let (called, place) = handed(function, builder)?;
        Some(builder.lower_handed(called, &place, at))
    });
    let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
    builder.bind_expr(builder.current(), name, value, kind);
}

/// The function without a name that a parameter is of, and its place there.
fn among<'n>(parameter: Node<'n>, builder: &Builder<'n>) -> Option<(Node<'n>, usize)> {
    let mut above = builder.ancestors(parameter);
    let list = above.next()?;
    let function = above.next().filter(|function| function.kind() == LAMBDA)?;
    let mut cursor = list.walk();
    let mut all = list.named_children(&mut cursor).filter(|child| !child.is_extra());
    Some((function, all.position(|it| it == parameter)?))
}

/// Marks the place at which a function takes a value of its type parameter, or many of such: `(0)<T>`, `(0)<T>[]`.
pub fn bind_variable(decl: Decl, place: &str, parameter: &str, is_many: bool, builder: &mut Builder<'_>) {
    let many = if is_many { MANY } else { "" };
    builder.bind(decl, &format!("{place}{}{many}", type_parameter(parameter)), None, BindingKind::Untyped);
}

impl Builder<'_> {
    /// A function with what else it is given by the call whose callee is at a place, where that was written.
    pub fn with_given(&mut self, function: ExprId, at: Position) -> ExprId {
        let near = self.blocks.given.iter().rev().take(MOST_BEFORE);
        let Some((_, list)) = near.into_iter().find(|(other, _)| *other == at) else { return function };
        let values = self.observation().arguments.get(*list).iter().take(MOST_GIVEN);
        let values: Vec<ExprId> = values.map(|it| it.value).collect();
        self.with_values(function, &values)
    }

    /// The same, with the values as they are: those behind the last of a known form are left out.
    pub fn with_values(&mut self, function: ExprId, values: &[ExprId]) -> ExprId {
        let is_value = |value: &ExprId| {
            let expr = self.observation().expr(*value);
            let is_function = |name| self.observation().name(name).starts_with(FUNCTION_OF);
            match expr {
                Expr::Name(name) => !is_function(name),
                Expr::This | Expr::Member(..) | Expr::Call(_) => true,
                expr => matches!(expr, Expr::Made(_) | Expr::Element(_) | Expr::Parameter(..)),
            }
        };
        let n = values.iter().rposition(is_value).map_or(0, |last| last + 1);
        let known: Vec<Option<ExprId>> = values[..n].iter().map(|it| Some(*it).filter(is_value)).collect();
        known.into_iter().fold(function, |on, value| {
            let value = value.unwrap_or_else(|| self.lower(Expr::Unknown));
            self.lower(Expr::Given(on, value))
        })
    }

    /// The value that a function hands, at some place, to the one that it takes at another.
    pub fn lower_handed(&mut self, function: ExprId, place: &str, at: usize) -> ExprId {
        let places = self.intern(&format!("{place}({at})"));
        self.lower(Expr::Parameter(function, places))
    }
}
