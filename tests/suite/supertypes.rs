//! What is above and below a method: overrides, subtypes, families, and calls that go through a supertype.

use cg_bundle::primitive::{Answer, Argument, Engine, Invocation, primitive};

use crate::support::Repository;

const FAMILY: &str = "\
--- o.py
class A:
    def run(self, x): pass
    def idle(self): pass
class B(A):
    def run(self, x): pass
--- c.py
from o import A
class C(A):
    def run(self, x): pass
class D(C):
    def run(self, x): pass
--- loop.py
from o import A
def loop(a: A):
    a.run(1)
--- two.py
class Base:
    pass
class One(Base):
    pass
class Two(One):
    pass
class Three(Two):
    pass
--- few.py
class Few:
    pass
class Only(Few):
    pass
--- tests/test_loop.py
from loop import loop
def test_loop():
    loop(None)
";

/// The definitions, and the notes, of the answer to `NAME(TEXT)`.
fn asked(name: &str, text: &str) -> (Vec<String>, Answer, Vec<String>) {
    let index = Repository::of(FAMILY).0.index();
    let engine = Engine::new(&index.facts);
    let row = primitive(name).expect("a primitive");
    let answer = engine.answer(&Invocation::of(row, Argument::Text(text.to_owned())));
    let defs = answer.hits.iter().flat_map(|hit| &hit.defs).map(|def| index.facts.qualified_name(*def)).collect();
    let links = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file));
    let links = links.map(|link| format!("{} {} {}", link.relation, link.from, link.to)).collect();
    (defs, answer, links)
}

#[test]
fn overrides_are_found_through_others() {
    let (defs, _, links) = asked("type_graph.overrides", "A.run");
    assert_eq!(defs, ["C.run", "D.run", "B.run"]);
    let wanted =
        ["overrides c.py:C.run o.py:A.run", "overrides c.py:D.run c.py:C.run", "overrides o.py:B.run o.py:A.run"];
    assert_eq!(links, wanted);
    assert_eq!(asked("type_graph.overrides", "A").0, ["C.run", "D.run", "B.run"]);
    assert_eq!(asked("type_graph.overrides", "C.run").0, ["D.run"]);
    assert!(asked("type_graph.overrides", "A.idle").0.is_empty());
}

#[test]
fn subtypes_go_as_deep_as_is_said() {
    assert_eq!(asked("type_graph.subtypes", "A").0, ["C", "B"]);
    let index = Repository::of(FAMILY).0.index();
    let engine = Engine::new(&index.facts);
    let row = primitive("type_graph.subtypes").expect("a primitive");
    let call = Invocation { depth: Some(3), ..Invocation::of(row, Argument::Text("Base".to_owned())) };
    let answer = engine.answer(&call);
    let defs: Vec<String> =
        answer.hits.iter().flat_map(|hit| &hit.defs).map(|def| index.facts.qualified_name(*def)).collect();
    assert_eq!(defs, ["One", "Two", "Three"]);
}

#[test]
fn a_method_of_a_supertype_has_the_family_of_its_overrides() {
    assert_eq!(asked("type_graph.siblings", "A.run").0, ["C.run", "D.run", "B.run"]);
    assert_eq!(asked("type_graph.siblings", "Base").0, ["One", "Two", "Three"]);
    let (defs, answer, _) = asked("type_graph.siblings", "Few");
    assert!(defs.is_empty() && answer.notes[0].text.contains("`type_graph.subtypes(Few)`"), "{:?}", answer.notes);
}

#[test]
fn a_call_through_a_supertype_may_run_an_override_and_says_so() {
    let (_, _, links) = asked("scip.refs", "B.run");
    assert_eq!(links, ["may_call loop.py:loop o.py:A.run"]);
    let (_, _, links) = asked("scip.refs", "A.run");
    let wanted =
        ["overrides o.py:B.run o.py:A.run", "overrides c.py:C.run o.py:A.run", "calls loop.py:loop o.py:A.run"];
    assert_eq!(links, wanted);
    let (_, answer, links) = asked("test_inventory.tests_exercising", "c.py");
    assert_eq!(answer.hits.len(), 1);
    assert!(links.contains(&"overrides c.py:C.run o.py:A.run".to_owned()), "{links:?}");
}
