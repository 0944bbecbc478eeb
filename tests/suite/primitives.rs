//! The table of primitives: each row answers, and is in the schema, the README and the catalog of programs.

use std::fs;
use std::path::Path;

use cg_bundle::pipeline::{IndexRequest, ScipSelection, index};
use cg_bundle::primitive::{
    ArgType, Argument, Engine, Invocation, PRIMITIVES, Primitive, Role, Run, Stale, Thresholds,
};
use cg_bundle::store::StorePlace;
use cg_rules::{DEFAULT_HOPS, MAX_HOPS, Program};

fn at(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Arguments of a type that name something of the fixture repository.
fn arguments(primitive: &Primitive, takes: ArgType) -> Vec<Argument> {
    let texts: &[&str] = match takes {
        ArgType::Module | ArgType::Package => &["requests"],
        ArgType::Symbols if matches!(primitive.name, "type_graph.overrides" | "type_graph.subtypes") => &["Payment"],
        ArgType::Symbols if primitive.role == Role::Uses => &["Order.cost"],
        ArgType::Symbols => &["place", "total", "CardPayment"],
        ArgType::Files if primitive.name == "import_graph.broken" => &["shop/money.py", "requests.py"],
        ArgType::Files => &["shop/prices.py", "shop/payments/card.py", "shop/orders.py"],
        ArgType::Text if primitive.name == "search.symbols" => &["Who calls Order.cost?"],
        ArgType::Text => &["requests"],
    };
    texts.iter().map(|text| Argument::Text((*text).to_owned())).collect()
}

#[test]
fn every_row_answers_on_the_fixture_repository() {
    let request = IndexRequest {
        root: at("tests/fixtures/shop"),
        store: StorePlace::Nowhere,
        cas: None,
        verify: false,
        scip: ScipSelection::Found,
    };
    let index = index(&request, &|_, _, _| {}).expect("an index");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(&index);
    let engine = engine.searching(&index.searcher, Thresholds::default());
    for primitive in PRIMITIVES {
        let arguments = arguments(primitive, primitive.takes[0]);
        let others = arguments[..primitive.arity().1.saturating_sub(1)].to_vec();
        let call = Invocation { arguments, others, ..Invocation::of(primitive, Argument::Files(Vec::new())) };
        let answer = engine.answer(&call);
        // The fixture is no repository of git; `history_answers` has some.
        if primitive.past().is_some() {
            assert!(answer.notes[0].text.contains("no `.git`"), "{:?}", answer.notes);
            continue;
        }
        assert!(!answer.hits.is_empty(), "{} finds nothing: {:?}", primitive.name, answer.notes);
        assert_eq!(answer.depth, primitive.depth().map(|depth| depth.default), "{}", primitive.name);
        assert_eq!(answer.floor, primitive.floor(), "{}", primitive.name);
        assert!(answer.downgraded.is_none() || primitive.role.reads_index(), "{}", primitive.name);
        let chained = answer.hits.iter().filter(|hit| !answer.chain(&engine, hit.file).is_empty());
        assert!(chained.count() > 0, "no answer of {} has a chain", primitive.name);
    }
}

#[test]
fn every_row_is_in_the_schema_the_readme_and_the_catalog() {
    let read = |path: &str| fs::read_to_string(at(path)).expect("a file of the project");
    let (schema, readme) = (read("schemas/manifest.schema.json"), read("README.md"));
    for primitive in PRIMITIVES {
        assert!(schema.contains(&primitive.name.replace('.', "\\\\.")), "{} is not in the schema", primitive.name);
        assert!(readme.contains(primitive.name), "{} is not in the README", primitive.name);
        assert!(Program::named(primitive.name).is_some(), "{} has no program", primitive.name);
    }
}

#[test]
fn rows_are_in_order_and_their_bounds_are_those_of_the_programs() {
    assert!(PRIMITIVES.is_sorted_by(|left, right| left.name < right.name));
    for primitive in PRIMITIVES {
        assert!((1..=3).contains(&primitive.cost) && !primitive.takes.is_empty(), "{}", primitive.name);
        assert!(primitive.depth().is_none_or(|depth| depth.default <= depth.ceiling), "{}", primitive.name);
    }
    let spine = PRIMITIVES.iter().find(|it| it.name == "call_graph.spine").expect("a primitive");
    let Run::DeepFloored(depth, ..) = spine.run else { panic!("a spine has a bound") };
    assert_eq!((depth.default, depth.ceiling), (DEFAULT_HOPS, MAX_HOPS));
}
