//! Facts across repositories: a fleet answers what its repositories answer each alone, whatever the order of the list and
//! whatever was there before; and a file that is damaged is an error.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use cg_bundle::base::Digest;
use cg_bundle::facts::RepositoryExport;
use cg_bundle::fleet::{ANSWERED, Fleet, Merged, Reach, RepositoryAnswer, export_file, merge, of_engine};
use cg_bundle::intake::{Affected, advisories};
use cg_bundle::primitive::{Argument, Engine, Invocation, primitive};
use cg_bundle::walk::ReadAt;
use proptest::prelude::*;

use crate::fleet_drawn::{Drawn, QUESTIONS, drawn};
use crate::support::Repository;

/// A repository of a fleet, out of memory.
fn merged(name: &str, export: &RepositoryExport) -> Merged {
    let bytes = export_file(export).expect("an export");
    let open = move || -> io::Result<Box<dyn ReadAt>> { Ok(Box::new(bytes.clone())) };
    Merged {
        name: name.to_owned(),
        root: format!("roots/{name}"),
        state: Digest::of(name.as_bytes()),
        open: Box::new(open),
    }
}

/// The bytes of a fleet of exports, in an order.
fn fleet(exports: &[RepositoryExport], order: impl Iterator<Item = usize>) -> Vec<u8> {
    let all = order.map(|at| merged(&format!("r{at}"), &exports[at])).collect();
    merge(all, Vec::new()).expect("a fleet")
}

fn open(bytes: Vec<u8>) -> Fleet {
    Fleet::over(Box::new(bytes), Path::new("org.fleet")).expect("a fleet file")
}

fn call(name: &str, text: &str) -> Invocation {
    let row = primitive(name).expect("a primitive");
    let depth = row.depth().map(|_| 3);
    Invocation { depth, ..Invocation::of(row, Argument::Text(text.to_owned())) }
}

/// The answer of a fleet without a cap.
fn whole(fleet: &Fleet, call: &Invocation) -> Vec<RepositoryAnswer> {
    let found = fleet.answer(call, usize::MAX).expect("an answer");
    assert_eq!(found.n_unread, 0);
    found.repositories
}

/// The answer of each repository alone, over all of its export.
fn alone(exports: &[RepositoryExport], call: &Invocation) -> Vec<RepositoryAnswer> {
    let answers = exports.iter().zip(0u32..).filter_map(|(export, at)| {
        let snapshot = export.clone().snapshot();
        let engine = Engine::new(&snapshot);
        of_engine(&engine, &engine.answer(call), at)
    });
    answers.collect()
}

