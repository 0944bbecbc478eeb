//! Answers in the store that machines share: taken where everything that they depend on is the same, wherever the repository
//! lies, and made where anything differs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use cg_bundle::base::Digest;
use cg_bundle::store::{Cas, CasPlace, decode, encode};
use tempfile::TempDir;

use crate::support::copy;

/// An answer as it lies in the store: the texts that were read, what was searched, the view.
type Answer = (Vec<(String, Digest)>, Option<Digest>, Vec<u8>);

/// Machines with a checkout and a store each, in one folder.
struct Machines(TempDir);

impl Machines {
    fn new(names: &[&str]) -> Self {
        let folder = TempDir::new().expect("a folder");
        for name in names {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), &folder.path().join(name));
        }
        // An answer over files that changed a moment ago is not kept.
        thread::sleep(Duration::from_millis(60));
        Self(folder)
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.0.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").env_remove("CG_CAS").output().expect("the program")
    }

    /// The bundle of a machine, and whether it was made there: then the store has facts.
    fn bundle(&self, machine: &str, more: &str) -> (String, bool) {
        let cas = self.0.path().join("cas").display().to_string();
        let run = self.run(&format!("onboarding -C {machine} --store {machine}.sqlite --cas file://{cas} {more}"));
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{said}");
        let store = rusqlite::Connection::open(self.0.path().join(format!("{machine}.sqlite"))).expect("a store");
        let snapshots = store.query_row("SELECT count(*) FROM snapshot_order", [], |row| row.get::<_, u32>(0));
        (String::from_utf8_lossy(&run.stdout).into_owned(), snapshots.expect("a table") > 0)
    }

    fn wanted(&self, machine: &str) -> String {
        String::from_utf8_lossy(&self.run(&format!("onboarding -C {machine} --no-store")).stdout).into_owned()
    }

    /// The blobs of answers, with their keys.
    fn answers(&self) -> Vec<(PathBuf, Digest)> {
        let folders = fs::read_dir(self.0.path().join("cas/bundle")).expect("answers").flatten();
        let blobs = folders.flat_map(|folder| fs::read_dir(folder.path()).expect("answers").flatten());
        let digit = |name: &str, at: usize| u8::from_str_radix(&name[2 * at..2 * at + 2], 16).expect("digits");
        let key = |path: &Path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            Digest(std::array::from_fn(|at| digit(&name, at)))
        };
        blobs.map(|blob| (blob.path(), key(&blob.path()))).collect()
    }

    /// Makes every answer in the store a lie, with a true seal.
    fn lie(&self) {
        let writer = Cas::new(CasPlace::folder(self.0.path().join("cas")));
        for (path, key) in self.answers() {
            let (texts, searched, mut body): Answer =
                decode(&fs::read(path).expect("a blob")[32..]).expect("an answer");
            let at = body.windows(4).position(|word| word == b"shop").expect("a word of the bundle");
            body[at..at + 4].copy_from_slice(b"LIED");
            writer.put("bundle", &key, &encode(&(texts, searched, body)));
        }
        assert_eq!(writer.finish(), [""; 0]);
    }
}

#[test]
fn a_machine_takes_the_answer_of_another() {
    let machines = Machines::new(&["one", "two", "three"]);
    let wanted = machines.wanted("one");
    assert_eq!(machines.bundle("one", ""), (wanted.clone(), true));
    assert_eq!(machines.answers().len(), 1);
    assert_eq!(machines.bundle("two", ""), (wanted.clone(), false), "another folder, with other times");
    // What was taken is kept: the store may go.
    fs::remove_dir_all(machines.0.path().join("cas")).expect("no store");
    assert_eq!(machines.bundle("two", "--cas-read-only"), (wanted.clone(), false));
    assert_eq!(machines.bundle("three", "--cas-read-only"), (wanted, true));
}

/// A text that no fact depends on is no part of the key; whoever takes the answer looks at its own.
#[test]
fn an_answer_over_another_text_is_not_taken() {
    let machines = Machines::new(&["one", "two"]);
    let (path, wanted) = ("two/README.md", machines.wanted("one"));
    assert!(machines.bundle("one", "").1);
    let texts: Answer = decode(&fs::read(&machines.answers()[0].0).expect("a blob")[32..]).expect("an answer");
    assert!(texts.0.iter().any(|(path, _)| path == "README.md"), "{:?}", texts.0);
    // As many bytes as before.
    let text = fs::read_to_string(machines.0.path().join(path)).expect("a text");
    let edited: String = text.chars().map(|letter| if letter == 'e' { 'a' } else { letter }).collect();
    fs::write(machines.0.path().join(path), edited).expect("an edit");
    let (got, is_made) = machines.bundle("two", "");
    assert!(is_made && got == machines.wanted("two") && got != wanted);
}

#[test]
fn a_lie_is_found_by_those_who_verify() {
    let machines = Machines::new(&["one", "two", "three"]);
    let wanted = machines.wanted("one");
    assert!(machines.bundle("one", "").1);
    machines.lie();
    let (believed, is_made) = machines.bundle("two", "");
    assert!(!is_made && believed != wanted && believed.contains("LIED"), "who may write must be trusted");
    assert_eq!(machines.bundle("three", "--cas-verify 1"), (wanted.clone(), true));
    fs::remove_file(machines.0.path().join("two.sqlite")).expect("no store");
    assert_eq!(machines.bundle("two", ""), (wanted, false), "the answer is true again");
}

#[test]
fn a_batch_takes_the_answers_of_another_machine() {
    let machines = Machines::new(&["shop"]);
    let tasks = "{\"id\": \"a\", \"manifest\": \"onboarding\", \"root\": \"shop\"}\n\
                 {\"id\": \"b\", \"manifest\": \"bug-fix\", \"root\": \"shop\", \"set\": {\"trace.files\": [\"shop/prices.py\"]}}\n";
    fs::write(machines.0.path().join("tasks.jsonl"), tasks).expect("tasks");
    let cas = machines.0.path().join("cas").display().to_string();
    let batch = |name: &str| {
        let line = format!("batch tasks.jsonl --out {name} --store {name}.sqlite --cas file://{cas}");
        assert!(machines.run(&line).status.success());
        ["a.md", "b.md"].map(|file| fs::read_to_string(machines.0.path().join(name).join(file)).expect("a bundle"))
    };
    let first = batch("first");
    assert_eq!((batch("second"), machines.answers().len()), (first.clone(), 2));
    machines.lie();
    let lied = batch("third");
    assert!(lied.iter().zip(&first).all(|(lied, first)| lied != first && lied.contains("LIED")), "they are taken");
    // A command of its own shares what a batch has made, where nothing says who gave the inputs.
    assert!(machines.bundle("shop", "").0.contains("LIED"));
}
