//! The command line as a user meets it: streams, exit codes, what is written where.
//!
//! `tests/commands/*.trycmd` hold what is printed; `TRYCMD=overwrite` writes them anew. Here stands what needs a
//! repository of its own, or two runs.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::copy;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cg-bundle");

#[test]
fn what_is_printed() {
    let cases = trycmd::TestCases::new();
    // By its path: a program that is not found would leave every case out, and the test would pass.
    cases.register_bin("cg-bundle", Path::new(PROGRAM));
    cases.env("NO_COLOR", "1").env("COLUMNS", "100").case("tests/commands/*.trycmd");
}

/// A copy of the fixture repository that goes with its value.
struct Shop {
    folder: TempDir,
}

impl Shop {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary directory");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
        Self { folder }
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join(inside)
    }

    /// A run of the program in the repository.
    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the program")
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.folder.path()).args(words(line)).env_remove("RAYON_NUM_THREADS");
        command.stdin(Stdio::null());
        command
    }

    /// The names in a folder, sorted.
    fn names(&self, inside: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(inside)).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const CVE: &str = ".cg/cve.yaml --set vulnerability.module=requests";

#[test]
fn results_and_messages_do_not_mix() {
    let shop = Shop::new();
    let run = shop.run(".cg/tight.yaml --format json");
    assert!(run.status.success());
    let bundle: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON alone");
    assert_eq!(bundle["status"], "partial_success");
    assert!(text(&run.stderr).starts_with("note: "), "{}", text(&run.stderr));
    let run = shop.run("nothing.yaml");
    assert_eq!((run.status.code(), run.stdout.len()), (Some(3), 0));
    assert!(!text(&shop.run("nothing.yaml --color always").stderr).starts_with("error"));
}

#[test]
fn a_store_is_made_used_and_hidden_from_git() {
    let shop = Shop::new();
    let first = shop.run(CVE);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert_eq!(fs::read_to_string(shop.path(".cg-bundle/.gitignore")).expect("a file"), "*\n");
    let warm = shop.run(CVE);
    assert_eq!(text(&first.stdout), text(&warm.stdout));
    assert!(text(&shop.run("index").stdout).contains("0 files parsed, facts loaded from the store"));
    let pruned = shop.run("index --prune");
    assert!(text(&pruned.stderr).contains("pruned 0 observations"), "{}", text(&pruned.stderr));
    fs::remove_file(shop.path("shop/payments/card.py")).expect("a file");
    assert!(text(&shop.run("index --prune").stderr).contains("pruned 1 observation"));
    let elsewhere = shop.run(&format!("{CVE} --store other.sqlite --verify"));
    assert!(elsewhere.status.success() && shop.path("other.sqlite").exists(), "{}", text(&elsewhere.stderr));
}

#[test]
fn the_same_bytes_whatever_the_threads_and_the_store() {
    let shop = Shop::new();
    for format in ["markdown", "json", "paths"] {
        let line = format!("{CVE} .cg/family.yaml .cg/tight.yaml --format {format}");
        let cold = shop.run(&format!("{line} --no-store"));
        let alone = shop.command(&format!("{line} --no-store")).env("RAYON_NUM_THREADS", "1").output().expect("a run");
        assert!(cold.status.success(), "{}", text(&cold.stderr));
        assert_eq!(text(&cold.stdout), text(&alone.stdout));
        for _ in 0..2 {
            assert_eq!(text(&cold.stdout), text(&shop.run(&line).stdout));
        }
    }
}

#[test]
fn files_are_written_whole_and_named_after_their_manifests() {
    let shop = Shop::new();
    let printed = shop.run(&format!("{CVE} --no-store --format json"));
    let run = shop.run(&format!("{CVE} --no-store -o bundle.json"));
    assert!(run.stdout.is_empty() && text(&run.stderr).starts_with("wrote bundle.json ("), "{}", text(&run.stderr));
    assert_eq!(fs::read(shop.path("bundle.json")).expect("a bundle"), printed.stdout);
    let run = shop.run(&format!("{CVE} .cg/tight.yaml --no-store -o out/new/"));
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert_eq!(shop.names("out/new"), ["cve.md", "tight.md"]);
    fs::create_dir(shop.path("into")).expect("a folder");
    shop.run(".cg/tight.yaml --no-store -o into --format paths");
    assert_eq!(shop.names("into"), ["tight.txt"]);
    fs::copy(shop.path(".cg/tight.yaml"), shop.path("tight.yml")).expect("a copy");
    assert_eq!(shop.run(".cg/tight.yaml tight.yml --no-store -o into").status.code(), Some(2));
    assert_eq!(shop.run(".cg/tight.yaml --no-store -o -").stdout, shop.run(".cg/tight.yaml --no-store").stdout);
}

