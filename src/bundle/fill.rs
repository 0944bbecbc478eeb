//! Fills the bands in order: what must be read always, what should be read while it adds to the answer and the budget
//! lasts, what may be read as a list.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::allot::{Demand, Room, admitted, allotted};
use super::choose_view::ViewChoice;
use super::claim::{Candidates, claims};
use super::close::{Filled, close, sealed};
use super::frame::{context, frame};
use super::item::{Item, LeftOut, Omission};
use super::ledger;
use super::look::{FileSizer, SizedFile};
use super::record::{BandRecord, Bundle, QueryRecord};
use super::request::BundleRequest;
use super::view::View;
use crate::manifest::Band;
use crate::plan::PlannedBand;

/// How many files of one query are listed where the bundle ends with a complete answer.
const LISTED: usize = 5;
/// A file that weighs less than this share of the weightiest is only listed, where a tier bounds files (S1.19).
const CLIFF_PERCENT: u64 = 15;
/// The share of the ceiling that is kept free for the list of what may be read: a reader who sees none of it cannot ask
/// for it.
const LIST_PERCENT: u64 = 5;
/// How often a bundle is filled anew because more was printed than was foreseen.
const ROUNDS: usize = 4;

/// Fills the bundle. What is printed around the files is foreseen at its longest, and the whole is measured as it is
/// printed: where it is more than the ceiling all the same, the files get that much less. A bundle that stays above its
/// ceiling says so.
pub fn fill(request: &BundleRequest<'_>) -> Bundle {
    let mut reserve = request.layout.overhead(&frame(request));
    let mut bundle = close(request, Filler::new(request, reserve).filled());
    for _ in 1..ROUNDS {
        let over = bundle.budget.used.chars.saturating_sub(request.ceiling.max_chars);
        if over == 0 || reserve >= request.ceiling.max_chars {
            break;
        }
        reserve += over;
        bundle = close(request, Filler::new(request, reserve).filled());
    }
    sealed(request, bundle)
}

struct Filler<'a> {
    request: &'a BundleRequest<'a>,
    looker: FileSizer<'a>,
    room: Room,
    seen: FxHashSet<FileId>,
    records: Vec<QueryRecord>,
    left_out: Vec<LeftOut>,
}

/// A claim with the file that it is for.
type Seen<'a> = (Candidates, SizedFile<'a>);

