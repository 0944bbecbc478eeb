//! The queries are standard: tree-sitter's own engine captures on every case what our matcher captures. No pattern is
//! idle: each matches in some case.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::language::{LANGUAGES, Language, of_path};
use cg_bundle::parse::{RawCapture, captures};
use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator};

use crate::support::{Repository, cases};

#[test]
fn the_engine_of_tree_sitter_agrees() {
    let queries: Vec<Vec<Query>> = LANGUAGES.iter().map(compiled).collect();
    let mut covered: BTreeSet<(usize, usize)> = BTreeSet::new();
    for case in cases("cases/languages") {
        let (repository, _) = Repository::of(&fs::read_to_string(&case).expect("a case"));
        for file in files(repository.root()) {
            let path = file.strip_prefix(repository.root()).expect("a path inside").to_string_lossy().into_owned();
            let Some(language) = of_path(&path) else { continue };
            let content = fs::read(&file).expect("a file");
            let ours = captures(language, &content);
            let wanted = oracle(&LANGUAGES[language], &queries[language], &content);
            let place = format!("{path} of {}", case.display());
            for capture in &wanted {
                assert!(ours.contains(capture), "{place}: only the engine captures {capture:?}");
            }
            // Of a field that repeats (`const a, b = 1, 2`) the engine may report the first alone; ours takes each.
            let repeats = |capture: &RawCapture| {
                wanted.iter().any(|other| (other.pattern, &other.name) == (capture.pattern, &capture.name))
            };
            for capture in ours.iter().filter(|capture| !wanted.contains(capture)) {
                assert!(repeats(capture), "{place}: only we capture {capture:?}");
            }
            covered.extend(ours.iter().map(|capture| (language, capture.pattern)));
        }
    }
    let idle = idle(&queries, &covered);
    assert!(idle.is_empty(), "patterns that no case of tests/cases/languages matches:\n{}", idle.join("\n"));
}

/// The patterns that no case matches, each with its language, file and line. Languages may share a query; one match
/// in any of them is enough.
fn idle(queries: &[Vec<Query>], covered: &BTreeSet<(usize, usize)>) -> Vec<String> {
    let sources = sources();
    let mut idle = BTreeMap::new();
    let mut matched = BTreeSet::new();
    for (number, language) in LANGUAGES.iter().enumerate() {
        let mut first = 0;
        for (text, query) in language.queries.iter().zip(&queries[number]) {
            for at in 0..query.pattern_count() {
                let start = query.start_byte_for_pattern(at);
                if covered.contains(&(number, first + at)) {
                    matched.insert((*text, start));
                    continue;
                }
                let file = sources.get(*text).expect("a query's file");
                let line = text[..start].lines().count() + 1;
                let lines =
                    text[start..query.end_byte_for_pattern(at)].lines().take_while(|line| !line.starts_with(';'));
                let pattern = lines.map(str::trim).collect::<Vec<_>>().join(" ");
                let place = format!("{}: {file}:{line}: {}", language.name, pattern.trim());
                idle.entry((*text, start)).or_insert(place);
            }
            first += query.pattern_count();
        }
    }
    idle.retain(|pattern, _| !matched.contains(pattern));
    idle.into_values().collect()
}

/// The file of each query, below the root.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let queries =
        files(&root.join("src/language")).into_iter().filter(|file| file.extension().is_some_and(|it| it == "scm"));
    let named = queries.map(|file| {
        let place = file.strip_prefix(root).expect("a path inside").to_string_lossy().into_owned();
        (fs::read_to_string(&file).expect("a query"), place)
    });
    named.collect()
}

fn compiled(language: &Language) -> Vec<Query> {
    let grammar = (language.grammar)();
    let made = language.queries.iter().map(|text| Query::new(&grammar, text));
    made.map(|query| query.unwrap_or_else(|error| panic!("{}: {error}", language.name))).collect()
}

fn oracle(language: &Language, queries: &[Query], content: &[u8]) -> Vec<RawCapture> {
    let mut parser = Parser::new();
    parser.set_language(&(language.grammar)()).expect("a grammar");
    let tree = parser.parse(content, None).expect("a tree");
    let mut all = Vec::new();
    let mut first = 0;
    for query in queries {
        let names = query.capture_names();
        let mut cursor = QueryCursor::new();
        let mut matches = cursor.matches(query, tree.root_node(), content);
        while let Some(found) = matches.next() {
            all.extend(found.captures().iter().map(|capture| RawCapture {
                pattern: first + found.pattern_index,
                name: names[capture.index as usize].to_owned(),
                start: capture.node.start_byte(),
                end: capture.node.end_byte(),
            }));
        }
        first += query.pattern_count();
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}
