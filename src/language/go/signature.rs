//! The signature of a method as it is compared with that of an interface: the types of its parameters and results.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::kind::BindingKind;

/// The types of the parameters, then those of the results, without the names of either and without packages.
pub fn signature(node: Node<'_>, builder: &Builder<'_>) -> String {
    let parameters = node.field("parameters").map_or(String::new(), |list| listed(list, builder));
    let result = node.field("result").map_or(String::new(), |result| match result.kind() {
        "parameter_list" => listed(result, builder),
        _ => plain(builder.text(result)),
    });
    format!("({parameters})({result})")
}

/// The name under which a function binds what it gives at a place, the first of which is 0.
pub fn result_place(at: usize) -> String {
    format!("(={at})")
}

/// Binds the types of all results of the open function but the first, which is the type of its calls.
pub fn results(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = node.field("result").filter(|result| result.kind() == "parameter_list") else { return };
    let (decl, mut at) = (builder.current(), 0);
    let parameters = type_parameters(node, builder);
    let mut cursor = list.walk();
    for result in list.named_children(&mut cursor).filter(|child| child.kind() == "parameter_declaration") {
        let mut names = result.walk();
        let n = result.children_by_field_name("name", &mut names).filter(Node::is_named).count().max(1);
        let of = result.field("type").and_then(|of| stated(builder.text(of), builder));
        // Another type for each call.
        let of = of.filter(|of| !parameters.contains(&of.trim_end_matches("[]")));
        for place in at..at + n {
            if let Some(of) = of.as_deref().filter(|_| place > 0) {
                builder.bind(decl, &result_place(place), Some(of), BindingKind::Annotated);
            }
        }
        at += n;
    }
}

/// The names of the type parameters of a function, and of the type that it is a method of.
fn type_parameters<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let mut names: Vec<&str> = Vec::new();
    if let Some((_, rest)) = node.field("receiver").and_then(|of| builder.text(of).split_once('[')) {
        names.extend(rest.split(']').next().unwrap_or_default().split(',').map(str::trim));
    }
    names.extend(own_type_parameters(node, builder));
    names
}

/// The names of the type parameters that a node states.
pub fn own_type_parameters<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let mut names: Vec<&str> = Vec::new();
    if let Some(list) = node.field("type_parameters") {
        let mut cursor = list.walk();
        for parameter in list.named_children(&mut cursor) {
            let mut inner = parameter.walk();
            names.extend(parameter.children_by_field_name("name", &mut inner).map(|name| builder.text(name)));
        }
    }
    names
}

/// The type that a text states; of a channel, that it holds others.
pub fn stated(text: &str, _builder: &Builder<'_>) -> Option<String> {
    match sent(text) {
        Some(_) => Some(held_by_channel(text)? + "[]"),
        None => type_name(text.trim()),
    }
}

/// The type of what a channel holds that a text states.
pub fn held_by_channel(text: &str) -> Option<String> {
    type_name(sent(text)?.trim().trim_start_matches("<-"))
}

/// The text behind the word for a channel.
fn sent(text: &str) -> Option<&str> {
    let text = text.trim();
    let sent = text.strip_prefix("<-").unwrap_or(text).trim_start().strip_prefix("chan")?;
    Some(sent).filter(|rest| rest.starts_with([' ', '<', '(', '\t']))
}

fn listed(list: Node<'_>, builder: &Builder<'_>) -> String {
    let mut cursor = list.walk();
    let mut types: Vec<String> = Vec::new();
    for parameter in list.named_children(&mut cursor).filter(|child| child.kind().ends_with("parameter_declaration")) {
        let Some(of) = parameter.field("type") else { continue };
        let mut names = parameter.walk();
        let n = parameter.children_by_field_name("name", &mut names).filter(Node::is_named).count().max(1);
        let dots = if parameter.kind().starts_with("variadic") { "..." } else { "" };
        let of = format!("{dots}{}", plain(builder.text(of)));
        types.extend(std::iter::repeat_n(of, n));
    }
    types.join(",")
}

/// A type without blanks and packages: `map[string]*a.B` → `map[string]*B`.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '.' if plain.ends_with(|last: char| last.is_alphanumeric() || last == '_') => {
                plain.truncate(plain.trim_end_matches(|last: char| last.is_alphanumeric() || last == '_').len());
            }
            letter if letter.is_whitespace() => {}
            letter => plain.push(letter),
        }
    }
    if plain == "interface{}" { "any".to_owned() } else { plain }
}
