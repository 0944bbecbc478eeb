//! `init`: writes a shipped manifest to start from.

use std::path::{Path, PathBuf};

use clap::Args;

use super::table::table;
use super::{lint_here, schema};
use crate::base::{TextPart, nearest, path};
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::input::shell;
use crate::language;
use crate::manifest::{self, SHIPPED};
use crate::primitive::ArgType;
use crate::walk::{self, Tree};

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
    let text = text.replace("$schema=../schemas/", "$schema=");
    let text = if options.output.is_none() { fitted(&text, name, root) } else { text };
    output::folder(root, &folder)?;
    output::write(root, &path, &text)?;
    call.say.line(&format!("wrote {}", path.display()));
    beside(call, &folder.join("manifest.schema.json"))?;
    call.say.line(&format!("next: cg-bundle {}{} --plan", path.display(), required(name, &text)));
    Ok(())
}

/// The text of a manifest for a repository: the examples are files of it, as messages show them in commands, and a glob that
/// matches none of its files is a comment.
fn fitted(text: &str, name: &str, root: &Path) -> String {
    let Ok(tree) = walk::walk(root) else { return text.to_owned() };
    let text = lint_here::without_idle_globs(text, &tree);
    match source(&tree) {
        Some(source) => with_example(&text, name, &source),
        None => text,
    }
}

/// A source of a repository: the one with the fewest folders before it, tests last.
fn source(tree: &Tree) -> Option<String> {
    let paths = tree.files.iter().map(|file| &*file.path);
    let sources = paths.filter(|path| language::of_path(path).is_some() && !path::is_glob(path));
    let rank = |path: &&str| (language::is_test(path), path.matches('/').count(), path.len(), (*path).to_owned());
    sources.min_by_key(rank).map(str::to_owned)
}

/// The text of a manifest in which every example of files is that file.
fn with_example(text: &str, name: &str, source: &str) -> String {
    let Ok(manifest) = manifest::parse(text.as_bytes(), name) else { return text.to_owned() };
    let mut text = text.to_owned();
    let files = manifest.inputs.iter().filter(|input| input.arg_type == ArgType::Files && input.declared);
    let mut starts: Vec<usize> = files.map(|input| input.span.start).collect();
    starts.sort_unstable();
    for start in starts.into_iter().rev() {
        let line = text.part(start..).lines().next().unwrap_or_default();
        let Some((head, rest)) = line.split_once("example: [") else { continue };
        let Some(end) = rest.find(']') else { continue };
        let from = start + head.len() + "example: [".len();
        // A text of JSON is one of YAML.
        text.replace_range(from..from + end, &serde_json::Value::from(source).to_string());
    }
    text
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
