//! `cg-bundle test`: snapshots of the files of each case, and the report for CI (issue 15).

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::copy;

const TESTS: &str = "manifest: ../.cg/cve.yaml
cases:
  - name: importers & <more>
    set: { vulnerability.module: requests }
    expect: { must_read: { includes: [shop/rates.py] } }
  - name: nobody
    set: { vulnerability.module: flask }
    expect: { status: no_results }
";

struct Shop(TempDir);

impl Shop {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
        let shop = Self(folder);
        fs::create_dir_all(shop.0.path().join("checks")).expect("a folder");
        shop.write("checks/cve.yaml", TESTS);
        shop
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.0.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").output().expect("the program")
    }
}

fn out(run: &Output) -> String {
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn a_snapshot_is_kept_held_and_renewed() {
    let shop = Shop::new();
    let snapshot = shop.0.path().join("checks/cve.snap");
    assert!(shop.run("test checks/cve.yaml").status.success() && !snapshot.exists());
    assert!(shop.run("test -U checks/cve.yaml").status.success());
    let kept = shop.read("checks/cve.snap");
    assert!(kept.starts_with("case importers & <more>\n  must_read "), "{kept}");
    assert!(kept.contains("\n  must_read shop/rates.py full importers\n"), "{kept}");
    assert!(kept.contains("case nobody\n"), "{kept}");
    // Nothing has changed.
    assert!(shop.run("test checks/cve.yaml").status.success());
    // Another module imports `requests`: the case holds, and its files are others.
    shop.write("shop/late.py", "import requests\n\n\ndef late():\n    return requests.get(\"/late\")\n");
    let run = shop.run("test checks/cve.yaml");
    assert_eq!(run.status.code(), Some(1));
    let said = out(&run);
    assert!(said.contains("not as in its snapshot: ") && said.contains("+must_read shop/late.py"), "{said}");
    assert_eq!(shop.read("checks/cve.snap"), kept, "a run without `-U` writes nothing");
    assert!(shop.run("test -U checks/cve.yaml").status.success());
    assert!(shop.read("checks/cve.snap").contains("shop/late.py"));
    assert!(shop.run("test checks/cve.yaml").status.success());
}

#[test]
fn the_report_of_tests_is_junit() {
    let shop = Shop::new();
    assert!(shop.run("test checks/cve.yaml --junit report.xml").status.success());
    let report = shop.read("report.xml");
    assert!(report.contains("<testsuite name=\"test\" tests=\"2\" failures=\"0\">"), "{report}");
    assert!(report.contains("name=\"checks/cve.yaml: importers &amp; &lt;more&gt;\"/>"), "{report}");
    shop.write("checks/cve.yaml", &TESTS.replace("no_results", "success"));
    assert_eq!(shop.run("test checks/cve.yaml --junit report.xml").status.code(), Some(1));
    let report = shop.read("report.xml");
    assert!(report.contains("tests=\"2\" failures=\"1\"") && report.contains("type=\"exit 1\""), "{report}");
    assert!(report.contains("the status is `no_results`, not `success`"), "{report}");
    // An XML reader finds the same.
    let mut reader = quick_xml::Reader::from_str(&report);
    let mut names = Vec::new();
    loop {
        match reader.read_event().expect("XML") {
            quick_xml::events::Event::Eof => break,
            quick_xml::events::Event::Start(it) | quick_xml::events::Event::Empty(it) => {
                names.push(String::from_utf8_lossy(it.name().as_ref()).into_owned());
            }
            _ => {}
        }
    }
    assert_eq!(names, ["testsuites", "testsuite", "testcase", "testcase", "failure"]);
}
