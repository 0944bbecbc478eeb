//! The names that a manifest and its inputs choose as the focus of the flow.

use std::collections::BTreeSet;

use cg_rules::DefId;

use super::word::{FocusWord, words};
use crate::input::Bound;
use crate::manifest::{Band, FocusText, Manifest};
use crate::plan::Plan;
use crate::primitive::ArgType;

/// The words that may be names, and the definitions that stand in where there are none.
pub(super) struct FlowRequest {
    pub words: BTreeSet<FocusWord>,
    /// The files of the loaded queries, best first, each once.
    pub answered: Vec<DefId>,
}

/// `focus:`; without it the inputs that hold symbols. What queries returned serves where neither names anything.
pub(super) fn request(manifest: &Manifest, bound: &Bound, plan: &Plan) -> FlowRequest {
    let texts = |name: &str| bound.values(name).unwrap_or(&[]).iter().map(String::as_str);
    let mut found = words(manifest.focus.symbols.iter().flat_map(|word| texts(&word.text)), false);
    match &manifest.focus.query {
        Some(FocusText::Text(text)) => found.extend(words(std::iter::once(text.as_str()), true)),
        Some(FocusText::Input(word)) => found.extend(words(texts(&word.text), true)),
        None => {}
    }
    if found.is_empty() {
        let symbols = manifest.inputs.iter().filter(|input| input.arg_type == ArgType::Symbols);
        found = words(symbols.flat_map(|input| texts(&input.name)), false);
    }
    FlowRequest { words: found, answered: answered(plan) }
}

fn answered(plan: &Plan) -> Vec<DefId> {
    let loaded = plan.bands.iter().flat_map(|band| {
        band.steps.iter().filter(|step| band.band != Band::MayRead || step.promoted).flat_map(|step| &step.kept)
    });
    let mut seen = BTreeSet::new();
    loaded.flat_map(|hit| &hit.defs).copied().filter(|def| seen.insert(*def)).collect()
}
