//! Searches that are not sure of their files, which the status says, and of which less is shown.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::extent::View;
use super::guide::room_for;
use super::item::Item;
use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use super::share::found_chars;
use crate::language::DeclKind;
use crate::manifest::{Band, Render};
use crate::plan::{QueryStop, Step};
use crate::primitive::{ArgType, Doubt, Hit, Passage, Retrieved, Role, Run};
use crate::search::is_name;

/// The most names of a text that an argument repeats.
const NAMES: usize = 5;
/// The most files that an argument promotes.
const FILES: usize = 3;
/// The most characters of a file to which the words of an unsure search alone lead.
const UNSURE_CHARS: u64 = 3_000;
/// The same of a file that has one of the best passages, or a name of the text.
const BEST_CHARS: u64 = 9_000;
/// How many of the files of a sure search are the first.
const FIRST: usize = 1;
/// How many passages are the best.
const BEST_PLACES: u32 = 3;

/// Whether a query is a search that found files, and is not sure that these are meant.
fn is_unsure(step: &Step) -> bool {
    step.returned() > 0 && step.answer.trace.as_ref().is_some_and(|trace| !trace.early_exit)
}

/// Whether a search does not vouch for a file: it is unsure, or sure of another, and has no code beside its text.
fn is_guess(step: &Step, file: FileId) -> bool {
    let is_search = step.returned() > 0 && step.answer.trace.is_some();
    let is_led = || step.answer.is_beside_code || step.rank(file) == Some(1);
    is_search && (is_unsure(step) || !is_led())
}

/// Whether a sure search begins with a file to which words alone lead.
pub fn is_first(file: FileId, steps: &[&Step]) -> bool {
    let is_sure = |step: &Step| step.answer.trace.as_ref().is_some_and(|trace| trace.early_exit);
    let is_search = |step: &&Step| step.primitive().is_some_and(|it| matches!(it.role, Role::Found | Role::Tests));
    steps.iter().all(is_search)
        && steps.iter().any(|step| is_sure(step) && step.rank(file).is_some_and(|rank| rank <= FIRST))
}

/// Whether a text surely names a file with these steps itself, and nothing in it.
pub fn is_named_alone(file: FileId, steps: &[&Step]) -> bool {
    let is_symbols = |step: &&&Step| {
        let run = step.primitive().map(|it| it.run);
        matches!(run, Some(Run::Found(Retrieved::Symbols))) && step.answer.named_files.contains(&file)
    };
    let hits = steps.iter().filter(is_symbols).flat_map(|step| &step.kept).filter(|hit| hit.file == file);
    let mut defs = hits.map(|hit| hit.defs.is_empty()).peekable();
    defs.peek().is_some() && defs.all(|is_empty| is_empty)
}

/// The characters beyond which a file with these steps and passages grows no further, where searches that do not vouch for it alone
/// lead to it.
pub fn most_chars(file: FileId, steps: &[&Step], passages: &[Passage], holds_name: bool) -> Option<u64> {
    let is_best = holds_name || passages.first().is_some_and(|passage| passage.place <= BEST_PLACES);
    let is_guess = !steps.is_empty() && steps.iter().all(|step| is_guess(step, file));
    is_guess.then_some(if is_best { BEST_CHARS } else { UNSURE_CHARS })
}

/// The characters beyond which the passages of a file add nothing to what is named in it: fewer where no search vouches for them.
pub fn passage_chars(file: FileId, steps: &[&Step]) -> u64 {
    let is_search = |step: &&&Step| step.answer.trace.is_some() && step.answer.passages.contains_key(&file);
    let mut searches = steps.iter().filter(is_search);
    if searches.all(|step| is_guess(step, file)) { BEST_CHARS } else { found_chars(false, false) }
}

