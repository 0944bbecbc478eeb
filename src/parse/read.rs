//! Walks a tree once and writes what the patterns find.

use std::borrow::Cow;
use std::cell::RefCell;

use tree_sitter::{Node, Parser, Range, Tree};

use super::capture::Capture;
use super::compile::Program;
use super::limit::{ParseBudget, Stopped};
use super::nodes::{Nodes, Visit, walk};
use super::parser::with_parser;
use super::tree::{self, embeddings, end_row};
use super::trees::Trees;
use super::unwrapped::unwrapped;
use crate::base::GapKind;
use crate::language::Fields;
use crate::language::arguments::{counted, given};
use crate::language::expression::{called, dotted, made_or_member, receiver, type_name, without_generics};
use crate::language::{
    BindingKind, Builder, CallKind, DeclKind, Declaration, LANGUAGES, Language, NameContext, Receiver,
    bind_arguments_as, held_name, last_name, line, read_operator, read_supertype, read_type_path, start,
};

/// The captures of one match.
type Captured<'t> = [(Capture, Node<'t>)];

/// How deep embedded code may lie in embedded code.
const EMBEDDED: usize = 3;

/// A language with its compiled queries, and how deep in embedded code it is read.
#[derive(Clone, Copy)]
pub struct Reading<'p> {
    /// The index of the language in [`LANGUAGES`].
    pub language: usize,
    /// Its queries.
    pub program: &'p Program,
    /// 0 for the file itself.
    pub depth: usize,
    /// The rest of the file's budget.
    pub cost: &'p RefCell<ParseBudget>,
    /// The trees of the embedded code.
    pub trees: &'p Trees,
}

/// Reads a tree in one depth-first pass. The innermost open declaration is the caller of a call, the owner of a local.
pub fn read<'t>(reading: Reading<'t>, tree: &'t Tree, builder: &mut Builder<'t>) {
    walk(tree, reading.program, &mut Reader { reading, builder, found: Vec::new() });
}

/// Reads a tree of embedded code.
fn read_embedded<'t>(reading: Reading<'t>, tree: &'t Tree, is_statement: bool, builder: &mut Builder<'t>) {
    builder.embed(is_statement);
    read(Reading { depth: reading.depth + 1, ..reading }, tree, builder);
    builder.end_embedded();
}

struct Reader<'t, 'b> {
    reading: Reading<'t>,
    builder: &'b mut Builder<'t>,
    found: Vec<(Capture, Node<'t>)>,
}

impl<'t> Visit<'t> for Reader<'t, '_> {
    /// The number of declarations that the node opens.
    fn enter(&mut self, at: usize, nodes: &mut Nodes<'t>) -> u32 {
        let mut opened = 0;
        self.builder.descend(nodes.node(at));
        for pattern in self.reading.program.headed_by(nodes.node(at).kind_id()) {
            self.found.clear();
            if pattern.matches(at, nodes, &mut self.found) && write(self.reading, &self.found, self.builder) {
                opened += 1;
            }
        }
        opened
    }

    fn name(&mut self, node: Node<'t>, around: NameContext) {
        // Embedded code is part of the text that was walked before.
        if self.reading.depth == 0 {
            let is_variable = LANGUAGES[self.reading.language].conventions.variable;
            let is_variable = is_variable.is_some_and(|is_variable| is_variable(node, self.builder));
            self.builder.mention(node, around, is_variable);
        }
    }

    fn leave(&mut self, entered: u32) {
        (0..entered).for_each(|_| self.builder.close());
        self.builder.ascend();
    }
}

/// Writes one match. Whether it opened a declaration.
fn write<'t>(reading: Reading<'t>, captured: &Captured<'t>, builder: &mut Builder<'t>) -> bool {
    let language = &LANGUAGES[reading.language];
    let mut opens = false;
    for (capture, node) in captured {
        match capture {
            Capture::Declare(kind) => opens |= declare(language, *kind, *node, captured, builder),
            Capture::Call(_) | Capture::Binding => {}
            Capture::Import => (language.read_import)(*node, builder),
            Capture::Test => (language.read_test)(*node, builder),
            Capture::Package => {
                if let Some(name) = dotted(builder.text(*node)) {
                    builder.package(&name);
                }
            }
            Capture::Supertype => {
                let keeps = language.conventions.keeps_type_arguments;
                read_supertype(builder.text(*node), start(last_name(*node)), keeps, builder);
            }
            Capture::Returns if node_of(captured, Capture::Returns) == Some(*node) => returns(language, *node, builder),
            // Grammars that tell types from values name the identifiers of types so.
            Capture::Reference => reference(language, *node, node.kind() == "type_identifier", builder),
            Capture::PathReference => read_type_path(*node, builder),
            Capture::TypeReference => reference(language, *node, true, builder),
            Capture::Embedded => embedded(reading, *node, builder),
            Capture::Operator => {
                if let Some(operators) = language.conventions.operators {
                    read_operator(*node, operators, builder);
                }
            }
            Capture::Read => (language.read_declaration)(*node, builder),
            Capture::Callee => call(language, *node, captured, builder),
            Capture::Name if is(captured, |capture| *capture == Capture::Binding) => {
                bind(language, *node, captured, builder)
            }
            _ => {}
        }
    }
    opens
}

