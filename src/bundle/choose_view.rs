//! How a file is to be shown where there is room: by the author's word, by the gate, and by what answers point to.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::extent::View;
use super::request::BundleRequest;
use super::view::{Marks, Markup, NAMED, Page};
use crate::budget::Ceiling;
use crate::flow::Decision;
use crate::manifest::{Band, Render};
use crate::plan::{Step, StepSource};

/// A file of at most so many lines is shown whole where no view is requested (S0.23).
const SMALL: u32 = 220;
/// The same for a file that should be read and that no answer points into, where nothing is named.
const TINY: u32 = 40;

/// The same of the first file of a sure search, and of an input.
const FIRST: u32 = 400;
/// The same of the first file of a sure search in which something is named.
const FIRST_NAMED: u32 = 600;

/// Beside its outline and what is named in it, an input takes so many characters; one that has no more is shown whole.
pub const INPUT_CHARS: u64 = 4_000;
/// The part of the room of a bundle that inputs take together where they are shown whole.
const INPUT_SHARE: u64 = 6;

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
    /// Restricts a focused file to named bodies beside the signatures: it is one of many.
    pub is_bodies_only: bool,
}

impl ViewChoice {
    fn of(view: View, because: &str) -> Self {
        Self { view, because: because.to_owned(), is_around_sites: false, is_bodies_only: false }
    }

    /// A line of a list.
    pub fn listed(because: &str) -> Self {
        Self::of(View::Listed, because)
    }
}

/// The origin of a file in a bundle, the most deliberate first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBy {
    /// The author or the user, by its path.
    Path,
    /// A glob of the author.
    Glob,
    /// An input.
    Input,
    /// The user promotes a query that returned it.
    Promoted,
    /// A query.
    Query,
}

