//! Reads what a macro of the file brings to its top: `macro_rules! root { () => { pub use a::b; } }`, then `root!();`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::super::observation::Decl;
use super::import::{join, named};
use crate::base::Position;

/// How deep the groups of one `use` may nest.
const MAX_GROUPS: usize = 32;

/// Reads an item that is a macro which the same file declares. Of what it expands to, the `use` items are read in which it puts
/// nothing.
pub fn read(call: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = call.field("macro").filter(|_| builder.current() == Decl(0)) else { return };
    let Some(file) = builder.ancestors(call).last() else { return };
    let name = builder.text(name);
    let mut cursor = file.walk();
    let is_meant = |it: &Node<'_>| it.field("name").is_some_and(|own| builder.text(own) == name);
    let items = file.named_children(&mut cursor).filter(|it| it.kind() == "macro_definition");
    let Some(definition) = items.filter(|it| it.start_byte() < call.start_byte() && is_meant(it)).last() else {
        return;
    };
    let mut cursor = definition.walk();
    let rules: Vec<Node<'_>> = definition.named_children(&mut cursor).filter(|it| it.kind() == "macro_rule").collect();
    // Which of several rules is meant depends on what the macro is given.
    if let [rule] = rules[..]
        && let Some(body) = rule.field("right")
    {
        uses(body, builder);
    }
}

/// The `use` items among the words of a body.
fn uses(body: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = body.walk();
    let words: Vec<Node<'_>> = body.children(&mut cursor).collect();
    let mut kind = ImportKind::Value;
    let mut from: Option<Node<'_>> = None;
    for word in words {
        match (builder.text(word), from) {
            ("pub", None) => kind = ImportKind::Reexport,
            ("use", None) => from = Some(word),
            (";", Some(start_word)) => {
                let bytes = builder.source().get(start_word.end_byte()..word.start_byte()).unwrap_or_default();
                let text = std::str::from_utf8(bytes).unwrap_or_default().to_owned();
                if !text.contains(['$', '/']) {
                    tree(&text, "", kind, start(start_word), 0, builder);
                }
                (kind, from) = (ImportKind::Value, None);
            }
            (text, None) if !text.starts_with('(') => kind = ImportKind::Value,
            _ => {}
        }
    }
}

/// One branch of a `use` tree, as text, below a prefix.
fn tree(text: &str, prefix: &str, kind: ImportKind, at: Position, depth: usize, builder: &mut Builder<'_>) {
    let text = text.trim();
    if text.is_empty() || depth > MAX_GROUPS {
        return;
    }
    if let Some((path, group)) = text.split_once('{') {
        let prefix = join(prefix, path.trim().trim_end_matches("::"));
        for part in parts(group.trim_end().strip_suffix('}').unwrap_or(group)) {
            tree(part, &prefix, kind, at, depth + 1, builder);
        }
    } else if let Some(path) = text.strip_suffix('*') {
        let source = join(prefix, path.trim().trim_end_matches("::"));
        builder.import(kind, source.trim_end_matches("::"), Some("*"), None, at);
    } else {
        let (path, alias) = text.split_once(" as ").map_or((text, None), |(path, alias)| (path, Some(alias.trim())));
        named(&join(prefix, path.trim()), alias, kind, at, builder);
    }
}

/// The parts of a group between its own commas.
fn parts(group: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let is_own = |letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    group.split(is_own).collect()
}