/// The shortfall of an answer to which words alone lead, where no search is sure of them; with the arguments that ask for facts
/// in place of words, or else bring more of the first files.
pub fn unsure(request: &BundleRequest<'_>, items: &[&Item]) -> Option<Shortfall> {
    let arg_type = |name: &str| request.manifest.input(name).map(|it| it.arg_type);
    let is_sure = |name: &str| arg_type(name).is_some_and(|it| it != ArgType::Text);
    if request.bound.inputs().any(|(name, values, _)| !values.is_empty() && is_sure(name)) {
        return beside(request);
    }
    let bands = request.plan.bands.iter();
    let steps = || {
        let loaded = bands.clone().flat_map(|band| band.steps.iter().map(move |step| (band.band, step)));
        loaded.filter(|(band, step)| *band != Band::MayRead || step.promoted).map(|(_, step)| step)
    };
    let is_decided = |step: &Step| step.answer.trace.as_ref().is_some_and(|trace| trace.early_exit);
    let of_words = steps().find(|step| is_decided(step) || is_unsure(step));
    if of_words.is_some_and(|step| is_named(request, step, items)) {
        return None;
    }
    if let Some(step) = steps().find(|step| is_decided(step)) {
        return doubted(request, step, items).or_else(|| excerpted(request, step, items));
    }
    let step = steps().find(|step| is_unsure(step))?;
    let (hint, run) = match (written(request, step), whole(request, step, items)) {
        (Some(run), _) => ("", Some(run)),
        (None, Some(run)) => ("; the first of them whole", Some(run)),
        (None, None) => ("; a name in backquotes is looked up as one", None),
    };
    let behind: Vec<String> = behind(request, step).collect();
    let tests = if behind.is_empty() { String::new() } else { format!(", so {} is not run", behind.join(", ")) };
    let what = format!("`{}`: words alone led to its files, and the search is unsure of them{tests}{hint}", step.name);
    Some(Shortfall { kind: ShortfallKind::WeakText, query: step.name.clone(), count: 1, what, run })
}

/// Whether the text surely names what is printed, and its words lead to the same file first: what else they lead to adds to that.
fn is_named(request: &BundleRequest<'_>, search: &Step, items: &[&Item]) -> bool {
    let first = search.kept.first().map(|hit| hit.file);
    let steps = request.plan.bands.iter().filter(|band| band.band == Band::MustRead).flat_map(|band| &band.steps);
    let mut names = steps.filter(|step| {
        step.primitive().is_some_and(|it| matches!(it.run, Run::Found(Retrieved::Symbols))) && step.returned() > 0
    });
    let is_printed = |file: &FileId| {
        let path = request.engine.snapshot.path(*file);
        items.iter().any(|item| item.path == path && item.view != View::Listed)
    };
    names.any(|step| {
        let named = &step.answer.named_files;
        first.is_some_and(|first| named.contains(&first)) && named.iter().all(is_printed)
    })
}

/// The shortfall of a search that is sure of a file that may be another: by words alone it hardly leads, or has few of them.
fn doubted(request: &BundleRequest<'_>, step: &Step, items: &[&Item]) -> Option<Shortfall> {
    let trace = step.answer.trace.as_ref().filter(|_| step.returned() > 0)?;
    let why = match trace.doubt? {
        Doubt::FewWords => "its first file has few of the words",
        Doubt::Close => "its first file hardly leads",
        Doubt::Unnamed => "the text names nothing in the first of them",
    };
    let what = format!("`{}`: words alone led to its files, and {why}, so that another may be meant", step.name);
    let run = written(request, step).or_else(|| whole(request, step, items));
    Some(Shortfall { kind: ShortfallKind::WeakText, query: step.name.clone(), count: 1, what, run })
}

/// The shortfall of a search whose first file the text names, where that is not shown whole: words alone choose the lines.
fn excerpted(request: &BundleRequest<'_>, step: &Step, items: &[&Item]) -> Option<Shortfall> {
    let first = step.kept.first().map(|hit| request.engine.snapshot.path(hit.file))?;
    let is_part = |item: &&&Item| item.path == first && !matches!(item.view, View::Full | View::Listed);
    if !items.iter().any(|item| is_part(&item)) {
        return None;
    }
    let what = format!("`{}`: words alone chose what is shown of its first file, which the text names", step.name);
    let run = whole(request, step, items);
    Some(Shortfall { kind: ShortfallKind::WeakText, query: step.name.clone(), count: 1, what, run })
}

/// The queries that are not run, as a search is not sure.
fn behind<'r>(request: &'r BundleRequest<'_>, search: &'r Step) -> impl Iterator<Item = String> + 'r {
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let is_behind = |step: &&Step| step.stopped == Some(QueryStop::Unsure(search.name.clone()));
    steps.filter(is_behind).map(|step| format!("`{}`", step.name))
}

