//! Local names by the blocks that see them, in a language whose blocks are scopes.
//!
//! A function may use one name for several things, each in a block of its own. The first keeps the name; every other is bound under
//! a name that no code can spell, `a#2`, and what is written where it is seen is written with that name.

use std::ops::Range;

use tree_sitter::Node;

use super::blocks::Variable;
use super::builder::Builder;
use super::fields::Fields;
use super::observation::Decl;
use crate::syntax::{Expr, Name};

impl Builder<'_> {
    /// The name under which a binding is entered that the walk is at: another one where the name is already that of another
    /// variable of the function.
    pub(super) fn name_in_block(&mut self, scope: Decl, name: Name) -> Name {
        let is_local = self.blocks.are_scopes
            && self.observation.declaration(scope).kind.is_callable()
            && !self.above.is_embedded()
            && self.observation.name(name).starts_with(|head: char| head.is_alphabetic() || matches!(head, '_' | '$'));
        let Some(node) = self.above.innermost().filter(|node| is_local && !is_of_type(node.kind())) else {
            return name;
        };
        let binder = node.start_byte()..body_of(node).map_or(node.end_byte(), |body| body.start_byte());
        let known = self.blocks.bound.get(&(scope, name));
        let n = match known {
            None => 1,
            // Several patterns of the queries read one variable; an assignment makes none.
            Some(known) if overlap(&known.binder, &binder) || node.kind().contains("assignment") => {
                return known.stands;
            }
            Some(known) => known.n + 1,
        };
        let stands = match n {
            1 => name,
            _ => {
                let text = format!("{}#{n}", self.observation.name(name));
                self.intern(&text)
            }
        };
        self.blocks.bound.insert((scope, name), Variable { binder, stands, n });
        if n > 1 {
            let seen = seen_in(node, self.ancestors(node));
            let [value, other] = [name, stands].map(|name| self.lower(Expr::Name(name)));
            // What a call hands to a function without a name is known better.
            let is_given = self.narrowed.iter().any(|it| it.is_variable && it.value == value && it.within == seen);
            if !is_given {
                self.stand_for(value, other, seen);
            }
        }
        stands
    }
}

impl Builder<'_> {
    /// Whether a name was bound by what the walk is at.
    pub fn is_bound_here(&mut self, scope: Decl, name: &str) -> bool {
        let name = self.intern(name);
        let known = self.blocks.bound.get(&(scope, name));
        let here = self.above.innermost().map(|node| node.byte_range());
        known.zip(here).is_none_or(|(known, here)| overlap(&known.binder, &here))
    }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// The bytes in which the names are seen that a node binds: its own body, or what is behind it in the block around.
fn seen_in<'n>(node: Node<'n>, above: impl Iterator<Item = Node<'n>>) -> Range<usize> {
    if let Some(body) = body_of(node) {
        return body.byte_range();
    }
    let mut start = node.end_byte();
    let mut last = node.end_byte();
    for outer in above {
        if let Some(body) = body_of(outer).filter(|body| body.start_byte() >= start) {
            return body.byte_range();
        }
        last = outer.end_byte();
        if is_block(outer.kind()) {
            break;
        }
        // The value of a declaration is read before the names of its pattern are seen.
        if outer.field("value").is_some_and(|value| value.start_byte() >= start) {
            start = outer.end_byte();
        }
    }
    start..last
}

/// Whether a node states what a type parameter is, which no block does.
fn is_of_type(kind: &str) -> bool {
    kind.contains("type_param") || kind.contains("constraint") || kind == "where_predicate"
}

/// The part of a node that sees the names which its head binds.
fn body_of(node: Node<'_>) -> Option<Node<'_>> {
    const HEADS: &[&str] =
        &["arrow", "catch", "closure", "for", "function", "init", "lambda", "method", "using", "while"];
    let kind = node.kind();
    match kind {
        "if_expression" => return node.field("consequence"),
        // Swift's conditions bind names; its grammar has no field for what is run.
        "if_statement"
            if node.child(1).is_some_and(|it| it.kind() == "value_binding_pattern" || it.kind() == "case") => {}
        _ if HEADS.iter().any(|word| kind.starts_with(word)) => {}
        _ => return None,
    }
    node.field("body").or_else(|| {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| is_block(child.kind()))
    })
}

fn is_block(kind: &str) -> bool {
    const ENDS: &[&str] = &[
        "_arm",
        "_case",
        "_clause",
        "_entry",
        "_rule",
        "_section",
        "block",
        "body",
        "compound_statement",
        "statements",
    ];
    const WHOLE: &[&str] = &["compilation_unit", "program", "source_file", "switch_block_statement_group"];
    ENDS.iter().any(|end| kind.ends_with(end)) || WHOLE.contains(&kind)
}
