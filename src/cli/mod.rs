//! The command line.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::Write;

use crate::facts::{RELATIONS, Value};

/// Runs the program (a first version: `facts RELATION -C DIR`).
pub fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = args.iter().position(|arg| arg == "-C").and_then(|at| args.get(at + 1)).map_or(".", String::as_str);
    let name = args.get(1).map_or("imports", String::as_str);
    let index = match crate::pipeline::index(
        &crate::pipeline::IndexRequest { root: root.into(), store: crate::store::Place::Root, verify: false },
        &|_, _, _| {},
    ) {
        Ok(index) => index,
        Err(error) => {
            eprintln!("{error}");
            return std::process::ExitCode::from(6);
        }
    };
    let counts = index.facts.counts;
    eprintln!("parsed {} related {} {:?}", index.n_parsed, index.related, index.notes);
    eprintln!("{counts:?} gaps={}", index.facts.gaps.len());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for relation in RELATIONS.iter().filter(|relation| relation.name == name) {
        for row in (relation.rows)(&index.facts) {
            let cells: Vec<String> = row
                .into_iter()
                .map(|value| match value {
                    Value::Text(text) => text,
                    Value::Number(number) => number.to_string(),
                    Value::Word(word) => word.to_owned(),
                })
                .collect();
            if writeln!(out, "{}", cells.join("\t")).is_err() {
                break;
            }
        }
    }
    std::process::ExitCode::SUCCESS
}
