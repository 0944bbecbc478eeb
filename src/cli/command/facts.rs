//! `facts`: the relations, and the facts of one.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value as Json};

use super::parquet;
use super::table::table;
use crate::base::{escaped_json, nearest, visible_lines};
use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::run::CliContext;
use crate::cli::{from, output};
use crate::facts::{RELATIONS, Relation, Snapshot, Tsv, Value, datalog};

/// Options of `facts`.
#[derive(Debug, Args)]
pub struct Options {
    /// The relation; without it the relations are listed
    #[arg(value_name = "RELATION")]
    relation: Option<String>,
    /// datalog, tsv, json (one object a line), or parquet, for which the program is built with `--features parquet`
    #[arg(long, value_name = "FORMAT", default_value = "datalog", hide_possible_values = true)]
    format: Form,
    /// Write to a file; parquet needs one
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Begin tsv with the names of the columns
    #[arg(long)]
    header: bool,
    /// Read what tests executed, for the relation executed: coverage:coverage.json, lcov:lcov.info
    #[arg(long = "from", value_name = "FORM:TEXT")]
    from: Vec<String>,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Datalog,
    Tsv,
    Json,
    Parquet,
}

/// Prints facts.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    checked(options)?;
    // A name that is none is refused before the repository is read.
    let relation = options.relation.as_deref().map(named).transpose()?;
    let texts = from::read(&options.from, &call.shared.root).map_err(Fault::All)?;
    if let Some(other) = texts.iter().find(|text| text.extract.coverage.is_none()) {
        let argument = &other.source.argument;
        return Err(Fault::usage(
            format!("`--from {argument}` brings no facts"),
            "`facts` reads what tests executed: `--from coverage:FILE`, `--from lcov:FILE`",
        ));
    }
    let mut index = call.index(&options.store, None)?;
    let mut remarks = Vec::new();
    index.facts.coverage = from::named(&texts, &index, &mut remarks).coverage;
    remarks.iter().for_each(|remark| call.say.note(remark));
    let facts = index.facts;
    let Some(relation) = relation else {
        let mut rows = vec![["RELATION", "FACTS", "COLUMNS", "SAYS"].map(str::to_owned).to_vec()];
        rows.extend(RELATIONS.iter().map(|it| {
            let count = it.count(&facts).map_or_else(|| "-".to_owned(), |count| count.to_string());
            vec![it.name.to_owned(), count, Tsv::of(it).columns().join(", "), it.summary.to_owned()]
        }));
        let tsv = "\nThe columns are those of tsv; datalog and json have the parts of `at(line:column)` as columns of their own.\n\
            A relation with `-` is read only where it is named: its facts come from the history, or from a report of `--from`.\n";
        return output::print(&(table(&rows, 0) + tsv));
    };
    if options.format == Form::Parquet {
        let path = options.output.as_deref().unwrap_or(Path::new(""));
        return parquet::write(&call.shared.root, path, relation, &facts);
    }
    let mut text = Vec::new();
    match &options.output {
        Some(path) => {
            print(options, relation, &facts, &mut text)?;
            output::write(&call.shared.root, path, &String::from_utf8_lossy(&text))
        }
        None => {
            let mut out = output::stdout();
            print(options, relation, &facts, &mut out)?;
            Ok(out.flush()?)
        }
    }
}

/// Writes the facts of a relation, a line each.
fn print(options: &Options, relation: &Relation, facts: &Snapshot, out: &mut impl Write) -> Result<(), Fault> {
    let (tsv, columns) = (Tsv::of(relation), relation.columns());
    if options.header {
        writeln!(out, "{}", tsv.header().join("\t"))?;
    }
    for row in relation.rows(facts) {
        let line = match options.format {
            Form::Tsv => tsv.row(row),
            Form::Json => escaped_json(json(&columns, row)),
            Form::Datalog | Form::Parquet => datalog(relation.name, &row),
        };
        writeln!(out, "{}", visible_lines(&line))?;
    }
    Ok(())
}

/// Checks the arguments, before the repository is read.
fn checked(options: &Options) -> Result<(), Fault> {
    if options.header && options.format != Form::Tsv {
        return Err(Fault::usage(
            "`--header` is for `--format tsv`",
            "the other formats name the columns or need none",
        ));
    }
    if options.format != Form::Parquet {
        return match (&options.output, &options.relation) {
            (Some(_), None) => Err(Fault::usage("`--output` needs a relation", "`cg-bundle facts` lists them")),
            _ => Ok(()),
        };
    }
    parquet::available()?;
    match (&options.output, &options.relation) {
        (Some(_), Some(_)) => Ok(()),
        _ => {
            let hint = "such as `cg-bundle facts calls --format parquet -o calls.parquet`";
            Err(Fault::usage("`--format parquet` needs a relation and a file", hint))
        }
    }
}

fn named(name: &str) -> Result<&'static Relation, Fault> {
    RELATIONS.iter().find(|it| it.name == name).ok_or_else(|| {
        let names = || RELATIONS.iter().map(|it| it.name);
        let hint = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the relations are {}", names().collect::<Vec<_>>().join(", ")),
        };
        Fault::usage(format!("no relation is named `{name}`"), hint)
    })
}

fn json(columns: &[&str], row: Vec<Value>) -> String {
    let cells = row.into_iter().map(|value| match value {
        Value::Text(text) => Json::from(text),
        Value::Number(number) => Json::from(number),
        Value::Word(word) => Json::from(word),
    });
    let columns = columns.iter().map(|it| (*it).to_owned());
    Json::Object(columns.zip(cells).collect::<Map<_, _>>()).to_string()
}
