//! The changed lines of an edit that lie in no changed function: they are inputs of their own, as symbols are.

use std::collections::BTreeSet;

use super::shape::Hunk;
use super::sides::Of::{self, After, Before};
use super::sides::{Side, changed_runs};

/// The most ranges of one file, and the most lines of one range: generated files change as a whole.
const MOST_RANGES: usize = 40;
const MOST_LINES: u32 = 30;

/// The ranges of lines that some hunks change on one side, without those of changed functions; where lines were only added or
/// removed on the other side, the lines around that place.
pub(super) fn hunk_lines(
    hunks: &[Hunk],
    of: Of,
    here: Option<&Side>,
    changed: &BTreeSet<&String>,
    n_lines: u32,
) -> Vec<(u32, u32)> {
    let is_covered =
        |line: u32| here.is_some_and(|side| side.functions_at(line).any(|name| changed.iter().any(|it| *it == name)));
    let mut found: Vec<(u32, u32)> = Vec::new();
    for run in hunks.iter().flat_map(|hunk| changed_runs(hunk, of)) {
        if run.lines.is_empty() {
            let (before, behind) = (run.at.saturating_sub(1).max(1), run.at.min(n_lines));
            let is_inside = is_covered(before) && is_covered(behind);
            found.extend((!is_inside && before <= behind).then_some((before, behind)));
            continue;
        }
        let mut end = 0;
        for line in run.lines.into_iter().filter(|line| *line <= n_lines && !is_covered(*line)) {
            match found.last_mut().filter(|_| end + 1 == line) {
                Some((first, last)) if line - *first < MOST_LINES => *last = line,
                Some(_) => {}
                None => found.push((line, line)),
            }
            end = line;
        }
    }
    found.truncate(MOST_RANGES);
    found
}

/// A range of lines of a file, as an input names it.
pub(super) fn ranged(path: &str, (first, last): (u32, u32)) -> String {
    if first == last { format!("{path}:{first}") } else { format!("{path}:{first}-{last}") }
}

/// The side of an edit that the text of the repository is; `None` where it is neither.
pub(super) fn side_here(texts: &[String; 2], here: &str) -> Option<Of> {
    [(After, &texts[1]), (Before, &texts[0])].into_iter().find(|(_, text)| *text == here).map(|(of, _)| of)
}
