//! The chains as a graph for Mermaid, which GitHub draws in Markdown.

use std::fmt::Write;

use super::chains::ChainGraph;
use super::read::BundleJson;
use crate::base::visible;

/// The chains of a bundle in the language of Mermaid.
pub fn mermaid(bundle: &BundleJson) -> String {
    let graph = ChainGraph::of(bundle);
    let mut out = String::from("flowchart RL\n");
    for (at, node) in graph.nodes.iter().enumerate() {
        let name = quoted(&node.name);
        let _ = match node.band.as_str() {
            "must_read" => writeln!(out, "  n{at}[[{name}]]"),
            "should_read" => writeln!(out, "  n{at}[{name}]"),
            "may_read" => writeln!(out, "  n{at}({name})"),
            _ => writeln!(out, "  n{at}([{name}])"),
        };
    }
    for edge in &graph.edges {
        let _ = writeln!(out, "  n{} -- {} --> n{}", edge.from, quoted(&edge.relation), edge.to);
    }
    out
}

/// A text between quotes. Every character that Mermaid or HTML could read as its own is an entity of Mermaid.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in visible(text).chars() {
        match letter {
            '"' | '<' | '>' | '&' | '#' | ';' | '`' | '\\' | '%' | '[' | ']' | '{' | '}' | '(' | ')' | '|' => {
                let _ = write!(out, "#{};", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    out + "\""
}
