//! Makes the plan: asks each query, and caps its answer.

use std::rc::Rc;

use cg_rules::{DefId, FileId, Id};
use globset::{GlobSet, GlobSetBuilder};

use super::context::{Context, built_in};
use super::glob;
use super::stage::{Stage, is_sure, stage};
use super::step::{Plan, PlannedBand, Step, StepSource};
use super::stop::QueryStop;
use crate::base;
use crate::input::{Bound, Route};
use crate::manifest::{Arg, BandSpec, FocusText, Manifest, Query, QueryCall};
use crate::primitive::{Answer, ArgType, Argument, Consulted, Engine, Hit, Invocation, Note, Retrieved, Role, Run};
use crate::work::{Account, Amounts, Clamp, Demand, Intent, Knobs, QueryMetrics, WorkProfile, limits};

/// The user's choices on top of the manifest.
#[derive(Clone, Debug, Default)]
pub struct UserChoices {
    /// Names of queries, or paths, to load.
    pub promoted: Vec<String>,
}

/// Makes the plan of a manifest whose inputs are bound.
pub fn plan(manifest: &Manifest, bound: &Bound, engine: &Engine<'_>, wanted: &UserChoices) -> Plan {
    let mut maker = Maker {
        manifest,
        bound,
        engine,
        wanted,
        knobs: manifest.budget.knobs(),
        answered: Vec::new(),
        named: Vec::new(),
        sure: Vec::new(),
        stopped: Vec::new(),
        work: Account::default(),
        lowered: Vec::new(),
    };
    let values: Vec<&str> = bound.inputs().flat_map(|(_, values, _)| values).map(String::as_str).collect();
    maker.work.limits = maker.allowance(Intent::Navigate, &values.join(" "));
    let bands = manifest.bands.iter().map(|spec| maker.band(spec)).collect();
    Plan { bands, work: maker.work, lowered: maker.lowered }
}

struct Maker<'m, 'f> {
    manifest: &'m Manifest,
    bound: &'m Bound,
    engine: &'m Engine<'f>,
    wanted: &'m UserChoices,
    knobs: Knobs,
    /// Every distinct call is run once.
    answered: Vec<(Invocation, Rc<Answer>)>,
    /// The files that each query kept, for later entries.
    named: Vec<(String, Vec<FileId>, Option<Vec<DefId>>)>,
    /// The queries that are sure of their answers, and those that were stopped.
    sure: Vec<String>,
    stopped: Vec<String>,
    /// The work of all distinct calls.
    work: Account,
    lowered: Vec<Clamp>,
}

impl Maker<'_, '_> {
    fn band(&mut self, spec: &BandSpec) -> PlannedBand {
        let excluded = set(spec.exclude.iter().map(String::as_str)).unwrap_or_default();
        let (context, mut steps) = self.keys(spec);
        // What the author derives is surer than what a glob sweeps in, but a glob is what the author named: it leads.
        steps.extend(self.globs(spec));
        for step in &mut steps {
            let allowed = self.allowance(Intent::Navigate, &step.call);
            self.work.limits = self.work.limits.plus(&allowed);
            self.settle(step, &excluded);
        }
        for query in &spec.derived {
            // Settled at once, as the next query may ask for its files.
            let mut step = self.query(query);
            self.settle(&mut step, &excluded);
            self.sure.extend(is_sure(&step).then(|| query.name.clone()));
            self.stopped.extend(step.stopped.is_some().then(|| query.name.clone()));
            steps.push(step);
        }
        PlannedBand { band: spec.band, context, steps }
    }

