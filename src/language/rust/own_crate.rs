//! Reads what the body of a macro names by the crate that declares it: `$crate::a::b(…)`, which means the same wherever it expands.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::CallKind;
use super::super::observation::Receiver;

/// The head of such a path.
const OWN: &str = "$crate";
/// The most nodes of one body that are looked at.
const MOST: usize = 1 << 16;

/// Reads the paths in the body of one rule of a macro.
pub fn read(rule: Node<'_>, builder: &mut Builder<'_>) {
    let mut open: Vec<Node<'_>> = rule.field("right").into_iter().collect();
    let mut n_left = MOST;
    while let Some(list) = open.pop() {
        let mut cursor = list.walk();
        let words: Vec<Node<'_>> = list.children(&mut cursor).collect();
        n_left = n_left.saturating_sub(words.len());
        if n_left == 0 {
            return;
        }
        for (at, word) in words.iter().enumerate() {
            match word.kind() {
                "metavariable" if builder.text(*word) == OWN => path(*word, &words[at + 1..], builder),
                "token_tree" | "token_repetition" => open.push(*word),
                _ => {}
            }
        }
    }
}

/// Reads the path that the head begins, of which the words behind it are the parts: the import of what it names, and the call.
fn path(head: Node<'_>, behind: &[Node<'_>], builder: &mut Builder<'_>) {
    let parts = behind.chunks_exact(2).take_while(|pair| pair[0].kind() == "::" && pair[1].kind() == "identifier");
    let parts: Vec<Node<'_>> = parts.map(|pair| pair[1]).collect();
    let Some((name, modules)) = parts.split_last() else { return };
    let names = modules.iter().map(|part| builder.text(*part));
    let source: Vec<&str> = std::iter::once("crate").chain(names).collect();
    builder.import_path(&source.join("::"), Some(builder.text(*name)), start(head));
    let rest = behind.get(2 * parts.len()..).unwrap_or_default();
    let opens = |word: Option<&Node<'_>>| word.is_some_and(|word| word.kind() == "token_tree");
    let is_macro = rest.first().is_some_and(|word| word.kind() == "!") && opens(rest.get(1));
    let is_called = opens(rest.first()) && rest.first().is_some_and(|list| builder.text(*list).starts_with('('));
    if is_macro || is_called {
        let kind = if is_macro { CallKind::Macro } else { CallKind::Call };
        let receiver = Receiver::Path(builder.expr(&source.join(".")));
        builder.call(kind, builder.text(*name), receiver, start(*name));
    }
}
