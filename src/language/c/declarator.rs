//! Declarators: `*(*name[3])(int)` says what `name` is from the inside out.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;

/// How deep a declarator may be nested.
const DEEPEST: usize = 32;

/// The declaration of a declarator.
#[derive(Clone, Copy)]
pub struct Declarator<'t> {
    /// The node of the name.
    pub name: Node<'t>,
    /// It is a function; a pointer to one is a variable.
    pub is_function: bool,
    /// The declarator of the function.
    pub function: Option<Node<'t>>,
    /// The parameters of the function.
    pub parameters: Option<Node<'t>>,
}

/// Finds the name in a declarator. The part right around the name says whether it is a function.
pub fn declared(declarator: Node<'_>) -> Option<Declarator<'_>> {
    let mut node = declarator;
    let (mut is_function, mut function, mut parameters) = (false, None, None);
    for _ in 0..DEEPEST {
        match node.kind() {
            "identifier"
            | "field_identifier"
            | "type_identifier"
            | "qualified_identifier"
            | "operator_name"
            | "destructor_name"
            | "primitive_type"
            | "operator_cast"
            | "template_function" => {
                return Some(Declarator { name: node, is_function, function, parameters });
            }
            "function_declarator" => {
                (is_function, function, parameters) = (true, Some(node), node.field("parameters"));
            }
            "pointer_declarator" | "array_declarator" | "reference_declarator" => is_function = false,
            _ => {}
        }
        node = node.field("declarator").or_else(|| inner(node))?;
    }
    None
}

/// Whether a parameter is that of a type of functions, or of a prototype: it is no name of the function around.
pub fn is_parameter_of_type(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut above = builder.ancestors(node);
    let (list, function) = (above.next(), above.next());
    let is = |part: Option<Node<'_>>, kind: &str| part.is_some_and(|it| it.kind() == kind);
    if !is(list, "parameter_list") {
        return false;
    }
    if is(function, "abstract_function_declarator") {
        return !above.next().is_some_and(|of| of.kind().starts_with("lambda"));
    }
    let outer = above.find(|it| !it.kind().ends_with("declarator"));
    let own = outer.filter(|_| is(function, "function_declarator")).map(|outer| match outer.kind() {
        "function_definition" => outer.field("declarator").and_then(declared).and_then(|found| found.parameters),
        "ERROR" => list,
        _ => None,
    });
    own.is_some_and(|own| own != list)
}

/// How many arguments a list of parameters takes: at least, and at most. `None` where the list is not understood.
pub fn counted(list: Node<'_>) -> Option<(usize, usize)> {
    let (mut least, mut most) = (0, 0usize);
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        match child.kind() {
            "parameter_declaration" => (least, most) = (least + 1, most.saturating_add(1)),
            "optional_parameter_declaration" => most = most.saturating_add(1),
            "variadic_parameter_declaration" | "variadic_parameter" | "..." => most = usize::MAX,
            "(" | ")" | "," | "comment" => {}
            _ => return None,
        }
    }
    // `f(void)` takes nothing.
    let only = list.named_child(0).filter(|_| most == 1);
    let is_void = only.and_then(|only| only.field("type").filter(|_| only.field("declarator").is_none()));
    let is_void = is_void.is_some_and(|of| of.kind() == "primitive_type" && of.byte_range().len() == "void".len());
    Some(if is_void { (0, 1) } else { (least, most) })
}

/// The names of a path, `a::B<c::D>`; the arguments of a template are part of its name.
pub fn steps(path: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let is_end = move |letter: char| {
        depth += i32::from(letter == '<') - i32::from(letter == '>');
        letter == ':' && depth == 0
    };
    path.split(is_end).map(str::trim).filter(|step| !step.is_empty())
}

/// The declarator inside one that has no field for it: brackets, attributes, references.
fn inner(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor);
    children.find(|child| child.kind().ends_with("declarator") || child.kind().ends_with("identifier"))
}
