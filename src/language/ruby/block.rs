//! The objects that blocks run in: a method may run its block in a class that it makes, or in a value.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::names::{BLOCK_GIVEN, BLOCK_OBJECT, BLOCK_RUN, BLOCK_RUN_BY_DEFAULT, FIRST_BY_DEFAULT, FIRST_GIVEN};
use super::chain::{UNKNOWN, chain, constant};
use crate::syntax::{Expr, ExprId};

/// The methods that run a block in the object that they are called on.
const RUNNING: &[&str] = &["class_eval", "class_exec", "instance_eval", "instance_exec", "module_eval", "module_exec"];

/// The method that makes a method of a block, which runs in the values of the class around.
const DEFINING: &str = "define_method";

/// How many assignments lead from a name to the class that it is.
const ASSIGNED: usize = 4;

/// States the method that a block is given to, for the calls in the block: it may run it in another object.
pub fn read_given(call: Node<'_>, builder: &mut Builder<'_>) {
    let Some(block) = call.field("block") else { return };
    if let Some(object) = object_of(call, builder) {
        return builder.imply_if_stated(object, block.byte_range());
    }
    if let Some(given_to) = given_call(call, None, builder) {
        builder.imply_if_stated(given_to, block.byte_range());
    }
}

/// The object that a call names which runs its block in it: `X` of `X.class_eval { … }`.
fn object_of(call: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let on = call.field("receiver").filter(|on| on.kind() != "self" && is_running(call, builder))?;
    let path = chain(on, builder)?;
    let object = builder.expr(&path);
    let mark = builder.intern(BLOCK_OBJECT);
    Some(builder.lower(Expr::Member(object, mark)))
}

/// A call that a block is given to, in a method, and the first argument beside it.
fn given_call(call: Node<'_>, method: Option<Node<'_>>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path = named_call(call, builder)?;
    let given_to = builder.expr(&path);
    let list = call.field("arguments");
    let mut cursor = call.walk();
    let arguments: Vec<Node<'_>> = list.map_or(Vec::new(), |list| list.named_children(&mut cursor).collect());
    let is_first = |it: &Node<'_>| !matches!(it.kind(), "block_argument" | "comment" | "pair");
    let Some(first) = arguments.into_iter().find(is_first) else { return Some(given_to) };
    let of_method = method.and_then(|method| class_of(first, method, ASSIGNED, builder));
    let object = of_method.or_else(|| chain(first, builder).filter(|path| path != UNKNOWN).map(ClassPath::of));
    let name = match &object {
        Some(object) if object.is_default => format!("{FIRST_BY_DEFAULT} {})", object.path),
        Some(object) => format!("{FIRST_GIVEN} {})", object.path),
        None => format!("{FIRST_GIVEN})"),
    };
    let mark = builder.intern(&name);
    if let Some(object) = object.filter(|_| !builder.is_bound(builder.current(), mark)) {
        builder.bind(builder.current(), &name, Some(&object.path), BindingKind::Copied);
    }
    Some(builder.lower(Expr::Member(given_to, mark)))
}

/// Ends what is stated of the blocks around a method or a type: in it, the object at hand is its own.
pub fn read_gate(node: Node<'_>, builder: &mut Builder<'_>) {
    // A method that is defined in such a block is one of the object.
    if node.kind() == "method" && is_in_object(node, builder) {
        return;
    }
    let this = builder.lower(Expr::This);
    builder.imply_within_implied(this, node.byte_range());
}

/// Whether the innermost block around that runs in another object is one of a call that names the object by a constant.
fn is_in_object(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let around = builder.blocks.implied.iter().rev().find(|(_, within)| within.contains(&node.start_byte()));
    around.is_some_and(|(object, _)| match builder.observation().expr(*object) {
        Expr::Member(of, mark) if builder.observation().name(mark) == BLOCK_OBJECT => {
            let head = builder.observation().exprs.head(of).map_or("", |head| builder.observation().name(head));
            head.starts_with(char::is_uppercase)
        }
        _ => false,
    })
}

