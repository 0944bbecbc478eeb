//! Paths whose head is a module that a variable shares its name with: `headers::close(v)` below `let headers = …`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::read_name::OF_MODULE;

/// The text of a path whose head is a module, where a local variable shares its name: the head is marked. A path never begins
/// with a variable.
pub fn of_module(path: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut head = path;
    while head.kind() == "scoped_identifier" {
        head = head.field("path")?;
    }
    let head = Some(head).filter(|head| head.kind() == "identifier").map(|head| builder.text(head))?;
    let rest = builder.text(path).strip_prefix(head)?;
    hides(head, builder).then(|| format!("{head}{OF_MODULE}{rest}"))
}

/// Whether a variable would hide a module of that name. Type parameters are local names as well.
pub fn hides(head: &str, builder: &Builder<'_>) -> bool {
    head.starts_with(|letter: char| letter.is_lowercase() || letter == '_') && builder.is_local(head)
}
