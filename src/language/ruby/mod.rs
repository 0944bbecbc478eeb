//! Ruby.

mod block;
mod calls;
mod chain;
mod delegate;
mod entry;
mod gems;
mod import;
mod layer;
mod lookup;
mod member;
mod operators;
mod resolve;
mod result;
mod sites;
mod spec;
mod stdlib;
mod symbol;
mod table;
mod test;
mod tested;
mod top;

use tree_sitter::Node;

use super::builder::{Builder, line, start};
use super::conventions::Conventions;
use super::fields::Fields;
use super::kind::{BindingKind, DeclKind, Inheritance, LocalScope, MemberScope};
use super::names::ANONYMOUS;
use super::parts::Parts;
use super::shape::{Language, nothing};
use crate::base::Position;

/// The methods that Ruby calls by itself.
const RUN_UNNAMED: &[&str] = &[
    "coerce",
    "extended",
    "included",
    "inherited",
    "initialize_copy",
    "inspect",
    "method_added",
    "method_missing",
    "prepended",
    "respond_to_missing?",
    "to_ary",
    "to_hash",
    "to_s",
    "to_str",
];

/// Ruby.
pub const LANGUAGE: Language = Language {
    name: "ruby",
    fence: "ruby",
    extensions: &["rb", "rake", "gemspec", "ru"],
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    queries: &[include_str!("declarations.scm"), include_str!("calls.scm"), include_str!("supertypes.scm")],
    sites: sites::SITES,
    preprocess: None,
    misread: None,
    read_import: calls::read,
    read_declaration,
    read_test: nothing,
    is_test: layer::is_test,
    is_config: |name| matches!(name, "Gemfile" | "Gemfile.lock") || name.ends_with(".gemspec"),
    family: "ruby",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Closure,
    conventions: Conventions {
        library_folders: &["lib", "app"],
        inherits_fields: true,
        overrides_properties: true,
        parts: Parts { open_kinds: &[DeclKind::Class, DeclKind::Module], ..Parts::NONE },
        argument_sign: Some(b':'),
        hosts: &["erb", "haml", "slim"],
        declares_by_assigning: true,
        constants_are_global: true,
        interpreters: &["ruby", "jruby"],
        reflection: &["__send__", "instance_variable_get", "public_send"],
        constructors: &["initialize"],
        inherits_constructors: true,
        own_members: &["initialize"],
        runs_unnamed: Some(|name| RUN_UNNAMED.contains(&name)),
        imports_all_names: true,
        fields_are_methods: true,
        variable_behind: Some(member::variable_behind),
        same_object: &["tap", "dup", "clone", "freeze", "itself"],
        own_object: &["self"],
        implied_members: &[CLASS_METHODS],
        calling_method: chain::CALL,
        operators: Some(&operators::OPERATORS),
        ..Conventions::NONE
    },
    builtins: stdlib::METHODS,
};

/// The module that `class_methods do` opens in a concern.
const CLASS_METHODS: &str = "ClassMethods";

/// The kind of a class, a method, an assigned constant, a block.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    if tested::TESTED.contains(&node.kind()) {
        return tested::read(node, builder);
    }
    let decl = builder.current();
    // Nothing marks where a body opens: it begins on the line on which the header ends.
    if builder.observation().declaration(decl).body_line > 0 && node.kind() != "call" {
        let ends = ["name", "superclass", "parameters"].iter().filter_map(|part| node.field(part));
        let row = ends.map(|part| part.end_position().row).max().unwrap_or(node.start_position().row);
        builder.declaration_mut(decl).body_line = line(row);
    }
    if matches!(node.kind(), "class" | "module" | "method" | "singleton_method") {
        block::read_gate(node, builder);
    }
    match node.kind() {
        "class" | "module" => {
            // `class ::A` is of the top, whatever is around.
            let name = node.field("name").filter(|name| name.kind() == "scope_resolution");
            if name.is_some_and(|name| name.field("scope").is_none()) {
                let top = builder.intern("Object");
                builder.declaration_mut(decl).owner = Some(top);
            }
            // `class Line < Struct.new(:from, :to)`
            if let Some(base) = node.field("superclass").and_then(|superclass| superclass.named_child(0)) {
                member::declare_fields(base, builder);
                let path = chain::constant(base, builder).filter(|_| base.kind() == "scope_resolution");
                if let Some(path) = path {
                    builder.supertype(decl, &path, start(base));
                }
            }
        }
        "method" | "singleton_method" => {
            read_method(node, builder);
            block::read_method(node, builder);
        }
        "assignment" => read_constant(node, builder),
        _ => read_block(node, builder),
    }
}

