//! Operators that call members: `a + b`, `a[0]`, `len(a)`, where the text states the type of the value on the left.
//!
//! A language says which member each operator calls, and its queries which nodes are operators. The value on the left is read only
//! where its type is stated, as most operators are those of numbers and texts.

use std::borrow::Cow;

use tree_sitter::Node;

use super::arguments::{UNKNOWN, argument, given};
use super::builder::{Builder, start};
use super::fields::Fields;
use super::kind::{BindingKind, CallKind};
use super::observation::Receiver;
use super::unwritten::is_identifier;
use crate::syntax::{Expr, ExprId};

/// The members that the operators of a language call.
pub struct Operators {
    /// The signs between two values that are the names of their members.
    pub named: &'static [&'static str],
    /// The member of each other sign between two values.
    pub between: &'static [(&'static str, &'static str)],
    /// The member that an element is taken by, and that one is set by; empty without one.
    pub element: (&'static str, &'static str),
    /// Whether an element is set by the same member where a part of it is: `a[0].b = c`. Elsewhere it is taken there.
    pub sets_parts: bool,
    /// The member that a function of the language calls on its first argument.
    pub functions: &'static [(&'static str, &'static str)],
    /// Whether members of one name are chosen by the value on the right, which is read as the arguments of a call.
    pub has_arguments: bool,
    /// Whether the name of a type may begin with a small letter.
    pub has_small_types: bool,
    /// The words for no value: to compare with one calls nothing.
    pub absent: &'static [&'static str],
    /// The kinds of nodes that bind names of their own, of which no binding is written.
    pub binders: &'static [&'static str],
    /// The words before a value, or around it, that call a member, each with the member: what `protocol` finds.
    pub words: &'static [(&'static str, &'static str)],
    /// The members that a node calls which is no sign behind a value.
    pub protocol: Option<for<'t> fn(Node<'t>, &Builder<'_>) -> Option<ProtocolCall<'t>>>,
}

/// The calls of a statement, or of a sign before a value.
pub struct ProtocolCall<'t> {
    /// The value whose members are called.
    pub value: Node<'t>,
    /// The node at whose place the calls are.
    pub at: Node<'t>,
    /// The members.
    pub members: &'static [&'static str],
}

impl Operators {
    /// The signs that call a member, each once.
    pub fn signs_of(&self, member: &str) -> impl Iterator<Item = &'static str> {
        let is_element = !member.is_empty() && (self.element.0 == member || self.element.1 == member);
        let own = self.named.iter().copied().filter(move |sign| *sign == member);
        let others = self.between.iter().chain(self.functions).chain(self.words).filter(move |(_, of)| *of == member);
        own.chain(others.map(|(sign, _)| *sign)).chain(is_element.then_some("[]"))
    }

    /// The member of a sign between two values.
    fn member_of(&self, sign: &str) -> Option<&'static str> {
        let own = self.named.iter().copied().find(|own| *own == sign);
        own.or_else(|| self.between.iter().find(|it| it.0 == sign).map(|it| it.1))
    }
}

/// Types of libraries of which no value has an operator of the repository.
const OUTER: &[&str] = &[
    "Array",
    "Bool",
    "Boolean",
    "Char",
    "DateTime",
    "Decimal",
    "Dictionary",
    "Double",
    "Float",
    "HashMap",
    "Int",
    "Integer",
    "List",
    "Long",
    "Map",
    "Object",
    "Set",
    "String",
    "Vec",
    "array",
    "map",
    "size_t",
    "span",
    "string",
    "string_view",
    "unordered_map",
    "vector",
];

/// How many operators and brackets are read in a value on the left: each operator reads its own, so that long chains would be read
/// as often as they are long.
const DEEPEST: usize = 8;
/// How many bytes a path of members on the left may have.
const LONGEST_PATH: usize = 120;
/// How many nodes behind the first name are looked at for a sign.
const MOST_SIBLINGS: usize = 6;

/// Reads an operator as a call of the member that it means.
pub fn read(node: Node<'_>, operators: &Operators, builder: &mut Builder<'_>) {
    if let Some(call) = operators.protocol.and_then(|protocol| protocol(node, builder)) {
        return read_protocol(&call, operators, builder);
    }
    let is_set = is_assigned(node, operators.sets_parts, builder);
    let Some((left, sign, member)) = parts(node, operators, is_set, builder) else { return };
    let Some(path) = value(left, operators, builder, DEEPEST) else { return };
    if is_bound_apart(node, operators, builder) {
        return;
    }
    builder.call(CallKind::Operator, member, on(path, builder), start(sign));
    if operators.has_arguments {
        read_arguments(sign, is_set, builder);
    }
}

