//! Fills the bands: each file is named as far as the map and the lists allow, and what must be read, what is promoted and
//! what should be read have their text as far as the room lasts.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::account;
use super::choose_view::NamedBy;
use super::cited::CitedLines;
use super::claim::{Candidate, Claims};
use super::close::{Filled, close, sealed};
use super::extent::View;
use super::item::{LeftOut, Omission, Reduction};
use super::map_order::map_order;
use super::overhead::{context, frame};
use super::record::{BandRecord, Bundle, ContextRecord, QueryRecord};
use super::request::BundleRequest;
use super::schedule::{Entrant, Scheduled, Turn, schedule};
use super::sized_file::SizedFile;
use super::sizing::FileSizer;
use super::summed::SummedNotes;
use crate::budget;
use crate::manifest::{Band, Render};

/// A file that weighs less than this share of the weightiest is only listed, where a tier bounds files (S1.19).
const CLIFF_PERCENT: u64 = 15;
/// The map takes at most this share of the ceiling, and at most so many characters, each line at its longest: of what is
/// foreseen three quarters are printed, so that the map is about a tenth.
const MAP_PERCENT: u64 = 13;
const MAP_CHARS: u64 = 3_600;
/// The lists behind the sources take at most this share of the ceiling. There is none where the bundle ends with a complete
/// answer: what the map has no room for is counted by query.
const LIST_PERCENT: u64 = 5;
/// Past these, the lines of what must be read take at most this share: a set of thousands of files is counted, and leaves room for
/// sources.
const MUST_PERCENT: u64 = 60;
/// So many characters of a ceiling are for sources before any is for such lines.
const SOURCES_FIRST: u64 = 3_000;
/// The number of a line with its tab, and the first lines of a file, which may go beyond its share: both at the most.
const NUMBER: u64 = 8;
const ENTRY: u64 = 2_000;
/// How often a bundle is filled anew because more was printed than was foreseen.
const ROUNDS: usize = 4;
/// The owner of the steps of all files that words found.
const PASSAGES: usize = usize::MAX;

/// Fills the bundle. What is printed around the files is foreseen at its longest, and the whole is measured as it is
/// printed: where it is more than the ceiling all the same, the files get that much less. A bundle that stays above its
/// ceiling says so.
pub fn fill(request: &BundleRequest<'_>) -> Bundle {
    let mut reserve = request.layout.overhead(&frame(request));
    let selection = Selection::new(request);
    let filled = selection.filled(reserve);
    // What is foreseen is more than is printed: where all that is wanted fits without it, nothing is cut in any larger room either.
    let is_near = filled.needed > request.ceiling.max_chars && filled.needed - reserve <= request.ceiling.max_chars;
    let whole = is_near.then(|| close(request, selection.filled(0))).filter(|whole| is_whole(request, whole));
    if let Some(whole) = whole {
        return sealed(request, whole);
    }
    let mut bundle = close(request, filled);
    for _ in 1..ROUNDS {
        let over = bundle.budget.used.chars.saturating_sub(request.ceiling.max_chars);
        if over == 0 || reserve >= request.ceiling.max_chars {
            break;
        }
        reserve += over;
        bundle = close(request, selection.filled(reserve));
    }
    sealed(request, bundle)
}

/// Whether a bundle stays below its ceiling, and nothing is cut for want of room.
fn is_whole(request: &BundleRequest<'_>, bundle: &Bundle) -> bool {
    let mut items = bundle.bands.iter().flat_map(|band| &band.items);
    bundle.budget.used.chars <= request.ceiling.max_chars
        && items.all(|item| item.reduced != Some(Reduction::Budget))
        && bundle.left_out.iter().all(|left| left.reason != Omission::Budget)
}

/// Every file that a step claims, looked at, before any room is given out.
struct Selection<'a> {
    request: &'a BundleRequest<'a>,
    looker: FileSizer<'a>,
    records: Vec<QueryRecord>,
    claims: Claims,
    /// One for each claim.
    files: Vec<SizedFile<'a>>,
    /// The bound that keeps a claim from any text; one for each claim.
    barred: Vec<Option<Reduction>>,
    contexts: Vec<Vec<ContextRecord>>,
    /// The claims in the order of the map.
    order: Vec<usize>,
}