/// The files of answers: what the primitive remarks may depend on rows that no question needs.
fn files(answers: Vec<RepositoryAnswer>) -> Vec<RepositoryAnswer> {
    answers.into_iter().map(|answer| RepositoryAnswer { notes: Vec::new(), ..answer }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// A fleet answers the union of what its repositories answer.
    #[test]
    fn a_fleet_answers_as_its_repositories_do(drawn in prop::collection::vec(drawn(), 1..5), at in 0..QUESTIONS.len()) {
        let exports: Vec<RepositoryExport> = drawn.iter().map(Drawn::export).collect();
        let fleet = open(fleet(&exports, 0..exports.len()));
        for name in ANSWERED {
            let call = call(name, QUESTIONS[at]);
            prop_assert_eq!(files(whole(&fleet, &call)), files(alone(&exports, &call)), "{}({})", name, QUESTIONS[at]);
        }
    }

    /// Answers that are not kept in memory are found again, the same.
    #[test]
    fn answers_need_not_be_kept(drawn in prop::collection::vec(drawn(), 1..5), at in 0..QUESTIONS.len()) {
        let exports: Vec<RepositoryExport> = drawn.iter().map(Drawn::export).collect();
        let bytes = fleet(&exports, 0..exports.len());
        let call = call("type_graph.subtypes", QUESTIONS[at]);
        prop_assert_eq!(whole(&open(bytes.clone()).keeping(0), &call), whole(&open(bytes), &call));
    }

    /// With a cap the answer is the start of the whole one, up to the repository whose files are enough; no repository is
    /// forgotten.
    #[test]
    fn a_cap_cuts_between_repositories(drawn in prop::collection::vec(drawn(), 1..12), at in 0..QUESTIONS.len(), most in 0usize..6) {
        let exports: Vec<RepositoryExport> = drawn.iter().map(Drawn::export).collect();
        let fleet = open(fleet(&exports, 0..exports.len()));
        for name in ANSWERED {
            let call = call(name, QUESTIONS[at]);
            let (all, cut) = (whole(&fleet, &call), fleet.answer(&call, most).expect("an answer"));
            let n = cut.repositories.len();
            prop_assert_eq!(&cut.repositories[..], &all[..n]);
            let n_files = |answers: &[RepositoryAnswer]| answers.iter().map(|answer| answer.files.len()).sum::<usize>();
            prop_assert!(n_files(&all[..n]) >= most.min(n_files(&all)) && n_files(&all[..n.saturating_sub(1)]) <= most);
            prop_assert!(all.len() - n <= cut.n_unread, "{} of {} behind {}", cut.n_unread, all.len(), n);
        }
    }

    /// The order of the list changes no byte.
    #[test]
    fn the_order_of_the_list_changes_nothing(drawn in prop::collection::vec(drawn(), 1..6)) {
        let exports: Vec<RepositoryExport> = drawn.iter().map(Drawn::export).collect();
        let n = exports.len();
        prop_assert_eq!(fleet(&exports, 0..n), fleet(&exports, (0..n).rev()));
    }

    /// An export comes back out of the fleet as it was merged.
    #[test]
    fn an_export_comes_back(drawn in prop::collection::vec(drawn(), 1..4)) {
        let exports: Vec<RepositoryExport> = drawn.iter().map(Drawn::export).collect();
        let fleet = open(fleet(&exports, 0..exports.len()));
        for (export, at) in exports.iter().zip(0u32..) {
            prop_assert_eq!(&fleet.export(at).expect("an export"), export);
        }
    }

    /// A byte that is another one is an error or changes no answer, and never a panic.
    #[test]
    fn damage_is_an_error(drawn in prop::collection::vec(drawn(), 1..3), flip in any::<prop::sample::Index>(), cut: bool) {
        let exports: Vec<RepositoryExport> = drawn.iter().map(Drawn::export).collect();
        let whole = fleet(&exports, 0..exports.len());
        let mut bytes = whole.clone();
        let at = flip.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= 0x10 }
        if let Ok(fleet) = Fleet::over(Box::new(bytes), Path::new("org.fleet")) {
            prop_assert!(fleet.verify().is_err(), "byte {} of {}", at, whole.len());
            for name in ANSWERED {
                let call = call(name, "a");
                if let Ok(answers) = fleet.answer(&call, usize::MAX) {
                    prop_assert_eq!(files(answers.repositories), files(alone(&exports, &call)));
                }
            }
        }
    }
}

const LIBRARY: &str = "\
--- pyproject.toml
[project]
name = \"Shelf\"
version = \"2.0\"
--- shelf/__init__.py
from .store import Store
--- shelf/store.py
class Store:
    def put(self, key):
        return key
";

const SHOP: &str = "\
--- requirements.txt
shelf==1.4
--- shop/cart.py
from shelf import Store

class Cart(Store):
    pass

class Big(Cart):
    pass

def fill():
    return Cart().put(Store)
--- shop/plain.py
import shelf.store

def get():
    return shelf.store.Store()
";

/// The places of an answer, as `repository:path:line relation to`.
fn places(fleet: &Fleet, name: &str, text: &str) -> BTreeSet<String> {
    let answers = whole(fleet, &call(name, text));
    let of = |answer: &RepositoryAnswer| {
        let name = fleet.repositories[answer.repository as usize].name.clone();
        let links = answer.files.iter().flat_map(|file| file.chain.clone());
        links
            .map(move |link| format!("{name}:{}:{} {} {}", link.path, link.at.line, link.relation, link.to))
            .collect::<Vec<_>>()
    };
    answers.iter().flat_map(of).collect()
}

/// The fleet of some sources by their names.
fn of_sources(sources: &[(&str, &str)]) -> Fleet {
    let exports = sources.iter().map(|(name, text)| merged(name, &Repository::of(text).0.index().facts.export()));
    open(merge(exports.collect(), Vec::new()).expect("a fleet"))
}

