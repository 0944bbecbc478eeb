//! The limits of work that a user states beside the manifest: in a configuration file, in the environment, by flags.

use super::args::WorkOptions;
use super::fault::Fault;
use super::from;
use crate::work::{Knobs, Unit, WorkProfile, WrittenLimits};

/// The variable that names a configuration file.
const CONFIG: &str = "CG_CONFIG";
/// The variables that state the profile, and whether it is the safe one where nothing else states it (S4.21).
const PROFILE: [&str; 2] = ["CG_BUDGET_PROFILE", "SMART_CONTEXT_BUDGET_PROFILE"];
const SAFE_MODE: [&str; 2] = ["CG_SAFE_MODE", "SMART_CONTEXT_SAFE_MODE"];
/// The variables that state the guard of CPU time.
const MAX_CPU_MS: [&str; 2] = ["CG_MAX_CPU_MS", "SMART_CONTEXT_MAX_CPU_MS"];
/// The beginnings of the variables that state a limit; its key follows in capitals.
const PREFIXES: [&str; 2] = ["CG_", "SMART_CONTEXT_"];

/// The limits that a user states: a configuration file below the environment, and that below the flags.
pub fn stated(flags: &WorkOptions) -> Result<Knobs, Fault> {
    let file = file(flags);
    let file = file.map_or_else(|| Ok(Knobs::default()), |name| config(&name))?;
    let own = WrittenLimits {
        profile: None,
        max_candidates: flags.max_candidates,
        max_files_read: flags.max_files_read,
        max_bytes_read: flags.max_bytes_read,
        max_parse_ms: flags.max_parse_ms,
        max_graph_nodes: flags.max_graph_nodes,
    };
    let own = Knobs::of(flags.budget_profile).under(&own.knobs().unwrap_or_default());
    Ok(file.under(&environment()?).under(&own))
}

/// The guard of CPU time in milliseconds: a flag, or else the environment. It is no limit of work, and no part of a request.
pub fn max_cpu_ms(flags: &WorkOptions) -> Result<Option<u64>, Fault> {
    match (flags.max_cpu_ms, variable(&MAX_CPU_MS)) {
        (Some(stated), _) => Ok(Some(stated)),
        (None, Some((name, value))) => {
            value.trim().parse().map(Some).map_err(|_| refused(name, &value, "a whole number"))
        }
        (None, None) => Ok(None),
    }
}

/// The name of the configuration file, if there is one.
pub fn file(flags: &WorkOptions) -> Option<String> {
    flags.config.clone().or_else(|| std::env::var(CONFIG).ok())
}

fn config(name: &str) -> Result<Knobs, Fault> {
    let wrong = |why: String| Fault::Unknown {
        message: format!("`{name}` is no configuration: {why}"),
        hint: Some(
            "its keys are those of `budget.work`, such as `profile: balanced` or `max_files_read: 400`".to_owned(),
        ),
    };
    let read: WrittenLimits = serde_yaml::from_slice(&from::bytes(name)?).map_err(|error| wrong(error.to_string()))?;
    read.knobs().map_err(|word| wrong(format!("`{word}` is no profile")))
}

/// The limits of the environment; a name of this program comes before the other.
fn environment() -> Result<Knobs, Fault> {
    let mut knobs = Knobs::of(mode()?);
    if let Some((name, value)) = variable(&PROFILE) {
        let profile = WorkProfile::named(&value.to_lowercase());
        knobs.profile = Some(profile.ok_or_else(|| refused(name, &value, "safe, balanced or deep"))?);
    }
    for unit in Unit::ALL.iter().copied() {
        let key = Knobs::key(unit).to_uppercase();
        if let Some((name, value)) = variable(&PREFIXES.map(|prefix| format!("{prefix}{key}"))) {
            let limit = value.trim().parse::<u64>().map_err(|_| refused(name, &value, "a whole number"))?;
            knobs = knobs.with(unit, Some(limit));
        }
    }
    Ok(knobs)
}

/// The profile of the safe mode: `balanced` where it is off; nothing where it is on, as that is the default.
fn mode() -> Result<Option<WorkProfile>, Fault> {
    let Some((name, value)) = variable(&SAFE_MODE) else { return Ok(None) };
    match value.trim().to_lowercase().as_str() {
        "1" | "true" => Ok(None),
        "0" | "false" => Ok(Some(WorkProfile::Balanced)),
        _ => Err(refused(name, &value, "true or false")),
    }
}

fn variable<N: AsRef<str>>(names: &[N; 2]) -> Option<(&str, String)> {
    names.iter().find_map(|name| Some((name.as_ref(), std::env::var(name.as_ref()).ok()?)))
}

fn refused(name: &str, value: &str, wanted: &str) -> Fault {
    Fault::Unknown {
        message: format!("`{name}={value}` states no limit of work"),
        hint: Some(format!("it is {wanted}")),
    }
}
