//! How a file is to be shown where there is room: by the author's word, by the gate, and by what answers point to.

use super::view::{Marks, NAMED, Page, View};
use crate::budget::Ceiling;
use crate::flow::Decision;
use crate::manifest::{Band, Render};

/// A file of at most so many lines is shown whole where no view is requested (S0.23).
const SMALL: u32 = 220;
/// The same for a file that should be read and that no answer points into, where nothing is named.
const TINY: u32 = 40;

/// The view that is wanted, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewChoice {
    /// The view.
    pub view: View,
    /// Why, as a sentence.
    pub because: String,
    /// Restricts the skeleton to the definitions that enclose matched lines, and includes those lines: the rest of a file
    /// that is one of many says nothing of them.
    pub is_around_sites: bool,
}

impl ViewChoice {
    fn of(view: View, because: &str) -> Self {
        Self { view, because: because.to_owned(), is_around_sites: false }
    }

    /// A line of a list.
    pub fn listed(because: &str) -> Self {
        Self::of(View::Listed, because)
    }

    /// The wanted view and its substitutes where it does not fit, the largest first.
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

/// The properties of a file from which its view is chosen.
pub struct ViewCase<'a> {
    /// The band.
    pub band: Band,
    /// The view that the author of the manifest requests.
    pub render: Option<Render>,
    /// The relevant parts.
    pub marks: &'a Marks,
    /// The file.
    pub page: &'a Page<'a>,
    /// The gate's decision, where the gate is on.
    pub decision: Option<&'a Decision>,
    /// Something is named that the answer is drawn around.
    pub has_focus: bool,
    /// The author, or an input, names the file.
    pub is_named: bool,
}

/// How a file is to be shown.
pub fn choose_view(ceiling: &Ceiling, case: &ViewCase<'_>) -> ViewChoice {
    let ViewCase { band, render, marks, page, decision, has_focus, is_named } = *case;
    let is_pointed_at = !marks.spans.is_empty();
    let is_aimed = marks.importance() > 1;
    match render {
        Some(Render::Full) => return ViewChoice::of(View::Full, "the manifest asks for all of it"),
        Some(Render::Listed) => return ViewChoice::listed("the manifest lists it"),
        _ => {}
    }
    // A file that answers point to only as a whole adds no line to what its entry says.
    // Nor do the signatures of one in which nothing is named.
    let is_optional = ceiling.stops_when_complete && has_focus && band != Band::MustRead;
    let adds_nothing = is_optional && (!is_aimed || render == Some(Render::Skeleton) && marks.importance() < NAMED);
    if adds_nothing {
        return ViewChoice::listed("no answer points into it");
    }
    if ceiling.stops_when_complete && marks.is_vague {
        return ViewChoice::listed("it only shares a requested name");
    }
    if let Some(decision) = decision.filter(|decision| decision.collapses) {
        if ceiling.stops_when_complete && band != Band::MustRead && marks.bodies.is_empty() {
            return ViewChoice::listed(&decision.because);
        }
        let is_bare = marks.bodies.is_empty() || render == Some(Render::Skeleton);
        let view = if is_bare { View::Skeleton } else { View::Focused };
        let is_around_sites = ceiling.stops_when_complete && marks.bodies.is_empty() && !marks.sites.is_empty();
        return ViewChoice { is_around_sites, ..ViewChoice::of(view, &decision.because) };
    }
    if render == Some(Render::Skeleton) {
        return ViewChoice::of(View::Skeleton, "the manifest asks for signatures");
    }
    let lines = page.n_lines();
    if !ceiling.stops_when_complete && lines <= SMALL && render.is_none() {
        return ViewChoice::of(View::Full, &format!("all of its {lines} lines: no more than {SMALL}"));
    }
    if is_pointed_at && (is_aimed || lines > SMALL) {
        let what = if marks.importance() >= NAMED { "what is named in it" } else { "what answers point to in it" };
        return ViewChoice::of(View::Clusters, what);
    }
    match band {
        Band::MustRead if render.is_none() => {
            ViewChoice::of(View::Full, "it must be read, and no answer points into it")
        }
        _ if is_named && page.definitions.len() < 2 => ViewChoice::of(View::Full, "the manifest names it"),
        _ if lines <= TINY => ViewChoice::of(View::Full, &format!("all of its {lines} lines")),
        _ => ViewChoice::of(View::Skeleton, "its signatures: no answer points into it"),
    }
}
