//! The lines of imports of packages.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use crate::facts::{PackageUse, Snapshot};

/// The lines of imports of packages, by file, in those files that are wanted.
pub fn import_lines(snapshot: &Snapshot, is_wanted: impl Fn(FileId) -> bool) -> FxHashMap<FileId, Vec<u32>> {
    let mut lines: FxHashMap<FileId, Vec<u32>> = FxHashMap::default();
    let rows = snapshot.package_imports.iter().filter(|row| row.how == PackageUse::Import && is_wanted(row.file));
    rows.for_each(|row| lines.entry(row.file).or_default().push(row.at.line));
    lines
}
