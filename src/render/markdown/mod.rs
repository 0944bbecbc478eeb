//! Markdown: stable content first, bands in order, original line numbers, every file with its reasons.

/// Writing into a text cannot fail; this keeps the result out of every line.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {
        let _ = writeln!($out, $($text)*);
    };
}

mod context;
mod document;
mod flow;
mod given_names;
mod item;
mod layout;
mod left_out;
mod map;
mod missing;
mod plain;
mod provenance;
mod reason;
mod steps;

pub use document::{markdown, title};
pub use item::heading;
pub use layout::Markdown;
