//! The tasks of a batch by their roots, and the part of them that is one shard.

use std::path::PathBuf;

use rustc_hash::FxHashMap;

use super::batch_task::Line;
use crate::base::Digest;

/// The lines over one root, each with its number in the file.
pub struct Group {
    /// The root that the lines name, if they do.
    pub root: Option<PathBuf>,
    /// The lines.
    pub lines: Vec<(usize, Line)>,
}

/// A shard from its text: `1/3` is the first of three.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(at, of)| Some((at.parse().ok()?, of.parse().ok()?)));
    parts
        .filter(|(at, of)| (1..=*of).contains(at))
        .ok_or_else(|| "write it as 1/3: the first of three parts".to_owned())
}

/// The lines by their roots, in the order in which the roots come first.
pub fn by_root(lines: Vec<Line>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: FxHashMap<Option<PathBuf>, usize> = FxHashMap::default();
    for (number, line) in lines.into_iter().enumerate() {
        let root = line.task.as_ref().ok().and_then(|task| task.root.clone());
        let at = *places.entry(root.clone()).or_insert_with(|| {
            groups.push(Group { root, lines: Vec::new() });
            groups.len() - 1
        });
        groups[at].lines.push((number, line));
    }
    groups
}

/// Keeps one of so many parts of the tasks. A part is a stretch of the groups, as each root costs a load of its facts: all
/// parts together load a root once, and once more for each end of a part within it. Within a root the lines lie by their
/// digests, so that parts are alike however the list is ordered.
pub fn keep(groups: &mut Vec<Group>, (at, of): (usize, usize)) {
    let n_lines: usize = groups.iter().map(|group| group.lines.len()).sum();
    let mut seen = 0;
    for group in &mut *groups {
        group.lines.sort_by_cached_key(|(number, line)| (Digest::of(line.text.as_bytes()), *number));
        group.lines.retain(|_| {
            let part = seen * of / n_lines;
            seen += 1;
            part == at - 1
        });
        group.lines.sort_by_key(|(number, _)| *number);
    }
    groups.retain(|group| !group.lines.is_empty());
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::batch_task::tasks;
    use super::*;

    /// A list over so many roots, the roots in turn.
    fn groups(n_roots: usize, n_tasks: usize) -> Vec<Group> {
        let line = |at: usize| {
            format!("{{\"id\": \"t{at}\", \"manifest\": \"onboarding\", \"root\": \"r{}\"}}\n", at % n_roots)
        };
        by_root(tasks("tasks", &(0..n_tasks).map(line).collect::<String>()))
    }

    #[test]
    fn shards_part_the_tasks_and_load_each_root_as_seldom_as_can_be() {
        for (n_roots, n_tasks, of) in [(1, 1, 1), (3, 17, 8), (4, 400, 8), (12, 2000, 8), (5, 3, 8)] {
            let (mut all, mut n_loads) = (Vec::new(), 0);
            for at in 1..=of {
                let mut part = groups(n_roots, n_tasks);
                keep(&mut part, (at, of));
                n_loads += part.len();
                let lines: Vec<usize> = part.iter().flat_map(|it| &it.lines).map(|(number, _)| *number).collect();
                assert!(lines.len().abs_diff(n_tasks / of) <= 1, "{} of {n_tasks} in {at}/{of}", lines.len());
                all.extend(lines);
            }
            all.sort_unstable();
            assert!(all == (0..n_tasks).collect::<Vec<_>>() && n_loads < n_roots.min(n_tasks) + of);
        }
    }
}
