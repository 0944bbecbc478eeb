//! `query`: one question, without a manifest.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::source::Sources;
use crate::base::escaped_json;
use crate::cli::args::{StaleOptions, StoreOptions};
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::{CliContext, environment};
use crate::manifest::parse_query;
use crate::pipeline::{self, Index};
use crate::primitive::{Answer, Argument, Engine, Hit, Link};

/// Options of `query`.
#[derive(Debug, Args)]
pub struct Options {
    /// A call of a primitive, such as 'import_graph.reverse_lookup(lodash)'
    #[arg(value_name = "CALL")]
    call: String,
    /// text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: Form,
    /// Print the first N files only
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    stale: StaleOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
}

/// Answers the question.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let parsed = parse_query(&options.call)
        .map_err(|diagnostics| Fault::Expression { text: options.call.clone(), diagnostics })?;
    let index = call.index(&options.store, None)?;
    let on_stale = options.stale.on_stale.unwrap_or_default();
    let stale = pipeline::trusted(on_stale, parsed.primitive.role.reads_index(), &index).map_err(Fault::Stale)?;
    let thresholds = pipeline::thresholds(&environment()?);
    let engine = Engine::new(&index.facts).over(&index.tree, stale).with_absences(&index);
    let engine = engine.searching(&index.searcher, thresholds);
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    for note in answer.downgraded.iter().chain(answer.notes.iter().map(|note| &note.text)) {
        call.say.note(note);
    }
    let shown = options.max.unwrap_or(usize::MAX).min(answer.hits.len());
    let hits = &answer.hits[..shown];
    output::print(&match options.format {
        Form::Json => json(&parsed.text, &answer, hits, &engine),
        Form::Text => text(&answer, hits, &engine, &index),
    })?;
    if shown < answer.hits.len() {
        call.say.note(&format!("{} of {} files are shown", shown, answer.hits.len()));
    }
    Ok(())
}

/// A line a file; below it, where the answer is about places in it, a line a place.
fn text(answer: &Answer, hits: &[Hit], engine: &Engine<'_>, index: &Index) -> String {
    let mut sources = Sources::new(index);
    let path = |hit: &Hit| engine.snapshot.path(hit.file);
    let widest = hits.iter().map(|hit| path(hit).chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for hit in hits {
        let chain = answer.chain(engine, hit.file);
        let hops = if hit.hops == 1 { "1 hop".to_owned() } else { format!("{} hops", hit.hops) };
        if !hit.defs.is_empty() || !answer.leads() && is_sites(&chain, hit) {
            let _ = writeln!(out, "{}", path(hit));
            for link in &chain {
                let _ = writeln!(out, "{}", site(link, engine, &mut sources, "  "));
            }
            continue;
        }
        let first = chain.first().map(|link| {
            let at = format!("{}:{}", engine.snapshot.path(link.file), link.at);
            format!("  {at} {} {}", link.relation, link.to)
        });
        let _ = writeln!(out, "{:widest$}  {hops:6}{}", path(hit), first.unwrap_or_default());
    }
    out
}

/// Whether the chain is places in the file itself, and not a way to it.
fn is_sites(chain: &[Link], hit: &Hit) -> bool {
    chain.iter().any(|link| {
        link.file == hit.file
            && matches!(link.relation, "uses" | "uses_package" | "calls" | "matches" | "holds" | "named")
    })
}

/// A base fact with the line that says so.
pub fn site(link: &Link, engine: &Engine<'_>, sources: &mut Sources<'_>, indent: &str) -> String {
    let path = engine.snapshot.path(link.file);
    let quoted = sources.line(path, link.at.line).map_or(String::new(), |line| format!("\n{indent}    | {line}"));
    format!("{indent}{path}:{}  {} {}{quoted}", link.at, link.relation, link.to)
}

#[derive(Serialize)]
struct Answered<'a> {
    query: &'a str,
    returned: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence_floor: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    downgraded: Option<&'a str>,
    notes: Vec<&'a str>,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    hops: u32,
    lines: &'a [u32],
    definitions: Vec<String>,
    chain: Vec<Fact>,
}

#[derive(Serialize)]
struct Fact {
    relation: &'static str,
    from: String,
    to: String,
    at: String,
}

fn json(query: &str, answer: &Answer, hits: &[Hit], engine: &Engine<'_>) -> String {
    let files = hits.iter().map(|hit| File {
        path: engine.snapshot.path(hit.file),
        hops: hit.hops,
        lines: &hit.lines,
        definitions: hit.defs.iter().map(|def| engine.snapshot.qualified_name(*def)).collect(),
        chain: answer.chain(engine, hit.file).into_iter().map(|link| fact(link, engine)).collect(),
    });
    let answered = Answered {
        query,
        returned: answer.hits.len(),
        depth: answer.depth,
        evidence_floor: answer.floor.map(|floor| floor.name()),
        downgraded: answer.downgraded.as_deref(),
        notes: answer.notes.iter().map(|note| note.text.as_str()).collect(),
        files: files.collect(),
    };
    escaped_json(serde_json::to_string_pretty(&answered).unwrap_or_default() + "\n")
}

fn fact(link: Link, engine: &Engine<'_>) -> Fact {
    let at = format!("{}:{}", engine.snapshot.path(link.file), link.at);
    Fact { relation: link.relation, from: link.from, to: link.to, at }
}
