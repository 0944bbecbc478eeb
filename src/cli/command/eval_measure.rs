//! The measure of one replayed commit: its bundle, and the bundles at other caps, against the files that it changed.

use std::collections::{BTreeMap, BTreeSet};

use super::eval_record::{ChangedKind, OtherCap, QueryMeasure, Recall, Tally};
use crate::bundle::{Bundle, View};
use crate::cli::fault::Fault;
use crate::cli::run::{CliContext, Loaded};
use crate::language::{LANGUAGES, of_path};
use crate::manifest::Band;
use crate::pipeline::{Engines, Index, Planned, filled};
use crate::plan::{Step, StepSource};
use crate::render::MARKDOWN;

/// The kind of a path.
pub fn kind(path: &str) -> ChangedKind {
    match of_path(path) {
        Some(language) if (LANGUAGES[language].is_test)(path) => ChangedKind::Tests,
        Some(_) => ChangedKind::Sources,
        None => ChangedKind::Others,
    }
}

/// The measure of one commit.
#[derive(Clone, Debug, Default)]
pub struct CommitMeasure {
    /// The bundle.
    pub total: Tally,
    /// Its changed files by kind.
    pub recall: BTreeMap<ChangedKind, Recall>,
    /// The bands, in order.
    pub bands: Vec<(Band, Tally)>,
    /// The queries, in order.
    pub queries: Vec<QueryMeasure>,
    /// The changed files that it does not name.
    pub missed: Vec<String>,
}

/// The task of one commit.
pub struct CommitTask<'a> {
    /// How to speak.
    pub call: &'a CliContext,
    /// The manifest with the values of the commit.
    pub one: &'a Loaded,
    /// The parent.
    pub index: &'a Index,
    /// The engines over the parent.
    pub engines: &'a Engines<'a>,
    /// The changed files that are to be found.
    pub truth: &'a BTreeSet<&'a str>,
    /// The file that is given.
    pub given: Option<&'a str>,
}

