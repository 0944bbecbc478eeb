//! `diff`: the difference of two bundles, with the query and the fact behind each file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::base::{counted, escaped_json, visible};
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::walk;

/// The most bytes of a bundle that is read.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Options of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  cg-bundle pr-review --from diff:pr.diff -o new.json; cg-bundle diff old.json new.json > comment.md")]
pub struct Options {
    /// The bundle before, made with --format json
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The bundle after
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// markdown or json
    #[arg(long, value_name = "FORMAT", default_value = "markdown", hide_possible_values = true)]
    format: Form,
    /// Exit with 1 where the bundles differ
    #[arg(long)]
    exit_code: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Markdown,
    Json,
}

/// As much of a bundle as is compared.
#[derive(Deserialize)]
struct Bundle {
    seal: String,
    status: String,
    budget: Budget,
    bands: Vec<Band>,
    left_out: Vec<LeftOut>,
}

#[derive(Deserialize)]
struct Budget {
    used: Used,
}

#[derive(Deserialize)]
struct Used {
    tokens: u64,
}

#[derive(Deserialize)]
struct Band {
    items: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    path: String,
    band: String,
    view: String,
    chars: u64,
    #[serde(default)]
    content: String,
    why: Vec<Why>,
}

#[derive(Deserialize)]
struct Why {
    query: String,
    #[serde(default)]
    because: String,
    #[serde(default)]
    chain: Vec<Fact>,
}

#[derive(Deserialize)]
struct Fact {
    relation: String,
    to: String,
    at: String,
}

#[derive(Deserialize)]
struct LeftOut {
    path: String,
    query: String,
    reason: String,
}

/// The difference of two bundles.
#[derive(Serialize)]
struct Difference<'a> {
    version: u32,
    same: bool,
    status: [&'a str; 2],
    tokens: [u64; 2],
    added: Vec<Change<'a>>,
    removed: Vec<Change<'a>>,
    moved: Vec<Change<'a>>,
    resized: Vec<Change<'a>>,
    edited: Vec<Change<'a>>,
}

/// One file that differs.
#[derive(Serialize)]
struct Change<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is: Option<Shown<'a>>,
    /// The query that brings the file, and its reason; of a removed file, those that brought it.
    query: &'a str,
    because: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
}

/// How a file is shown.
#[derive(Clone, Copy, Serialize)]
struct Shown<'a> {
    band: &'a str,
    view: &'a str,
    chars: u64,
}

/// Prints the difference.
pub fn run(options: &Options) -> Result<(), Fault> {
    let (old, new) = (read(&options.old)?, read(&options.new)?);
    let difference = difference(&old, &new);
    match options.format {
        Form::Markdown => output::print(&markdown(&difference))?,
        Form::Json => {
            output::print(&escaped_json(serde_json::to_string_pretty(&difference).unwrap_or_default() + "\n"))?;
        }
    }
    let refused = options.exit_code && !difference.same;
    if refused { Err(Fault::Refused(vec!["`--exit-code`: the bundles differ".to_owned()])) } else { Ok(()) }
}

fn read(path: &Path) -> Result<Bundle, Fault> {
    let file = |source| Fault::File { what: "read", path: path.to_owned(), source };
    let bytes = walk::named(path, MAX_BYTES).map_err(|refusal| file(refusal.into()))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let message = format!("`{}` is no bundle in JSON: {error}", path.display());
        Fault::usage(message, "make it with `--format json`, or `-o` a name that ends in .json")
    })
}

fn items(bundle: &Bundle) -> BTreeMap<&str, &Item> {
    bundle.bands.iter().flat_map(|band| &band.items).map(|item| (item.path.as_str(), item)).collect()
}

