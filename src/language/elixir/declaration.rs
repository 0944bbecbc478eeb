//! Reads what Elixir's defining words declare: modules, functions by name and number of parameters, structs, callbacks.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration, ImportSite};
use super::import::{QUOTES, USING};
use super::name::{arguments, held, held_name, is_module, module_around, of_node, open_module, option, word};
use super::sent::write;
use super::word::PUBLIC;

/// The name under which a `__using__` binds the behaviours that it gives to who uses it.
pub const BEHAVIOUR: &str = "@behaviour";

/// The module by whose `use` another becomes a case template.
const CASE_TEMPLATE: &str = "ExUnit.CaseTemplate";

fn row(builder: &Builder<'_>) -> Declaration {
    *builder.observation().declaration(builder.current())
}

fn body(node: Node<'_>, builder: &Builder<'_>) -> u32 {
    let mut cursor = node.walk();
    let block = node.named_children(&mut cursor).find(|child| child.kind() == "do_block");
    let body = block.or_else(|| option(node, "do", builder));
    body.map_or(0, |body| line(body.start_position().row))
}

/// `defmodule A.B`, `defprotocol P`, `defimpl P, for: T`.
pub fn module(word: &str, node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let around = row(builder).container;
    let Some(named) = arguments(node).first().copied() else { return builder.withdraw() };
    if word == "defimpl" {
        return implementation(node, named, around, builder);
    }
    let name = if named.kind() == "alias" { Some(builder.text(named).to_owned()) } else { of_node(named, builder) };
    let Some(name) = name.filter(|name| !name.is_empty()) else { return builder.withdraw() };
    let name = builder.intern(name.strip_prefix("Elixir.").unwrap_or(&name));
    let body_line = body(node, builder);
    let row = builder.declaration_mut(decl);
    row.kind = if word == "defprotocol" { DeclKind::Interface } else { DeclKind::Module };
    (row.name, row.at, row.body_line) = (name, start(named), body_line);
}

/// An implementation is a module of its own: that of the protocol and the type.
fn implementation(node: Node<'_>, named: Node<'_>, around: Option<Decl>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let module = around.and_then(|around| module_around(builder.observation(), around)).map(|(_, name)| name);
    let on = option(node, "for", builder).map(|on| {
        let first = if on.kind() == "list" { on.named_child(0).unwrap_or(on) } else { on };
        of_node(first, builder).unwrap_or_else(|| builder.text(first).to_owned())
    });
    let (Some(protocol), Some(on)) = (of_node(named, builder), on.or(module)) else { return builder.withdraw() };
    let name = builder.intern(&format!("{protocol}.{on}"));
    let body_line = body(node, builder);
    builder.supertype(decl, &protocol, start(named));
    let row = builder.declaration_mut(decl);
    (row.kind, row.name, row.at, row.body_line) = (DeclKind::Module, name, start(named), body_line);
    row.container = Some(Decl(0));
}

/// The head of a definition, without its guard: `f(a, b)` of `f(a, b) when a > b`.
fn head<'t>(node: Node<'t>) -> Option<Node<'t>> {
    let mut at = arguments(node).first().copied()?;
    while at.kind() == "binary_operator" && at.field("operator").is_some_and(|word| word.kind() == "when") {
        at = at.field("left")?;
    }
    Some(at)
}

/// The name of a function, its place, and its parameters.
fn signature<'t, 'b>(head: Node<'t>, builder: &Builder<'b>) -> Option<(&'b str, Node<'t>, Vec<Node<'t>>)> {
    match head.kind() {
        "identifier" => Some((builder.text(head), head, Vec::new())),
        "call" => {
            let target = head.field("target").filter(|target| target.kind() == "identifier")?;
            Some((builder.text(target), target, arguments(head)))
        }
        "binary_operator" => {
            let operator = head.field("operator")?;
            Some((builder.text(operator), operator, vec![head.field("left")?, head.field("right")?]))
        }
        "unary_operator" => {
            let operator = head.field("operator")?;
            Some((builder.text(operator), operator, vec![head.field("operand")?]))
        }
        _ => None,
    }
}

