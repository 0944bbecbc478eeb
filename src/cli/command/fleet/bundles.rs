//! `MANIFEST --fleet`: the bundles of manifests, in each repository that the values of their inputs lead to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::build::repositories;
use crate::cli::command::bundle;
use crate::cli::fault::Fault;
use crate::cli::from::TaskText;
use crate::cli::output;
use crate::cli::run::{CliContext, Loaded, load};
use crate::fleet::{Fleet, FleetRepository};
use crate::primitive::{ArgType, Argument, Invocation, primitive};

/// Answers the manifests in each repository that is concerned, by name.
pub fn run(call: &CliContext, options: &bundle::Options, path: &Path) -> Result<(), Fault> {
    if options.output.is_none() && !options.plan {
        let hint = "write `-o bundles/` for a folder a repository, or look first with `--plan`";
        return Err(Fault::usage("with `--fleet` there is a bundle for each repository", hint));
    }
    let (loaded, texts) = load(call, &options.manifests, &options.inputs, &options.stale)?;
    let fleet = Fleet::open(path)?;
    let mut concerned = BTreeSet::new();
    for (name, values) in questions(&loaded, &texts) {
        let Some(primitive) = primitive(name).filter(|_| !values.is_empty()) else { continue };
        let arguments = values.into_iter().map(Argument::Text).collect();
        let question = Invocation { arguments, ..Invocation::of(primitive, Argument::Text(String::new())) };
        fleet.each_answer(&question, usize::MAX, &mut |answer| {
            concerned.insert(answer.repository);
            Ok::<(), Fault>(())
        })?;
    }
    let all = fleet.repositories.len();
    call.say.note(&format!("{} of {all} concerned", repositories(concerned.len())));
    let (mut failed, mut code) = (0, 0);
    for repository in concerned.iter().filter_map(|at| fleet.repositories.get(*at as usize)) {
        if let Err(fault) = one(call, options, repository) {
            call.say.line(&format!("repository `{}`:", repository.name));
            fault.report(&call.say);
            (failed, code) = (failed + 1, fault.code().max(code));
        }
    }
    if failed == 0 { Ok(()) } else { Err(Fault::Unanswered { code, failed, all: concerned.len() }) }
}

/// Answers the manifests in one repository.
fn one(call: &CliContext, options: &bundle::Options, repository: &FleetRepository) -> Result<(), Fault> {
    let own = call.at(Some(PathBuf::from(&repository.root)));
    if options.plan {
        output::print(&format!("\n{}\n", repository.name))?;
    }
    let folder = options.output.as_ref().map(|output| {
        // The end tells that it is a folder.
        output.join(output::file_name(repository.name.as_ref(), "").trim_end_matches('.')).join("")
    });
    if let Some(folder) = &folder {
        output::folder(&own.shared.root, folder)?;
    }
    bundle::run(&own, &bundle::Options { fleet: None, output: folder, ..options.clone() })?;
    own.finish()
}

/// The questions that the values of inputs make, be they set or in the text of a task.
fn questions(loaded: &[Loaded], texts: &[Arc<TaskText>]) -> [(&'static str, BTreeSet<String>); 3] {
    let given = |wanted: ArgType| -> BTreeSet<String> {
        let given = loaded.iter().flat_map(|one| one.given.iter().map(move |given| (one, given)));
        let is_wanted =
            |one: &Loaded, name: &str| one.manifest.input(name).is_some_and(|input| input.arg_type == wanted);
        given.filter(|(one, given)| is_wanted(one, &given.name)).flat_map(|(_, given)| given.values.clone()).collect()
    };
    let read = |part: fn(&TaskText) -> &Vec<String>| texts.iter().flat_map(move |text| part(text).clone());
    let mut modules = given(ArgType::Module);
    modules.extend(read(|text| &text.extract.modules));
    let mut packages = given(ArgType::Package);
    packages.extend(read(|text| &text.extract.packages));
    let mut symbols = given(ArgType::Symbols);
    symbols.extend(read(|text| &text.extract.symbols));
    // Who imports a package is concerned whether or not a manifest names it.
    modules.extend(packages.iter().cloned());
    [("import_graph.reverse_lookup", modules), ("dep_graph.consumers", packages), ("scip.refs", symbols)]
}