/// Whether a node is in one that binds names of its own.
fn is_bound_apart(node: Node<'_>, operators: &Operators, builder: &Builder<'_>) -> bool {
    !operators.binders.is_empty() && builder.ancestors(node).any(|it| operators.binders.contains(&it.kind()))
}

/// A value as a receiver.
fn on(value: ExprId, builder: &Builder<'_>) -> Receiver {
    match builder.observation().expr(value) {
        Expr::This => Receiver::This,
        Expr::Call(_) => Receiver::Result(value),
        _ => Receiver::Path(value),
    }
}

/// Reads the calls of a protocol.
fn read_protocol(call: &ProtocolCall<'_>, operators: &Operators, builder: &mut Builder<'_>) {
    let value = operand(call.value, operators, builder, DEEPEST).or_else(|| made(call.value, operators, builder));
    let Some(value) = value.filter(|_| !is_bound_apart(call.at, operators, builder)) else { return };
    for member in call.members {
        builder.call(CallKind::Operator, member, on(value, builder), start(call.at));
    }
}

/// A value that is made in place, by a call of its type: `Client(…)`, `http.Client(…)`, `new Client(…)`.
fn made(node: Node<'_>, operators: &Operators, builder: &mut Builder<'_>) -> Option<ExprId> {
    let of_new = || node.field("type").filter(|_| node.kind() == "object_creation_expression");
    let called = builder.text(node.field("function").or_else(of_new)?);
    let is_path = called.len() <= LONGEST_PATH && called.split('.').all(is_identifier);
    let name = called.rsplit('.').next().filter(|_| is_path && !operators.has_small_types)?;
    let is_type = name.starts_with(char::is_uppercase) && !OUTER.contains(&name);
    is_type.then(|| builder.expr(&format!("{called}()")))
}

/// Writes what a sign calls its member with: the value behind it, or those in its brackets, behind which comes the value that is set.
fn read_arguments(sign: Node<'_>, is_set: bool, builder: &mut Builder<'_>) {
    let is_element = builder.text(sign).starts_with('[');
    let given = match is_element {
        true => given(sign, builder),
        false => {
            sign.next_named_sibling().and_then(|value| argument(builder.text(value), builder)).map(Cow::into_owned)
        }
    };
    match given {
        Some(given) if is_set && is_element && is_last(sign) => builder.arguments(&format!("{given},{UNKNOWN}")),
        Some(given) => builder.arguments(&given),
        None => {}
    }
}

