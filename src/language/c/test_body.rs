//! Names the bodies of tests.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::kind::DeclKind;
use super::super::observation::Decl;
use super::around::{kind_around, namespaces, row};
use super::test;

/// Names the body of a test: a method of its fixture, where the macro states one.
pub fn test_body(node: Node<'_>, macro_name: Node<'_>, title: &str, builder: &mut Builder<'_>) {
    let decl = builder.current();
    builder.test(title, start(node));
    let fixture = title.split_once('.').filter(|_| test::states_fixture(builder.text(macro_name)));
    let Some((fixture, own)) = fixture else {
        let name = builder.intern(title);
        return builder.declaration_mut(decl).name = name;
    };
    of_fixture(fixture, own, builder);
}

/// Makes the open declaration a method of a class.
fn of_fixture(fixture: &str, own: &str, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let owner = builder.intern(&format!("{}{fixture}", namespaces(builder)));
    let name = builder.intern(own);
    let row = builder.declaration_mut(decl);
    (row.name, row.owner, row.kind, row.container) = (name, Some(owner), DeclKind::Method, Some(Decl(0)));
}

/// Names the block behind `TEST_CASE("title", "[tags]")` by the title, in quotes where code could call a name like it; takes back
/// every other block.
pub fn titled_body(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_outer = !kind_around(&row(builder), builder).is_callable();
    let Some(head) = is_outer.then(|| test::head_of_block(node, builder)).flatten() else {
        return builder.withdraw();
    };
    let is_name = head.title.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let title = if is_name { format!("\"{}\"", head.title) } else { head.title.to_owned() };
    let name = builder.intern(&title);
    let decl = builder.current();
    let row = builder.declaration_mut(decl);
    let first = row.start_line.saturating_sub(head.n_lines);
    (row.name, row.body_line, row.start_line) = (name, row.start_line, first);
    (row.at.line, row.at.column) = (first, head.column);
    if let Some(fixture) = head.fixture {
        of_fixture(&fixture.replace("::", "."), &title, builder);
    }
}
