//! Values on their way to an input, with where they come from.

use std::fmt;

use crate::base::{Diagnostic, nearest, path, shortened};
use crate::manifest::{InputDecl, Manifest, canonical, is_name};
use crate::primitive::ArgType;

/// Some values for one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the input.
    pub name: String,
    /// The values, in the order they were given.
    pub values: Vec<String>,
    /// Where they come from.
    pub origin: Origin,
    /// Those of them that exist no more by the text of the task: deleted paths, and names that were removed.
    pub gone: Vec<String>,
    /// The parts of the text of the task that name nothing here.
    pub unmatched: Vec<String>,
}

/// Where values come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `--set`; a comma divides values where the type has several.
    Set,
    /// `--input`, and the name of the file.
    File(String),
    /// `default:` of the manifest.
    Default,
    /// `--from`, and its form. Where the text was read is no part of a bundle: the same text makes the same.
    From(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set => formatter.write_str("--set"),
            Self::Default => formatter.write_str("default"),
            // Where the file lies is a matter of the folder in which the command runs.
            Self::File(name) => write!(formatter, "--input {}", path::name(&name.replace('\\', "/"))),
            Self::From(form) => write!(formatter, "--from {form}"),
        }
    }
}

/// Reads the `name=value` of one `--set`. The diagnostic points into that text.
pub fn set(text: &str) -> Result<Given, Box<Diagnostic>> {
    let Some((name, value)) = text.split_once('=') else {
        let diagnostic =
            Diagnostic::error("CG043", format!("`{}` sets nothing", shortened(text)), 0..text.len(), "no `=`");
        return Err(Box::new(diagnostic.help("write `--set NAME=VALUE`, such as `--set change.files=src/app.ts`")));
    };
    let name = canonical(name.trim());
    if !is_name(name) {
        let at = 0..text.find('=').unwrap_or(text.len());
        let diagnostic =
            Diagnostic::error("CG043", format!("`{}` cannot be the name of an input", shortened(name)), at, "the name");
        return Err(Box::new(diagnostic.help("a name is words of letters, digits, `_` and `-`, divided by dots")));
    }
    Ok(Given {
        name: name.to_owned(),
        values: vec![value.to_owned()],
        origin: Origin::Set,
        gone: Vec::new(),
        unmatched: Vec::new(),
    })
}

/// The diagnostic for values given to a name that the manifest does not declare.
pub(super) fn unknown(manifest: &Manifest, given: &Given) -> Diagnostic {
    let inputs: Vec<&str> = manifest.inputs.iter().map(|input| input.name.as_str()).collect();
    let near = near_input(&given.name, &inputs);
    let span = near.and_then(|near| manifest.input(near)).map_or(0..0, |input| input.span.clone());
    let title = format!("this manifest has no input `{}` ({})", shortened(&given.name), given.origin);
    let label = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
    let names: Vec<String> = manifest.inputs.iter().map(|input| format!("`{}`", input.name)).collect();
    let help = match names.as_slice() {
        [] => "it takes no inputs".to_owned(),
        names => format!("its inputs are {}", names.join(", ")),
    };
    Diagnostic::error("CG041", title, span, label).help(help)
}

/// The input that a name is near to, part by part: `trace.files` is no slip of `change.files`.
pub(super) fn near_input<'a>(name: &str, inputs: &[&'a str]) -> Option<&'a str> {
    let divided = |name: &'a str| name.rsplit_once('.').unwrap_or(("", name));
    let (group, last) = name.rsplit_once('.').unwrap_or(("", name));
    let is_near = |word: &str, other: &str| word == other || nearest(word, [other]).is_some();
    let by_part = inputs.iter().copied().filter(|input| {
        let (of, part) = divided(input);
        is_near(group, of) && is_near(last, part)
    });
    nearest(name, by_part)
}

/// The title for a value that is none of the type of its input.
pub(super) fn unfit_title(input: &InputDecl, text: &str) -> String {
    let kind = match input.arg_type {
        ArgType::Files => "path",
        ArgType::Symbols => "symbol",
        other => other.name(),
    };
    format!("`{}` is no {kind} for input `{}`", text.escape_debug(), input.name)
}
