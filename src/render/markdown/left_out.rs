//! The files that are not shown, counted; and for want of which inputs no query looked for more.

use std::collections::BTreeSet;

use super::steps::not_given;
use crate::bundle::{Bundle, Omission, QueryRecord, ShortfallKind};

/// The files that are not shown and of which no shortfall speaks, by reason, and by query where an argument brings them, and the
/// inputs that are not given, in one line.
pub fn left_out(bundle: &Bundle) -> Option<String> {
    let is_said = |query: &QueryRecord, kind| bundle.missing.iter().any(|it| it.query == query.name && it.kind == kind);
    let of = |why: &str, count: &dyn Fn(&QueryRecord) -> usize, is_past: bool| {
        let counts = bundle.queries.iter().map(|query| (query, count(query))).filter(|(_, count)| *count > 0);
        let parts: Vec<String> = counts
            .map(|(query, count)| {
                let name = if query.is_globs { format!("{} globs", query.band) } else { query.name.clone() };
                // A query that a limit ended returned not all that there is.
                let more = if is_past && query.truncated_at.is_some() { " and more" } else { "" };
                format!("{name} {count}{more}")
            })
            .collect();
        (!parts.is_empty()).then(|| format!("{why} {}", parts.join(", ")))
    };
    // Of what nobody misses, how many there are: several queries may have the same.
    let sum = |why: &str, reason: Omission| {
        let of_reason = bundle.left_out.iter().filter(|it| it.reason == reason);
        let paths: BTreeSet<&str> = of_reason.map(|it| it.path.as_str()).collect();
        (!paths.is_empty()).then(|| format!("{why} {}", paths.len()))
    };
    let past = |query: &QueryRecord| if is_said(query, ShortfallKind::OverCap) { 0 } else { query.over_cap };
    let parts = [
        of("past `max_files`", &past, true),
        of("for want of room", &|query| query.deferred - query.aside - query.sufficient, false),
        sum("aside", Omission::Aside),
        sum("not needed", Omission::Sufficient),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|_| bundle.budget.ceiling.has_meta()).collect();
    let left_out = (!parts.is_empty()).then(|| format!("left out: {}", parts.join("; ")));
    let all: Vec<String> = left_out.into_iter().chain(not_given(bundle).map(|it| format!("not given: {it}"))).collect();
    (!all.is_empty()).then(|| all.join("; "))
}
