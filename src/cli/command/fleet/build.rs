//! `fleet build`: indexes repositories, keeps the export of each by its state, and merges them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::listed::{self, ListedRepository};
use crate::base::Digest;
use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::given;
use crate::cli::output;
use crate::cli::progress::Bar;
use crate::cli::run::CliContext;
use crate::fleet::{MergeError, Merged, export_file, is_whole, merge};
use crate::walk::{self, GrowingFile, NamedFile, ReadAt};

/// The most bytes of the export of one repository.
const MOST: u64 = 1 << 32;
/// The ending of an export.
const EXPORT: &str = ".export";

/// Options of `fleet build`.
#[derive(Debug, Args)]
pub struct BuildOptions {
    /// The roots of the repositories, one a line, NAME<tab>ROOT to name it otherwise than its folder; - is standard input
    #[arg(value_name = "LIST")]
    list: String,
    /// The fleet file
    #[arg(short, long, value_name = "FLEET")]
    output: PathBuf,
    /// Keep the exports of the repositories in this folder instead of FLEET.d; a state that is there is not indexed again
    #[arg(long, value_name = "DIR")]
    exports: Option<PathBuf>,
    #[command(flatten)]
    store: StoreOptions,
}

/// How many repositories were there before, were exported now, and failed.
#[derive(Default)]
struct Counts {
    known: usize,
    exported: usize,
    failed: usize,
    code: u8,
}

/// Builds the fleet file.
pub fn run(call: &CliContext, options: &BuildOptions) -> Result<(), Fault> {
    let listed = listed::read(&options.list, &given::read(&options.list)?)?;
    let folder = options.exports.clone().unwrap_or_else(|| beside(&options.output));
    walk::make_folder(&folder).map_err(|source| Fault::File {
        what: "make the folder",
        path: folder.clone(),
        source,
    })?;
    let (mut counts, mut merged) = (Counts::default(), Vec::new());
    let bar = Bar::new(&call.say);
    for (at, repository) in listed.iter().enumerate() {
        bar.report("repositories", at, listed.len());
        match exported(call, options, &folder, repository, &mut counts) {
            Ok(state) => merged.push(one(&folder, repository, state)),
            Err(fault) => {
                bar.done();
                call.say.line(&format!("repository `{}`:", repository.name));
                fault.report(&call.say);
                counts.failed += 1;
                counts.code = counts.code.max(fault.code());
            }
        }
    }
    bar.done();
    let states: Vec<Digest> = merged.iter().map(|it| it.state).collect();
    write(&options.output, merged)?;
    if options.exports.is_none() {
        clear(&folder, &states);
    }
    let Counts { known, exported, failed, code } = counts;
    output::print(&format!(
        "{}: {}, {exported} exported, {known} known, {failed} failed\n",
        options.output.display(),
        repositories(states.len()),
    ))?;
    if failed == 0 { Ok(()) } else { Err(Fault::Unlisted { code, failed, all: listed.len() }) }
}

/// The folder of the exports of a fleet file.
fn beside(fleet: &Path) -> PathBuf {
    let mut name = fleet.file_name().unwrap_or_default().to_owned();
    name.push(".d");
    fleet.with_file_name(name)
}

fn export_path(folder: &Path, state: &Digest) -> PathBuf {
    folder.join(format!("{state}{EXPORT}"))
}

/// Makes sure of the export of a repository, and returns its state.
fn exported(
    call: &CliContext,
    options: &BuildOptions,
    folder: &Path,
    repository: &ListedRepository,
    counts: &mut Counts,
) -> Result<Digest, Fault> {
    let call = call.at(Some(PathBuf::from(&repository.root)));
    let looked = call.look(&options.store, None)?;
    if walk::named(&export_path(folder, &looked.state), MOST).is_ok_and(|bytes| is_whole(&bytes)) {
        counts.known += 1;
        return Ok(looked.state);
    }
    let index = call.indexed(looked)?;
    let export = index.facts.export();
    call.finish()?;
    let bytes = export_file(&export).map_err(|bound| Fault::Unmerged(MergeError::FleetBound(bound)))?;
    let path = export_path(folder, &index.state);
    walk::write_named(&path, &bytes).map_err(|source| Fault::File { what: "write", path, source })?;
    counts.exported += 1;
    Ok(index.state)
}

fn one(folder: &Path, repository: &ListedRepository, state: Digest) -> Merged {
    let path = export_path(folder, &state);
    let open = move || -> std::io::Result<Box<dyn ReadAt>> { Ok(Box::new(NamedFile::at(&path)?)) };
    Merged { name: repository.name.clone(), root: repository.root.clone(), state, open: Box::new(open) }
}

fn write(path: &Path, merged: Vec<Merged>) -> Result<(), Fault> {
    let fault = |source| Fault::File { what: "write", path: path.to_owned(), source };
    let file = GrowingFile::begin(path).map_err(fault)?;
    let mut file = merge(merged, file).map_err(Fault::Unmerged)?;
    file.flush().and_then(|()| file.finish()).map_err(fault)
}

/// Removes the exports of states that the fleet does not hold any more. One that stays is of no harm.
fn clear(folder: &Path, states: &[Digest]) {
    let kept: BTreeSet<String> = states.iter().map(|state| format!("{state}{EXPORT}")).collect();
    let names = walk::names_in(folder).unwrap_or_default();
    for name in names.iter().filter(|name| name.ends_with(EXPORT) && !kept.contains(name.as_str())) {
        let _ = walk::remove_named(&folder.join(name));
    }
}

/// The words for a number of repositories.
pub fn repositories(n: usize) -> String {
    if n == 1 { "1 repository".to_owned() } else { format!("{n} repositories") }
}
