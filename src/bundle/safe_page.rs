//! The page of a file as it may be printed: without its credentials.

use std::borrow::Cow;

use cg_rules::{DefId, FileId};

use super::relevance::Definitions;
use super::request::BundleRequest;
use super::view::{Markup, Page};
use crate::base::{Digest, redact};

/// The page of a file with some content, and the lines of the credentials that gave way. A content that was searched when it was
/// observed, with nothing found, is not searched again.
pub fn safe_page<'a>(
    request: &BundleRequest<'a>,
    (file, content): (FileId, Option<Digest>),
    bytes: &[u8],
    definitions: &Definitions,
) -> (Page<'a>, Vec<(u32, u32)>) {
    let snapshot = request.engine.snapshot;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Constructors and anonymous types have no name in the text.
    let name_of = |def: &DefId| Some(snapshot.name(*def)).filter(|name| !name.starts_with('<')).unwrap_or("");
    let names = definitions.iter().map(|(def, _)| name_of(def)).collect();
    let rows = definitions.iter().map(|(_, row)| *row).collect();
    let page = |text: String| Page::new(text, rows, names, Markup::of(snapshot.path(file)), request.layout);
    let text = std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed);
    if is_searched(request, file, content) {
        return (page(text.into_owned()), Vec::new());
    }
    let safe = redact(&text);
    (page(safe.text.into_owned()), safe.lines)
}

/// Whether a content is the one that the row of its file is of, in which no credential was found.
fn is_searched(request: &BundleRequest<'_>, file: FileId, content: Option<Digest>) -> bool {
    let snapshot = request.engine.snapshot;
    let is_free = snapshot.file_row(file).is_some_and(|row| row.has_no_credential);
    is_free && content.is_some() && (request.content)(snapshot.path(file)) == content
}
