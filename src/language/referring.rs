//! Writes the names that may belong to another file, and the paths of types.

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::expression::type_name;
use super::observation::{Decl, ImportedUse, Reference};
use crate::base::Position;
use crate::syntax::Name;

/// The kinds of nodes that are a path, whose last name is the one that the whole means.
const PATHS: &[&str] = &[
    "attribute",
    "member_expression",
    "nested_type_identifier",
    "qualified_identifier",
    "qualified_name",
    "qualified_type",
    "scoped_type_identifier",
    "stable_type_identifier",
    "user_type",
];
/// The kinds of nodes that are a name or a path with type arguments behind it.
const GENERICS: &[&str] = &["generic_name", "generic_type", "template_type"];
/// How deep paths lie in each other.
const DEEPEST: usize = 6;
/// How many calls and supertypes before a path may be at its place.
const MOST_BEFORE: usize = 8;

impl Builder<'_> {
    /// Writes the use of a name, if it is the first of its sort; `is_type` where only a type can stand, `is_led` behind a value.
    pub fn reference(&mut self, name: &str, (is_type, is_led): (bool, bool), at: Position) {
        let name = self.intern(name);
        if self.referenced.insert((name, is_type, is_led)) {
            let within = self.current();
            let row = Reference { name, is_type, is_led, is_starred: false, at, within };
            self.observation.references.change(|it| it.push(row));
        }
    }

    /// Writes the use of a name whose meaning hangs on the type around, if it is the first one there.
    pub fn reference_here(&mut self, name: &str, at: Position) {
        let (within, name) = (self.scope_here(), self.intern(name));
        if self.named.insert((within, name, None)) {
            self.reference_in(within, name, at);
        }
    }

    /// Writes every use of such a name: in a language whose paths are names of their own, the names in the text do not say where the
    /// others are.
    pub fn reference_at(&mut self, name: &str, at: Position) {
        let (within, name) = (self.scope_here(), self.intern(name));
        self.reference_in(within, name, at);
    }

    /// The innermost declaration around that is no function.
    fn scope_here(&self) -> Decl {
        let is_scope = |decl: &&Decl| !self.observation.declaration(**decl).kind.is_callable();
        self.open.iter().rev().find(is_scope).copied().unwrap_or(Decl(0))
    }

    fn reference_in(&mut self, within: Decl, name: Name, at: Position) {
        let row = Reference { name, is_type: false, is_led: false, is_starred: false, at, within };
        self.observation.references.change(|it| it.push(row));
    }

    /// Writes the path of a type, where only one can stand: `Outer.Inner`. What it extends, and what is made of it, is a row of its own.
    pub fn type_path(&mut self, path: &str, node: Node<'_>) {
        if !path.contains('.') || path.ends_with(']') {
            return;
        }
        let (at, first) = (start(last_name(node)), start(node));
        let is_made = self.called.iter().rev().take(MOST_BEFORE).any(|(place, _)| *place == at || *place == first);
        let is_extended = self.observation.supertypes.iter().rev().take(MOST_BEFORE).any(|site| site.at == at);
        if !is_made && !is_extended {
            let (path, within) = (self.expr(path), self.current());
            self.observation.type_paths.change(|it| it.push(ImportedUse { path, at, within }));
        }
    }
}

/// Writes the path of a type as its text has it.
pub fn read_type_path(node: Node<'_>, builder: &mut Builder<'_>) {
    let path = Some(builder.text(node)).filter(|text| text.contains(['.', ':'])).and_then(type_name);
    path.iter().for_each(|path| builder.type_path(path, node));
}

/// The name that a path ends with: `Inner` of `Outer.Inner<A>`; the node itself where it is no path.
pub fn last_name(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    for _ in 0..DEEPEST {
        let kind = at.kind();
        let mut cursor = at.walk();
        let inner = match () {
            () if GENERICS.contains(&kind) => at.named_child(0),
            () if PATHS.contains(&kind) => {
                let is_name = |it: &Node<'_>| {
                    it.kind().ends_with("identifier") || it.kind() == "type_name" || GENERICS.contains(&it.kind())
                };
                at.named_children(&mut cursor).filter(is_name).last()
            }
            () => None,
        };
        let Some(inner) = inner else { return at };
        at = inner;
    }
    at
}
