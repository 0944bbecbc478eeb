//! The result of a function without a stated one: the value that all of its `return`s agree on.

use tree_sitter::Node;

/// The role of a node in a body.
pub enum ReturnStep<'t> {
    /// A `return` of this value.
    Gives(Node<'t>),
    /// Statements may stand in it.
    Holds,
    /// It says nothing.
    Passes,
    /// With it, a call gives something else than what is returned.
    Spoils,
}

/// The path that `of` finds for every value given back; `None` where it finds none for one, or two differ.
pub fn agreed<'t, T: PartialEq>(
    body: Node<'t>,
    step: impl Fn(Node<'t>) -> ReturnStep<'t>,
    mut of: impl FnMut(Node<'t>) -> Option<T>,
) -> Option<T> {
    let mut agreed: Option<T> = None;
    let mut open = vec![body];
    while let Some(at) = open.pop() {
        match step(at) {
            ReturnStep::Gives(value) => {
                let path = of(value)?;
                if agreed.as_ref().is_some_and(|agreed| *agreed != path) {
                    return None;
                }
                agreed = Some(path);
            }
            ReturnStep::Holds => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            ReturnStep::Passes => {}
            ReturnStep::Spoils => return None,
        }
    }
    agreed
}
