//! Reads the declarations of Lua: functions by their paths, tables and what is put into them.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::expression::{called, dotted};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration};

/// Names a declaration that a query found, or takes it back: a local of a function, an assignment to what is there.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "function_declaration" => {
            if let Some(name) = node.field("name") {
                function(name, is_local(node, builder), builder);
            }
        }
        "field" => field(node, builder),
        _ => assignment(node, builder),
    }
}

fn row(builder: &Builder<'_>) -> Declaration {
    *builder.observation().declaration(builder.current())
}

fn kind_around(row: &Declaration, builder: &Builder<'_>) -> DeclKind {
    row.container.map_or(DeclKind::File, |around| builder.observation().declaration(around).kind)
}

fn is_local(node: Node<'_>, builder: &Builder<'_>) -> bool {
    builder.text(node).starts_with("local")
        || builder.parent(node).is_some_and(|parent| parent.kind() == "variable_declaration")
}

/// The table of that name at the top of the file.
fn table(name: &str, builder: &Builder<'_>) -> Option<Decl> {
    let observation = builder.observation();
    let is_table = |row: &Declaration| {
        row.container == Some(Decl(0))
            && matches!(row.kind, DeclKind::Object | DeclKind::Variable)
            && observation.name(row.name) == name
    };
    let at = observation.declarations.iter().rposition(is_table)?;
    u32::try_from(at).ok().map(Decl)
}

/// Names the open function: `f`, `M.f`, `M:f`.
fn function(name: Node<'_>, is_local: bool, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let of = name.field("table").map(|of| builder.text(of));
    let last = name.field("field").or_else(|| name.field("method")).unwrap_or(name);
    let text = builder.intern(builder.text(last));
    let known = of.and_then(|of| table(of, builder));
    let owner = of.filter(|_| known.is_none()).and_then(dotted).map(|of| builder.intern(&of));
    // What has functions is a table, whatever made it.
    if let Some(known) = known {
        builder.declaration_mut(known).kind = DeclKind::Object;
    }
    let row = builder.declaration_mut(decl);
    (row.name, row.at, row.owner, row.exported) = (text, start(last), owner, !is_local);
    row.kind = if of.is_some() { DeclKind::Method } else { DeclKind::Function };
    row.container = known.or(if of.is_some() { Some(Decl(0)) } else { row.container });
}

/// `{ f = function() … end }`: a function of the table that is open, or that the file returns.
fn field(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = kind_around(&row(builder), builder);
    let holder = builder.ancestors(node).nth(2);
    let is_returned = around == DeclKind::File && holder.is_some_and(|holder| holder.kind() == "return_statement");
    let name = node.field("name").filter(|_| is_returned || around == DeclKind::Object);
    let Some(name) = name else { return builder.withdraw() };
    let text = builder.intern(builder.text(name));
    let body = node.field("value").map_or(0, |value| line(value.start_position().row));
    let decl = builder.current();
    let row = builder.declaration_mut(decl);
    (row.name, row.at, row.body_line) = (text, start(name), body);
    row.kind = if is_returned { DeclKind::Function } else { DeclKind::Method };
}

/// `name = value`, `a, b = 1, 2`, `M.f = function() … end`. The first that declares something stays open.
fn assignment(node: Node<'_>, builder: &mut Builder<'_>) {
    let first = row(builder);
    builder.withdraw();
    let is_local = is_local(node, builder);
    let (Some(names), Some(values)) = (node.named_child(0), node.named_child(1)) else { return };
    let mut cursor = names.walk();
    let names: Vec<Node<'_>> = names.named_children(&mut cursor).filter(|name| name.kind() != "attribute").collect();
    let mut cursor = values.walk();
    let values: Vec<Node<'_>> = values.named_children(&mut cursor).collect();
    let is_single = names.len() == 1;
    for (place, name) in names.into_iter().enumerate() {
        let value = values.get(place).copied();
        let before = builder.observation().declarations.len();
        match name.kind() {
            "identifier" => variable(name, value, is_local, first, builder),
            "dot_index_expression" => member(name, value, first, builder),
            _ => {}
        }
        let has_opened = builder.observation().declarations.len() > before;
        if has_opened && !is_single {
            builder.close();
        }
    }
}