#[test]
fn inputs_come_from_files_and_standard_input_and_set_wins() {
    let shop = Shop::new();
    fs::write(shop.path("task.yaml"), "vulnerability:\n  module: nothing\n").expect("a file");
    let wanted = shop.run(&format!("{CVE} --no-store --format paths")).stdout;
    let run = shop.run(&format!("{CVE} --no-store --format paths --input task.yaml"));
    assert_eq!(text(&run.stdout), text(&wanted));
    let mut child = shop.command(".cg/cve.yaml --no-store --format paths --input -");
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let json = br#"{"vulnerability": {"module": "requests"}}"#;
    child.stdin.take().expect("a pipe").write_all(json).expect("a write");
    assert_eq!(text(&child.wait_with_output().expect("a run").stdout), text(&wanted));
    fs::write(shop.path("bad.yaml"), "- a\n").expect("a file");
    assert_eq!(shop.run(".cg/cve.yaml --input bad.yaml").status.code(), Some(4));
}

#[test]
fn a_closed_pipe_is_no_mistake() {
    let shop = Shop::new();
    let many: String = (0..20_000).map(|at| format!("def function_{at}():\n    return {at}\n")).collect();
    fs::write(shop.path("many.py"), many).expect("a file");
    let mut child = shop.command("facts declares --no-store").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.as_mut().expect("the program");
    let mut first = [0u8; 16];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a line");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("a text");
    assert_eq!((child.wait().expect("an end").code(), said.as_str()), (Some(0), ""));
}

#[test]
fn lint_mends_and_says_what_it_changed() {
    let shop = Shop::new();
    let wrong = "must_reed:\n  globs: [README.md]\n  derived:\n    - name: a\n      compute: import_graph.reverse_lookups(requests)\n      max_file: 3\n";
    fs::write(shop.path("wrong.yaml"), wrong).expect("a file");
    let checked = shop.run("lint wrong.yaml");
    assert_eq!(
        (checked.status.code(), fs::read_to_string(shop.path("wrong.yaml")).ok().as_deref()),
        (Some(3), Some(wrong))
    );
    let fixed = shop.run("lint --fix wrong.yaml");
    assert!(fixed.status.success(), "{}{}", text(&fixed.stdout), text(&fixed.stderr));
    assert_eq!(text(&fixed.stderr).matches("fixed wrong.yaml:").count(), 4, "{}", text(&fixed.stderr));
    assert!(shop.run("lint wrong.yaml").status.success());
    assert_eq!(text(&shop.run("lint --fix wrong.yaml").stderr), "1 manifest: 0 errors, 0 warnings\n");
}

/// The words of a line, as a shell reads single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.last_mut().expect("a word").push_str(part);
            continue;
        }
        let mut pieces = part.split(' ');
        words.last_mut().expect("a word").push_str(pieces.next().unwrap_or_default());
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn init_writes_what_runs_and_overwrites_nothing() {
    let shop = Shop::new();
    for class in ["api-change", "ask", "bug-fix", "change", "feature", "onboarding", "pr-review"] {
        let run = shop.run(&format!("init {class}"));
        assert!(run.status.success(), "{}", text(&run.stderr));
        let next = text(&run.stderr);
        let next = next.lines().find_map(|line| line.strip_prefix("next: cg-bundle ")).expect("a next step");
        let next = shop.run(&format!("{next} --no-store"));
        assert!(next.status.success(), "{}", text(&next.stderr));
    }
    let lint = shop.run("lint");
    assert!(lint.status.success(), "{}", text(&lint.stdout));
    assert!(text(&lint.stderr).ends_with("0 errors, 0 warnings\n"), "{}", text(&lint.stderr));
    assert_eq!(shop.run("init cve").status.code(), Some(2), "the fixture has one already");
    assert!(shop.run("init cve -o mine").status.success());
    assert_eq!(shop.names("mine"), ["cve.yaml", "manifest.schema.json"]);
}

#[test]
fn an_empty_repository_is_no_mistake() {
    let empty = TempDir::new().expect("a folder");
    let shop = Shop::new();
    let run = shop.run(&format!("-C {} .cg/tight.yaml", empty.path().display()));
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert!(text(&run.stderr).contains("no query and no name of `tight` found anything"), "{}", text(&run.stderr));
    for command in ["index", "facts", "facts imports", "query scip.refs(x)"] {
        let run = shop.run(&format!("{command} -C {}", empty.path().display()));
        assert!(run.status.success(), "{command}: {}", text(&run.stderr));
    }
}

