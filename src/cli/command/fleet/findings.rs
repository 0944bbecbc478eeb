//! The findings of advisories as they are printed: repository by repository, so that however many there are a few are in memory.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;

use super::build::repositories;
use super::printed::{self, WAITING};
use crate::base::{counted, escaped_json, visible, visible_lines};
use crate::cli::fault::Fault;
use crate::cli::output::{self, Stdout};
use crate::fleet::{AffectedRepository, Fleet, Reach, StatedVersion};
use crate::intake::{Advisory, Affected, AffectedPackage};

/// How many places of a repository the text shows.
const SHOWN: usize = 10;

/// The form of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AdvisoryForm {
    /// Lines for people.
    Text,
    /// One object.
    Json,
    /// A row a place.
    Tsv,
    /// A line for `batch` a repository.
    Tasks,
}

/// One package of one advisory, of which the repositories that it affects are printed.
pub struct Finding<'a> {
    /// The file of the advisory.
    pub file: &'a Path,
    /// The advisory.
    pub advisory: &'a Advisory,
    /// The package.
    pub package: &'a AffectedPackage,
}

/// Findings that are printed as they are made.
pub struct PrintedFindings<'f> {
    fleet: &'f Fleet,
    form: AdvisoryForm,
    out: Stdout,
    n_findings: usize,
    /// The tasks that are printed.
    tasks: BTreeSet<String>,
}

/// A function that sees each repository once.
type Each<'a> = &'a mut dyn FnMut(&AffectedRepository);

impl<'f> PrintedFindings<'f> {
    /// None so far.
    pub fn begin(fleet: &'f Fleet, form: AdvisoryForm) -> Result<Self, Fault> {
        let mut new = Self { fleet, form, out: output::stdout(), n_findings: 0, tasks: BTreeSet::new() };
        if form == AdvisoryForm::Json {
            let (head, _) = split(json!({"fleet": fleet.repositories.len(), "advisories": []}), "advisories");
            new.write(&head)?;
        }
        Ok(new)
    }

    /// Prints the repositories that a package affects.
    pub fn print(&mut self, finding: &Finding<'_>, each: Each<'_>) -> Result<(), Fault> {
        match self.form {
            AdvisoryForm::Text => self.text(finding, each)?,
            AdvisoryForm::Json => self.json(finding, each)?,
            AdvisoryForm::Tsv | AdvisoryForm::Tasks => {
                self.fleet.each_affected(finding.package, &mut |row| {
                    each(&row);
                    let text = match self.form {
                        AdvisoryForm::Tasks => self.task(finding, &row),
                        _ => visible_lines(&tsv(self.fleet, finding, &row)).into_owned(),
                    };
                    self.write(&text)
                })?;
            }
        }
        self.n_findings += 1;
        Ok(())
    }

