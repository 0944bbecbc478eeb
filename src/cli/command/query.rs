//! `query`: one question, without a manifest.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use cg_rules::{FileId, Id};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::fleet::{self, FleetForm};
use super::source::Sources;
use crate::base::{counted, escaped_json, visible};
use crate::cli::args::{StaleOptions, StoreOptions};
use crate::cli::environment::{environment, has_model};
use crate::cli::fault::Fault;
use crate::cli::from::{self, NamedValues, TaskText};
use crate::cli::hot::{self, HotAnswer};
use crate::cli::run::CliContext;
use crate::facts::{MentionMeaning, NONE};
use crate::manifest::{QueryCall, parse_query};
use crate::pipeline::{self, Index};
use crate::primitive::{Answer, Argument, Engine, Hit, Link, MentionSense, MentionVerdict, Mentioned, Note, NoteKind};
use crate::store::{decode, encode};

/// Options of `query`.
#[derive(Debug, Args)]
pub struct Options {
    /// A call of a primitive, such as 'import_graph.reverse_lookup(lodash)'
    #[arg(value_name = "CALL")]
    call: String,
    /// Read a task as it arrives; the call names its values, as in files: diff.files, diff.symbols, trace.files
    #[arg(long = "from", value_name = "FORM:TEXT")]
    from: Vec<String>,
    /// text, json, paths or tsv
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: Form,
    /// End each path with a NUL in place of a line end, for xargs -0
    #[arg(short = '0', long)]
    null: bool,
    /// Where the answer may lack something, print every test file in place of it, or every source file where the call is
    /// not about tests; tests are then looked for as deep as `depth` may be, unless the call states it
    #[arg(long)]
    or_all: bool,
    /// Print the first N files only
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    /// Ask all repositories of this fleet file, which `cg-bundle fleet build` makes
    #[arg(long, value_name = "FLEET", conflicts_with_all = ["from", "or_all"])]
    fleet: Option<PathBuf>,
    /// Answer anew, and keep no answer: without it the answer to a question that was answered before, over the same
    /// content, is printed again
    #[arg(long, help_heading = "Index")]
    no_cache: bool,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    stale: StaleOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
    Paths,
    Tsv,
}

/// Answers the question.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let parsed = parse_query(&options.call)
        .map_err(|diagnostics| Fault::Expression { text: options.call.clone(), diagnostics })?;
    if let Some(path) = &options.fleet {
        return fleet::answer::run(path, &parsed, options.fleet_form(), options.max, &call.say);
    }
    let texts = from::read(&options.from, &call.shared.root).map_err(Fault::All)?;
    let looked = call.look(&options.store, None)?;
    let most_age = hot::most_age()?;
    let is_kept =
        !has_model() && !options.no_cache && !options.store.no_store && !options.store.verify && call.say.is_plain();
    let content = if is_kept { looked.content() } else { None };
    let environment = environment()?;
    let key = content.map(|content| hot::key_of_query(&options.question(), &texts, &environment, &content));
    if let Some(answer) = key.and_then(|key| decode::<HotAnswer>(&looked.view(&key, most_age)?)) {
        call.notes(looked.notes());
        return answer.deliver(&call.say);
    }
    let index = call.indexed(looked)?;
    let answer = answered(options, &parsed, &texts, &environment, &index)?;
    if let Some((content, key)) = content.zip(key) {
        index.keep_view(&content, &key, encode(&answer), most_age);
    }
    answer.deliver(&call.say)
}

impl Options {
    fn fleet_form(&self) -> FleetForm {
        match self.format {
            Form::Text => FleetForm::Text,
            Form::Json => FleetForm::Json,
            Form::Paths => FleetForm::Paths { null: self.null },
            Form::Tsv => FleetForm::Tsv,
        }
    }

    /// Everything that the answer depends on beside the repository.
    fn question(&self) -> Vec<String> {
        let on_stale = self.stale.on_stale.unwrap_or_default().name();
        let options = [format!("{:?}", self.format), format!("{:?}", self.max), on_stale.to_owned()];
        let flags = [self.null, self.or_all].map(|flag| flag.to_string());
        std::iter::once(self.call.clone()).chain(options).chain(flags).collect()
    }
}

