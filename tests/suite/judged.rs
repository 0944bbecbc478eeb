//! Calls of small repositories, judged by what real indexers say of them (`tests/cases/judged`; the first line of each
//! names the indexer, `benches/accuracy/judged.py` made the rows).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use cg_bundle::facts::Snapshot;

use crate::support::{Repository, cases, fact_rows};

/// Constructors: an indexer may tell a construction as the type.
const CONSTRUCTORS: &[&str] = &["__init__", "constructor"];

/// The sites that the judge knows, each with where it says that it leads.
fn judged(wanted: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut sites: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (site, home) in wanted.lines().filter_map(|line| line.split_once(" -> ")) {
        sites.entry(site).or_default().insert(home);
    }
    sites
}

/// Each call that we are sure of, as the site and all names of where it leads.
fn given(facts: &Snapshot) -> Vec<(String, Vec<String>)> {
    let declares = fact_rows(facts, "declares");
    let line_of = |file: &str, name: &str| {
        let row = declares.iter().find(|row| row[0] == file && row[1] == name);
        row.map(|row| format!("{file}:{}", row[3]))
    };
    let calls = fact_rows(facts, "calls").into_iter().filter(|row| row[7] != "inferred");
    let edge = |row: Vec<String>| {
        let mut homes = vec![format!("{}:{}", row[2], row[4])];
        if let Some((owner, name)) = row[3].rsplit_once('.')
            && CONSTRUCTORS.contains(&name)
        {
            homes.extend(line_of(&row[2], owner));
        }
        (format!("{}:{}:{}", row[0], row[5], row[6]), homes)
    };
    calls.map(edge).collect()
}

/// Every call that is given leads where the indexer says. Those that we miss are listed in the case: none may come to
/// them, and one that is found is struck off.
#[test]
fn calls_lead_where_real_indexers_say() {
    let mut failures = String::new();
    let mut n_right = 0;
    for case in cases("cases/judged") {
        let text = fs::read_to_string(&case).expect("a case");
        let (repository, wanted) = Repository::of(&text);
        let sites = judged(&wanted);
        let given = given(&repository.index().facts);
        let mut wrong = String::new();
        for (site, homes) in &given {
            let Some(said) = sites.get(site.as_str()) else { continue };
            match homes.iter().any(|home| said.contains(home.as_str())) {
                true => n_right += 1,
                false => wrong.push_str(&format!("  {site} leads to {homes:?}, the indexer says {said:?}\n")),
            }
        }
        let found: BTreeSet<&str> = given.iter().map(|(site, _)| site.as_str()).collect();
        let inner = sites.iter().filter(|(_, said)| !said.contains("external")).map(|(site, _)| *site);
        let known: BTreeSet<&str> = wanted.lines().filter_map(|line| line.strip_prefix("missed ")).collect();
        let missed: Vec<&str> = inner.filter(|site| !found.contains(site) && !known.contains(site)).collect();
        if !missed.is_empty() {
            wrong.push_str(&format!("  missed: {missed:?}\n"));
        }
        let stale: Vec<&str> =
            known.iter().copied().filter(|site| found.contains(site) || !sites.contains_key(site)).collect();
        if !stale.is_empty() {
            wrong.push_str(&format!("  no longer missed, so not to be listed: {stale:?}\n"));
        }
        if !wrong.is_empty() {
            failures.push_str(&format!("{}\n{wrong}", case.display()));
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(n_right > 60, "only {n_right} calls were judged");
}