fn is(captured: &Captured<'_>, wanted: impl Fn(&Capture) -> bool) -> bool {
    captured.iter().any(|(capture, _)| wanted(capture))
}

fn node_of<'t>(captured: &Captured<'t>, wanted: Capture) -> Option<Node<'t>> {
    captured.iter().find(|(capture, _)| *capture == wanted).map(|(_, node)| *node)
}

fn declare(
    language: &Language,
    kind: DeclKind,
    node: Node<'_>,
    captured: &Captured<'_>,
    builder: &mut Builder<'_>,
) -> bool {
    // Without a captured name, the language names the declaration, or takes it back.
    let name_node = node_of(captured, Capture::Name);
    let text = name_node.map_or("", |name| builder.text(name));
    // A quoted or computed member name is declared as it is written.
    let text = text.trim_matches(['"', '\'', '`']);
    if name_node.is_some() && text.is_empty() || !builder.has_room(start(name_node.unwrap_or(node))) {
        return false;
    }
    let is_assigned = kind == DeclKind::Variable && language.declares_by_assignment && name_node.is_some();
    let around = if is_assigned { builder.assigned_in(node) } else { builder.current() };
    if is_assigned && (builder.is_local_of_closure(around, node) || !builder.is_new_variable(around, text)) {
        return false;
    }
    let owner = node_of(captured, Capture::Owner).and_then(|owner| type_name(builder.text(owner)));
    let declaration = Declaration {
        name: builder.intern(text),
        kind,
        container: Some(around),
        owner: owner.map(|owner| builder.intern(&owner)),
        at: start(name_node.unwrap_or(node)),
        start_line: line(node.start_position().row),
        end_line: line(end_row(node)),
        body_line: node_of(captured, Capture::Body).map_or(0, |body| line(body.start_position().row)),
        exported: true,
        parameters: None,
    };
    let n_open = builder.open().len();
    builder.declare(declaration);
    (language.read_declaration)(node, builder);
    // The language may have taken it back, or have opened another one in its place.
    builder.open().len() > n_open
}

/// A name of the package, unless a local name hides it.
fn reference(language: &Language, node: Node<'_>, is_type: bool, builder: &mut Builder<'_>) {
    let text = builder.text(node);
    let head = text.split('.').next().unwrap_or(text);
    // What follows a dot is a member, or, in some languages, of the package after all; what follows three is spread.
    let before = builder.source().get(..node.start_byte()).unwrap_or(&[]);
    let is_member = before.ends_with(b".") && !before.ends_with(b"...");
    let names_package = if is_member { language.dots_lead_into_packages } else { !builder.is_local(head) };
    if names_package {
        // Two dots are a range.
        let is_led = is_member && !before.ends_with(b"..");
        builder.reference(text, (is_type, is_led), start(node));
    }
}

/// Reads the text in the brackets of a node: outside of functions the items or else the arguments of a macro, inside its arguments.
fn embedded<'t>(reading: Reading<'t>, node: Node<'t>, builder: &mut Builder<'t>) {
    let around = builder.observation().declaration(builder.current()).kind;
    if reading.depth >= EMBEDDED || matches!(around, DeclKind::Variable | DeclKind::Field) {
        return;
    }
    let is_run = around.is_callable() || builder.is_in_statement();
    for (ranges, is_statement) in embeddings(node, builder.source(), is_run) {
        let is_outer = is_statement && !around.is_callable();
        match parse_ranges(reading, &ranges, builder.source()) {
            Ok(Some(tree)) => {
                let Some(tree) = reading.trees.keep(tree) else { return };
                return read_embedded(reading, tree, is_outer, builder);
            }
            Ok(None) => {}
            Err(stopped) => return builder.gap(GapKind::WorkLimit, start(node), stopped.to_string()),
        }
    }
}