fn difference<'a>(old: &'a Bundle, new: &'a Bundle) -> Difference<'a> {
    let (before, after) = (items(old), items(new));
    let mut difference = Difference {
        version: 1,
        same: old.seal == new.seal,
        status: [&old.status, &new.status],
        tokens: [old.budget.used.tokens, new.budget.used.tokens],
        added: Vec::new(),
        removed: Vec::new(),
        moved: Vec::new(),
        resized: Vec::new(),
        edited: Vec::new(),
    };
    for (path, item) in &after {
        let was = before.get(path);
        let change = change(was.copied(), Some(item), item);
        match was {
            None => difference.added.push(change),
            Some(was) if was.band != item.band => difference.moved.push(change),
            Some(was) if was.view != item.view || was.content == item.content && was.chars != item.chars => {
                difference.resized.push(change);
            }
            Some(was) if was.content != item.content => difference.edited.push(change),
            Some(_) => {}
        }
    }
    for (path, item) in before.iter().filter(|(path, _)| !after.contains_key(*path)) {
        let left = new.left_out.iter().find(|left| left.path == *path);
        let left_out = left.map(|left| format!("`{}` still finds it: {}", left.query, left.reason.replace('_', " ")));
        difference.removed.push(Change { left_out, ..change(Some(item), None, item) });
    }
    difference
}

fn change<'a>(was: Option<&'a Item>, is: Option<&'a Item>, item: &'a Item) -> Change<'a> {
    let shown = |item: &'a Item| Shown { band: &item.band, view: &item.view, chars: item.chars };
    let why = item.why.first();
    let fact = why.and_then(|why| why.chain.first()).map(|fact| format!("{} {} {}", fact.at, fact.relation, fact.to));
    Change {
        path: &item.path,
        was: was.map(shown),
        is: is.map(shown),
        query: why.map_or("", |why| &why.query),
        because: why.map_or("", |why| &why.because),
        fact,
        left_out: None,
    }
}

/// The difference as a comment for a pull request.
fn markdown(difference: &Difference<'_>) -> String {
    if difference.same {
        return "The bundles are the same.\n".to_owned();
    }
    let [old, new] = difference.status.map(|status| status.replace('_', " "));
    let status = if old == new { new } else { format!("{old} → {new}") };
    let [before, after] = difference.tokens;
    let parts = [
        ("added", &difference.added),
        ("removed", &difference.removed),
        ("moved", &difference.moved),
        ("resized", &difference.resized),
        ("edited", &difference.edited),
    ];
    let counts = parts.iter().filter(|(_, all)| !all.is_empty());
    let counts: Vec<String> = counts.map(|(name, all)| format!("{} {name}", counted(all.len(), "file"))).collect();
    let counts = if counts.is_empty() { "the same files".to_owned() } else { counts.join(", ") };
    let mut out = format!("{status} · {counts} · about {before} → {after} tokens\n");
    for (name, changes) in parts.iter().filter(|(_, all)| !all.is_empty()) {
        let _ = writeln!(out, "\n**{name}**\n");
        changes.iter().for_each(|change| line(&mut out, change));
    }
    out
}

fn line(out: &mut String, change: &Change<'_>) {
    let shown = |it: Shown<'_>| format!("{}, {}, {} characters", it.band, it.view, it.chars);
    let how = match (change.was, change.is) {
        (Some(was), Some(is)) => format!("{} → {}", shown(was), shown(is)),
        (was, is) => was.or(is).map_or(String::new(), shown),
    };
    let _ = write!(out, "- {} · {how}", code(change.path));
    if !change.query.is_empty() {
        let because = if change.because.is_empty() { String::new() } else { format!(": {}", plain(change.because)) };
        let _ = write!(out, " · {}{because}", code(change.query));
    }
    if let Some(fact) = &change.fact {
        let _ = write!(out, "; {}", code(fact));
    }
    if let Some(left_out) = &change.left_out {
        let _ = write!(out, "; {}", plain(left_out));
    }
    out.push('\n');
}

/// A text as code: between as many backticks as it does not hold.
fn code(text: &str) -> String {
    let text = visible(text).replace('\n', " ");
    if !text.contains('`') {
        return format!("`{text}`");
    }
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

/// A text whose letters open no markup.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for letter in visible(text).replace('\n', " ").chars() {
        if matches!(letter, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '!' | '|' | '@') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
