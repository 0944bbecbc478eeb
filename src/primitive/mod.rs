//! The primitives: the table that gives the compiled programs their manifest names, types and functions.

mod affinity;
mod answer;
mod engine;
mod exact;
mod file_queries;
mod links;
mod locate;
mod naming;
mod near;
mod note;
mod outside;
mod package_queries;
mod refs;
mod shape;
mod symbol_queries;
mod test_chain;
mod test_queries;

pub use answer::{Answer, Consulted, Hit, Link};
pub use engine::{Engine, Stale};
pub use exact::reasons;
pub use near::near_files;
pub use note::{Note, NoteKind};
pub use shape::{ArgType, Argument, Depth, Invocation, Primitive, Role, Run};

use cg_rules::{DEFAULT_HOPS, Evidence, MAX_HOPS};

/// Every primitive, in the order of the names.
pub const PRIMITIVES: &[Primitive] = &[
    Primitive {
        name: "call_graph.spine",
        takes: &[ArgType::Symbols],
        summary: "The minimal call paths that connect the named callables, whatever the order of the names.",
        flags: &[],
        role: Role::Sources,
        cost: 3,
        run: Run::DeepFloored(
            Depth { default: DEFAULT_HOPS, ceiling: MAX_HOPS },
            Evidence::Scoped,
            symbol_queries::spine,
        ),
    },
    Primitive {
        name: "dep_graph.consumers",
        takes: &[ArgType::Package, ArgType::Module],
        summary: "The packages of this repository that depend on the package, with their manifest files.",
        flags: &[],
        role: Role::Manifests,
        cost: 1,
        run: Run::Plain(package_queries::consumers),
    },
    Primitive {
        name: "import_graph.dependencies",
        takes: &[ArgType::Files],
        summary: "The files that the set imports, within `depth` hops.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        run: Run::Deep(Depth { default: 1, ceiling: 16 }, file_queries::dependencies),
    },
    Primitive {
        name: "import_graph.reverse_lookup",
        takes: &[ArgType::Module, ArgType::Files, ArgType::Package],
        summary: "The files that import the module.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        run: Run::Plain(file_queries::reverse_lookup),
    },
    Primitive {
        name: "import_graph.transitive_callers",
        takes: &[ArgType::Files],
        summary: "The files that import any file of the set, within `depth` hops.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        run: Run::Deep(Depth { default: 1, ceiling: 16 }, file_queries::transitive_callers),
    },
    Primitive {
        name: "scip.refs",
        takes: &[ArgType::Symbols],
        summary: "The exact sites, file:line:col, that refer to the symbols.",
        flags: &[refs::DEFINITIONS],
        role: Role::Uses,
        cost: 3,
        run: Run::Floored(Evidence::Scoped, refs::refs),
    },
    Primitive {
        name: "test_inventory.tests_exercising",
        takes: &[ArgType::Files],
        summary: "The test files that exercise any file of the set, nearest first.",
        flags: &[],
        role: Role::Tests,
        cost: 2,
        run: Run::DeepFloored(Depth { default: 3, ceiling: 16 }, Evidence::Scoped, test_queries::tests_exercising),
    },
    Primitive {
        name: "type_graph.siblings",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The other implementers of a supertype that has at least three.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        run: Run::Floored(Evidence::Scoped, symbol_queries::siblings),
    },
];

/// The primitive of that name.
pub fn primitive(name: &str) -> Option<&'static Primitive> {
    PRIMITIVES.iter().find(|primitive| primitive.name == name)
}
