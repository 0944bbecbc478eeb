//! The limits of work that a user states beside the manifest: in a configuration file, in the environment, by flags.

use serde::Deserialize;

use super::args::WorkOptions;
use super::fault::Fault;
use super::from;
use crate::work::{Knobs, Unit, WorkProfile};

/// The variable that names a configuration file.
const CONFIG: &str = "CG_CONFIG";
/// The variables that state the profile, and whether it is the safe one where nothing else states it (S4.21).
const PROFILE: [&str; 2] = ["CG_BUDGET_PROFILE", "SMART_CONTEXT_BUDGET_PROFILE"];
const SAFE_MODE: [&str; 2] = ["CG_SAFE_MODE", "SMART_CONTEXT_SAFE_MODE"];
/// The variables that state a limit, each with its other name.
const LIMITS: [(Unit, [&str; 2]); 5] = [
    (Unit::Candidates, ["CG_MAX_CANDIDATES", "SMART_CONTEXT_MAX_CANDIDATES"]),
    (Unit::FilesRead, ["CG_MAX_FILES_READ", "SMART_CONTEXT_MAX_FILES_READ"]),
    (Unit::BytesRead, ["CG_MAX_BYTES_READ", "SMART_CONTEXT_MAX_BYTES_READ"]),
    (Unit::ParseUnits, ["CG_MAX_PARSE_MS", "SMART_CONTEXT_MAX_PARSE_MS"]),
    (Unit::GraphNodes, ["CG_MAX_GRAPH_NODES", "SMART_CONTEXT_MAX_GRAPH_NODES"]),
];

/// A configuration file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    profile: Option<String>,
    max_candidates: Option<u64>,
    max_files_read: Option<u64>,
    max_bytes_read: Option<u64>,
    max_parse_ms: Option<u64>,
    max_graph_nodes: Option<u64>,
}

/// The limits that a user states: a configuration file below the environment, and that below the flags.
pub fn stated(flags: &WorkOptions) -> Result<Knobs, Fault> {
    let file = flags.config.clone().or_else(|| std::env::var(CONFIG).ok());
    let file = file.map_or_else(|| Ok(Knobs::default()), |name| config(&name))?;
    let limits = [
        (Unit::Candidates, flags.max_candidates),
        (Unit::FilesRead, flags.max_files_read),
        (Unit::BytesRead, flags.max_bytes_read),
        (Unit::ParseUnits, flags.max_parse_ms),
        (Unit::GraphNodes, flags.max_graph_nodes),
    ];
    let own = Knobs::of(flags.budget_profile);
    let own = limits.into_iter().fold(own, |knobs, (unit, stated)| knobs.with(unit, stated));
    Ok(file.under(&environment()?).under(&own))
}

fn config(name: &str) -> Result<Knobs, Fault> {
    let wrong = |why: String| Fault::Unknown {
        message: format!("`{name}` is no configuration: {why}"),
        hint: Some(
            "its keys are those of `budget.work`, such as `profile: balanced` or `max_files_read: 400`".to_owned(),
        ),
    };
    let read: Config = serde_yaml::from_slice(&from::bytes(name)?).map_err(|error| wrong(error.to_string()))?;
    let limits = [
        (Unit::Candidates, read.max_candidates),
        (Unit::FilesRead, read.max_files_read),
        (Unit::BytesRead, read.max_bytes_read),
        (Unit::ParseUnits, read.max_parse_ms),
        (Unit::GraphNodes, read.max_graph_nodes),
    ];
    let profile = match read.profile {
        Some(word) => Some(WorkProfile::named(&word).ok_or_else(|| wrong(format!("`{word}` is no profile")))?),
        None => None,
    };
    let knobs = Knobs::of(profile);
    Ok(limits.into_iter().fold(knobs, |knobs, (unit, stated)| knobs.with(unit, stated)))
}

/// The limits of the environment; a name of this program comes before the other.
fn environment() -> Result<Knobs, Fault> {
    let mut knobs = Knobs::of(mode()?);
    if let Some((name, value)) = variable(&PROFILE) {
        let profile = WorkProfile::named(&value.to_lowercase());
        knobs.profile = Some(profile.ok_or_else(|| refused(name, &value, "safe, balanced or deep"))?);
    }
    for (unit, names) in &LIMITS {
        if let Some((name, value)) = variable(names) {
            let limit = value.trim().parse::<u64>().map_err(|_| refused(name, &value, "a whole number"))?;
            knobs = knobs.with(*unit, Some(limit));
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

fn variable(names: &[&'static str; 2]) -> Option<(&'static str, String)> {
    names.iter().find_map(|name| Some((*name, std::env::var(name).ok()?)))
}

fn refused(name: &str, value: &str, wanted: &str) -> Fault {
    Fault::Unknown {
        message: format!("`{name}={value}` states no limit of work"),
        hint: Some(format!("it is {wanted}")),
    }
}
