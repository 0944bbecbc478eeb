//! Gaps of files and folders as wholes.

use std::borrow::Cow;
use std::path::Path;

use crate::base::{Gap, GapKind, Position, visible};

/// A gap of a file or folder as a whole.
pub fn gap(path: String, kind: GapKind, detail: &str) -> Gap {
    Gap { path: visible(&path).into_owned(), at: Position::default(), kind, detail: detail.to_owned() }
}

/// A path as a gap shows it, whatever its name holds.
pub fn shown(path: &Path) -> String {
    let path = path.to_string_lossy();
    if path.contains(char::is_control) { path.escape_default().to_string() } else { path.into_owned() }
}

/// The path with `/` between its parts; `None` where it is not UTF-8.
pub fn text(path: &Path) -> Option<Cow<'_, str>> {
    let path = path.to_str()?;
    Some(if cfg!(windows) { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) })
}
