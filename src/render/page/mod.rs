//! A bundle as a page, a graph, a comment: the formats that are made from its JSON, so that `report` makes them of a file.

mod chains;
mod comment;
mod dot;
mod eats;
mod html;
mod mermaid;
mod read;
mod tokens;
mod xml;

pub use comment::{comment, mark};
pub use dot::dot;
pub use eats::{Eater, eaters, stats};
pub use html::html;
pub use mermaid::mermaid;
pub use read::{BundleJson, JsonItem};
pub use tokens::{TOKENIZER, count};
pub use xml::xml;
