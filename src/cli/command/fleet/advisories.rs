//! `fleet advisories`: from advisories to the repositories that are affected, and to the places that use what is.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::build::repositories;
use crate::base::{counted, escaped_json, visible};
use crate::cli::fault::Fault;
use crate::cli::given;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::fleet::{AffectedFleet, AffectedRepository, Fleet, Reach, StatedVersion};
use crate::intake::{Advisory, Affected, AffectedPackage, advisories};

/// How many places of a repository the text shows.
const SHOWN: usize = 10;

/// Options of `fleet advisories`.
#[derive(Debug, Args)]
pub struct AdvisoryOptions {
    /// Advisories in the OSV format; - is standard input
    #[arg(value_name = "OSV", required = true)]
    advisories: Vec<PathBuf>,
    /// The fleet file
    #[arg(long, value_name = "FLEET")]
    fleet: PathBuf,
    /// text, json, tsv, or tasks: a line for `cg-bundle batch` a repository, with the manifest cve
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: AdvisoryForm,
    /// Exit with 1 where a repository is so: affected, unknown, uses; several with commas
    #[arg(long, value_name = "STATES", value_delimiter = ',', hide_possible_values = true)]
    fail_on: Vec<AdvisoryGate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AdvisoryForm {
    Text,
    Json,
    Tsv,
    Tasks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AdvisoryGate {
    /// A version that it gets is affected.
    Affected,
    /// It is not known.
    Unknown,
    /// It is affected, and its code uses an affected symbol or imports an affected module.
    Uses,
}

/// The repositories that one package of one advisory affects.
struct Finding {
    file: PathBuf,
    advisory: Advisory,
    package: AffectedPackage,
    found: AffectedFleet,
}

/// Prints what the advisories mean for the fleet.
pub fn run(call: &CliContext, options: &AdvisoryOptions) -> Result<(), Fault> {
    let mut findings = Vec::new();
    let mut read = Vec::new();
    for path in &options.advisories {
        read.push((path, one(path)?));
    }
    let fleet = Fleet::open(&options.fleet)?;
    for (path, all) in read {
        for advisory in all {
            if advisory.is_withdrawn {
                call.say.note(&format!("{} was withdrawn", advisory.id));
                continue;
            }
            for package in &advisory.affected {
                if package.ecosystem.is_none() {
                    let text = format!("{}: the ecosystem of `{}` is not known here", advisory.id, package.name);
                    call.say.note(&format!("{text}: importers alone are listed, and no version"));
                }
                let found = fleet.affected(package)?;
                let (advisory, package) = (advisory.clone(), package.clone());
                findings.push(Finding { file: path.clone(), advisory, package, found });
            }
        }
    }
    let text = match options.format {
        AdvisoryForm::Text => findings.iter().map(|finding| text(&fleet, finding)).collect::<Vec<_>>().join("\n"),
        AdvisoryForm::Tsv => findings.iter().map(|finding| tsv(&fleet, finding)).collect(),
        AdvisoryForm::Json => as_json(&fleet, &findings),
        AdvisoryForm::Tasks => tasks(&fleet, &findings),
    };
    output::print(&text)?;
    let refused = options.fail_on.iter().filter_map(|gate| gate.refusal(&findings)).collect::<Vec<_>>();
    if refused.is_empty() { Ok(()) } else { Err(Fault::Refused(refused)) }
}

fn one(path: &Path) -> Result<Vec<Advisory>, Fault> {
    let name = path.to_string_lossy();
    let text = given::read(&name)?;
    advisories(&text).map_err(|diagnostic| Fault::Inputs {
        path: name.into_owned(),
        text,
        diagnostics: vec![*diagnostic],
    })
}

impl AdvisoryGate {
    fn refuses(self, row: &AffectedRepository) -> bool {
        match self {
            Self::Affected => row.affected == Affected::Yes,
            Self::Unknown => row.affected == Affected::Unknown,
            Self::Uses => row.affected == Affected::Yes && row.reach != Reach::Depends,
        }
    }

    fn refusal(self, findings: &[Finding]) -> Option<String> {
        let rows = findings.iter().flat_map(|finding| &finding.found.repositories);
        let n =
            rows.filter(|row| self.refuses(row)).map(|row| row.repository).collect::<std::collections::BTreeSet<_>>();
        let name = self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        (!n.is_empty()).then(|| format!("`--fail-on {name}`: {}", repositories(n.len())))
    }
}

fn name(fleet: &Fleet, row: &AffectedRepository) -> String {
    fleet.repositories.get(row.repository as usize).map_or_else(String::new, |it| it.name.clone())
}

fn package(package: &AffectedPackage) -> String {
    package.url().unwrap_or_else(|| package.name.clone())
}

/// A head a package; a block a repository.
fn text(fleet: &Fleet, finding: &Finding) -> String {
    let Finding { advisory, package: affected, found, .. } = finding;
    let mut names = vec![advisory.id.as_str()];
    names.extend(advisory.aliases.iter().map(String::as_str));
    let mut out = format!("{}  {}\n", names.join(", "), advisory.summary);
    let _ = writeln!(out, "{} {}", package(affected), affected.said());
    let count = |wanted: Affected| found.repositories.iter().filter(|row| row.affected == wanted).count();
    let _ = writeln!(
        out,
        "{} affected, {} unknown, {} not affected, of {}",
        count(Affected::Yes),
        count(Affected::Unknown),
        found.n_safe,
        repositories(fleet.repositories.len()),
    );
    let mut rows: Vec<&AffectedRepository> = found.repositories.iter().collect();
    rows.sort_by_key(|row| (row.affected, row.is_provider, row.reach));
    for row in rows {
        block(fleet, affected, row, &mut out);
    }
    out
}

fn block(fleet: &Fleet, affected: &AffectedPackage, row: &AffectedRepository, out: &mut String) {
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
fn tsv(fleet: &Fleet, finding: &Finding) -> String {
    let cell = |text: &str| visible(text).replace('\t', " ");
    let mut out = String::new();
    for row in &finding.found.repositories {
        let head = [cell(&finding.advisory.id), package(&finding.package), cell(&name(fleet, row))];
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
    }
    out
}

fn as_json(fleet: &Fleet, findings: &[Finding]) -> String {
    let stated = |it: &StatedVersion| {
        json!({
            "at": format!("{}:{}", it.path, it.at),
            "version": it.version,
            "locked": it.is_locked,
            "development": it.is_dev,
            "verdict": it.affected.name(),
        })
    };
    let repository = |row: &AffectedRepository| {
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
    };
    let one = |finding: &Finding| {
        json!({
            "advisory": finding.advisory.id,
            "aliases": finding.advisory.aliases,
            "summary": finding.advisory.summary,
            "package": package(&finding.package),
            "affected": finding.package.said(),
            "symbols": finding.package.symbols,
            "not_affected": finding.found.n_safe,
            "repositories": finding.found.repositories.iter().map(repository).collect::<Vec<_>>(),
        })
    };
    let all = json!({
        "fleet": fleet.repositories.len(),
        "advisories": findings.iter().map(one).collect::<Vec<_>>(),
    });
    escaped_json(serde_json::to_string_pretty(&all).unwrap_or_default() + "\n")
}

#[derive(Serialize)]
struct TaskLine<'a> {
    id: String,
    manifest: &'static str,
    root: &'a str,
    from: [String; 1],
}

/// A task a repository and file of advisories: `batch` writes a bundle for each.
fn tasks(fleet: &Fleet, findings: &[Finding]) -> String {
    let mut out = String::new();
    let mut seen = std::collections::BTreeSet::new();
    for finding in findings {
        for row in &finding.found.repositories {
            let Some(repository) = fleet.repositories.get(row.repository as usize) else { continue };
            let id = format!("{}-{}", finding.advisory.id, repository.name);
            if !seen.insert(id.clone()) {
                continue;
            }
            let from = [format!("osv:{}", finding.file.display())];
            let line = TaskLine { id, manifest: "cve", root: &repository.root, from };
            out += &serde_json::to_string(&line).unwrap_or_default();
            out.push('\n');
        }
    }
    escaped_json(out)
}
