//! The answer of a fleet as it is printed: repository by repository, so that however long it is a few are in memory.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

use serde::Serialize;

use crate::base::{escaped_json, visible, visible_lines};
use crate::cli::fault::Fault;
use crate::cli::output::{self, Stdout};
use crate::fleet::{Fleet, FleetAnswer, FleetFile, FleetLink, Provided, Provider, RepositoryAnswer};
use crate::primitive::Invocation;

/// The most bytes of JSON that wait for the number of files, which comes before them.
pub const WAITING: usize = 8 << 20;

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

/// An answer that is printed as it is found, and what is known of it behind that.
pub struct Printed<'f> {
    fleet: &'f Fleet,
    form: FleetForm,
    max: usize,
    out: Stdout,
    /// The remarks of the repositories, each behind its name.
    pub notes: Vec<String>,
    /// How many repositories have an answer.
    pub n_repositories: usize,
    /// How many files they have.
    pub n_files: usize,
    /// How many of these are printed.
    pub n_shown: usize,
}

impl<'f> Printed<'f> {
    /// Nothing so far.
    pub fn new(fleet: &'f Fleet, form: FleetForm, max: usize) -> Self {
        let (notes, n_repositories, n_files, n_shown) = Default::default();
        Self { fleet, form, max, out: output::stdout(), notes, n_repositories, n_files, n_shown }
    }

    /// Prints the answer of a call, of no more files than the most; returns what the fleet says beside it.
    pub fn all(&mut self, call: &Invocation, query: &str, provided: &[Provided]) -> Result<FleetAnswer, Fault> {
        let rest = match self.form {
            FleetForm::Json => self.json(call, query, provided)?,
            _ => self.fleet.each_answer(call, self.max, &mut |answer| {
                let files = self.shown(&answer);
                let of = name(self.fleet, answer.repository);
                match self.form {
                    FleetForm::Tsv => self.write(&visible_lines(&tsv(self.fleet, of, files))),
                    FleetForm::Paths { null } => self.write(&paths(of, files, null)),
                    _ => self.write(&visible_lines(&text(self.fleet, of, files))),
                }
            })?,
        };
        self.out.flush()?;
        Ok(rest)
    }

    /// Counts an answer; returns the files of it that are printed.
    fn shown<'a>(&mut self, answer: &'a RepositoryAnswer) -> &'a [FleetFile] {
        let distinct: BTreeSet<&String> = answer.notes.iter().collect();
        let of = name(self.fleet, answer.repository);
        self.notes.extend(distinct.into_iter().map(|note| format!("{of}: {note}")));
        let n = answer.files.len().min(self.max - self.n_shown);
        self.n_repositories += 1;
        self.n_files += answer.files.len();
        self.n_shown += n;
        answer.files.get(..n).unwrap_or_default()
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// One object. The number of files comes before them: a long answer is counted first, and then answered again.
    fn json(&mut self, call: &Invocation, query: &str, provided: &[Provided]) -> Result<FleetAnswer, Fault> {
        let (fleet, max) = (self.fleet, self.max);
        let mut waiting = Some(JsonRows::default());
        let rest = fleet.each_answer(call, max, &mut |answer| {
            let files = self.shown(&answer);
            if let Some(rows) = &mut waiting {
                rows.enter(fleet, &answer, files);
            }
            waiting.take_if(|rows| rows.text.len() > WAITING);
            Ok::<(), Fault>(())
        })?;
        let answered = FleetJson {
            query,
            fleet: fleet.repositories.len(),
            providers: provided_json(fleet, provided),
            returned: self.n_files,
            unread: rest.n_unread,
            repositories: [],
        };
        let empty = serde_json::to_string_pretty(&answered).unwrap_or_default();
        let head = empty.strip_suffix("]\n}").unwrap_or_default();
        self.write(&escaped_json(head.to_owned()))?;
        let n_rows = match waiting {
            Some(rows) => {
                self.write(&rows.text)?;
                rows.n
            }
            None => self.json_again(call)?,
        };
        self.write(if n_rows == 0 { "]\n}\n" } else { "\n  ]\n}\n" })?;
        Ok(rest)
    }

    fn json_again(&mut self, call: &Invocation) -> Result<usize, Fault> {
        let (mut rows, mut left) = (JsonRows::default(), self.max);
        self.fleet.each_answer(call, self.max, &mut |answer| {
            let n = answer.files.len().min(left);
            left -= n;
            rows.enter(self.fleet, &answer, answer.files.get(..n).unwrap_or_default());
            let text = std::mem::take(&mut rows.text);
            Ok::<(), Fault>(self.out.write_all(text.as_bytes())?)
        })?;
        Ok(rows.n)
    }
}

/// The name of a repository.
pub fn name(fleet: &Fleet, repository: u32) -> &str {
    fleet.repositories.get(repository as usize).map_or("", |row| &row.name)
}

/// Objects of repositories, as they stand in the list of an answer.
#[derive(Default)]
struct JsonRows {
    text: String,
    n: usize,
}

impl JsonRows {
    fn enter(&mut self, fleet: &Fleet, answer: &RepositoryAnswer, files: &[FleetFile]) {
        let Some(row) = fleet.repositories.get(answer.repository as usize).filter(|_| !files.is_empty()) else {
            return;
        };
        let row = RepositoryJson {
            repository: &row.name,
            root: &row.root,
            state: row.state.to_string(),
            notes: &answer.notes,
            files: files.iter().map(|it| file(fleet, it)).collect(),
        };
        let row = serde_json::to_string_pretty(&row).unwrap_or_default();
        self.text.push_str(if self.n == 0 { "\n" } else { ",\n" });
        self.text.push_str("    ");
        self.text.push_str(&escaped_json(row.replace('\n', "\n    ")));
        self.n += 1;
    }
}

/// A line a fact: `repository:path:line:column`, the relation, and what it leads to.
fn text(fleet: &Fleet, repository: &str, files: &[FleetFile]) -> String {
    let mut out = String::new();
    for file in files {
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
            let repository = link.repository.map_or(repository, |at| name(fleet, at));
            let _ = writeln!(out, "    {repository}:{}:{}  {} {}", link.path, link.at, link.relation, link.to);
        }
    }
    out
}

fn tsv(fleet: &Fleet, repository: &str, files: &[FleetFile]) -> String {
    let cell = |text: &str| visible(text).replace('\t', " ");
    let mut out = String::new();
    for file in files {
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

fn paths(repository: &str, files: &[FleetFile], null: bool) -> String {
    let path = |file: &FleetFile| match null {
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
    /// They are written behind it.
    repositories: [(); 0],
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

fn provided_json<'a>(fleet: &'a Fleet, provided: &'a [Provided]) -> Vec<ProvidedJson<'a>> {
    let provider = |it: &'a Provider| ProviderJson {
        repository: name(fleet, it.repository),
        manifests: &it.manifests,
        declares: it.declares.iter().map(|(path, line)| format!("{path}:{line}")).collect(),
    };
    let one = |one: &'a Provided| ProvidedJson {
        package: &one.package,
        repositories: one.providers.iter().map(provider).collect(),
    };
    provided.iter().map(one).collect()
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