impl<'a> Selection<'a> {
    fn new(request: &'a BundleRequest<'a>) -> Self {
        let looker = FileSizer::new(request);
        let (mut records, mut claims) = (Vec::new(), Claims::default());
        let summed = SummedNotes::of(request.plan);
        for band in &request.plan.bands {
            let first = records.len();
            records.extend(band.steps.iter().map(|step| account::open(request.plan, &summed, step, band.band)));
            // What is given comes first; what lies between answers comes behind these.
            let is_must = band.band == Band::MustRead;
            if is_must && !request.flow.is_derived {
                named(request, &looker, &mut records, &mut claims);
            }
            claims.add(request, &looker.marker, band, first);
            if is_must && request.flow.is_derived {
                named(request, &looker, &mut records, &mut claims);
            }
        }
        claims.claims.sort_by_key(|claim| claim.band);
        let contexts = request.plan.bands.iter().map(|band| context(request, band)).collect();
        let order = map_order(request, &looker.marker, &claims.claims);
        let (files, barred) = (Vec::new(), Vec::new());
        let mut selection = Self { request, looker, records, claims, files, barred, contexts, order };
        selection.look();
        selection.over_the_cliff();
        selection.bar();
        selection
    }

    /// Looks at the claims in the order in which they are served. Text that lies past the room is not read.
    fn look(&mut self) {
        let claims = &self.claims.claims;
        let mut files: Vec<SizedFile<'a>> = claims.iter().map(|claim| self.looker.listed(claim)).collect();
        let mut cited = CitedLines::default();
        for (claim, file) in claims.iter().zip(&files).filter(|(claim, _)| claim.render != Some(Render::Listed)) {
            let path = self.request.engine.snapshot.path(claim.file);
            let only = (!self.looker.may_have_text(claim)).then_some(path);
            cited.add(file.why.iter(), only);
        }
        self.barred = vec![None; files.len()];
        let mut least = 0;
        for at in self.served() {
            let claim = &self.claims.claims[at];
            if claim.render == Some(Render::Listed) {
                continue;
            }
            if claim.band != Band::MustRead && least > self.request.ceiling.max_chars {
                self.barred[at] = Some(Reduction::Budget);
                continue;
            }
            self.looker.look(&mut files[at], claim, &cited);
            least += files[at].steps(true).first().map_or(0, |step| step.cost);
        }
        self.files = files;
    }

