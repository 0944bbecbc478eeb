//! What the queries capture, before anything is read from it.

use super::compile::Program;
use super::pattern::Scratch;
use super::{program, tree, with_parser};
use crate::language::Builder;

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
    let mut builder = Builder::new(content, 0);
    let parsed = with_parser(language, |parser| tree::parse(parser, content, 0, &mut builder));
    let mut all = parsed.map_or(Vec::new(), |parsed| of_tree(program(language), &parsed));
    all.sort_unstable();
    all.dedup();
    all
}

fn of_tree(program: &Program, parsed: &tree_sitter::Tree) -> Vec<RawCapture> {
    let mut cursor = parsed.walk();
    let mut scratch = Scratch::new(parsed.walk());
    let mut found = Vec::new();
    let mut all = Vec::new();
    loop {
        let node = cursor.node();
        for (pattern, matcher) in program.numbered(node.kind_id()) {
            found.clear();
            if matcher.matches(node, None, &mut scratch, &mut found) {
                all.extend(found.iter().map(|(capture, node)| RawCapture {
                    pattern,
                    name: capture.name(),
                    start: node.start_byte(),
                    end: node.end_byte(),
                }));
            }
        }
        if !cursor.goto_first_child() && !tree::next(&mut cursor) {
            return all;
        }
    }
}
