//! A bundle as text. Does not know facts, ids or the disk.

mod markdown;

pub use markdown::markdown;

use crate::base::escaped_json;
use crate::bundle::{Bundle, View};

/// A form of output. A row of [`FORMATS`].
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// The ending of its files, without the dot.
    pub extension: &'static str,
    /// One line for the help.
    pub summary: &'static str,
    /// Writes a bundle.
    pub render: fn(&Bundle) -> String,
}

/// Every format, in the order of the names.
pub const FORMATS: &[Format] = &[
    Format { name: "json", extension: "json", summary: "everything, for machines", render: json },
    Format { name: "markdown", extension: "md", summary: "for reading, by people and agents", render: markdown },
    Format { name: "paths", extension: "txt", summary: "one path a line: the files that are shown", render: paths },
];

/// The format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

fn json(bundle: &Bundle) -> String {
    // A bundle has text keys and finite numbers only, so that it always has a JSON form.
    escaped_json(serde_json::to_string_pretty(bundle).unwrap_or_default() + "\n")
}

fn paths(bundle: &Bundle) -> String {
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let shown = items.filter(|item| item.view != View::Listed || item.reduced.is_some());
    shown.map(|item| format!("{}\n", item.path)).collect()
}
