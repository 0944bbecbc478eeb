//! The report: one HTML file that loads nothing. Without scripts it is tables; a script sorts them and lights chains.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value};
use serde::Serialize;
use serde_json::json;

use super::chains::{ChainGraph, path_of};
use super::eats::{Eater, eaters};
use super::read::{BundleJson, JsonItem};
use super::tokens::{TOKENIZER, count};
use crate::base::{visible, visible_lines};

const TEMPLATE: &str = include_str!("report.html");
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The distance of two columns and of two rows of the drawing, and the size of a node.
const COLUMN: usize = 300;
const ROW: usize = 34;
const WIDTH: usize = 230;
const HEIGHT: usize = 24;
/// The most characters of a name in a node.
const LABEL: usize = 32;

/// A bundle as a page; the error names the place in the template, which a test holds to be right.
pub fn html(bundle: &BundleJson) -> String {
    page(bundle).unwrap_or_else(|error| format!("<!doctype html><title>cg-bundle</title><p>{}", escaped(&error)))
}

fn escaped(error: &minijinja::Error) -> String {
    quick_xml::escape::escape(error.to_string()).into_owned()
}

fn page(bundle: &BundleJson) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("visible", |text: String| visible(&text).into_owned());
    environment.add_filter("file_name", |path: String| path.rsplit('/').next().unwrap_or("").to_owned());
    environment.add_filter("words", |text: String| visible(&text).replace('_', " "));
    environment.add_filter("part", |part: u64, all: u64| format!("{:.2}", part as f64 * 100.0 / all.max(1) as f64));
    let (files, queries) = eaters(bundle, &count);
    let total: u64 = files.iter().map(|it| it.tokens).sum();
    let graph = ChainGraph::of(bundle);
    let texts: Vec<_> = bundle.contexts().map(|it| (&it.key, visible_lines(&it.text), it.untrusted)).collect();
    let rows: Vec<FileLine> = bundle.items().enumerate().map(|(at, item)| row(at, item, &files, &graph)).collect();
    let values = json!({
        "style": STYLE, "script": SCRIPT, "task_class": bundle.task_class, "description": bundle.description,
        "status": bundle.status, "degraded": bundle.degraded, "seal": bundle.seal, "inputs": bundle.inputs,
        "budget": bundle.budget, "missing": bundle.missing, "guidance": bundle.guidance, "index": bundle.index,
        "redacted": bundle.redacted, "queries": bundle.queries, "left_out": bundle.left_out, "texts": texts,
        "tokenizer": TOKENIZER, "total": total, "bar": bar(&files), "query_eaters": queries, "rows": rows,
        "drawing": drawing(&graph),
    });
    environment.render_str(TEMPLATE, Value::from(Serde(values)))
}

/// A line of the table of files, and its source.
#[derive(Serialize)]
struct FileLine {
    at: usize,
    path: String,
    band: String,
    view: String,
    cut: Option<String>,
    tokens: u64,
    lines: u32,
    query: String,
    because: String,
    chain: Vec<String>,
    /// The node of the drawing.
    node: Option<usize>,
    source: Vec<SourceLines>,
}

/// Lines of a source, with their numbers.
#[derive(Serialize)]
struct SourceLines {
    numbers: String,
    text: String,
}

fn row(at: usize, item: &JsonItem, files: &[Eater], graph: &ChainGraph) -> FileLine {
    /// So many facts of a chain are printed.
    const FACTS: usize = 12;
    let why = item.why.first();
    let facts = item.why.iter().find(|why| !why.chain.is_empty()).map_or(&[][..], |why| &why.chain);
    let fact = |link: &super::read::JsonLink| {
        format!("{} — {} — {} ({})", link.from, link.relation.replace('_', " "), link.to, link.at)
    };
    let mut chain: Vec<String> = facts.iter().take(FACTS).map(fact).collect();
    if facts.len() > FACTS {
        chain.push(format!("{} more", facts.len() - FACTS));
    }
    let is_own = |it: &&Eater| it.name == item.path && it.band == item.band;
    let source = item.excerpts.iter().map(|excerpt| SourceLines {
        numbers: (excerpt.first_line..=excerpt.last_line).map(|number| format!("{number}\n")).collect(),
        text: visible_lines(&excerpt.text).into_owned(),
    });
    FileLine {
        at,
        path: item.path.clone(),
        band: item.band.clone(),
        view: item.view.clone(),
        cut: item.reduced.clone(),
        tokens: files.iter().find(is_own).map_or(0, |it| it.tokens),
        lines: item.lines,
        query: item.query().to_owned(),
        because: why.map_or(String::new(), |why| why.because.clone()),
        chain,
        node: node_of(item, graph),
        source: source.collect(),
    }
}

