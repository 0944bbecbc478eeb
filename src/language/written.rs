//! Writes expressions, arguments and bindings into an observation, each expression once.

use super::builder::Builder;
use super::counted_name::with_count;
use super::expression::SIGNATURE;
use super::handed::Handed;
use super::kind::{BindingKind, CallKind, LocalScope};
use super::observation::{Binding, CallSite, Decl, Receiver};
use crate::base::Position;
use crate::syntax::{self, ArgumentsId, Expr, ExprId, ExprWriter, GivenArgument, Name};

impl ExprWriter for Builder<'_> {
    fn name(&mut self, text: &str) -> Name {
        self.intern(text)
    }

    fn expr(&mut self, expr: Expr) -> ExprId {
        *self.written.ids.entry(expr).or_insert_with(|| self.observation.exprs.change(|it| it.push(expr)))
    }
}

impl Builder<'_> {
    /// States what a local name belongs to in the language of the text, and whether it is seen behind its declaration alone.
    pub fn scope_locals(&mut self, scope: LocalScope, begin_where_declared: bool) {
        self.blocks.scope = scope;
        self.blocks.begin_where_declared = begin_where_declared;
    }

    /// States the words of the language for the object at hand.
    pub fn own_objects(&mut self, words: &'static [&'static str]) {
        self.blocks.own_objects = words;
    }

    /// Whether a word means the object at hand in the language of the text.
    pub fn is_own_object(&self, word: &str) -> bool {
        word == "this" || self.blocks.own_objects.contains(&word)
    }

    /// The expression of a path, or of a type, from its text.
    pub fn expr(&mut self, text: &str) -> ExprId {
        if let Some(known) = self.written.read.get(text) {
            return *known;
        }
        let id = syntax::expr(text, self);
        self.written.read.insert(text.into(), id);
        id
    }

    /// The receiver of a call by its path: the object at hand, the result of a call, or any other path; opaque without one.
    pub fn receiver(&mut self, path: Option<&str>) -> Receiver {
        match path {
            None => Receiver::Opaque,
            Some("this") => Receiver::This,
            Some(path) if path.ends_with("()") => Receiver::Result(self.expr(path)),
            Some(path) => Receiver::Path(self.expr(path)),
        }
    }

    /// The id of an expression that is lowered from a node.
    pub fn lower(&mut self, expr: Expr) -> ExprId {
        ExprWriter::expr(self, expr)
    }

    /// A name, lowered.
    pub fn lower_name(&mut self, text: &str) -> ExprId {
        let name = self.intern(text);
        self.lower(Expr::Name(name))
    }

    /// A member of another expression, lowered.
    pub fn lower_member(&mut self, on: ExprId, text: &str) -> ExprId {
        let name = self.intern(text);
        self.lower(Expr::Member(on, name))
    }

    /// A value that is made or cast as one of a type, lowered.
    pub fn lower_made(&mut self, of: &str) -> ExprId {
        let of = self.expr(of);
        self.lower(Expr::Made(of))
    }

    /// The value that a function takes at a place, lowered: of one that is itself taken at a place, behind that.
    pub fn lower_parameter(&mut self, function: ExprId, place: usize) -> ExprId {
        let (of, before) = match self.observation.expr(function) {
            Expr::Parameter(of, places) => (of, self.observation.name(places)),
            _ => (function, ""),
        };
        let places = format!("{before}({place})");
        let name = self.intern(&places);
        self.lower(Expr::Parameter(of, name))
    }

    /// The value of a parameter of a function that is handed to a call: `f(1)` is what `f` takes at its second place.
    pub fn handed_at(&mut self, handed: &Handed, place: usize) -> Option<ExprId> {
        match handed.places {
            Some(places) => places.contains(&place).then_some(handed.of),
            None => Some(self.lower_parameter(handed.of, place)),
        }
    }

    /// The list of arguments, from its text.
    pub(super) fn argument_list(&mut self, text: &str) -> ArgumentsId {
        if let Some(known) = self.written.lists.get(text).filter(|_| self.narrowed.is_empty()) {
            return *known;
        }
        let mut list = syntax::arguments(text, self);
        let is_narrowed = self.arguments_as_narrowed(&mut list);
        let id = self.observation.arguments.change(|it| it.push(&list));
        if !is_narrowed {
            self.written.lists.insert(text.into(), id);
        }
        id
    }

    /// States what the call that was written last is called with, each argument as it was lowered.
    pub fn given(&mut self, mut list: Vec<GivenArgument>) {
        self.arguments_as_narrowed(&mut list);
        let id = match self.written.given.get(&list) {
            Some(known) => *known,
            None => {
                let id = self.observation.arguments.change(|it| it.push(&list));
                self.written.given.insert(list, id);
                id
            }
        };
        self.enter_arguments(id);
    }

    /// Enters the arguments of the call that was written last.
    pub(super) fn enter_arguments(&mut self, list: ArgumentsId) {
        self.observation.calls.amend(|call| call.arguments = Some(list));
        if let Some((at, _)) = self.called.last() {
            self.blocks.given.push((*at, list));
        }
    }

    /// Writes a local name, or a field, of `scope`.
    pub fn bind(&mut self, scope: Decl, name: &str, type_name: Option<&str>, kind: BindingKind) {
        // Go's signature is compared, and never followed.
        let is_opaque = name == SIGNATURE && kind == BindingKind::Untyped;
        let of = type_name.map(|text| if is_opaque { self.lower_name(text) } else { self.expr(text) });
        self.bind_expr(scope, name, of, kind);
    }

    /// Writes a local name, or a field, of `scope`, with its type or value as it was lowered.
    pub fn bind_expr(&mut self, scope: Decl, name: &str, of: Option<ExprId>, kind: BindingKind) {
        let is_value = matches!(kind, BindingKind::Constructed | BindingKind::Copied);
        let of = if is_value { of.map(|of| self.as_narrowed(of)) } else { of };
        let plain = self.intern(name);
        self.widen(scope, plain);
        let binding = Binding { scope, name: self.name_in_block(scope, plain), of, kind };
        let n_before = self.observation.bindings.len();
        let first = *self.bound.entry((scope, binding.name)).or_insert(n_before);
        // Of one parameter a query may find the name once with its type and once without.
        let last = n_before.checked_sub(1).and_then(|last| self.observation.bindings.get(last));
        let is_again =
            last.is_some_and(|it| (it.scope, it.name) == (scope, binding.name) && (it.of.is_none() || of.is_none()));
        if !is_again && self.observation.bindings.get(first).is_some_and(|first| first.of != of) {
            self.rebound.insert((scope, binding.name));
        }
        let here = self.above.innermost().map(|node| node.byte_range()).unwrap_or_default();
        let before = std::mem::replace(&mut self.blocks.binder, here.clone());
        // What states no type says nothing beside what states one.
        if is_again && !here.is_empty() && before.start <= here.start && here.end <= before.end {
            self.blocks.binder = before;
            match of {
                None => return,
                Some(_) => self.observation.bindings.truncate(n_before - 1),
            }
        }
        self.observation.bindings.push(binding);
    }

    /// Writes that a text or a symbol names a function, which is called elsewhere. It is no name in code, and so no mention.
    pub fn hand_by_name(&mut self, callee: &str, receiver: Receiver, at: Position) {
        let (caller, callee) = (self.current(), self.intern(callee));
        let receiver = self.receiver_as_narrowed(receiver, CallKind::Handed);
        let kind = CallKind::Handed;
        self.observation.calls.push(&CallSite::new(caller, callee, receiver, at, kind));
    }

    /// States the namespace of a declaration at the top, which is not that of the package clause.
    pub fn namespace(&mut self, decl: Decl, name: &str) {
        let name = self.intern(name);
        self.observation.namespaces.push((decl, name));
    }

    /// States how many type parameters a declaration has, in a language where that is part of its name.
    pub fn generic(&mut self, decl: Decl, n_types: usize) {
        let name = with_count(self.observation.name(self.observation.declaration(decl).name), n_types);
        let name = self.intern(&name);
        self.observation.generics.push((decl, name));
    }

    /// States the name by which a declaration is looked up, which is not its own: that only the declaration itself sees.
    pub fn looked_up_as(&mut self, decl: Decl, name: &str) {
        let name = self.intern(name);
        self.observation.generics.push((decl, name));
    }

    /// States how many type arguments are written in the call that was written last.
    pub fn type_arguments(&mut self, n_types: usize) {
        self.observation.calls.amend(|call| call.n_types = u8::try_from(n_types).unwrap_or(u8::MAX));
    }

    /// Enters the types to which declarations belong.
    pub(super) fn enter_owners(&mut self) {
        for at in 0..self.observation.declarations.len() {
            let Some(owner) = self.observation.declarations[at].owner else { continue };
            let text = self.observation.name(owner).to_owned();
            let of = self.expr(&text);
            let decl = Decl(u32::try_from(at).unwrap_or(u32::MAX));
            self.observation.owners.change(|it| it.push((decl, of)));
        }
    }
}
