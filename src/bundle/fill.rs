//! Fills the bands in order: what must be read always, what should be read while the budget lasts, what may be read as
//! a list.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::fit::{Candidate, Room, fit};
use super::item::{Item, LeftOut};
use super::ledger;
use super::look::{Looked, Looker};
use super::record::{
    BandRecord, BudgetRecord, Bundle, ContextRecord, IndexRecord, InputRecord, QueryRecord, ScipRecord, Used,
};
use super::request::Request;
use crate::base::{Digest, Digester};
use crate::budget::tokens;
use crate::facts::NONE;
use crate::input::Bound;
use crate::manifest::{Band, View};
use crate::plan::PlannedBand;

/// How many documents of an index that are not fresh are named.
const NOT_FRESH: usize = 100;

/// Fills the bundle.
pub fn fill(request: &Request<'_>) -> Bundle {
    let mut filler = Filler::new(request);
    let bands: Vec<BandRecord> = request.plan.bands.iter().map(|band| filler.band(band)).collect();
    filler.finish(bands)
}

/// A file that a step claims in its band.
struct Claim {
    file: FileId,
    hops: u32,
    /// The position of the step's entry in the ledger.
    record: usize,
}

struct Filler<'a> {
    request: &'a Request<'a>,
    looker: Looker<'a>,
    room: Room,
    seen: FxHashSet<FileId>,
    records: Vec<QueryRecord>,
    left_out: Vec<LeftOut>,
}

