//! Reads the declarations of C and C++.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::closure::{OPENED, RENAMES};
use super::super::expression::{OVERRIDING, VIRTUAL, without_generics};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, CallKind, DeclKind};
use super::super::observation::{Decl, Declaration, Receiver};
use super::around::{ANONYMOUS, kind_around, namespaces, row};
use super::declarator::{Declarator, counted, declared, is_parameter_of_type, steps};
use super::test_body::{test_body, titled_body};
use super::{containers, macro_body, test, value};

/// Names a declaration that a query found, and those beside it; takes back what is none: a local, a parameter.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "preproc_def" | "preproc_function_def" => preprocessed(node, builder),
        "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => of_type(node, builder),
        "enumerator" => enumerator(builder),
        "type_definition" => aliases(node, builder),
        "function_definition" => function(node, builder),
        "namespace_definition" => namespace(node, builder),
        "alias_declaration" | "concept_definition" => {}
        "try_statement" | "catch_clause" => keyword(node, builder),
        "compound_statement" => titled_body(node, builder),
        _ => variables(node, builder),
    }
}

/// Names the open declaration. The name of a `typedef` follows its type, on whatever line.
fn name(name: Node<'_>, builder: &mut Builder<'_>) {
    let text = builder.intern(builder.text(name));
    let decl = builder.current();
    let row = builder.declaration_mut(decl);
    (row.name, row.at) = (text, start(name));
    row.end_line = row.end_line.max(row.at.line);
}

/// A macro knows no scopes. One that opens a namespace is used in its place: `LIB_BEGIN` for `namespace lib {`.
fn preprocessed(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    builder.declaration_mut(decl).container = Some(Decl(0));
    let text = node.field("value").map_or("", |value| builder.text(value));
    let named = text.split_once("namespace ").and_then(|(_, rest)| rest.split_once('{')).map(|(name, _)| name.trim());
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
    if let Some(name) = named.filter(is_name).map(str::to_owned) {
        builder.bind(decl, OPENED, Some(&name), BindingKind::Untyped);
    }
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && node.kind() == "preproc_def";
    if is_word && text.starts_with(|head: char| head.is_ascii_alphabetic() || head == '_') {
        builder.bind(decl, RENAMES, None, BindingKind::Untyped);
    }
    macro_body::read(node, builder);
}

/// A type without a name takes that of its `typedef`; otherwise what it holds is of what is around.
fn of_type(node: Node<'_>, builder: &mut Builder<'_>) {
    let typedef = || builder.parent(node).filter(|parent| parent.kind() == "type_definition");
    let alias = || declared(typedef()?.field("declarator")?).map(|found| found.name);
    match node.field("name").or_else(alias) {
        // `struct hash<key> {…}` has its arguments in its name: `hash` alone is another.
        Some(named) => {
            name(named, builder);
            containers::template(node, builder);
            if let Some(last) = steps(builder.text(named)).last().filter(|last| last.contains('<')) {
                builder.specialized.insert(last.into());
            }
        }
        None => builder.withdraw(),
    }
}

/// The names of an enumeration without a name are constants.
fn enumerator(builder: &mut Builder<'_>) {
    let decl = builder.current();
    if kind_around(&row(builder), builder) != DeclKind::Enum {
        builder.declaration_mut(decl).kind = DeclKind::Variable;
    }
}

/// `typedef struct a {…} a;` says nothing new; any other name is one more for the type.
fn aliases(node: Node<'_>, builder: &mut Builder<'_>) {
    let of = node.field("type");
    let own = of.filter(|of| of.field("body").is_some());
    let tag = own.and_then(|of| of.field("name")).map(|name| builder.text(name));
    let mut cursor = node.walk();
    let found: Vec<Node<'_>> = node.children_by_field_name("declarator", &mut cursor).collect();
    let mut names: Vec<Node<'_>> = found.into_iter().filter_map(|found| Some(declared(found)?.name)).collect();
    if own.is_some() && tag.is_none() && !names.is_empty() {
        names.remove(0);
    }
    names.retain(|name| Some(builder.text(*name)) != tag);
    let first = row(builder);
    builder.withdraw();
    for found in names {
        let text = builder.text(found);
        let name = builder.intern(text);
        let decl = builder.declare(Declaration { name, at: start(found), ..first });
        containers::bind_held(decl, "", of, builder);
        if let Some(of) = of.and_then(|of| type_text(of, builder)) {
            builder.bind(decl, "", Some(&of), BindingKind::Returns);
        }
        builder.close();
    }
}

