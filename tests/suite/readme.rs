//! The README cannot rot: its commands are run, and CI runs the test command that it names.

use std::collections::BTreeSet;
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
    assert!(printed.contains("### README.md") && printed.contains("## should"), "{printed}");
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

/// Flags of other programs that texts name: of cargo, pip, the indexer of C++, and long runs in `benches`.
const FLAGS_OF_OTHERS: &[&str] = &[
    "--bench",
    "--compdb-path",
    "--cov",
    "--cov-context",
    "--editable",
    "--features",
    "--git",
    "--hours",
    "--html",
    "--init",
    "--no-default-features",
    "--node-modules",
    "--path",
    "--quick",
    "--release",
    "--save-text-lockfile",
    "--show-contexts",
    "--staged",
    "--target",
    "--test",
    "--workspace",
];

/// The long flags in a text.
fn flags(text: &str) -> BTreeSet<&str> {
    let starts = text.match_indices("--").filter(|(at, _)| !text[..*at].ends_with('-'));
    let words = starts.map(|(at, _)| {
        let rest = &text[at + 2..];
        let end = rest.find(|it: char| !it.is_ascii_lowercase() && it != '-').unwrap_or(rest.len());
        text[at..at + 2 + end].trim_end_matches('-')
    });
    words.filter(|word| word.len() > 3).collect()
}

/// The string literals of a source text, as written.
fn literals(source: &str) -> String {
    let code = source.split("#[cfg(test)]").next().unwrap_or("");
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2).map(|it| format!("{it}\n")).collect::<Vec<_>>()).collect()
}

/// The help of the program and of each of its commands.
fn help() -> String {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cg-bundle")).args(arguments).output().expect("the program");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let top = run(&["--help"]);
    let commands = top.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands: Vec<&str> =
        commands.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"query") && commands.contains(&"scip"), "{top}");
    let below: String = commands.iter().map(|command| run(&[command, "--help"])).collect();
    top + &below + &run(&["scip", "stamp", "--help"])
}

#[test]
fn every_flag_that_a_text_names_exists() {
    let help = help();
    let known = flags(&help);
    let mut texts =
        vec![("README.md".to_owned(), read("README.md")), ("CONTRIBUTING.md".to_owned(), read("CONTRIBUTING.md"))];
    for folder in ["src", "manifests"] {
        let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "yaml") {
                let text = fs::read_to_string(&path).expect("a text");
                let text = if path.extension().is_some_and(|ending| ending == "rs") { literals(&text) } else { text };
                texts.push((path.display().to_string(), text));
            }
        }
    }
    let mut wrong = Vec::new();
    for (path, text) in &texts {
        let unknown = flags(text).into_iter().filter(|flag| !known.contains(flag) && !FLAGS_OF_OTHERS.contains(flag));
        wrong.extend(unknown.map(|flag| format!("{path}: {flag}")));
    }
    assert!(wrong.is_empty(), "flags that the program does not have: {wrong:#?}");
}
