//! `inputs`: the values of texts of a task, as a file that `--input` reads.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::base::escaped_json;
use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::run::CliContext;
use crate::cli::{from, output};
use crate::intake::{ResolvedEdit, ValueRole};

/// Options of `inputs`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cg-bundle inputs diff:main.. > task.yaml && cg-bundle pr-review --input task.yaml")]
pub struct Options {
    /// The texts, as for --from: diff:main.., trace:-
    #[arg(value_name = "FORM:TEXT", required = true)]
    texts: Vec<String>,
    /// yaml or json: a file of inputs; changes: the changed files with their hunks and symbols, as JSON
    #[arg(long, value_name = "FORMAT", default_value = "yaml", hide_possible_values = true)]
    format: Form,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Yaml,
    Json,
    Changes,
}

/// The value of one input: of a text one, else a list.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    One(String),
    Several(Vec<String>),
}

/// Prints the values.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let texts = from::read(&options.texts, &call.shared.root).map_err(Fault::All)?;
    let index = call.index(&options.store, None)?;
    let mut inputs: BTreeMap<String, Written> = BTreeMap::new();
    let mut edits: Vec<ResolvedEdit> = Vec::new();
    for text in &texts {
        let mut remarks = Vec::new();
        let resolved = text.resolved(&index, &mut remarks);
        remarks.iter().for_each(|remark| call.say.note(remark));
        let adapter = text.source.adapter;
        if adapter.roles.is_empty() {
            let argument = &text.source.argument;
            call.say
                .note(&format!("`{argument}` fills no input: give it to the answer itself, with `--from {argument}`"));
        }
        for (role, word) in adapter.roles {
            let Some(values) = resolved.values.get(role) else { continue };
            let name = format!("{}.{word}", adapter.prefix);
            match inputs.get_mut(&name) {
                Some(Written::Several(known)) => known.extend(values.iter().cloned()),
                Some(Written::One(known)) => *known = format!("{known}\n{}", values.join("\n")),
                None if *role == ValueRole::Text => _ = inputs.insert(name, Written::One(values.join("\n"))),
                None => _ = inputs.insert(name, Written::Several(values.clone())),
            }
        }
        edits.extend(resolved.edits.iter().cloned());
    }
    output::print(&match options.format {
        Form::Yaml => serde_yaml::to_string(&inputs).unwrap_or_default(),
        Form::Json => escaped_json(serde_json::to_string_pretty(&inputs).unwrap_or_default() + "\n"),
        Form::Changes => escaped_json(serde_json::to_string_pretty(&edits).unwrap_or_default() + "\n"),
    })
}
