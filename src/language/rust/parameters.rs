//! The parameters of functions, and those that a macro writes as it likes: `fn f(x in 0..9) { … }`; and what has to be awaited.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{ASYNC, AWAITED, LONGEST, LOOPED, POINTED, type_name};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::bind_arguments_as;
use super::value;

/// The words before a name in a pattern.
const MARKS: &[&str] = &["mut", "ref"];
/// The word behind the pattern of a parameter that a macro takes from a set of values.
const IN: &str = " in ";

/// The member of a type that is given where a value of it is awaited.
pub const OUTPUT: &str = "Output";
/// The traits whose blocks state that.
const FUTURES: &[&str] = &["Future", "IntoFuture"];

/// The member of a type to which its values give way, and the trait whose blocks state that.
pub const TARGET: &str = "Target";
/// See [`TARGET`].
const DEREF: &str = "Deref";

/// The member of a type that states what a loop over its values goes through, and the traits whose blocks state that.
pub const ITEM: &str = "Item";
/// See [`ITEM`].
const LOOPS: &[&str] = &["IntoIterator", "Iterator"];

/// Marks an asynchronous function, the type that is given where a value of the type around is awaited, that to which such a value
/// gives way, and that which a loop over it goes through.
pub fn awaited(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let is_of = |block: Node<'_>, traits: &[&str]| {
        let of = block.field("trait").and_then(|of| type_name(builder.text(of)));
        of.is_some_and(|of| traits.contains(&of.rsplit('.').next().unwrap_or(&of)))
    };
    let mark = match node.kind() {
        "function_item" | "function_signature_item" => {
            let mut cursor = node.walk();
            let mut parts = node.named_children(&mut cursor);
            let words = parts.find(|part| part.kind() == "function_modifiers").map_or("", |words| builder.text(words));
            words.split_whitespace().any(|word| word == "async").then_some(ASYNC)
        }
        "type_item" => {
            let block = builder.ancestors(node).nth(1);
            match node.field("name").map_or("", |name| builder.text(name)) {
                OUTPUT => block.is_some_and(|block| is_of(block, FUTURES)).then_some(AWAITED),
                ITEM => block.is_some_and(|block| is_of(block, LOOPS)).then_some(LOOPED),
                TARGET => block.is_some_and(|block| is_of(block, &[DEREF])).then_some(POINTED),
                _ => None,
            }
        }
        _ => None,
    };
    if let Some(mark) = mark {
        builder.bind(decl, mark, None, BindingKind::Untyped);
    }
}

/// The parameters of a function that have a plain name.
pub fn of_function(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(list) = node.field("parameters") else { return };
    match list.named_child_count() {
        0 => of_macro(list, decl, builder),
        _ => stated(list, decl, builder),
    }
}

/// The parameters of a list that have a plain name and a type.
pub fn stated(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor).filter(|child| child.kind() == "parameter") {
        bind(parameter, "pattern", decl, builder);
    }
}

/// Binds the name in a field of a node to the node's type.
pub fn bind(node: Node<'_>, name: &'static str, scope: Decl, builder: &mut Builder<'_>) {
    let name = node.field(name).filter(|name| name.kind().ends_with("identifier"));
    let (Some(name), Some(of)) = (name, node.field("type")) else { return };
    stated_name(builder.text(name), builder.text(of), scope, builder);
}

/// Binds a name to the type that a text states of it, with the type arguments.
pub fn stated_name(name: &str, text: &str, scope: Decl, builder: &mut Builder<'_>) {
    let of = value::stated(text, builder);
    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    bind_arguments_as(scope, name, value::plain(text, builder), &value::stated, builder);
    builder.bind(scope, name, of.as_deref(), kind);
}

/// The parameters between brackets that are not part of the tree: each name of their patterns is bound.
fn of_macro(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let text = builder.text(list);
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let Some(inside) = inside.filter(|inside| inside.len() <= LONGEST) else { return };
    for parameter in between_commas(inside) {
        let parameter = parameter.trim();
        if let Some((pattern, _)) = parameter.split_once(IN) {
            names(pattern).for_each(|name| builder.bind(decl, name, None, BindingKind::Untyped));
        } else if let Some((pattern, of)) = parameter.split_once(':') {
            match names(pattern).collect::<Vec<_>>()[..] {
                [name] if pattern.trim_end().ends_with(name) => stated_name(name, of, decl, builder),
                ref several => several.iter().for_each(|name| builder.bind(decl, name, None, BindingKind::Untyped)),
            }
        }
    }
}

/// The names that a pattern binds, with those of its fields: no type, and no word before a name.
fn names(pattern: &str) -> impl Iterator<Item = &str> {
    let ends = pattern.char_indices().filter(|(_, letter)| !is_of_name(*letter)).map(|(at, _)| at);
    ends.chain([pattern.len()]).filter_map(|end| {
        let name = pattern.get(..end)?.rsplit(|letter| !is_of_name(letter)).next()?;
        let behind = pattern.get(end..)?.trim_start();
        let is_type = behind.starts_with(['(', '{']) || behind.starts_with("::");
        let is_name = name.starts_with(|head: char| !head.is_numeric()) && !MARKS.contains(&name);
        (is_name && !is_type).then_some(name)
    })
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The parts of a text between the commas that are in no brackets.
fn between_commas(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |letter| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}
