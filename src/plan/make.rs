//! Makes the plan: asks each query, and caps its answer.

use std::rc::Rc;

use super::adapter::{LEAST_CONFIDENCE, adapter};
use super::certain;
use super::context::{Context, built_in};
use super::demand::{intent, texts};
use super::documents;
use super::earlier::EarlierAnswers;
use super::fallback::{Fallback, MOST_FALLBACKS};
use super::named;
use super::secret;
use super::stage::{Stage, is_weak, stage, stage_of};
use super::step::{Plan, PlannedBand, Step, StepSource};
use super::stop::QueryStop;
use crate::base::PathGlobs;
use crate::input::{Bound, Route};
use crate::manifest::{Arg, BandSpec, FocusText, Manifest, Query, QueryCall, Render};
use crate::primitive::{
    Answer, ArgType, Argument, Consulted, Engine, Hit, Invocation, Primitive, Retrieved, Role, Run, primitive,
};
use crate::work::{Account, Amounts, Clamp, Demand, Intent, Knobs, WorkProfile, limits};

/// The user's choices on top of the manifest.
#[derive(Clone, Debug, Default)]
pub struct UserChoices {
    /// Names of queries, or paths, to load.
    pub promoted: Vec<String>,
}

/// Makes the plan of a manifest whose inputs are bound.
pub fn plan(manifest: &Manifest, bound: &Bound, engine: &Engine<'_>, wanted: &UserChoices) -> Plan {
    plan_aloud(manifest, bound, engine, wanted, &|_| {})
}

/// The same; each call in place of another is said before it runs.
pub fn plan_aloud(
    manifest: &Manifest,
    bound: &Bound,
    engine: &Engine<'_>,
    wanted: &UserChoices,
    listen: &dyn Fn(&Fallback),
) -> Plan {
    let mut maker = Maker {
        manifest,
        bound,
        engine,
        wanted,
        knobs: manifest.budget.knobs(),
        answered: Vec::new(),
        earlier: EarlierAnswers::default(),
        sure_of: None,
        work: Account::default(),
        lowered: Vec::new(),
        listen,
        fallbacks: Vec::new(),
    };
    let values: Vec<&str> = bound.inputs().flat_map(|(_, values, _)| values).map(String::as_str).collect();
    maker.work.limits = maker.allowance(Intent::Navigate, &values.join(" "));
    let bands = manifest.bands.iter().map(|spec| maker.band(spec)).collect();
    Plan { bands, work: maker.work, lowered: maker.lowered, fallbacks: maker.fallbacks }
}

struct Maker<'m, 'f> {
    manifest: &'m Manifest,
    bound: &'m Bound,
    engine: &'m Engine<'f>,
    wanted: &'m UserChoices,
    knobs: Knobs,
    /// Every distinct call is run once.
    answered: Vec<(Invocation, Rc<Answer>)>,
    /// The answers so far, for later entries.
    earlier: EarlierAnswers,
    /// The query of `when_sure` of the entry that is run.
    sure_of: Option<String>,
    /// The work of all distinct calls.
    work: Account,
    lowered: Vec<Clamp>,
    listen: &'m dyn Fn(&Fallback),
    fallbacks: Vec<Fallback>,
}

impl Maker<'_, '_> {
    fn band(&mut self, spec: &BandSpec) -> PlannedBand {
        let excluded = PathGlobs::new(spec.exclude.iter().map(String::as_str)).unwrap_or_default();
        let (context, mut steps) = self.keys(spec);
        // What the author derives is surer than what a glob sweeps in, but a glob is what the author named: it leads.
        steps.extend(named::globs(self.engine, spec));
        for step in &mut steps {
            let allowed = self.allowance(Intent::Navigate, &step.call);
            self.work.limits = self.work.limits.plus(&allowed);
            self.settle(step, &excluded);
        }
        for query in &spec.derived {
            // Settled at once, as the next query may ask for its files.
            let mut step = self.query(query);
            self.settle(&mut step, &excluded);
            steps.push(step);
        }
        PlannedBand { band: spec.band, context, steps }
    }

    /// Takes out what is excluded, applies `max_files`, and keeps the answer under its name.
    fn settle(&mut self, step: &mut Step, excluded: &PathGlobs) {
        exclude(step, excluded, self.engine);
        self.aside_last(step);
        step.promoted = self.wanted.promoted.contains(&step.name);
        let symbols = self.manifest.focus.symbols.iter().flat_map(|it| self.argument(it, false));
        documents::named_first(self.engine, step, symbols);
        // What is excluded takes no place of `max_files`.
        let most = step.max_files.map_or(usize::MAX, |most| most as usize).min(step.kept.len());
        step.over_cap = named::cut(self.engine, step, most);
        let user = &self.manifest.budget.user;
        let is_given = user.max_files.is_some() || user.of_queries.iter().any(|(name, _)| *name == step.name);
        if let Some((kept, mut others)) = certain::kept(self.engine, step).filter(|_| !is_given) {
            step.n_behind = others.len();
            if step.n_behind > 0 {
                step.max_files = u32::try_from(kept.len()).ok();
            }
            others.append(&mut step.over_cap);
            (step.kept, step.over_cap) = (kept, others);
        }
        if certain::is_listed(step) {
            (step.render, step.is_guess) = (Some(Render::Listed), true);
        }
        self.earlier.add(step);
    }

