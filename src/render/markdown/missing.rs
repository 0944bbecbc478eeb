//! The shortfalls as text: the gravest in the head, the others behind the sources.

use super::plain;
use crate::bundle::{Bundle, Shortfall};

/// The shortfalls that the head names.
pub const IN_HEAD: usize = 2;

/// The gravest shortfalls in one line, each with the arguments that bring the rest.
pub fn missing(bundle: &Bundle) -> Option<String> {
    let parts: Vec<String> = bundle.missing.iter().take(IN_HEAD).map(shortfall).collect();
    let more = bundle.missing.len().saturating_sub(IN_HEAD);
    let more = if more > 0 { format!("; and {more} more, at the end") } else { String::new() };
    (!parts.is_empty()).then(|| format!("missing: {}{more}", parts.join("; ")))
}

/// A shortfall with the arguments that bring the rest.
pub fn shortfall(shortfall: &Shortfall) -> String {
    const LONGEST: usize = 100;
    let what = shortened(&shortfall.what, LONGEST);
    shortfall.run.as_ref().map_or(what.clone(), |run| format!("{what}: {}", plain::code(run)))
}

/// The first characters of a text.
pub fn shortened(text: &str, most: usize) -> String {
    let short: String = text.chars().take(most).collect();
    if short.len() < text.len() { short + " …" } else { short }
}
