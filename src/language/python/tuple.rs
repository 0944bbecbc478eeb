//! Tuples that functions give: `a, b = f()` binds each name to what `f` states at its place.

use super::super::builder::Builder;
use super::super::observation::Decl;
use super::head;
use super::types;
use tree_sitter::Node;

/// Binds the types of the tuple that a function states, each under its place: `(=0)`.
pub fn given(return_type: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    for (at, stated) in types::parts(builder.text(return_type)).into_iter().enumerate() {
        if let Some(stated) = stated {
            let (path, kind) = head::stated(stated, decl, builder);
            builder.bind(decl, &format!("(={at})"), Some(&path), kind);
        }
    }
}

/// The paths of some targets, where a call gives a tuple to them: of those before one that takes the rest.
pub fn taken(targets: &[Node<'_>], path: &str) -> Vec<Option<String>> {
    let Some(function) = path.strip_suffix("()") else { return Vec::new() };
    let is_rest = |target: &Node<'_>| target.kind().starts_with("list_splat");
    let n_counted = targets.iter().position(is_rest).unwrap_or(targets.len());
    (0..targets.len()).map(|at| (at < n_counted).then(|| format!("{function}(={at})"))).collect()
}
