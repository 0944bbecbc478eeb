//! The steps of what the author or the user names: globs, and inputs of files; and the places of files that a text names.

use std::rc::Rc;

use cg_rules::{FileId, Id};

use super::glob::{self, GlobSlip};
use super::secret;
use super::step::{Step, StepSource};
use crate::base::PathGlobs;
use crate::manifest::{Band, BandSpec};
use crate::primitive::{Answer, Engine, Hit, Note};

/// The part of the places of a step that files have which are aside and named: one of so many.
const NAMED_PART: usize = 4;

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
    // A path that must be read and is not there is missing.
    let slip = |slip: GlobSlip| {
        if slip.is_path && spec.band == Band::MustRead { Note::unknown(slip.text, &[]) } else { Note::from(slip.text) }
    };
    let notes = hidden.map(Note::from).chain(slips.into_iter().map(slip)).collect();
    let answer = Answer::named(files, notes);
    let call = globs.iter().map(|glob| glob.as_str()).collect::<Vec<_>>().join(", ");
    let n_secret = secret::requested(engine, &globs);
    Some(Step { n_secret, ..Step::of("globs", call, Rc::new(answer), StepSource::Globs) })
}

/// Takes the hits past `most` out of a step. What is aside and named by the text keeps a part of the places, however many sources
/// its words find.
pub fn cut(engine: &Engine<'_>, step: &mut Step, most: usize) -> Vec<Hit> {
    let mut over = step.kept.split_off(most);
    let is_named = |hit: &Hit| engine.is_aside(hit.file) && step.answer.named_files.contains(&hit.file);
    let n_kept = step.kept.iter().filter(|hit| is_named(hit)).count();
    let n_places = most.div_ceil(NAMED_PART).saturating_sub(n_kept);
    let mut named: Vec<Hit> = over.iter().filter(|hit| is_named(hit)).take(n_places).cloned().collect();
    for hit in named.drain(..).rev() {
        let Some(last) = step.kept.iter().rposition(|it| !is_named(it)) else { break };
        over.retain(|it| it.file != hit.file);
        over.insert(0, step.kept.remove(last));
        step.kept.insert(last, hit);
    }
    over
}
