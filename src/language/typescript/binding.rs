//! Reads what is bound: variables, parameters, patterns, and the types that the text states for them.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration};
use super::super::type_arguments::further_bounds;
use super::callable;
use super::expression::{LITERAL, UNKNOWN, path};
use super::generic;
use super::node::{first, has_word, unquoted};
use super::types::{self, Stated, type_of};
use super::value::{made_by, values};
use crate::syntax::{Expr, ExprId};

/// Binds a name with a type, if one is stated, or else with a type that is not known.
pub fn bind(scope: Decl, name: &str, stated: Option<Stated>, builder: &mut Builder<'_>) {
    match stated {
        Some((of, kind)) => builder.bind_expr(scope, name, Some(of), kind),
        None => builder.bind(scope, name, Some(UNKNOWN), BindingKind::Annotated),
    }
}

/// The type of an annotation, else what the value is made by.
pub fn stated(annotation: Option<Node<'_>>, value: Option<Node<'_>>, builder: &mut Builder<'_>) -> Option<Stated> {
    match annotation {
        Some(annotation) => type_of(annotation, builder),
        None => made_by(value?, builder),
    }
}

/// The same where a value may be one of several: the types of all, which have to agree. None where one has none.
pub fn all_stated(annotation: Option<Node<'_>>, value: Option<Node<'_>>, builder: &mut Builder<'_>) -> Vec<Stated> {
    let Some(value) = value.filter(|_| annotation.is_none()) else {
        return stated(annotation, None, builder).into_iter().collect();
    };
    let made: Option<Vec<Stated>> = values(value).into_iter().map(|value| made_by(value, builder)).collect();
    let made = made.unwrap_or_default();
    // Each object that is written in place has members of its own.
    let is_object = |(of, _): &Stated| builder.observation().expr(*of) == Expr::Object;
    if made.len() > 1 && made.iter().any(is_object) { Vec::new() } else { made }
}

/// Binds a name with all of some types, or else with a type that is not known.
pub fn bind_all(scope: Decl, name: &str, stated: &[Stated], builder: &mut Builder<'_>) {
    if stated.is_empty() {
        bind(scope, name, None, builder);
    }
    for of in stated {
        bind(scope, name, Some(*of), builder);
    }
}

/// The source of a destructuring pattern: a type, as it is written, or a value, as a path.
#[derive(Clone)]
pub enum Whole<'n> {
    /// An annotation.
    Typed(Node<'n>),
    /// A value or a type.
    Path(ExprId),
    /// Nothing is known of it.
    Unknown,
}

impl<'n> Whole<'n> {
    /// The source of a variable or parameter.
    pub fn of(annotation: Option<Node<'n>>, value: Option<Node<'n>>, builder: &mut Builder<'_>) -> Self {
        match annotation {
            Some(annotation) => Self::Typed(annotation),
            None => Self::at(value.and_then(|value| made_by(value, builder)).map(|(path, _)| path)),
        }
    }

    fn at(path: Option<ExprId>) -> Self {
        path.map_or(Self::Unknown, Self::Path)
    }

    fn stated(&self, builder: &mut Builder<'_>) -> Option<Stated> {
        match self {
            Self::Typed(annotation) => type_of(*annotation, builder),
            Self::Path(path) => Some((*path, BindingKind::Copied)),
            Self::Unknown => None,
        }
    }

    fn path(&self, builder: &mut Builder<'_>) -> Option<ExprId> {
        self.stated(builder).map(|(path, _)| path)
    }

    fn member(&self, name: &str, builder: &mut Builder<'_>) -> Self {
        match self {
            Self::Typed(annotation) if types::is_in_place(*annotation) => {
                types::property(*annotation, name, builder).map_or(Self::Unknown, Self::Typed)
            }
            _ => Self::at(self.path(builder).map(|path| builder.lower_member(path, name))),
        }
    }

    fn element(&self, builder: &mut Builder<'_>) -> Self {
        Self::at(self.path(builder).map(|path| builder.lower(Expr::Element(path))))
    }
}

/// Binds what a pattern takes apart.
pub fn take_apart<'n>(scope: Decl, pattern: Node<'n>, whole: Whole<'n>, builder: &mut Builder<'_>) {
    let mut open = vec![(pattern, whole)];
    while let Some((at, whole)) = open.pop() {
        match at.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                let stated = whole.stated(builder);
                bind(scope, builder.text(at), stated, builder);
                if let Whole::Typed(annotation) = whole {
                    callable::named(scope, builder.text(at), Some(annotation), builder);
                }
            }
            "assignment_pattern" => open.extend(at.field("left").map(|left| (left, whole))),
            "rest_pattern" => open.extend(first(at).map(|rest| (rest, whole))),
            "object_pattern" => {
                let mut cursor = at.walk();
                for child in at.named_children(&mut cursor) {
                    let (key, target) = match child.kind() {
                        "pair_pattern" => (child.field("key"), child.field("value")),
                        "object_assignment_pattern" => (child.field("left"), child.field("left")),
                        "rest_pattern" => (None, Some(child)),
                        _ => (Some(child), Some(child)),
                    };
                    let part =
                        key.map_or_else(|| whole.clone(), |key| whole.member(unquoted(builder.text(key)), builder));
                    open.extend(target.map(|target| (target, part)));
                }
            }
            "array_pattern" => {
                let mut cursor = at.walk();
                for child in at.named_children(&mut cursor) {
                    let is_rest = child.kind() == "rest_pattern";
                    let part = if is_rest { whole.clone() } else { whole.element(builder) };
                    open.push((child, part));
                }
            }
            _ => {}
        }
    }
}

