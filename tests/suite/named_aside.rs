//! A test, or another file of the kind that is put behind, that the text of a request names: by the name of what it declares, by its
//! path, or by the frame of a trace. In every shipped class it is shown, or has a line of the map.

use cg_bundle::bundle::{Bundle, View};
use cg_bundle::manifest::Band;

use crate::support::{Repository, answer_on};

/// Sources that all speak of vouchers, a test that none of them mentions, and the pipe of a vendored library.
fn shop() -> Repository {
    let mut text = String::from(
        "--- tests/test_redeem.py
def test_expired_is_refused():
    assert True
--- vendor/pipes.py
def open_the_pipe(name):
    return name
",
    );
    for n in 0..40 {
        text.push_str(&format!(
            "--- shop/part_{n}.py\ndef voucher_{n}(refused):\n    # a voucher that fails\n    return refused\n"
        ));
    }
    Repository::of(&format!("{text}--- facts\n")).0
}

fn class(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("manifests").join(format!("{name}.yaml"));
    std::fs::read_to_string(path).expect("a shipped manifest")
}

/// The view of a file of a bundle.
fn view(bundle: &Bundle, path: &str) -> Option<View> {
    let mut items = bundle.bands.iter().flat_map(|band| &band.items);
    items.find(|item| item.path == path).map(|item| item.view)
}

const TEST: &str = "tests/test_redeem.py";

#[test]
fn a_test_that_a_text_names_is_there() {
    let repository = shop();
    let index = repository.index();
    let classes = [
        ("api-change", "change.description"),
        ("ask", "question.text"),
        ("bug-fix", "trace.text"),
        ("change", "change.description"),
        ("feature", "feature.description"),
        ("navigate", "find.text"),
        ("onboarding", "question.text"),
    ];
    let texts = [
        "test_expired_is_refused fails since a voucher is refused",
        "tests/test_redeem.py fails since a voucher is refused",
        "a voucher fails\n  File \"tests/test_redeem.py\", line 2, in test_expired_is_refused\n",
    ];
    for (name, input) in classes {
        for text in texts {
            let bundle = answer_on(&index, &class(name), &[&format!("{input}={text}")], &[]);
            assert!(view(&bundle, TEST).is_some(), "{name}: {text}: {:?}", bundle.left_out);
        }
    }
}

#[test]
fn a_name_alone_leads_to_the_test_that_has_it() {
    let repository = shop();
    let index = repository.index();
    for text in ["test_expired_is_refused", "test_redeem.py", "tests/test_redeem.py:2"] {
        let bundle = answer_on(&index, &class("navigate"), &[&format!("find.text={text}")], &[]);
        assert_eq!(view(&bundle, TEST).map(|it| it != View::Listed), Some(true), "{text}: {:?}", bundle.left_out);
    }
    for name in ["understand", "bug-fix", "feature", "api-change"] {
        let input = match name {
            "understand" => "goal.symbols",
            "bug-fix" => "trace.symbols",
            "feature" => "feature.symbols",
            _ => "change.symbols",
        };
        let bundle = answer_on(&index, &class(name), &[&format!("{input}=test_expired_is_refused")], &[]);
        assert_eq!(view(&bundle, TEST).map(|it| it != View::Listed), Some(true), "{name}: {:?}", bundle.left_out);
    }
}

#[test]
fn vendored_code_that_a_text_names_is_there() {
    let repository = shop();
    let bundle = answer_on(&repository.index(), &class("ask"), &["question.text=why does open_the_pipe fail"], &[]);
    assert!(view(&bundle, "vendor/pipes.py").is_some(), "{:?}", bundle.left_out);
}

/// What is aside and not named stays behind, however many of its words the text has.
#[test]
fn a_test_that_no_text_names_stays_out() {
    let repository = shop();
    let index = repository.index();
    let bundle = answer_on(&index, &class("navigate"), &["find.text=voucher_7"], &[]);
    assert_eq!(view(&bundle, TEST), None);
}

/// A patch holds many names, and is no request for what has them.
#[test]
fn a_patch_names_no_test() {
    let repository = shop();
    let patch = "diff --git a/shop/part_1.py b/shop/part_1.py\n@@ -1,1 +1,2 @@\n+    test_expired_is_refused()\n";
    let bundle = answer_on(&repository.index(), &class("ask"), &[&format!("question.text={patch}")], &[]);
    assert_eq!(view(&bundle, TEST), None);
}

/// Tests import what changes and each other's sources as well: in the map of a band they come behind its sources all the same.
#[test]
fn tests_come_behind_the_sources_of_their_band() {
    let mut text = String::from(
        "--- pyproject.toml\n[project]\nname = \"shop\"\ndependencies = [\"requests>=2\"]\n--- shop/__init__.py\n",
    );
    for name in ["alpha", "beta", "gamma"] {
        text.push_str(&format!(
            "--- shop/{name}.py\nimport requests\ndef {name}():\n    return requests.get(\"{name}\")\n"
        ));
        text.push_str(&format!(
            "--- tests/test_{name}.py\nimport requests\nfrom shop import alpha, beta, gamma\ndef test_{name}():\n    assert {name}.{name}() == requests\n"
        ));
    }
    let (repository, _) = Repository::of(&format!("{text}--- facts\n"));
    let bundle = answer_on(&repository.index(), &class("cve"), &["vulnerability.package=requests"], &[]);
    let mut items: Vec<_> =
        bundle.bands.iter().flat_map(|band| &band.items).filter(|it| it.band == Band::MustRead).collect();
    items.sort_by_key(|item| item.map_place);
    let paths: Vec<&str> = items.iter().map(|item| item.path.as_str()).collect();
    assert_eq!(paths.len(), 6, "{paths:?}");
    assert!(paths[..3].iter().all(|path| path.starts_with("shop/")), "{paths:?}");
}