/// The node of a file: its own, or that of the text behind its first fact.
fn node_of(item: &JsonItem, graph: &ChainGraph) -> Option<usize> {
    let first = item.why.iter().find_map(|why| why.chain.first()).map(|link| path_of(&link.at));
    let named = |name: &str| graph.nodes.iter().position(|node| node.name == name);
    named(&item.path).or_else(|| first.and_then(named))
}

/// A part of the bar.
#[derive(Serialize)]
struct BarPart<'a> {
    name: &'a str,
    band: &'a str,
    tokens: u64,
    percent: u64,
}

/// The parts of the bar, by band; the small ones of a band are one.
fn bar(files: &[Eater]) -> Vec<BarPart<'_>> {
    let mut parts = Vec::new();
    for band in ["must_read", "should_read", "may_read"] {
        let of_band = || files.iter().filter(move |it| it.band == band && it.tokens > 0);
        let large = of_band().filter(|it| it.percent > 0);
        parts.extend(large.map(|it| BarPart { name: &it.name, band, tokens: it.tokens, percent: it.percent }));
        let small: u64 = of_band().filter(|it| it.percent == 0).map(|it| it.tokens).sum();
        if small > 0 {
            parts.push(BarPart { name: "small files", band, tokens: small, percent: 0 });
        }
    }
    parts
}

/// The drawing of the chains.
#[derive(Serialize)]
struct Drawing {
    width: usize,
    height: usize,
    is_collapsed: bool,
    columns: Vec<(usize, usize)>,
    nodes: Vec<DrawnNode>,
    edges: Vec<DrawnEdge>,
}

#[derive(Serialize)]
struct DrawnNode {
    at: usize,
    x: usize,
    y: usize,
    label: String,
    name: String,
    band: String,
}

#[derive(Serialize)]
struct DrawnEdge {
    from: usize,
    to: usize,
    path: String,
    title: String,
}

fn drawing(graph: &ChainGraph) -> Drawing {
    const TOP: usize = 40;
    let mut rows: Vec<usize> = Vec::new();
    let mut nodes: Vec<DrawnNode> = Vec::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        rows.resize(rows.len().max(node.column + 1), 0);
        let (x, y) = (10 + node.column * COLUMN, TOP + rows[node.column] * ROW);
        rows[node.column] += 1;
        let name = visible(&node.name).into_owned();
        nodes.push(DrawnNode { at, x, y, label: label(&name), name, band: node.band.clone() });
    }
    let edges = graph.edges.iter().map(|edge| {
        let (from, to) = (&nodes[edge.from], &nodes[edge.to]);
        let (from_y, to_y) = (from.y + HEIGHT / 2, to.y + HEIGHT / 2);
        // A fact of one column, or of a circle, bends to the right.
        let (to_x, bend) = if to.x < from.x { (to.x + WIDTH, from.x - 40) } else { (to.x + WIDTH, to.x + WIDTH + 40) };
        let from_x = if to.x < from.x { from.x } else { from.x + WIDTH };
        let path = format!("M{from_x} {from_y} C{bend} {from_y} {} {to_y} {to_x} {to_y}", to_x + 40);
        let title = visible(&format!("{} {} {} {}", from.name, edge.relation, to.name, edge.at)).into_owned();
        DrawnEdge { from: edge.from, to: edge.to, path, title }
    });
    let edges = edges.collect();
    Drawing {
        width: 20 + rows.len().max(1) * COLUMN,
        height: TOP + rows.iter().max().copied().unwrap_or(0) * ROW + 10,
        is_collapsed: graph.is_collapsed,
        columns: (0..rows.len()).map(|column| (column, 10 + column * COLUMN)).collect(),
        nodes,
        edges,
    }
}

/// The end of a long name: files of one folder differ there.
fn label(name: &str) -> String {
    let n_letters = name.chars().count();
    if n_letters <= LABEL {
        return name.to_owned();
    }
    format!("…{}", name.chars().skip(n_letters - LABEL + 1).collect::<String>())
}
