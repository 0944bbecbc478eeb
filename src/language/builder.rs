//! Writes an observation: interns its names and keeps the stack of open declarations.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::above::Above;
use super::blocks::Blocks;
use super::expr_table::ExprTable;
use super::handed::Handed;
use super::kind::{BindingKind, CallKind, DeclKind, ImportKind, Inheritance};
use super::mentioned::MentionSite;
use super::narrowed::Narrowed;
use super::observation::{
    CallSite, Decl, Declaration, Export, ImportSite, LocalGap, Observation, Parameters, Receiver, SuperSite,
};
use crate::base::{GapKind, Position, SUBSTITUTE, printable};
use crate::syntax::{Expr, ExprId, Name};

/// An observation that is being written. Handed to the functions of a language while the tree is read.
pub struct Builder<'t> {
    text: &'t [u8],
    /// The text, where all of it is UTF-8.
    whole: Option<&'t str>,
    pub(super) observation: Observation,
    pub(super) interned: FxHashMap<Box<str>, Name>,
    pub(super) written: ExprTable,
    pub(super) open: Vec<Decl>,
    pub(super) referenced: FxHashSet<(Name, bool, bool)>,
    pub(super) bound: FxHashMap<(Decl, Name), usize>,
    /// Those that are bound to something else as well.
    pub(super) rebound: FxHashSet<(Decl, Name)>,
    variables: FxHashSet<(Decl, Name)>,
    pub(super) named: FxHashSet<(Decl, Name, Option<Name>)>,
    pub(super) hidden: FxHashSet<Name>,
    pub(super) wrapped: Option<Wrapped>,
    /// The fields that methods set, each as often as one does.
    pub(super) attributes: Vec<Declaration>,
    pub(super) suites: Vec<(usize, String)>,
    /// The types of the file whose names have arguments: `hash<key>` of C++.
    pub(super) specialized: FxHashSet<Box<str>>,
    handed: FxHashMap<usize, Handed>,
    pub(super) mentions: Vec<MentionSite<'t>>,
    /// The places of calls, with the called names.
    pub(super) called: Vec<(Position, Name)>,
    pub(super) above: Above<'t>,
    pub(super) narrowed: Vec<Narrowed>,
    pub(super) blocks: Blocks<'t>,
}

/// A statement around declarations that says something of them: `export …`.
#[derive(Clone, Copy)]
pub(super) struct Wrapped {
    pub within: Decl,
    pub line: u32,
    pub end: usize,
}

impl<'t> Builder<'t> {
    /// Starts with the file itself as the only declaration. `n_lines` counts from 1.
    pub fn new(text: &'t [u8], n_lines: u32) -> Self {
        let mut builder = Self {
            text,
            whole: std::str::from_utf8(text).ok(),
            observation: Observation { n_lines, ..Observation::default() },
            interned: FxHashMap::default(),
            written: ExprTable::default(),
            open: vec![Decl(0)],
            referenced: FxHashSet::default(),
            bound: FxHashMap::default(),
            rebound: FxHashSet::default(),
            variables: FxHashSet::default(),
            named: FxHashSet::default(),
            hidden: FxHashSet::default(),
            wrapped: None,
            attributes: Vec::new(),
            suites: Vec::new(),
            specialized: FxHashSet::default(),
            handed: FxHashMap::default(),
            mentions: Vec::new(),
            called: Vec::new(),
            above: Above::default(),
            narrowed: Vec::new(),
            blocks: Blocks::default(),
        };
        let file = Declaration {
            name: builder.intern(""),
            kind: DeclKind::File,
            container: None,
            owner: None,
            at: Position { line: 1, column: 1 },
            start_line: 1,
            end_line: n_lines,
            body_line: 1,
            exported: true,
            parameters: None,
        };
        builder.observation.declarations.push(file);
        builder
    }

    /// The observation, complete: what the file exposes under a name is exported, wherever it says so.
    pub fn finish(mut self) -> Observation {
        self.enter_attributes();
        let exposed: FxHashSet<Name> = self.observation.exports.iter().map(|export| export.local).collect();
        for declaration in &mut self.observation.declarations {
            declaration.exported |= declaration.container == Some(Decl(0)) && exposed.contains(&declaration.name);
        }
        self.observation.references.change(|it| it.retain(|reference| !self.hidden.contains(&reference.name)));
        self.enter_owners();
        self.enter_starred();
        self.enter_mentions();
        self.observation.shrink();
        self.observation
    }

    /// The observation so far.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The bytes of a node, as text; the empty text where they are not UTF-8.
    pub fn text(&self, node: Node<'_>) -> &'t str {
        let range = node.byte_range();
        match self.whole {
            Some(whole) => whole.get(range).unwrap_or(""),
            None => self.text.get(range).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or(""),
        }
    }

    /// The whole text.
    pub fn source(&self) -> &'t [u8] {
        self.text
    }

