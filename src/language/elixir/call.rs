//! Reads Elixir's calls, with how many arguments each gives: pipes give one more.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, CallKind, DeclKind};
use super::super::observation::Receiver;
use super::atom;
use super::declaration::{attribute, structure};
use super::import::{self, QUOTES, USING};
use super::name::{THIS, arguments, is_module, of_node, word};
use super::sent::{STRUCT, write};
use super::word::{DIRECTIVES, MODULES, PRIVATE, PUBLIC, STRUCTS, TYPES, is_kernel, is_standard};

/// Reads a node that declares no function and no module.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "call" => call(node, builder),
        "unary_operator" => unary(node, builder),
        "binary_operator" => piped(node, builder),
        "struct" => {
            let of = node.named_child(0).filter(|_| !states_types(node, builder));
            if let Some(of) = of {
                make(of, builder);
            }
        }
        "alias" => module(node, builder),
        "atom" => atom::read(node, builder),
        "keyword" => builder.mention_quoted(node, atom::names),
        _ => {}
    }
}

/// `conn |> halt`: a call without brackets.
fn piped(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_pipe = node.field("operator").is_some_and(|operator| operator.kind() == "|>");
    if let Some(called) = node.field("right").filter(|right| is_pipe && right.kind() == "identifier")
        && !is_kernel(builder.text(called))
    {
        write(builder.text(called), None, 1, called, builder);
    }
}

/// `%A{}` and `raise A`.
fn make(of: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(full) = of_node(of, builder) {
        let on = Receiver::Path(builder.expr(&full));
        builder.call(CallKind::New, STRUCT, on, start(of));
        builder.called_by(builder.text(of));
    }
}

/// The number of arguments that a call is given: a block is one, and what is piped in.
fn n_arguments(node: Node<'_>, builder: &Builder<'_>) -> usize {
    let mut cursor = node.walk();
    let has_block = node.named_children(&mut cursor).any(|child| child.kind() == "do_block");
    arguments(node).len() + usize::from(has_block) + usize::from(is_piped(node, builder))
}

fn is_piped(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let Some(parent) = builder.parent(node).filter(|parent| parent.kind() == "binary_operator") else { return false };
    let is_pipe = parent.field("operator").is_some_and(|operator| operator.kind() == "|>");
    is_pipe && parent.field("right") == Some(node)
}

/// Whether a call is the head of a definition: `f(a)` of `def f(a) when a > 1`.
fn is_head(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut at = node;
    for outer in builder.ancestors(node) {
        match outer.kind() {
            "binary_operator" => {
                let is_guarded = outer.field("operator").is_some_and(|word| word.kind() == "when");
                if !is_guarded || outer.field("left") != Some(at) {
                    return false;
                }
            }
            "arguments" if outer.named_child(0) == Some(at) => {}
            "call" => {
                let word = word(outer, builder).unwrap_or_default();
                return PUBLIC.contains(&word) || PRIVATE.contains(&word);
            }
            _ => return false,
        }
        at = outer;
    }
    false
}

/// Whether a node is in an attribute that states types: `@spec f(A.t()) :: B.t()`.
pub fn states_types(node: Node<'_>, builder: &mut Builder<'_>) -> bool {
    builder.above(node, |builder, outer, _| {
        if outer.kind() == "do_block" {
            return Some(false);
        }
        let operand = outer.field("operand").filter(|_| outer.kind() == "unary_operator")?;
        let operator = outer.field("operator").filter(|operator| operator.kind() == "@");
        operator.map(|_| word(operand, builder).is_some_and(|word| TYPES.contains(&word)))
    })
}

fn call(node: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(word) = word(node, builder) {
        let first = arguments(node).first().copied();
        if DIRECTIVES.contains(&word) {
            import::read(word, node, builder);
            let full = first.filter(|_| word == "use").and_then(|first| Some((of_node(first, builder)?, first)));
            if let Some((full, at)) = full {
                write(USING, Some(&full), 1, at, builder);
            }
            return;
        }
        if STRUCTS.contains(&word) {
            structure(word, node, builder);
        }
        if matches!(word, "raise" | "reraise")
            && let Some(of) = first.filter(|first| first.kind() == "alias")
        {
            make(of, builder);
        }
        let is_word = MODULES.contains(&word) || PUBLIC.contains(&word) || PRIVATE.contains(&word);
        if is_word || is_kernel(word) || is_head(node, builder) || states_types(node, builder) {
            return;
        }
        // An attribute's value is what its name is called with.
        let is_attribute = builder.parent(node).is_some_and(|parent| {
            parent.kind() == "unary_operator" && parent.field("operator").is_some_and(|it| it.kind() == "@")
        });
        if !is_attribute && let Some(target) = node.field("target") {
            let n = n_arguments(node, builder);
            write(word, None, n, target, builder);
            quotes(word, node, builder);
            give_block(node, word, builder);
        }
        return;
    }
    let Some(target) = node.field("target").filter(|target| target.kind() == "dot") else { return };
    let (Some(left), Some(right)) = (target.field("left"), target.field("right")) else { return };
    if right.kind() != "identifier" || states_types(node, builder) {
        return;
    }
    if is_captured(node, builder) {
        return;
    }
    remote(left, right, n_arguments(node, builder), has_arguments(node), builder);
    if let Some(full) = of_node(left, builder).filter(|full| !is_standard_module(full)) {
        let path = format!("{full}.{}", builder.text(right));
        quotes(&path, node, builder);
        give_block(node, &path, builder);
    }
}

