//! `test`: whether the bundles of a manifest hold what its author means them to.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::test_file::{Expectation, FileExpectation, TestCase, test_file};
use crate::base::{counted, glob_matcher};
use crate::bundle::{Bundle, Item};
use crate::cli::args::{StaleOptions, StoreOptions};
use crate::cli::fault::Fault;
use crate::cli::junit::{self, JunitCase};
use crate::cli::limits::limit_threads;
use crate::cli::near::is_manifest;
use crate::cli::run::{CliContext, Loaded, opened};
use crate::cli::{from, output};
use crate::input;
use crate::manifest::{Band, SHIPPED};
use crate::pipeline::{self, Index, ScipSelection, filled, planned};
use crate::render::MARKDOWN;
use crate::store::StorePlace;
use crate::walk;

/// The folder of tests where none is named.
const FOLDER: &str = ".cg/tests";
/// The most bytes of a snapshot.
const MAX_SNAPSHOT: u64 = 16 * 1024 * 1024;

/// Options of `test`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cg-bundle test .cg/tests/cve.yaml\n  cg-bundle test --junit report.xml")]
pub struct Options {
    /// Files of tests, or folders of them; .cg/tests below the root without it
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Keep the files of each case beside its file, as NAME.snap; later runs fail where they are others
    #[arg(short = 'U', long)]
    update: bool,
    /// Write a report in the XML of JUnit
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    stale: StaleOptions,
}

/// Runs the tests.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    limit_threads(&call.say);
    let mut outcomes = Vec::new();
    let mut indexes = BTreeMap::new();
    for path in files(call, options)? {
        one_file(call, options, &path, &mut indexes, &mut outcomes)?;
    }
    let failed = outcomes.iter().filter(|it: &&JunitCase| it.failure.is_some()).count();
    output::print(&format!("{}, {failed} failed\n", counted(outcomes.len(), "case")))?;
    if let Some(path) = &options.junit {
        output::write(&call.shared.root, path, &junit::report("test", &outcomes))?;
    }
    if failed == 0 { Ok(()) } else { Err(Fault::Refused(vec![format!("{failed} of {} cases failed", outcomes.len())])) }
}

/// The files of tests that some paths name.
fn files(call: &CliContext, options: &Options) -> Result<Vec<PathBuf>, Fault> {
    let default = [call.shared.root.join(FOLDER)];
    if options.paths.is_empty() && !default[0].is_dir() {
        let message = format!("there is no folder `{}`", default[0].display());
        return Err(Fault::usage(message, "name the files of tests: `cg-bundle test PATH…`"));
    }
    let mut found = Vec::new();
    for path in if options.paths.is_empty() { default.as_slice() } else { options.paths.as_slice() } {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path);
        let entries = entries.map_err(|source| Fault::File { what: "read the folder", path: path.clone(), source })?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.retain(|it| is_manifest(it) && it.is_file());
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// The index of each root, with the compilers' indexes that it takes in.
type Indexes = BTreeMap<(PathBuf, String), Index>;

fn one_file(
    call: &CliContext,
    options: &Options,
    path: &Path,
    indexes: &mut Indexes,
    outcomes: &mut Vec<JunitCase>,
) -> Result<(), Fault> {
    let name = path.display().to_string();
    let text = String::from_utf8_lossy(&from::bytes(&name)?).into_owned();
    let tests = test_file(&name, &text)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_shipped = SHIPPED.iter().any(|(name, _)| *name == tests.manifest);
    let manifest = if is_shipped { PathBuf::from(&tests.manifest) } else { folder.join(&tests.manifest) };
    let mut loaded = opened(&manifest)?;
    loaded.manifest.index.on_stale = options.stale.on_stale.unwrap_or(loaded.manifest.index.on_stale);
    let root = tests.root.as_ref().map_or_else(|| call.shared.root.clone(), |root| folder.join(root));
    let index = index(call, options, &loaded, &root, tests.root.is_some(), indexes)?;
    let snapshot = path.with_extension("snap");
    let known = if options.update { None } else { walk::named(&snapshot, MAX_SNAPSHOT).ok() };
    let known = known.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let mut snapshots = String::new();
    for case in &tests.cases {
        let bundle = answer(call, &loaded, case, index, &root, folder)?;
        let files = files_of(case, &bundle);
        let mut wrong = failures(&case.expect, &bundle);
        wrong.extend(known.as_ref().and_then(|known| unlike(known, &files)));
        snapshots += &files;
        let (mark, name) = (if wrong.is_empty() { "ok  " } else { "FAIL" }, format!("{name}: {}", case.name));
        let lines: String = wrong.iter().map(|line| format!("      {line}\n")).collect();
        output::print(&format!("{mark}  {name}\n{lines}"))?;
        outcomes.push(JunitCase { name, failure: (!wrong.is_empty()).then(|| (wrong.join("; "), 1)) });
    }
    if options.update { output::write(&call.shared.root, &snapshot, &snapshots) } else { Ok(()) }
}

fn index<'i>(
    call: &CliContext,
    options: &Options,
    loaded: &Loaded,
    root: &Path,
    is_own: bool,
    indexes: &'i mut Indexes,
) -> Result<&'i Index, Fault> {
    let mut request = call.request(&options.store, Some(&loaded.manifest));
    root.clone_into(&mut request.root);
    if is_own && options.store.store.is_none() {
        // A fixture keeps nothing in its folder.
        request.store = StorePlace::Nowhere;
    }
    let scip = match &request.scip {
        ScipSelection::Inside(files) | ScipSelection::Files(files) => format!("{files:?}"),
        ScipSelection::Found => "found".to_owned(),
        ScipSelection::Nothing => String::new(),
    };
    let key = (root.to_owned(), scip);
    if !indexes.contains_key(&key) {
        let made = pipeline::index(&request, &|_, _, _| {})?;
        made.notes.iter().for_each(|note| call.say.note(note));
        indexes.insert(key.clone(), made);
    }
    Ok(&indexes[&key])
}

