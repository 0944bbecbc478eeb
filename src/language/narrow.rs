//! Values that a test makes more of: inside of `if isinstance(a, A):` a name is known to be an `A`.
//!
//! A narrowed value is bound under a name that no code can spell, `a:A`, with its type as the annotation. What is written
//! where the test holds is written with that name in place of the value: in receivers, values and arguments.

use std::ops::Range;

use tree_sitter::Node;

use super::builder::Builder;
use super::kind::{BindingKind, CallKind};
use super::narrowed::{KnownPart, Narrowed};
use super::observation::{Binding, Decl, Receiver};
use super::read_name::EITHER;
use crate::syntax::{ArgumentsId, Expr, ExprId, GivenArgument, Name};

/// The kinds of nodes that are types with objects of their own, or may be members of one.
const TYPES_IN_PLACE: &[&str] = &["class_declaration", "function_declaration", "object_declaration", "object_literal"];

impl Builder<'_> {
    /// States that a value is of one of some types in some bytes of the text, all of which the walk has still to come to.
    pub fn narrow(&mut self, value: ExprId, types: &[ExprId], within: Range<usize>) {
        if within.is_empty() || types.is_empty() {
            return;
        }
        let scope = self.current();
        let here = self.here().start;
        self.narrowed.retain(|it| it.within.end > here);
        let name = match types {
            [of] => self.narrowed_name(scope, value, *of),
            _ => {
                let each: Vec<ExprId> = types.iter().map(|of| self.narrowed_name(scope, value, *of)).collect();
                let text = each.iter().map(|name| self.observation.spelled(*name)).collect::<Vec<_>>().join(EITHER);
                let name = self.intern(&text);
                if !self.is_bound(scope, name) {
                    each.into_iter().for_each(|of| self.bind_expr(scope, &text, Some(of), BindingKind::Copied));
                }
                self.lower(Expr::Name(name))
            }
        };
        self.narrowed.push(Narrowed { value, name, scope, within, is_variable: false });
    }

    /// The members of a value of which more is known where the walk is.
    pub fn known_parts(&self, of: ExprId) -> Vec<KnownPart> {
        let here = self.here().start;
        let known = self.narrowed.iter().filter(|it| !it.is_variable && it.within.contains(&here));
        let part = |it: &Narrowed| match self.observation.expr(it.value) {
            Expr::Member(on, name) if on == of => Some((name, it.name)),
            _ => None,
        };
        known.filter_map(part).collect()
    }

    /// States the same members of another value in some bytes of the text.
    pub fn know_parts(&mut self, of: ExprId, parts: Vec<KnownPart>, within: Range<usize>) {
        let scope = self.current();
        for (name, known) in parts {
            let value = self.lower(Expr::Member(of, name));
            self.narrowed.push(Narrowed { value, name: known, scope, within: within.clone(), is_variable: false });
        }
    }

    /// States that a value is another in some bytes of the text, where it is written with that.
    pub(super) fn stand_for(&mut self, value: ExprId, other: ExprId, within: Range<usize>) {
        let (scope, here) = (self.current(), self.here().start);
        self.narrowed.retain(|it| it.within.end > here);
        self.narrowed.push(Narrowed { value, name: other, scope, within, is_variable: true });
    }

    /// States that a function without a name runs with another object at hand.
    pub fn imply(&mut self, object: ExprId, within: Range<usize>) {
        let this = self.lower(Expr::This);
        self.stand_for(this, object, within.clone());
        self.imply_if_stated(object, within);
    }

    /// The same, where the called function states the object; `this` keeps its meaning otherwise.
    pub fn imply_if_stated(&mut self, object: ExprId, within: Range<usize>) {
        let here = self.here().start;
        self.blocks.implied.retain(|(_, range)| range.end > here);
        self.blocks.implied.push((object, within));
    }

    /// States another object at hand, where one is stated around.
    pub fn imply_within_implied(&mut self, object: ExprId, within: Range<usize>) {
        let is_around = |(_, range): &(ExprId, Range<usize>)| range.contains(&within.start);
        if self.blocks.implied.iter().any(is_around) {
            self.imply_if_stated(object, within);
        }
    }

    /// Whether another object at hand is stated where the walk is.
    pub fn is_implied_here(&self) -> bool {
        let here = self.here().start;
        self.blocks.implied.iter().any(|(_, within)| within.contains(&here))
    }

    /// Whether a declaration binds a name.
    pub fn is_bound(&self, scope: Decl, name: Name) -> bool {
        self.bound.contains_key(&(scope, name))
    }

    /// A receiver, as it is seen where the walk is.
    pub fn receiver_here(&mut self, receiver: Receiver) -> Receiver {
        self.receiver_as_narrowed(receiver, CallKind::New)
    }

    /// States that the name of a parameter means a value inside of a function without a name.
    pub fn give(&mut self, name: &str, value: ExprId, within: Range<usize>) {
        let name = self.lower_name(name);
        self.stand_for(name, value, within);
    }

    /// The objects at hand for a call without a receiver, beside that of the declarations around.
    fn implied(&mut self) -> Option<ArgumentsId> {
        let here = self.here().start;
        let implied = self.blocks.implied.iter().rev().filter(|(_, within)| within.contains(&here));
        let list: Vec<GivenArgument> = implied.map(|(value, _)| GivenArgument { label: None, value: *value }).collect();
        if list.is_empty() {
            return None;
        }
        let ids: Vec<String> = list.iter().map(|it| it.value.0.to_string()).collect();
        // No arguments have that text.
        let text = format!("this {}", ids.join(" "));
        let known = self.written.lists.get(text.as_str()).copied();
        Some(known.unwrap_or_else(|| {
            let id = self.observation.arguments.change(|it| it.push(&list));
            self.written.lists.insert(text.into(), id);
            id
        }))
    }

    /// The name of a value that is of a type.
    fn narrowed_name(&mut self, scope: Decl, value: ExprId, of: ExprId) -> ExprId {
        // Another variable of the name may be seen here.
        let seen = self.narrowed_by(value, |it| it.is_variable);
        let value = if matches!(self.observation.expr(seen), Expr::Name(_)) { seen } else { value };
        let text = format!("{}:{}", self.observation.spelled(value), self.observation.spelled(of));
        let name = self.intern(&text);
        if !self.bound.contains_key(&(scope, name)) {
            // It is the name of no variable, so no block has one of its own.
            self.bound.insert((scope, name), self.observation.bindings.len());
            self.observation.bindings.push(Binding { scope, name, of: Some(of), kind: BindingKind::Annotated });
        }
        self.lower(Expr::Name(name))
    }

    /// Ends what is known of a name, and of what is reached through it, where it is bound anew.
    pub(super) fn widen(&mut self, scope: Decl, name: Name) {
        if self.narrowed.is_empty() {
            return;
        }
        let here = self.here();
        let is_of = |id: ExprId| match self.observation.expr(id) {
            Expr::Name(known) | Expr::Member(_, known) | Expr::Field(_, known) | Expr::OwnField(known) => known == name,
            _ => false,
        };
        let exprs = &self.observation.exprs;
        for narrowed in self.narrowed.iter_mut().filter(|it| !it.is_variable) {
            let mut parts = std::iter::successors(Some(narrowed.value), |id| exprs.inner(*id));
            if narrowed.within.start <= here.start && parts.any(is_of) {
                // The value of an assignment is read before; what a loop or a function binds, it binds for its body.
                let end = if narrowed.scope == scope && !here.holds_body { here.end } else { here.start };
                narrowed.within.end = narrowed.within.end.min(end);
            }
        }
    }

    /// An expression with the names of the values that are narrowed where the walk is.
    pub(super) fn as_narrowed(&mut self, id: ExprId) -> ExprId {
        if self.narrowed.is_empty() { id } else { self.narrowed_by(id, |_| true) }
    }

    fn narrowed_by(&mut self, id: ExprId, is_meant: fn(&Narrowed) -> bool) -> ExprId {
        let here = self.here().start;
        let exprs = &self.observation.exprs;
        let mut is_called = false;
        let mut at = Some(id);
        let found = loop {
            let Some(inner) = at else { break None };
            let is_here = |it: &&Narrowed| is_meant(it) && it.value == inner && it.within.contains(&here);
            // What is called under the name is a function beside the value.
            let found = self.narrowed.iter().rev().find(is_here);
            if let Some(found) = found.filter(|found| found.is_variable || !is_called) {
                break Some((found.value, found.name));
            }
            is_called = matches!(exprs.get(inner), Expr::Call(_));
            at = exprs.inner(inner);
        };
        found.map_or(id, |(value, name)| self.replaced(id, value, name))
    }

    fn replaced(&mut self, id: ExprId, value: ExprId, name: ExprId) -> ExprId {
        let mut outer = Vec::new();
        let mut at = id;
        while at != value {
            outer.push(self.observation.expr(at));
            let Some(inner) = self.observation.exprs.inner(at) else { return id };
            at = inner;
        }
        outer.into_iter().rev().fold(name, |on, expr| {
            let expr = match expr {
                Expr::Member(_, name) => Expr::Member(on, name),
                Expr::Field(_, name) => Expr::Field(on, name),
                Expr::Call(_) => Expr::Call(on),
                Expr::Element(_) => Expr::Element(on),
                Expr::Parameter(_, name) => Expr::Parameter(on, name),
                Expr::Given(_, value) => Expr::Given(on, value),
                Expr::List(_) => Expr::List(on),
                Expr::Map(_) => Expr::Map(on),
                Expr::Made(_) => Expr::Made(on),
                other => other,
            };
            self.lower(expr)
        })
    }

    /// A receiver with the names of narrowed values.
    pub(super) fn receiver_as_narrowed(&mut self, receiver: Receiver, kind: CallKind) -> Receiver {
        if self.narrowed.is_empty() && self.blocks.implied.is_empty() {
            return receiver;
        }
        match receiver {
            Receiver::Path(path) => Receiver::Path(self.as_narrowed(path)),
            Receiver::Value(path) => Receiver::Value(self.as_narrowed(path)),
            Receiver::Result(path) => Receiver::Result(self.as_narrowed(path)),
            Receiver::This => {
                let this = self.lower(Expr::This);
                let narrowed = self.as_narrowed(this);
                match narrowed == this {
                    true if kind == CallKind::Call && self.may_be_of_block() => {
                        self.implied().map_or(receiver, Receiver::Implied)
                    }
                    true => Receiver::This,
                    false => Receiver::Path(narrowed),
                }
            }
            Receiver::Bare if kind == CallKind::Call => self.implied().map_or(receiver, Receiver::Implied),
            _ => receiver,
        }
    }

    /// Whether `this` may be the object of a function without a name around, and not that of a type which is written inside of it.
    fn may_be_of_block(&self) -> bool {
        let Some(node) = self.above.innermost().filter(|_| !self.is_own_object("self")) else { return false };
        let around = self.blocks.implied.iter().rev().find(|(_, within)| within.contains(&node.start_byte()));
        around.is_some_and(|(_, within)| {
            let mut inside = self.ancestors(node).take_while(|outer| within.start <= outer.start_byte());
            !inside.any(|outer| TYPES_IN_PLACE.contains(&outer.kind()))
        })
    }

    /// Puts the names of narrowed values into arguments. Whether there was one.
    pub(super) fn arguments_as_narrowed(&mut self, list: &mut [GivenArgument]) -> bool {
        let mut is_narrowed = false;
        for argument in list {
            let value = self.as_narrowed(argument.value);
            is_narrowed |= value != argument.value;
            argument.value = value;
        }
        is_narrowed
    }

    /// The node that the walk is at.
    fn here(&self) -> Here {
        let Some(node) = self.above.innermost() else { return Here { start: 0, end: usize::MAX, holds_body: true } };
        Here { start: node.start_byte(), end: node.end_byte(), holds_body: holds_body(node) }
    }
}

struct Here {
    start: usize,
    end: usize,
    holds_body: bool,
}

/// Whether a node has what is done with the names that it binds inside of it.
fn holds_body(node: Node<'_>) -> bool {
    let kind = node.kind();
    ["for", "with", "function", "lambda", "closure", "arrow", "catch", "except", "using", "foreach"]
        .iter()
        .any(|word| kind.contains(word))
}
