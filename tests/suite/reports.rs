//! The formats for viewing: pages, graphs, XML, comments. Hostile text stays text in each.

use cg_bundle::bundle::Bundle;
use cg_bundle::render::{self, BundleJson, count};
use std::process::{Command, Stdio};

use crate::support::{Repository, answer_on};

const HOSTILE: &str =
    "</script><script>alert(1)</script> <img src=x onerror=alert(2)> \"'` ]]> & {{ 7*7 }} {% raw %} @everyone";

/// A repository whose names and texts would like to be markup.
fn hostile() -> Bundle {
    let text = format!(
        "--- app/main.py\nfrom app.store import load\n\n\ndef run():\n    \"\"\"{HOSTILE}\"\"\"\n    return load()\n\
         --- app/store.py\ndef load():\n    return '{}'\n\
         --- app/<b>&amp.py\nfrom app.store import load\n\nload()\n\
         --- facts\n",
        HOSTILE.replace('\'', "")
    );
    let (case, _) = Repository::of(&text);
    let manifest = "version: 1
task_class: hostile
description: a <i>bold</i> {{ purpose }}
inputs: { note: { type: text, required: false } }
must_read:
  repo_context_keys: [note]
  derived: [{ name: importers, compute: 'import_graph.transitive_callers(\"app/store.py\", depth=2)', max_files: 9, why: '</td>@team <script>' }]
";
    answer_on(&case.index(), manifest, &[&format!("note={HOSTILE}")], &[])
}

fn json(bundle: &Bundle) -> BundleJson {
    BundleJson::of(bundle).expect("the JSON of a bundle is read back")
}

#[test]
fn the_json_of_every_bundle_is_read_back() {
    let bundle = hostile();
    let printed = (render::format("json").expect("JSON").render)(&bundle);
    let read = BundleJson::read(printed.as_bytes()).expect("JSON");
    assert_eq!(render::html(&read), render::html(&json(&bundle)), "`report` makes the same page of the file");
    assert!(BundleJson::read(b"{}").is_err());
}

/// Every `<` that is markup is this program's own.
#[test]
fn hostile_text_is_text_in_a_page() {
    let page = render::html(&json(&hostile()));
    assert_eq!(page.matches("<script>").count(), 1, "one script: our own");
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(!page.contains("<img") && !page.contains("<b>&amp"), "markup came through");
    assert!(page.contains("&lt;img src=x onerror=alert(2)&gt;") && page.contains("{{ 7*7 }}"), "the text is there");
    let outside = ["http://", "https://", "src=\"", "@import", "url("];
    let own: Vec<&&str> = outside.iter().filter(|mark| page.contains(**mark)).collect();
    assert!(own.is_empty(), "the page loads something: {own:?}");
    assert!(page.starts_with("<!doctype html>") && page.contains("default-src 'none'"));
}

#[test]
fn a_page_has_what_a_reader_looks_for() {
    let bundle = hostile();
    let page = render::html(&json(&bundle));
    for id in ["budget", "files", "chains", "health", "left-out", "source"] {
        assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
    }
    let shown = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| !item.excerpts.is_empty()).count();
    assert_eq!(page.matches("<details id=\"f").count(), shown, "a fold of source for each file");
    assert!(page.contains("class=\"edge\"") && page.contains("data-node="), "chains are drawn");
    // What a script adds is hidden until it runs.
    assert!(page.contains("class=\"filter\" hidden") && page.contains("class=\"script\" hidden"));
}

