//! Reads the directives: `alias`, `import`, `require` and `use`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{ImportKind, Inheritance};
use super::name::{arguments, of_node, open_module, option};

/// The macro that `use` calls.
pub const USING: &str = "__using__";
/// The mark before a module whose `use` may give a behaviour.
pub const GIVEN: &str = "__using__.";
/// The mark before a name that an import leaves out, which ends in its arity: `-from/2`.
pub const HIDDEN: char = '-';
/// The mark before a name that an import takes alone, which ends in its arity: `+from/2`.
pub const TAKEN: char = '+';
/// The mark before what a declaration quotes by calling it: `(quotes) prelude`, `(quotes) A.b`.
pub const QUOTES: &str = "(quotes) ";
/// The same without what is quoted.
pub const QUOTING: &str = "(quotes)";

/// Reads one directive.
pub fn read(word: &str, call: Node<'_>, builder: &mut Builder<'_>) {
    let Some(first) = arguments(call).first().copied() else { return };
    for (full, at) in modules(first, builder) {
        match word {
            "alias" => {
                let stated = option(call, "as", builder).map(|node| builder.text(node));
                let last = full.rsplit('.').next().unwrap_or(&full).to_owned();
                let local = stated.map_or(last, str::to_owned);
                builder.import(ImportKind::Value, &full, None, Some(&local), start(at));
            }
            "import" => import(call, &full, at, builder),
            "use" => uses(call, &full, at, builder),
            _ => {
                let local = option(call, "as", builder).map(|node| builder.text(node));
                builder.import(ImportKind::Value, &full, None, local, start(at));
            }
        }
    }
}

/// The modules that the first argument names: `A.B`, `A.{B, C}`.
fn modules<'n>(first: Node<'n>, builder: &Builder<'_>) -> Vec<(String, Node<'n>)> {
    let right = first.field("right").filter(|right| right.kind() == "tuple");
    let Some(several) = right else {
        return of_node(first, builder).map(|full| (full, first)).into_iter().collect();
    };
    let base = first.field("left").and_then(|left| of_node(left, builder));
    let Some(base) = base else { return Vec::new() };
    let mut cursor = several.walk();
    let names = several.named_children(&mut cursor).filter(|child| child.kind() == "alias");
    names.map(|name| (format!("{base}.{}", builder.text(name)), name)).collect()
}

fn import(call: Node<'_>, full: &str, at: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(names) = listed(call, "only", builder) {
        builder.import(ImportKind::Value, full, None, None, start(at));
        for Listed { name, arity, at } in names {
            builder.import(ImportKind::Value, full, Some(&name), Some(&name), start(at));
            builder.import(ImportKind::Value, full, Some(&format!("{TAKEN}{name}/{arity}")), None, start(at));
        }
        return;
    }
    builder.import(ImportKind::Value, full, Some("*"), None, start(at));
    for Listed { name, arity, at } in listed(call, "except", builder).unwrap_or_default() {
        builder.import(ImportKind::Value, full, Some(&format!("{HIDDEN}{name}/{arity}")), None, start(at));
    }
}

/// A function that an import lists.
struct Listed<'n, 't> {
    name: String,
    arity: &'t str,
    at: Node<'n>,
}

/// The functions that an option of an import lists.
fn listed<'n, 't>(call: Node<'n>, key: &str, builder: &Builder<'t>) -> Option<Vec<Listed<'n, 't>>> {
    option(call, key, builder).filter(|list| list.kind() == "list").map(|list| keys(list, builder))
}

/// The functions of `[from: 2, where: 3]`.
fn keys<'n, 't>(list: Node<'n>, builder: &Builder<'t>) -> Vec<Listed<'n, 't>> {
    let mut cursor = list.walk();
    let Some(pairs) = list.named_children(&mut cursor).find(|child| child.kind() == "keywords") else {
        return Vec::new();
    };
    let mut cursor = pairs.walk();
    let ends = pairs
        .named_children(&mut cursor)
        .filter_map(|pair| Some((pair.child_by_field_name("key")?, pair.child_by_field_name("value")?)));
    ends.map(|(key, value)| Listed {
        name: builder.text(key).trim_end().trim_end_matches(':').trim_matches('"').to_owned(),
        arity: builder.text(value),
        at: key,
    })
    .collect()
}

/// `use X` calls a macro of `X`; `use X, :which` is by convention what the function `which` of `X` quotes.
fn uses(call: Node<'_>, full: &str, at: Node<'_>, builder: &mut Builder<'_>) {
    builder.import(ImportKind::Value, full, Some(USING), None, start(at));
    if let Some(module) = open_module(builder).filter(|module| *module == builder.current()) {
        builder.inherit(module, &format!("{GIVEN}{full}"), start(at), Inheritance::Mixin);
    }
    let which = arguments(call).get(1).copied().filter(|second| second.kind() == "atom");
    if let Some(which) = which {
        let text = builder.text(which);
        builder.import(ImportKind::Value, full, Some(text), None, start(which));
    }
}
