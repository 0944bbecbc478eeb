//! The globs of a band that match nothing and were probably meant otherwise.

use std::collections::BTreeSet;

use crate::base::{nearest, path};
use crate::facts::Snapshot;

/// A remark for each glob that is a plain path, or lies in a folder that does not exist and has a near name. That a
/// pattern matches nothing in one repository says nothing else.
pub(super) fn slips<'g>(snapshot: &Snapshot, unmatched: impl Iterator<Item = &'g str>) -> Vec<String> {
    let folders: BTreeSet<&str> =
        snapshot.paths.iter().filter_map(|path| path.split_once('/')).map(|(folder, _)| folder).collect();
    let slip = |glob: &str| {
        if !path::is_glob(glob) {
            let near = nearest(glob, snapshot.paths.iter());
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Some(format!("no file matches `{glob}`{near}"));
        }
        let (folder, _) =
            glob.split_once('/').filter(|(folder, _)| !path::is_glob(folder) && !folders.contains(folder))?;
        let near = nearest(folder, folders.iter().copied())?;
        Some(format!("no file matches `{glob}`; did you mean the folder `{near}`?"))
    };
    unmatched.filter_map(slip).collect()
}