/// A macro in place of `try` or `catch` is called there.
fn keyword(node: Node<'_>, builder: &mut Builder<'_>) {
    let text = builder.source().get(node.start_byte()..).unwrap_or_default();
    let n = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if let Some(word) = text.get(..n).and_then(|word| std::str::from_utf8(word).ok())
        && !matches!(word, "" | "try" | "catch")
    {
        builder.call(CallKind::Call, word, Receiver::Bare, start(node));
    }
}

/// The names of an inline namespace are those of the one around.
fn namespace(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_inline = node.child(0).is_some_and(|first| first.kind() == "inline");
    if is_inline && kind_around(&row(builder), builder) == DeclKind::Module {
        return builder.withdraw();
    }
    if node.field("name").is_none() {
        let name = builder.intern(ANONYMOUS);
        let decl = builder.current();
        builder.declaration_mut(decl).name = name;
    }
}

fn function(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(found) = node.field("declarator").and_then(declared) else { return builder.withdraw() };
    if let Some(title) = test::of_definition(node, found.name, builder) {
        return test_body(node, found.name, &title, builder);
    }
    named_function(node, found, builder);
    containers::template(node, builder);
    let row = row(builder);
    let text = builder.observation().name(row.name);
    if text.starts_with("test_") && kind_around(&row, builder) == DeclKind::File && test::is_runnable(node, builder) {
        let text = text.to_owned();
        builder.test(&text, start(node));
    }
}

/// Names a function, its owner, what it returns, and whether other files see it.
fn named_function(node: Node<'_>, found: Declarator<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let (owner, text) = parts(builder.text(found.name), builder);
    let owner = owner.map(|owner| format!("{}{owner}", namespaces(builder)));
    let (owner, text) = (owner.map(|owner| builder.intern(&owner)), builder.intern(&text));
    let in_type = kind_around(&row(builder), builder).is_type();
    let is_shared = is_shared(node, builder);
    let row = builder.declaration_mut(decl);
    row.name = text;
    row.at = start(found.name);
    row.owner = owner;
    row.exported = is_shared;
    row.kind = if in_type || owner.is_some() { DeclKind::Method } else { DeclKind::Function };
    if owner.is_some() {
        // What its owner's full name says, its place need not.
        row.container = Some(Decl(0));
    }
    let marked = |marks: &[&str]| found.function.is_some_and(|function| is_marked(function, marks, builder));
    let (states_override, states_final) = (marked(&["override"]), marked(&["final"]));
    if in_type && states_override {
        builder.bind(decl, OVERRIDING, None, BindingKind::Untyped);
    }
    if in_type && (states_override || states_final || is_virtual(node)) {
        builder.bind(decl, VIRTUAL, None, BindingKind::Untyped);
    }
    if in_type && is_static(node, builder) {
        builder.hides_others(decl);
    }
    if let Some((least, most)) = found.parameters.and_then(counted) {
        builder.parameters(least, most);
    }
    containers::bind_held(decl, "", node.field("type"), builder);
    if let Some(of) = node.field("type").and_then(|of| type_text(of, builder)) {
        builder.bind(decl, "", Some(&of), BindingKind::Returns);
    }
}

/// Whether a member begins with `virtual`.
fn is_virtual(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == "virtual")
}

/// Whether a function states behind its parameters that it overrides another, or that none overrides it.
fn is_marked(function: Node<'_>, words: &[&str], builder: &Builder<'_>) -> bool {
    let mut cursor = function.walk();
    let mut marks = function.named_children(&mut cursor).filter(|child| child.kind() == "virtual_specifier");
    marks.any(|mark| words.contains(&builder.text(mark)))
}

/// `a::B<T>::f` is the `f` of `a.B`, unless the file has a `B<T>`.
fn parts(text: &str, builder: &Builder<'_>) -> (Option<String>, String) {
    // What an operator is called may hold any sign.
    let (head, operator) = text.find("operator").map_or((text, ""), |at| text.split_at(at));
    if let Some((owner, name)) = of_specialization(head, operator, builder) {
        return (Some(owner), name);
    }
    let plain = without_generics(head);
    let plain = if head.ends_with("::") { format!("{plain}::{operator}") } else { format!("{plain}{operator}") };
    match plain.rsplit_once("::").filter(|(owner, _)| !owner.is_empty() && !owner.contains("operator")) {
        Some((owner, name)) => (Some(owner.trim_start_matches("::").replace("::", ".")), name.trim().to_owned()),
        None => (None, plain.trim_start_matches("::").trim().to_owned()),
    }
}