/// Names the open declaration as a function. A further clause of one belongs to the first.
pub fn function(defining: &str, node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((name, at, parameters)) = head(node).and_then(|head| signature(head, builder)) else {
        return builder.withdraw();
    };
    if name == "unquote" {
        return builder.withdraw();
    }
    let is_optional = |node: &&Node<'_>| {
        node.kind() == "binary_operator" && node.field("operator").is_some_and(|word| word.kind() == "\\\\")
    };
    let (n, n_optional) = (parameters.len(), parameters.iter().filter(is_optional).count());
    let end_line = row(builder).end_line;
    let of = row(builder).container.map(|of| builder.observation().declaration(of).kind);
    // What only a callback or a protocol declares has no body; a head alone has clauses behind it.
    let least = if of == Some(DeclKind::Interface) { 0 } else { row(builder).start_line };
    let body_line = body(node, builder).max(least);
    // How many parameters are spliced in, the text does not say.
    let is_open = parameters.iter().any(|it| word(*it, builder) == Some("unquote_splicing"));
    if let Some(first) = clause(name, n, builder).filter(|_| !is_open) {
        builder.withdraw();
        builder.reopen(first);
        builder.declaration_mut(first).end_line = end_line;
        return;
    }
    let decl = builder.current();
    let name = builder.intern(name);
    let is_given = is_given(node, builder);
    let row = builder.declaration_mut(decl);
    (row.name, row.at, row.body_line) = (name, start(at), body_line);
    row.exported = PUBLIC.contains(&defining);
    row.kind = match defining {
        "defmacro" | "defmacrop" | "defguard" | "defguardp" => DeclKind::Macro,
        _ if is_given => DeclKind::Method,
        _ => DeclKind::Function,
    };
    match is_open {
        true => builder.parameters((n - n_optional).saturating_sub(1), usize::from(u8::MAX)),
        false => builder.parameters(n - n_optional, n),
    }
    if defining == "defdelegate" {
        delegate(node, n, builder);
    }
}

/// `using do … end` of a case template: what `use` of the module quotes.
pub fn template(block: Node<'_>, builder: &mut Builder<'_>) {
    let call = builder.parent(block).filter(|call| word(*call, builder) == Some("using"));
    let Some(call) = call.filter(|_| is_case_template(builder)) else { return builder.withdraw() };
    let decl = builder.current();
    let name = builder.intern(USING);
    let row = builder.declaration_mut(decl);
    (row.name, row.kind, row.at) = (name, DeclKind::Macro, start(call));
    (row.start_line, row.body_line) = (line(call.start_position().row), line(block.start_position().row));
    builder.parameters(1, 1);
}

/// Whether the module around is one whose `use` sets tests up.
fn is_case_template(builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    let module = row(builder).container;
    let is_it = |site: &ImportSite| {
        Some(site.within) == module
            && observation.name(site.source) == CASE_TEMPLATE
            && site.name.is_some_and(|name| observation.name(name) == USING)
    };
    observation.imports.iter().any(is_it)
}

/// The declaration of an earlier clause in the same module. A callback only says what others define.
fn clause(name: &str, n: usize, builder: &Builder<'_>) -> Option<Decl> {
    let observation = builder.observation();
    let container = row(builder).container;
    let is_clause = |row: &Declaration| {
        row.container == container
            && row.parameters.is_some_and(|it| usize::from(it.most) == n)
            && observation.name(row.name) == name
            && row.body_line > 0
    };
    let at = observation.declarations.iter().rposition(is_clause)?;
    let decl = Decl(u32::try_from(at).ok()?);
    (decl != builder.current()).then_some(decl)
}

/// Whether a function is one that a protocol declares, or that a behaviour calls: by `@impl` before it, or by the module.
fn is_given(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    let module = row(builder).container;
    let of_protocol = module.is_some_and(|module| {
        let row = observation.declaration(module);
        // The name of an implementation is that of its protocol.
        let is_impl = observation.supertypes.iter().any(|site| site.sub == module && site.at == row.at);
        row.kind == DeclKind::Interface || is_impl
    });
    let mut before = node.prev_named_sibling();
    while let Some(at) = before.filter(|at| matches!(at.kind(), "unary_operator" | "comment")) {
        if builder.text(at).starts_with("@impl") {
            return true;
        }
        before = at.prev_named_sibling();
    }
    of_protocol
}

