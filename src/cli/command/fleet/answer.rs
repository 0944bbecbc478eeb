//! `query --fleet`: one question to all repositories of a fleet file.

use std::collections::BTreeSet;
use std::path::Path;

use super::build::repositories;
use super::printed::{FleetForm, Printed, name};
use crate::base::nearest;
use crate::cli::fault::Fault;
use crate::cli::say::Say;
use crate::fleet::{ANSWERED, Fleet, Provided};
use crate::manifest::QueryCall;
use crate::primitive::Argument;

/// The note on places that the texts of a repository have, and no export.
const OF_TEXTS: &str = "places in type position of what a file imports (`field: Type`) are in its text alone: asked by itself, a repository lists them";

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
    let call = parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]);
    let mut provided: Vec<Provided> = Vec::new();
    for text in call.arguments.iter().filter_map(Argument::text) {
        for one in fleet.provided(text)? {
            if !provided.iter().any(|other| other.package == one.package) {
                provided.push(one);
            }
        }
    }
    let mut printed = Printed::new(&fleet, form, max.unwrap_or(usize::MAX));
    let rest = printed.all(&call, &parsed.text, &provided)?;
    provided.iter().for_each(|one| say.note(&providers(&fleet, one)));
    rest.notes.iter().collect::<BTreeSet<_>>().into_iter().for_each(|note| say.note(note));
    printed.notes.iter().for_each(|note| say.note(note));
    if printed.n_repositories > 0 && parsed.primitive.name == "scip.refs" {
        say.note(OF_TEXTS);
    }
    if printed.n_repositories == 0 {
        say.note(&format!("none of the {} has an answer", repositories(fleet.repositories.len())));
    }
    if printed.n_shown < printed.n_files {
        say.note(&format!("{} of {} files are shown", printed.n_shown, printed.n_files));
    }
    if rest.n_unread > 0 {
        let them = if rest.n_unread == 1 { "it was" } else { "they were" };
        say.note(&format!(
            "{} more may have an answer: {them} not read, as the files were enough",
            repositories(rest.n_unread)
        ));
    }
    Ok(())
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
