//! `trace`: stack traces, and the messages of compilers and test runners that name places.

use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::decoded::quoted_lines;
use crate::intake::shape::{Adapter, AdapterReader, Extract, ValueRole, bounded, malformed};
use crate::primitive::frames;

/// The roles of the places of a failure.
pub const ROLES: &[(ValueRole, &str)] =
    &[(ValueRole::Files, "files"), (ValueRole::Symbols, "symbols"), (ValueRole::Text, "text")];

/// The row of the table.
pub const TRACE: Adapter = Adapter {
    name: "trace",
    example: "trace:-",
    about: "a stack trace of Python, Node, JVM, Go, Rust, .NET, Ruby, PHP, Swift, Dart, Elixir or C, or messages with places",
    prefix: "trace",
    roles: ROLES,
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let quoted = quoted_lines(text).filter(|quoted| !frames(quoted).is_empty());
    let text = quoted.as_deref().unwrap_or(text);
    let frames = frames(text);
    if frames.is_empty() && !text.trim().is_empty() {
        let end = text.find('\n').unwrap_or(text.len());
        let help = "give the trace whole, or a text without places as `--from text:FILE`";
        return Err(malformed("no line of this names a place in code", 0..end, "the first line", help));
    }
    let text = (!frames.is_empty()).then(|| bounded(text));
    Ok(Extract { frames, text, ..Extract::default() })
}
