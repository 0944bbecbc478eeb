//! The secret-shaped paths that a request would have, had they not been left out: counted, and never named (S3.U9).

use crate::base;
use crate::primitive::Engine;

/// How many secret-shaped paths of the tree some paths and globs request.
pub fn requested<T: AsRef<str>>(engine: &Engine<'_>, texts: &[T]) -> usize {
    let Some(secret) = engine.tree.map(|tree| &tree.secret).filter(|secret| !secret.is_empty()) else { return 0 };
    let globs: Vec<_> =
        texts.iter().filter_map(|text| base::glob(text.as_ref()).ok()?.compile_matcher().into()).collect();
    let is_requested =
        |path: &str| texts.iter().any(|text| text.as_ref() == path) || globs.iter().any(|glob| glob.is_match(path));
    secret.iter().filter(|path| is_requested(path)).count()
}
