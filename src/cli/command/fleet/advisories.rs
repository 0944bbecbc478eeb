//! `fleet advisories`: from advisories to the repositories that are affected, and to the places that use what is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::build::repositories;
use super::findings::{AdvisoryForm, Finding, PrintedFindings};
use crate::cli::fault::Fault;
use crate::cli::given;
use crate::cli::run::CliContext;
use crate::fleet::{AffectedRepository, Fleet, Reach};
use crate::intake::{Advisory, Affected, advisories};

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
enum AdvisoryGate {
    /// A version that it gets is affected.
    Affected,
    /// It is not known.
    Unknown,
    /// It is affected, and its code uses an affected symbol or imports an affected module.
    Uses,
}

/// Prints what the advisories mean for the fleet.
pub fn run(call: &CliContext, options: &AdvisoryOptions) -> Result<(), Fault> {
    let mut read = Vec::new();
    for path in &options.advisories {
        read.push((path, one(path)?));
    }
    let fleet = Fleet::open(&options.fleet)?;
    let mut refused = vec![BTreeSet::new(); options.fail_on.len()];
    let mut findings = PrintedFindings::begin(&fleet, options.format)?;
    for (file, all) in &read {
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
                findings.print(&Finding { file, advisory, package }, &mut |row| {
                    let gates = options.fail_on.iter().zip(&mut refused);
                    gates.filter(|(gate, _)| gate.refuses(row)).for_each(|(_, all)| {
                        all.insert(row.repository);
                    });
                })?;
            }
        }
    }
    findings.end()?;
    let refused = options.fail_on.iter().zip(&refused).filter(|(_, all)| !all.is_empty());
    let refused: Vec<String> = refused.map(|(gate, all)| gate.refusal(all.len())).collect();
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

    fn refusal(self, n_repositories: usize) -> String {
        let name = self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        format!("`--fail-on {name}`: {}", repositories(n_repositories))
    }
}