/// The bundle of a case.
fn answer(
    call: &CliContext,
    loaded: &Loaded,
    case: &TestCase,
    index: &Index,
    root: &Path,
    folder: &Path,
) -> Result<Bundle, Fault> {
    let mut one = loaded.clone();
    let json = serde_json::Value::Object(case.set.clone()).to_string();
    one.given = input::file(&case.name, &json).map_err(Fault::InputFile)?;
    let texts: Vec<String> = case.from.iter().map(|text| from_folder(text, folder)).collect();
    let mut texts = from::read(&texts, root).map_err(Fault::All)?;
    if texts.is_empty() {
        texts.extend(from::of_values(&one.given, &one.manifest));
    }
    let mut remarks = Vec::new();
    let found = from::given(&texts, &one.manifest, index, &call.say, &mut remarks);
    remarks.iter().for_each(|remark| call.say.note(remark));
    let known: Vec<String> = one.given.iter().map(|it| it.name.clone()).collect();
    one.given.extend(found.given.into_iter().filter(|it| !known.contains(&it.name)));
    one.coverage = found.coverage;
    let task = one.task(&case.promote, &MARKDOWN);
    let planned = planned(&task, index).map_err(|error| one.fault(error))?;
    Ok(filled(&task, index, &planned))
}

/// The argument of `--from` with its file from the folder of the tests.
fn from_folder(text: &str, folder: &Path) -> String {
    let file = text.split_once(':').map(|(form, name)| (form, folder.join(name)));
    match file.filter(|(_, path)| path.is_file()) {
        Some((form, path)) => format!("{form}:{}", path.display()),
        None => text.to_owned(),
    }
}

fn items(bundle: &Bundle, band: Option<Band>) -> impl Iterator<Item = &Item> {
    let bands = bundle.bands.iter().filter(move |it| band.is_none_or(|band| it.band == band));
    bands.flat_map(|band| &band.items)
}

