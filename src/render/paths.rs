//! Paths: one a line, for programs that read the files themselves.

use crate::bundle::{Bundle, View};

/// The paths of the files that are shown, or were to be.
pub fn paths(bundle: &Bundle) -> String {
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let shown = items.filter(|item| item.view != View::Listed || item.reduced.is_some());
    shown.map(|item| format!("{}\n", item.path)).collect()
}