    /// A query for sources gives its places to sources: tests, examples and vendored code that the text does not name come behind
    /// them (S0.19).
    fn aside_last(&self, step: &mut Step) {
        if step.primitive().is_some_and(|primitive| primitive.role.puts_aside_last()) {
            let named = &step.answer.named_files;
            step.kept.sort_by_key(|hit| self.engine.is_aside(hit.file) && !named.contains(&hit.file));
        }
    }

    /// The keys of `repo_context_keys`: files as a step, everything else as text.
    fn keys(&self, spec: &BandSpec) -> (Vec<Context>, Vec<Step>) {
        let (mut context, mut steps) = (Vec::new(), Vec::new());
        for key in &spec.repo_context_keys {
            if !key.is_input {
                context.extend(built_in(self.engine, &key.name));
                continue;
            }
            let Some(values) = self.bound.values(&key.name) else { continue };
            if self.manifest.input(&key.name).is_some_and(|input| input.arg_type == ArgType::Files) {
                steps.push(named::input_files(self.engine, &key.name, values));
            } else {
                context.push(Context { key: key.name.clone(), text: values.join("\n"), untrusted: true });
            }
        }
        (context, steps)
    }

    fn query(&mut self, query: &Query) -> Step {
        self.sure_of.clone_from(&query.when_sure);
        let route = self.bound.route(&query.name).clone();
        let stop = if matches!(route, Route::Skip { .. }) { None } else { self.stop(query) };
        let made = match &route {
            _ if stop.is_some() => {
                let source = StepSource::Query(query.call.primitive);
                let step = Step::of(&query.name, query.call.text.clone(), Rc::default(), source);
                Step { skipped: stop.as_ref().map(QueryStop::reason), ..step }
            }
            Route::Compute => self.computed(query),
            Route::Fallback { .. } => match &query.fallback {
                Some(call) => {
                    let answer = self.answer(call);
                    Step { fallback: route.reason(), ..self.step(query, call, answer) }
                }
                None => self.computed(query),
            },
            Route::Skip { .. } => {
                let step = Step::of(
                    &query.name,
                    query.call.text.clone(),
                    Rc::default(),
                    StepSource::Query(query.call.primitive),
                );
                Step { skipped: route.reason(), ..step }
            }
        };
        let escalated = query.when_unsure.is_some() && made.skipped.is_none();
        let (why, max_files) = (query.why.clone(), Some(query.max_files));
        let n_secret = secret::requested(self.engine, &self.texts_of(query));
        Step { why, render: query.render, max_files, escalated, stopped: stop, n_secret, ..made }
    }

    /// The texts that a query is about.
    fn texts_of(&self, query: &Query) -> Vec<String> {
        let members = query.call.args.iter().flat_map(|argument| self.argument(argument, false));
        members.filter_map(|it| it.text().map(str::to_owned)).collect()
    }

    /// Why a query is not run though it has its inputs: a later stage follows only where an earlier one is not sure.
    fn stop(&self, query: &Query) -> Option<QueryStop> {
        let has_value = |input: &&String| self.bound.values(input).is_some_and(|values| !values.is_empty());
        if let Some(given) = query.unless.iter().find(has_value) {
            return Some(QueryStop::Given(given.clone()));
        }
        if let Some(name) = query.when_sure.as_ref().filter(|name| !self.earlier.is_sure(name)) {
            let is_run = self.earlier.has_run(name);
            return Some(if is_run { QueryStop::Unsure(name.clone()) } else { QueryStop::Behind(name.clone()) });
        }
        if let Some(name) = &query.when_unsure {
            if self.earlier.is_sure(name) {
                return Some(QueryStop::Sure(name.clone()));
            }
            let is_bounded = self.knobs.profile() != WorkProfile::Deep;
            let is_search = is_bounded && stage(query.call.primitive) == Stage::Content;
            if is_search && is_weak(self.engine, &self.texts_of(query)) {
                return Some(QueryStop::Weak);
            }
        }
        let is_stopped = |argument: &Arg| matches!(argument, Arg::Query(word) if self.earlier.is_stopped(&word.text));
        let first = query.call.args.first().filter(|_| query.call.args.iter().all(is_stopped))?;
        Some(QueryStop::Behind(first.word().text.clone()))
    }

    /// The answer of `compute:`; that of `fallback:` where the first is not sure enough, or is none.
    fn computed(&mut self, query: &Query) -> Step {
        let answer = self.answer(&query.call);
        let step = self.doubted(query, self.step(query, &query.call, answer));
        // A search of contents that a limit ended with nothing is one of names, in the same request (S4.6, S4.24).
        let is_ended = step.kept.is_empty() && stage_of(&step) == Stage::Content && step.ended_by().is_some();
        match (is_ended, primitive("search.symbols")) {
            (true, Some(names)) => self.names(query, step, names),
            _ => step,
        }
    }

