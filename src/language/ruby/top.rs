//! Reads the modules that a file mixes in outside of its types: for its top, for its tests, for all tests.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{MIXED_IN, MIXED_IN_ALL, MIXED_IN_TOP};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::chain::constant;
use super::test::SUITES;

/// Reads `include M` at the top of a file, in the block of a suite, and `config.include M` in `RSpec.configure do |config|`. An
/// `include(M)` that is handed to another call (`to include(M)`) is a matcher.
pub fn read_mixins(node: Node<'_>, on: Option<Node<'_>>, arguments: &[Node<'_>], builder: &mut Builder<'_>) {
    if builder.current() != Decl(0) {
        return;
    }
    let name = match builder.parent(node).map_or("", |around| around.kind()) {
        "program" if on.is_none() => MIXED_IN_TOP,
        "body_statement" | "block_body" => match on {
            None if is_in(node, &|method, _| SUITES.contains(&method), builder) => MIXED_IN,
            Some(_) if is_in(node, &|method, on| method == "configure" && on == "RSpec", builder) => MIXED_IN_ALL,
            _ => return,
        },
        _ => return,
    };
    for argument in arguments {
        if let Some(path) = constant(*argument, builder) {
            builder.bind(Decl(0), name, Some(&path), BindingKind::Copied);
        }
    }
}

/// Whether a node is in the block of a call of such a method on such a receiver.
fn is_in(node: Node<'_>, is_meant: &dyn Fn(&str, &str) -> bool, builder: &Builder<'_>) -> bool {
    let text = |of: Option<Node<'_>>| of.map_or("", |it| builder.text(it));
    let is_call = |call: &Node<'_>| {
        let receiver = text(call.field("receiver")).trim_start_matches("::");
        is_meant(text(call.field("method")), receiver)
    };
    builder.ancestors(node).filter(|around| around.kind() == "call").any(|call| is_call(&call))
}
