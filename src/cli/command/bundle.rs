//! Answers manifests: the command that needs no name.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::plan;
use crate::base::TextPart;
use crate::bundle::{Bundle, QueryRecord, Status};
use crate::cli::args::{InputOptions, StaleOptions, StoreOptions};
use crate::cli::fault::Fault;
use crate::cli::gate::FailOn;
use crate::cli::output;
use crate::cli::run::{CliContext, Loaded, load};
use crate::cli::say::Say;
use crate::pipeline::{Index, Planned, ScipSelection, filled, planned};
use crate::primitive::Consulted;
use crate::render::{self, FORMATS, Format, MARKDOWN};
use crate::walk;

/// The most bytes of a bundle that is compared.
const MAX_CHECKED: u64 = 256 * 1024 * 1024;

/// Options for answering manifests.
#[derive(Debug, Args)]
pub struct Options {
    /// The manifests to answer, each by itself
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,
    #[command(flatten)]
    inputs: InputOptions,
    /// Write to a file; into a folder (there, or ending in /) as one file a manifest
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    output: Option<PathBuf>,
    /// markdown, json or paths; without it the ending of -o decides, then markdown. The JSON of several manifests is one array
    #[arg(long, value_name = "FORMAT", value_parser = format_named, help_heading = "Output")]
    format: Option<&'static Format>,
    /// Show what each query finds and keeps; no text is read or printed
    #[arg(long, conflicts_with_all = ["output", "format"], help_heading = "Output")]
    plan: bool,
    /// Compare with the bundle in this file, and exit with 1 where they differ; nothing is written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "plan"], help_heading = "Output")]
    check: Option<PathBuf>,
    /// Exit with 1 where a bundle is so: partial, no-results, unknown-name, stale, over-budget; several with commas
    #[arg(long, value_name = "STATES", value_delimiter = ',', conflicts_with = "plan", help_heading = "Output")]
    #[arg(hide_possible_values = true)]
    fail_on: Vec<FailOn>,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    stale: StaleOptions,
}

/// The format of that name, or of that ending.
pub fn format_named(name: &str) -> Result<&'static Format, String> {
    let names: Vec<&str> = FORMATS.iter().map(|it| it.name).collect();
    let named = render::format(name).or_else(|| FORMATS.iter().find(|it| it.extension == name));
    named.ok_or_else(|| format!("the formats are {}", names.join(", ")))
}

/// Where a bundle goes.
enum Target {
    Stdout,
    File(PathBuf),
    Folder(PathBuf),
}

/// Answers the manifests.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let target = target(options)?;
    let format = format(options, &target);
    let (mut loaded, texts) = load(call, &options.manifests, &options.inputs, &options.stale)?;
    let promoted = &options.inputs.promote;
    let mut known = None;
    let mut refused = Vec::new();
    // Two documents after each other are no JSON.
    let n_manifests = loaded.len();
    let is_array = format.name == "json" && n_manifests > 1 && matches!(target, Target::Stdout) && !options.plan;
    let mut array = Vec::new();
    for one in &mut loaded {
        let index = index_for(call, options, one, &mut known)?;
        one.resolve(&texts, index, &call.say);
        let one = &*one;
        let task = one.task(promoted, format);
        let planned = planned(&task, index).map_err(|error| one.fault(error))?;
        if options.plan {
            let title = (n_manifests > 1).then(|| format!("\n{}\n", one.path.display()));
            output::print(&(title.unwrap_or_default() + &plan::shown(&planned)))?;
            continue;
        }
        downgrades(&planned, &call.say);
        let bundle = filled(&task, index, &planned);
        match &options.check {
            Some(path) => refused.extend(difference(&(format.render)(&bundle), path)?),
            None if is_array => array.push((format.render)(&bundle).trim_end().to_owned()),
            None => deliver(&bundle, one, format, &target, call)?,
        }
        report(&bundle, &call.say);
        refused.extend(options.fail_on.iter().filter_map(|gate| {
            let why = gate.refusal(&bundle)?;
            Some(format!("`--fail-on {}`: {}: {why}", gate.name(), one.path.display()))
        }));
    }
    if !array.is_empty() {
        output::print(&format!("[{}]\n", array.join(",\n")))?;
    }
    if refused.is_empty() { Ok(()) } else { Err(Fault::Refused(refused)) }
}

/// The index that a manifest is answered from: most often that of the one before it.
fn index_for<'i>(
    call: &CliContext,
    options: &Options,
    one: &Loaded,
    known: &'i mut Option<(ScipSelection, Index)>,
) -> Result<&'i Index, Fault> {
    let wanted = call.request(&options.store, Some(&one.manifest)).scip;
    let kept = match known.take() {
        Some(kept) if kept.0 == wanted => kept,
        _ => {
            let index = call.index(&options.store, Some(&one.manifest))?;
            if options.plan {
                output::print(&plan::index(&index))?;
            }
            (wanted, index)
        }
    };
    Ok(&known.insert(kept).1)
}

