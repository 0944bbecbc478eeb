//! A bundle as text, and the cost of each of its parts. Does not know facts, ids or the disk.
//!
//! A format is a row of [`FORMATS`]: a function that writes a bundle, and the [`Layout`] that a budget is held to.

mod json;
mod markdown;
mod page;
mod paths;

pub use markdown::{Markdown, heading, markdown, title};
pub use page::{BundleJson, Eater, JsonItem, TOKENIZER, comment, count, dot, eaters, html, mark, mermaid, stats, xml};

use crate::bundle::{Bundle, Layout};

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
    /// The costs that a budget counts.
    ///
    /// All others are written from the bundle that Markdown prints, so its layout is theirs: a bundle has the same
    /// files, numbers and seal in each, and a program that passes the excerpts on keeps the reader's budget.
    pub layout: &'static dyn Layout,
}

/// Markdown, the default.
pub const MARKDOWN: Format = Format {
    name: "markdown",
    extension: "md",
    summary: "for reading, by people and agents",
    render: markdown,
    layout: &Markdown,
};

/// Every format, in the order of the names.
pub static FORMATS: &[Format] = &[
    Format {
        name: "dot",
        extension: "dot",
        summary: "the chains, for Graphviz",
        render: |bundle| of_json(bundle, page::dot),
        layout: &Markdown,
    },
    Format {
        name: "html",
        extension: "html",
        summary: "one page that loads nothing, for a browser",
        render: |bundle| of_json(bundle, page::html),
        layout: &Markdown,
    },
    Format {
        name: "json",
        extension: "json",
        summary: "everything, for machines",
        render: json::json,
        layout: &Markdown,
    },
    MARKDOWN,
    Format {
        name: "mermaid",
        extension: "mmd",
        summary: "the chains, for Markdown that draws them",
        render: |bundle| of_json(bundle, page::mermaid),
        layout: &Markdown,
    },
    Format {
        name: "paths",
        extension: "txt",
        summary: "one path a line: the files that are shown",
        render: paths::paths,
        layout: &Markdown,
    },
    Format {
        name: "xml",
        extension: "xml",
        summary: "documents with their reasons, well-formed",
        render: |bundle| of_json(bundle, page::xml),
        layout: &Markdown,
    },
];

/// A format that is made from the JSON of a bundle.
fn of_json(bundle: &Bundle, render: fn(&BundleJson) -> String) -> String {
    BundleJson::of(bundle).as_ref().map(render).unwrap_or_default()
}

/// The format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
