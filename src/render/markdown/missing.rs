//! The shortfalls as text: the gravest in the head, the others behind the sources.

use super::plain;
use crate::base::TextPart;
use crate::bundle::{Bundle, Shortfall};

/// The shortfalls that the head names.
const IN_HEAD: usize = 2;

/// The most that the end names.
const AT_END: usize = 8;

/// The shortfalls behind those of the head, each as a line; of more than a few the rest is counted.
pub fn others(bundle: &Bundle) -> Vec<String> {
    let rest = bundle.missing.get(IN_HEAD..).unwrap_or_default();
    let mut lines: Vec<String> = rest.iter().take(AT_END).map(|it| format!("missing: {}", shortfall(it))).collect();
    let more = rest.len().saturating_sub(AT_END);
    if more > 0 {
        lines.push(format!("missing: {more} more: {}", plain::code("--format json")));
    }
    lines
}

/// The gravest shortfalls in one line, each with the arguments that bring the rest.
pub fn missing(bundle: &Bundle) -> Option<String> {
    let parts: Vec<String> = bundle.missing.iter().take(IN_HEAD).map(shortfall).collect();
    let more = bundle.missing.len().saturating_sub(IN_HEAD);
    let more = if more > 0 { format!("; and {more} more, at the end") } else { String::new() };
    (!parts.is_empty()).then(|| format!("missing: {}{more}", parts.join("; ")))
}

/// A shortfall with the arguments that bring the rest.
fn shortfall(shortfall: &Shortfall) -> String {
    const LONGEST: usize = 220;
    let what = shortened(&shortfall.what, LONGEST);
    shortfall.run.as_ref().map_or(what.clone(), |run| format!("{what}: {}", plain::code(run)))
}

/// The first words of a text: the cut goes through no path and no code between backticks. One word that is longer is all there.
pub fn shortened(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let is_whole = |at: usize| text.part(..at).matches('`').count() % 2 == 0;
    let mut cuts = text.match_indices(' ').map(|(at, _)| at).filter(|at| is_whole(*at));
    let first = cuts.clone().next();
    let cut = cuts.rfind(|at| *at <= end).or(first);
    cut.map_or(text, |cut| text.part(..cut)).trim_end_matches([' ', ',', ';', ':']).to_owned()
        + if cut.is_some() { " …" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_cut_goes_through_no_path_and_no_code() {
        for (text, most, short) in [
            ("one two", 7, "one two"),
            ("one two, three", 9, "one two …"),
            ("see packages/runtime-core/types.ts", 20, "see …"),
            ("a call of `x y z` here", 13, "a call of …"),
            ("a call of `x y z` here", 18, "a call of `x y z` …"),
            ("packages/runtime-core/types.ts", 9, "packages/runtime-core/types.ts"),
            ("packages/runtime-core/types.ts and more", 9, "packages/runtime-core/types.ts …"),
            ("an `open tick", 8, "an …"),
        ] {
            assert_eq!(shortened(text, most), short);
        }
    }
}
