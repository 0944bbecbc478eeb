//! From a manifest and a repository to a bundle.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::index::Index;
use super::named_packages::named_packages;
use crate::base::{Diagnostic, Digest};
use crate::budget;
use crate::bundle::{self, Bundle};
use crate::facts::{Coverage, NONE};
use crate::flow::{Flow, flow};
use crate::input::{self, Bound, Given};
use crate::manifest::{Manifest, OnStale};
use crate::plan::{Fallback, Plan, Step, UserChoices, plan_aloud};
use crate::primitive::{CHANGED_TOGETHER, Engine, Run, Stale, Thresholds, reasons};
use crate::render::Format;
use crate::scip::Confidence;
use crate::work::Account;

/// A manifest, loaded, with what the user says beside it.
pub struct Task<'a> {
    /// The manifest.
    pub manifest: &'a Manifest,
    /// Its text.
    pub manifest_text: &'a str,
    /// The inputs.
    pub given: &'a [Given],
    /// The lines that tests executed, by a report of the task.
    pub coverage: &'a Arc<Coverage>,
    /// The queries and paths to load from `may_read`.
    pub promoted: &'a [String],
    /// The environment variables that change the bundle, with their values.
    pub environment: &'a [(String, String)],
    /// The format that the budget is counted in.
    pub format: &'a Format,
}

/// The variables that, set to `0` or `false`, keep the gate from collapsing files.
pub const ADAPTIVE: [&str; 2] = ["CG_ADAPTIVE", "CODEGRAPH_ADAPTIVE_EXPLORE"];

/// A request that cannot be carried out.
#[derive(Debug, Error)]
pub enum TaskError {
    /// An input is missing, unknown, or of the wrong type.
    #[error("the inputs do not fit the manifest")]
    Inputs {
        /// Where, in the manifest's text.
        diagnostics: Vec<Diagnostic>,
    },
    /// The manifest says `on_stale: fail`, and an index is stale, broken or missing.
    #[error("the index is not fresh: {why}")]
    Stale {
        /// Which one, why, and the command that refreshes it.
        why: String,
    },
    /// `--promote` names neither a query nor a file that one returned.
    #[error("`{name}` is no query of the manifest, and no file that one returns")]
    Promote {
        /// The name.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
}

/// A task whose queries have been answered, before any text is read.
pub struct Planned<'a> {
    /// The inputs, bound.
    pub bound: Bound,
    /// The steps and their answers.
    pub plan: Plan,
    /// The engine that answered; tasks of one batch share it, with the graphs that it has built.
    pub engine: Arc<Engine<'a>>,
    /// The flow between the names of the task, and its decisions.
    pub flow: Flow,
}

/// Engines over one index, one for each policy for stale documents, for the tasks of a batch.
pub struct Engines<'a> {
    index: &'a Index,
    thresholds: Thresholds,
    made: [OnceLock<Arc<Engine<'a>>>; 2],
}

impl<'a> Engines<'a> {
    /// No engine yet; the variables of the environment may set the thresholds of searches.
    pub fn new(index: &'a Index, environment: &[(String, String)]) -> Self {
        Self { index, thresholds: thresholds(environment), made: Default::default() }
    }

    fn get(&self, stale: Stale) -> Arc<Engine<'a>> {
        let index = self.index;
        let engine = || Engine::new(&index.facts).over(&index.tree, stale).with_index(index);
        let make = || Arc::new(engine().searching(&index.searcher, self.thresholds));
        self.made[usize::from(stale == Stale::Use)].get_or_init(make).clone()
    }
}

/// Binds the inputs and answers the queries.
pub fn planned<'a>(task: &Task<'_>, index: &'a Index) -> Result<Planned<'a>, TaskError> {
    planned_on(task, &Engines::new(index, task.environment))
}

/// The same, by engines that other tasks use as well.
pub fn planned_on<'a>(task: &Task<'_>, engines: &Engines<'a>) -> Result<Planned<'a>, TaskError> {
    planned_aloud(task, engines, &|_| {})
}

/// The same; each call in place of another is said before it runs.
pub fn planned_aloud<'a>(
    task: &Task<'_>,
    engines: &Engines<'a>,
    listen: &dyn Fn(&Fallback),
) -> Result<Planned<'a>, TaskError> {
    let index = engines.index;
    let named = named_packages(task.manifest, task.given, &index.facts);
    let given: Cow<'_, [Given]> = match named {
        Some(named) => task.given.iter().cloned().chain([named]).collect(),
        None => Cow::Borrowed(task.given),
    };
    let mut bound = input::bind(task.manifest, &given).map_err(|diagnostics| TaskError::Inputs { diagnostics })?;
    let mut queries = task.manifest.queries();
    let asks_index = queries.any(|(_, query)| query.call.primitive.role.reads_index());
    let stale = trusted(task.manifest.index.on_stale, asks_index, index).map_err(|why| TaskError::Stale { why })?;
    let shared = engines.get(stale);
    let has_own = !bound.gone().is_empty() || !task.coverage.is_empty();
    let engine = if has_own { Arc::new(shared.for_task(bound.gone(), task.coverage)) } else { shared };
    bound.qualify(task.manifest, &|module| engine.is_own(module));
    let wanted = UserChoices { promoted: task.promoted.to_vec() };
    let plan = plan_aloud(task.manifest, &bound, &engine, &wanted, listen);
    // What the queries have left is there for the flow and the views.
    let engine = Arc::new(engine.metered(plan.work.limits.minus(&plan.work.used)));
    let flow = flow(task.manifest, &bound, &plan, &engine, &|path| index.tree.read(path).ok());
    let planned = Planned { bound, plan, engine, flow };
    for name in task.promoted {
        planned.promotable(name)?;
    }
    Ok(planned)
}

