//! The raw captures of the queries.

use tree_sitter::Node;

use super::capture::Capture;
use super::compile::Program;
use super::limit::ParseBudget;
use super::nodes::{Nodes, Visit, walk};
use super::parser::{program, with_new_parser};
use super::tree;

/// One capture of one pattern.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RawCapture {
    /// The pattern: its position among all patterns of the language's queries.
    pub pattern: usize,
    /// The name of the capture, without its `@`.
    pub name: String,
    /// Where the node starts, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// All captures in one content, sorted and distinct: what tree-sitter's own engine must agree with.
pub fn captures(language: usize, content: &[u8]) -> Vec<RawCapture> {
    let mut cost = ParseBudget::of(content.len());
    let parsed = with_new_parser(language, |parser| tree::parse(parser, content, &mut cost));
    let mut all = parsed.map_or(Vec::new(), |parsed| of_tree(program(language), &parsed));
    all.sort_unstable();
    all.dedup();
    all
}

fn of_tree(program: &Program, parsed: &tree_sitter::Tree) -> Vec<RawCapture> {
    let mut collect = Collect { program, found: Vec::new(), all: Vec::new() };
    walk(parsed, program, &mut collect);
    collect.all
}

struct Collect<'t, 'p> {
    program: &'p Program,
    found: Vec<(Capture, Node<'t>)>,
    all: Vec<RawCapture>,
}

impl<'t> Visit<'t> for Collect<'t, '_> {
    fn enter(&mut self, at: usize, nodes: &mut Nodes<'t>) -> u32 {
        for (pattern, matcher) in self.program.numbered(nodes.node(at).kind_id()) {
            self.found.clear();
            if matcher.matches(at, nodes, &mut self.found) {
                self.all.extend(self.found.iter().map(|(capture, node)| RawCapture {
                    pattern,
                    name: capture.name(),
                    start: node.start_byte(),
                    end: node.end_byte(),
                }));
            }
        }
        0
    }

    fn leave(&mut self, _entered: u32) {}
}
