//! Just enough YAML for what programs write: keys by their indentation, one a line.

use crate::base::TextPart;
/// The keys of a line and of those around it.
#[derive(Default)]
pub struct Keys<'t> {
    indents: Vec<usize>,
    keys: Vec<&'t str>,
}

/// The key of one line.
pub struct YamlEntry<'t> {
    /// Its offset.
    pub at: usize,
    /// The value behind it, without quotes and comment; may be empty.
    pub value: &'t str,
}

impl<'t> Keys<'t> {
    /// Reads a line that starts at an offset; nothing for one without a key.
    pub fn enter(&mut self, start: usize, line: &'t str) -> Option<YamlEntry<'t>> {
        let indent = line.bytes().take_while(|byte| *byte == b' ').count();
        let (key, value) = entry(line.part(indent..).trim_end())?;
        while self.indents.last().is_some_and(|above| *above >= indent) {
            self.indents.pop();
            self.keys.pop();
        }
        self.indents.push(indent);
        self.keys.push(key);
        Some(YamlEntry { at: start + indent, value })
    }

    /// The keys, outermost first.
    pub fn path(&self) -> &[&'t str] {
        &self.keys
    }
}

/// `key: value` or `key:`, without quotes.
fn entry(line: &str) -> Option<(&str, &str)> {
    if line.starts_with(['#', '-']) {
        return None;
    }
    let (key, value) = match line.strip_prefix(['\'', '"']) {
        Some(quoted) => {
            let end = quoted.find(['\'', '"'])?;
            (quoted.part(..end), quoted.part(end + 1..).strip_prefix(':')?)
        }
        None => line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))?,
    };
    let value = value.trim();
    let plain = match value.strip_prefix(['\'', '"']) {
        Some(quoted) => quoted.split(['\'', '"']).next().unwrap_or_default(),
        None => value.split(" #").next().unwrap_or_default().trim_end(),
    };
    Some((key, plain))
}
