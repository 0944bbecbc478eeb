//! The lines of a file that come first: where the room is small, they are all that is printed.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use cg_bundle::render::markdown;

use crate::support::{Repository, answer_on};

/// A class with a long signature beside the function that is named, and a user of it at a line behind.
fn repository() -> String {
    let parameters: String = (0..40).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "        parameter_of_the_shop_{at}: int = {at},");
        text
    });
    format!(
        "--- shop.py\nclass Template:\n    def __new__(\n        cls,\n{parameters}    ):\n        return make(cls)\n\n\ndef make(kind):\n    return kind\n--- users.py\nfrom shop import make\n\n\ndef use():\n    return make(1)\n"
    )
}

fn manifest(name: &str, max_chars: u64) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifests").join(name);
    let text = fs::read_to_string(path).expect("a manifest");
    let budget = text.lines().find(|line| line.starts_with("budget:")).expect("a budget").to_owned();
    text.replace(&budget, &format!("budget: {{ max_chars: {max_chars} }}"))
}

/// The signature of what is named comes before the heads of those that use it, of which each line is one step.
#[test]
fn the_named_signature_comes_first() {
    let (repository, _) = Repository::of(&repository());
    let bundle = answer_on(&repository.index(), &manifest("api-change.yaml", 3_000), &["change.symbols=make"], &[]);
    let text = markdown(&bundle);
    assert!(text.contains("\tdef make(kind):"), "{text}");
    assert!(text.contains("\t    return make(1)"), "{text}");
}

/// A newcomer reads what the project says of itself before its code, the beginning of a long page.
#[test]
fn a_map_begins_with_the_readme() {
    let long: String = (0..400).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "Line {at} of what the shop sells and to whom.\n");
        text
    });
    let text = format!("--- README.md\n# Shop\n\nSells things.\n\n## Use\n\n{long}\n{}", repository());
    let (repository, _) = Repository::of(&text);
    let bundle = answer_on(&repository.index(), &manifest("onboarding.yaml", 60_000), &[], &[]);
    let text = markdown(&bundle);
    let [readme, code] =
        ["### README.md", "### shop.py"].map(|head| text.find(head).unwrap_or_else(|| panic!("{text}")));
    assert!(readme < code && text.contains("Line 20 of") && !text.contains("Line 399 of"), "{text}");
}

/// Functions of no matter, so that a file is too long to be printed whole.
fn filler(of: impl Fn(usize) -> String) -> String {
    (0..80).map(of).collect()
}

/// A type has what is declared outside its braces as well: methods of a receiver, and members by a qualified name in another file.
#[test]
fn a_type_is_printed_with_its_members_wherever_they_are() {
    let go = filler(|at| format!("func filler{at}(n int) int {{\n\tn++\n\treturn n * {at}\n}}\n\n"));
    let cc = filler(|at| format!("int filler_{at}(int n) {{\n  n++;\n  return n * {at};\n}}\n\n"));
    let text = format!(
        "--- go/b.go\npackage b\n\ntype Drain struct {{\n\tleft int\n}}\n\n{go}func (d *Drain) Advance() bool {{\n\td.left--\n\treturn d.left > 0\n}}\n\
         --- cc/pump.h\nclass Pump {{\n public:\n  bool advance();\n  int left_;\n}};\n\
         --- cc/pump.cc\n#include \"pump.h\"\n\n{cc}bool Pump::advance() {{\n  left_--;\n  return left_ > 0;\n}}\n"
    );
    let (repository, _) = Repository::of(&text);
    let index = repository.index();
    for (name, wanted) in [("Drain", "\td.left--"), ("Pump", "\t  left_--;")] {
        for (class, input) in [("api-change.yaml", "change.symbols"), ("bug-fix.yaml", "trace.symbols")] {
            let bundle = answer_on(&index, &manifest(class, 60_000), &[&format!("{input}={name}")], &[]);
            let text = markdown(&bundle);
            assert!(text.contains(wanted) && !text.contains("filler1"), "{class} {name}: {text}");
        }
    }
}