fn read_method(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let object = node.field("object").filter(|object| object.kind() != "self");
    if let Some(path) = object.and_then(|object| chain::constant(object, builder)) {
        let owner = builder.intern(&path);
        builder.declaration_mut(decl).owner = Some(owner);
    }
    let of_type = node.kind() == "singleton_method" || member::is_of_type(node, builder);
    let in_file = builder.observation().declaration(decl).container == Some(super::Decl(0));
    // In a block that is run by something, `self` is what runs it: nothing that the file could name.
    let of_runner = node.kind() == "singleton_method" && object.is_none() && in_file && is_in_block(node, builder);
    let is_function = (of_type || in_file) && !of_runner;
    builder.declaration_mut(decl).kind = if is_function { DeclKind::Function } else { DeclKind::Method };
    if is_function && in_file && node.kind() == "method" {
        spec::read_function(node, builder);
    }
    test::read_method(node, builder);
    let body = node.field("body");
    if is_function && !in_file && body.is_some_and(|body| result::is_new(body, builder)) {
        builder.bind(decl, "", Some("this"), BindingKind::Returns);
    } else if let Some(made) = body.and_then(|body| last_value(body, builder)) {
        builder.bind(decl, "", Some(&made), BindingKind::Returns);
    } else if !is_function && body.is_some_and(|body| result::is_object(body, builder)) {
        builder.bind(decl, "", Some("this"), BindingKind::Returns);
    }
}

fn is_in_block(node: Node<'_>, builder: &Builder<'_>) -> bool {
    builder.ancestors(node).any(|around| matches!(around.kind(), "do_block" | "block"))
}

/// The result of a method whose last expression constructs it: `Foo.new(x)`, `@foo ||= Foo.new(x)`.
fn last_value(body: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut last = result::last_of(body)?;
    while matches!(last.kind(), "assignment" | "operator_assignment") {
        last = last.field("right")?;
    }
    chain::chain(last, builder).filter(|made| made.ends_with("new()"))
}

/// `X = Class.new(Base)` and its kin declare a class, `X = A::B` another name for a constant.
fn read_constant(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let Some(right) = node.field("right") else { return };
    if let Some(path) = chain::constant(right, builder) {
        builder.declaration_mut(decl).kind = DeclKind::Alias;
        return builder.bind(decl, "", Some(&path), BindingKind::Returns);
    }
    if let Some(kind) = made_type(right, builder) {
        builder.declaration_mut(decl).kind = kind;
        read_base(right, builder);
        member::declare_fields(right, builder);
    } else if let Some(base) = extended_base(right, builder) {
        // A class that makes classes, as those below `Struct` do: `Env = Options.new(:body) do … end`.
        builder.declaration_mut(decl).kind = DeclKind::Class;
        builder.inherit(decl, &base.0, base.1, Inheritance::Made);
        member::declare_symbols(right, builder);
    }
}

/// The class of which `new` is called with names of members and a block that declares methods; and its place.
fn extended_base(call: Node<'_>, builder: &Builder<'_>) -> Option<(String, Position)> {
    let receiver = call.field("receiver").filter(|_| call.kind() == "call")?;
    call.field("method").filter(|method| builder.text(*method) == "new")?;
    let (list, body) = (call.field("arguments")?, call.field("block")?.field("body")?);
    let (mut arguments, mut statements) = (list.walk(), body.walk());
    let names_members = list.named_children(&mut arguments).all(|it| matches!(it.kind(), "simple_symbol" | "pair"));
    let is_method = |it: Node<'_>| matches!(it.kind(), "method" | "singleton_method");
    let declares = body.named_children(&mut statements).any(is_method);
    let path = chain::constant(receiver, builder).filter(|_| names_members && declares)?;
    Some((path, start(receiver)))
}

/// The kind of type that a call makes.
fn made_type(call: Node<'_>, builder: &Builder<'_>) -> Option<DeclKind> {
    let receiver = call.field("receiver").filter(|_| call.kind() == "call")?;
    let method = call.field("method")?;
    match (builder.text(receiver), builder.text(method)) {
        ("Class" | "Struct" | "::Class" | "::Struct", "new") | ("Data" | "::Data", "define") => Some(DeclKind::Class),
        ("Module" | "::Module", "new") => Some(DeclKind::Module),
        _ => None,
    }
}

/// `Class.new(Base)`
fn read_base(call: Node<'_>, builder: &mut Builder<'_>) {
    let base = call.field("arguments").and_then(|arguments| arguments.named_child(0));
    if let Some((base, path)) = base.and_then(|base| Some((base, chain::constant(base, builder)?))) {
        builder.inherit(builder.current(), &path, start(base), Inheritance::Header);
    }
}

/// A call with a block is no declaration, but for those in which methods belong to another type than the one around.
fn read_block(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let method = node.field("method").map_or("", |method| builder.text(method));
    let is_bare = node.field("receiver").is_none();
    if method == "class_methods" && is_bare {
        let name = builder.intern(CLASS_METHODS);
        let row = builder.declaration_mut(decl);
        (row.kind, row.name) = (DeclKind::Module, name);
        return;
    }
    let kind = if matches!(method, "new" | "define") { made_type(node, builder) } else { None };
    // The class of an assigned constant is open already.
    let is_named = || {
        let around = builder.parent(node).filter(|around| around.kind() == "assignment");
        around.and_then(|around| around.field("left")).is_some_and(|left| left.kind() == "constant")
    };
    match kind {
        Some(kind) if !is_named() => {
            let name = builder.intern(ANONYMOUS);
            let row = builder.declaration_mut(decl);
            (row.kind, row.name) = (kind, name);
            read_base(node, builder);
            member::declare_fields(node, builder);
        }
        _ => builder.withdraw(),
    }
}
