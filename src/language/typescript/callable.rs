//! Types whose values can be called: what the call signatures of an interface or an object type take and give, and what
//! functions of a type give.
//!
//! All signatures of one type are bound under one set of places: where they differ, nothing is known of a place. So the
//! type of a parameter that can be no function is left out: a function that is passed there selects another signature.

use rustc_hash::FxHashSet;
use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{REST, SIGNATURE};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::context::function_type;
use super::generic;
use super::node::first;
use super::types::{is_in_place, literal_of, type_of};
use crate::syntax::ExprId;

/// The most arguments of a signature that are read.
const MOST: usize = 16;

/// The places of arguments that signatures bind, with their types.
type Bound = FxHashSet<(String, ExprId)>;

/// Binds the call signatures in the body of a type.
pub fn signatures(body: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    if !matches!(body.kind(), "interface_body" | "object_type") {
        return;
    }
    let mut cursor = body.walk();
    let signatures: Vec<Node<'_>> =
        body.named_children(&mut cursor).filter(|child| child.kind() == "call_signature").collect();
    let mut bound = Bound::default();
    for signature in &signatures {
        let own = TypeParameters::of(*signature, builder);
        takes(*signature, &own, (decl, ""), &mut bound, builder);
    }
    let mut results = signatures.iter().map(|signature| type_of(signature.field("return_type")?, builder));
    let first = results.next().flatten();
    if let Some((path, BindingKind::Annotated)) = first.filter(|first| results.all(|it| it.as_ref() == Some(first))) {
        builder.bind_expr(decl, SIGNATURE, Some(path), BindingKind::Annotated);
    }
}

/// Binds what a call of a value gives whose type is an alias of that of a function: `type F = () => A`.
pub fn alias(of: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    if let Some(path) = result(of, builder) {
        builder.bind_expr(decl, SIGNATURE, Some(path), BindingKind::Annotated);
    }
}

/// Binds what a call of a name gives that was just bound, where its annotation is the type of a function: `f: () => A`; and the type
/// arguments that the annotation states of it.
pub fn named(scope: Decl, name: &str, annotation: Option<Node<'_>>, builder: &mut Builder<'_>) {
    generic::stated(scope, name, annotation, builder);
    if let Some(path) = annotation.and_then(|annotation| result(annotation, builder)) {
        builder.bind_result(scope, name, path);
    }
}

/// The one type that a function of a type gives.
fn result(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let function = function_type(of)?;
    TypeParameters::of(function, builder).path(function.field("return_type")?, builder)
}

/// The type parameters of a signature, with their constraints.
struct TypeParameters<'n>(Vec<(String, Option<Node<'n>>)>);

impl<'n> TypeParameters<'n> {
    fn of(signature: Node<'n>, builder: &Builder<'_>) -> Self {
        let Some(list) = signature.field("type_parameters") else { return Self(Vec::new()) };
        let mut cursor = list.walk();
        let parameters = list.named_children(&mut cursor).filter_map(|parameter| {
            let name = builder.text(parameter.field("name")?).to_owned();
            Some((name, parameter.field("constraint").and_then(first)))
        });
        Self(parameters.collect())
    }

    /// The type itself, or the constraint of the type parameter that it names; `None` for one without a constraint.
    fn bound(&self, of: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
        let mut at = of;
        while matches!(at.kind(), "type_annotation" | "parenthesized_type" | "readonly_type" | "optional_type") {
            at = first(at)?;
        }
        match self.0.iter().find(|(name, _)| name == builder.text(at)) {
            Some((_, constraint)) => *constraint,
            None => Some(at),
        }
    }

    /// The path of a type that is no type parameter; of several that it joins, of the first.
    fn path(&self, of: Node<'n>, builder: &mut Builder<'_>) -> Option<ExprId> {
        let at = self.bound(of, builder)?;
        if at.kind() == "intersection_type" {
            let mut cursor = at.walk();
            let parts: Vec<Node<'n>> = at.named_children(&mut cursor).collect();
            return parts.into_iter().find_map(|part| self.path(part, builder));
        }
        match type_of(at, builder)? {
            (path, BindingKind::Annotated) if literal_of(path, builder).is_none() && !is_in_place(at) => Some(path),
            _ => None,
        }
    }
}

/// Binds what a signature takes, each under its place behind `before`.
fn takes<'n>(
    signature: Node<'n>,
    own: &TypeParameters<'n>,
    (decl, before): (Decl, &str),
    bound: &mut Bound,
    builder: &mut Builder<'_>,
) {
    let Some(list) = signature.field("parameters") else { return };
    let mut cursor = list.walk();
    let parameters: Vec<Node<'n>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    for (at, parameter) in parameters.into_iter().take(MOST).enumerate() {
        let Some(annotation) = parameter.field("type") else { continue };
        let is_rest = parameter.field("pattern").is_some_and(|pattern| pattern.kind() == "rest_pattern");
        for (place, of) in places(annotation, at, is_rest) {
            let name = format!("{before}{place}");
            match function_type(of).filter(|_| before.is_empty()) {
                Some(inner) => takes(inner, own, (decl, &name), bound, builder),
                None => {
                    if let Some(path) = own.path(of, builder).filter(|path| bound.insert((name.clone(), *path))) {
                        builder.bind_expr(decl, &name, Some(path), BindingKind::Annotated);
                    }
                }
            }
        }
    }
}

/// The places of a parameter, each with the type of its argument: a rest parameter takes several.
fn places(annotation: Node<'_>, at: usize, is_rest: bool) -> Vec<(String, Node<'_>)> {
    if !is_rest {
        return vec![(format!("({at})"), annotation)];
    }
    let Some(of) = first(annotation) else { return Vec::new() };
    let mut cursor = of.walk();
    let parts: Vec<Node<'_>> = of.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    match of.kind() {
        "tuple_type" => {
            let numbered = parts.into_iter().take(MOST).enumerate();
            numbered.map(|(nth, part)| (format!("({})", at + nth), part)).collect()
        }
        "array_type" => parts.first().map(|part| (REST.to_owned(), *part)).into_iter().collect(),
        _ => Vec::new(),
    }
}
