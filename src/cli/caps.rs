//! Caps of the command line, each in place of the manifest's own.

use super::args::InputOptions;
use super::fault::Fault;
use super::knobs;
use crate::base::nearest;
use crate::manifest::{Arg, Manifest};

/// Sets `--max-chars`, `--max-tokens`, `--max-files` and `--no-derived` in the manifests; each cap of a query must fit one of them.
pub fn set(manifests: &mut [&mut Manifest], options: &InputOptions) -> Result<(), Fault> {
    let work = knobs::stated(&options.work)?;
    for (flag, most) in [("--max-chars", options.max_chars), ("--max-tokens", options.max_tokens)] {
        if most == Some(0) {
            return Err(Fault::Unknown {
                message: format!("`{flag} 0` leaves no room for anything"),
                hint: Some(format!("it is at least 1; for the counts alone write `{flag} 1`")),
            });
        }
    }
    for manifest in manifests.iter_mut() {
        manifest.budget.user.work = work;
        manifest.budget.user.max_chars = options.max_chars;
        manifest.budget.user.max_tokens = options.max_tokens;
    }
    for text in &options.max_files {
        let (name, number) = text.split_once('=').map_or((None, text.as_str()), |(name, number)| (Some(name), number));
        let Ok(files) = number.parse::<u32>() else {
            return Err(fault(text, format!("`{number}` is not a whole number"), None));
        };
        let Some(name) = name else {
            manifests.iter_mut().for_each(|it| it.budget.user.max_files = Some(files));
            continue;
        };
        let own = |it: &&mut &mut Manifest| it.queries().any(|(_, query)| query.name == name);
        match manifests.iter_mut().find(own) {
            Some(manifest) => {
                let mut queries = manifest.bands.iter_mut().flat_map(|band| &mut band.derived);
                queries.find(|query| query.name == name).into_iter().for_each(|query| query.max_files = files);
                manifest.budget.user.of_queries.push((name.to_owned(), files));
            }
            None => {
                let known: Vec<String> =
                    manifests.iter().flat_map(|it| it.queries()).map(|(_, query)| query.name.clone()).collect();
                let near = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
                return Err(fault(text, format!("no query is named `{name}`"), near));
            }
        }
    }
    if options.no_derived {
        manifests.iter_mut().for_each(|manifest| drop_queries(manifest));
    }
    Ok(())
}

/// Leaves the globs and the inputs of a manifest.
fn drop_queries(manifest: &mut Manifest) {
    manifest.bands.iter_mut().for_each(|band| band.derived.clear());
    manifest.focus.symbols.retain(|arg| !matches!(arg, Arg::Query(_)));
    manifest.budget.user.no_derived = true;
}

fn fault(text: &str, why: String, near: Option<String>) -> Fault {
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write `--max-files 40`, or `--max-files NAME=40` for one query".to_owned(),
    };
    Fault::Unknown { message: format!("`--max-files {text}`: {why}"), hint: Some(hint) }
}
