//! The chains as a graph for Graphviz.

use std::fmt::Write;

use super::chains::ChainGraph;
use super::read::BundleJson;
use crate::base::visible;

/// The chains of a bundle in the language of Graphviz.
pub fn dot(bundle: &BundleJson) -> String {
    let graph = ChainGraph::of(bundle);
    let mut out = String::from("digraph bundle {\n  rankdir=RL;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (at, node) in graph.nodes.iter().enumerate() {
        let style = match node.band.as_str() {
            "must_read" => ", style=bold",
            "should_read" => "",
            "may_read" => ", style=dashed",
            _ => ", shape=ellipse",
        };
        let _ = writeln!(out, "  n{at} [label={}{style}];", quoted(&node.name));
    }
    for edge in &graph.edges {
        let tip = if edge.at.is_empty() { String::new() } else { format!(", tooltip={}", quoted(&edge.at)) };
        let _ = writeln!(out, "  n{} -> n{} [label={}{tip}];", edge.from, edge.to, quoted(&edge.relation));
    }
    out + "}\n"
}

/// A text between quotes: nothing in it ends them or is a command of Graphviz.
fn quoted(text: &str) -> String {
    format!("\"{}\"", visible(text).replace('\\', "\\\\").replace('"', "\\\""))
}