/// Words add a bounded part of a file to the thing that is named in it, those lines first that have a name of the text.
#[test]
fn words_do_not_print_all_of_a_file() {
    let py = filler(|at| {
        let lines: String = (0..8).fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "    print_nothing_{line}('the proxy prints {at}')");
            text
        });
        format!("def filler_{at}(n):\n    # The proxy prints nothing.\n{lines}    return n\n\n\n")
    });
    let text = format!("--- big.py\n{py}def list_remote():\n    return fetch()\n--- other.py\nprint('other')\n");
    let (repository, _) = Repository::of(&text);
    let sets = ["trace.text=list_remote prints nothing behind a proxy"];
    let bundle = answer_on(&repository.index(), &manifest("bug-fix.yaml", 100_000), &sets, &[]);
    let text = markdown(&bundle);
    assert!(text.contains("\tdef list_remote():") && bundle.budget.used.chars < 27_000, "{}", bundle.budget.used.chars);
}

/// An advisory in prose names the package that the repository depends on.
#[test]
fn the_package_of_an_advisory_is_found_in_its_text() {
    let text = "--- package.json\n{ \"name\": \"b\", \"dependencies\": { \"lodash\": \"^4.17.20\" } }\n--- src/render.js\nimport { template } from 'lodash'\nexport const render = (text) => template(text)\n--- src/other.js\nexport const other = 1\n";
    let (repository, _) = Repository::of(text);
    let index = repository.index();
    let answer = |text: &str| {
        let set = format!("vulnerability.advisory={text}");
        answer_on(&index, &manifest("cve.yaml", 60_000), &[&set], &[])
    };
    let named = answer("lodash before 4.17.21 is vulnerable to command injection by other templates");
    let text = markdown(&named);
    assert!(text.contains("### src/render.js") && text.contains("package = lodash"), "{text}");
    // A word that only happens to be the name of a package may be none.
    let guessed = markdown(&answer("templates of lodash are vulnerable"));
    assert!(guessed.contains("package = lodash") && guessed.contains("`lodash` is taken for the package"), "{guessed}");
    // Without a package nothing was looked for, whatever words find.
    let unnamed = answer("other templates are vulnerable");
    assert!(markdown(&unnamed).contains("not run, as the text names nothing that they take"), "{}", markdown(&unnamed));
}

/// All that is wanted is printed where it fits, however much is foreseen for what is around it.
#[test]
fn a_small_answer_fits_a_small_room() {
    let (repository, _) = Repository::of(
        "--- a.py\ndef escape(text):\n    return text\n--- b.py\nfrom a import escape\n\n\ndef page(text):\n    return escape(text)\n",
    );
    let index = repository.index();
    let printed = |most: u64| {
        let bundle = answer_on(&index, &manifest("bug-fix.yaml", most), &["trace.symbols=escape"], &[]);
        (bundle.budget.used.chars, bundle.budget.used.files)
    };
    let (chars, files) = printed(60_000);
    assert!(files == 2 && chars < 500, "{chars} {files}");
    assert_eq!(printed(700).1, files);
}

/// A member that is new names its type, which is printed with the bodies of its members, be it too long for all of them.
#[test]
fn a_new_member_names_its_type() {
    let members = filler(|at| format!("    fn part_{at}(&self) -> usize {{\n        self.lower + {at}\n    }}\n"));
    let text = format!(
        "--- src/range.rs\npub struct Range {{\n    lower: usize,\n}}\n\npub fn apart() {{}}\n\nimpl Range {{\n{members}}}\n--- src/other.rs\npub fn other() {{}}\n"
    );
    let (repository, _) = Repository::of(&text);
    let sets = ["trace.text=the program panics where `Range::unparse` is called by another program"];
    let bundle = answer_on(&repository.index(), &manifest("bug-fix.yaml", 100_000), &sets, &[]);
    let text = markdown(&bundle);
    assert!(text.contains("impl Range {") && text.contains("self.lower + 7\n"), "{text}");
}
