//! `explain`: why a file is in the bundle of a manifest, or why it is not; and how the names at a place were resolved.

use std::fmt::Write;
use std::path::PathBuf;

use cg_rules::FileId;
use clap::Args;

use super::absent;
use super::explain_place::WrittenPlace;
use super::query::site;
use super::source::Sources;
use crate::base::printable;
use crate::bundle::{Bundle, Gate, Item, Omission, View};
use crate::cli::args::{InputOptions, StaleOptions, StoreOptions};
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::{CliContext, Loaded, load};
use crate::pipeline::{Index, Planned, filled, planned};
use crate::plan::{PlannedBand, Step};
use crate::render::MARKDOWN;

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct Options {
    /// The manifest; or, alone, a place: FILE:LINE:COLUMN, or FILE:LINE for all that the line says. A column counts
    /// bytes, from 1
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The file, by its path from the root
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    pub inputs: InputOptions,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    stale: StaleOptions,
}

/// Explains one file, or one place.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let Some(file) = &options.file else { return of_place(call, options) };
    let (loaded, texts) = load(call, std::slice::from_ref(&options.manifest), &options.inputs, &options.stale)?;
    let Some(mut one) = loaded.into_iter().next() else { return Ok(()) };
    let index = call.index(&options.store, Some(&one.manifest))?;
    one.resolve(&texts, &index, &call.say).iter().for_each(|remark| call.say.note(remark));
    let task = one.task(&options.inputs.promote, &MARKDOWN);
    let planned = planned(&task, &index).map_err(|error| one.fault(error))?;
    let bundle = filled(&task, &index, &planned);
    let path = absent::relative(file, &index);
    let Some(file) = index.facts.file(&path) else {
        return output::print(&absent::unknown(&path, "not in the bundle", &index)?);
    };
    let explained = Explained { one: &one, index: &index, planned: &planned, bundle: &bundle, file, path: &path };
    output::print(&explained.text())
}

/// Explains how the names at a place were resolved.
fn of_place(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let written = options.manifest.to_string_lossy();
    let Some(place) = WrittenPlace::parse(&written) else {
        return Err(Fault::usage(
            format!("`{written}` is no place in a file"),
            "name a manifest and a file, or a place alone: `explain FILE:LINE:COLUMN`",
        ));
    };
    let index = call.index(&options.store, None)?;
    output::print(&place.explain(&index)?)
}

/// A file, and everything that may say why.
struct Explained<'a> {
    one: &'a Loaded,
    index: &'a Index,
    planned: &'a Planned<'a>,
    bundle: &'a Bundle,
    file: FileId,
    path: &'a str,
}

