//! C#.

mod argument;
mod builtin;
mod call;
mod callee;
mod conditional;
mod conversions;
mod counted_text;
mod extension_block;
mod generic;
mod holders;
mod import;
mod lambda;
mod lines;
mod msbuild;
mod operators;
mod projects;
mod resolve;
mod variable;
mod visible;

use tree_sitter::Node;

use super::builder::{Builder, line, start};
use super::conventions::Conventions;
use super::conversions::CONVERTING;
use super::expression::{EXPLICIT, OVERRIDING};
use super::fields::Fields;
use super::kind::{BindingKind, DeclKind, LocalScope, MemberScope};
use super::observation::{Decl, Declaration};
use super::parts::Parts;
use super::shape::{Language, nothing};
use super::type_arguments::bind_further_bounds;
use crate::base::path;
use call::CONSTRUCTOR;
use visible::is_visible;

/// Whether a path may begin with a namespace. Of three parts the last may be a member; a name of a type has no less than two.
fn begins_with_package(parts: &[&str], around: &str) -> bool {
    let n_parts = if around == "qualified_name" { 2 } else { 3 };
    parts.get(..n_parts).is_some_and(|parts| parts.iter().all(|part| part.starts_with(char::is_uppercase)))
}

/// C#.
pub const LANGUAGE: Language = Language {
    name: "csharp",
    fence: "csharp",
    extensions: &["cs"],
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("calls.scm"),
        include_str!("references.scm"),
    ],
    sites: &[],
    preprocess: None,
    misread: Some(|tree, text| [conditional::misread(tree, text), extension_block::misread(tree, text)].concat()),
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test,
    is_config: |name| name.ends_with(".csproj") || name.ends_with(".props") || name.ends_with(".targets"),
    family: "csharp",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: true,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: true,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        parts: Parts { word: "partial", ..Parts::NONE },
        argument_sign: Some(b':'),
        hosts: &["cshtml", "razor"],
        begins_with_package: Some(begins_with_package),
        // The members of a type: `using static N.T;`
        refers_by_mentions: Some(|source| source.ends_with(".*")),
        starts: &["Main"],
        imports_all_names: true,
        constructors: &["<init>"],
        own_members: &["<init>", "this"],
        counts_type_parameters: true,
        keeps_type_arguments: true,
        conversions: Some(&conversions::CONVERSIONS),
        type_path: Some(|text, _| generic::type_of(text)),
        result_type: Some(generic::result_of),
        seals_private: true,
        seals_interfaces: true,
        overrides_properties: true,
        any_types: &["dynamic"],
        built_in_types: &[
            &["bool", "Boolean"],
            &["byte", "Byte"],
            &["char", "Char"],
            &["decimal", "Decimal"],
            &["double", "Double"],
            &["float", "Single"],
            &["int", "Int32"],
            &["long", "Int64"],
            &["object", "Object"],
            &["sbyte", "SByte"],
            &["short", "Int16"],
            &["string", "String"],
            &["uint", "UInt32"],
            &["ulong", "UInt64"],
            &["ushort", "UInt16"],
        ],
        operators: Some(&operators::OPERATORS),
        holders: Some(&holders::HOLDERS),
        stars_bring_statics: true,
        ..Conventions::NONE
    },
    builtins: builtin::METHODS,
};

/// The local name of what an extension method is called on.
const THIS: &str = "this";

fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    if extension_block::is_block(node, builder) {
        return builder.withdraw();
    }
    let decl = builder.current();
    match node.kind() {
        "variable_declaration" => return variable::read(node, builder),
        "generic_name" => return generic::read_name(node, builder),
        "lambda_expression" | "parameter" => return lambda::read_parameter(node, builder),
        "qualified_name" => return call::read_type_path(node, builder),
        "foreach_statement" => return variable::read_each(node, builder),
        "object_creation_expression" | "primary_constructor_base_type" => return call::read_new(node, builder),
        "parameter_list" => return call::read_parameter_list(node, builder),
        "conversion_operator_declaration" => return read_conversion(node, builder),
        "type_parameter" => return read_type_parameter(node, builder),
        "invocation_expression" => return call::read_invocation(node, builder),
        "implicit_object_creation_expression" => return call::read_creation(node, builder),
        "base_list" => return call::read_base(node, builder),
        "constructor_initializer" => return call::read_initializer(node, builder),
        "attribute" => return call::read_attribute(node, builder),
        _ => {}
    }
    let row = *builder.observation().declaration(decl);
    let around = row.container.unwrap_or(Decl(0));
    let is_top = around == Decl(0);
    let is_exported = is_visible(node, builder);
    builder.declaration_mut(decl).exported = is_exported;
    let has = |word| has_modifier(node, word, builder);
    // A static member of an interface may be for its types to give.
    if has("new") || (has("static") && !has("abstract") && !has("virtual")) {
        builder.hides_others(decl);
    }
    if has_modifier(node, "override", builder) {
        builder.bind(decl, OVERRIDING, None, BindingKind::Untyped);
    }
    if let Some(of) = explicit_interface(node, builder) {
        builder.bind(decl, EXPLICIT, Some(&of), BindingKind::Annotated);
    }
    generic::read_declared(node, builder);
    if row.kind.is_type() && is_top {
        import::enter_namespace(node, builder);
    } else if row.kind.is_type() {
        builder.mark_apart(decl);
        let counted = builder.observation().counted_name(decl);
        builder.hide(counted.unwrap_or(row.name));
    }
    match node.kind() {
        "constructor_declaration" => {
            let name = builder.intern(CONSTRUCTOR);
            builder.declaration_mut(decl).name = name;
        }
        "operator_declaration" | "indexer_declaration" => name_operator(node, builder),
        "enum_member_declaration" => {
            let of = builder.observation().declaration(around).name;
            let (name, of) =
                (builder.observation().name(row.name).to_owned(), builder.observation().name(of).to_owned());
            builder.bind(around, &name, Some(&of), BindingKind::Annotated);
        }
        "property_declaration" => {
            let body = node.field("accessors").or_else(|| node.field("value"));
            builder.declaration_mut(decl).body_line = body.map_or(0, |body| line(body.start_position().row));
            extension_block::bind_receiver(node, None, builder);
        }
        "method_declaration" => read_method(node, builder),
        "record_declaration" => read_primary(node, true, builder),
        "class_declaration" | "struct_declaration" => read_primary(node, false, builder),
        _ => {}
    }
}

/// An operator is named by its sign, `operator +`, and an indexer by what its declaration writes, `this[]`.
fn name_operator(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let sign = node.field("operator");
    let at = sign.or_else(|| node.children(&mut cursor).find(|child| child.kind() == "this")).unwrap_or(node);
    let text = sign.map_or_else(|| "this[]".to_owned(), |sign| format!("operator {}", builder.text(sign)));
    let body = node.field("accessors").or_else(|| node.field("value")).or_else(|| node.field("body"));
    let (name, decl) = (builder.intern(&text), builder.current());
    let row = builder.declaration_mut(decl);
    (row.name, row.at) = (name, start(at));
    row.body_line = body.map_or(row.body_line, |body| line(body.start_position().row));
}

/// A conversion that takes place by itself: what is passed may be of another type than what is taken.
fn read_conversion(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    if node.children(&mut cursor).any(|child| child.kind() == "implicit") {
        builder.bind(builder.current(), CONVERTING, None, BindingKind::Untyped);
    }
}

/// A type parameter is no type of the project; what it must be has its members: `where T : Base`.
fn read_type_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    let text = node.field("name").map_or("", |name| builder.text(name));
    let bounds = builder.ancestors(node).nth(1).map_or(Vec::new(), |of| generic::bounds(of, text, builder));
    let (bound, further) = bounds.split_first().map_or((None, &[][..]), |(first, further)| (Some(first), further));
    bind_further_bounds(text, further, builder);
    let kind = if bound.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(builder.current(), text, bound.map(String::as_str), kind);
    let name = builder.intern(text);
    builder.hide(name);
}

