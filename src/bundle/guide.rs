//! Next steps: arguments for the command line that do, when they are added, what is said of them.

use std::collections::BTreeSet;

use super::advice_record::Guidance;
use super::extent::View;
use super::item::{Item, LeftOut, Omission, Reduction};
use super::missing::{Shortfall, ShortfallKind};
use super::record::QueryRecord;
use super::request::BundleRequest;
use crate::input::Route;
use crate::manifest::Band;

/// The part of the characters needed that is advised on top of them.
const GROWTH: u64 = 20;
/// The part of the size of a file that its line numbers and its heading take at the most.
const SLACK: u64 = 2;
/// The most characters of a file that is shown for a query that is promoted, as most are: its best parts.
const PROMOTED: u64 = 12_000;
/// The most next steps that are printed.
const STEPS: usize = 3;

/// The outcome of a bundle, as far as next steps depend on it.
pub struct Outcome<'a> {
    /// The entries of the queries.
    pub records: &'a [QueryRecord],
    /// All items.
    pub items: Vec<&'a Item>,
    /// The files that are neither shown nor listed.
    pub left_out: &'a [LeftOut],
    /// The bounds of the bundle as a whole that hold something back.
    pub limits: Vec<Limit>,
}

/// A bound that holds something back.
pub struct Limit {
    /// How many files show less than they would.
    pub count: usize,
    /// The step past it.
    pub guidance: Guidance,
}

/// The next steps: make room, load a list, raise `max_files`, give a missing input.
pub fn guidance(request: &BundleRequest<'_>, outcome: &Outcome<'_>, missing: &[Shortfall]) -> Vec<Guidance> {
    let raised = outcome.limits.iter().filter(|limit| !limit.guidance.run.is_empty());
    let mut steps: Vec<Guidance> = raised.map(|limit| limit.guidance.clone()).collect();
    let of_work = missing.iter().filter(|it| it.kind == ShortfallKind::Work);
    steps.extend(of_work.filter_map(|it| Some(Guidance { why: it.what.clone(), run: it.run.clone()? })));
    // Where a bound holds something back, what is promoted has no room either.
    let is_bound =
        |item: &&Item| matches!(item.reduced, Some(Reduction::MaxFiles | Reduction::Budget | Reduction::Band));
    let is_full = past(outcome.left_out) != (0, 0) || outcome.items.iter().any(is_bound);
    for record in outcome.records {
        let name = &record.name;
        // What a complete answer left out past `max_files` is counted, and nothing to do.
        let is_wanted = !request.ceiling.stops_when_complete || record.band == Band::MustRead;
        let n_over = if is_wanted && record.search.is_none() { over_cap(request, outcome, record) } else { 0 };
        if n_over > 0 {
            let why = format!("`{name}`: {} past its `max_files`", files(n_over));
            steps.push(Guidance { why, run: format!("--max-files {name}={}", record.returned) });
        }
        let listed: Vec<&&Item> = outcome.items.iter().filter(|item| is_listed(item, record)).collect();
        let n_listed = listed.len();
        if n_listed > 0 && !is_full && !record.promoted && record.band != Band::MustRead {
            let why = format!("`{name}`: {} only listed", files(n_listed));
            let room = room(request, outcome, &listed).map_or(String::new(), |chars| format!(" --max-chars {chars}"));
            steps.push(Guidance { why, run: format!("--promote {name}{room}") });
        }
    }
    // One step may be what several queries need.
    let mut printed: Vec<String> = Vec::new();
    steps.retain(|step: &Guidance| {
        let is_new = !printed.contains(&step.run);
        printed.push(step.run.clone());
        is_new
    });
    // No other step says which inputs have no value.
    let unset = unset(request, outcome.records);
    steps.truncate(STEPS - usize::from(unset.is_some()));
    steps.extend(unset);
    steps
}

/// The bounds of the bundle as a whole that hold; everything wanted takes `needed` characters.
pub fn limits(request: &BundleRequest<'_>, items: &[&Item], left: &[LeftOut], needed: u64) -> Vec<Limit> {
    let cut = |bound| items.iter().filter(move |item| item.reduced == Some(bound));
    let (n_past_room, n_past_files) = past(left);
    let mut steps = Vec::new();
    let mut add = |count, why, run| steps.push(Limit { count, guidance: Guidance { why, run } });
    let n_room = cut(Reduction::Budget).count() + n_past_room;
    if n_room > 0 {
        let queries = queries(cut(Reduction::Budget));
        let why = format!("{} cut for want of room{queries}", files(n_room));
        // The map and the lists take a share of the budget: they grow with it.
        let chars = (needed + needed / GROWTH).max(request.ceiling.max_chars + 1);
        add(n_room, why, format!("--max-chars {chars}"));
    }
    let n_files = cut(Reduction::MaxFiles).count() + n_past_files;
    if n_files > 0 {
        let queries = queries(cut(Reduction::MaxFiles));
        let why = format!("{} past `max_files`{queries}", files(n_files));
        let most = request.ceiling.max_files.unwrap_or(0) as usize + n_files;
        add(n_files, why, format!("--max-files {most}"));
    }
    let n_bands = cut(Reduction::Band).count() + omitted(left, Omission::Band);
    if n_bands > 0 {
        // No argument raises the bound of the manifest.
        let why = format!("{} past the budget of a band{}", files(n_bands), queries(cut(Reduction::Band)));
        add(n_bands, why, String::new());
    }
    for item in cut(Reduction::PerFile).take(1) {
        // No argument raises the bound of the manifest.
        let (by, run) = match request.ceiling.is_per_file_stated {
            true => ("`per_file_max_tokens`", String::new()),
            false => ("the profile", format!("--promote {}", item.path)),
        };
        add(1, format!("`{}` is cut: {by} bounds a file", item.path), run);
    }
    steps
}