/// The shortfall of an unsure search of `must_read` that has files beside its text: of those to which no fact leads.
fn beside(request: &BundleRequest<'_>) -> Option<Shortfall> {
    let bands = request.plan.bands.iter().filter(|band| band.band == Band::MustRead);
    let of_words = |step: &Step| {
        let is_of_words =
            |hit: &&Hit| step.answer.chain(request.engine, hit.file).iter().all(|it| it.relation == "holds");
        step.kept.iter().filter(is_of_words).count()
    };
    let is_meant = |step: &&Step| is_unsure(step) && (step.is_guess || step.render != Some(Render::Listed));
    let steps = bands.flat_map(|band| &band.steps).filter(is_meant);
    let (step, count) = steps.map(|step| (step, of_words(step))).find(|(step, count)| step.is_guess || *count > 0)?;
    let (what, run) = if step.is_guess {
        ("words alone led to its files, which are listed, as the search is unsure of them".to_owned(), true)
    } else {
        let files = if count == 1 { "1 of its files".to_owned() } else { format!("{count} of its files") };
        (format!("words alone led to {files}, and the search is unsure of them"), false)
    };
    let what = format!("`{}`: {what}", step.name);
    let run = run.then(|| format!("--promote {}", step.name));
    Some(Shortfall { kind: ShortfallKind::WeakText, query: step.name.clone(), count: 1, what, run })
}

/// The argument that gives as symbols the words of the text that have the form of names, where no query looks these up.
fn written(request: &BundleRequest<'_>, step: &Step) -> Option<String> {
    let mut steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    if steps.any(|it| it.primitive().is_some_and(|it| matches!(it.run, Run::Found(Retrieved::Symbols)))) {
        return None;
    }
    let mut names = if request.flow.is_derived { Vec::new() } else { in_text(request, step) };
    names.retain(|name| is_name(name));
    symbols(request, names)
}

/// The argument that gives some names as symbols, each once.
fn symbols(request: &BundleRequest<'_>, mut names: Vec<String>) -> Option<String> {
    let input = request.manifest.inputs.iter().find(|it| it.arg_type == ArgType::Symbols)?;
    let mut known = FxHashSet::default();
    names.retain(|name| name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | ':')));
    names.retain(|name| known.insert(name.clone()));
    names.truncate(NAMES);
    (!names.is_empty()).then(|| format!("--set {}={}", input.name, names.join(",")))
}

/// The names of the text that mean something, those of the first files first; but for macros, which are everywhere.
fn in_text(request: &BundleRequest<'_>, step: &Step) -> Vec<String> {
    let rank = |defs: &[DefId]| {
        let files = defs.iter().filter_map(|def| request.engine.snapshot.definition(*def)).map(|row| row.file);
        files.filter_map(|file| step.rank(file)).min().unwrap_or(usize::MAX)
    };
    let is_macro =
        |def: &DefId| request.engine.snapshot.definition(*def).is_some_and(|row| row.kind == DeclKind::Macro);
    let names = request.flow.names.iter().filter(|name| !name.defs.iter().all(is_macro));
    let mut names: Vec<(usize, &str)> = names.map(|name| (rank(&name.defs), name.text.as_str())).collect();
    names.sort();
    names.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// The arguments that load the first files of a search whole, so far as they are not; none where one of its files is promoted already.
fn whole(request: &BundleRequest<'_>, step: &Step, items: &[&Item]) -> Option<String> {
    let path = |hit: &Hit| request.engine.snapshot.path(hit.file);
    if step.kept.iter().any(|hit| request.promoted.iter().any(|it| it == path(hit))) {
        return None;
    }
    let is_plain = |path: &&str| path.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | '/' | '-'));
    let is_whole = |path: &&str| items.iter().any(|item| item.path == *path && item.view == View::Full);
    let sources = step.kept.iter().filter(|hit| !request.engine.is_aside(hit.file)).take(FILES).map(path);
    let paths: Vec<&str> = sources.filter(|path| is_plain(path) && !is_whole(path)).collect();
    let room = room_for(request, items, paths.iter().copied(), u64::MAX).map(|chars| format!("--max-chars {chars}"));
    let run: Vec<String> = paths.iter().map(|path| format!("--promote {path}")).chain(room).collect();
    (!paths.is_empty()).then(|| run.join(" "))
}