impl NamedBy {
    /// The most deliberate origin of a file that some steps returned, where the user names some paths and queries. A file that a text
    /// names is given as an input is.
    pub fn of((file, path): (FileId, &str), steps: &[&Step], promoted: &[String], is_promoted: bool) -> Self {
        let is_of = |source: StepSource| steps.iter().any(|step| step.source == source);
        let is_written = || steps.iter().any(|step| step.answer.written_files.contains(&file));
        let is_exact =
            |step: &&&Step| step.source == StepSource::Globs && step.call.split(", ").any(|glob| glob == path);
        if promoted.iter().any(|it| it == path) || steps.iter().any(|step| is_exact(&step)) {
            return Self::Path;
        }
        match (is_of(StepSource::Input) || is_written(), is_of(StepSource::Globs), is_promoted) {
            (true, ..) => Self::Input,
            (_, true, _) => Self::Glob,
            (.., true) => Self::Promoted,
            _ => Self::Query,
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
    /// Something in it is named, or on the spine.
    pub holds_name: bool,
    /// Something in an input is given as a name: words of a text take nothing of it away.
    pub holds_given: bool,
    /// A test with the name of a file in which something is named.
    pub is_counterpart: bool,
    /// A sure search begins with it.
    pub is_first: bool,
    /// A text names the file itself, and nothing in it.
    pub is_named_alone: bool,
    /// The characters that an input may take.
    pub room: u64,
    /// Its origin.
    pub origin: NamedBy,
}

/// The characters that each input may take, where it is shown whole.
pub fn input_room(request: &BundleRequest<'_>) -> u64 {
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let inputs = steps.filter(|step| step.source == StepSource::Input).flat_map(|step| &step.kept);
    let n_inputs = inputs.map(|hit| hit.file).collect::<FxHashSet<FileId>>().len() as u64;
    request.ceiling.max_chars / INPUT_SHARE / n_inputs.max(1)
}

/// Whether a name that is given, and no word of a text, means something in a file.
pub fn holds_given(request: &BundleRequest<'_>, file: FileId) -> bool {
    let given = request.flow.names.iter().filter(|name| !name.is_prose);
    let mut rows = given.flat_map(|name| &name.defs).filter_map(|def| request.engine.snapshot.definition(*def));
    rows.any(|row| row.file == file)
}

/// How a file is to be shown: by the author's word, or else by the gate, or else by what answers point to.
pub fn choose_view(ceiling: &Ceiling, case: &ViewCase<'_>) -> ViewChoice {
    by_word(case)
        .or_else(|| by_passages(ceiling, case))
        .or_else(|| by_gate(ceiling, case))
        .unwrap_or_else(|| by_marks(ceiling, case))
}

/// The view that somebody asks for.
fn by_word(case: &ViewCase<'_>) -> Option<ViewChoice> {
    match (case.render, case.origin) {
        (Some(Render::Full), _) => Some(ViewChoice::of(View::Full, "the manifest asks for all of it")),
        (Some(Render::Listed), _) => Some(ViewChoice::listed("the manifest lists it")),
        (Some(Render::Skeleton), NamedBy::Path | NamedBy::Glob | NamedBy::Promoted) => {
            Some(ViewChoice::of(View::Skeleton, "the manifest asks for signatures"))
        }
        (None, NamedBy::Path) => Some(ViewChoice::of(View::Full, "it is named by its path")),
        _ => None,
    }
}

/// The passages that words found, which decide for themselves how much of a file is shown.
fn by_passages(ceiling: &Ceiling, case: &ViewCase<'_>) -> Option<ViewChoice> {
    let is_exemplar = case.decision.is_some_and(|decision| decision.is_exemplar);
    if is_exemplar || case.marks.passages.is_empty() || case.render.is_some() || case.origin != NamedBy::Query {
        return None;
    }
    if !ceiling.stops_when_complete && case.page.n_lines() <= SMALL {
        return Some(all_of(case.page.n_lines()));
    }
    if case.is_named_alone {
        let because = "the text names the file: its outline, and the passages that hold its words";
        return Some(ViewChoice::of(View::Focused, because));
    }
    let most = if case.holds_name { FIRST_NAMED } else { FIRST };
    if case.is_first && case.page.n_lines() <= most {
        let because = format!("all of its {} lines: a sure search begins with it", case.page.n_lines());
        return Some(ViewChoice::of(View::Full, &because));
    }
    Some(ViewChoice::of(View::Clusters, "the passages that hold the words of the text"))
}

fn all_of(lines: u32) -> ViewChoice {
    ViewChoice::of(View::Full, &format!("all of its {lines} lines: no more than {SMALL}"))
}

/// The gate, and what only repeats what the map says.
fn by_gate(ceiling: &Ceiling, case: &ViewCase<'_>) -> Option<ViewChoice> {
    let ViewCase { band, render, marks, page, decision, has_focus, holds_name, is_counterpart, origin, .. } = *case;
    // A file that answers point to only as a whole adds no line to what its entry says.
    // Where the manifest asks for signatures, it has them.
    let is_optional = ceiling.stops_when_complete
        && has_focus
        && band != Band::MustRead
        && origin == NamedBy::Query
        && render != Some(Render::Skeleton);
    let is_aimed = marks.importance() > 1 || is_counterpart;
    if is_optional && !is_aimed {
        return Some(ViewChoice::listed("no answer points into it"));
    }
    if ceiling.stops_when_complete && marks.is_vague && origin == NamedBy::Query {
        return Some(ViewChoice::listed("it only shares a requested name"));
    }
    if let Some(decision) = decision.filter(|decision| decision.is_exemplar) {
        return Some(ViewChoice::of(View::Full, &decision.because));
    }
    let decision = decision.filter(|decision| decision.collapses)?;
    if ceiling.stops_when_complete && is_optional && marks.bodies.is_empty() && !holds_name {
        return Some(ViewChoice::listed(&decision.because));
    }
    let is_bare = marks.bodies.is_empty() || render == Some(Render::Skeleton);
    let view = if is_bare { View::Skeleton } else { View::Focused };
    let is_around_sites = ceiling.stops_when_complete
        && is_bare
        && !marks.sites.is_empty()
        && origin == NamedBy::Query
        && page.n_lines() > 0;
    Some(ViewChoice { is_around_sites, is_bodies_only: true, ..ViewChoice::of(view, &decision.because) })
}

/// By what answers point to.
fn by_marks(ceiling: &Ceiling, case: &ViewCase<'_>) -> ViewChoice {
    let ViewCase { band, render, marks, page, has_focus, origin, room, .. } = *case;
    let (is_pointed_at, is_aimed) = (!marks.spans.is_empty(), marks.importance() > 1);
    let lines = page.n_lines();
    match render {
        Some(Render::Skeleton) => return ViewChoice::of(View::Skeleton, "the manifest asks for signatures"),
        Some(Render::Focused) => return ViewChoice::of(View::Focused, "the manifest asks for the bodies that matter"),
        _ => {}
    }
    let is_named_in = marks.is_given && case.holds_given;
    let is_small = |whole: u64| whole <= INPUT_CHARS || whole <= room && lines <= FIRST;
    if origin == NamedBy::Input && render.is_none() && !is_named_in && is_small(page.cost(&page.all())) {
        return ViewChoice::of(View::Full, "an input, all of it: nothing in it is named");
    }
    if origin == NamedBy::Input {
        return ViewChoice::of(View::Focused, "an input: its outline, and the definitions that matter");
    }
    if !ceiling.stops_when_complete && lines <= SMALL && render.is_none() {
        return all_of(lines);
    }
    if origin == NamedBy::Glob && has_focus && band != Band::MustRead && page.markup != Markup::None {
        return ViewChoice::of(View::Skeleton, "its headings: something else is named");
    }
    if origin == NamedBy::Glob && !(has_focus && is_aimed) {
        return ViewChoice::of(View::Full, "a glob of the manifest names it");
    }
    if origin == NamedBy::Glob && band == Band::MustRead && render.is_none() && lines <= SMALL {
        return all_of(lines);
    }
    if is_pointed_at && (is_aimed || lines > SMALL) {
        let what = if marks.importance() >= NAMED { "what is named in it" } else { "what answers point to in it" };
        return ViewChoice::of(View::Clusters, what);
    }
    if has_focus && ceiling.stops_when_complete && origin == NamedBy::Query && !marks.cited.is_empty() {
        return ViewChoice::of(View::Clusters, "the lines that its reasons cite");
    }
    match band {
        Band::MustRead if render.is_none() => {
            ViewChoice::of(View::Full, "it must be read, and no answer points into it")
        }
        _ if lines <= TINY => ViewChoice::of(View::Full, &format!("all of its {lines} lines")),
        _ if !has_focus && page.markup != Markup::None => ViewChoice::of(View::Full, "a document: nothing is named"),
        _ => ViewChoice::of(View::Skeleton, "its signatures: no answer points into it"),
    }
}
