//! The names in a text that mean type parameters: inside of what declares one, no type of its name is meant.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::site::Site;
use crate::language::sites::SiteKind;

/// The type parameters of a text.
#[derive(Default)]
pub(super) struct TypeParameters {
    /// Where each site that was written begins, in bytes.
    starts: Vec<usize>,
    /// The bytes of what declares a parameter, and those of its name.
    scopes: Vec<(Range<usize>, Range<usize>)>,
}

/// The parts of the kinds of nodes that declare type parameters, and of lists of these.
const LISTS: &[&str] = &["type_param", "template_param"];

impl TypeParameters {
    /// Notes where the last site begins, if a node has become one; whether it has.
    pub fn note(&mut self, node: Node<'_>, n_sites: usize) -> bool {
        let is_new = n_sites > self.starts.len();
        if is_new {
            self.starts.push(node.start_byte());
        }
        is_new
    }

    /// Enters the name of a type parameter, if the nodes around it, from within, are those of one.
    pub fn declare<'t>(&mut self, name: Node<'t>, around: impl Iterator<Item = Node<'t>>) {
        let is_list = |node: &Node<'t>| LISTS.iter().any(|part| node.kind().contains(part));
        let mut around = around.peekable();
        if around.peek().is_some_and(is_list)
            && let Some(of) = around.find(|node| !is_list(node))
        {
            self.scopes.push((of.byte_range(), name.byte_range()));
        }
    }

    /// Marks the names that mean type parameters: no names of what declares them, and no members.
    pub fn mark(mut self, sites: &mut [Site], text: &[u8]) {
        self.scopes.sort_unstable_by_key(|(of, _)| of.start);
        let mut scopes = self.scopes.into_iter().peekable();
        // By name, up to where the last that is open is seen: of two, one is inside of the other.
        let mut seen: FxHashMap<&[u8], usize> = FxHashMap::default();
        for (site, start) in sites.iter_mut().zip(self.starts) {
            while let Some((of, name)) = scopes.next_if(|(of, _)| of.start <= start) {
                let end = seen.entry(text.get(name).unwrap_or_default()).or_default();
                *end = of.end.max(*end);
            }
            if seen.is_empty() || matches!(site.kind, SiteKind::Define | SiteKind::Import) {
                continue;
            }
            let name = text.get(start..start + site.length as usize).unwrap_or_default();
            let is_seen = seen.get(name).is_some_and(|end| start < *end);
            let before = || text.get(..start).unwrap_or_default().trim_ascii_end();
            site.is_parameter = is_seen && !before().ends_with(b".") && !before().ends_with(b"::");
        }
    }
}
