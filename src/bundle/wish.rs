//! How a file is to be shown where there is room: by the author's word, by the gate, and by what answers point to.

use super::view::{Marks, NAMED, Page};
use crate::budget::Ceiling;
use crate::flow::Decision;
use crate::manifest::{Band, View};

/// Up to this many lines a file is shown whole where nothing else is asked for (S0.23).
const SMALL: u32 = 220;
/// The same for a file that should be read and that no answer points into, where nothing is named.
const TINY: u32 = 40;

/// The view that is wanted, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The view.
    pub view: View,
    /// Why, as a sentence.
    pub because: String,
}

impl Wish {
    fn of(view: View, because: &str) -> Self {
        Self { view, because: because.to_owned() }
    }

    /// A line of a list.
    pub fn listed(because: &str) -> Self {
        Self::of(View::Listed, because)
    }

    /// The view that is wanted, and what stands in where it does not fit, the largest first.
    pub fn views(&self) -> &'static [View] {
        match self.view {
            View::Full => &[View::Full, View::Clusters, View::Skeleton],
            View::Clusters => &[View::Clusters, View::Skeleton],
            View::Focused => &[View::Focused, View::Skeleton],
            View::Skeleton => &[View::Skeleton],
            View::Listed => &[],
        }
    }
}

/// How a file of a band is to be shown.
pub fn wish(
    ceiling: &Ceiling,
    band: Band,
    render: Option<View>,
    marks: &Marks,
    page: &Page<'_>,
    decision: Option<&Decision>,
    has_focus: bool,
) -> Wish {
    let is_pointed_at = !marks.spans.is_empty();
    let is_aimed = marks.importance() > 1;
    match render {
        Some(View::Full) => return Wish::of(View::Full, "the manifest asks for all of it"),
        Some(View::Listed) => return Wish::listed("the manifest lists it"),
        _ => {}
    }
    // A file that answers point to only as a whole adds no line to what its entry says.
    let adds_nothing = ceiling.stops_when_complete && has_focus && band != Band::MustRead && !is_aimed;
    if adds_nothing {
        return Wish::listed("no answer points into it");
    }
    if render == Some(View::Skeleton) {
        return Wish::of(View::Skeleton, "the manifest asks for signatures");
    }
    if let Some(decision) = decision.filter(|decision| decision.collapses) {
        let view = if marks.bodies.is_empty() { View::Skeleton } else { View::Focused };
        return Wish::of(view, &decision.because);
    }
    let lines = page.n_lines();
    if !ceiling.stops_when_complete && lines <= SMALL && render.is_none() {
        return Wish::of(View::Full, &format!("all of its {lines} lines: no more than {SMALL}"));
    }
    if is_pointed_at && (is_aimed || lines > SMALL) {
        let what = if marks.importance() >= NAMED { "what is named in it" } else { "what answers point to in it" };
        return Wish::of(View::Clusters, what);
    }
    match band {
        Band::MustRead if render.is_none() => Wish::of(View::Full, "it must be read, and no answer points into it"),
        _ if lines <= TINY => Wish::of(View::Full, &format!("all of its {lines} lines")),
        _ => Wish::of(View::Skeleton, "its signatures: no answer points into it"),
    }
}
