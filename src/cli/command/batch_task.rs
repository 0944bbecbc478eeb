//! The tasks of a batch: a JSON object a line.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::base::Diagnostic;
use crate::cli::fault::Fault;

/// One task, as `schemas/task.schema.json` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchTask {
    /// The name of the task and of its file.
    pub id: String,
    /// A path, or a shipped class.
    pub manifest: PathBuf,
    /// The root of the repository, in place of `-C`.
    pub root: Option<PathBuf>,
    /// Values of inputs.
    #[serde(default, alias = "set")]
    pub inputs: Map<String, Value>,
    /// Texts of the task.
    #[serde(default)]
    pub from: Vec<String>,
    /// Queries and files to load.
    #[serde(default)]
    pub promote: Vec<String>,
    /// The most characters.
    pub max_chars: Option<u64>,
    /// The most tokens.
    pub max_tokens: Option<u64>,
}

/// One line of the file: its number, its text, and the task or why it is none.
pub struct Line {
    /// The name of the task; of a line that is no task, `line-` and its number.
    pub id: String,
    /// The text.
    pub text: String,
    /// The place of the text in the file.
    pub start: usize,
    /// The task.
    pub task: Result<BatchTask, Fault>,
}

/// Reads the tasks; blank lines are passed over. A second task of a name is an error of that task.
pub fn tasks(name: &str, text: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut at = 0;
    for (number, whole) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += whole.len();
        let line = whole.trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |title: String, column: usize, help: &str| Fault::Inputs {
            path: name.to_owned(),
            text: text.to_owned(),
            diagnostics: vec![Diagnostic::error("CG045", title, start + column..start + column + 1, "").help(help)],
        };
        let task: Result<BatchTask, Fault> = serde_json::from_str(line).map_err(|error| {
            let why = error.to_string();
            let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
            let column = error.column().saturating_sub(1) + (whole.len() - whole.trim_start().len());
            wrong(format!("this line is no task: {why}"), column, "`cg-bundle schema task` describes a task")
        });
        let task = task.and_then(|task| match lines.iter().any(|line| line.id == task.id) {
            true => Err(wrong(format!("a task before this one is named `{}`", task.id), 0, "give each its own `id`")),
            false => Ok(task),
        });
        let id = match &task {
            Ok(task) => task.id.clone(),
            Err(_) => format!("line-{}", number + 1),
        };
        let start = start + (whole.len() - whole.trim_start().len());
        lines.push(Line { id, text: line.to_owned(), start, task });
    }
    lines
}
