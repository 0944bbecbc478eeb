//! Remarks on traces of another version: lines that lie outside the functions of their frames.

use super::enclosing::{Drift, Instead, Meant};

/// The most frames that are described.
const NAMED: usize = 3;

/// The sentence that says which frames do not fit the files, and what is taken for their functions; `None` where all fit.
pub(super) fn drifted(drifts: &[Drift]) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in drifts.iter().map(described) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let more = parts.len().saturating_sub(NAMED);
    parts.truncate(NAMED);
    if more > 0 {
        parts.push(format!("{more} more frames"));
    }
    (!parts.is_empty()).then(|| format!("the trace is of another version: {}", parts.join("; ")))
}

fn described(Drift { place, lies_in, instead }: &Drift) -> String {
    let lies = match lies_in {
        Some(name) => format!("`{place}` lies in `{name}` here"),
        None => format!("`{place}` lies in no function here"),
    };
    match instead {
        Instead::Passed => format!("{lies}, and that test is not among those that failed"),
        Instead::Gone(of, name) => format!("{lies}, and `{of}` has no `{name}`"),
        Instead::Meant(Meant { name, line, count: 1 }) => format!("{lies}, and `{name}` is at {line}"),
        Instead::Meant(Meant { name, line, count }) => {
            let last = name.rsplit('.').next().unwrap_or(name);
            format!("{lies}; {count} have the name `{last}`, of which `{name}` at {line} is taken")
        }
    }
}