/// The value on the left of an operator.
enum Left<'n, 't> {
    /// A node.
    Value(Node<'n>),
    /// A name, and members behind it, in a grammar that puts these beside the sign.
    Members(&'t str),
}

/// The value on the left, the sign, and the member that is called: another where an element is set.
fn parts<'n, 't>(
    node: Node<'n>,
    operators: &Operators,
    is_set: bool,
    builder: &Builder<'t>,
) -> Option<(Left<'n, 't>, Node<'n>, &'static str)> {
    let first = node.named_child(0)?;
    let mut cursor = node.walk();
    let rest = node.children(&mut cursor).skip_while(|it| it.id() != first.id()).skip(1);
    let mut n_members = 0;
    for (nth, child) in rest.take(MOST_SIBLINGS).enumerate() {
        let (text, kind) = (builder.text(child), child.kind());
        match child.is_named() {
            true if text.starts_with('?') => return None,
            true if text.starts_with('.') && n_members == nth => {
                n_members += 1;
                continue;
            }
            _ if nth > n_members + 1 => return None,
            _ => {}
        }
        let left = || match n_members {
            0 => Some(Left::Value(first)),
            _ => {
                builder.text(node).get(..child.start_byte() - node.start_byte()).map(|it| Left::Members(it.trim_end()))
            }
        };
        if let Some(member) = operators.member_of(text) {
            // Whether a value is there at all, its type is not asked.
            let is_absent =
                || child.next_named_sibling().is_some_and(|it| operators.absent.contains(&builder.text(it)));
            let calls = !matches!(text, "==" | "!=") || !is_absent();
            return left().filter(|_| calls).map(|left| (left, child, member));
        }
        if kind.contains("argument") && !kind.contains("subscript") && !text.starts_with('[') {
            // A function of the file may have the name.
            let called = Some(builder.text(first)).filter(|name| builder.local(name).is_none())?;
            let (_, member) = operators.functions.iter().find(|(function, _)| *function == called)?;
            return Some((Left::Value(child.named_child(0)?), first, member));
        }
        if text.starts_with('[') {
            let member = if is_set && is_last(child) { operators.element.1 } else { operators.element.0 };
            return left().filter(|_| !member.is_empty()).map(|left| (left, child, member));
        }
    }
    None
}

/// Whether no member follows the brackets behind a value: `[0]` in `a[0]`, and not in `a[0].b`.
fn is_last(brackets: Node<'_>) -> bool {
    !brackets.is_named() || brackets.next_named_sibling().is_none()
}

/// Whether a node is all of the left of an assignment, be it in a node that holds nothing else: `a[0]` in `a[0] = b`, and in `a[0].b = c`
/// and `a[0][1] = c` only where parts count.
fn is_assigned(node: Node<'_>, with_parts: bool, builder: &Builder<'_>) -> bool {
    let mut at = node;
    for outer in builder.ancestors(node).take(2) {
        if outer.kind().contains("assign") && !outer.kind().contains("assignable") {
            return outer.named_child(0).is_some_and(|first| first.id() == at.id());
        }
        if !with_parts && outer.byte_range() != node.byte_range() {
            return false;
        }
        at = outer;
    }
    false
}

/// The value on the left of an operator, where the text states its type, with at most so many operators and brackets.
fn value(left: Left<'_, '_>, operators: &Operators, builder: &mut Builder<'_>, deepest: usize) -> Option<ExprId> {
    match left {
        Left::Value(node) => operand(node, operators, builder, deepest),
        Left::Members(path) => member_of_object(path, operators, builder),
    }
}

fn operand(node: Node<'_>, operators: &Operators, builder: &mut Builder<'_>, deepest: usize) -> Option<ExprId> {
    let deeper = deepest.checked_sub(1)?;
    let kind = node.kind();
    let is_this = matches!(kind, "this" | "self" | "this_expression" | "self_expression");
    if is_this || kind.ends_with("identifier") {
        return object(builder.text(node), is_this, operators, builder);
    }
    if kind.contains("parenthes") || kind == "tuple_expression" {
        let inner = node.named_child(0).filter(|_| node.named_child_count() == 1)?;
        return operand(inner, operators, builder, deeper);
    }
    if let Some((left, _, member)) = parts(node, operators, false, builder) {
        let on = value(left, operators, builder, deeper)?;
        let called = builder.lower_member(on, member);
        return Some(builder.lower(Expr::Call(called)));
    }
    member_of_object(builder.text(node), operators, builder)
}

/// A member of a value whose type the text states, or of the object at hand: `a.b`, `this.b`.
fn member_of_object(path: &str, operators: &Operators, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path = Some(path).filter(|text| text.len() <= LONGEST_PATH);
    let (of, members) = path?.split_once('.').filter(|(_, members)| members.split('.').all(is_identifier))?;
    let of = object(of, of == "this", operators, builder)?;
    Some(members.split('.').fold(of, |of, member| builder.lower_member(of, member)))
}

/// The object at hand, or a name whose type the text states.
fn object(name: &str, is_this: bool, operators: &Operators, builder: &mut Builder<'_>) -> Option<ExprId> {
    if is_this || name == "self" {
        // In an extension it is no value of the type around.
        let is_own = !builder.observation().declaration(builder.current()).is_extension();
        return is_own.then(|| builder.lower(Expr::This));
    }
    let is_type = |path: &str| {
        let is_typed = |part: &&str| operators.has_small_types || part.starts_with(char::is_uppercase);
        path.rsplit('.').take(2).find(is_typed).is_some_and(|of| !OUTER.contains(&of))
    };
    let is_typed = builder.type_here(name).is_some_and(|of| is_type(&of));
    is_typed.then(|| builder.lower_name(name))
}

impl Builder<'_> {
    /// The type that the text states of a name of the function around, or the path of what makes its value; `None` where the name is
    /// bound again.
    fn type_here(&self, name: &str) -> Option<String> {
        let binding = self.only_local(name)?;
        let path = self.observation().spelled(binding.of?);
        match binding.kind {
            BindingKind::Annotated | BindingKind::Constructed => Some(path.into_owned()),
            _ => path.strip_suffix("()").map(str::to_owned),
        }
    }
}
