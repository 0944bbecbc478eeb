//! Local names by the blocks that see them, in a language whose blocks, or functions without a name, are scopes.
//!
//! A function may use one name for several things, each in a block of its own. The first keeps the name; every other is bound under
//! a name that no code can spell, `a#2`, and what is written where it is seen is written with that name.

use std::ops::Range;

use tree_sitter::Node;

use super::blocks::{FARTHEST, Variable};
use super::builder::{Builder, start};
use super::kind::{BindingKind, DeclKind, LocalScope};
use super::observation::{Binding, Decl, Declaration, Receiver};
use super::seen::{CLOSURES, SeenIn, body_of, is_block, seen_in};
use super::seen_where_tested::seen_where_tested;
use super::word_places::WordPlaces;
use crate::syntax::{Expr, ExprId, Name};

/// The kinds of functions with a name, where closures are scopes and blocks are none.
const FUNCTIONS: &[&str] = &["method", "method_declaration", "singleton_method"];

/// The kinds of expressions that bind names of their own, where functions without a name are scopes.
const COMPREHENSIONS: &[&str] =
    &["dictionary_comprehension", "generator_expression", "list_comprehension", "set_comprehension"];

/// The kinds of functions without a name that state what they use of the variables around, and how that statement ends.
const STATES_USES: &[&str] = &["anonymous_function", "anonymous_function_creation_expression"];
/// See [`STATES_USES`].
const USES: &str = "use_clause";

