//! A file that was looked at: its views, and the reasons for which it is here.

use cg_rules::FileId;

use super::choose_view::ViewChoice;
use super::extent::View;
use super::item::{Gate, Reduction, Why};
use super::schedule::Increment;
use super::view::{Marks, Page, Rung, retain};
use crate::base::Digest;

/// However small the ceiling, a ladder may have so many characters: by it is known what would be enough.
pub const LADDER: u64 = 160_000;

/// A file that was looked at.
pub struct SizedFile<'a> {
    /// How it is to be shown, and why so.
    pub choose_view: ViewChoice,
    /// Its views, from the smallest excerpt up to everything that is wanted.
    pub(super) rungs: Vec<Rung>,
    /// The bound that keeps the rungs below what is wanted.
    pub(super) capped: Option<Reduction>,
    pub(super) marks: Marks,
    pub(super) page: Option<Page<'a>>,
    /// The characters of its path and reasons, and of its path alone, which is its heading where the map has the reasons.
    pub(super) heading: u64,
    pub(super) mapped: u64,
    /// The characters of its line in the map.
    pub entry: u64,
    pub(super) file: FileId,
    pub(super) lines: u32,
    pub(super) content: Option<Digest>,
    /// The reasons.
    pub why: Vec<Why>,
    pub(super) symbols: Vec<String>,
    pub(super) gate: Option<Gate>,
    pub(super) unreadable: Option<Reduction>,
    /// The lines of credentials that gave way.
    pub(super) redacted: Vec<(u32, u32)>,
}

impl SizedFile<'_> {
    /// The steps up its ladder, with the characters around its lines; `is_mapped` where it has a line of the map.
    pub fn steps(&self, is_mapped: bool) -> Vec<Increment> {
        let heading = if is_mapped { self.mapped } else { self.heading };
        let step = |rung: &Rung| Increment {
            cost: heading + rung.cost,
            class: rung.class,
            place: rung.place,
            is_later: rung.is_later,
        };
        self.rungs.iter().map(step).collect()
    }

    /// The characters of everything that is wanted of it.
    pub fn wanted(&self) -> u64 {
        let Some(most) = self.rungs.last().map(|rung| rung.cost) else { return 0 };
        let is_whole = self.choose_view.view == View::Full || most > LADDER;
        let whole = self.page.as_ref().filter(|_| is_whole);
        self.heading + whole.map_or(most, |page| most.max(page.cost(&page.all())))
    }

    /// Drops the passages that words found past the room of a file to which words alone lead: of a file with a thing that is named they
    /// say more, and are not all of it.
    pub fn bound_passages(&mut self, most: u64) {
        let is_cut = retain(&mut self.rungs, |rung| rung.place == 0 || rung.cost <= most);
        self.capped = self.capped.or(is_cut.then_some(Reduction::Share));
    }

    /// The weight of what is marked in it.
    pub fn weight(&self) -> u64 {
        u64::from(self.marks.importance().max(1))
    }

    /// Drops its text: it is only listed.
    pub fn list(&mut self, because: &str) {
        self.rungs.clear();
        self.choose_view = ViewChoice::listed(because);
    }
}