    /// Takes out what is excluded, applies `max_files`, and keeps the answer under its name.
    fn settle(&mut self, step: &mut Step, excluded: &GlobSet) {
        exclude(step, excluded, self.engine);
        self.aside_last(step);
        // What is excluded takes no place of `max_files`.
        let most = step.max_files.map_or(usize::MAX, |most| most as usize).min(step.kept.len());
        step.over_cap = step.kept.split_off(most);
        step.promoted = self.wanted.promoted.contains(&step.name);
        let is_names = step.primitive().is_some_and(|it| matches!(it.run, Run::Found(Retrieved::Symbols)));
        let defs = is_names.then(|| step.kept.iter().flat_map(|hit| hit.defs.iter().copied()).collect());
        self.named.push((step.name.clone(), step.kept.iter().map(|hit| hit.file).collect(), defs));
    }

    /// A query for sources gives its places to sources: tests, examples and vendored code come behind them (S0.19).
    fn aside_last(&self, step: &mut Step) {
        if step.primitive().is_some_and(|primitive| matches!(primitive.role, Role::Sources | Role::Found)) {
            let is_aside = |hit: &Hit| self.engine.snapshot.file_row(hit.file).is_some_and(|row| row.is_aside);
            step.kept.sort_by_key(is_aside);
        }
    }

    /// The keys of `repo_context_keys`: files as a step, everything else as text.
    fn keys(&self, spec: &BandSpec) -> (Vec<Context>, Vec<Step>) {
        let (mut context, mut steps) = (Vec::new(), Vec::new());
        for key in &spec.repo_context_keys {
            if !key.is_input {
                context.extend(built_in(self.engine.snapshot, &key.name));
                continue;
            }
            let Some(values) = self.bound.values(&key.name) else { continue };
            if self.manifest.input(&key.name).is_some_and(|input| input.arg_type == ArgType::Files) {
                steps.push(self.input_files(&key.name, values));
            } else {
                context.push(Context { key: key.name.clone(), text: values.join("\n"), untrusted: true });
            }
        }
        (context, steps)
    }

    fn input_files(&self, name: &str, values: &[String]) -> Step {
        let (files, missing) = self.engine.files_of(values);
        let answer = Answer::named(files, missing);
        let step = step(name, values.join(", "), Rc::new(answer), StepSource::Input);
        Step { why: "named by the input".to_owned(), ..step }
    }

    fn globs(&self, spec: &BandSpec) -> Option<Step> {
        let snapshot = self.engine.snapshot;
        let bare = snapshot.definitions.is_empty();
        let globs: Vec<&String> = spec.globs.iter().chain(spec.bootstrap_globs.iter().filter(|_| bare)).collect();
        if globs.is_empty() {
            return None;
        }
        let set = set(globs.iter().map(|glob| glob.as_str()))?;
        // The globs' own order is the author's; inside one, paths.
        let mut files: Vec<(usize, FileId)> = Vec::new();
        let (mut matched, mut idle) = (Vec::new(), vec![true; globs.len()]);
        for (at, path) in snapshot.paths.iter().enumerate() {
            set.matches_into(path, &mut matched);
            matched.iter().for_each(|glob| idle[*glob] = false);
            files.extend(matched.iter().min().map(|first| (*first, FileId::of(at))));
        }
        files.sort_unstable();
        let files = files.into_iter().map(|(_, file)| (file, None)).collect();
        let unmatched = globs.iter().zip(idle).filter(|(_, idle)| *idle).map(|(glob, _)| glob.as_str());
        let notes = glob::slips(snapshot, unmatched).into_iter().map(Note::from).collect();
        let answer = Answer::named(files, notes);
        let call = globs.iter().map(|glob| glob.as_str()).collect::<Vec<_>>().join(", ");
        Some(step("globs", call, Rc::new(answer), StepSource::Globs))
    }

