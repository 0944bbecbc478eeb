//! Reads the names that Elixir writes as data: functions by atoms, and the keys of structs.

use std::ops::Range;

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::sites::SiteKind;
use super::name::{arguments, of_node, word};
use super::sent::write_at;
use super::word::{PRIVATE, PUBLIC, STRUCTS};

/// The macros of libraries that take functions of the module by their names, with how many arguments those are called.
const HOOKS: &[(&str, usize)] = &[("plug", 2), ("setup", 1), ("setup_all", 1)];
/// The most nodes around a name that are looked at.
const FARTHEST: usize = 8;

/// The name of a field that a struct is made, changed or taken apart by, and that of a function in a statement of a module.
pub fn names<'t>(
    content: Node<'t>,
    around: &mut dyn Iterator<Item = Node<'t>>,
    source: &[u8],
) -> Vec<(Range<usize>, SiteKind)> {
    let Some(text) = source.get(content.byte_range()).and_then(|text| std::str::from_utf8(text).ok()) else {
        return Vec::new();
    };
    let (name, kind) = match content.kind() {
        "keyword" if is_of_struct(around, source) => (text.trim_end().trim_end_matches(':'), SiteKind::Write),
        "atom" if is_of_statement(around, source) => (text.trim_start_matches(':'), SiteKind::Read),
        _ => return Vec::new(),
    };
    let first = text.len() - text.trim_start_matches(':').len();
    let is_name = name.starts_with(|sign: char| sign.is_lowercase() || sign == '_');
    if is_name { vec![(first..first + name.len(), kind)] } else { Vec::new() }
}

/// Whether a key is of a map or a struct: `%A{k: 1}`, `%{a | k: 1}`, `struct(a, k: 1)`.
fn is_of_struct<'t>(around: &mut dyn Iterator<Item = Node<'t>>, source: &[u8]) -> bool {
    let mut around =
        around.take(FARTHEST).skip_while(|it| matches!(it.kind(), "pair" | "keywords" | "binary_operator"));
    match around.next().map(|it| it.kind()) {
        Some("map_content") => true,
        Some("arguments") => around.next().is_some_and(|call| matches!(called(call, source), "struct" | "struct!")),
        _ => false,
    }
}

/// Whether an atom is given to what is called right in a block of a module.
fn is_of_statement<'t>(around: &mut dyn Iterator<Item = Node<'t>>, source: &[u8]) -> bool {
    let mut around = around
        .take(FARTHEST)
        .skip_while(|it| matches!(it.kind(), "list" | "tuple" | "binary_operator"))
        .skip_while(|it| it.kind() == "arguments");
    let Some(call) = around.next().filter(|call| call.kind() == "call") else { return false };
    let is_block = around.next().is_some_and(|block| block.kind() == "do_block");
    let outer = around.next().map_or("", |outer| called(outer, source));
    let is_of_fields = [called(call, source), outer].iter().any(|word| STRUCTS.contains(word));
    let is_of_function = PUBLIC.contains(&outer) || PRIVATE.contains(&outer);
    is_block && !is_of_fields && !is_of_function
}

/// The word that a call begins with.
fn called<'s>(call: Node<'_>, source: &'s [u8]) -> &'s str {
    let target = call.field("target").filter(|target| target.kind() == "identifier");
    target.and_then(|target| std::str::from_utf8(source.get(target.byte_range())?).ok()).unwrap_or("")
}

/// Reads an atom that names a function which is called by it: `plug :auth`, `apply(A, :f, [1])`, `{A, :f, []}`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    builder.mention_quoted(node, names);
    let Some(name) = builder.text(node).strip_prefix(':') else { return };
    let at = start(node).behind(":");
    if let Some((module, n)) = as_module_and_list(node, builder).or_else(|| as_hook(node, builder)) {
        write_at(name, module.as_deref(), n, at, builder);
    }
}

/// The module before an atom, and how many arguments are behind it.
fn as_module_and_list(node: Node<'_>, builder: &Builder<'_>) -> Option<(Option<String>, usize)> {
    builder.parent(node).filter(|parent| matches!(parent.kind(), "arguments" | "tuple"))?;
    let module = of_node(node.prev_named_sibling().filter(|it| it.kind() != "atom")?, builder)?;
    let given = node.next_named_sibling().filter(|it| it.kind() == "list")?;
    let mut cursor = given.walk();
    let given: Vec<Node<'_>> = given.named_children(&mut cursor).filter(|it| it.kind() != "comment").collect();
    // `[a | rest]` is as long as what it is put before.
    let is_open = given.iter().any(|it| it.field("operator").is_some_and(|sign| sign.kind() == "|"));
    let is_keyed = given.iter().any(|it| it.kind() == "keywords");
    (!is_open && !is_keyed).then_some((Some(module), given.len()))
}

/// The number of arguments with which a library calls the function that is named to it, and its module where that is named too.
fn as_hook(node: Node<'_>, builder: &Builder<'_>) -> Option<(Option<String>, usize)> {
    let is_second = |it: &Node<'_>| it.kind() == "tuple" && it.named_child_count() == 2;
    let module = match builder.parent(node).filter(is_second) {
        Some(_) => Some(of_node(node.prev_named_sibling()?, builder)?),
        None => None,
    };
    let mut at = node;
    for outer in builder.ancestors(node).take(FARTHEST) {
        match outer.kind() {
            "tuple" | "list" => {}
            "binary_operator" if outer.field("left") == Some(at) => {
                outer.field("operator").filter(|sign| sign.kind() == "when")?;
            }
            "arguments" => {}
            "call" => {
                let first = arguments(outer).first().copied()?;
                let (_, n) = HOOKS.iter().find(|(name, _)| word(outer, builder) == Some(*name))?;
                return first.byte_range().contains(&node.start_byte()).then_some((module, *n));
            }
            _ => return None,
        }
        at = outer;
    }
    None
}