/// Answers the question, as it is printed.
fn answered(
    options: &Options,
    parsed: &QueryCall,
    texts: &[Arc<TaskText>],
    environment: &[(String, String)],
    index: &Index,
) -> Result<HotAnswer, Fault> {
    let on_stale = options.stale.on_stale.unwrap_or_default();
    let stale = pipeline::trusted(on_stale, parsed.primitive.role.reads_index(), index).map_err(Fault::Stale)?;
    let thresholds = pipeline::thresholds(environment);
    let engine = Engine::new(&index.facts).over(&index.tree, stale).with_index(index);
    let engine = engine.searching(&index.searcher, thresholds);
    let mut before = Vec::new();
    let NamedValues { values, gone, coverage } = from::named(texts, index, &mut before);
    let is_about_tests = parsed.primitive.name.starts_with("test_inventory.");
    if !coverage.is_empty() && !is_about_tests {
        before.push("what tests executed changes nothing here: this call does not ask for tests".to_owned());
    }
    let engine = engine.for_task(&gone, &coverage);
    let mut invocation = parsed.invocation(|arg| match values.get(&arg.word().text) {
        Some(values) => values.iter().cloned().map(Argument::Text).collect(),
        None => vec![Argument::Text(arg.word().text.clone())],
    });
    let deepest = parsed.primitive.depth().map(|depth| depth.ceiling);
    if options.or_all && is_about_tests && invocation.depth.is_none() {
        invocation.depth = deepest;
    }
    let answer = engine.answer(&invocation);
    before.extend(answer.downgraded.iter().chain(answer.notes.iter().map(|note| &note.text)).cloned());
    before.extend(elsewhere(&answer, &engine));
    let ended = answer.ended_at.map(|at| {
        let hops = counted(at as usize, "hop");
        let deeper = deepest.filter(|deepest| at < *deepest);
        let deeper = deeper.map_or(String::new(), |deepest| format!("; `depth={deepest}` goes on"));
        format!("the walk ended at its depth of {hops}, and definitions lead on from there{deeper}")
    });
    let doubt = doubt(&answer);
    before.extend(ended.clone().filter(|_| doubt.is_some() || !options.or_all));
    let shown = options.max.unwrap_or(usize::MAX).min(answer.hits.len());
    let hits = &answer.hits[..shown];
    if let Some(why) = doubt.or(ended).filter(|_| options.or_all) {
        before.push(format!("all {} files are printed: {why}", if is_about_tests { "test" } else { "source" }));
        let rows = index.facts.files.iter().enumerate();
        let wanted = rows.filter(|(_, row)| if is_about_tests { row.is_test } else { row.language != NONE });
        let text = paths(wanted.map(|(at, _)| index.facts.path(FileId::of(at))), options.null);
        return Ok(HotAnswer { text, is_raw: true, before, behind: None });
    }
    let is_raw = options.format == Form::Paths;
    let text = match &options.format {
        Form::Paths => paths(hits.iter().map(|hit| engine.snapshot.path(hit.file)), options.null),
        Form::Tsv => tsv(&answer, hits, &engine),
        Form::Json => json(&parsed.text, &answer, hits, &engine),
        Form::Text => text(&answer, hits, &engine, index),
    };
    let is_cut = shown < answer.hits.len() && !is_raw;
    let behind = is_cut.then(|| format!("{} of {} files are shown", shown, answer.hits.len()));
    Ok(HotAnswer { text, is_raw, before, behind })
}

/// Why an answer may lack something; `None` where every name is known and every site decided.
fn doubt(answer: &Answer) -> Option<String> {
    let is_open = |note: &&Note| !matches!(note.kind, NoteKind::Remark | NoteKind::Settled);
    let note = answer.notes.iter().find(is_open).map(|note| note.text.clone());
    let none = answer.hits.is_empty().then(|| "the answer is empty".to_owned());
    answer.downgraded.clone().or(note).or(none)
}

/// The paths, each ended; a path with a line end in it needs the NUL.
fn paths<'p>(files: impl Iterator<Item = &'p str>, null: bool) -> String {
    let end = if null { '\0' } else { '\n' };
    files.map(|path| if null { format!("{path}{end}") } else { format!("{}{end}", visible(path)) }).collect()
}

