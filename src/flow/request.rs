//! The names that a manifest and its inputs choose as the focus of the flow.

use std::collections::BTreeSet;

use cg_rules::DefId;

use crate::facts::Snapshot;
use crate::input::Bound;
use crate::manifest::{Arg, Band, FocusText, Manifest};
use crate::plan::{Plan, Step, StepSource};
use crate::primitive::{ArgType, FocusWord, Role, is_spelled, plain_spelling, without_library_frames, words};

/// The words that may be names, and the definitions that are meant as they are.
pub(super) struct FlowRequest {
    /// Words that were given as names.
    pub words: BTreeSet<FocusWord>,
    /// Names that were given and are no identifiers, as `empty?`, `-JsonReader` or the sentence that is a test's name in Kotlin.
    pub spelled: BTreeSet<String>,
    /// Words of free text: they may add to the names, and change none of the others.
    pub prose: BTreeSet<FocusWord>,
    /// The definitions of queries that `focus.symbols` names.
    pub defs: BTreeSet<DefId>,
    /// The definitions of the loaded queries, best first, each once; they stand in where there is no name.
    pub answered: Vec<DefId>,
}

/// `focus:`; without it the inputs that hold symbols. What queries returned serves where neither names anything.
pub(super) fn request(manifest: &Manifest, bound: &Bound, plan: &Plan, snapshot: &Snapshot) -> FlowRequest {
    let texts = |name: &str| bound.values(name).unwrap_or(&[]).iter().map(String::as_str);
    let (mut given, mut defs) = (BTreeSet::new(), BTreeSet::new());
    for symbol in &manifest.focus.symbols {
        match symbol {
            Arg::Input(word) => given.extend(texts(&word.text)),
            Arg::Literal(word) => {
                given.insert(word.text.as_str());
            }
            Arg::Query(word) => defs.extend(of_query(plan, &word.text)),
        }
    }
    let prose = match &manifest.focus.query {
        Some(FocusText::Text(text)) => words(std::iter::once(text.as_str()), true),
        Some(FocusText::Input(word)) => {
            let texts: Vec<_> = texts(&word.text).map(|text| without_library_frames(snapshot, text)).collect();
            words(texts.iter().map(|text| &**text), true)
        }
        None => BTreeSet::new(),
    };
    if given.is_empty() && defs.is_empty() {
        let symbols = manifest.inputs.iter().filter(|input| input.arg_type == ArgType::Symbols);
        given = symbols.flat_map(|input| texts(&input.name)).collect();
    }
    // `Cart.total/2` and `total(_:)` are spelled as tools spell `Cart.total` and `total`; the sentence that is a test's name is not.
    let plainly = |text: &str| plain_spelling(text).filter(|plain| !plain.contains(char::is_whitespace));
    let given = given.into_iter().map(|text| plainly(text).unwrap_or_else(|| text.to_owned()));
    let (spelled, plain): (BTreeSet<String>, BTreeSet<String>) = given.partition(|text| is_spelled(text));
    let words = words(plain.iter().map(String::as_str), false);
    FlowRequest { words, spelled, prose, defs, answered: answered(plan) }
}

/// The definitions that a query is about.
fn of_query<'p>(plan: &'p Plan, name: &'p str) -> impl Iterator<Item = DefId> + 'p {
    let steps = plan.bands.iter().flat_map(|band| &band.steps).filter(move |step| step.name == name);
    steps.flat_map(|step| &step.kept).flat_map(|hit| hit.defs.iter().copied())
}

/// An answer that points at more of a file than this points at nothing in particular: the members of an interface that words found
/// all lead to each other.
const POINTED_AT: usize = 12;

fn answered(plan: &Plan) -> Vec<DefId> {
    // Words only add: what they lead to names nothing, but for what a text surely names where no files are given.
    let steps = || plan.bands.iter().flat_map(|band| &band.steps);
    let has_files = steps().any(|step| step.source == StepSource::Input && !step.kept.is_empty());
    let is_of_words = |step: &Step| step.primitive().is_some_and(|it| it.role == Role::Found);
    let is_loose = |step: &Step| is_of_words(step) && (has_files || !step.answer.is_exact);
    let loaded = plan.bands.iter().flat_map(|band| {
        let steps = band.steps.iter().filter(|step| band.band != Band::MayRead || step.promoted);
        steps.filter(|step| !is_loose(step)).flat_map(|step| &step.kept)
    });
    let mut seen = BTreeSet::new();
    let pointed = loaded.filter(|hit| hit.defs.len() <= POINTED_AT);
    pointed.flat_map(|hit| &hit.defs).copied().filter(|def| seen.insert(*def)).collect()
}
