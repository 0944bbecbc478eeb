//! Constants, attributes and settings by name: `scip.refs` of what is neither called nor a type.

use cg_bundle::primitive::{Argument, Engine, Invocation, Stale, primitive};
use cg_bundle::walk::walk;

use crate::support::Repository;

const APP: &str = "\
--- app/backends.py
ALIASES = {'a': 1}
UNUSED = 1
LIMITS = [1]
def by_name(name):
    # ALIASES in a comment, and 'ALIASES' in a text
    return ALIASES.get(name, ALIASES['a'])
class Backend:
    always_eager = False
    def on(self):
        self.always_eager = True
        return self.always_eager
--- app/use.py
from app.backends import ALIASES
def all_names():
    return list(ALIASES)
--- app/other.py
def read(conf, ALIASES):
    return conf.always_eager, ALIASES
--- app/settings.py
def setup(conf):
    conf.result_backend = 'x'
";

fn asked(text: &str) -> (Vec<String>, Vec<String>) {
    let repository = Repository::of(APP).0;
    let index = repository.index();
    let tree = walk(repository.root()).expect("a tree");
    let engine = Engine::new(&index.facts).over(&tree, Stale::Downgrade);
    let row = primitive("scip.refs").expect("a primitive");
    let answer = engine.answer(&Invocation::of(row, Argument::Text(text.to_owned())));
    let links = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file));
    let links = links.map(|link| format!("{} {}:{}:{}", link.relation, link.from, link.at.line, link.at.column));
    (links.collect(), answer.notes.into_iter().map(|note| note.text).collect())
}

#[test]
fn a_constant_is_found_where_it_stands_and_where_it_is_imported() {
    let (links, notes) = asked("ALIASES");
    let wanted =
        ["reads app/backends.py:6:12", "reads app/backends.py:6:30", "uses app/use.py:1:26", "reads app/use.py:3:17"];
    assert_eq!(links, wanted);
    // A parameter of that name means something else.
    assert!(notes.iter().all(|note| !note.contains("more place")), "{notes:?}");
}

#[test]
fn an_attribute_is_sure_in_its_own_file_and_possible_elsewhere() {
    let (links, _) = asked("Backend.always_eager");
    let wanted = ["writes app/backends.py:10:14", "reads app/backends.py:11:21", "may_name app/other.py:2:17"];
    assert_eq!(links, wanted);
}

#[test]
fn a_name_without_use_has_the_true_reason_and_one_without_declaration_its_places() {
    let (links, notes) = asked("UNUSED");
    assert!(links.is_empty(), "{links:?}");
    assert!(!notes.iter().any(|note| note.contains("values of no stated type")), "{notes:?}");
    assert_eq!(asked("result_backend").0, ["may_name app/settings.py:2:10"]);
}
