//! A real model of embeddings, where somebody has one: `CG_EMBED_MODEL_DIR` names its folder.
#![cfg(feature = "neural")]
#![allow(clippy::print_stderr)] // a test that is left out says so

use std::process::Command;

use crate::support::Repository;

const TEXT: &str = "--- color.py\ndef paint(menu):\n    \"\"\"Chooses how the bar of a menu looks.\"\"\"\n    return menu\n\
--- again.py\ndef attempt(call):\n    \"\"\"How often is a call that failed made another time.\"\"\"\n    return call()\n\
--- words.py\ndef how(is_, a, call):\n    return a\n";

/// S2.23, S2.24: the file that means what is asked comes first, vectors are kept, and kept vectors are the same.
#[test]
fn a_real_model_orders_by_meaning() {
    let Some(folder) = std::env::var_os("CG_EMBED_MODEL_DIR") else {
        return eprintln!("`CG_EMBED_MODEL_DIR` names no folder, so no real model is read");
    };
    let (repository, _) = Repository::of(TEXT);
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command
            .args(["query", "search.cascade(\"how is a call retried\")", "--format", "json", "-C"])
            .arg(repository.root());
        let output = command.env("CG_EMBED_MODEL_DIR", &folder).output().expect("a run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let first = run();
    let answer: serde_json::Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(answer["files"][0]["path"], "again.py", "{first}");
    assert!(first.contains("chunks with the text"), "{first}");
    assert_eq!(run(), first);
    let store = rusqlite::Connection::open(repository.root().join(".cg-bundle/store.sqlite")).expect("a store");
    let count = |sql: &str| -> i64 { store.query_row(sql, [], |row| row.get(0)).expect("a count") };
    assert!(count("SELECT count(*) FROM postings WHERE language = 'vector'") >= 2);
}
