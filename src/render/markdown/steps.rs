//! The next steps, each where it is acted upon: by the map what loads a list and what is not given.

use super::plain;
use crate::bundle::{Bundle, Guidance};

/// The next steps that no shortfall names.
pub fn steps(bundle: &Bundle) -> impl Iterator<Item = &Guidance> {
    let is_said = |step: &Guidance| bundle.missing.iter().any(|it| it.run.as_ref() == Some(&step.run));
    bundle.guidance.iter().filter(move |it| bundle.budget.ceiling.has_meta() && !is_said(it))
}

/// The first step that only loads what is listed, unless a shortfall says already how that is done.
pub fn load(bundle: &Bundle) -> Option<&Guidance> {
    let is_said = bundle.missing.iter().filter_map(|it| it.run.as_ref()).any(|run| run.starts_with(PROMOTE));
    steps(bundle).find(|step| is_load(step) && !is_said)
}

/// The argument that loads what is listed.
pub const PROMOTE: &str = "--promote ";

/// Whether a step only loads what is listed.
pub fn is_load(step: &Guidance) -> bool {
    step.run.starts_with(PROMOTE)
}

/// The inputs for want of which queries were not run, each by the last part of its name where no other has it.
pub fn not_given(bundle: &Bundle) -> Option<String> {
    // A value is the reader's to give: this is nothing to run as it stands.
    let names: Vec<&str> = steps(bundle).filter(|step| is_set(step)).flat_map(inputs).collect();
    let known = || bundle.inputs.iter().map(|it| it.name.as_str()).chain(names.iter().copied());
    let is_alone = |name: &str| known().filter(|other| last(other) == last(name)).all(|other| other == name);
    let short: Vec<&str> = names.iter().map(|name| if is_alone(name) { last(name) } else { name }).collect();
    (!short.is_empty()).then(|| plain::line("", &short.join(", ")))
}

/// The last part of the name of an input.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

/// Whether a step gives values to inputs.
pub fn is_set(step: &Guidance) -> bool {
    step.run.starts_with("--set ")
}

/// The inputs to which a step gives values.
fn inputs(step: &Guidance) -> impl Iterator<Item = &str> {
    step.run.split("--set ").filter_map(|set| set.split_once('=')).map(|(name, _)| name)
}
