//! Values held against the facts: paths of other machines to files, frames to declarations, hunks to symbols.

use super::changed::changed;
use super::covered::covered;
use super::framed::framed;
use super::resolved::Resolved;
use super::shape::{Extract, ValueRole};
use super::verdict::verdicts;
use crate::facts::Snapshot;

/// Resolves what a text brings. `read` gives the bytes of a path of the repository.
pub fn resolve(extract: &Extract, snapshot: &Snapshot, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Resolved {
    let mut resolved = Resolved::default();
    let plain = [
        (ValueRole::Symbols, &extract.symbols),
        (ValueRole::Modules, &extract.modules),
        (ValueRole::Packages, &extract.packages),
    ];
    for (role, values) in plain {
        values.iter().for_each(|value| resolved.add(role, value.clone()));
    }
    verdicts(&extract.advisories, snapshot, &mut resolved);
    if let Some(text) = &extract.text {
        resolved.add(ValueRole::Text, text.clone());
    }
    framed(&extract.frames, snapshot, &mut resolved);
    changed(&extract.edits, snapshot, read, &mut resolved);
    if let Some(report) = &extract.coverage {
        covered(report, snapshot, &mut resolved);
    }
    resolved
}