#[test]
#[cfg(unix)]
fn a_root_that_cannot_be_written_still_answers() {
    use std::os::unix::fs::PermissionsExt;
    let shop = Shop::new();
    let wanted = shop.run(&format!("{CVE} --no-store")).stdout;
    let set = |mode| fs::set_permissions(shop.folder.path(), fs::Permissions::from_mode(mode)).expect("permissions");
    set(0o555);
    let writable = fs::write(shop.path("probe"), "").is_ok();
    let _ = fs::remove_file(shop.path("probe"));
    let run = shop.run(CVE);
    set(0o755);
    assert_eq!(text(&run.stdout), text(&wanted));
    // Whoever may write everywhere has a store all the same.
    if !writable {
        assert!(text(&run.stderr).contains("cannot be made: nothing is kept"), "{}", text(&run.stderr));
    }
}

#[test]
fn schemas_and_completions_are_printed_whole() {
    let shop = Shop::new();
    for of in ["", "manifest", "bundle", "task", "test", "eval", "used"] {
        let run = shop.run(&format!("schema {of}"));
        let schema: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = shop.run(&format!("completions {shell}"));
        let script = text(&run.stdout);
        assert!(run.status.success() && script.contains("explain") && script.contains("promote"), "{shell}");
    }
}

/// The manual is a fold over the commands: each is on the first page, and has a page with its options.
#[test]
fn every_command_has_a_page_of_the_manual() {
    let shop = Shop::new();
    let page = |line: &str| text(&shop.run(line).stdout);
    let first = page("man");
    assert!(first.starts_with(".ie \\n(.g .ds Aq") && first.contains(".TH cg-bundle 1"), "{first}");
    let help = text(&shop.run("--help").stdout);
    let list = help.split("Commands:\n").nth(1).and_then(|it| it.split("\n\n").next()).expect("the commands");
    let names: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 15 && names.contains(&"lint"), "{names:?}");
    for name in names {
        assert!(first.contains(&format!("cg\\-bundle\\-{}(1)", name.replace('-', "\\-"))), "{name} in\n{first}");
        let own = page(&format!("man {name}"));
        assert!(own.contains(".SH SYNOPSIS") && own.contains("\\-\\-root"), "{name}: {own}");
    }
    assert_eq!(shop.run("man lin").status.code(), Some(2));
}

#[test]
fn help_shows_examples_and_exit_codes() {
    let shop = Shop::new();
    for line in ["--help", "help", "any.yaml --help"] {
        let run = shop.run(line);
        let help = text(&run.stdout);
        assert!(run.status.success());
        for part in ["Commands:", "Examples:", "Exit codes:", "--promote"] {
            assert!(help.contains(part), "{line}: no {part}");
        }
    }
}

#[test]
fn the_json_of_several_manifests_is_one_array() {
    let shop = Shop::new();
    fs::copy(shop.path(".cg/cve.yaml"), shop.path(".cg/other.yaml")).expect("a copy");
    let line = "--no-store --set vulnerability.module=requests --format json";
    let both = shop.run(&format!(".cg/cve.yaml .cg/other.yaml {line}"));
    let both: serde_json::Value = serde_json::from_slice(&both.stdout).expect("one document");
    let one = shop.run(&format!(".cg/cve.yaml {line}"));
    let one: serde_json::Value = serde_json::from_slice(&one.stdout).expect("one document");
    assert_eq!(both.as_array().map(Vec::len), Some(2));
    assert_eq!(both[0], one);
}

#[test]
fn a_folder_inside_of_a_checkout_says_where_the_root_is() {
    let shop = Shop::new();
    let inside = |shop: &Shop| {
        let mut command = shop.command("query import_graph.central() --no-store");
        command.current_dir(shop.path("shop")).output().expect("the program")
    };
    assert!(!text(&inside(&shop).stderr).contains("git root"));
    fs::create_dir(shop.path(".git")).expect("a folder");
    let run = inside(&shop);
    let said = text(&run.stderr);
    assert!(said.contains("this folder alone is read; the git root is `") && !run.stdout.is_empty(), "{said}");
    // A root that the command line names is the one that is meant.
    for line in ["query import_graph.central() --no-store", "query import_graph.central() --no-store -C shop"] {
        assert!(!text(&shop.run(line).stderr).contains("git root"), "{line}");
    }
}
