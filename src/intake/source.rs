//! The argument of `--from`: a form, and where its text is.

use super::shape::{Adapter, malformed};
use super::table::{ADAPTERS, adapter};
use crate::base::{Diagnostic, nearest, shortened};
use crate::history::ChangeSpec;

/// A `--from`, taken apart.
#[derive(Clone)]
pub struct Source {
    /// The argument, for messages.
    pub argument: String,
    /// The form.
    pub adapter: &'static Adapter,
    /// Where the text is.
    pub place: Place,
}

/// Where the text of a task is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file; `-` is standard input.
    File(String),
    /// In the argument itself.
    Inline(String),
    /// In git: what changed between two states.
    Change(ChangeSpec),
    /// In the value of an input, by its name.
    Value(String),
}

impl Source {
    /// The value of the text input that a form has, as a text of that form.
    pub fn of_value(adapter: &'static Adapter, input: &str) -> Self {
        Self { argument: adapter.name.to_owned(), adapter, place: Place::Value(input.to_owned()) }
    }

    /// The place of the text, as messages name it.
    pub fn label(&self) -> String {
        match &self.place {
            Place::Value(input) => input.clone(),
            _ => format!("--from {}", self.argument),
        }
    }
}

/// Takes a `FORM:PLACE` apart. The diagnostic points into that text.
pub fn source(argument: &str) -> Result<Source, Box<Diagnostic>> {
    let (name, rest) = argument.split_once(':').unwrap_or((argument, ""));
    let Some(adapter) = adapter(name) else {
        let names: Vec<&str> = ADAPTERS.iter().map(|it| it.name).collect();
        let near = nearest(name, names.iter().copied());
        let label = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
        let help = format!("the forms are {}", names.join(", "));
        return Err(malformed(format!("no form is named `{}`", shortened(name)), 0..name.len(), label, help));
    };
    if rest.is_empty() {
        let help = format!("write `--from {}`", adapter.example);
        return Err(malformed(format!("`--from {name}` names no text"), 0..argument.len(), "nothing behind", help));
    }
    let place = match adapter.example.split_once(':') {
        Some((_, example)) if example.contains(',') => Place::Inline(rest.to_owned()),
        _ => match ChangeSpec::named(rest).filter(|_| adapter.name == "diff") {
            Some(spec) => Place::Change(spec),
            None if adapter.name == "diff" && is_revision(rest) => {
                let help = match rest {
                    "HEAD" => "write `--from diff:worktree` for what is not committed".to_owned(),
                    _ => format!("write `--from diff:{rest}..HEAD` for what changed since"),
                };
                let at = argument.len() - rest.len()..argument.len();
                return Err(malformed(format!("`{rest}` is one commit, and a diff has two"), at, "one commit", help));
            }
            None => Place::File(rest.to_owned()),
        },
    };
    Ok(Source { argument: argument.to_owned(), adapter, place })
}

/// Whether a text names a commit by another, as no file is named: `HEAD`, `HEAD~1`, `main^`.
fn is_revision(text: &str) -> bool {
    text == "HEAD" || text.contains(['~', '^']) && !text.contains(['/', '.', '\\'])
}
