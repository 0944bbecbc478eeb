//! The variables of the environment that change an answer.

use std::path::PathBuf;

use super::fault::Fault;
use crate::pipeline::{ADAPTIVE, THRESHOLDS, threshold};

/// The variable that names the folder of a model which orders what words found.
const MODEL: &str = "CG_EMBED_MODEL_DIR";

/// The variables that turn the sizing by the gate off, where they do, those that set the thresholds of a search, and the
/// one that names a model.
pub fn environment() -> Result<Vec<(String, String)>, Fault> {
    let value = |name: &&str| Some(((*name).to_owned(), std::env::var(name).ok()?));
    let sizing = ADAPTIVE.iter().filter_map(value);
    let mut set: Vec<(String, String)> = Vec::new();
    for (name, value) in sizing {
        match value.trim().to_lowercase().as_str() {
            "0" | "false" => set.push((name, value)),
            "1" | "true" | "" => {}
            _ => {
                let message = format!("`{name}={value}` turns nothing on or off");
                return Err(Fault::Unknown { message, hint: Some("it is true or false, or 1 or 0".to_owned()) });
            }
        }
    }
    for (name, value) in THRESHOLDS.iter().flatten().filter_map(value) {
        if threshold(&value).is_none() {
            let message = format!("`{name}={value}` sets no threshold");
            return Err(Fault::Unknown {
                message,
                hint: Some("it is a number of 0 or more, such as 0.005".to_owned()),
            });
        }
        set.push((name, value));
    }
    // The folder says where the model is, and not which: the answer names that.
    set.extend(has_model().then(|| (MODEL.to_owned(), "set".to_owned())));
    Ok(set)
}

/// Whether a model orders what words found. No answer of one is kept: its folder may hold another by the next time.
pub fn has_model() -> bool {
    model().is_some()
}

/// The folder of that model.
pub fn model() -> Option<PathBuf> {
    std::env::var_os(MODEL).filter(|it| !it.is_empty()).map(PathBuf::from)
}
