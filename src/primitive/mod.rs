//! The primitives: the table that gives the compiled programs their manifest names, types and functions.

mod affinity;
mod answer;
mod answering;
mod around;
mod bound;
mod call_queries;
mod called;
mod called_by_name;
mod central_query;
mod constructions;
mod coordinate;
mod coverage;
mod engine;
mod exact;
mod file_queries;
mod foreign_texts;
mod frame_failures;
mod frame_forms;
mod frame_messages;
mod frame_names;
mod frames;
mod gone;
mod hashed;
mod history_query;
mod holder_names;
mod holding_files;
mod imperative;
mod imported;
mod imported_names;
mod in_file;
mod included;
mod inherited;
mod innermost;
mod joined_members;
mod kept_texts;
mod key_places;
mod kin;
mod library;
mod library_frames;
mod links;
mod local_module;
mod locate;
mod lock_lines;
mod locked_packages;
mod may_calls;
mod meant_places;
mod member_holders;
mod member_places;
mod member_read;
mod member_reads;
mod member_source;
mod mention_group;
mod mentioned;
mod message;
mod misfits;
mod module_match;
mod module_names;
mod module_places;
mod named_once;
mod named_places;
mod named_texts;
mod namesakes;
mod naming;
mod near;
mod near_gone;
mod note;
mod operator_note;
mod outside;
mod outside_heads;
mod outside_places;
mod overriding;
mod package_members;
mod package_queries;
mod path_ends;
mod pattern;
mod placed;
mod read_by;
mod read_members;
mod receiver;
mod refs;
mod refs_notes;
mod removed_beside;
mod removed_places;
mod renamed_places;
mod requested;
mod resolved_places;
mod retrieval;
mod row_index;
mod rows;
mod run_by_test;
mod search_queries;
mod set_queries;
mod settled_members;
mod settled_places;
mod shape;
mod site_source;
mod spelling;
mod standing;
mod stated_package;
mod symbol_match;
mod symbol_queries;
mod test_block;
mod test_chain;
mod test_queries;
mod tests_by_file;
mod text_lines;
mod text_queries;
mod tied_places;
mod titles;
mod top_scopes;
mod twins;
mod type_parts;
mod type_queries;
mod unnamed_head;
mod unnamed_symbol;
mod unread_texts;
mod used_sites;
mod variable_behind;
mod word;
mod written_before;
mod written_type;

pub use affinity::NameAffinity;
pub use answer::{Answer, Consulted, Hit, Link, Passage};
pub use central_query::{RELIED_ON_BY, RELIES_ON};
pub use coverage::EXECUTED;
pub use engine::{Engine, Retrieval, Stale};
pub use exact::reasons;
pub use frame_names::CONSTRUCTOR;
pub use frames::{TraceFrame, frames, may_name_failure};
pub use history_query::CHANGED_TOGETHER;
pub use imperative::imperatives;
pub use innermost::innermost;
pub use library::{beside_library, in_library, packaged};
pub use library_frames::without_library_frames;
pub use locate::{Located, located};
pub use lock_lines::without_lockfiles;
pub use member_read::MemberRead;
pub use member_source::MemberSource;
pub use mention_group::{MentionSense, MentionVerdict, Mentioned};
pub use named_texts::NamedText;
pub use near::near_files;
pub use note::{Note, NoteKind};
pub use pattern::{PatternSlip, check_pattern};
pub use retrieval::{Doubt, GraphExpand, Retrieved, SearchRequest, SearchTrace, Thresholds};
pub use run_by_test::FEW;
pub use shape::{ArgType, Argument, Depth, Invocation, Primitive, Role, Run, Second};
pub use site_source::{LanguageText, SiteSource};
pub use titles::titled;

pub use message::without_words_of_form;
pub use spelling::plain_spelling;
pub use word::{FocusWord, SHORTEST_NAME, is_spelled, words};

use cg_rules::{DEFAULT_HOPS, Evidence, MAX_HOPS};

use crate::facts::USUAL_COMMITS;
use crate::history::MOST_COMMITS;
use crate::work::Unit;

/// The depth of the primitives that walk calls.
const CALL_DEPTH: Depth = Depth { default: 1, ceiling: 8 };