#[test]
fn xml_is_well_formed_and_whole() {
    let bundle = hostile();
    let text = render::xml(&json(&bundle));
    let mut reader = quick_xml::Reader::from_str(&text);
    reader.config_mut().check_end_names = true;
    let (mut documents, mut depth) = (0, 0);
    loop {
        match reader.read_event().expect("well-formed") {
            quick_xml::events::Event::Start(tag) => {
                depth += 1;
                documents += usize::from(tag.name().as_ref() == b"document");
            }
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!((documents, depth), (bundle.bands.iter().map(|band| band.items.len()).sum(), 0));
}

/// Each edge of the graphs is a fact of the bundle, and leads to a smaller column.
#[test]
fn graphs_hold_the_chains() {
    let bundle = json(&hostile());
    let (dot, mermaid) = (render::dot(&bundle), render::mermaid(&bundle));
    let edges = |text: &str, arrow: &str| text.lines().filter(|line| line.contains(arrow)).count();
    assert_eq!(edges(&dot, " -> "), edges(&mermaid, " --> "));
    assert!(edges(&dot, " -> ") >= 2, "{dot}");
    assert!(dot.contains("app/main.py") && dot.contains("label=\"imports\""), "{dot}");
    assert!(mermaid.starts_with("flowchart RL\n") && !mermaid.contains("<b>"), "{mermaid}");
}

#[test]
fn a_comment_mentions_nobody_and_says_what_was_cut() {
    let bundle = hostile();
    let text = render::comment(&json(&bundle));
    assert!(text.starts_with("<!-- cg-bundle: hostile -->\n"), "{text}");
    assert!(!text.contains("@team") && !text.contains("<script"), "{text}");
    assert!(text.contains("app/main.py") && text.contains("Nothing was cut"), "{text}");
    let tight = answer_on(
        &Repository::of("--- a.py\nx = 1\n--- b.py\nfrom a import x\n--- c.py\nfrom a import x\n--- facts\n").0.index(),
        "version: 1\ninputs: { seen: { type: files } }\nmust_read: { repo_context_keys: [seen], derived: [{ name: users, compute: 'import_graph.reverse_lookup(seen)', max_files: 1 }] }\n",
        &["seen=a.py"],
        &[],
    );
    let text = render::comment(&json(&tight));
    assert!(text.contains("1 past its cap") && !text.contains("| `a.py` |"), "the change itself is known:\n{text}");
}

#[test]
fn the_shares_of_tokens_add_up() {
    let bundle = json(&hostile());
    let (files, queries) = render::eaters(&bundle, &count);
    let sum = |eaters: &[render::Eater]| eaters.iter().map(|it| it.tokens).sum::<u64>();
    assert_eq!(sum(&files), sum(&queries));
    let percent: u64 = files.iter().map(|it| it.percent).sum();
    assert!((97..=103).contains(&percent), "{percent}");
    assert!(files.windows(2).all(|pair| pair[0].tokens >= pair[1].tokens), "the largest first");
    assert!(render::stats(&bundle, "words", &|_| 1).contains("(words)"));
}

/// `report` and `--stats` as a user runs them.
#[test]
fn reports_are_made_of_files() {
    let folder = tempfile::TempDir::new().expect("a folder");
    crate::support::copy(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(folder.path()).args(line.split(' ')).stdin(Stdio::null()).output().expect("the program")
    };
    let class = "bug-fix --set trace.files=shop/prices.py";
    assert!(run(&format!("{class} -o out/bundle.json")).status.code() == Some(6), "no folder is made by itself");
    std::fs::create_dir(folder.path().join(".out")).expect("a folder");
    assert!(run(&format!("{class} -o .out/b.json")).status.success());
    assert!(run("report .out/b.json -o .out/b.html").status.success());
    let page = std::fs::read_to_string(folder.path().join(".out/b.html")).expect("a page");
    assert!(run(&format!("{class} -o .out/c.html")).status.success());
    assert_eq!(std::fs::read_to_string(folder.path().join(".out/c.html")).expect("a page"), page);
    for form in ["comment", "stats", "xml", "dot", "mermaid"] {
        let made = run(&format!("report .out/b.json --format {form}"));
        assert!(made.status.success() && !made.stdout.is_empty(), "{form}");
    }
    let [first, again] = [(); 2].map(|()| run(&format!("{class} --stats")));
    assert_eq!((first.stdout.len(), &first.stdout), (again.stdout.len(), &again.stdout), "counts that are kept");
    assert!(String::from_utf8_lossy(&first.stdout).contains("tokens of source and texts"));
    assert_eq!(run("report shop/prices.py").status.code(), Some(2));
    assert_eq!(run("report gone.json").status.code(), Some(6));
}
