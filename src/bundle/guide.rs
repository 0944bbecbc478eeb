//! Next steps: arguments for the command line, or keys for the manifest, ready to paste.

use super::record::{Guidance, QueryRecord};
use super::request::BundleRequest;
use crate::budget::BoundBy;
use crate::manifest::Band;

/// The most next steps that are printed.
const STEPS: usize = 4;

/// The next steps: load a list, make room, give a missing input.
pub fn guidance(request: &BundleRequest<'_>, records: &[QueryRecord]) -> Vec<Guidance> {
    let mut steps = Vec::new();
    for record in records {
        let name = &record.name;
        let no_room = record.deferred - record.aside - record.sufficient;
        if no_room > 0 && record.band != Band::MayRead {
            let why = format!("`{name}`: {} had no room", files(no_room));
            let run = match request.ceiling.bound_by {
                BoundBy::MaxTokens => {
                    format!("budget: {{ max_tokens: {} }}", request.ceiling.max_tokens.unwrap_or(0) * 2)
                }
                BoundBy::MaxChars => format!("budget: {{ max_chars: {} }}", request.ceiling.max_chars * 2),
                BoundBy::Profile => "budget: { profile: deep }".to_owned(),
            };
            steps.push(Guidance { why, run });
        }
        // What a complete answer left out past a cap is counted, and nothing to do.
        let is_wanted = !request.ceiling.stops_when_complete || record.band == Band::MustRead;
        if record.over_cap > 0 && is_wanted {
            let why = format!("`{name}`: {} past its cap", files(record.over_cap));
            steps.push(Guidance { why, run: format!("max_files: {}", record.returned) });
        }
        if record.band == Band::MayRead && record.included > 0 && !record.promoted && !record.is_globs {
            let why = format!("`{name}`: {} only listed", files(record.included));
            steps.push(Guidance { why, run: format!("--promote {name}") });
        }
        if let Some(input) = missing(request, record) {
            let why = format!("`{name}` was not run: `{input}` has no value");
            steps.push(Guidance { why, run: format!("--set {input}=VALUE") });
        }
    }
    // One input may be what several queries lack.
    let mut printed: Vec<String> = Vec::new();
    steps.retain(|step: &Guidance| {
        let is_new = !printed.contains(&step.run);
        printed.push(step.run.clone());
        is_new
    });
    steps.truncate(STEPS);
    steps
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

/// The input for want of which a query was skipped.
fn missing(request: &BundleRequest<'_>, record: &QueryRecord) -> Option<String> {
    let skipped = record.skipped.as_ref()?;
    let named = request.manifest.inputs.iter().find(|input| skipped.contains(&format!("`{}`", input.name)))?;
    Some(named.name.clone())
}