    /// Ends them.
    pub fn end(mut self) -> Result<(), Fault> {
        if self.form == AdvisoryForm::Json {
            let (_, rest) = split(json!({"fleet": self.fleet.repositories.len(), "advisories": []}), "advisories");
            let end = if self.n_findings == 0 { "]" } else { "\n  ]" };
            self.write(&format!("{end}{rest}\n"))?;
        }
        Ok(self.out.flush()?)
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// A head with counts, then a block a repository, the worst first: blocks are short, and wait for the head.
    fn text(&mut self, finding: &Finding<'_>, each: Each<'_>) -> Result<(), Fault> {
        let mut blocks = Vec::new();
        let n_safe = self.fleet.each_affected(finding.package, &mut |row| {
            each(&row);
            blocks.push(((row.affected, row.is_provider, row.reach), block(self.fleet, finding.package, &row)));
            Ok::<(), Fault>(())
        })?;
        let count = |wanted: Affected| blocks.iter().filter(|((affected, ..), _)| *affected == wanted).count();
        let counts = format!(
            "{} affected, {} unknown, {n_safe} not affected, of {}",
            count(Affected::Yes),
            count(Affected::Unknown),
            repositories(self.fleet.repositories.len())
        );
        blocks.sort_by_key(|(order, _)| *order);
        let between = if self.n_findings == 0 { "" } else { "\n" };
        self.write(&visible_lines(&format!("{between}{}{counts}\n", head(finding))))?;
        blocks.iter().try_for_each(|(_, block)| self.write(&visible_lines(block)))
    }

    /// An object. How many are not affected comes before the repositories: of a long list they are counted first, and found again.
    fn json(&mut self, finding: &Finding<'_>, each: Each<'_>) -> Result<(), Fault> {
        let (fleet, mut waiting) = (self.fleet, Some(Rows::default()));
        let n_safe = fleet.each_affected(finding.package, &mut |row| {
            each(&row);
            if let Some(rows) = &mut waiting {
                rows.enter(fleet, &row);
            }
            waiting.take_if(|rows| rows.text.len() > WAITING);
            Ok::<(), Fault>(())
        })?;
        let (head, rest) = split(finding_json(finding, n_safe), "repositories");
        let [head, rest] = [head, rest].map(|text| text.replace('\n', "\n    "));
        self.write(if self.n_findings == 0 { "\n    " } else { ",\n    " })?;
        self.write(&head)?;
        let n_rows = match waiting {
            Some(rows) => {
                self.write(&rows.text)?;
                rows.n
            }
            None => self.json_again(finding)?,
        };
        let end = if n_rows == 0 { "]" } else { "\n      ]" };
        self.write(&format!("{end}{rest}"))
    }

    fn json_again(&mut self, finding: &Finding<'_>) -> Result<usize, Fault> {
        let mut rows = Rows::default();
        self.fleet.each_affected(finding.package, &mut |row| {
            rows.enter(self.fleet, &row);
            self.write(&std::mem::take(&mut rows.text))
        })?;
        Ok(rows.n)
    }

    /// A task a repository and file of advisories: `batch` writes a bundle for each.
    fn task(&mut self, finding: &Finding<'_>, row: &AffectedRepository) -> String {
        let Some(repository) = self.fleet.repositories.get(row.repository as usize) else { return String::new() };
        let id = format!("{}-{}", finding.advisory.id, repository.name);
        if !self.tasks.insert(id.clone()) {
            return String::new();
        }
        let from = [format!("osv:{}", finding.file.display())];
        let line = TaskLine { id, manifest: "cve", root: &repository.root, from };
        escaped_json(serde_json::to_string(&line).unwrap_or_default() + "\n")
    }
}

/// Objects of repositories, as they stand in the list of a finding.
#[derive(Default)]
struct Rows {
    text: String,
    n: usize,
}

impl Rows {
    fn enter(&mut self, fleet: &Fleet, row: &AffectedRepository) {
        let row = serde_json::to_string_pretty(&repository_json(fleet, row)).unwrap_or_default();
        self.text.push_str(if self.n == 0 { "\n        " } else { ",\n        " });
        self.text.push_str(&escaped_json(row.replace('\n', "\n        ")));
        self.n += 1;
    }
}

/// An object with an empty list of a name, printed up to the inside of the list, and from behind it.
fn split(object: serde_json::Value, list: &str) -> (String, String) {
    let text = escaped_json(serde_json::to_string_pretty(&object).unwrap_or_default());
    // Inside a string the quotes would be escaped.
    let head = format!("\"{list}\": [");
    let (before, behind) = text.split_once(&format!("{head}]")).unwrap_or((&text, ""));
    (format!("{before}{head}"), behind.to_owned())
}

fn name<'f>(fleet: &'f Fleet, row: &AffectedRepository) -> &'f str {
    printed::name(fleet, row.repository)
}

fn head(finding: &Finding<'_>) -> String {
    let Finding { advisory, package: affected, .. } = finding;
    let mut names = vec![advisory.id.as_str()];
    names.extend(advisory.aliases.iter().map(String::as_str));
    format!("{}  {}\n{} {}\n", names.join(", "), advisory.summary, package(affected), affected.said())
}

fn package(package: &AffectedPackage) -> String {
    package.url().unwrap_or_else(|| package.name.clone())
}

