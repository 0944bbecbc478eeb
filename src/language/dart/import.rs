//! Reads Dart's directives: `import`, `export`, `part` and `part of`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;

/// The mark before a name that a combinator hides.
pub const HIDDEN: &str = "-";

/// Reads one directive.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "library_import" => {
            if let Some(specification) = node.named_child(0) {
                import(specification, builder);
            }
        }
        "library_export" => export(node, builder),
        "part_directive" => whole(node, ImportKind::Value, builder),
        _ => {
            let named = node.named_child(0).filter(|child| child.kind() == "uri");
            match named {
                Some(_) => whole(node, ImportKind::Implicit, builder),
                // `part of my.library`: the library says which file it is.
                None => builder.import(ImportKind::Implicit, "", Some("*"), None, start(node)),
            }
        }
    }
}

/// The text of a URI without its quotes; `None` where it is put together.
fn source<'t>(uri: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let text = builder.text(uri).trim_start_matches('r');
    (!text.contains('$')).then(|| text.trim_matches(['\'', '"'])).filter(|text| !text.is_empty())
}

fn uri(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find_map(|child| match child.kind() {
        "uri" => Some(child),
        "configurable_uri" => child.named_child(0),
        _ => None,
    })
}

/// The file of a part, or the library of one: each sees all of the other.
fn whole(node: Node<'_>, kind: ImportKind, builder: &mut Builder<'_>) {
    if let Some((at, source)) = uri(node).and_then(|at| Some((at, source(at, builder)?))) {
        builder.import(kind, source, Some("*"), None, start(at));
    }
}

/// The names that `show` lists, each with its place, where it lists any; and those that `hide` lists.
type Combined<'n, 't> = (Option<Vec<(Node<'n>, &'t str)>>, Vec<&'t str>);

/// The names that `show` lists; `None` where all come. What `hide` lists is written beside them.
fn combined<'n, 't>(node: Node<'n>, builder: &Builder<'t>) -> Combined<'n, 't> {
    let (mut shown, mut hidden) = (None, Vec::new());
    let mut cursor = node.walk();
    for combinator in node.named_children(&mut cursor).filter(|child| child.kind() == "combinator") {
        let mut inside = combinator.walk();
        let names = combinator.named_children(&mut inside).filter(|child| child.kind() == "identifier");
        let names = names.map(|name| (name, builder.text(name)));
        match builder.text(combinator).starts_with("show") {
            true => shown = Some(names.collect()),
            false => hidden.extend(names.map(|(_, name)| name)),
        }
    }
    (shown, hidden)
}

fn import(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((at, source)) = uri(node).and_then(|at| Some((at, source(at, builder)?))) else { return };
    let (shown, hidden) = combined(node, builder);
    let alias = node.field("alias").map(|alias| builder.text(alias));
    match (alias, shown) {
        (Some(alias), _) => builder.import(ImportKind::Value, source, None, Some(alias), start(at)),
        (None, Some(names)) => {
            for (name_at, name) in names {
                builder.import(ImportKind::Value, source, Some(name), Some(name), start(name_at));
            }
        }
        (None, None) => {
            builder.import(ImportKind::Value, source, Some("*"), None, start(at));
            hide(&hidden, source, at, builder);
        }
    }
    alternatives(node, ImportKind::Value, builder);
}

fn export(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((at, source)) = uri(node).and_then(|at| Some((at, source(at, builder)?))) else { return };
    let (shown, hidden) = combined(node, builder);
    match shown {
        // Handed on under a name that no code can spell: the library itself does not see it.
        Some(names) => {
            for (name_at, name) in names {
                let local = format!("{name} from {source}");
                builder.import(ImportKind::Reexport, source, Some(name), Some(&local), start(name_at));
                builder.export(name, &local);
            }
        }
        None => {
            builder.import(ImportKind::Reexport, source, Some("*"), None, start(at));
            hide(&hidden, source, at, builder);
        }
    }
    alternatives(node, ImportKind::Reexport, builder);
}

fn hide(names: &[&str], source: &str, at: Node<'_>, builder: &mut Builder<'_>) {
    for name in names {
        builder.import(ImportKind::Value, source, Some(&format!("{HIDDEN}{name}")), None, start(at));
    }
}

/// `if (dart.library.io) 'other.dart'`: the library of another platform.
fn alternatives(node: Node<'_>, kind: ImportKind, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let Some(uris) = node.named_children(&mut cursor).find(|child| child.kind() == "configurable_uri") else { return };
    let mut cursor = uris.walk();
    for other in uris.named_children(&mut cursor).filter(|child| child.kind() == "configuration_uri") {
        let mut inside = other.walk();
        let uri = other.named_children(&mut inside).find(|child| child.kind() == "uri");
        if let Some((at, source)) = uri.and_then(|at| Some((at, source(at, builder)?))) {
            builder.import(kind, source, None, None, start(at));
            builder.conditional_import();
        }
    }
}