    /// The name of a text, without what is hidden in it, and without credentials.
    pub fn intern(&mut self, text: &str) -> Name {
        if text.as_bytes().contains(&SUBSTITUTE) {
            return self.intern(&text.replace(char::from(SUBSTITUTE), "\u{fffd}"));
        }
        if let Some(name) = self.interned.get(text) {
            return *name;
        }
        let shown = printable(text);
        let next = Name(u32::try_from(self.observation.names.len()).unwrap_or(u32::MAX));
        let name = self.interned.get(&*shown).copied().unwrap_or(next);
        if name == next {
            self.observation.names.push(&shown);
        }
        self.interned.insert(text.into(), name);
        name
    }

    /// The innermost open declaration.
    pub fn current(&self) -> Decl {
        self.open.last().copied().unwrap_or(Decl(0))
    }

    /// The open declarations, the file first.
    pub fn open(&self) -> &[Decl] {
        &self.open
    }

    /// A declaration that was written, to complete it.
    pub fn declaration_mut(&mut self, decl: Decl) -> &mut Declaration {
        &mut self.observation.declarations[decl.0 as usize]
    }

    /// Writes a declaration and opens it; [`Self::close`] ends it.
    pub fn declare(&mut self, declaration: Declaration) -> Decl {
        let decl = Decl(u32::try_from(self.observation.declarations.len()).unwrap_or(u32::MAX));
        self.note_declared(&declaration);
        self.observation.declarations.push(declaration);
        self.open.push(decl);
        decl
    }

    /// Takes back the declaration that was just opened: it is none after all.
    pub fn withdraw(&mut self) {
        if self.current().0 as usize + 1 == self.observation.declarations.len() && self.open.len() > 1 {
            self.open.pop();
            self.observation.declarations.pop();
        }
    }

    /// Opens a declaration again that was closed: a further clause of the same function.
    pub fn reopen(&mut self, decl: Decl) {
        self.open.push(decl);
    }

