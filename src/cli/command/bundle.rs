//! Answers manifests: the command that needs no name.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::{fleet, plan};
use crate::base::counted;
use crate::bundle::Bundle;
use crate::cli::args::{InputOptions, StaleOptions, StoreOptions};
use crate::cli::environment::has_model;
use crate::cli::fault::Fault;
use crate::cli::gate::FailOn;
use crate::cli::hot::{self, HotView, SharedView};
use crate::cli::limits::limit_threads;
use crate::cli::output;
use crate::cli::run::{CliContext, Loaded, load};
use crate::cli::say::Say;
use crate::cli::written_request::WrittenRequest;
use crate::pipeline::{Engines, Glanced, Index, Planned, ScipSelection, filled};
use crate::primitive::Consulted;
use crate::render::{self, BundleJson, FORMATS, Format, MARKDOWN, TOKENIZER};
use crate::walk;

/// The most bytes of a bundle that is compared.
pub const MAX_CHECKED: u64 = 256 * 1024 * 1024;

/// Options for answering manifests.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// The manifests to answer, each by itself
    #[arg(value_name = "MANIFEST", required = true)]
    pub manifests: Vec<PathBuf>,
    #[command(flatten)]
    pub inputs: InputOptions,
    /// Answer the manifests in each repository of this fleet file that the packages, modules and symbols of the inputs lead to;
    /// -o names a folder with a folder a repository
    #[arg(long, value_name = "FLEET", conflicts_with_all = ["check", "stats"], help_heading = "Inputs")]
    pub fleet: Option<PathBuf>,
    /// Write to a file; into a folder (there, or ending in /) as one file a manifest
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// markdown, json, html, xml, paths, dot or mermaid; without it the ending of -o decides, then markdown. The JSON of
    /// several manifests is one array
    #[arg(long, value_name = "FORMAT", value_parser = format_named, help_heading = "Output")]
    pub format: Option<&'static Format>,
    /// Show what each query finds and keeps; no text is read or printed
    #[arg(long, conflicts_with_all = ["output", "format"], help_heading = "Output")]
    pub plan: bool,
    /// Print what takes the tokens, by query and file, in place of the bundle; -o writes the bundle as well
    #[arg(long, conflicts_with_all = ["plan", "check"], help_heading = "Output")]
    pub stats: bool,
    /// Compare with the bundle in this file, and exit with 1 where they differ; nothing is written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "plan"], help_heading = "Output")]
    pub check: Option<PathBuf>,
    /// Exit with 1 where a bundle is so: partial, no-results, unknown-name, stale, over-budget; several with commas
    #[arg(long, value_name = "STATES", value_delimiter = ',', conflicts_with = "plan", help_heading = "Output")]
    #[arg(hide_possible_values = true)]
    pub fail_on: Vec<FailOn>,
    /// Answer anew, and keep no answer: without it the answer to a request that was answered before, over the same
    /// content, is printed again
    #[arg(long, help_heading = "Index")]
    pub no_cache: bool,
    #[command(flatten)]
    pub store: StoreOptions,
    #[command(flatten)]
    pub stale: StaleOptions,
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
    if let Some(path) = &options.fleet {
        return fleet::bundles::run(call, options, path);
    }
    let target = target(options)?;
    let format = format(options, &target);
    if let ([path], true) = (&options.manifests[..], is_kept(options, call)) {
        return kept(call, options, path, format, &target);
    }
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
        one.resolve(&texts, index, &call.say).iter().for_each(|remark| call.say.note(remark));
        let one = &*one;
        let task = one.task(promoted, format);
        let planned = call.planned(one, &task, &Engines::new(index, &one.environment))?;
        if options.plan {
            let title = (n_manifests > 1).then(|| format!("\n{}\n", one.path.display()));
            output::print(&(title.unwrap_or_default() + &plan::shown(&planned)))?;
            continue;
        }
        downgrades(&planned, &call.say);
        let bundle = filled(&task, index, &planned);
        let view = HotView::of(&bundle, format);
        match &options.check {
            Some(path) => refused.extend(difference(&view.text, path)?),
            None if options.stats => {
                if !matches!(target, Target::Stdout) {
                    deliver(&view, &one.path, format, &target, call)?;
                }
                stats(index, &bundle)?;
            }
            None if is_array => array.push(view.text.trim_end().to_owned()),
            None => deliver(&view, &one.path, format, &target, call)?,
        }
        view.report(&call.say);
        call.say.detail(&format!("{}.", bundle.summary));
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