/// The failures of a case, a line each.
fn failures(expect: &Expectation, bundle: &Bundle) -> Vec<String> {
    let mut wrong = Vec::new();
    let bands = [
        (&expect.must_read, Some(Band::MustRead)),
        (&expect.should_read, Some(Band::ShouldRead)),
        (&expect.may_read, Some(Band::MayRead)),
        (&expect.bundle, None),
    ];
    for (expected, band) in bands {
        expected.iter().for_each(|expected| unmet(expected, band, bundle, &mut wrong));
    }
    for (path, query) in &expect.because {
        let queries = items(bundle, None)
            .find(|item| item.path == *path)
            .map(|item| item.why.iter().map(|why| why.query.as_str()).collect::<Vec<_>>());
        match queries {
            None => wrong.push(format!("`{path}` is not in the bundle{}", elsewhere(path, bundle))),
            Some(queries) if !queries.contains(&query.as_str()) => {
                wrong.push(format!("`{path}` is there for `{}`, not for `{query}`", queries.join("`, `")));
            }
            Some(_) => {}
        }
    }
    if let Some(status) = expect.status.as_deref().filter(|status| *status != bundle.status.name()) {
        wrong.push(format!("the status is `{}`, not `{status}`", bundle.status.name()));
    }
    wrong
}

fn unmet(expected: &FileExpectation, band: Option<Band>, bundle: &Bundle, wrong: &mut Vec<String>) {
    let name = band.map_or("the bundle", Band::name);
    let files: Vec<&str> = items(bundle, band).map(|item| item.path.as_str()).collect();
    let rows = expected.includes.iter().map(|it| (it, true)).chain(expected.excludes.iter().map(|it| (it, false)));
    for (glob, is_wanted) in rows {
        let matcher = match glob_matcher(glob) {
            Ok(matcher) => matcher,
            Err(error) => {
                wrong.push(format!("`{glob}` is no glob: {}", error.kind()));
                continue;
            }
        };
        let matched: Vec<&str> = files.iter().copied().filter(|file| file == glob || matcher.is_match(file)).collect();
        match (is_wanted, matched.first()) {
            (true, None) => wrong.push(format!("{name} has no file `{glob}`{}", elsewhere(glob, bundle))),
            (false, Some(first)) if matched.len() > 1 => {
                wrong.push(format!("{name} has `{first}` and {} more that match `{glob}`", matched.len() - 1));
            }
            (false, Some(first)) => wrong.push(format!("{name} has `{first}`, which matches `{glob}`")),
            _ => {}
        }
    }
    if let Some(most) = expected.at_most.filter(|most| files.len() > *most) {
        wrong.push(format!("{name} has {}, and at most {most} are meant", counted(files.len(), "file")));
    }
}

/// The place of a path in the bundle, where it is not in the band.
fn elsewhere(path: &str, bundle: &Bundle) -> String {
    if let Some(item) = items(bundle, None).find(|item| item.path == path) {
        return format!("; it is in {}", item.band.name());
    }
    let left_out = bundle.left_out.iter().find(|it| it.path == path);
    left_out
        .map_or(String::new(), |it| format!("; `{}` returned it, and it is left out ({})", it.query, it.reason.name()))
}

/// The files of a case, as a snapshot keeps them.
fn files_of(case: &TestCase, bundle: &Bundle) -> String {
    let mut out = format!("case {}\n", case.name);
    for band in &bundle.bands {
        for item in &band.items {
            let query = item.why.first().map_or("", |why| why.query.as_str());
            let _ = writeln!(out, "  {} {} {} {query}", band.band.name(), item.path, item.view.name());
        }
    }
    out
}

/// How the files of a case differ from those of its snapshot; a case without one differs in nothing.
fn unlike(known: &str, files: &str) -> Option<String> {
    let head = files.lines().next()?;
    let at = known.lines().position(|line| line == head)?;
    let old: Vec<&str> = known.lines().skip(at + 1).take_while(|line| line.starts_with("  ")).collect();
    let new: Vec<&str> = files.lines().skip(1).collect();
    if old == new {
        return None;
    }
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("-{}", line.trim()));
    let come = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+{}", line.trim()));
    let rows: Vec<String> = gone.chain(come).collect();
    let rows = if rows.is_empty() { "the order".to_owned() } else { rows.join(", ") };
    Some(format!("not as in its snapshot: {rows} (`-U` keeps the new one)"))
}