/// Binds the object that a method runs its block in, or the call that it gives the block to.
pub fn read_method(method: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(list), Some(body)) = (method.field("parameters"), method.field("body")) else { return };
    let mut cursor = list.walk();
    let Some(block) = list.named_children(&mut cursor).find(|it| it.kind() == "block_parameter") else { return };
    let argument = builder.text(block);
    let name = argument.trim_start_matches('&');
    let is_given = |node: Node<'_>| {
        node.kind() == "block_argument" && builder.text(node) == argument && !is_hidden(node, method, name, builder)
    };
    let given = found(body, &is_given).into_iter().filter_map(|argument| argument.parent()?.parent());
    let given: Vec<Node<'_>> = given.filter(|call| call.kind() == "call").collect();
    // A block that is called as well may run where it is written.
    let is_called = |node: Node<'_>| {
        node.kind() == "yield"
            || node.kind() == "call"
                && node.field("receiver").is_some_and(|on| builder.text(on) == name)
                && calls(node, builder)
    };
    if given.is_empty() || !found(body, &is_called).is_empty() {
        return;
    }
    let decl = builder.current();
    let runners: Vec<BlockRunner> = given.iter().filter_map(|call| runner(*call, method, builder)).collect();
    if let Some(BlockRunner { kind, object }) = runners.first() {
        // One that runs in several objects has none that is known.
        let object = object.as_ref().filter(|_| runners.iter().all(|it| Some(it) == runners.first()));
        let name = if object.is_some_and(|it| it.is_default) { BLOCK_RUN_BY_DEFAULT } else { BLOCK_RUN };
        let path = object.map(|it| it.path.as_str());
        return builder.bind(decl, name, path, if path.is_some() { *kind } else { BindingKind::Untyped });
    }
    let given_to = given.iter().find_map(|call| match is_running(*call, builder) {
        true => Some(block_around(*call, method, builder)?),
        false => named_call(*call, builder).map(|_| *call),
    });
    if let Some(given_to) = given_to.and_then(|call| given_call(call, Some(method), builder)) {
        builder.bind_expr(decl, BLOCK_GIVEN, Some(given_to), BindingKind::Copied);
    }
}

/// Whether a block inside of a method has a parameter of a name.
fn is_hidden(node: Node<'_>, method: Node<'_>, name: &str, builder: &Builder<'_>) -> bool {
    let around = std::iter::successors(node.parent(), |node| node.parent()).take_while(|node| *node != method);
    let lists = around.filter(|it| matches!(it.kind(), "block" | "do_block")).filter_map(|it| it.field("parameters"));
    lists.into_iter().any(|list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).any(|it| builder.text(it).trim_start_matches(['&', '*']) == name)
    })
}

/// The way in which a method runs its block, and the object, where it is known.
#[derive(PartialEq, Eq)]
struct BlockRunner {
    kind: BindingKind,
    object: Option<ClassPath>,
}

/// The path of a class or a value, and whether it is the default of the first parameter.
#[derive(PartialEq, Eq)]
struct ClassPath {
    path: String,
    is_default: bool,
}

impl ClassPath {
    fn of(path: impl Into<String>) -> Self {
        Self { path: path.into(), is_default: false }
    }
}

/// Whether a call on a block runs it: `block.call(1)`, `block.(1)`.
fn calls(call: Node<'_>, builder: &Builder<'_>) -> bool {
    call.field("method").is_none_or(|method| matches!(builder.text(method), "call" | "yield" | "[]" | "==="))
}

/// The path of a call that a name, or a constant before it, leads to.
fn named_call(call: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let receiver = call.field("receiver");
    let is_named = receiver.is_none_or(|on| matches!(on.kind(), "self" | "constant" | "scope_resolution"));
    let path = chain(call, builder).filter(|_| is_named)?;
    Some(path.strip_prefix("this.").map_or(path.clone(), str::to_owned))
}

/// Whether a call runs the block that it is given.
fn is_running(call: Node<'_>, builder: &Builder<'_>) -> bool {
    call.field("method").is_some_and(|name| RUNNING.contains(&builder.text(name)))
}

