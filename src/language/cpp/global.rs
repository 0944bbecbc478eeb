//! Callees that are looked for in the global scope alone: `::send(…)`, `::a::f(…)`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::c;
use super::super::observation::Receiver;
use crate::syntax::Expr;

/// The receiver and the name of a callee that begins with `::`; `None` for any other.
pub fn callee<'t>(node: Node<'_>, builder: &mut Builder<'t>) -> Option<(Receiver, &'t str)> {
    let path = builder.text(node).strip_prefix("::")?;
    let plain = |step: &'t str| step.split('<').next().map_or("", str::trim);
    let mut steps: Vec<&'t str> = c::steps(path).map(plain).collect();
    let name = steps.pop()?;
    let global = builder.intern(c::GLOBAL);
    let mut of = builder.lower(Expr::Name(global));
    for step in steps {
        let step = builder.intern(step);
        of = builder.lower(Expr::Member(of, step));
    }
    Some((Receiver::Path(of), name))
}