/// The owner and the name of a member of a specialization that the file declares: `a::B<int>::f` is the `f` of `a.B<int>`.
fn of_specialization(head: &str, operator: &str, builder: &Builder<'_>) -> Option<(String, String)> {
    // Dots and brackets mean something in paths.
    let is_own = |step: &str| builder.specialized.contains(step) && !step.contains(['.', '(', '[']);
    if builder.specialized.is_empty() || (!operator.is_empty() && !head.ends_with("::")) {
        return None;
    }
    let mut owner: Vec<&str> = steps(head).collect();
    let name = if operator.is_empty() { without_generics(owner.pop()?) } else { operator.trim().to_owned() };
    if !owner.iter().any(|step| is_own(step)) {
        return None;
    }
    let plain = owner.into_iter().map(|step| if is_own(step) { step.to_owned() } else { without_generics(step) });
    Some((plain.collect::<Vec<_>>().join("."), name))
}

/// Whether other files can name a declaration outside of types: not `static`, not in an anonymous namespace.
/// A `static inline` function is in headers, from which every file has its own.
fn is_shared(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let around = row(builder).container.map(|around| *builder.observation().declaration(around));
    let Some(around) = around.filter(|around| !around.kind.is_type()) else { return true };
    if around.kind == DeclKind::Module && builder.observation().name(around.name) == ANONYMOUS {
        return false;
    }
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor).take_while(|child| !child.kind().ends_with("declarator"));
    let (mut is_static, mut is_inline) = (false, false);
    for child in children.by_ref().filter(|child| child.kind() == "storage_class_specifier") {
        match builder.text(child) {
            "static" => is_static = true,
            text => is_inline |= text.contains("inline"),
        }
    }
    !is_static || is_inline
}

/// Whether a member is the type's own, and of none of its values.
fn is_static(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut cursor = node.walk();
    let mut words = node.named_children(&mut cursor).filter(|child| child.kind() == "storage_class_specifier");
    words.any(|word| builder.text(word) == "static")
}

/// Variables, fields and prototypes outside of functions; inside of one, what hides other names.
fn variables(node: Node<'_>, builder: &mut Builder<'_>) {
    let first = row(builder);
    let around = kind_around(&first, builder);
    let of = node.field("type");
    let mut cursor = node.walk();
    let found: Vec<Node<'_>> = node.children_by_field_name("declarator", &mut cursor).collect();
    let is_shared = is_shared(node, builder);
    builder.withdraw();
    let is_parameter = node.kind().ends_with("parameter_declaration");
    let is_friend = || builder.parent(node).is_some_and(|parent| parent.kind() == "friend_declaration");
    let is_in_type = around.is_callable()
        && if is_parameter { is_parameter_of_type(node, builder) } else { node.kind() == "field_declaration" };
    if is_in_type
        || (is_parameter && !around.is_callable())
        || (around.is_type() && node.kind() == "declaration" && is_friend())
    {
        return;
    }
    let looped = node.field("right").filter(|_| node.kind() == "for_range_loop");
    let is_auto = of.is_some_and(|of| of.kind() == "placeholder_type_specifier");
    for declarator in found {
        let element = looped.filter(|_| is_auto).and_then(|of| containers::element(of, builder));
        if let (Some(names), Some(scope)) = (structured(declarator), first.container) {
            containers::take_apart(scope, names, element, builder);
            continue;
        }
        let Some(found) = declared(declarator) else { continue };
        if let (Some(element), Some(scope)) = (element, first.container) {
            builder.bind_expr(scope, builder.text(found.name), Some(element), BindingKind::Copied);
            continue;
        }
        // A condition has its value beside the name: `if (auto a = b())`.
        let value = declarator.field("value").or_else(|| node.field("value"));
        match (around.is_callable(), found.is_function) {
            (true, _) => bind(first.container, value.or_else(|| called_in_list(found)), found, of, builder),
            (false, true) => {
                let kind = DeclKind::Function;
                builder.declare(Declaration { kind, ..first });
                named_function(node, found, builder);
                builder.close();
            }
            (false, false) => {
                bind(first.container, value, found, of, builder);
                let kind = if around.is_type() { DeclKind::Field } else { DeclKind::Variable };
                let (owner, text) = parts(builder.text(found.name), builder);
                // `int A::count = 0;` defines what the type declares.
                let is_member = owner.is_some();
                if !is_member {
                    let name = builder.intern(&text);
                    builder.declare(Declaration { kind, name, at: start(found.name), exported: is_shared, ..first });
                    builder.close();
                }
            }
        }
    }
}