impl CommitTask<'_> {
    /// Answers the task, then once for each cap that matters.
    pub fn measure(&self) -> Result<CommitMeasure, Fault> {
        let (planned, bundle) = self.answer(self.one)?;
        let mut measure = CommitMeasure { total: self.total(&bundle), ..CommitMeasure::default() };
        for (kind, _) in ChangedKind::ALL {
            measure.recall.insert(kind, Recall::default());
        }
        let shown = self.shown(&bundle);
        for path in self.truth {
            let recall = measure.recall.entry(kind(path)).or_default();
            recall.changed += 1;
            match shown.get(path) {
                Some(has_text) => {
                    recall.found += 1;
                    recall.with_text += usize::from(*has_text);
                }
                None => measure.missed.push((*path).to_owned()),
            }
        }
        measure.bands = bundle.bands.iter().map(|band| (band.band, self.tally(&bundle, Some(band.band)))).collect();
        measure.queries = self.queries(&planned, &bundle, &measure.total)?;
        Ok(measure)
    }

    fn answer(&self, one: &Loaded) -> Result<(Planned<'_>, Bundle), Fault> {
        let task = one.task(&[], &MARKDOWN);
        let planned = self.call.planned(one, &task, self.engines)?;
        let bundle = filled(&task, self.index, &planned);
        Ok((planned, bundle))
    }

    /// The files of a bundle beside the given one, and whether it has text of each.
    fn shown<'b>(&self, bundle: &'b Bundle) -> BTreeMap<&'b str, bool> {
        let items = bundle.bands.iter().flat_map(|band| &band.items);
        let items = items.filter(|item| self.given != Some(item.path.as_str()));
        items.map(|item| (item.path.as_str(), item.view != View::Listed)).collect()
    }

    fn total(&self, bundle: &Bundle) -> Tally {
        Tally { characters: bundle.budget.used.chars, ..self.tally(bundle, None) }
    }

    /// The files of a band, or of all; the characters are those of its files.
    fn tally(&self, bundle: &Bundle, band: Option<Band>) -> Tally {
        let mut tally = Tally::default();
        let bands = bundle.bands.iter().filter(|it| band.is_none_or(|band| it.band == band));
        for item in bands.flat_map(|band| &band.items) {
            tally.characters += item.chars;
            if self.given != Some(item.path.as_str()) {
                let is_found = self.truth.contains(item.path.as_str());
                tally.files += 1;
                tally.found += usize::from(is_found);
                tally.with_text += usize::from(is_found && item.view != View::Listed);
            }
        }
        tally
    }

    fn queries(&self, planned: &Planned<'_>, bundle: &Bundle, base: &Tally) -> Result<Vec<QueryMeasure>, Fault> {
        let steps: Vec<(Band, &Step)> = planned
            .plan
            .bands
            .iter()
            .flat_map(|band| band.steps.iter().map(|step| (band.band, step)))
            .filter(|(_, step)| step.source != StepSource::Input)
            .collect();
        let kept: Vec<BTreeSet<&str>> = steps.iter().map(|(_, step)| self.kept(planned, step)).collect();
        let mut measures = Vec::new();
        for (at, (band, step)) in steps.iter().enumerate() {
            let is_own = |path: &&&str| kept.iter().enumerate().all(|(it, files)| it == at || !files.contains(**path));
            let own: Vec<&&str> = kept[at].iter().filter(is_own).collect();
            let first = |item: &&crate::bundle::Item| item.why.first().is_some_and(|why| why.query == step.name);
            let items = bundle.bands.iter().filter(|it| it.band == *band).flat_map(|band| &band.items).filter(first);
            measures.push(QueryMeasure {
                name: step.name.clone(),
                band: Some(*band),
                ran: step.skipped.is_none() && step.stopped.is_none(),
                returned: step.returned(),
                files: kept[at].len(),
                found: kept[at].intersection(self.truth).count(),
                own: own.len(),
                alone: own.iter().filter(|path| self.truth.contains(***path)).count(),
                characters: items.map(|item| item.chars).sum(),
                at: self.other_caps(step, base)?,
            });
        }
        Ok(measures)
    }

    fn kept<'p>(&self, planned: &'p Planned<'_>, step: &Step) -> BTreeSet<&'p str> {
        let paths = step.kept.iter().map(|hit| planned.engine.snapshot.path(hit.file));
        paths.filter(|path| self.given != Some(*path)).collect()
    }

    /// The bundle at half and at twice the cap of a query, each made as it would be, where the files of the query differ.
    fn other_caps(&self, step: &Step, base: &Tally) -> Result<Vec<OtherCap>, Fault> {
        let Some(cap) = step.max_files.filter(|_| step.source != StepSource::Globs) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for max_files in other_caps(cap) {
            let differs =
                if max_files < cap { step.kept.len() > max_files as usize } else { !step.over_cap.is_empty() };
            let mut other = OtherCap { max_files, ..OtherCap::default() };
            if differs {
                let mut one = self.one.clone();
                let queries = one.manifest.bands.iter_mut().flat_map(|band| &mut band.derived);
                queries.filter(|query| query.name == step.name).for_each(|query| query.max_files = max_files);
                let then = self.total(&self.answer(&one)?.1);
                let change = |now: usize, was: usize| i64::try_from(now).unwrap_or(0) - i64::try_from(was).unwrap_or(0);
                other.commits = 1;
                other.files = change(then.files, base.files);
                other.found = change(then.found, base.found);
                other.with_text = change(then.with_text, base.with_text);
                let characters = |tally: &Tally| i64::try_from(tally.characters).unwrap_or(i64::MAX);
                other.characters = characters(&then) - characters(base);
            }
            found.push(other);
        }
        Ok(found)
    }
}

/// Half a cap, but one file at the least, and twice the cap.
fn other_caps(cap: u32) -> impl Iterator<Item = u32> {
    [cap / 2, cap.saturating_mul(2)].into_iter().filter(move |it| *it > 0 && *it != cap)
}
