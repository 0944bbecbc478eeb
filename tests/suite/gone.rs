//! What a deleted file breaks: over every repository of the languages' cases, the imports that were there before.
//!
//! An import that finds another file by then is none of them. In Rust a file holds its modules too: what names them through
//! it breaks with it, and a child that is held by nobody any more has no `super`.

use std::collections::BTreeSet;
use std::fs;

use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::Index;
use cg_bundle::primitive::{Argument, Engine, Stale};

use crate::support::{Repository, cases, fact_rows};

/// The endings of the languages in which the path alone decides where an import leads.
const BY_PATH: &[&str] =
    &["py", "ts", "tsx", "js", "jsx", "c", "h", "cc", "cpp", "hpp", "rs", "rb", "lua", "sh", "bash"];

/// A file, and the line and column of an import in it.
type Site = (String, String, String);

/// The sites that `import_graph.broken` returns for a path.
fn broken(index: &Index, path: &str) -> BTreeSet<Site> {
    let parsed = parse_query(&format!("import_graph.broken(\"{path}\")")).expect("a call");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(index);
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    let links = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file));
    let site = |link: cg_bundle::primitive::Link| {
        (index.facts.path(link.file).to_owned(), link.at.line.to_string(), link.at.column.to_string())
    };
    links.map(site).collect()
}

/// The sites that import a file, and those that import any.
fn imports(index: &Index, of: &str) -> (BTreeSet<Site>, BTreeSet<Site>) {
    let rows = fact_rows(&index.facts, "imports");
    let site = |row: &Vec<String>| (row[0].clone(), row[2].clone(), row[3].clone());
    (rows.iter().filter(|row| row[1] == of).map(site).collect(), rows.iter().map(site).collect())
}

#[test]
fn a_deleted_file_breaks_the_imports_that_it_had() {
    let mut n_broken = 0;
    for case in cases("cases/languages") {
        let text = fs::read_to_string(&case).expect("a case");
        let (repository, _) = Repository::of(&text);
        let before = repository.index();
        let imported: BTreeSet<String> =
            fact_rows(&before.facts, "imports").into_iter().map(|row| row[1].clone()).collect();
        for path in imported {
            let (repository, _) = Repository::of(&text);
            fs::remove_file(repository.root().join(&path)).expect("a file");
            let after = repository.index();
            let ((sites, _), (_, found)) = (imports(&before, &path), imports(&after, &path));
            let broken = broken(&after, &path);
            n_broken += broken.len();
            let place = format!("{path} of {}", case.display());
            let holds_modules = path.ends_with(".rs");
            if !holds_modules {
                let more: Vec<_> = broken.difference(&sites).collect();
                assert!(more.is_empty(), "{place}: {more:?}");
            }
            if path.rsplit_once('.').is_some_and(|(_, ending)| BY_PATH.contains(&ending)) {
                let is_child = |site: &&Site| holds_modules && line(&repository, site).contains("super::");
                let lost = sites.difference(&found).filter(|site| !broken.contains(*site) && !is_child(site));
                assert_eq!(lost.collect::<Vec<_>>(), Vec::<&Site>::new(), "{place}");
            }
        }
    }
    assert!(n_broken > 300, "{n_broken} imports break");
}

/// The line of a site.
fn line(repository: &Repository, site: &Site) -> String {
    let text = fs::read_to_string(repository.root().join(&site.0)).expect("a text");
    let at: usize = site.1.parse().expect("a line");
    text.lines().nth(at - 1).unwrap_or("").to_owned()
}

/// A module of Rust is held by the file above it, which is there: the paths into the one that is gone break all the same.
#[test]
fn paths_into_a_module_that_is_gone_break() {
    let text = "--- Cargo.toml\n[package]\nname = \"b\"\n--- src/lib.rs\nmod byte_str;\nmod a;\n--- src/bytestr.rs\npub struct ByteStr;\n--- src/a.rs\nuse crate::byte_str::ByteStr;\npub fn f() -> ByteStr { ByteStr }\n";
    let (repository, _) = Repository::of(text);
    let broken = broken(&repository.index(), "src/byte_str.rs");
    let files: Vec<&str> = broken.iter().map(|(file, ..)| file.as_str()).collect();
    assert_eq!(files, ["src/a.rs", "src/lib.rs"]);
}
