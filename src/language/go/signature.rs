//! The signature of a method as it is compared with that of an interface: the types of its parameters and results.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;

/// The types of the parameters, then those of the results, without the names of either and without packages.
pub fn signature(node: Node<'_>, builder: &Builder<'_>) -> String {
    let parameters = node.field("parameters").map_or(String::new(), |list| listed(list, builder));
    let result = node.field("result").map_or(String::new(), |result| match result.kind() {
        "parameter_list" => listed(result, builder),
        _ => plain(builder.text(result)),
    });
    format!("({parameters})({result})")
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