/// The names of `auto& [a, b]`.
fn structured(declarator: Node<'_>) -> Option<Node<'_>> {
    let inner = if declarator.kind() == "reference_declarator" { declarator.named_child(0)? } else { declarator };
    let names = if inner.kind() == "init_declarator" { inner.field("declarator")? } else { inner };
    let names = if names.kind() == "reference_declarator" { names.named_child(0)? } else { names };
    (names.kind() == "structured_binding_declarator").then_some(names)
}

/// The arguments of `Foo x(make());` in a function, which the grammar takes for a list of parameters.
fn called_in_list(found: Declarator<'_>) -> Option<Node<'_>> {
    let list = found.parameters?;
    let mut cursor = list.walk();
    let is_call = |it: Node<'_>| {
        let is_named = it.field("type").is_some_and(|of| of.kind() != "primitive_type");
        is_named && it.field("declarator").is_some_and(|it| it.kind() == "abstract_function_declarator")
    };
    list.named_children(&mut cursor).any(is_call).then_some(list)
}

/// Binds a local name or field to the type that is stated for it, or to what makes its value.
fn bind(
    scope: Option<Decl>,
    value: Option<Node<'_>>,
    found: Declarator<'_>,
    of: Option<Node<'_>>,
    builder: &mut Builder<'_>,
) {
    let Some(scope) = scope else { return };
    let name = builder.text(found.name);
    let Some(of) = of.filter(|of| of.kind() != "placeholder_type_specifier") else {
        let (made, kind) = value.map_or((None, BindingKind::Untyped), |value| made_by(value, builder));
        return builder.bind(scope, name, made.as_deref(), kind);
    };
    let stated = type_text(of, builder);
    containers::bind_held(scope, name, Some(of), builder);
    let kind = if stated.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(scope, name, stated.as_deref(), kind);
    // `Foo x(1);` and `Foo x{1};` make a `Foo`.
    if value.is_some_and(|value| matches!(value.kind(), "argument_list" | "initializer_list" | "parameter_list"))
        && of.kind().ends_with("identifier")
        && let Some(path) = stated
    {
        let (head, made) = path.rsplit_once('.').map_or((None, path.as_str()), |(head, made)| (Some(head), made));
        let on = head.map_or(Receiver::Bare, |head| Receiver::Path(builder.expr(head)));
        builder.call(CallKind::New, made, on, start(of));
    }
}

/// The type that a value is cast to, the function that it is the result of, or the value that it is a pointer to, or an element of.
fn made_by(value: Node<'_>, builder: &Builder<'_>) -> (Option<String>, BindingKind) {
    // With arguments it reads as a call.
    if value.kind() == "new_expression" && value.field("arguments").is_none() {
        let of = value.field("type").and_then(|of| type_text(of, builder));
        return (of.clone(), if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped });
    }
    if let Some(of) = value::cast(value, builder) {
        return (Some(of), BindingKind::Annotated);
    }
    if let Some(of) = containers::made(value, builder) {
        return (Some(of), BindingKind::Annotated);
    }
    if let Some(made) = builder.called(builder.text(value)) {
        return (Some(made), BindingKind::Constructed);
    }
    let is_value =
        matches!(value.kind(), "identifier" | "pointer_expression" | "subscript_expression" | "field_expression");
    let path = Some(value::text(value, builder)).filter(|_| is_value).and_then(|text| builder.dotted(&text));
    let kind = if path.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
    (path, kind)
}

/// A type as a dotted name; `None` for one that no declaration names.
fn type_text(of: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let named = match of.kind() {
        "type_identifier" | "qualified_identifier" | "template_type" => of,
        "dependent_type" => return type_text(of.named_child(0)?, builder),
        "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => of.field("name")?,
        _ => return None,
    };
    containers::named_type(builder.text(named))
}
