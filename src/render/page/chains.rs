//! The chains of a bundle as a graph in columns: a column is the number of facts that lead to what the request names.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::read::{BundleJson, JsonLink, JsonWhy};

/// A graph with more nodes draws folders in place of files.
const NODES: usize = 400;
/// So many places of one file are drawn; a hub has too many.
const LINKS: usize = 4;

/// A file, or a name that the request brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    /// The path or name.
    pub name: String,
    /// The band of a file of the bundle; empty of anything else.
    pub band: String,
    /// How many facts away it is from where chains end.
    pub column: usize,
}

/// A base fact between two nodes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphEdge {
    /// The place of the first node.
    pub from: usize,
    /// The place of the second.
    pub to: usize,
    /// The relation.
    pub relation: String,
    /// Where the text says so.
    pub at: String,
}

/// The chains of a bundle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainGraph {
    /// The nodes, by column, then by name.
    pub nodes: Vec<GraphNode>,
    /// The facts.
    pub edges: Vec<GraphEdge>,
    /// Whether the nodes are folders.
    pub is_collapsed: bool,
}

/// A fact between two names.
type Fact = (String, String, String, String);

impl ChainGraph {
    /// The graph of the first reason of each file that has a chain.
    pub fn of(bundle: &BundleJson) -> Self {
        let mut facts: BTreeSet<Fact> = BTreeSet::new();
        for item in bundle.items() {
            let why = item.why.iter().find(|why| !why.chain.is_empty());
            facts.extend(why.into_iter().flat_map(facts_of));
        }
        let count = |facts: &BTreeSet<Fact>| {
            let names: BTreeSet<&String> = facts.iter().flat_map(|(from, to, ..)| [from, to]).collect();
            names.len()
        };
        let is_collapsed = count(&facts) > NODES;
        if is_collapsed {
            let within = |(from, to, relation, _): Fact| (folder(&from), folder(&to), relation, String::new());
            facts = facts.into_iter().map(within).filter(|(from, to, ..)| from != to).collect();
        }
        let mut bands: BTreeMap<&str, &str> = BTreeMap::new();
        for item in bundle.items() {
            bands.entry(&item.path).or_insert(&item.band);
        }
        Self::laid_out(&facts, &bands, is_collapsed)
    }

    fn laid_out(facts: &BTreeSet<Fact>, bands: &BTreeMap<&str, &str>, is_collapsed: bool) -> Self {
        let columns = columns(facts);
        let mut nodes: Vec<GraphNode> = columns
            .iter()
            .map(|(name, column)| GraphNode {
                name: (*name).to_owned(),
                band: bands.get(name).map_or("", |band| band).to_owned(),
                column: *column,
            })
            .collect();
        nodes.sort_by(|one, other| (one.column, &one.name).cmp(&(other.column, &other.name)));
        let place: BTreeMap<&str, usize> =
            nodes.iter().enumerate().map(|(at, node)| (node.name.as_str(), at)).collect();
        let edges = facts.iter().filter_map(|(from, to, relation, at)| {
            let (from, to) = (*place.get(from.as_str())?, *place.get(to.as_str())?);
            Some(GraphEdge { from, to, relation: relation.clone(), at: at.clone() })
        });
        let mut edges: Vec<GraphEdge> = edges.collect();
        edges.sort();
        Self { edges, nodes, is_collapsed }
    }
}

/// The facts of a reason between files: a fact leads from the file whose text says so to that of the next one, or to the
/// name in its second column.
fn facts_of(why: &JsonWhy) -> Vec<Fact> {
    let links = why.chain.iter().take(if is_list(why) { LINKS } else { usize::MAX });
    let links: Vec<&JsonLink> = links.collect();
    let fact = |(at, link): (usize, &&JsonLink)| {
        let from = path_of(&link.at).to_owned();
        let next = links.get(at + 1).map(|next| path_of(&next.at)).filter(|next| *next != from);
        let to = next.unwrap_or(&link.to).to_owned();
        (from, to, link.relation.replace('_', " "), link.at.clone())
    };
    links.iter().enumerate().map(fact).filter(|(from, to, ..)| from != to).collect()
}

/// Whether a chain is a list of places in one file, and no path.
fn is_list(why: &JsonWhy) -> bool {
    why.chain.windows(2).all(|pair| path_of(&pair[0].at) == path_of(&pair[1].at))
}

/// For each name, the fewest facts from it to an end; the ends are names from which no fact leads.
fn columns(facts: &BTreeSet<Fact>) -> BTreeMap<&str, usize> {
    let mut before: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut leads, mut all) = (BTreeSet::new(), BTreeSet::new());
    for (from, to, ..) in facts {
        before.entry(to).or_default().push(from);
        leads.insert(from.as_str());
        all.extend([from.as_str(), to.as_str()]);
    }
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open: VecDeque<&str> = all.iter().copied().filter(|name| !leads.contains(name)).collect();
    open.iter().for_each(|name| {
        found.insert(name, 0);
    });
    // A circle without an end begins at its first name.
    let mut rest = all.iter().copied();
    loop {
        while let Some(name) = open.pop_front() {
            let column = found.get(name).copied().unwrap_or(0) + 1;
            for from in before.get(name).into_iter().flatten() {
                if !found.contains_key(from) {
                    found.insert(from, column);
                    open.push_back(from);
                }
            }
        }
        match rest.find(|name| !found.contains_key(name)) {
            Some(name) => {
                found.insert(name, 0);
                open.push_back(name);
            }
            None => return found,
        }
    }
}

/// The path of a place that is written `path:line:column`.
pub fn path_of(place: &str) -> &str {
    place.rsplitn(3, ':').last().unwrap_or(place)
}

fn folder(path: &str) -> String {
    path.rsplit_once('/').map_or_else(|| path.to_owned(), |(folder, _)| format!("{folder}/"))
}
