//! `query --fleet`: one question to all repositories of a fleet file.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::build::repositories;
use crate::base::{escaped_json, nearest, visible};
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::say::Say;
use crate::fleet::{ANSWERED, Fleet, FleetFile, FleetLink, Provided, RepositoryAnswer};
use crate::manifest::QueryCall;
use crate::primitive::Argument;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetForm {
    /// Lines for people.
    Text,
    /// One object.
    Json,
    /// A file a line.
    Paths {
        /// Each ends with a NUL.
        null: bool,
    },
    /// A fact a line.
    Tsv,
}

/// Answers a call over a fleet file; of the files no more than `max` are printed.
pub fn run(path: &Path, parsed: &QueryCall, form: FleetForm, max: Option<usize>, say: &Say) -> Result<(), Fault> {
    if !ANSWERED.contains(&parsed.primitive.name) {
        let name = parsed.primitive.name;
        let hint = match nearest(name, ANSWERED) {
            Some(near) => format!("did you mean `{near}`? A fleet answers {}", ANSWERED.join(", ")),
            None => format!("a fleet answers {}; in one repository ask without `--fleet`", ANSWERED.join(", ")),
        };
        return Err(Fault::usage(format!("`{name}` cannot be answered over a fleet"), hint));
    }
    let fleet = Fleet::open(path)?;
    let mut texts: Vec<&str> = Vec::new();
    let call = parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]);
    texts.extend(call.arguments.iter().filter_map(Argument::text));
    let found = fleet.answer(&call, max.unwrap_or(usize::MAX))?;
    let (answers, n_unread) = (found.repositories, found.n_unread);
    let crossed: BTreeSet<String> = found.notes.into_iter().collect();
    let mut provided: Vec<Provided> = Vec::new();
    for text in texts {
        for one in fleet.provided(text)? {
            if !provided.iter().any(|other| other.package == one.package) {
                provided.push(one);
            }
        }
    }
    provided.iter().for_each(|one| say.note(&providers(&fleet, one)));
    crossed.iter().for_each(|note| say.note(note));
    let open: Vec<String> = answers.iter().flat_map(|answer| notes(&fleet, answer)).collect();
    open.iter().for_each(|note| say.note(note));
    if answers.is_empty() {
        say.note(&format!("none of the {} has an answer", repositories(fleet.repositories.len())));
    }
    let n_files = answers.iter().map(|answer| answer.files.len()).sum::<usize>();
    let shown = max.unwrap_or(usize::MAX).min(n_files);
    let files: Vec<(&str, &FleetFile)> = answers
        .iter()
        .flat_map(|answer| answer.files.iter().map(|file| (name(&fleet, answer.repository), file)))
        .take(shown)
        .collect();
    match form {
        FleetForm::Text => output::print(&text(&fleet, &files))?,
        FleetForm::Tsv => output::print(&tsv(&fleet, &files))?,
        FleetForm::Paths { null } => output::print_painted(&paths(&files, null))?,
        FleetForm::Json => output::print(&json(&parsed.text, &fleet, &answers, &provided, (shown, n_unread)))?,
    }
    if shown < n_files {
        say.note(&format!("{shown} of {n_files} files are shown"));
    }
    if n_unread > 0 {
        let them = if n_unread == 1 { "it was" } else { "they were" };
        say.note(&format!(
            "{} more may have an answer: {them} not read, as the files were enough",
            repositories(n_unread)
        ));
    }
    Ok(())
}

fn name(fleet: &Fleet, repository: u32) -> &str {
    fleet.repositories.get(repository as usize).map_or("", |row| &row.name)
}

/// The repositories that provide a package, in a sentence.
fn providers(fleet: &Fleet, provided: &Provided) -> String {
    let package = &provided.package;
    let one = |it: &crate::fleet::Provider| {
        let name = name(fleet, it.repository);
        let places = it.declares.iter().map(|(path, line)| format!("{name}:{path}:{line}"));
        let places: Vec<String> = places.collect();
        let manifests = it.manifests.iter().map(|path| format!("{name}:{path}"));
        let at: Vec<String> = if places.is_empty() { manifests.collect() } else { places };
        if at.is_empty() { name.to_owned() } else { at.join(", ") }
    };
    let named: Vec<String> = provided.providers.iter().take(8).map(one).collect();
    let more = if provided.providers.len() > named.len() { ", …" } else { "" };
    match provided.providers.len() {
        0 => format!("no repository of this fleet provides `{package}`"),
        1 => format!("one repository provides `{package}`: {}", named.join(", ")),
        n => format!(
            "{n} repositories provide `{package}`: {}{more}; no fact says which of them another one gets",
            named.join(", ")
        ),
    }
}

/// The remarks of a repository, each once, behind its name.
fn notes(fleet: &Fleet, answer: &RepositoryAnswer) -> Vec<String> {
    let distinct: BTreeSet<&String> = answer.notes.iter().collect();
    distinct.into_iter().map(|note| format!("{}: {note}", name(fleet, answer.repository))).collect()
}