fn target(options: &Options) -> Result<Target, Fault> {
    if options.check.is_some() && options.manifests.len() > 1 {
        let message = "`--check` compares one bundle with one file";
        return Err(Fault::usage(message, "name one manifest at a time"));
    }
    let Some(path) = &options.output else { return Ok(Target::Stdout) };
    if path.as_os_str() == "-" {
        return Ok(Target::Stdout);
    }
    if path.is_dir() || path.to_string_lossy().ends_with('/') {
        let names = options.manifests.iter().map(|it| output::file_name(it.file_stem().unwrap_or_default(), ""));
        let mut stems: Vec<String> = names.map(|name| name.trim_end_matches('.').to_owned()).collect();
        stems.sort_unstable();
        if let Some(twice) = stems.windows(2).find(|pair| pair[0] == pair[1]) {
            let stem = &twice[0];
            let message = format!("two manifests would be written as `{stem}` in `{}`", path.display());
            return Err(Fault::usage(message, "give them names of their own, or write them one by one"));
        }
        return Ok(Target::Folder(path.clone()));
    }
    if options.manifests.len() > 1 {
        let message =
            format!("{} manifests cannot be written to one file `{}`", options.manifests.len(), path.display());
        return Err(Fault::usage(message, format!("write `-o {}/` for a folder with one file each", path.display())));
    }
    Ok(Target::File(path.clone()))
}

fn format(options: &Options, target: &Target) -> &'static Format {
    let ending = match target {
        Target::File(path) => path.extension().and_then(|it| it.to_str()),
        _ => None,
    };
    let ending = ending.or_else(|| options.check.as_ref()?.extension()?.to_str());
    let by_ending = || FORMATS.iter().find(|it| Some(it.extension) == ending);
    options.format.or_else(by_ending).unwrap_or(&MARKDOWN)
}

/// Why a file is not the bundle that would be written; `None` where it is.
fn difference(text: &str, path: &Path) -> Result<Option<String>, Fault> {
    let read = walk::named(path, MAX_CHECKED).map_err(|refusal| Fault::File {
        what: "read",
        path: path.to_owned(),
        source: refusal.into(),
    })?;
    if read == text.as_bytes() {
        return Ok(None);
    }
    let old = String::from_utf8_lossy(&read);
    let line = old.lines().zip(text.lines()).take_while(|(old, new)| old == new).count() + 1;
    Ok(Some(format!("`--check {}`: the bundle would change, first in line {line}", path.display())))
}

fn deliver(bundle: &Bundle, one: &Loaded, format: &Format, target: &Target, call: &CliContext) -> Result<(), Fault> {
    let text = (format.render)(bundle);
    let root = &call.shared.root;
    let path = match target {
        Target::Stdout => return output::print(&text),
        Target::File(path) => path.clone(),
        Target::Folder(folder) => {
            output::folder(root, folder)?;
            folder.join(output::file_name(one.path.file_stem().unwrap_or_default(), format.extension))
        }
    };
    output::write(root, &path, &text)?;
    let used = &bundle.budget.used;
    let files = if used.files == 1 { "file" } else { "files" };
    let seal = bundle.seal.part(..12);
    call.say.line(&format!("wrote {} ({} {files}, about {} tokens, {seal})", path.display(), used.files, used.tokens));
    Ok(())
}

/// A query was answered by less than it asks for.
#[derive(Serialize)]
struct Downgrade<'a> {
    event: &'static str,
    query: &'a str,
    compute: &'a str,
    /// Sources consulted, in order.
    chain: Vec<&'a str>,
    why: &'a str,
}

/// Tells of each query that was answered by less than it asks for (S3.18).
fn downgrades(planned: &Planned<'_>, say: &Say) {
    for step in planned.plan.bands.iter().flat_map(|band| &band.steps) {
        let Some(why) = step.fallback.as_ref().or(step.answer.downgraded.as_ref()) else { continue };
        let chain: Vec<Consulted> = step.chain().collect();
        say.event(&Downgrade {
            event: "downgrade",
            query: &step.name,
            compute: &step.call,
            chain: chain.iter().map(|it| it.source.as_str()).collect(),
            why,
        });
    }
}

/// Says what a reader of the bundle must know before reading it.
fn report(bundle: &Bundle, say: &Say) {
    for query in &bundle.queries {
        remarks(query, bundle.index.scip.is_some()).iter().for_each(|text| say.note(text));
    }
    if bundle.status == Status::NoResults {
        say.warn(
            &format!("no query and no name of `{}` found anything", bundle.task_class),
            Some("`--plan` shows the call of each query"),
        );
    }
    say.detail(&format!("{}.", bundle.summary));
}

fn remarks(query: &QueryRecord, has_index: bool) -> Vec<String> {
    let name = if query.is_globs { format!("`globs` of {}", query.band) } else { format!("`{}`", query.name) };
    let mut remarks: Vec<String> = Vec::new();
    remarks.extend(query.fallback.iter().map(|what| format!("{name}: {what}")));
    // Without an index the text answers, which is the usual state; the bundle says so.
    remarks.extend(query.downgraded.iter().filter(|_| has_index).map(|what| format!("{name}: {what}")));
    remarks.extend(query.notes.iter().map(|what| format!("{name}: {what}")));
    let no_room = query.deferred - query.aside - query.sufficient;
    if no_room > 0 {
        let (shown, returned) = (query.included, query.returned);
        remarks
            .push(format!("{name} returned {returned} files; {shown} are shown, {no_room} had no room in the budget"));
    }
    remarks
}