impl Builder<'_> {
    /// The name under which a binding is entered that the walk is at: another one where the name is already that of another
    /// variable of the function.
    pub(super) fn name_in_block(&mut self, scope: Decl, name: Name) -> Name {
        if let Some(stands) = self.name_in_statement(scope, name) {
            return stands;
        }
        let is_local = self.blocks.scope != LocalScope::Function
            && self.observation.name(name).starts_with(|head: char| head.is_alphabetic() || matches!(head, '_' | '$'));
        let Some(node) = self.above.innermost().filter(|node| is_local && !is_of_type(node.kind())) else {
            return name;
        };
        if !self.has_locals(scope, node) {
            return name;
        }
        let binder = node.start_byte()..body_of(node).map_or(node.end_byte(), |body| body.start_byte());
        let closure = match self.blocks.scope {
            LocalScope::Closure => Some(self.closure(node)),
            LocalScope::Lambda => {
                // What a comprehension assigns is seen by the function around it.
                let is_scope = |outer: &Node<'_>| {
                    outer.kind() == "lambda"
                        || COMPREHENSIONS.contains(&outer.kind()) && node.kind() != "named_expression"
                };
                let mut around = std::iter::once(node).chain(self.ancestors(node)).take(FARTHEST);
                let Some(scope) = around.find(is_scope) else { return name };
                Some(scope.byte_range())
            }
            _ => None,
        };
        let known = self.blocks.bound.get(&(scope, name));
        let open = known.map_or(&[][..], |known| &known.open);
        let is_sealed = closure.is_some() && self.is_sealed(node, name);
        if let Some(known) = self.same_variable(node, &binder, (closure.as_ref(), is_sealed), open) {
            return known.stands;
        }
        // The first variable of code that a file holds is another than the function of its name.
        let is_function = |row: &Declaration| row.kind == DeclKind::Function && row.container == Some(scope);
        let hides =
            scope == Decl(0) && self.observation.declarations.iter().any(|row| row.name == name && is_function(row));
        let tested = if closure.is_none() { seen_where_tested(node, self.ancestors(node)) } else { None };
        let is_tested = tested.is_some();
        let seen_in = match &closure {
            Some(closure) => SeenIn { seen: closure.clone(), from: closure.start, holder: closure.clone() },
            None => tested.unwrap_or_else(|| seen_in(node, self.ancestors(node))),
        };
        let is_declared_below = closure.is_none()
            && (is_tested && self.is_written_around(name, node, &seen_in)
                || self.is_written_before(scope, name, node, &seen_in));
        let seen_in = if is_declared_below { self.seen_from_declaration(node, seen_in) } else { seen_in };
        let known = self.blocks.bound.get(&(scope, name));
        let n = match known.map_or(usize::from(hides), |known| known.n) {
            // An assignment makes no variable of a block, nor does `var`.
            0 if !self.is_of_function(node)
                && (is_declared_below || self.is_written_beside(scope, name, node, (&binder, &seen_in))) =>
            {
                2
            }
            n => n + 1,
        };
        let stands = match n {
            1 => name,
            _ => {
                let text = format!("{}#{n}", self.observation.name(name));
                self.intern(&text)
            }
        };
        let SeenIn { seen, from, holder } = seen_in;
        let is_first = n == 1 && closure.is_none();
        let seen = if is_first { 0..usize::MAX } else { seen };
        if n > 1 {
            let [value, other] = [name, stands].map(|name| self.lower(Expr::Name(name)));
            let within = from..seen.end;
            // What a call hands to a function without a name is known better.
            let is_inside = |it: &Range<usize>| binder.end <= it.start && it.end <= holder.end;
            let is_given = self.narrowed.iter().any(|it| it.is_variable && it.value == value && is_inside(&it.within));
            if !is_given {
                self.stand_for(value, other, within);
            }
        }
        if n > 1 {
            self.blocks.imported.insert(stands);
            self.blocks.parted.insert(name);
        }
        let known = self.blocks.bound.entry((scope, name)).or_default();
        known.n = n;
        known.open.retain(|it| it.seen.end > binder.start);
        known.open.push(Variable { binder, seen, stands });
        stands
    }

    /// The name under which a name is bound that the walk is at.
    pub fn bound_as(&mut self, scope: Decl, name: &str) -> String {
        let plain = self.intern(name);
        let stands = if name.is_empty() { plain } else { self.name_in_block(scope, plain) };
        self.observation.name(stands).to_owned()
    }

    /// The variable of its name that a node binds again: several patterns of the queries read one variable, and an
    /// assignment makes none where one is seen.
    fn same_variable<'v>(
        &self,
        node: Node<'_>,
        binder: &Range<usize>,
        (closure, is_sealed): (Option<&Range<usize>>, bool),
        open: &'v [Variable],
    ) -> Option<&'v Variable> {
        let is_assigned = self.is_assigned(node) && !is_sealed;
        let mut near = open.iter().rev().take(FARTHEST);
        match closure {
            Some(closure) => near.find(|it| it.seen == *closure || is_assigned && it.seen.contains(&binder.start)),
            None if is_assigned => near.find(|it| it.seen.contains(&binder.start)),
            None => near.next().filter(|last| overlap(&last.binder, binder)),
        }
    }

    /// Whether an assignment reaches no variable outside of the function without a name around it, which has to state what it uses.
    fn is_sealed(&self, node: Node<'_>, name: Name) -> bool {
        let is_function = |outer: &Node<'_>| CLOSURES.contains(&outer.kind());
        let Some(function) = self.ancestors(node).take(FARTHEST).find(is_function) else { return false };
        let mut cursor = function.walk();
        let name = self.observation.name(name).as_bytes();
        let uses = |part: Node<'_>| {
            let text = self.text(part).as_bytes();
            part.kind().ends_with(USES) && WordPlaces::of(text).has(name, 0..text.len())
        };
        STATES_USES.contains(&function.kind()) && !function.named_children(&mut cursor).any(uses)
    }

    /// Whether a node binds a name for the whole function, whatever blocks are around it.
    fn is_of_function(&self, node: Node<'_>) -> bool {
        let is_var = |parent: Node<'_>| {
            parent.kind() == "variable_declaration" && parent.child(0).is_some_and(|word| word.kind() == "var")
        };
        self.is_assigned(node) || self.parent(node).is_some_and(is_var)
    }

    /// Whether a node is an assignment that declares nothing.
    fn is_assigned(&self, node: Node<'_>) -> bool {
        node.kind().contains("assignment")
            && self.parent(node).is_none_or(|parent| parent.kind() != "variable_declaration")
    }

    /// Whether what a scope binds at a node is a local name: it is of a function, or of code that runs for something else.
    fn has_locals(&self, scope: Decl, node: Node<'_>) -> bool {
        let kind = self.observation.declaration(scope).kind;
        let has_closures = matches!(self.blocks.scope, LocalScope::Closure | LocalScope::Lambda);
        let is_script = has_closures && kind == DeclKind::File;
        // A variable may be open that is taken back as a local name.
        let innermost = self.observation.declaration(self.current());
        let is_value = matches!(innermost.kind, DeclKind::Variable | DeclKind::Field);
        let is_around = scope == self.current() || is_value && innermost.container == Some(scope);
        kind.is_callable() || is_script || is_around && self.is_in_closure(scope, node)
    }

    /// Whether a node is in code that a scope which is no function holds: a function without a name, or a block that runs.
    fn is_in_closure(&self, scope: Decl, node: Node<'_>) -> bool {
        let at = self.observation.declaration(scope).at;
        let is_inside = |outer: &Node<'_>| scope == Decl(0) || start(*outer) > at;
        let mut inside = std::iter::once(node).chain(self.ancestors(node)).take(FARTHEST).take_while(is_inside);
        inside.any(|outer| CLOSURES.contains(&outer.kind()))
    }

    /// Whether a variable is a local name of a function without a name, where blocks are scopes: none is declared for it.
    pub fn is_local_of_closure(&self, scope: Decl, node: Node<'_>) -> bool {
        self.blocks.scope == LocalScope::Block && self.is_in_closure(scope, node)
    }

    /// The name under which a local name is entered that an import binds where the walk is.
    pub fn imported_here(&mut self, local: &str) -> String {
        let plain = self.intern(local);
        let name = self.assigned_here(plain).unwrap_or_else(|| self.name_in_block(self.current(), plain));
        if name != plain {
            self.blocks.imported.insert(name);
        }
        self.observation.name(name).to_owned()
    }

    /// Binds what a call of a name gives that was just bound, where the text states it: under `a()`, which is no function's.
    pub fn bind_result(&mut self, scope: Decl, name: &str, of: ExprId) {
        let name = self.intern(name);
        let last = self.blocks.bound.get(&(scope, name)).and_then(|known| known.open.last());
        let text = format!("{}()", self.observation.name(last.map_or(name, |last| last.stands)));
        let name = self.intern(&text);
        self.observation.bindings.push(Binding { scope, name, of: Some(of), kind: BindingKind::Returns });
    }

    /// The name of the variable that is seen where the walk is in the value of an assignment, which makes none itself.
    fn assigned_here(&self, plain: Name) -> Option<Name> {
        let node = self.above.innermost()?;
        let mut around =
            self.ancestors(node).take_while(|outer| !is_block(outer.kind()) && !CLOSURES.contains(&outer.kind()));
        let assigned = around.find(|outer| outer.kind().contains("assignment"))?;
        if self.parent(assigned).is_some_and(|parent| parent.kind() == "variable_declaration") {
            return None;
        }
        let known = self.blocks.bound.get(&(self.current(), plain))?;
        known.open.iter().rev().take(FARTHEST).find(|it| it.seen.contains(&node.start_byte())).map(|it| it.stands)
    }

    /// The name of a function that is called without a receiver: that of the import which is seen where the walk is, or of the
    /// variable that hides a function of the file.
    pub(super) fn callee_here(&mut self, callee: &str, receiver: Receiver) -> Name {
        let name = self.intern(callee);
        if receiver != Receiver::Bare || self.blocks.imported.is_empty() {
            return name;
        }
        let plain = self.lower(Expr::Name(name));
        let here = self.as_narrowed(plain);
        if here == plain {
            return name;
        }
        // A value that is known of the variable may stand for it.
        let at = self.above.innermost().map_or(0, |node| node.start_byte());
        let seen = self.open.iter().rev().map(|scope| self.blocks.seen_as(*scope, name, at));
        let mut names = self.observation.exprs.name(here).into_iter().chain(seen);
        names.find(|here| self.blocks.imported.contains(here)).unwrap_or(name)
    }

    /// States that a name calls another function in some bytes of the text.
    pub fn call_as(&mut self, name: &str, other: &str, within: Range<usize>) {
        let value = self.lower_name(other);
        self.give(name, value, within);
        let called = self.intern(other);
        self.blocks.imported.insert(called);
    }

    /// The bytes of the innermost function around a node, with a name or without; those of the whole text outside of one.
    fn closure(&self, node: Node<'_>) -> Range<usize> {
        let is_function = |outer: &Node<'_>| CLOSURES.contains(&outer.kind()) || FUNCTIONS.contains(&outer.kind());
        self.ancestors(node).take(FARTHEST).find(is_function).map_or(0..usize::MAX, |function| function.byte_range())
    }

    /// Whether the walk is where a local name is seen that code from byte `from` on binds.
    pub fn is_seen(&mut self, name: &str, from: usize) -> bool {
        let name = self.intern(name);
        let here = self.above.innermost().map_or(0, |node| node.start_byte());
        let is_here = |it: &Variable| from <= it.seen.start && it.seen.contains(&here);
        let mut known = self.open().iter().rev().filter_map(|scope| self.blocks.bound.get(&(*scope, name)));
        known.any(|known| known.open.iter().rev().take(FARTHEST).any(is_here))
    }

    /// Whether a name was bound by what the walk is at.
    pub fn is_bound_here(&mut self, scope: Decl, name: &str) -> bool {
        let name = self.intern(name);
        let known = self.blocks.bound.get(&(scope, name));
        let here = self.above.innermost().map(|node| node.byte_range());
        known.zip(here).is_none_or(|(known, here)| known.open.last().is_none_or(|known| overlap(&known.binder, &here)))
    }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Whether a node states what a type parameter is, which no block does.
fn is_of_type(kind: &str) -> bool {
    kind.contains("type_param") || kind.contains("constraint") || kind == "where_predicate"
}
