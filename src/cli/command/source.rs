//! Lines of the repository's files, for quoting.

use std::collections::HashMap;

use crate::base::{QuotedText, visible};
use crate::pipeline::Index;

/// The longest quote, in characters.
const WIDE: usize = 120;

/// The files that were quoted, read once each.
pub struct Sources<'a> {
    index: &'a Index,
    texts: HashMap<String, Option<QuotedText>>,
}

impl<'a> Sources<'a> {
    /// Nothing is read yet.
    pub fn new(index: &'a Index) -> Self {
        Self { index, texts: HashMap::new() }
    }

    /// A line of a file, without the blanks around it; `None` where there is none.
    pub fn line(&mut self, path: &str, line: u32) -> Option<String> {
        if !self.texts.contains_key(path) {
            let text = self.index.tree.read(path).ok().map(QuotedText::new);
            self.texts.insert(path.to_owned(), text);
        }
        let quoted = self.texts.get(path)?.as_ref()?.line(line)?.trim();
        let (short, is_cut) = match quoted.char_indices().nth(WIDE) {
            Some((end, _)) => (quoted.get(..end)?, true),
            None => (quoted, false),
        };
        let cut = if is_cut { " …" } else { "" };
        (!short.is_empty()).then(|| format!("{}{cut}", visible(&short.replace('\t', " "))))
    }
}