fn call(language: &Language, callee: Node<'_>, captured: &Captured<'_>, builder: &mut Builder<'_>) {
    let kind = captured.iter().find_map(|(it, _)| if let Capture::Call(kind) = it { Some(*kind) } else { None });
    // An element in lower case is one of the platform.
    let is_small = || callee.kind() == "identifier" && builder.text(callee).starts_with(char::is_lowercase);
    let Some(kind) = kind.filter(|kind| *kind != CallKind::Jsx || !is_small()) else { return };
    let value = node_of(captured, Capture::Value).map(|node| receiver(&value_text(language, node, builder), builder));
    let on = match (value, node_of(captured, Capture::Receiver)) {
        (Some(Receiver::Path(path)), _) => Receiver::Value(path),
        (Some(on), _) => on,
        (None, Some(node)) => {
            let text = language.conventions.receiver_text.map(|text| text(node, builder));
            receiver(text.as_deref().unwrap_or_else(|| builder.text(node)), builder)
        }
        (None, None) => Receiver::Bare,
    };
    // A callee may be a path of its own: `a.b.f`, `A::new`. Its head is then the receiver.
    let text = builder.text(callee);
    if let Some(quoted) = text.strip_prefix('`').and_then(|text| text.strip_suffix('`')) {
        return builder.call(kind, quoted, on, start(callee));
    }
    if let Some((on, member)) = language.conventions.typed_callee.and_then(|typed| typed(callee, builder)) {
        builder.call(kind, member, on, start(callee));
        return given_arguments(language, captured, builder);
    }
    let is_path = text.contains("::");
    let plain = if is_path { without_generics(text) } else { text.to_owned() };
    let Some(path) = builder.dotted(&plain).or_else(|| type_name(&plain)) else { return };
    // A lower-case JSX name is an element of the page, not a call.
    if kind == CallKind::Jsx && on == Receiver::Bare && path.starts_with(|letter: char| letter.is_lowercase()) {
        return;
    }
    match path.rsplit_once('.') {
        Some((head, name)) if on == Receiver::Bare => {
            // Before `::` stands a module or a type, `self` and `super` among them.
            let is_module = is_path && head != "Self";
            let on = if is_module { Receiver::Path(builder.expr(head)) } else { receiver(head, builder) };
            builder.call(kind, name, on, start(callee));
        }
        _ => builder.call(kind, &path, on, start(callee)),
    }
    given_arguments(language, captured, builder);
}

/// Writes what the call that was written last is called with.
fn given_arguments(language: &Language, captured: &Captured<'_>, builder: &mut Builder<'_>) {
    let Some(list) = node_of(captured, Capture::Arguments) else { return };
    if let Some(lower) = language.conventions.arguments {
        if let Some(given) = lower(list, builder) {
            builder.given(given);
        }
        return;
    }
    let given = match language.conventions.overloads_by_number {
        true => counted(list),
        false => given(list, builder),
    };
    if let Some(given) = given {
        builder.arguments(&given);
    }
}

fn bind(language: &Language, name: Node<'_>, captured: &Captured<'_>, builder: &mut Builder<'_>) {
    // The type of a pattern, `Some` in `Some(x)`, is no name that it binds.
    let pattern = node_of(captured, Capture::Binding).filter(|_| node_of(captured, Capture::Type).is_none());
    if pattern.and_then(|node| node.field("type")) == Some(name) {
        return;
    }
    let is_in_type = |node| language.conventions.names_in_type.is_some_and(|is_in_type| is_in_type(node, builder));
    if node_of(captured, Capture::Binding).is_some_and(is_in_type) {
        return;
    }
    let text = builder.text(name);
    let scope = builder.current();
    if let Some(object) = node_of(captured, Capture::Receiver) {
        return bind_field(text, object, captured, builder);
    }
    // Java's `var` stands where a type would, and leaves it to the value.
    let stated = node_of(captured, Capture::Type).filter(|node| builder.text(*node) != "var");
    if let Some(node) = stated {
        let type_name = type_path(language, node, builder);
        let kind = if type_name.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
        bind_held(language, text, node, builder);
        builder.bind(scope, text, type_name.as_deref(), kind);
        if let Some(result) = language.conventions.result_type.and_then(|result| result(node, builder)) {
            let result = builder.expr(&result);
            builder.bind_result(scope, text, result);
        }
        return;
    }
    let of = |wanted: Capture| captured.iter().filter(move |(capture, _)| *capture == wanted).map(|(_, node)| *node);
    let place = of(Capture::Name).position(|node| node == name).unwrap_or(0);
    let value = of(Capture::Value).nth(place).map(|node| value_text(language, node, builder));
    let value = value.as_deref().map(|text| unwrapped(language, text));
    // What a declaration states of a name, its value says no better.
    let last = builder.observation().bindings.last().filter(|last| last.kind == BindingKind::Annotated);
    let is_stated = last.is_some_and(|last| last.scope == scope && builder.observation().name(last.name) == text);
    if value.is_some() && is_stated && builder.is_bound_here(scope, text) {
        return;
    }
    let is_made = value.is_some_and(|value| value.ends_with([')', '}', ']', '>']));
    let value = value.and_then(made_or_member);
    let kind = match value {
        Some(_) if is_made => BindingKind::Constructed,
        Some(_) => BindingKind::Copied,
        None => BindingKind::Untyped,
    };
    builder.bind(scope, text, value.as_deref(), kind);
}

