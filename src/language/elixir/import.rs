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
/// The mark before a name that an import leaves out.
pub const HIDDEN: &str = "-";

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
    let listed = |key: &str, builder: &Builder<'_>| {
        option(call, key, builder).filter(|list| list.kind() == "list").map(|list| keys(list, builder))
    };
    if let Some(names) = listed("only", builder) {
        builder.import(ImportKind::Value, full, None, None, start(at));
        for (name, name_at) in names {
            builder.import(ImportKind::Value, full, Some(&name), Some(&name), start(name_at));
        }
        return;
    }
    builder.import(ImportKind::Value, full, Some("*"), None, start(at));
    for (name, name_at) in listed("except", builder).unwrap_or_default() {
        builder.import(ImportKind::Value, full, Some(&format!("{HIDDEN}{name}")), None, start(name_at));
    }
}

/// The keys of `[from: 2, where: 3]`.
fn keys<'n>(list: Node<'n>, builder: &Builder<'_>) -> Vec<(String, Node<'n>)> {
    let mut cursor = list.walk();
    let Some(pairs) = list.named_children(&mut cursor).find(|child| child.kind() == "keywords") else {
        return Vec::new();
    };
    let mut cursor = pairs.walk();
    let keys = pairs.named_children(&mut cursor).filter_map(|pair| pair.child_by_field_name("key"));
    keys.map(|key| (builder.text(key).trim_end().trim_end_matches(':').trim_matches('"').to_owned(), key)).collect()
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
