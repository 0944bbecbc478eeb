//! What is wrong with given inputs is shown where they were written, once (issue 15; S3.U1).

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::copy;

struct Shop(TempDir);

impl Shop {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
        Self(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.path().join(name), text).expect("a file");
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.0.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").output().expect("the program")
    }

    fn said(&self, line: &str) -> String {
        let run = self.run(line);
        assert_ne!(run.status.code(), Some(0), "{line}");
        String::from_utf8_lossy(&run.stderr).into_owned()
    }
}

#[test]
fn a_file_of_inputs_has_its_findings_at_its_own_keys() {
    let shop = Shop::new();
    shop.write("in.yaml", "# a task\ntrace:\n  file: [shop/prices.py]\n  files:\n    - ../etc\n    - shop/rates.py\n");
    let said = shop.said("bug-fix --input in.yaml");
    assert!(said.contains("error[CG041]: this manifest has no input `trace.file`\n --> in.yaml:3:3\n"), "{said}");
    assert!(said.contains("did you mean `trace.files`?"), "{said}");
    assert!(said.contains("error[CG042]: `../etc` is no path for input `trace.files`\n --> in.yaml:5:7\n"), "{said}");
    assert!(!said.contains("CG040"), "{said}");
}

#[test]
fn a_name_that_no_manifest_takes_is_said_once() {
    let shop = Shop::new();
    shop.write("in.json", "{\"change.files\": [\"shop/prices.py\"],\n \"trace\": {\"lines\": 3}}\n");
    let said = shop.said("bug-fix change --input in.json");
    assert_eq!(said.matches("CG041").count(), 1, "{said}");
    assert!(said.contains("none of the manifests has an input `trace.lines`\n --> in.json:2:12\n"), "{said}");
    // `change.files` is an input of one of the two, and so no slip of `trace.files` in the other.
    assert!(!said.contains("did you mean `change.files`"), "{said}");
    shop.write("in.yaml", "trace.files: [shop/prices.py]\n");
    let said = shop.said("change --input in.yaml");
    assert!(said.contains(" --> in.yaml:1:1\n") && !said.contains("did you mean"), "{said}");
}

#[test]
fn a_text_of_set_is_read_once_and_shown_at_its_byte() {
    let shop = Shop::new();
    shop.write("trace.txt", b"one\ntwo \xff\n");
    let said = shop.said("bug-fix bug-fix --set trace.text=@trace.txt");
    assert_eq!(said.matches("error[CG008]: the file is not UTF-8\n --> trace.txt:2:5\n").count(), 1, "{said}");
    let said = shop.said("bug-fix ask --set trace.text=@none.txt --set question.text=x");
    assert_eq!(said.matches("none.txt").count(), 1, "{said}");
}

#[test]
fn a_task_of_a_batch_has_its_findings_at_its_line_and_key() {
    let shop = Shop::new();
    let tasks = concat!(
        "{\"id\": \"good\", \"manifest\": \"bug-fix\", \"inputs\": {\"trace.files\": [\"shop/prices.py\"]}}\n",
        "\n",
        "{\"id\": \"slip\", \"manifest\": \"bug-fix\", \"inputs\": {\"trace.file\": 1}}\n",
        "  {\"id\": \"value\", \"manifest\": \"bug-fix\", \"inputs\": {\"trace\": {\"files\": [\"../x\"]}}}\n",
        "{\"id\": \"list\", \"manifest\": \"bug-fix\", \"inputs\": {\"trace.files\": [[1]]}}\n",
    );
    shop.write("tasks.jsonl", tasks);
    let said = shop.said("batch tasks.jsonl --out out");
    assert!(said.contains("has no input `trace.file`\n --> tasks.jsonl:3:50\n"), "{said}");
    assert!(said.contains("`../x` is no path for input `trace.files`\n --> tasks.jsonl:4:73\n"), "{said}");
    assert!(said.contains(" --> tasks.jsonl:5:39\n"), "{said}");
    assert_eq!(said.matches("error[").count(), 3, "{said}");
}

