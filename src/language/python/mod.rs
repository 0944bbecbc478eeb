//! Python.

mod assigned;
mod attribute;
mod binding;
mod branch;
mod collect;
mod function;
mod generic;
mod head;
mod import;
mod operators;
mod parameters;
mod protocol;
mod pytest;
mod quoted_type;
mod resolve;
mod roots;
mod sites;
mod stdlib;
mod tested;
mod tuple;
mod types;
mod value;

use tree_sitter::Node;

use super::builder::{Builder, line};
use super::conventions::Conventions;
use super::kind::{DeclKind, LocalScope, MemberScope};
use super::parts::Parts;
use super::requested::Requested;
use super::shape::{Language, nothing};
use super::unit_rule::UnitRule;

/// A package that lies in no other is a unit, and the rest of a distribution. Tests see what a `conftest.py` above them declares.
const UNITS: UnitRule = UnitRule {
    package: "__init__.py",
    manifests: &["pyproject.toml", "setup.py", "setup.cfg"],
    is_open: |path, _| pytest::is_conftest(path),
};

/// Python, stubs included.
pub const LANGUAGE: Language = Language {
    name: "python",
    fence: "python",
    extensions: &["py", "pyi"],
    grammar: || tree_sitter_python::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("calls.scm"),
        include_str!("supertypes.scm"),
        include_str!("tested.scm"),
    ],
    sites: sites::SITES,
    preprocess: None,
    misread: None,
    read_import: |node, builder| match node.kind() {
        "string_content" => builder.mention_quoted(node, quoted_type::names),
        _ => import::read(node, builder),
    },
    read_declaration,
    read_test: nothing,
    is_test: pytest::is_test,
    is_config: |name| matches!(name, "pyproject.toml" | "setup.cfg" | "setup.py" | "pytest.ini" | "tox.ini"),
    family: "python",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Evaluated,
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: true,
    marks_tests: false,
    local_scope: LocalScope::Lambda,
    conventions: Conventions {
        parts: Parts { alternatives: Some(resolve::is_stub_of), ..Parts::NONE },
        inherits_fields: true,
        imports_bind_heads: true,
        overrides_properties: true,
        quoted: Some(quoted_type::names),
        argument_sign: Some(b'='),
        hosts: &["pxd", "pxi", "pyx"],
        declares_by_assigning: true,
        any_types: &["Any", "object"],
        units: Some(&UNITS),
        interpreters: &["python", "pypy"],
        refers_by_mentions: Some(|_| true),
        folder_stems: &["__init__"],
        constructors: &["__init__", "__new__", "__post_init__"],
        inherits_constructors: true,
        own_members: &["__init__", "__new__", "__post_init__"],
        runs_unnamed: Some(|name| name.len() > 4 && name.starts_with("__") && name.ends_with("__")),
        element_of_list: &["__next__"],
        iterating_member: "__iter__",
        attribute_reader: "__get__",
        calls_classes: true,
        call_member: "__call__",
        keeps_type_arguments: true,
        signs_overloads: true,
        reflection: &["__import__", "import_module"],
        requested: Some(Requested { decorator: "fixture", by: "test", quoted: "usefixtures" }),
        test_setup: &["conftest.py"],
        own_object: &["self", "cls"],
        typed_callee: Some(head::callee),
        receiver_text: Some(head::receiver),
        operators: Some(&operators::OPERATORS),
        ..Conventions::NONE
    },
    builtins: BUILTINS,
};

/// A function of a class is a method; decorators belong to what they decorate.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    if tested::is_test(node) {
        return tested::read(node, builder);
    }
    if node.kind() == "lambda_parameters" {
        return parameters::of_lambda(node, builder);
    }
    let decl = builder.current();
    let declaration = *builder.observation().declaration(decl);
    let container = declaration.container.map(|container| builder.observation().declaration(container).kind);
    let in_class = container == Some(DeclKind::Class);
    let name = builder.observation().name(declaration.name).to_owned();
    if name.is_empty() {
        // What binds names, but is itself no declaration.
        builder.withdraw();
        return binding::read(node, builder);
    }
    let decorated = builder.parent(node).filter(|parent| parent.kind() == "decorated_definition");
    let row = builder.declaration_mut(decl);
    row.kind = match row.kind {
        DeclKind::Function if in_class => DeclKind::Method,
        DeclKind::Variable if in_class => DeclKind::Field,
        kind => kind,
    };
    row.exported = !name.starts_with('_');
    if let Some(decorated) = decorated {
        row.start_line = line(decorated.start_position().row);
    }
    if let Some(scope) = declaration.container.filter(|_| declaration.kind != DeclKind::Variable) {
        branch::read(node, scope, &name, builder);
    }
    if matches!(node.kind(), "class_definition" | "function_definition") {
        parameters::declared(node, decl, builder);
    }
    if declaration.kind == DeclKind::Function {
        function::read(node, decorated, in_class, builder);
        pytest::read(node, &name, builder);
    }
    if let Some(class) = declaration.container.filter(|_| in_class && name == pytest::SWITCH) {
        pytest::read_switch(node, class, builder);
    }
}

/// Methods that texts, lists, dictionaries, sets and files have.
const BUILTINS: &[&str] = &[
    "add",
    "append",
    "capitalize",
    "casefold",
    "center",
    "clear",
    "close",
    "copy",
    "count",
    "decode",
    "difference",
    "discard",
    "encode",
    "endswith",
    "extend",
    "find",
    "flush",
    "format",
    "fromkeys",
    "get",
    "group",
    "groups",
    "index",
    "insert",
    "intersection",
    "isdigit",
    "items",
    "join",
    "keys",
    "ljust",
    "lower",
    "lstrip",
    "match",
    "partition",
    "pop",
    "popitem",
    "read",
    "readline",
    "remove",
    "replace",
    "reverse",
    "rfind",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "search",
    "seek",
    "setdefault",
    "sort",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "sub",
    "tell",
    "title",
    "translate",
    "union",
    "update",
    "upper",
    "values",
    "write",
    "zfill",
];
