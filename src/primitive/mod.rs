//! The primitives: the table that gives the compiled programs their manifest names and types.

mod affinity;
mod ask;
mod engine;
mod exact;
mod file_queries;
mod links;
mod naming;
mod package_queries;
mod refs;
mod signature;
mod symbol_queries;
mod test_chain;
mod test_queries;

pub use ask::{Answer, Argument, Ask, Consulted, Hit, Link};
pub use engine::{Engine, Stale};
pub use exact::reasons;
pub use signature::{ArgType, Depth, Signature};

use cg_rules::Evidence;

/// Every primitive, in the order of the names.
pub const SIGNATURES: &[Signature] = &[
    Signature {
        name: "call_graph.spine",
        takes: &[ArgType::Symbols],
        summary: "The minimal call paths that connect the named callables, whatever the order of the names.",
        depth: Some(Depth { default: 4, ceiling: 8 }),
        flags: &[],
        floor: Some(Evidence::Scoped),
        cost: 3,
    },
    Signature {
        name: "dep_graph.consumers",
        takes: &[ArgType::Package, ArgType::Module],
        summary: "The packages of this repository that depend on the package, with their manifest files.",
        depth: None,
        flags: &[],
        floor: None,
        cost: 1,
    },
    Signature {
        name: "import_graph.dependencies",
        takes: &[ArgType::Files],
        summary: "The files that the set imports, within `depth` hops.",
        depth: Some(Depth { default: 1, ceiling: 16 }),
        flags: &[],
        floor: None,
        cost: 2,
    },
    Signature {
        name: "import_graph.reverse_lookup",
        takes: &[ArgType::Module, ArgType::Files, ArgType::Package],
        summary: "The files that import the module.",
        depth: None,
        flags: &[],
        floor: None,
        cost: 2,
    },
    Signature {
        name: "import_graph.transitive_callers",
        takes: &[ArgType::Files],
        summary: "The files that import any file of the set, within `depth` hops.",
        depth: Some(Depth { default: 1, ceiling: 16 }),
        flags: &[],
        floor: None,
        cost: 2,
    },
    Signature {
        name: "scip.refs",
        takes: &[ArgType::Symbols],
        summary: "The exact sites, file:line:col, that refer to the symbols.",
        depth: None,
        flags: &["definitions"],
        floor: Some(Evidence::Scoped),
        cost: 3,
    },
    Signature {
        name: "test_inventory.tests_exercising",
        takes: &[ArgType::Files],
        summary: "The test files that exercise any file of the set, nearest first.",
        depth: Some(Depth { default: 3, ceiling: 16 }),
        flags: &[],
        floor: Some(Evidence::Scoped),
        cost: 2,
    },
    Signature {
        name: "type_graph.siblings",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The other implementers of a supertype that has at least three.",
        depth: None,
        flags: &[],
        floor: Some(Evidence::Scoped),
        cost: 2,
    },
];

/// The primitive of that name.
pub fn signature(name: &str) -> Option<&'static Signature> {
    SIGNATURES.iter().find(|signature| signature.name == name)
}
