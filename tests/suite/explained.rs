//! Promise 4 as a law: each file that a query put into a bundle has a chain of base facts, and the source has each fact
//! at its place.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cg_bundle::bundle::{Bundle, ChainLink, Item};
use cg_bundle::facts::{RELATIONS, Snapshot};
use cg_bundle::primitive::{RELIED_ON_BY, RELIES_ON};
use proptest::prelude::*;

use crate::bundles::{REPOSITORY, manifest_text};
use crate::manifests::{RUNS, bundle_of, shop};
use crate::support::{Repository, answer_on, fact_rows};

/// The relation whose rows a link of that name stands for.
fn relation(link: &str) -> &str {
    if link == "uses_package" { "imports_package" } else { link }
}

/// The rows of each relation, read once a bundle.
struct Base<'f> {
    facts: &'f Snapshot,
    rows: BTreeMap<String, Vec<Vec<String>>>,
}

impl Base<'_> {
    /// Whether a row of the link's relation holds its two ends at its place.
    fn holds(&mut self, link: &ChainLink) -> bool {
        let name = relation(link.relation);
        let rows = self.rows.entry(name.to_owned()).or_insert_with(|| fact_rows(self.facts, name));
        let (file, line, column) = place(&link.at);
        let at = [line.to_string(), column.to_string()];
        rows.iter().any(|row| {
            row.contains(&file.to_owned())
                && row.windows(2).any(|pair| pair == at)
                && is_end(row, &link.from)
                && is_end(row, &link.to)
        })
    }
}

/// Whether a row has an end of a link: a path, `path:name`, a package, `package.member`, `package (requirement)`.
fn is_end(row: &[String], end: &str) -> bool {
    let end = end.split(" (").next().unwrap_or(end);
    let has = |part: &str| row.iter().any(|field| field == part);
    let halves = [':', '.'].into_iter().flat_map(|mark| end.match_indices(mark).map(|(at, _)| at)).collect::<Vec<_>>();
    has(end) || halves.into_iter().any(|at| has(&end[..at]) && has(&end[at + 1..]))
}

/// The file, line and column of `file:line:column`.
fn place(at: &str) -> (&str, usize, usize) {
    let mut parts = at.rsplitn(3, ':');
    let column = parts.next().and_then(|it| it.parse().ok()).expect("a column");
    let line = parts.next().and_then(|it| it.parse().ok()).expect("a line");
    (parts.next().expect("a file"), line, column)
}

/// The words of the source that may stand for an end of a link: a name, a package, the stem of a file or its folder.
fn words(end: &str) -> Vec<String> {
    let end = end.split([' ', '@']).next().unwrap_or(end);
    let last = end.rsplit([':', '.', '/']).next().unwrap_or(end);
    let path = Path::new(end.split(':').next().unwrap_or(end));
    let stem = path.file_stem().map(|it| it.to_string_lossy().into_owned());
    let folder = path.parent().and_then(Path::file_name).map(|it| it.to_string_lossy().into_owned());
    let package = end.split(['.', ':']).next().map(str::to_owned);
    // A Python module names its own package by a dot.
    let own = (stem.as_deref() == Some("__init__")).then(|| "from . ".to_owned());
    [Some(last.to_owned()), stem, folder, package, own].into_iter().flatten().filter(|word| !word.is_empty()).collect()
}

/// The fault of one link, if it has any.
fn fault(root: &Path, base: &mut Base<'_>, link: &ChainLink) -> Option<String> {
    let (file, line, column) = place(&link.at);
    match link.relation {
        // A set is stated by its call alone.
        "in" | "not_in" => return None,
        // A chunk is cited by its first line; its words are anywhere in it.
        "holds" => return None,
        // The place of a count is that of the first import counted.
        "imported by" => {
            let first =
                ChainLink { relation: "imports", from: file.to_owned(), to: link.from.clone(), at: link.at.clone() };
            return fault(root, base, &first);
        }
        _ => {}
    }
    let text = fs::read_to_string(root.join(file)).unwrap_or_default();
    let Some(source) = text.lines().nth(line.wrapping_sub(1)) else {
        return Some(format!("{file} has no line {line}"));
    };
    let rest: String = source.chars().skip(column.wrapping_sub(1)).collect();
    if !rest.starts_with(|letter: char| letter.is_alphanumeric() || "_.\"'<@$".contains(letter)) {
        return Some(format!("nothing begins at {}: `{source}`", link.at));
    }
    if !words(&link.to).iter().any(|word| source.contains(word.as_str())) {
        return Some(format!("`{}` is not on the line {}: `{source}`", link.to, link.at));
    }
    // A sentence of an answer, whose place alone can be checked.
    if !RELATIONS.iter().any(|known| known.name == relation(link.relation)) {
        return None;
    }
    (!base.holds(link)).then(|| format!("no row of `{}` is {link:?}", relation(link.relation)))
}