    /// The claims by group, in the order of rank.
    fn served(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.claims.claims.len()).collect();
        order.sort_by_key(|at| group(&self.claims.claims[*at]));
        order
    }

    /// Lists what weighs little beside the others, where a tier bounds files.
    fn over_the_cliff(&mut self) {
        if !self.request.ceiling.is_tiered {
            return;
        }
        let is_should = |claim: &Candidate| claim.band == Band::ShouldRead;
        let should = self.claims.claims.iter().zip(&self.files).filter(|(claim, _)| is_should(claim));
        let top = should.map(|(_, file)| file.weight()).max().unwrap_or(0);
        for (claim, file) in self.claims.claims.iter().zip(&mut self.files).filter(|(claim, _)| is_should(claim)) {
            if claim.render.is_none() && file.weight() * 100 < top * CLIFF_PERCENT {
                file.list("it weighs little beside the others");
            }
        }
    }

    /// Bars the files past `max_files`. The number of a profile's tier does not bind what must be read.
    fn bar(&mut self) {
        let most = |limit: Option<u32>| limit.map_or(usize::MAX, |files| files as usize);
        let budget = &self.request.manifest.budget;
        let stated = most(budget.user.max_files.or(budget.max_files));
        let any = most(self.request.ceiling.max_files);
        let mut n_files = 0;
        for at in self.served() {
            let limit = if self.claims.claims[at].band == Band::MustRead { stated } else { any };
            if self.files[at].steps(true).is_empty() {
                continue;
            }
            if n_files >= limit {
                self.barred[at] = Some(Reduction::MaxFiles);
            }
            n_files += 1;
        }
        for ((claim, file), barred) in self.claims.claims.iter().zip(&mut self.files).zip(&self.barred) {
            if barred.is_none() {
                self.looker.settle_entry(file, claim);
            }
        }
    }

    /// The bands with the room that is left beside what is printed around them.
    fn filled(&self, reserve: u64) -> Filled {
        let (max_chars, layout) = (self.request.ceiling.max_chars, self.request.layout);
        let said: u64 = self.contexts.iter().flatten().map(|text| layout.context(text)).sum();
        let names = self.names(max_chars);
        let room = max_chars.saturating_sub(reserve + said).saturating_sub(names.cost);
        let scheduled = schedule(&self.entrants(&names), room, &|group| self.bound(group));
        let mut placer = Placer { selection: self, records: self.records.clone(), left_out: Vec::new() };
        let bands = placer.bands(&names, &scheduled);
        placer.others(&bands);
        let wanted: u64 = (0..self.files.len()).map(|at| self.wanted(at)).sum();
        let texts = self.request.plan.bands.iter().flat_map(|band| &band.context);
        let texts: u64 = texts.map(|it| it.text.chars().count() as u64).sum();
        let needed = reserve + said + texts + names.total + wanted;
        Filled { bands, records: placer.records, left_out: placer.left_out, needed }
    }

    /// The characters of everything that is wanted of a file; of one that was not read for want of room, at the most.
    fn wanted(&self, at: usize) -> u64 {
        let (claim, file) = (&self.claims.claims[at], &self.files[at]);
        if self.barred[at] != Some(Reduction::Budget) || !self.looker.may_have_text(claim) {
            return file.wanted();
        }
        let engine = self.request.engine;
        let lines = engine.snapshot.file_row(claim.file).map_or(0, |row| u64::from(row.lines));
        let whole = engine.size(claim.file) + lines * NUMBER;
        let origin = self.looker.origin(claim);
        let share = self.looker.limit(claim, origin).filter(|_| origin == NamedBy::Query && claim.render.is_none());
        file.entry + share.map_or(whole, |share| whole.min(share + ENTRY))
    }

    /// The most characters of the sources of a group, where the manifest bounds those of its band.
    fn bound(&self, group: usize) -> Option<u64> {
        let band = GROUPS.get(group)?;
        self.request.manifest.bands.iter().find(|spec| spec.band == *band).and_then(budget::of_band)
    }

    fn entrants(&self, names: &Names) -> Vec<Entrant> {
        let claims = self.claims.claims.iter().zip(&self.files).zip(self.barred.iter().zip(&names.places));
        let entrants = claims.map(|((claim, file), (barred, place))| {
            // What words found competes by the places of passages, whichever query claims the file.
            let is_by_passages = self.looker.is_passage_file(claim);
            let owner = if is_by_passages { PASSAGES } else { claim.record };
            Entrant {
                turn: Turn { group: group(claim), owner },
                later: Turn { group: GROUPS.len() - 1, owner: PASSAGES },
                steps: if barred.is_some() { Vec::new() } else { file.steps(place.is_some()) },
            }
        });
        entrants.collect()
    }

    /// The claims that have a line: in the map, and in all.
    fn names(&self, max_chars: u64) -> Names {
        let map = (max_chars * MAP_PERCENT / 100).min(MAP_CHARS);
        let is_short = self.request.ceiling.stops_when_complete;
        let most = map + if is_short { 0 } else { max_chars * LIST_PERCENT / 100 };
        let n_claims = self.files.len();
        let mut names = Names { places: vec![None; n_claims], named: vec![false; n_claims], cost: 0, total: 0 };
        let most_behind = max_chars.saturating_sub(SOURCES_FIRST) * MUST_PERCENT / 100;
        let (mut total, mut behind) = (0, 0);
        for (place, at) in self.order.iter().enumerate() {
            let is_must = self.claims.claims[*at].band == Band::MustRead;
            total += self.files[*at].entry;
            names.places[*at] = (total <= map).then_some(place);
            let is_behind = is_must && total > most && behind + self.files[*at].entry <= most_behind;
            names.named[*at] = total <= most || is_behind;
            behind += if is_behind { self.files[*at].entry } else { 0 };
        }
        names.cost = total.min(most) + behind;
        names.total = total;
        names
    }
}

/// The claims that have a line of their own.
struct Names {
    /// The place of each claim in the map.
    places: Vec<Option<usize>>,
    /// Whether each claim has a line, in the map or in a list.
    named: Vec<bool>,
    /// The characters that are set aside for the lines; no claim changes it, so that it grows with the budget alone.
    cost: u64,
    /// The characters of all lines.
    total: u64,
}

/// The bands in the order of service; what the user promotes comes before what should be read.
const GROUPS: [Band; 3] = [Band::MustRead, Band::MayRead, Band::ShouldRead];

/// The order of service: what must be read, what the user promotes, what should be read.
fn group(claim: &Candidate) -> usize {
    match (claim.band, claim.is_promoted) {
        (Band::MustRead, _) => 0,
        (_, true) => 1,
        (_, false) => 2,
    }
}