    /// A step, or that of its fallback where it is not sure enough.
    fn doubted(&mut self, query: &Query, first: Step) -> Step {
        let answer = Rc::clone(&first.answer);
        let is_empty = answer.hits.is_empty() || !answer.bare.is_empty() && self.declares_only(&answer);
        let is_low = first.adapter.confidence < LEAST_CONFIDENCE;
        let fallback = query.fallback.as_ref().filter(|call| self.bound.can_run(call));
        let why = match (&answer.downgraded, is_empty) {
            (Some(why), true) => format!("`{}` found nothing ({why})", first.call),
            (None, true) => return first,
            (_, false) if is_low => {
                format!("`{}` is answered with confidence {}", first.call, first.adapter.confidence)
            }
            (_, false) => return first,
        };
        let Some(call) = fallback.filter(|call| self.announce(query, &first.call, &call.text, &why)) else {
            let low_confidence = (!is_empty).then(|| format!("{why}, and no fallback is declared"));
            return Step { low_confidence, ..first };
        };
        let reason = format!("{why}, so `{}` was run", call.text);
        let second = self.answer(call);
        let second = self.step(query, call, second);
        let is_better = is_empty || second.adapter.confidence > first.adapter.confidence;
        // A declaration, or an answer that is not sure, is better than nothing at all.
        if !first.kept.is_empty() && (second.kept.is_empty() || !is_better) {
            let low_confidence = (!is_empty).then(|| format!("{why}, and `{}` is no surer", call.text));
            let asked = Consulted { source: call.text.clone(), why: reason, files: 0 };
            return Step { before: vec![asked], low_confidence, ..first };
        }
        let before = first.answer.consulted.clone();
        Step { fallback: Some(reason), before, unanswered: is_empty.then_some(answer), ..second }
    }

    /// The search for names in place of one of contents, where it finds any.
    fn names(&mut self, query: &Query, first: Step, names: &'static Primitive) -> Step {
        let arguments = query.call.invocation(|argument| self.argument(argument, false)).arguments;
        let arguments: Vec<Argument> = arguments.into_iter().filter(|it| matches!(it, Argument::Text(_))).collect();
        let Some(text) = arguments.first().and_then(Argument::text).map(str::to_owned) else { return first };
        let call = format!("search.symbols(\"{}\")", text.replace('"', " "));
        let why = format!("`{}` reached a limit of work and found nothing", first.call);
        if !self.announce(query, &first.call, &call, &why) {
            return first;
        }
        let invocation = Invocation { arguments, ..Invocation::of(names, Argument::Text(text)) };
        let answer = self.invoked(invocation);
        if answer.hits.is_empty() {
            return first;
        }
        let found = Step::of(&query.name, call.clone(), answer, StepSource::Query(names));
        let adapter = adapter(self.engine, names, &found.answer);
        Step { fallback: Some(format!("{why}, so `{call}` was run")), adapter, ended: Some(*first.work()), ..found }
    }

    /// Says that a call is run in place of another, before it runs; whether it may.
    fn announce(&mut self, query: &Query, from: &str, to: &str, why: &str) -> bool {
        let depth = 1 + self.fallbacks.iter().filter(|it| it.query == query.name).count();
        if depth > MOST_FALLBACKS {
            return false;
        }
        let (query, from, to) = (query.name.clone(), from.to_owned(), to.to_owned());
        let fallback = Fallback { query, from, to, why: why.to_owned(), depth };
        (self.listen)(&fallback);
        self.fallbacks.push(fallback);
        true
    }

    fn step(&self, query: &Query, call: &QueryCall, answer: Rc<Answer>) -> Step {
        let adapter = adapter(self.engine, call.primitive, &answer);
        let step = Step::of(&query.name, call.text.clone(), answer, StepSource::Query(call.primitive));
        Step { adapter, ..step }
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
        let is_read = |arg: &Arg| matches!(arg, Arg::Input(word) if self.bound.is_read(&word.text));
        invocation.is_read = call.args.iter().all(is_read);
        if call.primitive.role == Role::Tests {
            invocation.others = self.earlier.named(&call.args);
        }
        self.invoked(invocation)
    }

    fn invoked(&mut self, invocation: Invocation) -> Rc<Answer> {
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
                let mut values: Vec<String> = self.bound.values(&word.text).unwrap_or(&[]).to_vec();
                // The order in which names are given changes nothing.
                if takes_symbols {
                    values.sort();
                }
                values.into_iter().map(Argument::Text).collect()
            }
            Arg::Query(word) => {
                let has_to_be_sure = self.sure_of.as_ref() == Some(&word.text);
                self.earlier.argument(&word.text, takes_symbols, has_to_be_sure).into_iter().collect()
            }
            Arg::Literal(word) => vec![Argument::Text(word.text.clone())],
        }
    }
}

fn exclude(step: &mut Step, excluded: &PathGlobs, engine: &Engine<'_>) {
    if excluded.is_empty() {
        return;
    }
    let before = step.returned();
    let stays = |hit: &Hit| !excluded.is_match(engine.snapshot.path(hit.file));
    step.kept.retain(stays);
    step.n_excluded = before - step.returned();
}
