//! Words of free text that are names: those that few files of the repository have, beside something that is named.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use cg_bundle::pipeline::{Task, planned};
use cg_bundle::render::MARKDOWN;
use cg_bundle::{input, manifest};

use crate::support::Repository;

/// A scheduler with `state` and `backoff`; so many other files have a `state`.
fn scheduler(n_others: usize) -> Repository {
    let mut text = String::from(
        "--- app/scheduler.py
class Scheduler:
    def enqueue(self, job):
        return self.state(job)

    def state(self, job):
        return job

    def backoff(self, job):
        return job

    def can(self, job):
        return job
",
    );
    for n in 0..n_others {
        let _ = write!(text, "--- app/part{n}.py\ndef part{n}(thing):\n    return thing.state\n");
    }
    Repository::of(&text).0
}

fn names(repository: &Repository, question: &str) -> Vec<String> {
    let text = "inputs: { a.symbols: { type: symbols }, a.text: { type: text } }
focus: { symbols: a.symbols, query: a.text }
must_read:
  derived: [{ name: sites, compute: 'scip.refs(a.symbols, definitions=true)', max_files: 9 }]
";
    let parsed = manifest::parse(text.as_bytes(), Path::new("m.yaml")).expect("a manifest");
    let sets = ["a.symbols=Scheduler.enqueue", &format!("a.text={question}")];
    let given: Vec<_> = sets.iter().map(|set| input::set(set).expect("a value")).collect();
    let (manifest, manifest_text, given) = (&parsed, text, &given);
    let task = Task {
        manifest,
        manifest_text,
        given,
        promoted: &[],
        coverage: &Arc::default(),
        environment: &[],
        format: &MARKDOWN,
    };
    let index = repository.index();
    let planned = planned(&task, &index).unwrap_or_else(|error| panic!("{error:?}"));
    planned.flow.names.iter().map(|name| name.text.clone()).collect()
}

#[test]
fn a_word_that_many_files_have_is_no_name() {
    let question = "the backoff is lost and the state is wrong";
    assert_eq!(names(&scheduler(2), question), ["Scheduler.enqueue", "backoff", "state"]);
    assert_eq!(names(&scheduler(30), question), ["Scheduler.enqueue", "backoff"]);
    // A capital may begin a sentence.
    assert_eq!(names(&scheduler(30), "State is lost in the backoff"), ["Scheduler.enqueue", "backoff"]);
}

#[test]
fn words_that_only_join_others_are_no_names() {
    assert_eq!(names(&scheduler(0), "can it use backoff"), ["Scheduler.enqueue", "backoff"]);
}

/// A verb at the head of a sentence has its capital from its place.
#[test]
fn a_verb_that_heads_a_sentence_is_no_name() {
    let text = "--- app/scheduler.py
class Scheduler:
    def enqueue(self, job):
        return job
--- app/sums.py
class Add:
    def run(self):
        return 1
";
    let repository = Repository::of(text).0;
    assert_eq!(names(&repository, "Add a queue that waits"), ["Scheduler.enqueue"]);
    assert_eq!(names(&repository, "queue: Add one that waits"), ["Scheduler.enqueue"]);
    for question in ["`Add` waits", "the command Add waits", "Add"] {
        assert_eq!(names(&repository, question), ["Add", "Scheduler.enqueue"], "{question}");
    }
}