/// Binds what a name holds, where its type is a holder of the library: a result of the name, and none of its function's
/// parameters.
fn bind_held(language: &Language, name: &str, of: Node<'_>, builder: &mut Builder<'_>) {
    let conventions = &language.conventions;
    let held = conventions.holders.and_then(|holders| holders.held_text(builder.text(of)));
    if conventions.fits_by_type_arguments || conventions.keeps_type_arguments && held.is_none() {
        let text = conventions.plain_type.map_or(builder.text(of), |plain| plain(builder.text(of), builder));
        bind_arguments_as(
            builder.current(),
            name,
            text,
            &|text, builder| path_of_type(language, text, builder),
            builder,
        );
    }
    if let Some((place, held)) = held.and_then(|(place, text)| Some((place, path_of_type(language, text, builder)?))) {
        let name = builder.bound_as(builder.current(), name);
        builder.bind(builder.current(), &held_name(&name, place), Some(&held), BindingKind::Returns);
    }
}

/// The path of the type that a node states.
fn type_path(language: &Language, node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    path_of_type(language, builder.text(node), builder)
}

fn path_of_type(language: &Language, text: &str, builder: &Builder<'_>) -> Option<String> {
    language.conventions.type_path.map_or_else(|| type_name(text), |path| path(text, builder))
}

/// The text of a value, as paths have it.
fn value_text<'t>(language: &Language, node: Node<'_>, builder: &Builder<'t>) -> Cow<'t, str> {
    match language.conventions.value_text {
        Some(text) => Cow::Owned(text(node, builder)),
        None => Cow::Borrowed(builder.text(node)),
    }
}

/// `self.x = …` in a method binds a field of the type around. A local name that is assigned gives its own type.
fn bind_field(name: &str, object: Node<'_>, captured: &Captured<'_>, builder: &mut Builder<'_>) {
    if receiver(builder.text(object), builder) != Receiver::This {
        return;
    }
    let of = builder.open().iter().rev().copied();
    let Some(of) = of.into_iter().find(|decl| builder.observation().declaration(*decl).kind.is_type()) else { return };
    if let Some(node) = node_of(captured, Capture::Type) {
        let type_name = type_name(builder.text(node));
        let kind = if type_name.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
        return builder.bind(of, name, type_name.as_deref(), kind);
    }
    let value = node_of(captured, Capture::Value).map_or("", |node| builder.text(node));
    if let Some((type_name, kind)) = builder.annotation(value) {
        return builder.bind(of, name, Some(&type_name), kind);
    }
    // What is called must not be a local name: it would be looked up from the type.
    let made = called(value.trim_start_matches("new "));
    let made = made.filter(|made| !builder.is_local(made.split('.').next().unwrap_or(made)));
    let kind = if made.is_some() { BindingKind::Constructed } else { BindingKind::Untyped };
    builder.bind(of, name, made.as_deref(), kind);
}

fn returns(language: &Language, node: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(name) = type_path(language, node, builder) {
        bind_held(language, "", node, builder);
        builder.bind(builder.current(), "", Some(&name), BindingKind::Returns);
    }
}

/// Parses parts of a content as if they were all; `None` where that is no code of the language.
fn parse_ranges(reading: Reading<'_>, ranges: &[Range], content: &[u8]) -> Result<Option<Tree>, Stopped> {
    let parse = |parser: &mut Parser| tree::parse_ranges(parser, content, ranges, &mut reading.cost.borrow_mut());
    let tree = with_parser(reading.language, parse)?;
    Ok(tree.filter(|tree| !tree.root_node().has_error()))
}