#[test]
fn repositories_answer_with_their_names() {
    let fleet = of_sources(&[("shop", SHOP), ("lib", LIBRARY)]);
    let set = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<BTreeSet<_>>();
    let importers = places(&fleet, "import_graph.reverse_lookup", "shelf");
    assert!(importers.contains("shop:shop/cart.py:1 imports_package shelf.Store"), "{importers:?}");
    assert!(importers.contains("shop:shop/plain.py:1 imports_package shelf.store"), "{importers:?}");
    let consumers = places(&fleet, "dep_graph.consumers", "Shelf");
    assert_eq!(consumers, set(&["shop:requirements.txt:1 depends pkg:pypi/shelf (==1.4)"]));
    let below = places(&fleet, "type_graph.subtypes", "shelf.Store");
    let wanted =
        set(&["shop:shop/cart.py:3 extends_package shelf.Store", "shop:shop/cart.py:6 extends shop/cart.py:Cart"]);
    assert_eq!(below, wanted);
    let uses = places(&fleet, "scip.refs", "shelf.store.Store");
    assert!(uses.contains("shop:shop/plain.py:4 uses_package shelf.store.Store"), "{uses:?}");
}

#[test]
fn none_one_and_many_providers_are_told_apart() {
    let n_providers = |fleet: &Fleet, text: &str| {
        let provided = fleet.provided(text).expect("an answer");
        provided.iter().map(|it| (it.package.clone(), it.providers.len())).collect::<Vec<_>>()
    };
    let key = "pkg:pypi/shelf".to_owned();
    assert_eq!(n_providers(&of_sources(&[("shop", SHOP)]), "shelf"), [(key.clone(), 0)]);
    let one = of_sources(&[("shop", SHOP), ("lib", LIBRARY)]);
    assert_eq!(n_providers(&one, "shelf.Store"), [(key.clone(), 1)]);
    let provided = one.provided("shelf.Store").expect("an answer");
    assert_eq!(provided[0].providers[0].manifests, ["pyproject.toml"]);
    assert_eq!(provided[0].providers[0].declares, [("shelf/store.py".to_owned(), 1)]);
    let two = of_sources(&[("fork", LIBRARY), ("lib", LIBRARY), ("shop", SHOP)]);
    assert_eq!(n_providers(&two, "pkg:pypi/shelf@2"), [(key, 2)]);
    assert!(n_providers(&two, "nothing.of.it").is_empty());
}

const KIT: &str = "\
--- pyproject.toml
[project]
name = \"shelf-kit\"
version = \"1.0\"
--- shelf_kit/__init__.py
from .base import Base
--- shelf_kit/base.py
from shelf import Store

class Base(Store):
    pass

class Fast(Base):
    pass
";

const APP: &str = "\
--- app/a.py
from shelf_kit import Base
from shelf_kit.base import Fast

class App(Base):
    pass

class Quick(Fast):
    pass
--- app/b.py
from shelf.disk import Disk

class Local(Disk):
    pass
";

const DISK: &str = "\
--- shelf/disk.py
from .store import Store

class Disk(Store):
    pass
--- tests/test_store.py
from shelf.store import Store

class Fake(Store):
    pass
";

/// The types that an answer names, each with its repository and distance.
fn below(fleet: &Fleet, depth: u32) -> (BTreeSet<String>, Vec<String>) {
    let call = Invocation { depth: Some(depth), ..call("type_graph.subtypes", "shelf.Store") };
    let found = fleet.answer(&call, usize::MAX).expect("an answer");
    let of = |answer: &RepositoryAnswer| {
        let name = fleet.repositories[answer.repository as usize].name.clone();
        let types = answer.files.iter().flat_map(|file| file.definitions.clone());
        types.map(move |of| format!("{name}:{of}")).collect::<Vec<_>>()
    };
    (found.repositories.iter().flat_map(of).collect(), found.notes)
}