/// Adds files with a named body that no query loads: the answer needs them.
fn named(request: &BundleRequest<'_>, looker: &FileSizer<'_>, records: &mut Vec<QueryRecord>, claims: &mut Claims) {
    let files = looker.marker.unclaimed();
    if files.is_empty() {
        return;
    }
    let names: Vec<&str> = request.flow.names.iter().map(|name| name.text.as_str()).collect();
    let record = records.len();
    records.push(account::focus(&names.join(", "), files.len()));
    let turn = usize::from(request.flow.is_derived);
    files.into_iter().enumerate().for_each(|(rank, file)| claims.add_named(file, record, (turn, rank)));
}

/// Gives every claim its place, and writes the account.
struct Placer<'s, 'a> {
    selection: &'s Selection<'a>,
    records: Vec<QueryRecord>,
    left_out: Vec<LeftOut>,
}

impl Placer<'_, '_> {
    fn bands(&mut self, names: &Names, scheduled: &Scheduled) -> Vec<BandRecord> {
        let taken = &scheduled.taken;
        let selection = self.selection;
        let bands = Band::ALL.iter().zip(&selection.contexts);
        let mut bands: Vec<BandRecord> = bands
            .map(|(band, context)| BandRecord { band: *band, context: context.clone(), items: Vec::new() })
            .collect();
        for (at, (claim, file)) in selection.claims.claims.iter().zip(&selection.files).enumerate() {
            let record = &mut self.records[claim.record];
            let is_ended = scheduled.ended.contains(&group(claim));
            let by_room = if is_ended { Reduction::Band } else { Reduction::Budget };
            let bound = selection.barred[at].unwrap_or(by_room);
            let mut item = selection.looker.item(claim.band, file, taken[at], bound);
            item.map_place = names.places[at];
            item.reduced = item.reduced.or(selection.barred[at]);
            if taken[at] == 0 && !names.named[at] {
                let reason = match (item.reduced, selection.request.ceiling.stops_when_complete) {
                    (Some(Reduction::MaxFiles), _) => Omission::MaxFiles,
                    (Some(Reduction::Band), _) => Omission::Band,
                    // No larger room lifts the share of a file that only adds to the answer.
                    (None | Some(Reduction::Share), true) => Omission::Sufficient,
                    _ => Omission::Budget,
                };
                self.leave_out(claim, reason);
                continue;
            }
            let count = if item.view == View::Listed { &mut record.listed } else { &mut record.included };
            *count += 1;
            if let Some(band) = bands.iter_mut().find(|band| band.band == claim.band) {
                band.items.push(item);
            }
        }
        // The sources follow the map.
        bands.iter_mut().for_each(|band| band.items.sort_by_key(|item| item.map_place.unwrap_or(usize::MAX)));
        bands
    }

    /// Files that a query returned and another claims, and those that were left out before.
    fn others(&mut self, bands: &[BandRecord]) {
        let snapshot = self.selection.request.engine.snapshot;
        let placed = bands.iter().flat_map(|band| &band.items);
        let placed: FxHashMap<FileId, ()> = placed.filter_map(|item| Some((snapshot.file(&item.path)?, ()))).collect();
        let reasons: FxHashMap<String, Omission> =
            self.left_out.iter().map(|left| (left.path.clone(), left.reason)).collect();
        for (record, file, hops) in &self.selection.claims.deduped {
            if placed.contains_key(file) {
                self.records[*record].deduped += 1;
                continue;
            }
            let path = snapshot.path(*file);
            let reason = reasons.get(path).copied().unwrap_or(Omission::Aside);
            self.defer(*record, LeftOut { path: path.to_owned(), query: String::new(), reason, hops: *hops });
        }
        for (record, left) in self.selection.claims.out.iter().cloned() {
            if left.reason == Omission::OverCap { self.left_out.push(left) } else { self.defer(record, left) }
        }
    }

    fn leave_out(&mut self, claim: &Candidate, reason: Omission) {
        let path = self.selection.request.engine.snapshot.path(claim.file).to_owned();
        self.defer(claim.record, LeftOut { path, query: String::new(), reason, hops: claim.hops });
    }

    fn defer(&mut self, record: usize, left: LeftOut) {
        let record = &mut self.records[record];
        record.deferred += 1;
        record.sufficient += usize::from(left.reason == Omission::Sufficient);
        record.aside += usize::from(left.reason == Omission::Aside);
        self.left_out.push(LeftOut { query: record.name.clone(), ..left });
    }
}