    fn query(&mut self, query: &Query) -> Step {
        let route = self.bound.route(&query.name).clone();
        let stop = if matches!(route, Route::Skip { .. }) { None } else { self.stop(query) };
        let made = match &route {
            _ if stop.is_some() => {
                let source = StepSource::Query(query.call.primitive);
                let step = step(&query.name, query.call.text.clone(), Rc::default(), source);
                Step { skipped: stop.as_ref().map(QueryStop::reason), ..step }
            }
            Route::Compute => self.computed(query),
            Route::Fallback { .. } => match &query.fallback {
                Some(call) => {
                    let answer = self.answer(call);
                    let step = step(&query.name, call.text.clone(), answer, StepSource::Query(call.primitive));
                    Step { fallback: route.reason(), ..step }
                }
                None => self.computed(query),
            },
            Route::Skip { .. } => {
                let step =
                    step(&query.name, query.call.text.clone(), Rc::default(), StepSource::Query(query.call.primitive));
                Step { skipped: route.reason(), ..step }
            }
        };
        let escalated = query.when_unsure.is_some() && made.skipped.is_none();
        let (why, max_files) = (query.why.clone(), Some(query.max_files));
        Step { why, render: query.render, max_files, escalated, stopped: stop, ..made }
    }

    /// Why a query is not run though it has its inputs: a later stage follows only where an earlier one is not sure.
    fn stop(&self, query: &Query) -> Option<QueryStop> {
        if let Some(name) = &query.when_unsure {
            if self.sure.contains(name) {
                return Some(QueryStop::Sure(name.clone()));
            }
            let texts = query.call.args.iter().flat_map(|argument| self.argument(argument, false));
            let texts: Vec<String> = texts.filter_map(|it| it.text().map(str::to_owned)).collect();
            let is_weak = !texts.is_empty() && !QueryMetrics::of(&texts.join(" ")).is_strong();
            if is_weak && stage(query.call.primitive) == Stage::Content && self.knobs.profile() != WorkProfile::Deep {
                return Some(QueryStop::Weak);
            }
        }
        let is_stopped = |argument: &Arg| matches!(argument, Arg::Query(word) if self.stopped.contains(&word.text));
        let first = query.call.args.first().filter(|_| query.call.args.iter().all(is_stopped))?;
        Some(QueryStop::Behind(first.word().text.clone()))
    }

    /// The answer of `compute:`; that of `fallback:` where the first had to be downgraded and found nothing, or nothing
    /// but what declares the symbol.
    fn computed(&mut self, query: &Query) -> Step {
        let answer = self.answer(&query.call);
        let is_empty = answer.hits.is_empty() || answer.is_bare && self.declares_only(&answer);
        let fallback = query.fallback.as_ref().filter(|call| self.bound.can_run(call));
        if let (Some(why), true, Some(call)) = (&answer.downgraded, is_empty, fallback) {
            let reason = format!("`{}` found nothing ({why}), so `{}` was run", query.call.text, call.text);
            let before = answer.consulted.clone();
            let second = self.answer(call);
            // A declaration is better than nothing at all.
            if second.hits.is_empty() && !answer.hits.is_empty() {
                let step = step(&query.name, query.call.text.clone(), answer, StepSource::Query(query.call.primitive));
                let asked = Consulted { source: call.text.clone(), why: reason, files: 0 };
                return Step { before: vec![asked], ..step };
            }
            let step = step(&query.name, call.text.clone(), second, StepSource::Query(call.primitive));
            return Step { fallback: Some(reason), before, ..step };
        }
        step(&query.name, query.call.text.clone(), answer, StepSource::Query(query.call.primitive))
    }

    /// Whether an answer holds no use, but the declarations alone.
    fn declares_only(&self, answer: &Answer) -> bool {
        let mut links = answer.hits.iter().flat_map(|hit| answer.chain(self.engine, hit.file));
        links.all(|link| matches!(link.relation, "declares" | "defines"))
    }

    fn answer(&mut self, call: &QueryCall) -> Rc<Answer> {
        let takes_symbols = call.primitive.takes.contains(&ArgType::Symbols);
        let mut invocation = call.invocation(|argument| self.argument(argument, takes_symbols));
        if matches!(call.primitive.run, Run::Found(Retrieved::Cascade)) {
            invocation.others = self.hypothesis();
        }
        if let Some((_, answer)) = self.answered.iter().find(|(known, _)| *known == invocation) {
            return Rc::clone(answer);
        }
        let allowed = self.allowance(intent(&invocation), &texts(&invocation));
        let answer = Rc::new(self.engine.metered(allowed).answer(&invocation));
        self.work = self.work.plus(&answer.work);
        self.answered.push((invocation, Rc::clone(&answer)));
        answer
    }