/// A row a file: path, hops, and the first fact of its chain.
fn tsv(answer: &Answer, hits: &[Hit], engine: &Engine<'_>) -> String {
    let cell = |text: &str| visible(text).replace('\t', " ");
    let row = |hit: &Hit| {
        let chain = answer.chain(engine, hit.file);
        let fact = chain.first().map_or(["", "", ""].map(str::to_owned), |link| {
            [format!("{}:{}", engine.snapshot.path(link.file), link.at), link.relation.to_owned(), link.to.clone()]
        });
        let path = cell(engine.snapshot.path(hit.file));
        format!("{path}\t{}\t{}\n", hit.hops, fact.map(|it| cell(&it)).join("\t"))
    };
    hits.iter().map(row).collect()
}

/// The places that an answer does not list: those that mean the same, and those that mean something else.
fn elsewhere(answer: &Answer, engine: &Engine<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    for (verdict, what) in [
        (MentionVerdict::Meant, "more where the file declares or imports it"),
        (MentionVerdict::Other, "for something else"),
    ] {
        for of_name in answer.mentioned.chunk_by(|one, other| one.name == other.name) {
            let rows: Vec<&Mentioned> = of_name.iter().filter(|row| row.verdict == verdict).collect();
            let count: usize = rows.iter().map(|row| row.count()).sum();
            if let (Some(first), true) = (rows.first(), count > 0) {
                let name = engine.snapshot.names.get(first.name);
                let parts: Vec<String> = rows.iter().map(|row| part(row, engine)).collect();
                let times = counted(count, "time");
                notes.push(format!("`{name}` stands in code {times} {what}: {}", parts.join(", ")));
            }
        }
    }
    notes
}

/// A number of mentions in the words of their meaning.
fn part(row: &Mentioned, engine: &Engine<'_>) -> String {
    let what = match row.meaning {
        MentionSense::Fact(meaning) => match meaning {
            MentionMeaning::Call if row.verdict == MentionVerdict::Other => "calls where it is not seen",
            MentionMeaning::Call => "calls of what is not known",
            MentionMeaning::Bare => "names of the file or the language",
            MentionMeaning::Member => "members of values",
            MentionMeaning::Path => "parts of paths",
            MentionMeaning::Key => "arguments or fields by name",
            MentionMeaning::Own => "of the file's own",
            MentionMeaning::Used => "by an import or the package",
            MentionMeaning::Local => "parameters or local names",
            MentionMeaning::Import => "in imports",
            MentionMeaning::Outside => "out of the repository",
            MentionMeaning::Through => "calls on what a package gives",
        },
        MentionSense::Declares if row.verdict == MentionVerdict::Meant => "as its declaration",
        MentionSense::Declares => "other declarations",
        MentionSense::Calls | MentionSense::Inferred => "calls of others",
    };
    let of: Vec<String> = row.of.iter().map(|def| format!("`{}`", engine.snapshot.qualified_name(*def))).collect();
    let of = if of.is_empty() { String::new() } else { format!(" ({})", of.join(", ")) };
    format!("{} {what}{of}", row.count())
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
            && matches!(
                link.relation,
                "uses"
                    | "uses_package"
                    | "calls"
                    | "may_call"
                    | "refers"
                    | "reads"
                    | "writes"
                    | "extends"
                    | "overrides"
                    | "may_override"
                    | "may_name"
                    | "matches"
                    | "holds"
                    | "named"
            )
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mentions: Vec<Mentions<'a>>,
    files: Vec<File<'a>>,
}

/// The mentions of one name in one meaning, beside the places of the chains.
#[derive(Serialize)]
struct Mentions<'a> {
    name: &'a str,
    verdict: &'static str,
    meaning: &'static str,
    places: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    of: Vec<String>,
    files: BTreeMap<&'a str, u32>,
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
        mentions: answer.mentioned.iter().map(|row| mentions(row, engine)).collect(),
        files: files.collect(),
    };
    escaped_json(serde_json::to_string_pretty(&answered).unwrap_or_default() + "\n")
}

fn mentions<'a>(row: &Mentioned, engine: &Engine<'a>) -> Mentions<'a> {
    Mentions {
        name: engine.snapshot.names.get(row.name),
        verdict: row.verdict.name(),
        meaning: row.meaning.name(),
        places: row.count(),
        of: row.of.iter().map(|def| engine.snapshot.qualified_name(*def)).collect(),
        files: row.files.iter().map(|(file, count)| (engine.snapshot.path(*file), *count)).collect(),
    }
}

fn fact(link: Link, engine: &Engine<'_>) -> Fact {
    let at = format!("{}:{}", engine.snapshot.path(link.file), link.at);
    Fact { relation: link.relation, from: link.from, to: link.to, at }
}
