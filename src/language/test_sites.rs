//! Writes the tests of a file, under the suites and types around them.

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::kind::DeclKind;
use super::observation::TestSite;
use crate::base::Position;

impl Builder<'_> {
    /// Opens a suite of tests that reaches to the end of `node`.
    pub fn suite(&mut self, node: Node<'_>, title: String) {
        self.close_suites(node);
        self.suites.push((node.end_byte(), title));
    }

    /// Writes a test under the suites around it, as test runners show it: `suite > test`.
    pub fn test_of_suite(&mut self, node: Node<'_>, title: &str) {
        self.close_suites(node);
        let mut name = String::new();
        for (_, suite) in &self.suites {
            name.push_str(suite);
            name.push_str(" > ");
        }
        name.push_str(title);
        self.test(&name, start(node));
    }

    fn close_suites(&mut self, node: Node<'_>) {
        while self.suites.last().is_some_and(|(end, _)| *end <= node.start_byte()) {
            self.suites.pop();
        }
    }

    /// Writes the innermost open function as a test of the type around it: `Type.name`.
    pub fn test_of_type(&mut self, at: Position) {
        let row = self.observation.declaration(self.current());
        let around = row.container.map(|around| self.observation.declaration(around));
        let around = around.filter(|around| around.kind.is_type() || around.kind == DeclKind::Impl);
        let name = self.observation.name(row.name).trim_matches('`');
        let name = around.map_or(name.to_owned(), |around| format!("{}.{name}", self.observation.name(around.name)));
        self.test(&name, at);
    }

    /// Writes a test.
    pub fn test(&mut self, name: &str, at: Position) {
        let name = self.intern(name);
        self.observation.tests.change(|it| it.push(TestSite { name, at }));
    }
}