/// The names that a pattern binds.
pub fn names<'n>(pattern: Node<'n>) -> Vec<Node<'n>> {
    let mut open = vec![pattern];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match at.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => found.push(at),
            "pair_pattern" => open.extend(at.field("value")),
            "assignment_pattern" | "object_assignment_pattern" => open.extend(at.field("left")),
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            _ => {}
        }
    }
    found.sort_by_key(Node::start_byte);
    found
}

/// Binds the parameters of a function to the innermost open declaration.
pub fn parameters(function: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    let handed = builder.handed(function);
    let handed_at = |at: usize, builder: &mut Builder<'_>| {
        handed.as_ref().and_then(|handed| builder.handed_at(handed, at)).map_or(Whole::Unknown, Whole::Path)
    };
    if let Some(name) = function.field("parameter") {
        let whole = handed_at(0, builder);
        return take_apart(scope, name, whole, builder);
    }
    let Some(list) = function.field("parameters") else { return };
    let mut cursor = list.walk();
    for (at, parameter) in list.named_children(&mut cursor).filter(|child| !child.is_extra()).enumerate() {
        let pattern = parameter.field("pattern").unwrap_or(parameter);
        let annotation = parameter.field("type");
        let value = parameter.field("value");
        if matches!(pattern.kind(), "identifier" | "this") && property_type(function, parameter) {
            let stated = stated(annotation, value, builder);
            bind(scope, builder.text(pattern), stated, builder);
            callable::named(scope, builder.text(pattern), annotation, builder);
            declare_property(parameter, builder.text(pattern), stated, builder);
        } else if pattern.kind() == "this" {
            let stated = stated(annotation, None, builder);
            bind(scope, "this", stated, builder);
        } else {
            let whole = Whole::of(annotation, value, builder);
            let whole = if let Whole::Unknown = whole { handed_at(at, builder) } else { whole };
            take_apart(scope, pattern, whole, builder);
        }
    }
}

/// Whether a parameter of a constructor is also a field: `constructor(private a: A)`.
fn property_type(function: Node<'_>, parameter: Node<'_>) -> bool {
    let mut cursor = parameter.walk();
    function.kind() == "method_definition"
        && parameter.children(&mut cursor).any(|child| {
            matches!(child.kind(), "accessibility_modifier" | "override_modifier") || child.kind() == "readonly"
        })
}

/// Declares the field of a parameter property in the class around the open constructor.
fn declare_property(node: Node<'_>, name: &str, stated: Option<Stated>, builder: &mut Builder<'_>) {
    let Some(class) = builder.observation().declaration(builder.current()).container else { return };
    bind(class, name, stated, builder);
    callable::named(class, name, node.field("type"), builder);
    let exported = builder.observation().declaration(class).exported;
    let field = row(builder.intern(name), DeclKind::Field, class, node);
    builder.declare(Declaration { exported, ..field });
    builder.close();
}

/// A declaration that spans a node.
pub fn row(name: crate::syntax::Name, kind: DeclKind, container: Decl, node: Node<'_>) -> Declaration {
    Declaration {
        name,
        kind,
        container: Some(container),
        owner: None,
        at: start(node),
        start_line: line(node.start_position().row),
        end_line: line(node.end_position().row),
        body_line: 0,
        exported: false,
        parameters: None,
    }
}

/// Binds the names of a loop, a `catch`, or a type parameter.
pub fn local(node: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    let field = |name| node.field(name);
    let (pattern, whole) = match node.kind() {
        "for_in_statement" if field("kind").is_none() => return,
        "for_in_statement" if has_word(node, "in") => (field("left"), Whole::Path(builder.lower(LITERAL))),
        "for_in_statement" => {
            let right = field("right").and_then(|right| path(right, builder));
            (field("left"), Whole::at(right.map(|right| builder.lower(Expr::Element(right)))))
        }
        "catch_clause" => (field("parameter"), Whole::Unknown),
        _ => {
            let Some(name) = field("name") else { return };
            let constraint = field("constraint").and_then(first);
            let bound = constraint.and_then(|bound| type_of(bound, builder));
            generic::parameter(node, builder.text(name), builder);
            if let Some(joined) = constraint.filter(|of| of.kind() == "intersection_type") {
                let types = types::joined(joined, builder);
                let (first, others) = types.split_first().map_or((None, &[][..]), |(it, others)| (Some(*it), others));
                for of in others {
                    builder.bind_expr(scope, &further_bounds(builder.text(name)), Some(*of), BindingKind::Returns);
                }
                return bind(scope, builder.text(name), first.map(|of| (of, BindingKind::Annotated)), builder);
            }
            return bind(scope, builder.text(name), bound, builder);
        }
    };
    if let Some(pattern) = pattern {
        take_apart(scope, pattern, whole, builder);
    }
}