/// Tests, what `await` gives, and what an extension method is called on.
fn read_method(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    if attributes(node).into_iter().any(|attribute| is_test_attribute(builder.text(attribute))) {
        builder.test_of_type(start(node));
    }
    let returns = node.field("returns").map_or("", |of| awaited(builder.text(of)));
    if let Some(of) = generic::type_of(returns) {
        builder.bind(decl, "", Some(&of), BindingKind::Returns);
    }
    holders::bind_held(decl, "", returns, builder);
    let mut cursor = node.walk();
    let parameters = node.field("parameters");
    let first = parameters.and_then(|list| list.named_children(&mut cursor).find(|child| child.kind() == "parameter"));
    let stated = first.filter(|first| builder.text(*first).starts_with("this ")).and_then(|first| first.field("type"));
    if let Some(stated) = stated.map(|of| builder.text(of))
        && let Some(of) = generic::type_of(stated)
    {
        builder.bind(decl, THIS, Some(&of), BindingKind::Annotated);
        holders::bind_held(decl, THIS, stated, builder);
    }
}

fn has_modifier(node: Node<'_>, word: &str, builder: &Builder<'_>) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).any(|child| child.kind() == "modifier" && builder.text(child) == word)
}

/// The interface that a member names for which alone it is: `void IMake.Go()`.
fn explicit_interface(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut cursor = node.walk();
    let stated = node.named_children(&mut cursor).find(|child| child.kind() == "explicit_interface_specifier")?;
    let name = builder.text(stated.named_child(0)?);
    generic::type_of(name.strip_prefix("global::").unwrap_or(name))
}

/// The result of `await` on a type: `Lid` for `Task<Lid>`.
fn awaited(of: &str) -> &str {
    let inner = of.strip_prefix("Task<").or_else(|| of.strip_prefix("ValueTask<"));
    inner.and_then(|inner| inner.strip_suffix('>')).unwrap_or(of)
}

/// The parameters of a record are its properties; those of another type are seen in it alone.
fn read_primary(node: Node<'_>, is_record: bool, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    if is_record && children.iter().any(|child| child.kind() == "struct") {
        builder.declaration_mut(decl).kind = DeclKind::Struct;
    }
    let Some(list) = children.iter().find(|child| child.kind() == "parameter_list") else { return };
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor).filter(|child| child.kind() == "parameter") {
        let Some(name) = parameter.field("name") else { continue };
        let row = Declaration {
            name: builder.intern(builder.text(name)),
            kind: DeclKind::Field,
            container: Some(decl),
            owner: None,
            at: start(name),
            start_line: line(parameter.start_position().row),
            end_line: line(parameter.end_position().row),
            body_line: 0,
            exported: is_record,
            parameters: None,
        };
        builder.declare(row);
        builder.close();
    }
}

fn attributes(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut cursor = node.walk();
    for list in node.named_children(&mut cursor).filter(|child| child.kind() == "attribute_list") {
        let mut inside = list.walk();
        found.extend(list.named_children(&mut inside).filter(|child| child.kind() == "attribute"));
    }
    found
}

/// `Fact`, `Theory` (xUnit) and those that a project makes of them (`FactOnWindows`), `Test` and its kin (NUnit), `TestMethod` (MSTest).
fn is_test_attribute(text: &str) -> bool {
    let name = text.split(['(', '<']).next().unwrap_or(text).trim();
    let name = name.rsplit('.').next().unwrap_or(name);
    let name = name.strip_suffix("Attribute").unwrap_or(name);
    let is_made = |of: &str| name.strip_prefix(of).is_some_and(|rest| !rest.starts_with(char::is_lowercase));
    is_made("Fact")
        || is_made("Theory")
        || matches!(name, "Test" | "TestCase" | "TestCaseSource" | "TestMethod" | "DataTestMethod" | "Property")
}

/// Whether a path is in a folder or project of tests, or named like a test.
fn is_test(file: &str) -> bool {
    let names_tests =
        |part: &str| part == "test" || part == "tests" || part.ends_with("Tests") || part.ends_with("Test");
    let stem = path::stem(file);
    path::parent(file).split('/').any(names_tests) || (names_tests(stem) && stem != "Test")
}