impl<'a> Filler<'a> {
    fn new(request: &'a Request<'a>) -> Self {
        let chars = request.ceiling.max_chars.saturating_sub(frame(request).min(request.ceiling.max_chars / 4));
        let files = request.ceiling.max_files.map_or(usize::MAX, |files| files as usize);
        Self {
            request,
            looker: Looker::new(request),
            room: Room { chars, files },
            seen: FxHashSet::default(),
            records: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn band(&mut self, band: &PlannedBand) -> BandRecord {
        let name = band.band.name();
        let context = band.context.iter().map(|context| ContextRecord {
            key: context.key.clone(),
            text: context.text.clone(),
            untrusted: context.untrusted,
        });
        let context: Vec<ContextRecord> = context.collect();
        let said: u64 = context.iter().map(|context| context.text.chars().count() as u64).sum();
        self.room.chars = self.room.chars.saturating_sub(said);
        // What the user promotes is loaded before the rest of its band is listed.
        let mut items = Vec::new();
        let (loaded, listed) = self.claims(band);
        let always = band.band == Band::MustRead;
        let reserve = if band.band == Band::ShouldRead { self.reserve() } else { 0 };
        self.room.chars = self.room.chars.saturating_sub(reserve);
        items.extend(self.place(band.band, &loaded, always, false));
        self.room.chars += reserve;
        items.extend(self.place(band.band, &listed, false, true));
        BandRecord { band: name, context, items }
    }

    /// What is kept free for the list of what may be read: a reader who sees none of it cannot ask for it.
    fn reserve(&self) -> u64 {
        const SHARE: u64 = 20;
        let may_read = self.request.plan.bands.last();
        let lists = may_read.is_some_and(|band| band.steps.iter().any(|step| !step.kept.is_empty()));
        if lists { (self.request.ceiling.max_chars / SHARE).min(self.room.chars) } else { 0 }
    }

    /// The files that the band's steps claim, each once: those to load, and those to list.
    fn claims(&mut self, band: &PlannedBand) -> (Vec<Claim>, Vec<Claim>) {
        let (mut loaded, mut listed) = (Vec::new(), Vec::new());
        let mut claimed: FxHashSet<FileId> = FxHashSet::default();
        let by_path = |path: &str| self.looker.wanted(path);
        let mut order: Vec<usize> = (0..band.steps.len()).collect();
        order.sort_by_key(|at| !band.steps[*at].promoted);
        let first = self.records.len();
        self.records.extend(band.steps.iter().map(|step| ledger::open(step, band.band.name())));
        for at in order {
            let step = &band.steps[at];
            for hit in &step.kept {
                let path = self.request.engine.snapshot.path(hit.file);
                if self.seen.contains(&hit.file) || !claimed.insert(hit.file) {
                    self.records[first + at].deduped += 1;
                    continue;
                }
                let claim = Claim { file: hit.file, hops: hit.hops, record: first + at };
                let loads = band.band != Band::MayRead || step.promoted || by_path(path);
                if loads { loaded.push(claim) } else { listed.push(claim) }
            }
            let name = &step.name;
            self.left_out.extend(step.over_cap.iter().map(|hit| LeftOut {
                path: self.request.engine.snapshot.path(hit.file).to_owned(),
                query: name.clone(),
                reason: "over_cap",
                hops: hit.hops,
            }));
        }
        (loaded, listed)
    }

    /// Fits the claims into what room is left, and makes their items.
    fn place(&mut self, band: Band, claims: &[Claim], always: bool, list: bool) -> Vec<Item> {
        let mut looked: Vec<Looked> = Vec::new();
        let mut smallest = 0u64;
        for claim in claims {
            // What lies past the room need not be read.
            if !always && smallest > self.room.chars {
                break;
            }
            let render = if list { Some(View::Listed) } else { self.render(claim.record) };
            let mut seen = self.looker.look(claim.file, band, render);
            if always && seen.views.first().is_some_and(|(view, _)| *view != View::Listed) {
                seen.views.insert(0, (View::Listed, seen.entry));
            }
            smallest += seen.views.first().map_or(0, |(_, cost)| *cost);
            looked.push(seen);
        }
        let candidates: Vec<Candidate<View>> =
            looked.iter().map(|looked| Candidate { views: looked.views.clone() }).collect();
        let mut room = if list { Room { files: usize::MAX, ..self.room } } else { self.room };
        let chosen = fit(&candidates, &mut room, always);
        self.room.chars = room.chars;
        if !list {
            self.room.files = room.files;
        }
        for claim in &claims[chosen.len()..] {
            self.records[claim.record].deferred += 1;
            self.leave_out(claim, "budget");
        }
        let mut items = Vec::new();
        for ((claim, looked), view) in claims.iter().zip(looked).zip(chosen) {
            self.seen.insert(claim.file);
            self.records[claim.record].included += 1;
            items.push(self.looker.item(band, looked, view));
        }
        items
    }

    fn render(&self, record: usize) -> Option<View> {
        let steps = self.request.plan.bands.iter().flat_map(|band| &band.steps);
        // Listing is for the band: a promoted file is loaded.
        steps.zip(0..).find(|(_, at)| *at == record).and_then(|(step, _)| {
            if step.promoted { step.render.filter(|view| *view != View::Listed) } else { step.render }
        })
    }

    fn leave_out(&mut self, claim: &Claim, reason: &'static str) {
        self.left_out.push(LeftOut {
            path: self.request.engine.snapshot.path(claim.file).to_owned(),
            query: self.records[claim.record].name.clone(),
            reason,
            hops: claim.hops,
        });
    }

    fn finish(self, bands: Vec<BandRecord>) -> Bundle {
        let request = self.request;
        let items = || bands.iter().flat_map(|band| &band.items);
        let said = bands.iter().flat_map(|band| &band.context).map(|context| context.text.chars().count() as u64);
        let chars = items().map(|item| item.chars).sum::<u64>() + said.sum::<u64>();
        let used = Used { files: items().count(), chars, tokens: tokens(chars) };
        let degraded = self.records.iter().any(|record| record.downgraded.is_some() || record.fallback.is_some());
        let reduced = items().any(|item| item.reduced.is_some());
        let deferred = self.records.iter().any(|record| record.deferred > 0);
        // An answer from less than the query asks for is degraded; one that found nothing so is missing.
        let empty = self.records.iter().any(|record| record.downgraded.is_some() && record.returned == 0);
        let missing = empty || request.plan.bands.iter().flat_map(|band| &band.steps).any(|step| step.answer.is_bare);
        let status = match (used.files, missing || reduced || deferred) {
            (0, _) => "no_results",
            (_, true) => "partial_success",
            (_, false) => "success",
        };
        let mut bundle = Bundle {
            version: 1,
            seal: String::new(),
            status,
            degraded,
            task_class: request.manifest.task_class.clone(),
            description: request.manifest.description.clone(),
            manifest: request.manifest_digest.to_string(),
            inputs: inputs(request.bound),
            index: index(request),
            environment: request.environment.clone(),
            budget: BudgetRecord { ceiling: request.ceiling.clone(), tokenizer: "estimate: 4 characters", used },
            contains_unverified_content: bands.iter().flat_map(|band| &band.context).any(|context| context.untrusted),
            guidance: super::guide::guidance(request, &self.records),
            summary: ledger::sentence(&self.records),
            queries: self.records,
            left_out: self.left_out,
            bands,
        };
        bundle.seal = seal(&bundle).to_string();
        bundle
    }
}

/// What is printed around the bands, about: the head with the inputs, and the provenance with a line for every remark.
fn frame(request: &Request<'_>) -> u64 {
    const HEAD_AND_TAIL: usize = 500;
    const INPUT: usize = 180;
    const QUERY: usize = 140;
    let length = |text: &Option<String>| text.as_ref().map_or(0, |text| text.len() + 20);
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps).map(|step| {
        let notes: usize = step.answer.notes.iter().map(|note| note.len() + step.name.len() + 6).sum();
        let remarks = [&step.skipped, &step.fallback, &step.answer.downgraded];
        QUERY + 2 * step.name.len() + notes + remarks.iter().map(|remark| length(remark)).sum::<usize>()
    });
    let inputs = request.bound.inputs().count() * INPUT;
    (HEAD_AND_TAIL + request.manifest.description.len() + inputs + steps.sum::<usize>()) as u64
}

/// BLAKE3 over the bundle's own JSON, without the seal.
fn seal(bundle: &Bundle) -> Digest {
    let mut digester = Digester::new("bundle");
    // A bundle has text keys and finite numbers only, so that it always has a JSON form.
    digester.part(&serde_json::to_vec(bundle).unwrap_or_default());
    digester.finish()
}

fn inputs(bound: &Bound) -> Vec<InputRecord> {
    let inputs = bound.inputs().map(|(name, values, origins)| InputRecord {
        name: name.to_owned(),
        values: values.to_vec(),
        from: origins.iter().map(ToString::to_string).collect(),
    });
    inputs.collect()
}

fn index(request: &Request<'_>) -> IndexRecord {
    let snapshot = request.engine.snapshot;
    let mut gaps: FxHashMap<&'static str, usize> = FxHashMap::default();
    for gap in &snapshot.gaps {
        *gaps.entry(gap.kind.name()).or_default() += 1;
    }
    let mut gaps: Vec<(&'static str, usize)> = gaps.into_iter().collect();
    gaps.sort_unstable();
    IndexRecord {
        state: request.state.to_string(),
        files: snapshot.files.len(),
        source_files: snapshot.files.iter().filter(|row| row.language != NONE).count(),
        secret_shaped: request.n_secret,
        sites: snapshot.counts,
        gaps,
        scip: snapshot.health.as_ref().map(|health| ScipRecord {
            confidence: health.confidence,
            on_stale: request.manifest.index.on_stale.name(),
            sources: health.sources.clone(),
            not_fresh: health.not_fresh.iter().take(NOT_FRESH).cloned().collect(),
            more_not_fresh: health.not_fresh.len().saturating_sub(NOT_FRESH),
            unindexed: health.unindexed.len(),
        }),
    }
}