#[test]
fn a_manifest_that_a_repository_keeps_matches_its_files() {
    let shop = Shop::new();
    let text = "inputs:\n  a.files: { type: files, example: [src/app.ts] }\nmust_read:\n  globs: [shop/price.py, \"shop/*.py\", \"requirments/*.txt\"]\n  derived:\n    - { name: a, compute: 'import_graph.dependencies([a.files, \"lib/**\"])', max_files: 3 }\n";
    shop.write(".cg/own.yaml", text);
    let run = shop.run("lint .cg/own.yaml");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "warnings: {said}");
    assert!(said.contains("warning[CG053]: `shop/price.py` matches no file here\n --> .cg/own.yaml:4:11\n"), "{said}");
    assert!(said.contains("did you mean `shop/prices.py`?"), "{said}");
    assert!(
        said.contains("`requirments/*.txt` matches no file here") && said.contains("`lib/**` matches no file"),
        "{said}"
    );
    assert!(said.contains("warning[CG054]: no example of `a.files` is a file here\n --> .cg/own.yaml:2:3\n"), "{said}");
    assert_eq!(said.matches("warning[").count(), 4, "{said}");
    // The same text elsewhere may be for any repository.
    shop.write("own.yaml", text);
    assert_eq!(String::from_utf8_lossy(&shop.run("lint own.yaml").stdout), "");
}

/// S3.13: what costs more than it shows is said; a depth beyond the most is written as the most, wherever it is stated.
#[test]
fn a_depth_is_mended_and_costs_and_caps_are_weighed() {
    let shop = Shop::new();
    let text = "inputs:\n  a.files: { type: files, example: [shop/prices.py] }\n  a.symbols: { type: symbols }\nmust_read:\n  derived:\n    - { name: far, compute: import_graph.dependencies(a.files), depth: 40, max_files: 9 }\n    - { name: all, compute: 'import_graph.transitive_callers(a.files, depth=20)', max_files: 21 }\nmay_read:\n  derived:\n    - { name: uses, compute: scip.refs(a.symbols), max_files: 500 }\n";
    shop.write(".cg/own.yaml", text);
    let said = String::from_utf8_lossy(&shop.run("lint .cg/own.yaml").stdout).into_owned();
    assert!(said.matches("warning[CG052]").count() == 2 && said.contains("--> .cg/own.yaml:7:77\n"), "{said}");
    assert!(said.contains("warning[CG055]: `scip.refs` finds the line of each use"), "{said}");
    // The repository has 21 files, and this manifest.
    assert!(said.contains("note[CG056]: 1 cap never binds here\n  --> .cg/own.yaml:10:15\n"), "{said}");
    shop.run("lint --fix .cg/own.yaml");
    let mended = std::fs::read_to_string(shop.0.path().join(".cg/own.yaml")).expect("a manifest");
    assert!(mended.contains("depth: 16, max_files: 9") && mended.contains("depth=16)"), "{mended}");
    let said = String::from_utf8_lossy(&shop.run("lint .cg/own.yaml").stdout).into_owned();
    assert_eq!((said.matches("warning[").count(), said.matches("note[").count()), (1, 1), "{said}");
}

/// A query that waits for a search to be sure and to be unsure is never right.
#[test]
fn one_query_waits_for_one_thing() {
    let shop = Shop::new();
    let text = |keys: &str| {
        format!(
            "inputs: {{ a.text: {{ type: text }} }}\nmust_read:\n  derived:\n    - {{ name: found, compute: search.cascade(a.text), max_files: 5 }}\n    - {{ name: more, compute: call_graph.callees(found), {keys}, max_files: 5 }}\n"
        )
    };
    shop.write("both.yaml", text("when_sure: found, when_unsure: found"));
    let said = String::from_utf8_lossy(&shop.run("lint both.yaml").stdout).into_owned();
    assert!(said.contains("warning[CG058]: `when_sure` and `when_unsure` of one query: it is never run"), "{said}");
    assert!(said.contains(" --> both.yaml:5:88\n"), "{said}");
    for one in ["when_sure: found", "when_unsure: found"] {
        shop.write("one.yaml", text(one));
        assert_eq!(String::from_utf8_lossy(&shop.run("lint one.yaml").stdout), "");
    }
}
