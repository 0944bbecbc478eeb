//! The README cannot rot: its commands are run, and CI runs the test command that it names.

use std::fs;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the project")
}

/// The lines of the README that start with a prompt, without it.
fn commands() -> Vec<String> {
    let readme = read("README.md");
    let lines = readme.lines().filter_map(|line| line.strip_prefix("$ "));
    lines.map(str::to_owned).collect()
}

#[test]
fn what_the_readme_shows_is_what_is_printed() {
    trycmd::TestCases::new().env("NO_COLOR", "1").env("COLUMNS", "100").case("README.md");
}

#[test]
fn its_first_command_prints_a_bundle_of_this_repository() {
    let commands = commands();
    let first = commands.first().expect("a command");
    let arguments = first.strip_prefix("cargo run --release -- ").expect("the program is run by cargo");
    let arguments: Vec<&str> = arguments.split_whitespace().take_while(|word| *word != "-C").collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.args(arguments).arg("--no-store").current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("the program");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("### README.md") && printed.contains("## should_read"), "{printed}");
}

#[test]
fn its_manifest_is_the_one_that_runs() {
    assert!(read("README.md").contains(read("tests/fixtures/shop/.cg/cve.yaml").trim_end()));
}

#[test]
fn its_test_command_is_the_one_that_ci_runs() {
    let commands = commands();
    let test = commands.iter().find(|command| command.starts_with("cargo test")).expect("a test command");
    assert!(read(".ci/run").lines().any(|line| line == test), "`.ci/run` does not call `{test}`");
}

#[test]
fn it_names_every_primitive_language_and_format() {
    let readme = read("README.md");
    for primitive in cg_bundle::primitive::PRIMITIVES {
        assert!(readme.contains(primitive.name), "{} is not in the README", primitive.name);
    }
    for language in cg_bundle::language::LANGUAGES {
        assert!(readme.to_lowercase().contains(language.name), "{} is not in the README", language.name);
    }
}
