//! The innermost callables around lines of one file.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cg_rules::DefId;

use crate::facts::Definition;

/// The shortest callable around each of some lines, the first of those that are as short.
pub fn innermost(rows: &[(DefId, Definition)], mut lines: Vec<u32>) -> Vec<DefId> {
    lines.sort_unstable();
    lines.dedup();
    let mut callables: Vec<&(DefId, Definition)> = rows.iter().filter(|(_, row)| row.kind.is_callable()).collect();
    callables.sort_by_key(|(_, row)| row.start_line);
    let mut callables = callables.into_iter().peekable();
    let mut open = BinaryHeap::new();
    let around = lines.into_iter().filter_map(|line| {
        while let Some((def, row)) = callables.next_if(|(_, row)| row.start_line <= line) {
            open.push(Reverse((row.end_line.saturating_sub(row.start_line), *def, row.end_line)));
        }
        while open.peek().is_some_and(|Reverse((.., end))| *end < line) {
            open.pop();
        }
        open.peek().map(|Reverse((_, def, _))| *def)
    });
    around.collect()
}
