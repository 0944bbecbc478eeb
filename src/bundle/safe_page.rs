//! The page of a file as it may be printed: without its credentials.

use std::borrow::Cow;

use cg_rules::{DefId, FileId};

use super::relevance::Definitions;
use super::request::BundleRequest;
use super::view::{Markup, Page};
use crate::base::{Digest, redact};

/// The mark of the order of bytes, which is no text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The page of a file with some content, and the lines of the credentials that gave way. A content that was searched when it was
/// observed, with nothing found, is not searched again.
pub fn safe_page<'a>(
    request: &BundleRequest<'a>,
    (file, content): (FileId, Option<Digest>),
    mut bytes: Vec<u8>,
    definitions: &Definitions,
) -> (Page<'a>, Vec<(u32, u32)>) {
    let snapshot = request.engine.snapshot;
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    // Constructors and anonymous types have no name in the text.
    let name_of = |def: &DefId| Some(snapshot.name(*def)).filter(|name| !name.starts_with('<')).unwrap_or("");
    let names = definitions.iter().map(|(def, _)| name_of(def)).collect();
    let rows = definitions.iter().map(|(_, row)| *row).collect();
    let page = |text: String| Page::new(text, rows, names, Markup::of(snapshot.path(file)), request.layout);
    let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    if is_searched(request, file, content) {
        return (page(text), Vec::new());
    }
    let safe = redact(&text);
    let (lines, other) = (safe.lines, if let Cow::Owned(other) = safe.text { Some(other) } else { None });
    (page(other.unwrap_or(text)), lines)
}

/// Whether a content is the one that the row of its file is of, in which no credential was found.
fn is_searched(request: &BundleRequest<'_>, file: FileId, content: Option<Digest>) -> bool {
    let snapshot = request.engine.snapshot;
    let is_free = snapshot.file_row(file).is_some_and(|row| row.has_no_credential);
    is_free && content.is_some() && (request.content)(snapshot.path(file)) == content
}
