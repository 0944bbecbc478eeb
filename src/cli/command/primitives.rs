//! `primitives`: what a manifest can compute, and by which rules.

use cg_rules::Program;
use clap::Args;

use super::table::table;
use crate::base::nearest;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::primitive::{PRIMITIVES, Primitive};

/// Options of `primitives`.
#[derive(Debug, Args)]
pub struct Options {
    /// The primitive; its last part is enough
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Prints the table, or one primitive with its rules.
pub fn run(options: &Options) -> Result<(), Fault> {
    output::print(&match &options.name {
        None => all(),
        Some(name) => one(named(name)?),
    })
}

fn named(name: &str) -> Result<&'static Primitive, Fault> {
    let last = |it: &&Primitive| it.name.rsplit('.').next() == Some(name);
    if let Some(found) = PRIMITIVES.iter().find(|it| it.name == name || last(it)) {
        return Ok(found);
    }
    let words = PRIMITIVES.iter().flat_map(|it| [it.name, it.name.rsplit('.').next().unwrap_or(it.name)]);
    let hint = match nearest(name, words) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`cg-bundle primitives` lists them".to_owned(),
    };
    Err(Fault::usage(format!("no primitive is named `{name}`"), hint))
}

fn all() -> String {
    let mut rows = vec![["PRIMITIVE", "TAKES", "OPTIONS", "COST", "EVIDENCE", "RETURNS"].map(str::to_owned).to_vec()];
    rows.extend(PRIMITIVES.iter().map(|it| {
        let floor = it.floor().map_or(if it.past().is_some() { "history" } else { "" }, |floor| floor.name());
        vec![it.name.to_owned(), takes(it), options(it), it.cost.to_string(), floor.to_owned(), it.summary.to_owned()]
    }));
    table(&rows, 0)
}

fn takes(primitive: &Primitive) -> String {
    primitive.arguments(&primitive.takes.iter().map(|it| it.name()).collect::<Vec<_>>().join(" | "))
}

fn options(primitive: &Primitive) -> String {
    let depth = primitive.depth().map(|depth| format!("depth={} (max {})", depth.default, depth.ceiling));
    let commits = primitive.past().map(|commits| format!("commits={} (max {})", commits.default, commits.ceiling));
    let flags = primitive.flags.iter().map(|flag| format!("{flag}=true"));
    let all: Vec<String> = depth.into_iter().chain(commits).chain(flags).collect();
    all.join(" ")
}

fn one(primitive: &Primitive) -> String {
    let mut out = format!("{}({})\n\n{}\n\n", primitive.name, takes(primitive), primitive.summary);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    if let Some(depth) = primitive.depth() {
        row("depth", format!("{} without `depth=`, {} at most", depth.default, depth.ceiling));
    }
    if let Some(commits) = primitive.past() {
        row("commits", format!("{} without `commits=`, {} at most", commits.default, commits.ceiling));
        row("evidence", "history: no edge, and no floor applies".to_owned());
    }
    for flag in primitive.flags {
        row(flag, "true or false; false without it".to_owned());
    }
    if let Some(floor) = primitive.floor() {
        row("evidence", format!("{} or better; `evidence=` raises it", floor.name()));
    }
    row("cost", format!("{} of 3", primitive.cost));
    out += &table(&rows, 0);
    if let Some(program) = Program::named(primitive.name) {
        // The first paragraph is the summary in other words.
        let about = program.about();
        let rest = about.split_once("\n\n").map_or("", |(_, rest)| rest).trim();
        out += &if rest.is_empty() { "\n".to_owned() } else { format!("\n{rest}\n\n") };
        out += "Rules, as compiled:\n\n";
        out.extend(program.header().lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n"));
    }
    out
}
