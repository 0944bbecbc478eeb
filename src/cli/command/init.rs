//! `init`: writes a shipped manifest to start from.

use std::path::{Path, PathBuf};

use clap::Args;

use super::schema;
use super::table::table;
use crate::base::nearest;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::input::shell;
use crate::manifest::{self, SHIPPED};

/// Options of `init`.
#[derive(Debug, Args)]
pub struct Options {
    /// The class of task; without it the classes are listed
    #[arg(value_name = "CLASS")]
    class: Option<String>,
    /// The folder to write to; .cg below the root without it
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Writes a manifest, and the schema that editors check it with.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let Some(class) = &options.class else { return output::print(&classes()) };
    let class = class.strip_suffix(".yaml").unwrap_or(class);
    let Some((name, text)) = SHIPPED.iter().find(|(name, _)| *name == class) else { return Err(unknown(class)) };
    let folder = options.output.clone().unwrap_or_else(|| call.shared.root.join(".cg"));
    let path = folder.join(format!("{name}.yaml"));
    if path.exists() {
        let message = format!("`{}` is there already", path.display());
        return Err(Fault::usage(message, "move it away first, or write to another folder with -o DIR"));
    }
    if options.output.is_none() && !call.shared.root.is_dir() {
        return Err(Fault::usage(
            format!("there is no folder `{}`", call.shared.root.display()),
            "-C DIR names the root",
        ));
    }
    let root = &call.shared.root;
    output::folder(root, &folder)?;
    output::write(root, &path, &text.replace("$schema=../schemas/", "$schema="))?;
    call.say.line(&format!("wrote {}", path.display()));
    beside(call, &folder.join("manifest.schema.json"))?;
    call.say.line(&format!("next: cg-bundle {}{} --plan", path.display(), required(name, text)));
    Ok(())
}

fn beside(call: &CliContext, schema: &Path) -> Result<(), Fault> {
    if !schema.exists() {
        output::write(&call.shared.root, schema, schema::MANIFEST)?;
        call.say.line(&format!("wrote {}", schema.display()));
    }
    Ok(())
}

/// The arguments for the inputs that the manifest cannot do without, with its own examples.
fn required(name: &str, text: &str) -> String {
    let Ok(manifest) = manifest::parse(text.as_bytes(), name) else { return String::new() };
    let required = manifest.inputs.iter().filter(|input| input.required);
    let one_of = manifest.inputs.iter().find(|input| input.one_of);
    required.chain(one_of).map(|it| format!(" --set {}={}", it.name, shell(&it.example.join(",")))).collect()
}

fn classes() -> String {
    let rows = SHIPPED.iter().map(|(name, text)| {
        let manifest = manifest::parse(text.as_bytes(), *name);
        vec![(*name).to_owned(), manifest.map(|it| it.description).unwrap_or_default()]
    });
    table(&rows.collect::<Vec<_>>(), 0)
}

fn unknown(class: &str) -> Fault {
    let names = || SHIPPED.iter().map(|(name, _)| *name);
    let hint = match nearest(class, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the classes are {}", names().collect::<Vec<_>>().join(", ")),
    };
    Fault::usage(format!("no class of task is named `{class}`"), hint)
}