impl<'a> Filler<'a> {
    fn new(request: &'a BundleRequest<'a>, reserve: u64) -> Self {
        let files = request.ceiling.max_files.map_or(usize::MAX, |files| files as usize);
        Self {
            request,
            looker: FileSizer::new(request),
            room: Room { chars: request.ceiling.max_chars.saturating_sub(reserve), files },
            seen: FxHashSet::default(),
            records: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn filled(mut self) -> Filled {
        let request = self.request;
        let mut bands = Vec::new();
        let mut lists = self.reserve();
        self.room.chars -= lists;
        for band in &request.plan.bands {
            let context = context(request, band);
            let said: u64 = context.iter().map(|text| request.layout.context(text)).sum();
            self.room.chars = self.room.chars.saturating_sub(said);
            let mut claims = self.claims(band);
            if band.band == Band::MustRead {
                claims.extend(self.focus());
            }
            let items = match band.band {
                Band::MustRead => {
                    let (items, overdrawn) = self.always(&claims);
                    lists = lists.saturating_sub(overdrawn);
                    items
                }
                _ => {
                    let (loaded, listed): (Vec<Candidates>, Vec<Candidates>) =
                        claims.into_iter().partition(|claim| band.band != Band::MayRead || claim.render != LISTED_VIEW);
                    let mut items = self.while_it_lasts(band.band, &loaded);
                    items.extend(self.list(band.band, listed, &mut lists));
                    items
                }
            };
            bands.push(BandRecord { band: band.band, context, items });
        }
        Filled { bands, records: self.records, left_out: self.left_out }
    }

    fn reserve(&self) -> u64 {
        let may_read = self.request.plan.bands.last();
        let lists = may_read.is_some_and(|band| band.steps.iter().any(|step| !step.kept.is_empty()));
        if lists { (self.request.ceiling.max_chars * LIST_PERCENT / 100).min(self.room.chars) } else { 0 }
    }

    /// The claims of a band; the ledger learns what became of everything else.
    fn claims(&mut self, band: &PlannedBand) -> Vec<Candidates> {
        let first = self.records.len();
        self.records.extend(band.steps.iter().map(|step| ledger::open(step, band.band)));
        let found = claims(self.request, &self.looker.marker, band, &self.seen, first);
        found.deduped.iter().for_each(|record| self.records[*record].deduped += 1);
        for (record, left) in found.out {
            if left.reason == Omission::Aside {
                self.records[record].deferred += 1;
                self.records[record].aside += 1;
            }
            self.left_out.push(left);
        }
        found.claims
    }

    /// Adds files with a named body that no query loads: the answer needs them.
    fn focus(&mut self) -> Vec<Candidates> {
        let files = self.looker.marker.unclaimed();
        if files.is_empty() {
            return Vec::new();
        }
        let names: Vec<&str> = self.request.flow.names.iter().map(|name| name.text.as_str()).collect();
        let record = self.records.len();
        self.records.push(ledger::focus(&names.join(", "), files.len()));
        files.into_iter().map(|file| Candidates { file, hops: 0, record, render: None }).collect()
    }

    /// Places all that must be read, in the limit as a list; returns by how much that exceeds the room.
    fn always(&mut self, claims: &[Candidates]) -> (Vec<Item>, u64) {
        let looked: Vec<SizedFile> =
            claims.iter().map(|claim| self.looker.look(claim.file, Band::MustRead, claim.render)).collect();
        let caps = allotted(&looked, self.room.chars);
        let spent: u64 = looked.iter().zip(&caps).map(|(it, cap)| it.within(*cap)).sum();
        let overdrawn = spent.saturating_sub(self.room.chars);
        // What follows is counted as if all of this were shown as it is wanted, so that more room never shows less.
        let wanted: u64 = looked.iter().map(Demand::wanted).sum();
        self.room.chars = self.room.chars.saturating_sub(wanted);
        let seen = claims.iter().copied().zip(looked).zip(caps);
        (seen.map(|((claim, looked), cap)| self.placed(Band::MustRead, claim, looked, cap)).collect(), overdrawn)
    }

    /// Places what adds to the answer while there is room: first files with text, then a list.
    fn while_it_lasts(&mut self, band: Band, claims: &[Candidates]) -> Vec<Item> {
        let (sources, lists) = self.looked(band, claims);
        let (sources, looked): (Vec<Candidates>, Vec<SizedFile>) = sources.into_iter().unzip();
        let n_taken = admitted(&looked, self.room);
        sources[n_taken..].iter().for_each(|claim| self.leave_out(claim, Omission::Budget));
        let least: u64 = looked[..n_taken].iter().map(Demand::least).sum();
        let mut room = self.room.chars - least;
        let before = room;
        let lists: Vec<Candidates> = lists.into_iter().map(|(claim, _)| claim).collect();
        let listed = self.list(band, lists, &mut room);
        self.room.chars -= before - room;
        let looked: Vec<SizedFile> = looked.into_iter().take(n_taken).collect();
        let caps = allotted(&looked, self.room.chars);
        self.room.chars -= looked.iter().zip(&caps).map(|(it, cap)| it.within(*cap)).sum::<u64>();
        let taken = sources.into_iter().zip(looked).zip(caps);
        let mut items: Vec<Item> = taken.map(|((claim, looked), cap)| self.placed(band, claim, looked, cap)).collect();
        items.extend(listed);
        items
    }

    /// The files of some claims: those whose text is to be shown, and those that are to be listed.
    fn looked(&mut self, band: Band, claims: &[Candidates]) -> (Vec<Seen<'a>>, Vec<Seen<'a>>) {
        let (mut sources, mut lists) = (Vec::new(), Vec::new());
        let mut least = 0;
        for claim in claims {
            // What lies past the room need not be read.
            if least > self.room.chars {
                self.leave_out(claim, Omission::Budget);
                continue;
            }
            let looked = self.looker.look(claim.file, band, claim.render);
            if looked.is_listed() {
                lists.push((*claim, looked));
            } else {
                least += looked.least();
                sources.push((*claim, looked));
            }
        }
        if self.request.ceiling.per_file.is_some() {
            let top = sources.iter().map(|(_, looked)| looked.weight()).max().unwrap_or(0);
            let (near, far) = sources.into_iter().partition(|(_, it)| it.weight() * 100 >= top * CLIFF_PERCENT);
            sources = near;
            lists.extend::<Vec<Seen<'a>>>(far);
        }
        (sources, lists)
    }

    /// A list, as far as the room and the answer's end allow.
    fn list(&mut self, band: Band, claims: Vec<Candidates>, room: &mut u64) -> Vec<Item> {
        let mut counted: FxHashMap<usize, usize> = FxHashMap::default();
        let mut items = Vec::new();
        let mut is_full = false;
        for claim in claims {
            let n_listed = counted.entry(claim.record).or_default();
            if self.request.ceiling.stops_when_complete && *n_listed >= LISTED {
                self.leave_out(&claim, Omission::Sufficient);
                continue;
            }
            let mut looked = self.looker.look(claim.file, band, LISTED_VIEW);
            is_full |= looked.least() > *room;
            if is_full {
                self.leave_out(&claim, Omission::Budget);
                continue;
            }
            *n_listed += 1;
            *room -= looked.least();
            if claim.render != LISTED_VIEW {
                looked.choose_view = ViewChoice::listed("no answer points into it");
            }
            let cap = looked.least();
            items.push(self.placed(band, claim, looked, cap));
        }
        items
    }

    fn placed(&mut self, band: Band, claim: Candidates, looked: SizedFile<'a>, cap: u64) -> Item {
        self.seen.insert(claim.file);
        self.records[claim.record].included += 1;
        let item = self.looker.item(band, looked, cap);
        if item.view != View::Listed {
            self.room.files = self.room.files.saturating_sub(1);
        }
        item
    }

    fn leave_out(&mut self, claim: &Candidates, reason: Omission) {
        let record = &mut self.records[claim.record];
        record.deferred += 1;
        record.sufficient += usize::from(reason == Omission::Sufficient);
        self.left_out.push(LeftOut {
            path: self.request.engine.snapshot.path(claim.file).to_owned(),
            query: record.name.clone(),
            reason,
            hops: claim.hops,
        });
    }
}

const LISTED_VIEW: Option<crate::manifest::Render> = Some(crate::manifest::Render::Listed);