/// States the call that a block is given to, for what is called in the block: a macro may put it where other names are imported.
fn give_block(call: Node<'_>, path: &str, builder: &mut Builder<'_>) {
    let mut cursor = call.walk();
    if let Some(block) = call.named_children(&mut cursor).find(|child| child.kind() == "do_block") {
        let given_to = builder.expr(path);
        builder.imply_if_stated(given_to, block.byte_range());
    }
}

/// Binds the name of what is called in the body of a module or a macro, or in `unquote`: what that quotes is put there.
fn quotes(path: &str, call: Node<'_>, builder: &mut Builder<'_>) {
    let current = builder.current();
    let is_put = match builder.observation().declaration(current).kind {
        DeclKind::Macro => true,
        kind if is_module(kind) => is_statement(call, builder),
        kind if kind.is_callable() => is_unquoted(call, builder),
        _ => false,
    };
    if !is_put {
        return;
    }
    let name = format!("{QUOTES}{path}");
    let interned = builder.intern(&name);
    if !builder.is_bound(current, interned) {
        builder.bind(current, &name, None, BindingKind::Untyped);
    }
}

/// Whether a call is right in a block of a word: `defmodule A do f(1) end`.
fn is_statement(call: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut above = builder.ancestors(call);
    above.next().is_some_and(|block| block.kind() == "do_block")
        && above.next().and_then(|outer| word(outer, builder)).is_some_and(|word| MODULES.contains(&word))
}

/// Whether a call is what `unquote` takes.
fn is_unquoted(call: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut above = builder.ancestors(call).skip_while(|outer| outer.kind() == "arguments");
    above.next().and_then(|outer| word(outer, builder)) == Some("unquote")
}

fn has_arguments(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).any(|child| child.kind() == "arguments")
}

/// `A.f` in `&A.f/1` is counted with the number.
fn is_captured(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut above = builder.ancestors(node);
    let divides = |outer: Node<'_>| outer.field("operator").is_some_and(|operator| operator.kind() == "/");
    above.next().is_some_and(|outer| outer.kind() == "binary_operator" && divides(outer))
        && above.next().is_some_and(|outer| outer.field("operator").is_some_and(|it| it.kind() == "&"))
}

/// Writes the call of a function of a module: of what is before the dot.
fn remote(left: Node<'_>, right: Node<'_>, n: usize, is_call: bool, builder: &mut Builder<'_>) {
    let name = builder.text(right);
    match left.kind() {
        "identifier" if builder.text(left) == THIS => {
            builder.call(CallKind::Call, name, Receiver::This, start(right));
            builder.arguments(&vec!["?"; n].join(","));
        }
        "atom" => {
            let path = builder.text(left);
            builder.imported_use(&format!("{path}.{name}"), start(right), builder.current());
        }
        _ => match of_node(left, builder) {
            Some(full) if !is_standard_module(&full) => {
                write(name, Some(&full), n, right, builder);
                builder.imported_use(&format!("{full}.{name}"), start(right), builder.current());
            }
            Some(_) => {}
            // A module that a variable holds; without brackets it is a field.
            None if is_call => builder.call(CallKind::Call, name, Receiver::Opaque, start(right)),
            None => {}
        },
    }
}

fn is_standard_module(full: &str) -> bool {
    is_standard(full.split('.').next().unwrap_or(full)) && !full.contains('.')
}

/// `&f/1`, `&A.f/2`, `@behaviour A`.
fn unary(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.field("operator").map(|operator| operator.kind()) {
        Some("@") => return attribute(node, builder),
        Some("&") => {}
        _ => return,
    }
    let Some(divided) = node.field("operand").filter(|operand| operand.kind() == "binary_operator") else { return };
    let (Some(left), Some(right)) = (divided.field("left"), divided.field("right")) else { return };
    let is_divided = divided.field("operator").is_some_and(|operator| operator.kind() == "/");
    let Some(n) = builder.text(right).parse::<usize>().ok().filter(|n| is_divided && *n < 256) else { return };
    match left.kind() {
        "identifier" if !is_kernel(builder.text(left)) => write(builder.text(left), None, n, left, builder),
        "call" => {
            let target = left.field("target").filter(|target| target.kind() == "dot");
            let parts = target.and_then(|target| Some((target.field("left")?, target.field("right")?)));
            if let Some((of, name)) = parts {
                remote(of, name, n, true, builder);
            }
        }
        _ => {}
    }
}

/// A module that is named, but for where it is defined or a directive names it.
fn module(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut at = node;
    for outer in builder.ancestors(node) {
        match outer.kind() {
            "dot" | "tuple" => at = outer,
            "arguments" if outer.named_child(0) == Some(at) => at = outer,
            "call" if at.kind() == "arguments" => {
                let word = word(outer, builder).unwrap_or_default();
                if DIRECTIVES.contains(&word) || matches!(word, "defmodule" | "defprotocol") {
                    return;
                }
                break;
            }
            _ => break,
        }
    }
    // The whole of `__MODULE__.Inner` is read where its first part is.
    let whole = builder.parent(node).filter(|outer| outer.kind() == "dot" && outer.field("right") == Some(node));
    if let Some(full) = of_node(whole.unwrap_or(node), builder) {
        builder.imported_use(&full, start(node), builder.current());
        builder.reference_at(&full, start(node));
    }
}