/// The queries of some items, each once: "`uses`, `tests`".
fn queries<'a>(items: impl Iterator<Item = &'a &'a Item>) -> String {
    let mut names: Vec<&str> = items.filter_map(|item| item.why.first()).map(|why| why.query.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let names: Vec<String> = names.into_iter().take(3).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

/// Whether a query's file is a line of a list by choice, and would have text if it were promoted.
fn is_listed(item: &Item, record: &QueryRecord) -> bool {
    item.view == View::Listed
        && item.reduced.is_none()
        && item.band == record.band
        && item.why.first().is_some_and(|why| why.query == record.name)
}

/// The characters that are needed to show some listed files as well, where that is more than there is room for: else they would take
/// the room of what is shown.
fn room(request: &BundleRequest<'_>, outcome: &Outcome<'_>, listed: &[&&Item]) -> Option<u64> {
    room_for(request, &outcome.items, listed.iter().map(|item| item.path.as_str()), PROMOTED)
}

/// The same for some paths, of each of which at most so many characters are shown.
pub fn room_for<'p>(
    request: &BundleRequest<'_>,
    items: &[&Item],
    paths: impl Iterator<Item = &'p str>,
    most: u64,
) -> Option<u64> {
    let entries = &request.engine.tree?.files;
    let size = |path: &str| {
        let at = entries.binary_search_by(|entry| (*entry.path).cmp(path)).ok()?;
        Some(entries[at].stat.size)
    };
    let shown: u64 = items.iter().map(|item| item.chars).sum();
    // Line numbers, headings and what is beside the files.
    let whole = |size: u64| size.saturating_add(size / SLACK).min(most);
    let chars = paths.filter_map(size).map(whole).fold(shown, u64::saturating_add);
    (chars > request.ceiling.max_chars).then_some(chars)
}

/// How many files of a query are past its `max_files`, and are not shown for another.
pub fn over_cap(request: &BundleRequest<'_>, outcome: &Outcome<'_>, record: &QueryRecord) -> usize {
    let shown = outcome.items.iter().filter(|item| item.view != View::Listed).map(|item| item.path.as_str());
    let shown: BTreeSet<&str> = shown.collect();
    let mut steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let step = steps.find(|step| step.name == record.name);
    let over = step.map_or(&[][..], |step| step.over_cap.get(step.n_behind..).unwrap_or(&[]));
    over.iter().filter(|hit| !shown.contains(request.engine.snapshot.path(hit.file))).count().min(record.over_cap)
}

/// The numbers of files that were left out for want of room, and past `max_files`.
fn past(left: &[LeftOut]) -> (usize, usize) {
    (omitted(left, Omission::Budget), omitted(left, Omission::MaxFiles))
}

/// The number of files that were left out for a reason. A file may be left out by several queries.
fn omitted(left: &[LeftOut], reason: Omission) -> usize {
    left.iter().filter(|left| left.reason == reason).map(|left| &left.path).collect::<BTreeSet<_>>().len()
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

/// The step that gives values to the inputs for want of which queries were skipped.
fn unset(request: &BundleRequest<'_>, records: &[QueryRecord]) -> Option<Guidance> {
    let mut inputs: Vec<String> = records.iter().filter_map(|record| missing(request, record)).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let names: Vec<String> = inputs.iter().map(|input| format!("`{input}`")).collect();
    let has = if inputs.len() == 1 { "has" } else { "have" };
    let run: Vec<String> = inputs.iter().map(|input| format!("--set {input}=VALUE")).collect();
    let why = format!("{} {has} no value", names.join(", "));
    (!inputs.is_empty()).then(|| Guidance { why, run: run.join(" ") })
}

/// The input for want of which a query was skipped.
fn missing(request: &BundleRequest<'_>, record: &QueryRecord) -> Option<String> {
    match request.bound.route(&record.name) {
        Route::Skip { missing } => Some(missing.clone()),
        Route::Compute | Route::Fallback { .. } => None,
    }
}
