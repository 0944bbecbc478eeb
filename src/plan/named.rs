//! The steps of what the author or the user names: globs, and inputs of files.

use std::rc::Rc;

use cg_rules::{FileId, Id};

use super::glob;
use super::secret;
use super::step::{Step, StepSource};
use crate::base::PathGlobs;
use crate::manifest::BandSpec;
use crate::primitive::{Answer, Engine, Note};

/// The files that an input names.
pub fn input_files(engine: &Engine<'_>, name: &str, values: &[String]) -> Step {
    let (files, missing) = engine.files_of(values);
    let answer = Answer::named(files, missing);
    let step = Step::of(name, values.join(", "), Rc::new(answer), StepSource::Input);
    Step { why: "named by the input".to_owned(), n_secret: secret::requested(engine, values), ..step }
}

/// The files of the globs of a band.
pub fn globs(engine: &Engine<'_>, spec: &BandSpec) -> Option<Step> {
    let snapshot = engine.snapshot;
    // The definitions are not read for a band that has no such globs.
    let bootstrap = spec.bootstrap_globs.iter().filter(|_| snapshot.definitions.is_empty());
    let globs: Vec<&String> = spec.globs.iter().chain(bootstrap).collect();
    if globs.is_empty() {
        return None;
    }
    let set = PathGlobs::new(globs.iter().map(|glob| glob.as_str())).ok()?;
    // The globs' own order is the author's; inside one, paths.
    let mut files: Vec<(usize, FileId)> = Vec::new();
    let (mut matched, mut idle) = (Vec::new(), vec![true; globs.len()]);
    for (at, path) in snapshot.paths.iter().enumerate() {
        set.matches_into(path, &mut matched);
        matched.iter().for_each(|glob| idle[*glob] = false);
        files.extend(matched.iter().min().map(|first| (*first, FileId::of(at))));
    }
    files.sort_unstable();
    let files: Vec<_> = files.into_iter().map(|(_, file)| (file, None)).collect();
    let unmatched = globs.iter().zip(idle).filter(|(_, idle)| *idle).map(|(glob, _)| glob.as_str());
    // A glob whose paths are left out as secrets matches something.
    let n_secret_of = |glob: &str| secret::requested(engine, &[glob]);
    let (hidden, unmatched): (Vec<&str>, Vec<&str>) = unmatched.partition(|glob| n_secret_of(glob) > 0);
    let hidden = hidden.iter().map(|glob| match n_secret_of(glob) {
        1 => format!("`{glob}`: 1 path that it matches has the shape of a secret, and is never read"),
        n => format!("`{glob}`: {n} paths that it matches have the shape of secrets, and are never read"),
    });
    let slips = glob::slips(snapshot, unmatched.into_iter(), files.is_empty());
    let notes = hidden.chain(slips).map(Note::from).collect();
    let answer = Answer::named(files, notes);
    let call = globs.iter().map(|glob| glob.as_str()).collect::<Vec<_>>().join(", ");
    let n_secret = secret::requested(engine, &globs);
    Some(Step { n_secret, ..Step::of("globs", call, Rc::new(answer), StepSource::Globs) })
}
