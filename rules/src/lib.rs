//! The vocabulary of facts, and the compiled Datalog programs that derive what follows from them.
//!
//! This crate knows no paths, no text, no manifests: constants and relations only.

#![forbid(unsafe_code)]
#![deny(unused_variables)] // crepe re-binds a naked `for` variable; this makes most such slips an error

mod components;
mod csr;
mod evidence;
mod graph;
mod id;
mod levels;
mod order;
mod page_rank;
mod witness;

mod broken;
mod callees;
mod callers;
mod central;
mod cochanged;
mod consumers;
mod dependencies;
mod except;
mod intersect;
mod matches;
mod overrides;
mod prior;
mod refs;
mod related;
mod reverse_lookup;
mod siblings;
mod skeleton;
mod spine;
mod stand_ins;
mod subtypes;
mod symbols;
mod tests_exercising;
mod transitive_callers;
mod uses;
mod ways;

mod cascade;
mod catalog;

pub use broken::broken;
pub use callees::callees;
pub use callers::callers;
pub use cascade::neighbours;
pub use catalog::{PROGRAMS, Program};
pub use central::{Central, central};
pub use cochanged::{Cochanged, SMOOTHING, cochanged};
pub use components::components;
pub use consumers::{Consumers, Dependence, Depender, consumers};
pub use csr::Csr;
pub use dependencies::dependencies;
pub use evidence::Evidence;
pub use except::except;
pub use graph::{
    CallGraph, ChangeGraph, Edb, ImportGraph, MemberGraph, OverrideGraph, PackageGraph, RelianceGraph, SymbolGraph,
    TestGraph, TypeGraph,
};
pub use id::{CallId, CommitId, DefId, FileId, Id, NameId, OccurrenceId, PackageId, SymbolId};
pub use intersect::intersect;
pub use levels::Leveled;
pub use matches::{Matches, matches};
pub use order::{Capped, capped, nearest};
pub use overrides::overrides;
pub use prior::{Prior, prior};
pub use refs::{Refs, Site, StandsFor, refs};
pub use related::related;
pub use reverse_lookup::{Imported, Importer, reverse_lookup};
pub use siblings::{MIN_SIBLINGS, Sibling, siblings};
pub use skeleton::{Candidates, Verdict, skeleton};
pub use spine::{Call, DEFAULT_HOPS, MAX_HOPS, OnSpine, Spine, spine};
pub use stand_ins::{Open, stand_ins};
pub use subtypes::subtypes;
pub use symbols::mentions;
pub use tests_exercising::{Exercised, tests_exercising};
pub use transitive_callers::transitive_callers;
pub use uses::{Home, Offer, Offers, uses};
pub use witness::{CallReach, Hit, Reached, Relation, Step};
