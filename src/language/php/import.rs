//! Reads what a PHP file takes from others: `use`, `require`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;

/// `use A\B;`, `use A\{B, C as D};`, `use function A\f;`.
pub fn read_use(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let prefix =
        children.iter().find(|child| child.kind() == "namespace_name").map_or("", |child| builder.text(*child));
    let of_all = kind(&children);
    for child in children {
        match child.kind() {
            "namespace_use_clause" => read_clause(child, prefix, of_all, builder),
            "namespace_use_group" => {
                let mut cursor = child.walk();
                for clause in child.named_children(&mut cursor).filter(|it| it.kind() == "namespace_use_clause") {
                    read_clause(clause, prefix, of_all, builder);
                }
            }
            _ => {}
        }
    }
}

/// The kind of an import: a class or namespace, a `function`, a `const`.
fn kind(children: &[Node<'_>]) -> &'static str {
    let has = |word: &str| children.iter().any(|child| child.kind() == word);
    if has("function") {
        "function"
    } else if has("const") {
        "const"
    } else {
        ""
    }
}

fn read_clause(clause: Node<'_>, prefix: &str, of_all: &'static str, builder: &mut Builder<'_>) {
    let mut cursor = clause.walk();
    let children: Vec<Node<'_>> = clause.children(&mut cursor).collect();
    let own = kind(&children);
    let kind = if own.is_empty() { of_all } else { own };
    let Some(path) = children.iter().find(|child| matches!(child.kind(), "name" | "qualified_name" | "namespace_name"))
    else {
        return;
    };
    let text = builder.text(*path).trim_start_matches('\\');
    let source = if prefix.is_empty() { text.to_owned() } else { format!("{}\\{text}", prefix.trim_matches('\\')) };
    let name = source.rsplit('\\').next().unwrap_or(&source).to_owned();
    let alias = clause.field("alias").map_or(name.as_str(), |alias| builder.text(alias));
    // Functions and constants have local names of their own.
    let local = match kind {
        "function" => format!("{alias}()"),
        "const" => format!("const {alias}"),
        _ => alias.to_owned(),
    };
    builder.import(ImportKind::Value, &source, Some(&name), Some(&local), start(*path));
}

/// `require __DIR__ . '/a.php'`, `include 'a.php'`: a path that counts from the file starts with a dot.
pub fn read_require(node: Node<'_>, builder: &mut Builder<'_>) {
    let path = node.named_child(0).map(|path| match path.kind() {
        "parenthesized_expression" => path.named_child(0).unwrap_or(path),
        _ => path,
    });
    if let Some(path) = path.and_then(|path| file(path, builder)) {
        builder.import(ImportKind::Value, &path, None, None, start(node));
    }
}

fn file(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match node.kind() {
        "string" | "encapsed_string" => literal(node, builder).map(str::to_owned),
        "binary_expression" => {
            let right = literal(node.field("right")?, builder)?;
            Some(format!("{}{right}", directory(node.field("left")?, builder)?))
        }
        _ => None,
    }
}

/// The text of a plain string.
fn literal<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let is_plain = matches!(node.kind(), "string" | "encapsed_string") && node.named_child_count() == 1;
    let content = node.named_child(0).filter(|content| is_plain && content.kind() == "string_content")?;
    Some(builder.text(content))
}

/// A directory that counts from the file: `__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)`.
fn directory(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let text: String = builder.text(node).split_whitespace().collect();
    let text = text.trim_start_matches('\\');
    if matches!(text, "__DIR__" | "dirname(__FILE__)") {
        return Some(".".to_owned());
    }
    let inside = text.strip_prefix("dirname(")?.strip_suffix(')')?;
    let (inside, n_up) = inside.split_once(',').map_or((inside, 1), |(inside, n)| (inside, n.parse().unwrap_or(1)));
    let n_up = match inside {
        "__DIR__" | "dirname(__FILE__)" => n_up,
        "dirname(__DIR__)" | "dirname(dirname(__FILE__))" => n_up + 1,
        "__FILE__" => n_up - 1,
        _ => return None,
    };
    Some(format!("./{}", vec![".."; n_up.min(20)].join("/")).trim_end_matches('/').to_owned())
}
