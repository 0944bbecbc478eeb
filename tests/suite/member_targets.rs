//! Where members lead that are not called, by the types that a store keeps and by those that are found anew: they are the same, from
//! the first run on, and after edits.

use std::fs;

use cg_bundle::base::LineIndex;
use cg_bundle::facts::{MemberTarget, NONE, NamePlace, WrittenName, written_path};
use cg_bundle::parse::sites;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::primitive::MemberSource;
use cg_bundle::store::StorePlace;
use cg_rules::FileId;

use crate::support::{Repository, cases};

fn indexed(repository: &Repository, store: StorePlace) -> Index {
    let root = repository.root().to_owned();
    let request = IndexRequest { root, store, cas: None, verify: true, scip: ScipSelection::Nothing };
    index(&request, &|_, _, _| {}).expect("an index")
}

/// Every name in the files of a repository that are parsed.
fn places(index: &Index) -> Vec<NamePlace> {
    let mut places = Vec::new();
    for (row, file) in index.facts.files.iter().zip((0..).map(FileId)).filter(|(row, _)| row.language != NONE) {
        let text = index.tree.read(index.facts.path(file)).expect("a file");
        let lines = LineIndex::new(&text);
        for site in sites(row.language as usize, &text).as_slice() {
            let start = lines.line(site.at.line).start + site.at.column as usize - 1;
            let Some(name) = text.get(start..start + site.length as usize) else { continue };
            let receiver = written_path(&text, start, &|offset| lines.position(offset));
            let name = String::from_utf8_lossy(name).into_owned();
            let word = Some(WrittenName { at: site.at, name, receiver });
            places.push(NamePlace { file, line: site.at.line, column: Some(site.at.column), word });
        }
    }
    places
}

fn compared(repository: &Repository, store: &StorePlace, what: &str) -> usize {
    let (kept, anew) = (indexed(repository, store.clone()), indexed(repository, StorePlace::Nowhere));
    let places = places(&anew);
    let (one, other) = (kept.members(&places), anew.members(&places));
    for ((place, one), other) in places.iter().zip(&one).zip(&other) {
        assert_eq!(one, other, "{what}: {}:{place:?}", anew.facts.path(place.file));
    }
    one.iter().filter(|target| matches!(target, MemberTarget::Defs(_))).count()
}

#[test]
fn kept_types_lead_where_those_that_are_found_anew_do() {
    let mut n_bound = 0;
    for case in cases("cases/answers") {
        let (repository, _) = Repository::of(&fs::read_to_string(&case).expect("a case"));
        let what = case.display().to_string();
        let beside = tempfile::TempDir::new().expect("a folder");
        let store = StorePlace::At(beside.path().join("store.sqlite"));
        n_bound += compared(&repository, &store, &what);
        n_bound += compared(&repository, &store, &what);
        // An edit of the first source: its last line is written twice, or its text moves.
        let index = indexed(&repository, StorePlace::Nowhere);
        let mut sources = index.facts.files.iter().zip((0..).map(FileId)).filter(|(row, _)| row.language != NONE);
        let Some((_, file)) = sources.next() else { continue };
        let path = repository.root().join(index.facts.path(file));
        let text = fs::read_to_string(&path).expect("a text");
        let last = text.lines().last().unwrap_or_default();
        for edited in [format!("\n{text}"), format!("{text}{last}\n")] {
            fs::write(&path, edited).expect("an edit");
            n_bound += compared(&repository, &store, &what);
        }
    }
    assert!(n_bound > 1_000, "{n_bound} names are bound");
}
