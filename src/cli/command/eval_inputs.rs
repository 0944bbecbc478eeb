//! The inputs of a manifest that a commit fills, by their types.

use super::eval_record::FilledInput;
use crate::cli::fault::Fault;
use crate::cli::run::Loaded;
use crate::input::{Given, Origin, bind};
use crate::manifest::{Arg, FocusText, Manifest, canonical};
use crate::primitive::ArgType;

/// The first changed source file, the symbols that change in it, and the first line of the message.
#[derive(Clone, Debug, Default)]
pub struct CommitValues {
    /// The path of the file.
    pub file: Option<String>,
    /// Its symbols whose lines change.
    pub symbols: Vec<String>,
    /// The first line of the message.
    pub subject: String,
}

/// The inputs that a commit fills: the first of each type that a query, the focus or a context key reads.
#[derive(Clone, Debug, Default)]
pub struct InputBinding {
    files: Option<String>,
    symbols: Option<String>,
    text: Option<String>,
}

impl InputBinding {
    /// The inputs of a manifest beside those that are set. None of a type that a query reads is an error.
    pub fn of(one: &Loaded) -> Result<Self, Fault> {
        let manifest = &one.manifest;
        let first = |arg_type: ArgType, is_read: &dyn Fn(&Manifest, &str) -> bool| {
            let mut inputs = manifest.inputs.iter().filter(|input| input.arg_type == arg_type);
            let is_open = |name: &str| one.given.iter().all(|given| given.name != name);
            inputs.find(|input| is_open(&input.name) && is_read(manifest, &input.name)).map(|it| it.name.clone())
        };
        let files = first(ArgType::Files, &is_asked);
        let symbols = first(ArgType::Symbols, &is_asked);
        let text = first(ArgType::Text, &is_asked);
        if files.is_none() && symbols.is_none() && text.is_none() {
            let names: Vec<String> =
                manifest.inputs.iter().map(|input| format!("`{}` ({})", input.name, input.arg_type.name())).collect();
            let has = match names.as_slice() {
                [] => "it has no inputs".to_owned(),
                names => format!("it has {}", names.join(", ")),
            };
            let message = format!("a commit fills no input of `{}`: {has}", one.path.display());
            let hint = "a query or the focus must read an input of type files, symbols or text that no `--set` fills";
            return Err(Fault::usage(message, hint));
        }
        let text = text.or_else(|| first(ArgType::Text, &is_quoted));
        let binding = Self { files, symbols, text };
        let example = CommitValues { file: Some("a".into()), symbols: vec!["a".into()], subject: "a".into() };
        bind(manifest, &binding.given(one, &example)).map_err(|diagnostics| Fault::Inputs {
            path: one.path.display().to_string(),
            text: one.text.clone(),
            diagnostics,
        })?;
        Ok(binding)
    }

    /// Whether a changed file is given, so that it is no answer.
    pub fn needs_file(&self) -> bool {
        self.files.is_some() || self.symbols.is_some()
    }

    /// Whether symbols are given.
    pub fn needs_symbols(&self) -> bool {
        self.symbols.is_some()
    }

    /// The inputs with the parts of a commit.
    pub fn filled(&self) -> Vec<FilledInput> {
        let rows = [
            (&self.files, "the first changed source file that is no test"),
            (&self.symbols, "the symbols of that file whose lines change"),
            (&self.text, "the first line of the message"),
        ];
        rows.into_iter().filter_map(|(name, from)| Some(FilledInput { name: name.clone()?, from })).collect()
    }

    /// The values of a commit, beside those that are set.
    pub fn given(&self, one: &Loaded, values: &CommitValues) -> Vec<Given> {
        let rows = [
            (&self.files, values.file.clone().into_iter().collect()),
            (&self.symbols, values.symbols.clone()),
            (&self.text, vec![values.subject.clone()]),
        ];
        let mut given = one.given.clone();
        given.extend(rows.into_iter().filter(|(_, values)| !values.is_empty()).filter_map(|(name, values)| {
            let origin = Origin::File("the commit".to_owned());
            Some(Given { name: name.clone()?, values, origin, gone: Vec::new(), unmatched: Vec::new() })
        }));
        given
    }
}

/// Whether a query or the focus reads an input.
fn is_asked(manifest: &Manifest, name: &str) -> bool {
    let is_it = |arg: &Arg| matches!(arg, Arg::Input(word) if canonical(&word.text) == name);
    let calls = manifest.queries().flat_map(|(_, query)| std::iter::once(&query.call).chain(&query.fallback));
    let mut texts = [&manifest.focus.query, &manifest.focus.hyde].into_iter().flatten();
    calls.into_iter().any(|call| call.args.iter().chain(&call.others).any(is_it))
        || manifest.focus.symbols.iter().any(is_it)
        || texts.any(|text| matches!(text, FocusText::Input(word) if canonical(&word.text) == name))
}

/// Whether an input is printed beside the files.
fn is_quoted(manifest: &Manifest, name: &str) -> bool {
    let mut keys = manifest.bands.iter().flat_map(|band| &band.repo_context_keys);
    keys.any(|key| key.is_input && canonical(&key.name) == name)
}