/// The call in a method whose block a call is in.
fn block_around<'n>(call: Node<'n>, method: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let around = std::iter::successors(call.parent(), |node| node.parent()).take_while(|node| *node != method);
    let mut blocks = around.filter(|node| matches!(node.kind(), "block" | "do_block"));
    let around = blocks.next()?.parent()?;
    named_call(around, builder).map(|_| around)
}

/// The nodes of a method that are meant; what it defines itself is none of it.
fn found<'n>(body: Node<'n>, is_meant: &dyn Fn(Node<'n>) -> bool) -> Vec<Node<'n>> {
    let mut found = Vec::new();
    let mut cursor = body.walk();
    let mut is_back = false;
    loop {
        let node = cursor.node();
        if !is_back && is_meant(node) {
            found.push(node);
        }
        let is_gate = matches!(node.kind(), "method" | "singleton_method" | "class" | "module" | "singleton_class");
        let has_next = !is_back && !is_gate && cursor.goto_first_child() || cursor.goto_next_sibling();
        is_back = !has_next;
        if !has_next && !cursor.goto_parent() {
            return found;
        }
    }
}

/// The object in which a call runs the block that it is given: a value or a class by its path, or a value of the class at hand.
fn runner(call: Node<'_>, method: Node<'_>, builder: &Builder<'_>) -> Option<BlockRunner> {
    let name = builder.text(call.field("method")?);
    let receiver = call.field("receiver").filter(|on| on.kind() != "self");
    let copied = |object: Option<ClassPath>| BlockRunner { kind: BindingKind::Copied, object };
    if is_running(call, builder) {
        let Some(on) = receiver else {
            // In a block, the object at hand is that of the block.
            let is_inner = block_around(call, method, builder).is_some();
            return (!is_inner).then(|| copied(Some(ClassPath::of("this"))));
        };
        let value = || chain(on, builder).filter(|path| path != UNKNOWN).map(ClassPath::of);
        return Some(copied(class_of(on, method, ASSIGNED, builder).or_else(value)));
    }
    if let Some(object) = made_class(call, method, ASSIGNED, builder) {
        return Some(copied(object));
    }
    let is_defining = name == DEFINING && receiver.is_none();
    is_defining.then(|| BlockRunner { kind: BindingKind::Constructed, object: Some(ClassPath::of("this")) })
}

/// The class that `Class.new(base)` extends, if a call is that and the class is known.
fn made_class(call: Node<'_>, method: Node<'_>, n: usize, builder: &Builder<'_>) -> Option<Option<ClassPath>> {
    let on = builder.text(call.field("receiver").filter(|_| call.kind() == "call")?).trim_start_matches("::");
    let is_made = matches!(on, "Class" | "Module") && builder.text(call.field("method")?) == "new";
    let base = || call.field("arguments")?.named_child(0);
    is_made.then(|| base().and_then(|base| class_of(base, method, n, builder)))
}

/// The path of the class that an expression in a method is, or extends: a constant, the object at hand, what a name is assigned.
fn class_of(of: Node<'_>, method: Node<'_>, n: usize, builder: &Builder<'_>) -> Option<ClassPath> {
    match of.kind() {
        "self" => return Some(ClassPath::of("this")),
        "constant" | "scope_resolution" => return constant(of, builder).map(ClassPath::of),
        "call" => return made_class(of, method, n, builder).flatten(),
        "identifier" => {}
        _ => return None,
    }
    let is_name = |node: Option<Node<'_>>| node.is_some_and(|node| builder.text(node) == builder.text(of));
    let is_before = |node: Node<'_>| node.end_byte() < of.start_byte();
    let is_assigned = |node: Node<'_>| node.kind() == "assignment" && is_before(node) && is_name(node.field("left"));
    let assigned = method.field("body").and_then(|body| found(body, &is_assigned).pop());
    if let Some(assigned) = assigned {
        return class_of(assigned.field("right")?, method, n.checked_sub(1)?, builder);
    }
    let list = method.field("parameters")?;
    let mut cursor = list.walk();
    let first = list.named_children(&mut cursor).next().filter(|it| it.kind() == "optional_parameter")?;
    let value = first.field("value").filter(|_| is_name(first.field("name")))?;
    Some(ClassPath { is_default: true, ..class_of(value, method, n.checked_sub(1)?, builder)? })
}
