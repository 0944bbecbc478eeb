//! The full names of modules: as the aliases, and the modules around, make them of what is written.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::DeclKind;
use super::super::observation::{Decl, Observation};

/// The word for the module around.
pub const THIS: &str = "__MODULE__";

/// Whether a declaration is a module: a plain one, one with a struct, a protocol.
pub fn is_module(kind: DeclKind) -> bool {
    matches!(kind, DeclKind::Module | DeclKind::Struct | DeclKind::Interface)
}

/// The full name of the innermost module around a declaration.
pub fn module_around(observation: &Observation, decl: Decl) -> Option<(Decl, String)> {
    let around = std::iter::successors(Some(decl), |decl| observation.declaration(*decl).container);
    let mut names: Vec<&str> = Vec::new();
    let mut first = None;
    for decl in around {
        let row = observation.declaration(decl);
        if is_module(row.kind) {
            first = first.or(Some(decl));
            names.push(observation.name(row.name));
        }
    }
    names.reverse();
    first.map(|first| (first, names.join(".")))
}

/// The full name of a module as the text writes it; `None` where that is computed.
pub fn of_node(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match node.kind() {
        "alias" => Some(expanded(&plain(builder.text(node)), builder)),
        "identifier" if builder.text(node) == THIS => {
            module_around(builder.observation(), builder.current()).map(|(_, name)| name)
        }
        "dot" => {
            let (left, right) = (node.field("left")?, node.field("right").filter(|right| right.kind() == "alias")?);
            Some(format!("{}.{}", of_node(left, builder)?, plain(builder.text(right))))
        }
        "atom" => Some(builder.text(node).to_owned()),
        // What an attribute of the module holds.
        "unary_operator" => {
            let name = node.field("operand").filter(|name| name.kind() == "identifier")?;
            node.field("operator").filter(|sign| sign.kind() == "@")?;
            held(&held_name(builder.text(name)), builder)
        }
        // What a quoted part takes from around it is a module where that is one.
        "call" if word(node, builder) == Some("unquote") => {
            arguments(node).first().filter(|of| of.kind() != "call").and_then(|of| of_node(*of, builder))
        }
        _ => None,
    }
}

/// The name under which a module binds what an attribute of it holds. No code can spell it.
pub fn held_name(attribute: &str) -> String {
    format!("(@){attribute}")
}

/// The module that an attribute of the module around holds, as it was set last.
pub fn held(name: &str, builder: &Builder<'_>) -> Option<String> {
    let (module, observation) = (open_module(builder)?, builder.observation());
    let mut bindings = observation.bindings.iter().rev();
    let last = bindings.find(|it| it.scope == module && observation.name(it.name) == name)?;
    last.of.map(|of| observation.spelled(of).into_owned())
}

/// A whole name, and behind it the function that a path ends with: `Plug.Crypto.mask` is `mask` of `Plug.Crypto`.
pub fn module_and_member(path: &str) -> (&str, Option<&str>) {
    let is_function = |last: &str| !last.starts_with(|first: char| first.is_uppercase() || first == ':');
    let parts = path.rsplit_once('.').filter(|(_, last)| is_function(last));
    parts.map_or((path, None), |(module, last)| (module, Some(last)))
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A name with the alias that its first part is.
fn expanded(path: &str, builder: &Builder<'_>) -> String {
    if let Some(path) = path.strip_prefix("Elixir.") {
        return path.to_owned();
    }
    let (head, rest) = path.split_once('.').map_or((path, ""), |(head, rest)| (head, rest));
    let Some(full) = by_alias(head, builder).or_else(|| by_nesting(head, builder)) else { return path.to_owned() };
    if rest.is_empty() { full } else { format!("{full}.{rest}") }
}

fn by_alias(head: &str, builder: &Builder<'_>) -> Option<String> {
    let observation = builder.observation();
    let sites = observation.imports.iter().rev().filter(|site| site.name.is_none());
    let mut named = sites.filter(|site| site.local.is_some_and(|local| observation.name(local) == head));
    let site = named.find(|site| builder.open().contains(&site.within))?;
    Some(observation.name(site.source).to_owned())
}

/// A module that is defined inside another is known by the first part of its own name there.
fn by_nesting(head: &str, builder: &Builder<'_>) -> Option<String> {
    let observation = builder.observation();
    let rows = (0u32..).map(Decl).zip(&observation.declarations).skip(1);
    let is_it = |(_, row): &(Decl, &super::super::observation::Declaration)| {
        let around = row.container.filter(|around| *around != Decl(0) && builder.open().contains(around));
        let name = observation.name(row.name);
        is_module(row.kind) && around.is_some() && name.split('.').next() == Some(head)
    };
    let (decl, row) = rows.into_iter().filter(is_it).last()?;
    let (_, full) = module_around(observation, decl)?;
    let own = observation.name(row.name);
    let tail = own.strip_prefix(head).unwrap_or("");
    Some(full.strip_suffix(tail).unwrap_or(&full).to_owned())
}

/// The arguments of a call.
pub fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = call.walk();
    let list = call.named_children(&mut cursor).find(|child| child.kind() == "arguments");
    let Some(list) = list else { return Vec::new() };
    let mut cursor = list.walk();
    list.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// The value of a key among the last arguments of a call: `as: L`.
pub fn option<'t>(call: Node<'t>, key: &str, builder: &Builder<'_>) -> Option<Node<'t>> {
    let last = arguments(call).pop().filter(|last| last.kind() == "keywords")?;
    let mut cursor = last.walk();
    let mut pairs = last.named_children(&mut cursor).filter(|pair| pair.kind() == "pair");
    let pair = pairs.find(|pair| {
        pair.field("key").is_some_and(|name| builder.text(name).trim_end().trim_end_matches(':') == key)
    })?;
    pair.field("value")
}

/// The word that a call begins with.
pub fn word<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let target = node.field("target").filter(|target| node.kind() == "call" && target.kind() == "identifier")?;
    Some(builder.text(target))
}

/// The innermost open module.
pub fn open_module(builder: &Builder<'_>) -> Option<Decl> {
    let observation = builder.observation();
    builder.open().iter().rev().copied().find(|decl| is_module(observation.declaration(*decl).kind))
}