#[test]
fn types_are_followed_from_one_repository_into_others() {
    let library = format!("{LIBRARY}{DISK}");
    let sources = [("app", APP), ("kit", KIT), ("lib", library.as_str())];
    let fleet = of_sources(&sources);
    let set = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(below(&fleet, 1), (set(&["kit:Base", "lib:Disk"]), vec![]));
    assert_eq!(below(&fleet, 2), (set(&["app:App", "app:Local", "kit:Base", "kit:Fast", "lib:Disk"]), vec![]));
    let all = set(&["app:App", "app:Local", "app:Quick", "kit:Base", "kit:Fast", "lib:Disk"]);
    assert_eq!(below(&fleet, 3), (all.clone(), vec![]));
    assert_eq!(below(&fleet, 8), (all, vec![]));
    let asked = call("type_graph.subtypes", "shelf.Store");
    for most_kept in 0..8 {
        assert_eq!(whole(&of_sources(&sources).keeping(most_kept), &asked), whole(&fleet, &asked));
    }
    // Each is proven by facts that lead to the type that was asked for, in whichever repository they stand.
    let proof = places(&fleet, "type_graph.subtypes", "shelf.Store");
    assert!(proof.contains("app:app/a.py:7 extends_package shelf_kit.base.Fast"), "{proof:?}");
    let call = call("type_graph.subtypes", "shelf.Store");
    let answers = whole(&fleet, &call);
    let quick = &answers[0].files.iter().find(|file| file.path == "app/a.py").expect("a file").chain;
    let steps: Vec<_> = quick.iter().map(|link| (link.repository, link.path.as_str(), link.at.line)).collect();
    assert!(steps.contains(&(Some(1), "shelf_kit/base.py", 6)) && steps.contains(&(Some(1), "shelf_kit/base.py", 3)));
    // Of a package that several provide, none is chosen.
    let forked = of_sources(&[("app", APP), ("fork", KIT), ("kit", KIT), ("lib", library.as_str())]);
    let (types, notes) = below(&forked, 3);
    let wanted = ["app:Local", "fork:Base", "fork:Fast", "kit:Base", "kit:Fast", "lib:Disk"];
    assert_eq!(types, set(&wanted));
    assert!(notes.iter().any(|note| note.starts_with("2 repositories provide `pkg:pypi/shelf-kit`")), "{notes:?}");
    // Of types of one name the module decides; where it does not, none is chosen.
    let twins = library.clone() + "--- shelf/tape.py\nfrom .store import Store\n\nclass Disk(Store):\n    pass\n";
    let twins = |app| below(&of_sources(&[("app", app), ("lib", twins.as_str())]), 3);
    assert!(twins(APP).0.contains("app:Local"));
    let (types, notes) = twins("--- b.py\nfrom shelf import Disk\n\nclass Local(Disk):\n    pass\n");
    assert_eq!(types, set(&["lib:Disk"]));
    assert!(notes.iter().any(|note| note.contains("declares several `Disk`")), "{notes:?}");
    // With enough files nobody looks further.
    let cut = fleet.answer(&call, 1).expect("an answer");
    assert!(cut.repositories.len() == 1 && cut.notes[0].contains("not looked for"), "{:?}", cut.notes);
}

#[test]
fn an_advisory_finds_versions_then_places() {
    const PATCHED: &str = "--- requirements.txt\nshelf==1.5\n";
    const OPEN: &str = "--- requirements.txt\nshelf\n";
    const UNSAID: &str = "--- a.py\nimport shelf\n";
    let sources = [("shop", SHOP), ("lib", LIBRARY), ("patched", PATCHED), ("open", OPEN), ("unsaid", UNSAID)];
    let fleet = of_sources(&sources);
    let osv = r#"{"id": "X", "affected": [{"package": {"ecosystem": "PyPI", "name": "Shelf"},
        "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.5"}]}],
        "ecosystem_specific": {"affected_functions": ["shelf.Store"]}}]}"#;
    let advisory = &advisories(osv).expect("an advisory")[0];
    let found = fleet.affected(&advisory.affected[0]).expect("an answer");
    let rows = found.repositories.iter().map(|row| {
        let name = fleet.repositories[row.repository as usize].name.as_str();
        (name, row.affected, row.reach, row.stated.len())
    });
    let wanted = [
        ("open", Affected::Unknown, Reach::Depends, 1),
        ("shop", Affected::Yes, Reach::Symbols, 1),
        ("unsaid", Affected::Unknown, Reach::Imports, 0),
    ];
    assert_eq!(rows.collect::<Vec<_>>(), wanted);
    assert_eq!(found.n_safe, 1, "`patched` has the version that is not affected any more");
}