impl Explained<'_> {
    fn text(&self) -> String {
        let mut items = self.bundle.bands.iter().flat_map(|band| &band.items);
        let item = items.find(|item| item.path == self.path);
        let mut out = match item {
            Some(item) => shown(item),
            None => format!("{}  not in the bundle\n", self.path),
        };
        let mut n_steps = 0;
        let mut sources = Sources::new(self.index);
        for band in &self.planned.plan.bands {
            for step in &band.steps {
                if step.answer.hits.iter().any(|hit| hit.file == self.file) {
                    n_steps += 1;
                    self.step(band, step, item, &mut sources, &mut out);
                }
            }
        }
        if n_steps == 0 && item.is_some() {
            out += "\nfocus: it holds what is named, or a step of the flow\n";
        } else if n_steps == 0 {
            out += &absent::unreached(self.file, self.index, self.bundle);
        }
        out
    }

    /// Prints one query's account of the file: its rank, its outcome, and the base facts behind it.
    fn step(&self, band: &PlannedBand, step: &Step, item: Option<&Item>, sources: &mut Sources<'_>, out: &mut String) {
        let name = &step.name;
        let _ = writeln!(out, "\n{}.{name}{}", band.band.name(), self.place(step));
        let _ = writeln!(out, "  = {}", step.call);
        if !step.why.is_empty() {
            let _ = writeln!(out, "  {}", step.why);
        }
        if let Some(what) = self.lost(band, step, item) {
            let _ = writeln!(out, "  left out: {what}");
        }
        for link in step.answer.chain(&self.planned.engine, self.file) {
            let _ = writeln!(out, "{}", site(&link, &self.planned.engine, sources, "  "));
        }
        for (name, values, origins) in self.planned.bound.inputs().filter(|(name, ..)| step.call.contains(name)) {
            let from: Vec<String> = origins.iter().map(ToString::to_string).collect();
            let short: String = printable(&values.join(", ")).chars().take(80).collect();
            let _ = writeln!(out, "  with {name} = {short}  ({})", from.join(", "));
        }
    }

    fn place(&self, step: &Step) -> String {
        let Some(rank) = step.rank(self.file) else { return String::new() };
        let hit = step.answer.hits.iter().find(|hit| hit.file == self.file);
        let hops = hit.map_or(0, |hit| hit.hops);
        let hops = match (step.primitive(), hops) {
            (None, _) | (_, 0) => String::new(),
            (_, 1) => ", 1 hop".to_owned(),
            (_, hops) => format!(", {hops} hops"),
        };
        format!("  rank {rank} of {}{hops}", step.returned())
    }

    /// Why the query did not bring the file into the bundle; `None` where it did, or another did.
    fn lost(&self, band: &PlannedBand, step: &Step, item: Option<&Item>) -> Option<String> {
        let over = step.over_cap.iter().position(|hit| hit.file == self.file);
        if over.is_some_and(|at| at < step.n_behind) {
            return Some(format!(
                "behind the first files of a search that is sure; `--promote {}` shows it",
                self.path
            ));
        }
        if over.is_some() {
            let (most, line) = (step.max_files.unwrap_or(0), self.line(&step.name));
            return Some(format!("past `max_files: {most}` of this query{line}"));
        }
        if !step.kept.iter().any(|hit| hit.file == self.file) {
            return Some(format!("`exclude:` of {} takes it out", band.band.name()));
        }
        if item.is_some() {
            return None;
        }
        let mut left = self.bundle.left_out.iter();
        let reason = left.find(|left| left.path == self.path && left.query == step.name).map(|left| left.reason);
        let ceiling = &self.bundle.budget.ceiling;
        let used = &self.bundle.budget.used;
        Some(match reason {
            Some(Omission::Aside) => {
                "a test, an example, a fixture, vendored or generated, and nobody asks for it by name".to_owned()
            }
            Some(Omission::Sufficient) => {
                "the answer is complete without it; a glob, an input or a name shows it".to_owned()
            }
            Some(Omission::Band) => format!("no room: the manifest bounds the sources of `{}`", band.band),
            Some(Omission::MaxFiles) => {
                format!("the text of {} files is shown at the most (`max_files`)", ceiling.max_files.unwrap_or(0))
            }
            Some(Omission::Budget | Omission::OverCap) | None => format!(
                "no room: {} of {} characters are used (bound by `{}`)",
                used.chars, ceiling.max_chars, ceiling.bound_by
            ),
        })
    }

    /// Where the manifest states a query.
    fn line(&self, name: &str) -> String {
        let query = self.one.manifest.queries().find(|(_, query)| query.name == name);
        query.map_or(String::new(), |(_, query)| format!(" ({})", self.one.manifest.stated(&self.one.path, query)))
    }
}

fn shown(item: &Item) -> String {
    let reduced = item.reduced.map_or(String::new(), |why| format!(" (reduced: {why})"));
    let tokens = if item.view == View::Listed { String::new() } else { format!(", about {} tokens", item.tokens) };
    let mut out = format!("{}  {}, {}{reduced}{tokens}\n", item.path, item.band, item.view);
    if let Some(sizing) = &item.sizing {
        let _ = writeln!(out, "  size: {}; {} of {} characters", sizing.because, item.chars, sizing.full_chars);
        if let Some(gate) = &sizing.gate {
            let _ = writeln!(out, "  gate: {}", gate_text(gate));
        }
    }
    out
}

/// The answers of the gate's questions, and what follows.
fn gate_text(gate: &Gate) -> String {
    let asked = [
        (gate.on_spine, "on a call path of the request"),
        (gate.sibling, "one of many siblings"),
        (gate.named_unique, "named"),
        (gate.defines_family, "declares a family"),
    ];
    let true_of_it: Vec<&str> = asked.iter().filter(|(is_so, _)| *is_so).map(|(_, what)| *what).collect();
    let so = if true_of_it.is_empty() {
        "on no call path of the request, no sibling".to_owned()
    } else {
        true_of_it.join(", ")
    };
    let what = if gate.collapses { "collapses" } else { "stays" };
    let because = if gate.because.is_empty() { String::new() } else { format!(" ({})", gate.because) };
    format!("{what}: {so}{because}")
}