/// Every primitive, in the order of the names.
pub static PRIMITIVES: &[Primitive] = &[
    Primitive {
        name: "call_graph.callees",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The definitions that the symbols call, within `depth` calls, with each site; with `through` also what overrides a callee without a body, what helpers of tests call, and what is read or given as a value.",
        flags: &[run_by_test::THROUGH],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::DeepFloored(CALL_DEPTH, Evidence::Scoped, call_queries::callees),
    },
    Primitive {
        name: "call_graph.callers",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The definitions that call the symbols, may call them by what they override, or read what nothing calls, within `depth` calls, with each site.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::DeepFloored(CALL_DEPTH, Evidence::Scoped, call_queries::callers),
    },
    Primitive {
        name: "call_graph.spine",
        takes: &[ArgType::Symbols],
        summary: "The minimal call paths that connect the named callables, whatever the order of the names.",
        flags: &[],
        role: Role::Sources,
        cost: 3,
        unit: Unit::GraphNodes,
        run: Run::DeepFloored(
            Depth { default: DEFAULT_HOPS, ceiling: MAX_HOPS },
            Evidence::Scoped,
            symbol_queries::spine,
        ),
    },
    Primitive {
        name: "dep_graph.consumers",
        takes: &[ArgType::Package, ArgType::Module],
        summary: "The packages of this repository that depend on the package, with their manifest files; with `locked` the lockfiles first.",
        flags: &[locked_packages::LOCKED],
        role: Role::Manifests,
        cost: 1,
        unit: Unit::GraphNodes,
        run: Run::Plain(package_queries::consumers),
    },
    Primitive {
        name: "files.except",
        takes: &[ArgType::Files],
        summary: "The files of the first set that are not in the second.",
        flags: &[],
        role: Role::Exact,
        cost: 1,
        unit: Unit::GraphNodes,
        run: Run::Pair(Second::Optional, set_queries::except),
    },
    Primitive {
        name: "files.intersect",
        takes: &[ArgType::Files],
        summary: "The files of the first set that are in the second too.",
        flags: &[],
        role: Role::Exact,
        cost: 1,
        unit: Unit::GraphNodes,
        run: Run::Pair(Second::Needed, set_queries::intersect),
    },
    Primitive {
        name: "history.cochanged",
        takes: &[ArgType::Files],
        summary: "The files that the same commits changed, of the last `commits`, by how much oftener than usual.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Past(Depth { default: USUAL_COMMITS, ceiling: MOST_COMMITS as u32 }, history_query::cochanged),
    },
    Primitive {
        name: "import_graph.broken",
        takes: &[ArgType::Files],
        summary: "The files whose imports led to paths that are gone, with each import.",
        flags: &[],
        role: Role::Exact,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Plain(gone::broken),
    },
    Primitive {
        name: "import_graph.central",
        takes: &[ArgType::Files],
        summary: "The files that tie the code together, by what relies on them and what they rely on; of a set, or of all.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Whole(central_query::central),
    },
    Primitive {
        name: "import_graph.dependencies",
        takes: &[ArgType::Files],
        summary: "The files that the set imports, within `depth` hops.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Deep(Depth { default: 1, ceiling: 16 }, file_queries::dependencies),
    },
    Primitive {
        name: "import_graph.reverse_lookup",
        takes: &[ArgType::Module, ArgType::Files, ArgType::Package],
        summary: "The files that import the module.",
        flags: &[],
        role: Role::Imports,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Plain(file_queries::reverse_lookup),
    },
    Primitive {
        name: "import_graph.transitive_callers",
        takes: &[ArgType::Files],
        summary: "The files that import any file of the set, within `depth` hops.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Deep(Depth { default: 1, ceiling: 16 }, file_queries::transitive_callers),
    },
    Primitive {
        name: "scip.refs",
        takes: &[ArgType::Symbols],
        summary: "The exact sites, file:line:col, that refer to the symbols.",
        flags: &[refs::DEFINITIONS, refs::OVERRIDING, refs::DEFINITIONS_ONLY, refs::EXCEPT_TESTS],
        role: Role::Uses,
        cost: 3,
        unit: Unit::GraphNodes,
        run: Run::Floored(Evidence::Scoped, refs::refs),
    },
    Primitive {
        name: "search.cascade",
        takes: &[ArgType::Text],
        summary: "The files nearest to a text by its words, and behind them the neighbours of the nearest.",
        flags: &[],
        role: Role::Found,
        cost: 3,
        unit: Unit::Candidates,
        run: Run::Found(Retrieved::Cascade),
    },
    Primitive {
        name: "search.related",
        takes: &[ArgType::Files, ArgType::Text],
        summary: "The files that belong to a set and a text: by words, imports, calls and common changes, fused.",
        flags: &[],
        role: Role::Found,
        cost: 3,
        unit: Unit::Candidates,
        run: Run::Found(Retrieved::Related),
    },
    Primitive {
        name: "search.symbols",
        takes: &[ArgType::Text],
        summary: "The definitions and places that a text names, each with the word and how sure it is.",
        flags: &[],
        role: Role::Found,
        cost: 3,
        unit: Unit::Candidates,
        run: Run::Found(Retrieved::Symbols),
    },
    Primitive {
        name: "test_inventory.tests_exercising",
        takes: &[ArgType::Files],
        summary: "The test files that exercise any file of the set, nearest first; with `by_file` the first few of each of its first files.",
        flags: &[tests_by_file::BY_FILE],
        role: Role::Tests,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::DeepFloored(Depth { default: 3, ceiling: 16 }, Evidence::Scoped, tests_by_file::tests_exercising),
    },
    Primitive {
        name: "text.matches",
        takes: &[ArgType::Text],
        summary: "The lines that hold a text, or match a regular expression between two `/`.",
        flags: &[],
        role: Role::Exact,
        cost: 3,
        unit: Unit::FilesRead,
        run: Run::Plain(text_queries::matches),
    },
    Primitive {
        name: "type_graph.overrides",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The members that override or implement the given ones, directly or through others.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Floored(Evidence::Scoped, type_queries::overrides),
    },
    Primitive {
        name: "type_graph.siblings",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The other implementers of a supertype that has at least three.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::Floored(Evidence::Scoped, type_queries::siblings),
    },
    Primitive {
        name: "type_graph.subtypes",
        takes: &[ArgType::Symbols, ArgType::Files],
        summary: "The types that extend or implement the given ones, within `depth` hops.",
        flags: &[],
        role: Role::Sources,
        cost: 2,
        unit: Unit::GraphNodes,
        run: Run::DeepFloored(Depth { default: 1, ceiling: 64 }, Evidence::Scoped, type_queries::subtypes),
    },
];

/// The primitive of that name.
pub fn primitive(name: &str) -> Option<&'static Primitive> {
    PRIMITIVES.iter().find(|primitive| primitive.name == name)
}