/// Whether the answer may be one that is kept: one that is printed or written, with nothing beside it.
fn is_kept(options: &Options, call: &CliContext) -> bool {
    let has_gate = options.plan || options.stats || options.check.is_some() || !options.fail_on.is_empty();
    !has_gate
        && !has_model()
        && !options.no_cache
        && !options.store.no_store
        && !options.store.verify
        && call.say.is_plain()
}

/// Prints what takes the tokens of a bundle. Counts of the same texts are kept.
fn stats(index: &Index, bundle: &Bundle) -> Result<(), Fault> {
    let Some(json) = BundleJson::of(bundle) else { return Ok(()) };
    let kept = index.counts(&json, hot::most_age()?);
    output::print(&render::stats(&json, TOKENIZER, &|text| kept.of(text)))
}

/// Answers one manifest: with the answer that is kept of the same request over the same content, else anew.
fn kept(call: &CliContext, options: &Options, path: &Path, format: &Format, target: &Target) -> Result<(), Fault> {
    let written = WrittenRequest::of(path, &options.inputs, &options.stale, format, &call.shared.root);
    let glanced = written.as_ref().and_then(|_| call.glance(&options.store));
    if let Some(view) =
        written.as_ref().zip(glanced.as_ref()).and_then(|(written, glanced)| at_a_glance(written, glanced))
    {
        limit_threads(&call.say);
        call.notes(&[]);
        deliver(&view, path, format, target, call)?;
        view.report(&call.say);
        return Ok(());
    }
    let (mut loaded, texts) = load(call, &options.manifests, &options.inputs, &options.stale)?;
    let Some(one) = loaded.first_mut() else { return Ok(()) };
    let written = written.filter(|written| written.is_all_of(one));
    let looked = call.look_on(glanced, &options.store, Some(&one.manifest))?;
    let most_age = hot::most_age()?;
    let promoted = &options.inputs.promote;
    let content = looked.content();
    let key = content.map(|content| match &written {
        Some(written) => written.key(&content),
        None => hot::key(one, &texts, promoted, format, &content),
    });
    if let Some(view) = key.and_then(|key| HotView::read(&looked.view(&key, most_age)?)) {
        call.notes(looked.notes());
        deliver(&view, path, format, target, call)?;
        view.report(&call.say);
        return Ok(());
    }
    let shared = looked.shared_content().map(|content| hot::request_key(one, &texts, promoted, format, &content));
    let taken = shared.and_then(|key| SharedView::read(&looked.shared_answer(&key)?));
    let view = match taken {
        Some(taken) => {
            let view = taken.alone();
            if let Some((content, key)) = content.zip(key) {
                looked.keep_view(&content, &key, view.bytes(), most_age);
            }
            call.notes(looked.notes());
            view
        }
        None => {
            let index = call.indexed(looked)?;
            let remarks = one.resolve(&texts, &index, &call.say);
            let task = one.task(promoted, format);
            let planned = call.planned(one, &task, &Engines::new(&index, &one.environment))?;
            downgrades(&planned, &call.say);
            let made = SharedView { view: HotView::of(&filled(&task, &index, &planned), format), remarks };
            if let Some(key) = &shared {
                index.share_answer(call.shared_store.get(&options.store)?.as_ref(), key, made.bytes());
            }
            let view = made.alone();
            if let Some((content, key)) = content.zip(key) {
                index.keep_view(&content, &key, view.bytes(), most_age);
            }
            view
        }
    };
    deliver(&view, path, format, target, call)?;
    view.report(&call.say);
    Ok(())
}

/// The answer that is kept of a request as it is written, where a glance proves that the content is the same.
fn at_a_glance(written: &WrittenRequest, glanced: &Glanced) -> Option<HotView> {
    let (looked, most_age) = (glanced.known()?, hot::most_age().ok()?);
    HotView::read(&looked.view(&written.key(&looked.content()?), most_age)?)
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

fn deliver(view: &HotView, manifest: &Path, format: &Format, target: &Target, call: &CliContext) -> Result<(), Fault> {
    let text = &view.text;
    let root = &call.shared.root;
    let path = match target {
        Target::Stdout => return output::print(text),
        Target::File(path) => path.clone(),
        Target::Folder(folder) => {
            output::folder(root, folder)?;
            folder.join(output::file_name(manifest.file_stem().unwrap_or_default(), format.extension))
        }
    };
    output::write(root, &path, text)?;
    let files = counted(view.files, "file");
    call.say.line(&format!("wrote {} ({files}, about {} tokens, {})", path.display(), view.tokens, view.seal));
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
