//! Functions without a name by the calls that they are handed to, in languages that state the types of functions.

use tree_sitter::Node;

use super::builder::Builder;
use super::expression::receiver;
use super::kind::BindingKind;
use super::observation::{Decl, Receiver};
use crate::syntax::{Expr, ExprId};

/// The place of a function that is written behind the arguments.
pub const LAST: &str = "(-1)";
/// The marker that is bound in a function whose last parameter has a default.
pub const LAST_DEFAULT: &str = "(-1)=";
/// The ending of a place at which a function takes one of a type that has no name.
pub const FUNCTION_TYPE: &str = "->";
/// The ending of a place for the object that a function is run with.
pub const OBJECT: &str = "(this)";

/// The name under which a macro binds the namespace that it opens: names in it are looked up behind that.
pub const OPENED: &str = "(opens)";

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