    /// The limits of one request.
    fn allowance(&mut self, intent: Intent, text: &str) -> Amounts {
        let demand = Demand { intent, n_files: self.engine.snapshot.paths.len(), text };
        let (allowed, lowered) = limits(&demand, &self.knobs);
        for clamp in lowered {
            if !self.lowered.contains(&clamp) {
                self.lowered.push(clamp);
            }
        }
        allowed
    }

    /// The hypothetical answer of `focus.hyde`, in whose words a search looks a second time.
    fn hypothesis(&self) -> Vec<Argument> {
        let texts = match &self.manifest.focus.hyde {
            Some(FocusText::Text(text)) => std::slice::from_ref(text),
            Some(FocusText::Input(word)) => self.bound.values(&word.text).unwrap_or(&[]),
            None => &[],
        };
        texts.iter().cloned().map(Argument::Text).collect()
    }

    fn argument(&self, argument: &Arg, takes_symbols: bool) -> Vec<Argument> {
        match argument {
            Arg::Input(word) => {
                let values = self.bound.values(&word.text).unwrap_or(&[]);
                values.iter().cloned().map(Argument::Text).collect()
            }
            Arg::Query(word) => {
                let named = self.named.iter().rev().find(|(name, ..)| *name == word.text);
                let argument = named.map(|(_, files, defs)| match defs {
                    Some(defs) if takes_symbols => Argument::Definitions(defs.clone()),
                    _ => Argument::Files(files.clone()),
                });
                argument.into_iter().collect()
            }
            Arg::Literal(word) => vec![Argument::Text(word.text.clone())],
        }
    }
}

/// The aim of a call: a search finds a place, a walk explains one.
fn intent(call: &Invocation) -> Intent {
    match call.primitive.role {
        Role::Found | Role::Exact => Intent::Navigate,
        Role::Sources | Role::Uses | Role::Tests | Role::Manifests => Intent::Understand,
    }
}

/// The texts of a call, as one; of a call over earlier answers its name, which is no weaker than they are.
fn texts(call: &Invocation) -> String {
    let texts = call.arguments.iter().chain(&call.others).filter_map(|argument| match argument {
        Argument::Text(text) => Some(text.as_str()),
        Argument::Files(_) | Argument::Definitions(_) => None,
    });
    let texts: Vec<&str> = texts.collect();
    if texts.is_empty() { call.primitive.name.to_owned() } else { texts.join(" ") }
}

/// A step with a whole answer, before `max_files`.
fn step(name: &str, call: String, answer: Rc<Answer>, source: StepSource) -> Step {
    Step {
        name: name.to_owned(),
        call,
        source,
        why: String::new(),
        render: None,
        max_files: None,
        kept: answer.hits.clone(),
        over_cap: Vec::new(),
        floor: answer.floor,
        answer,
        n_excluded: 0,
        skipped: None,
        fallback: None,
        before: Vec::new(),
        promoted: false,
        escalated: false,
        stopped: None,
    }
}

fn exclude(step: &mut Step, excluded: &GlobSet, engine: &Engine<'_>) {
    if excluded.is_empty() {
        return;
    }
    let before = step.returned();
    let stays = |hit: &Hit| !excluded.is_match(engine.snapshot.path(hit.file));
    step.kept.retain(stays);
    step.n_excluded = before - step.returned();
}

/// The globs of a manifest as one; the manifest's check has compiled each before.
fn set<'a>(globs: impl Iterator<Item = &'a str>) -> Option<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(base::glob(glob).ok()?);
    }
    set.build().ok()
}