/// A line a fact: `repository:path:line:column`, the relation, and what it leads to.
fn text(fleet: &Fleet, files: &[(&str, &FleetFile)]) -> String {
    let mut out = String::new();
    for (repository, file) in files {
        // A chain goes on from one file to the next; places in the file itself are a line each.
        let (own, behind): (Vec<&FleetLink>, Vec<&FleetLink>) =
            file.chain.iter().partition(|it| it.repository.is_none() && it.path == file.path);
        if own.is_empty() && behind.is_empty() {
            let _ = writeln!(out, "{repository}:{}", file.path);
        }
        for link in own {
            let of = if file.definitions.is_empty() || link.from.is_empty() { "" } else { &link.from };
            let of = of.rsplit_once(':').map(|(_, def)| format!("{def} ")).unwrap_or_default();
            let _ = writeln!(out, "{repository}:{}:{}  {of}{} {}", link.path, link.at, link.relation, link.to);
        }
        for link in behind {
            let repository = link.repository.map_or(*repository, |at| name(fleet, at));
            let _ = writeln!(out, "    {repository}:{}:{}  {} {}", link.path, link.at, link.relation, link.to);
        }
    }
    out
}

fn tsv(fleet: &Fleet, files: &[(&str, &FleetFile)]) -> String {
    let cell = |text: &str| visible(text).replace('\t', " ");
    let mut out = String::new();
    for (repository, file) in files {
        for link in &file.chain {
            let elsewhere = link.repository.map(|at| format!("{}:", cell(name(fleet, at))));
            let cells = [
                cell(repository),
                cell(&file.path),
                format!("{}{}:{}", elsewhere.unwrap_or_default(), cell(&link.path), link.at),
                link.relation.to_owned(),
                cell(&link.to),
                file.hops.to_string(),
            ];
            let _ = writeln!(out, "{}", cells.join("\t"));
        }
    }
    out
}

fn paths(files: &[(&str, &FleetFile)], null: bool) -> String {
    let path = |(repository, file): &(&str, &FleetFile)| match null {
        true => format!("{repository}:{}\0", file.path),
        false => format!("{repository}:{}\n", visible(&file.path)),
    };
    files.iter().map(path).collect()
}

#[derive(Serialize)]
struct FleetJson<'a> {
    query: &'a str,
    fleet: usize,
    providers: Vec<ProvidedJson<'a>>,
    returned: usize,
    #[serde(skip_serializing_if = "is_none")]
    unread: usize,
    repositories: Vec<RepositoryJson<'a>>,
}

fn is_none(n: &usize) -> bool {
    *n == 0
}

#[derive(Serialize)]
struct ProvidedJson<'a> {
    package: &'a str,
    repositories: Vec<ProviderJson<'a>>,
}

#[derive(Serialize)]
struct ProviderJson<'a> {
    repository: &'a str,
    manifests: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    declares: Vec<String>,
}

#[derive(Serialize)]
struct RepositoryJson<'a> {
    repository: &'a str,
    root: &'a str,
    state: String,
    notes: &'a [String],
    files: Vec<FileJson<'a>>,
}

#[derive(Serialize)]
struct FileJson<'a> {
    path: &'a str,
    hops: u32,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    definitions: &'a [String],
    chain: Vec<LinkJson<'a>>,
}

#[derive(Serialize)]
struct LinkJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a str>,
    relation: &'static str,
    from: &'a str,
    to: &'a str,
    at: String,
}

fn json(
    query: &str,
    fleet: &Fleet,
    answers: &[RepositoryAnswer],
    provided: &[Provided],
    (shown, unread): (usize, usize),
) -> String {
    let mut left = shown;
    let mut rows = Vec::new();
    for answer in answers.iter().filter(|answer| !answer.files.is_empty()) {
        let Some(row) = fleet.repositories.get(answer.repository as usize).filter(|_| left > 0) else { continue };
        let files: Vec<FileJson<'_>> = answer.files.iter().take(left).map(|it| file(fleet, it)).collect();
        left -= files.len();
        rows.push(RepositoryJson {
            repository: &row.name,
            root: &row.root,
            state: row.state.to_string(),
            notes: &answer.notes,
            files,
        });
    }
    let provider = |it: &crate::fleet::Provider| -> (u32, Vec<String>) {
        (it.repository, it.declares.iter().map(|(path, line)| format!("{path}:{line}")).collect())
    };
    let providers = provided.iter().map(|one| ProvidedJson {
        package: &one.package,
        repositories: one
            .providers
            .iter()
            .map(|it| {
                let (repository, declares) = provider(it);
                ProviderJson { repository: name(fleet, repository), manifests: &it.manifests, declares }
            })
            .collect(),
    });
    let answered = FleetJson {
        query,
        fleet: fleet.repositories.len(),
        providers: providers.collect(),
        returned: answers.iter().map(|answer| answer.files.len()).sum(),
        unread,
        repositories: rows,
    };
    escaped_json(serde_json::to_string_pretty(&answered).unwrap_or_default() + "\n")
}

fn file<'a>(fleet: &'a Fleet, file: &'a FleetFile) -> FileJson<'a> {
    let link = |it: &'a FleetLink| LinkJson {
        repository: it.repository.map(|at| name(fleet, at)),
        relation: it.relation,
        from: &it.from,
        to: &it.to,
        at: format!("{}:{}", it.path, it.at),
    };
    let chain = file.chain.iter().map(link).collect();
    FileJson { path: &file.path, hops: file.hops, definitions: &file.definitions, chain }
}
