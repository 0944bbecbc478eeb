//! The globs of a band that match nothing and were probably meant otherwise.

use std::collections::BTreeSet;

use crate::base::{nearest, path};
use crate::facts::Snapshot;

/// The most globs that a remark names.
const NAMED: usize = 3;

/// A remark on globs that match nothing.
pub(super) struct GlobSlip {
    /// The remark.
    pub text: String,
    /// It is about one that is the path of a file.
    pub is_path: bool,
}

/// A remark for each glob that is a plain path, or lies in a folder that does not exist and has a near name; where no glob
/// of the band has a file, one on all of them. That one pattern of several matches nothing in a repository says nothing else, nor
/// does one with alternatives, which is written for what a repository may have.
pub(super) fn slips<'g>(
    snapshot: &Snapshot,
    unmatched: impl Iterator<Item = &'g str> + Clone,
    is_idle: bool,
) -> Vec<GlobSlip> {
    let folders: BTreeSet<&str> =
        snapshot.paths.iter().filter_map(|path| path.split_once('/')).map(|(folder, _)| folder).collect();
    let slip = |glob: &str| {
        if !path::is_glob(glob) {
            let near = nearest(glob, snapshot.paths.iter());
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Some(GlobSlip { text: format!("no file matches `{glob}`{near}"), is_path: true });
        }
        let (folder, _) =
            glob.split_once('/').filter(|(folder, _)| !path::is_glob(folder) && !folders.contains(folder))?;
        let near = nearest(folder, folders.iter().copied())?;
        let text = format!("no file matches `{glob}`; did you mean the folder `{near}`?");
        Some(GlobSlip { text, is_path: false })
    };
    let slips: Vec<GlobSlip> = unmatched.clone().filter_map(slip).collect();
    let taking: Vec<&str> = unmatched.filter(|glob| !glob.starts_with('!')).collect();
    let all: Vec<String> = taking.iter().map(|glob| format!("`{glob}`")).collect();
    if !is_idle || !slips.is_empty() || all.is_empty() || taking.iter().any(|glob| glob.contains('{')) {
        return slips;
    }
    let more = all.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let all: Vec<&str> = all.iter().take(NAMED).map(String::as_str).collect();
    vec![GlobSlip { text: format!("no file matches {}{more}", all.join(", ")), is_path: false }]
}
