//! Closes a bundle: the characters spent, the accounts of the queries, the seal.

use super::account;
use super::advise;
use super::assess;
use super::flow_section;
use super::guide::{self, Outcome};
use super::item::{Item, LeftOut};
use super::missing::{FileCounts, ShortfallKind};
use super::record::{BandRecord, BudgetRecord, Bundle, IndexRecord, InputRecord, QueryRecord, Unsettled, Used};
use super::request::BundleRequest;
use super::used;
use super::work;
use crate::base::{Digest, Digester, redact};
use crate::budget::tokens;
use crate::input::Bound;
use crate::plan::{StageReason, refinement};

/// The bands when every file has its place.
pub struct Filled {
    /// The bands.
    pub bands: Vec<BandRecord>,
    /// The account of the queries.
    pub records: Vec<QueryRecord>,
    /// The files that are not shown.
    pub left_out: Vec<LeftOut>,
    /// The characters that everything wanted takes.
    pub needed: u64,
}

/// The bundle of filled bands, measured; its seal is a placeholder of the same length.
pub fn close(request: &BundleRequest<'_>, filled: Filled) -> Bundle {
    let Filled { bands, records, left_out, needed } = filled;
    let items = || bands.iter().flat_map(|band| &band.items);
    let (inputs, n_redacted) = inputs(request.bound);
    let contexts = || bands.iter().flat_map(|band| &band.context);
    let n_redacted = n_redacted
        + items().map(|item| item.redacted).sum::<usize>()
        + contexts().map(|context| context.redacted).sum::<usize>();
    let all: Vec<&Item> = items().collect();
    let limits = guide::limits(request, &all, &left_out, needed);
    let outcome = Outcome { records: &records, items: all, left_out: &left_out, limits };
    let missing = assess::shortfalls(request, &outcome);
    let status = assess::status(request, &outcome, &missing);
    let is_less = |record: &QueryRecord| record.downgraded.is_some() || record.fallback.is_some();
    let degraded = records.iter().any(is_less) || assess::is_bound(&outcome, &missing);
    let counts = FileCounts::of(&outcome);
    let guidance = guide::guidance(request, &outcome, &missing);
    let advice = advise::advice(request, &guidance, status, &missing);
    let reasons = if degraded { advise::reasons(request, &outcome, &missing) } else { Vec::new() };
    let mut refinement = refinement(request.plan);
    // The reading of files has limits, too.
    if missing.iter().any(|it| it.kind == ShortfallKind::Work) {
        refinement.reason = StageReason::BudgetExceeded;
    }
    let mut bundle = Bundle {
        version: 1,
        // A seal is measured like any other.
        seal: Digest::of(b"").to_string(),
        status,
        degraded,
        reasons,
        missing,
        refinement,
        counts,
        task_class: request.manifest.task_class.clone(),
        description: request.manifest.description.clone(),
        manifest: request.manifest_digest.to_string(),
        inputs,
        index: IndexRecord::default(),
        environment: environment(request, &bands),
        budget: BudgetRecord {
            ceiling: request.ceiling.clone(),
            tokenizer: "estimate: 4 characters",
            used: Used { files: counts.shown, ..Used::default() },
            unused: 0,
            work: work::record(request),
            unsettled: None,
        },
        flow: flow_section::record(request),
        contains_unverified_content: contexts().any(|context| context.untrusted),
        redacted: n_redacted,
        guidance,
        advice,
        summary: account::sentence(&records),
        queries: records,
        left_out,
        bands,
    };
    bundle.index = used::index(request, &bundle);
    measure(request, &mut bundle);
    bundle
}

/// A closed bundle with its seal. One that is above its ceiling, or whose numbers do not agree with its text, says so.
pub fn sealed(request: &BundleRequest<'_>, mut bundle: Bundle) -> Bundle {
    if bundle.budget.used.chars > request.ceiling.max_chars {
        bundle.budget.unsettled = Some(Unsettled::OverCeiling);
    }
    if !settle(request, &mut bundle) {
        bundle.budget.unsettled = Some(Unsettled::Unmeasured);
        settle(request, &mut bundle);
    }
    bundle.seal = String::new();
    // Limits that follow from the size of the repository are those of another tree with another file in it.
    let held = bundle.budget.work.held();
    let limits = std::mem::replace(&mut bundle.budget.work, held);
    bundle.seal = seal(&bundle).to_string();
    bundle.budget.work = limits;
    bundle
}

/// The variables that changed the bundle: what turns the gate off changes nothing where nothing would collapse.
fn environment(request: &BundleRequest<'_>, bands: &[BandRecord]) -> Vec<(String, String)> {
    let mut gates = bands.iter().flat_map(|band| &band.items).filter_map(|item| item.sizing.as_ref()?.gate.as_ref());
    let collapses = gates.any(|gate| gate.collapses);
    let searches = request.plan.bands.iter().flat_map(|band| &band.steps).any(|step| step.answer.trace.is_some());
    if collapses || searches { request.environment.clone() } else { Vec::new() }
}

/// Writes down the characters that are printed. The number may itself be printed, so that what is foreseen is an upper bound.
fn measure(request: &BundleRequest<'_>, bundle: &mut Bundle) {
    let beside = request.layout.printed(bundle).saturating_sub(n_digits(bundle.budget.used.chars));
    let is_length_of_all = |n: &u64| n_digits(beside + n) == *n;
    let chars = beside + (1..=MOST_DIGITS).find(is_length_of_all).unwrap_or(MOST_DIGITS);
    write_down(request, bundle, chars);
}

/// Measures until the number agrees with the text; whether it does.
fn settle(request: &BundleRequest<'_>, bundle: &mut Bundle) -> bool {
    const ROUNDS: usize = 4;
    for _ in 0..ROUNDS {
        let chars = request.layout.printed(bundle);
        if chars == bundle.budget.used.chars {
            return true;
        }
        write_down(request, bundle, chars);
    }
    request.layout.printed(bundle) == bundle.budget.used.chars
}

fn write_down(request: &BundleRequest<'_>, bundle: &mut Bundle, chars: u64) {
    bundle.budget.used.chars = chars;
    bundle.budget.used.tokens = tokens(chars);
    bundle.budget.unused = request.ceiling.max_chars.saturating_sub(chars);
}

/// The digits of the longest number.
const MOST_DIGITS: u64 = 20;

fn n_digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}

/// BLAKE3 over the bundle's own JSON, without the seal and the limits of work that have no part in the answer.
fn seal(bundle: &Bundle) -> Digest {
    let mut digester = Digester::new("bundle");
    // A bundle has text keys and finite numbers only, so that it always has a JSON form.
    digester.part(&serde_json::to_vec(bundle).unwrap_or_default());
    digester.finish()
}

/// The inputs, and how many credentials gave way in them.
fn inputs(bound: &Bound) -> (Vec<InputRecord>, usize) {
    let mut n_redacted = 0;
    let inputs = bound.inputs().map(|(name, values, origins)| {
        let values = values.iter().map(|value| {
            let safe = redact(value);
            n_redacted += safe.lines.len();
            safe.text.into_owned()
        });
        let values = values.collect();
        InputRecord { name: name.to_owned(), values, from: origins.iter().map(ToString::to_string).collect() }
    });
    let inputs = inputs.collect();
    (inputs, n_redacted)
}