    /// Closes the innermost open declaration. The file stays open.
    pub fn close(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Notes with what the function that starts with `node` is called.
    pub fn hand(&mut self, node: Node<'_>, of: ExprId, places: Option<&'static [usize]>) {
        self.handed.insert(node.start_byte(), Handed { of, places });
    }

    /// The notes about a function.
    pub fn handed(&mut self, node: Node<'_>) -> Option<Handed> {
        if self.handed.is_empty() { None } else { self.handed.remove(&node.start_byte()) }
    }

    /// The stated result of a declaration.
    pub fn returns(&self, decl: Decl) -> Option<ExprId> {
        let name = self.interned.get("")?;
        let binding = self.observation.bindings.get(*self.bound.get(&(decl, *name))?)?;
        binding.of
    }

    /// States the package clause.
    pub fn package(&mut self, name: &str) {
        self.observation.package = Some(self.intern(name));
    }

    /// Writes an import of `name` from `source`, bound to `local`.
    pub fn import(&mut self, kind: ImportKind, source: &str, name: Option<&str>, local: Option<&str>, at: Position) {
        let site = ImportSite {
            source: self.intern(source),
            name: name.map(|name| self.intern(name)),
            local: local.map(|local| self.intern(local)),
            at,
            kind,
            within: self.current(),
            is_conditional: false,
        };
        self.observation.imports.push(site);
    }

    /// States that the default build leaves out the declaration that is open.
    pub fn conditional_declaration(&mut self) {
        self.observation.conditional.push(self.current());
    }

    /// States that the default build leaves out the import that was written last.
    pub fn conditional_import(&mut self) {
        if let Some(site) = self.observation.imports.last_mut() {
            site.is_conditional = true;
        }
    }

    /// Writes the use of a path as an import without a local name, if it is the first in the module that is open.
    pub fn import_path(&mut self, source: &str, name: Option<&str>, at: Position) {
        let declarations = &self.observation.declarations;
        let module = self.open.iter().rev().copied().find(|it| declarations[it.0 as usize].kind == DeclKind::Module);
        let key = (module.unwrap_or(Decl(0)), self.intern(source), name.map(|name| self.intern(name)));
        if self.named.insert(key) {
            self.import(ImportKind::Value, source, name, None, at);
        }
    }

    /// States the condition under which the file is part of a build, as written.
    pub fn condition(&mut self, text: &str) {
        self.observation.condition = Some(self.intern(text));
    }

    /// Writes that the module exposes `local` under `name`.
    pub fn export(&mut self, name: &str, local: &str) {
        let export = Export { name: self.intern(name), local: self.intern(local) };
        self.observation.exports.push(export);
    }

    /// Writes a supertype of `sub` that its header names.
    pub fn supertype(&mut self, sub: Decl, name: &str, at: Position) {
        self.inherit(sub, name, at, Inheritance::Header);
    }

    /// Writes a supertype of `sub`.
    pub fn inherit(&mut self, sub: Decl, name: &str, at: Position, how: Inheritance) {
        let of = self.expr(name);
        self.observation.supertypes.change(|it| it.push(SuperSite { sub, of, at, how }));
    }

    /// Writes a call from the innermost open declaration.
    pub fn call(&mut self, kind: CallKind, callee: &str, receiver: Receiver, at: Position) {
        let (caller, callee, receiver) =
            (self.current(), self.callee_here(callee, receiver), self.receiver_as_narrowed(receiver, kind));
        self.called.push((at, callee));
        self.observation.calls.push(&CallSite::new(caller, callee, receiver, at, kind));
    }

    /// States what the call that was written last is called with.
    pub fn arguments(&mut self, text: &str) {
        let list = self.argument_list(text);
        self.enter_arguments(list);
    }

    /// States how many arguments the function takes that was just opened.
    pub fn parameters(&mut self, least: usize, most: usize) {
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let first = u32::try_from(self.observation.bindings.len()).unwrap_or(u32::MAX);
        let decl = self.current();
        self.declaration_mut(decl).parameters =
            Some(Parameters { least: count(least), most: count(most), first, labels: None });
    }

    /// States that what the innermost open function takes is bound from here on: its type parameters come before.
    pub fn parameters_follow(&mut self) {
        let (decl, first) = (self.current(), u32::try_from(self.observation.bindings.len()).unwrap_or(u32::MAX));
        if let Some(parameters) = &mut self.declaration_mut(decl).parameters {
            parameters.first = first;
        }
    }

    /// States the labels of its arguments.
    pub fn labels(&mut self, text: &str) {
        let (decl, text) = (self.current(), self.intern(text));
        if let Some(parameters) = &mut self.declaration_mut(decl).parameters {
            parameters.labels = Some(text);
        }
    }

    /// Whether a name has been bound in an open function: it then hides the names of the file and the package.
    pub fn is_local(&self, name: &str) -> bool {
        self.local(name).is_some()
    }

    /// The type that an open function states for a parameter or a local.
    pub fn annotation(&self, name: &str) -> Option<(String, BindingKind)> {
        let binding = self.local(name)?;
        let of = binding.of?;
        let is_stated =
            binding.kind == BindingKind::Annotated || matches!(self.observation.expr(of), Expr::List(_) | Expr::Map(_));
        is_stated.then(|| (self.observation.spelled(of).into_owned(), binding.kind))
    }

    /// The declaration that the names of an assignment belong to: those of `a = b = f()` are all of what is around the first.
    pub fn assigned_in(&self, assignment: Node<'_>) -> Decl {
        let is_chained = |parent: Node<'_>| parent.kind_id() == assignment.kind_id();
        if !self.parent(assignment).is_some_and(is_chained) {
            return self.current();
        }
        let is_value = |decl: &Decl| {
            let kind = self.observation.declaration(*decl).kind;
            matches!(kind, DeclKind::Variable | DeclKind::Field)
        };
        self.open.iter().rev().copied().find(|decl| !is_value(decl)).unwrap_or(Decl(0))
    }

    /// Whether a variable is to be declared there: not inside a function, where it is a local, and only once.
    pub fn is_new_variable(&mut self, around: Decl, name: &str) -> bool {
        let name = self.intern(name);
        let kind = self.observation.declaration(around).kind;
        !kind.is_callable()
            && !matches!(kind, DeclKind::Variable | DeclKind::Field)
            && self.variables.insert((around, name))
    }

    /// Notes a name that the file uses for something of its own, such as a nested type or a type parameter: where it
    /// is declared, it may mean that, so it is no sure use of the package's.
    pub fn hide(&mut self, name: Name) {
        self.hidden.insert(name);
    }

    /// Writes a gap.
    pub fn gap(&mut self, kind: GapKind, at: Position, detail: impl Into<Box<str>>) {
        self.observation.gaps.push(LocalGap { kind, at, detail: detail.into() });
    }

    /// Marks the file as made by a program.
    pub fn generated(&mut self) {
        self.observation.generated = true;
    }
}

/// The place where a node starts.
pub fn start(node: Node<'_>) -> Position {
    let point = node.start_position();
    Position { line: line(point.row), column: line(point.column) }
}

/// A row or column of tree-sitter, counted from 1.
pub fn line(row: usize) -> u32 {
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}
