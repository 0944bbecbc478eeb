//! Lines of the repository's files, for quoting.

use std::collections::HashMap;

use crate::base::{LineIndex, redacted, visible};
use crate::pipeline::Index;

/// The longest quote, in characters.
const WIDE: usize = 120;

/// The files that were quoted, read once each.
pub struct Sources<'a> {
    index: &'a Index,
    texts: HashMap<String, Option<(String, LineIndex)>>,
}

impl<'a> Sources<'a> {
    /// Nothing is read yet.
    pub fn new(index: &'a Index) -> Self {
        Self { index, texts: HashMap::new() }
    }

    /// A line of a file, without the blanks around it; `None` where there is none.
    pub fn line(&mut self, path: &str, line: u32) -> Option<String> {
        let tree = &self.index.tree;
        let read = || {
            let bytes = tree.read(path).ok()?;
            let text = redacted(&String::from_utf8_lossy(&bytes)).into_owned();
            let lines = LineIndex::new(text.as_bytes());
            Some((text, lines))
        };
        let (text, lines) = self.texts.entry(path.to_owned()).or_insert_with(read).as_ref()?;
        let quoted = text.get(lines.line(line))?.trim();
        let short: String = quoted.chars().take(WIDE).collect();
        let cut = if quoted.chars().count() > WIDE { " …" } else { "" };
        (line > 0 && !short.is_empty()).then(|| format!("{}{cut}", visible(&short.replace('\t', " "))))
    }
}
