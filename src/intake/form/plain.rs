//! `text` and `symbols`: a question as it is, and names.

use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::shape::{Adapter, AdapterReader, Extract, ValueRole, bounded};

/// The row of a text.
pub const TEXT: Adapter = Adapter {
    name: "text",
    example: "text:issue.md",
    about: "a text: an issue, a question",
    prefix: "text",
    roles: &[(ValueRole::Text, "text")],
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(text),
};

/// The row of names.
pub const SYMBOLS: Adapter = Adapter {
    name: "symbols",
    example: "symbols:Cart.total,render",
    about: "names of symbols",
    prefix: "symbols",
    roles: &[(ValueRole::Symbols, "symbols")],
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(symbols),
};

#[allow(clippy::unnecessary_wraps)] // the form of the table
fn text(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let text = (!text.trim().is_empty()).then(|| bounded(text));
    Ok(Extract { text, ..Extract::default() })
}

#[allow(clippy::unnecessary_wraps)] // the form of the table
fn symbols(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let symbols = text.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    Ok(Extract { symbols: symbols.collect(), ..Extract::default() })
}