/// Declares and opens a function with a value that is one.
fn open_function(name: Node<'_>, value: Node<'_>, is_local: bool, first: Declaration, builder: &mut Builder<'_>) {
    let body_line = line(value.start_position().row);
    builder.declare(Declaration { kind: DeclKind::Function, body_line, ..first });
    function(name, is_local, builder);
}

fn variable(name: Node<'_>, value: Option<Node<'_>>, is_local: bool, first: Declaration, builder: &mut Builder<'_>) {
    let around = kind_around(&first, builder);
    let text = builder.text(name);
    match value {
        Some(value) if value.kind() == "function_definition" => {
            return open_function(name, value, is_local, first, builder);
        }
        Some(value) if is_require(value, builder) => return,
        _ => {}
    }
    let (made, kind) = value.map_or((None, BindingKind::Untyped), |value| made_by(value, builder));
    if is_local || around == DeclKind::File {
        builder.bind(builder.current(), text, made.as_deref(), kind);
    }
    if around == DeclKind::File && builder.is_new_variable(builder.current(), text) {
        let is_table = value.is_some_and(|value| is_table(value, builder));
        let kind = if is_table { DeclKind::Object } else { DeclKind::Variable };
        let name_of = builder.intern(text);
        builder.declare(Declaration { kind, name: name_of, at: start(name), exported: !is_local, ..first });
    }
}

fn is_require(value: Node<'_>, builder: &Builder<'_>) -> bool {
    builder.text(value).strip_prefix("require").is_some_and(|rest| rest.starts_with(['(', ' ', '"', '\'', '[']))
}

/// `{…}`, or `setmetatable({…}, …)`.
fn is_table(value: Node<'_>, builder: &Builder<'_>) -> bool {
    let text = builder.text(value);
    value.kind() == "table_constructor" || text.starts_with("setmetatable({")
}

/// The name that a value is copied from, or its maker: `Type.new(…)`; `setmetatable(…, Type)` gives a value of `Type`.
fn made_by(value: Node<'_>, builder: &Builder<'_>) -> (Option<String>, BindingKind) {
    if let Some(of) = metatable(value, builder) {
        return (Some(of.to_owned()), BindingKind::Annotated);
    }
    let text = builder.text(value);
    let (made, kind) = match value.kind() {
        "function_call" => (called(&text.replace(':', ".")), BindingKind::Constructed),
        "identifier" | "dot_index_expression" => (dotted(text), BindingKind::Copied),
        _ => (None, BindingKind::Untyped),
    };
    let kind = if made.is_some() { kind } else { BindingKind::Untyped };
    (made, kind)
}

/// The type that `setmetatable(…, Type)` makes a value of.
pub fn metatable<'t>(value: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let is_call = value.kind() == "function_call";
    let name = value.field("name").filter(|_| is_call)?;
    let of = value.field("arguments").filter(|_| builder.text(name) == "setmetatable")?.named_child(1)?;
    (of.kind() == "identifier").then(|| builder.text(of))
}

/// `M.f = function() … end` declares a function, `M.f = f` hands one on, anything else is a field.
fn member(name: Node<'_>, value: Option<Node<'_>>, first: Declaration, builder: &mut Builder<'_>) {
    let (Some(of), Some(field)) = (name.field("table"), name.field("field")) else {
        return;
    };
    let (of, text) = (builder.text(of), builder.text(field));
    if let Some(value) = value.filter(|value| value.kind() == "function_definition") {
        return open_function(name, value, false, first, builder);
    }
    let around = kind_around(&first, builder);
    let (made, kind) = value.map_or((None, BindingKind::Untyped), |value| made_by(value, builder));
    if of == "self" && around.is_callable() {
        let holder = first.container.and_then(|function| builder.observation().declaration(function).container);
        if let Some(holder) = holder.filter(|holder| *holder != Decl(0)) {
            builder.bind(holder, text, made.as_deref(), kind);
        }
        return;
    }
    let Some(table) = table(of, builder).filter(|_| around == DeclKind::File && !text.starts_with("__")) else {
        return;
    };
    let local = value.filter(|value| value.kind() == "identifier").map(|value| builder.text(value));
    let observation = builder.observation();
    let is_function = |row: &Declaration| row.kind == DeclKind::Function && Some(observation.name(row.name)) == local;
    let kind = match observation.declarations.iter().any(is_function) {
        true => DeclKind::Method,
        false => DeclKind::Field,
    };
    let known = builder.intern(text);
    builder.declare(Declaration { kind, name: known, at: start(field), container: Some(table), ..first });
}
