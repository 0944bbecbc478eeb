//! What stands above a node, as the walk knows it, is what the tree says; and nesting has a bound that is named.

use cg_bundle::base::GapKind;
use cg_bundle::language::{Builder, LANGUAGES, of_path};
use cg_bundle::parse::observe;
use tree_sitter::{Node, Parser, Tree};

const TEXT: &str =
    "class A extends B {\n  m(a) { return [f(a?.b), { c: (x) => ({ y: x + 1 * 2 }) }]; }\n}\nexport { A };\n";

fn tree() -> Tree {
    let language = of_path("a.js").expect("a language");
    let mut parser = Parser::new();
    parser.set_language(&(LANGUAGES[language].grammar)()).expect("a grammar");
    parser.parse(TEXT, None).expect("a tree")
}

fn said(node: Node<'_>) -> Vec<Node<'_>> {
    std::iter::successors(node.parent(), Node::parent).collect()
}

fn below(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor));
        found.push(node);
    }
    found
}

#[test]
fn what_is_above_a_node_is_what_the_tree_says() {
    let (tree, embedded) = (tree(), tree());
    for node in below(tree.root_node()) {
        let mut builder = Builder::new(TEXT.as_bytes(), 1);
        for above in said(node).into_iter().rev() {
            builder.descend(above);
        }
        builder.descend(node);
        // The node that the walk is at, those below it, and those above it.
        for asked in below(node).into_iter().chain(said(node)) {
            assert_eq!(builder.ancestors(asked).collect::<Vec<_>>(), said(asked), "{asked:?} from {node:?}");
            assert_eq!(builder.parent(asked), asked.parent());
        }
        // A tree of embedded code is below the node that holds it.
        builder.embed(false);
        builder.descend(embedded.root_node());
        let around: Vec<Node<'_>> = std::iter::once(node).chain(said(node)).collect();
        assert_eq!(builder.ancestors(embedded.root_node()).collect::<Vec<_>>(), around);
        builder.ascend();
        builder.end_embedded();
        builder.ascend();
        let around = node.parent();
        assert_eq!(around.and_then(|around| builder.parent(around)), around.and_then(|around| around.parent()));
    }
}

#[test]
fn declarations_that_stand_too_deep_are_a_gap_and_what_they_call_is_not_lost() {
    let language = of_path("a.js").expect("a language");
    let nested = |depth: usize| {
        let text = format!("{}g()\n{}", "function f() {\n".repeat(depth), "}\n".repeat(depth));
        observe(language, text.as_bytes())
    };
    let (fits, deep) = (nested(128), nested(129));
    assert_eq!((fits.declarations.len(), fits.gaps.len()), (129, 0));
    assert_eq!((deep.declarations.len(), deep.calls.len()), (129, 1));
    let gap = deep.gaps.first().expect("a gap");
    assert!(gap.kind == GapKind::WorkLimit && gap.detail.contains("128") && deep.gaps.len() == 1, "{gap:?}");
}
