//! Local names outside of functions that a macro holds: `test!(name, |a: A| { … });`, `block! { let a = …; }`.

use super::blocks::Variable;
use super::builder::Builder;
use super::kind::DeclKind;
use super::observation::Decl;
use crate::syntax::{Expr, Name};

impl Builder<'_> {
    /// Whether the walk is in a statement outside of functions.
    pub fn is_in_statement(&self) -> bool {
        self.above.is_in_statement()
    }

    /// The name under which a local name of such a macro is bound: one of that macro alone, as what is around it is no function.
    /// `None` for any other name.
    pub(super) fn name_in_statement(&mut self, scope: Decl, name: Name) -> Option<Name> {
        let kind = self.observation.declaration(scope).kind;
        let node = self.above.innermost()?;
        let seen = self.above.embedded_in()?.byte_range();
        let is_around = matches!(kind, DeclKind::File | DeclKind::Module) && !is_item(node.kind());
        if kind.is_callable() || kind.is_type() || !self.is_in_statement() && !is_around {
            return None;
        }
        let known = self.blocks.bound.get(&(scope, name));
        if let Some(known) = known.and_then(|known| known.open.last()).filter(|last| last.seen == seen) {
            return Some(known.stands);
        }
        let n = known.map_or(1, |known| known.n) + 1;
        let stands = format!("{}#{n}", self.observation.name(name));
        let stands = self.intern(&stands);
        let [value, other] = [name, stands].map(|name| self.lower(Expr::Name(name)));
        self.stand_for(value, other, seen.clone());
        self.blocks.imported.insert(stands);
        let known = self.blocks.bound.entry((scope, name)).or_default();
        known.n = n;
        known.open.retain(|it| it.seen.end > seen.start);
        known.open.push(Variable { binder: seen.clone(), seen, stands });
        Some(stands)
    }
}

/// Whether nodes of a kind are items, whose names are seen around the macro that holds them.
fn is_item(kind: &str) -> bool {
    const ENDS: &[&str] = &["_crate_declaration", "_item", "use_declaration"];
    ENDS.iter().any(|end| kind.ends_with(end))
}