/// The variables that set the thresholds of a search, each with its other name: the least gap, and the number of standard
/// deviations.
pub const THRESHOLDS: [[&str; 2]; 2] =
    [["CG_TAU_FLOOR", "SKYGREP_CASCADE_TAU_FLOOR"], ["CG_K_SIGMA", "SKYGREP_CASCADE_K_SIGMA"]];

/// The thresholds of a search that an environment sets; a name of this program comes before the other.
pub fn thresholds(environment: &[(String, String)]) -> Thresholds {
    let value = |names: [&str; 2]| {
        let set = names.iter().find_map(|name| environment.iter().find(|(known, _)| known == name));
        set.and_then(|(_, value)| threshold(value))
    };
    let usual = Thresholds::default();
    let [floor, k_sigma] = THRESHOLDS.map(value);
    Thresholds { tau_floor: floor.unwrap_or(usual.tau_floor), k_sigma: k_sigma.unwrap_or(usual.k_sigma) }
}

/// A threshold: a number that is not negative.
pub fn threshold(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0)
}

/// The policy for documents that are not fresh. With `on_stale: fail`, returns why a SCIP index that a query needs is
/// missing or stale.
pub fn trusted(on_stale: OnStale, asks_index: bool, index: &Index) -> Result<Stale, String> {
    match (on_stale, &index.facts.health) {
        (OnStale::Use, _) => Ok(Stale::Use),
        (OnStale::Fail, Some(health)) if health.confidence != Confidence::High => Err(reasons(health)),
        (OnStale::Fail, None) if asks_index => Err("there is no index".to_owned()),
        (OnStale::Fail | OnStale::Downgrade, _) => Ok(Stale::Downgrade),
    }
}

impl Planned<'_> {
    fn promotable(&self, name: &str) -> Result<(), TaskError> {
        let steps: Vec<&Step> = self.plan.bands.iter().flat_map(|band| &band.steps).collect();
        let is_file = |path: &str| {
            steps.iter().any(|step| step.kept.iter().any(|hit| self.engine.snapshot.path(hit.file) == path))
        };
        if steps.iter().any(|step| step.name == name) || is_file(name) {
            return Ok(());
        }
        let known = steps.iter().map(|step| step.name.clone()).collect();
        Err(TaskError::Promote { name: name.to_owned(), known })
    }
}

/// The digest of the history, where an answer of this plan used it. Another task of a batch may have read it too.
fn history(plan: &Plan, index: &Index) -> Option<Digest> {
    let is_of_history = |step: &Step| {
        let is_query = step.primitive().is_some_and(|primitive| primitive.name.starts_with("history."));
        is_query && step.skipped.is_none() || step.answer.is_linked_by(CHANGED_TOGETHER)
    };
    let is_used = plan.bands.iter().flat_map(|band| &band.steps).any(is_of_history);
    index.facts.changes.digest().filter(|_| is_used)
}

/// The digest of the report of coverage, where an answer of this plan used it.
fn coverage(task: &Task<'_>, plan: &Plan) -> Option<Digest> {
    let mut steps = plan.bands.iter().flat_map(|band| &band.steps);
    let is_used = steps.any(|step| {
        let is_about_tests = step.primitive().is_some_and(|primitive| primitive.name.starts_with("test_inventory."));
        is_about_tests && step.skipped.is_none()
    });
    task.coverage.digest.filter(|_| is_used)
}

/// Answers a task: the whole of it, one line a stage.
pub fn answer(task: &Task<'_>, index: &Index) -> Result<Bundle, TaskError> {
    let planned = planned(task, index)?;
    Ok(filled(task, index, &planned))
}

/// Fills the bundle of a task whose queries have been answered. Where the gate is off and changes nothing, nothing says
/// that it was off (S0.25).
pub fn filled(task: &Task<'_>, index: &Index, planned: &Planned<'_>) -> Bundle {
    let n_source = index.facts.files.iter().filter(|row| row.language != NONE).count();
    let of_flow = planned.engine.meter.account();
    let spent = Account { used: planned.plan.work.used.plus(&of_flow.used), ..planned.plan.work };
    let fill = |is_adaptive: bool, environment: &[(String, String)]| {
        let engine = planned.engine.metered(spent.limits.minus(&spent.used));
        bundle::fill(&bundle::BundleRequest {
            manifest: task.manifest,
            manifest_digest: Digest::of(task.manifest_text.as_bytes()),
            bound: &planned.bound,
            plan: &planned.plan,
            engine: &engine,
            flow: &planned.flow,
            ceiling: budget::ceiling(&task.manifest.budget, n_source),
            spent,
            content: &|path| index.content(path),
            beside: history(&planned.plan, index).into_iter().chain(coverage(task, &planned.plan)).collect(),
            read: &|path| index.tree.read(path).ok(),
            layout: task.format.layout,
            is_adaptive,
            promoted: task.promoted,
            environment: environment.to_vec(),
        })
    };
    // A threshold changes nothing where nothing is searched.
    let searches = task.manifest.queries().any(|(_, query)| matches!(query.call.primitive.run, Run::Found(_)));
    let is_of_sizing = |name: &str| ADAPTIVE.contains(&name);
    let said = |sizing: bool| -> Vec<(String, String)> {
        let kept = task.environment.iter().filter(|(name, _)| if is_of_sizing(name) { sizing } else { searches });
        kept.cloned().collect()
    };
    if !task.environment.iter().any(|(name, _)| is_of_sizing(name)) {
        return fill(true, &said(true));
    }
    let adaptive = fill(true, &said(false));
    if adaptive == fill(false, &said(false)) { adaptive } else { fill(false, &said(true)) }
}