/// `defdelegate f(x), to: A, as: :g` calls `A.g`.
fn delegate(node: Node<'_>, n: usize, builder: &mut Builder<'_>) {
    let to = option(node, "to", builder).and_then(|to| of_node(to, builder).map(|full| (full, to)));
    let Some((full, at)) = to else { return };
    let own = builder.observation().name(row(builder).name).to_owned();
    let name = option(node, "as", builder).map(|name| builder.text(name).trim_start_matches(':').to_owned());
    write(&name.unwrap_or(own), Some(&full), n, at, builder);
}

/// `@behaviour B`, `@callback f(a) :: t`.
pub fn attribute(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(operand) = node.field("operand").filter(|operand| operand.kind() == "call") else { return };
    let Some(value) = arguments(operand).first().copied() else { return };
    match word(operand, builder) {
        Some("behaviour") => {
            let Some(full) = of_node(value, builder) else { return };
            let current = builder.current();
            match is_module(row(builder).kind) {
                true => builder.supertype(current, &full, start(value)),
                false => builder.bind(current, BEHAVIOUR, Some(&full), BindingKind::Annotated),
            }
        }
        Some("before_compile") => {
            if let Some(full) = of_node(value, builder) {
                let current = builder.current();
                builder.bind(current, &format!("{QUOTES}{full}.__before_compile__"), None, BindingKind::Untyped);
            }
        }
        Some("callback" | "macrocallback") => callback(node, value, builder),
        Some(name) => hold(name, value, builder),
        None => {}
    }
}

/// Binds an attribute of a module to the module that it holds: `@phase My.Phase`. One that holds anything else is bound to nothing, as what
/// is set last counts.
fn hold(name: &str, value: Node<'_>, builder: &mut Builder<'_>) {
    let Some(module) = open_module(builder).filter(|module| *module == builder.current()) else { return };
    let full = of_node(value, builder).filter(|_| value.kind() != "atom");
    let name = held_name(name);
    if full.is_some() || held(&name, builder).is_some() {
        let kind = if full.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
        builder.bind(module, &name, full.as_deref(), kind);
    }
}

fn callback(node: Node<'_>, value: Node<'_>, builder: &mut Builder<'_>) {
    let mut at = value;
    while at.kind() == "binary_operator" {
        let Some(left) = at.field("left") else { return };
        at = left;
    }
    let Some((name, name_at, parameters)) = signature(at, builder) else { return };
    let Some(module) = open_module(builder) else { return };
    let name = builder.intern(name);
    builder.declare(Declaration {
        name,
        kind: DeclKind::Method,
        container: Some(module),
        owner: None,
        at: start(name_at),
        start_line: line(node.start_position().row),
        end_line: line(node.end_position().row),
        body_line: 0,
        exported: true,
        parameters: None,
    });
    builder.parameters(parameters.len(), parameters.len());
    builder.close();
}

/// `defstruct [:a, b: 1]`: the module around is a struct, with these fields.
pub fn structure(word: &str, node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(module) = open_module(builder) else { return };
    let row = builder.declaration_mut(module);
    if row.kind == DeclKind::Module {
        row.kind = DeclKind::Struct;
    }
    if !word.starts_with("def") {
        return;
    }
    let mut open = arguments(node);
    let mut fields: Vec<(String, Node<'_>)> = Vec::new();
    while let Some(at) = open.pop() {
        match at.kind() {
            "list" | "keywords" => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            "atom" => fields.push((builder.text(at).trim_start_matches(':').to_owned(), at)),
            "pair" => {
                if let Some(key) = at.field("key") {
                    fields.push((builder.text(key).trim_end().trim_end_matches(':').to_owned(), key));
                }
            }
            _ => {}
        }
    }
    fields.sort_by_key(|(_, at)| at.start_byte());
    for (name, at) in fields {
        let name = builder.intern(&name);
        builder.declare(Declaration {
            name,
            kind: DeclKind::Field,
            container: Some(module),
            owner: None,
            at: start(at),
            start_line: line(at.start_position().row),
            end_line: line(at.end_position().row),
            body_line: 0,
            exported: true,
            parameters: None,
        });
        builder.close();
    }
}