fn block(fleet: &Fleet, affected: &AffectedPackage, row: &AffectedRepository) -> String {
    let mut out = String::new();
    let name = name(fleet, row);
    let (n_files, n_places) = (row.files.len(), row.files.iter().map(|file| file.chain.len()).sum::<usize>());
    let at = format!("{} in {}", counted(n_places, "place"), counted(n_files, "file"));
    let reach = match (row.reach, affected.symbols.is_empty()) {
        (Reach::Symbols, _) => format!("uses an affected symbol: {at}"),
        (Reach::Imports, true) => format!("imports it: {at}"),
        (Reach::Imports, false) => format!("imports it, and no use of an affected symbol is seen: {at}"),
        (Reach::Depends, _) => "no file imports it".to_owned(),
    };
    let own = if row.is_provider { ", provides the package itself" } else { "" };
    let _ = writeln!(out, "\n{name}  {}{own}, {reach}", row.affected.name());
    if row.stated.is_empty() {
        out.push_str("  no manifest or lockfile of it names the package\n");
    }
    for stated in &row.stated {
        let _ = writeln!(out, "  {name}:{}:{}  {}", stated.path, stated.at, version(stated));
    }
    for (path, at, relation, to) in places(row).take(SHOWN) {
        let _ = writeln!(out, "  {name}:{path}:{at}  {relation} {to}");
    }
    if n_places > SHOWN {
        let _ = writeln!(out, "  … {} more; `--format tsv` has all", n_places - SHOWN);
    }
    out
}

fn version(stated: &StatedVersion) -> String {
    let dev = if stated.is_dev { ", for development" } else { "" };
    let verdict = stated.affected.name();
    match (stated.is_locked, stated.version.as_str()) {
        (true, version) => format!("locks {version}: {verdict}{dev}"),
        (false, "") => format!("states no version: {verdict}{dev}"),
        (false, requirement) => format!("requires {requirement}, and no lockfile has a version: {verdict}{dev}"),
    }
}

type Place<'a> = (&'a str, String, &'static str, &'a str);

fn places(row: &AffectedRepository) -> impl Iterator<Item = Place<'_>> {
    row.files
        .iter()
        .flat_map(|file| file.chain.iter())
        .map(|link| (link.path.as_str(), link.at.to_string(), link.relation, link.to.as_str()))
}

/// A row a statement of a version, and a row a place.
fn tsv(fleet: &Fleet, finding: &Finding<'_>, row: &AffectedRepository) -> String {
    let cell = |text: &str| visible(text).replace('\t', " ");
    let mut out = String::new();
    let head = [cell(&finding.advisory.id), package(finding.package), cell(name(fleet, row))];
    let head = format!("{}\t{}\t{}", head.join("\t"), row.affected.name(), row.reach.name());
    for stated in &row.stated {
        let relation = if stated.is_locked { "locks" } else { "requires" };
        let at = format!("{}:{}", cell(&stated.path), stated.at);
        let _ = writeln!(out, "{head}\t{at}\t{relation}\t{}", cell(&stated.version));
    }
    for (path, at, relation, to) in places(row) {
        let _ = writeln!(out, "{head}\t{}:{at}\t{relation}\t{}", cell(path), cell(to));
    }
    if row.stated.is_empty() && row.files.is_empty() {
        let _ = writeln!(out, "{head}\t\t\t");
    }
    out
}

fn finding_json(finding: &Finding<'_>, n_safe: usize) -> serde_json::Value {
    json!({
        "advisory": finding.advisory.id,
        "aliases": finding.advisory.aliases,
        "summary": finding.advisory.summary,
        "package": package(finding.package),
        "affected": finding.package.said(),
        "symbols": finding.package.symbols,
        "not_affected": n_safe,
        "repositories": [],
    })
}

fn repository_json(fleet: &Fleet, row: &AffectedRepository) -> serde_json::Value {
    let stated = |it: &StatedVersion| {
        json!({
            "at": format!("{}:{}", it.path, it.at),
            "version": it.version,
            "locked": it.is_locked,
            "development": it.is_dev,
            "verdict": it.affected.name(),
        })
    };
    let places = places(row)
        .map(|(path, at, relation, to)| json!({"at": format!("{path}:{at}"), "relation": relation, "to": to}));
    json!({
        "repository": name(fleet, row),
        "root": fleet.repositories.get(row.repository as usize).map(|it| it.root.clone()),
        "verdict": row.affected.name(),
        "reach": row.reach.name(),
        "provides": row.is_provider,
        "stated": row.stated.iter().map(stated).collect::<Vec<_>>(),
        "places": places.collect::<Vec<_>>(),
    })
}

#[derive(Serialize)]
struct TaskLine<'a> {
    id: String,
    manifest: &'static str,
    root: &'a str,
    from: [String; 1],
}