/// The faults of one item: a reason of a query without a chain, or with one that the facts or the source do not have.
fn faults(root: &Path, base: &mut Base<'_>, bundle: &Bundle, item: &Item) -> Vec<String> {
    let mut faults = Vec::new();
    for why in &item.why {
        let Some(query) = bundle.queries.iter().find(|query| query.name == why.query && query.compute.contains('('))
        else {
            continue;
        };
        // A file of the argument is its own reason.
        if why.chain.is_empty() && why.hops > 0 {
            faults.push(format!("{} has no chain for `{}`", item.path, query.name));
        }
        if let Some(first) = why.chain.first() {
            let is_about = [&first.from, &first.to, &first.at].into_iter().any(|end| end.starts_with(&item.path));
            if !is_about {
                faults.push(format!("the chain of {} begins elsewhere: {first:?}", item.path));
            }
        }
        // A file that is in a set is so by its path, and how much relies on it is no fact of one line.
        let facts = why.chain.iter().filter(|link| !["in", RELIED_ON_BY, RELIES_ON].contains(&link.relation));
        faults.extend(facts.filter_map(|link| fault(root, base, link)));
    }
    faults
}

fn all_faults(root: &Path, facts: &Snapshot, bundle: &Bundle) -> (usize, Vec<String>) {
    let mut base = Base { facts, rows: BTreeMap::new() };
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let n_links = items.clone().flat_map(|item| &item.why).map(|why| why.chain.len()).sum();
    (n_links, items.flat_map(|item| faults(root, &mut base, bundle, item)).collect())
}

#[test]
fn every_file_of_the_shipped_manifests_is_explained() {
    let index = shop();
    for (name, sets) in RUNS {
        let bundle = bundle_of(&index, name, sets);
        let (n_links, faults) = all_faults(&index.tree.root, &index.facts, &bundle);
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        assert!(n_links >= 5, "{name}: only {n_links} facts were checked");
    }
}

#[test]
fn a_link_that_no_fact_and_no_line_has_is_a_fault() {
    let index = shop();
    let mut base = Base { facts: &index.facts, rows: BTreeMap::new() };
    let link = |to: &str, at: &str| ChainLink {
        relation: "imports",
        from: "shop/orders.py".to_owned(),
        to: to.to_owned(),
        at: at.to_owned(),
    };
    let mut check = |link: ChainLink| fault(&index.tree.root, &mut base, &link);
    assert_eq!(check(link("shop/prices.py", "shop/orders.py:4:21")), None);
    for (to, at) in [("shop/prices.py", "shop/orders.py:5:1"), ("shop/rates.py", "shop/orders.py:4:21")] {
        assert!(check(link(to, at)).is_some(), "{to} at {at}");
    }
    assert!(check(link("shop/prices.py", "shop/orders.py:4000:1")).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_file_of_a_bundle_is_explained(caps in [2u32..9, 2u32..9, 2u32..9, 2u32..9], max_chars in 2_000u64..20_000, depth in 1u32..4) {
        let (repository, _) = Repository::of(REPOSITORY);
        let index = repository.index();
        let bundle = answer_on(&index, &manifest_text(caps, max_chars, depth), &[], &[]);
        let (n_links, faults) = all_faults(repository.root(), &index.facts, &bundle);
        prop_assert!(faults.is_empty(), "{faults:#?}");
        prop_assert!(n_links > 0);
    }
}
