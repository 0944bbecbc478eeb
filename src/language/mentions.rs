//! Counts the names that stand as words in code.

use rustc_hash::FxHashSet;
use tree_sitter::Node;

use super::builder::Builder;
use super::observation::{Decl, Name, NameCount};

impl Builder<'_> {
    /// Writes the mentions, but for the names that nothing but functions bind: they mean what is local.
    pub(super) fn enter_mentions(&mut self) {
        let rows = &self.observation.declarations;
        let declared: FxHashSet<Name> = rows.iter().map(|row| row.name).collect();
        let is_function = |decl: Decl| rows.get(decl.0 as usize).is_some_and(|row| row.kind.is_callable());
        let locals = self.bound.keys().filter(|(scope, name)| is_function(*scope) && !declared.contains(name));
        let locals: FxHashSet<Name> = locals.map(|(_, name)| *name).collect();
        let mut found: Vec<(&str, u32)> = std::mem::take(&mut self.mentions).into_iter().collect();
        found.sort_unstable();
        let named: Vec<NameCount> =
            found.into_iter().map(|(text, count)| NameCount { name: self.intern(text), count }).collect();
        for mention in named.iter().filter(|mention| !locals.contains(&mention.name)) {
            self.observation.mentions.push(mention);
        }
    }

    /// Notes a name in code.
    pub fn mention(&mut self, node: Node<'_>) {
        let text = self.text(node);
        if text.len() > 1 {
            *self.mentions.entry(text).or_default() += 1;
        }
    }
}
