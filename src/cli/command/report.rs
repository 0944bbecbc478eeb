//! `report`: a bundle that was made before, as a page, a comment or a graph.

use std::io::Read;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::bundle::MAX_CHECKED;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::render::{self, BundleJson, TOKENIZER};
use crate::walk;

/// Options of `report`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cg-bundle pr-review --from diff:main.. -o bundle.json; cg-bundle report bundle.json -o report.html
  cg-bundle report bundle.json --format comment > comment.md
  cg-bundle report bundle.json --format stats")]
pub struct Options {
    /// The bundle, made with --format json; - is standard input
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// html, comment (Markdown for a pull request), stats (what takes the tokens), xml, dot or mermaid
    #[arg(long, value_name = "FORMAT", default_value = "html", hide_possible_values = true)]
    format: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Html,
    Comment,
    Stats,
    Xml,
    Dot,
    Mermaid,
}

/// Writes the report.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let bundle = read(&options.bundle)?;
    let text = match options.format {
        Form::Html => render::html(&bundle),
        Form::Comment => render::comment(&bundle),
        Form::Stats => render::stats(&bundle, TOKENIZER, &render::count),
        Form::Xml => render::xml(&bundle),
        Form::Dot => render::dot(&bundle),
        Form::Mermaid => render::mermaid(&bundle),
    };
    match options.output.as_ref().filter(|path| path.as_os_str() != "-") {
        None => output::print(&text),
        Some(path) => {
            output::write(&call.shared.root, path, &text)?;
            call.say.line(&format!("wrote {}", path.display()));
            Ok(())
        }
    }
}

fn read(path: &std::path::Path) -> Result<BundleJson, Fault> {
    let file = |source| Fault::File { what: "read", path: path.to_owned(), source };
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(MAX_CHECKED).read_to_end(&mut bytes).map_err(file)?;
        bytes
    } else {
        walk::named(path, MAX_CHECKED).map_err(|refusal| file(refusal.into()))?
    };
    let hint = "make it with `--format json`, or `-o` a name that ends in .json; of several manifests, one at a time";
    let bundle = BundleJson::read(&bytes)
        .map_err(|error| Fault::usage(format!("`{}` is no bundle in JSON: {error}", path.display()), hint))?;
    match bundle.version {
        1 => Ok(bundle),
        other => Err(Fault::usage(format!("`{}` has the version {other}; this program reads 1", path.display()), hint)),
    }
}
