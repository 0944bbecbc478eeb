//! The shape of a flow: what a request names, how that is connected, and what follows for each file.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashMap;

use crate::base::{Position, words};

/// The evidence floor of flows and families: a guessed edge would mislead the reader.
pub const FLOOR: Evidence = Evidence::Scoped;

/// The flow between the definitions that a request names, and what it decides about files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// No name was given, and the callables that queries returned serve as names.
    pub is_derived: bool,
    /// The names, in the order of their texts.
    pub names: Vec<FocusTerm>,
    /// The spine in reading order. A chain begins where no call of the spine leads to, or branches off one before it.
    pub chains: Vec<Vec<Hop>>,
    /// Why there is no spine; `None` where there is one.
    pub absent: Option<NoSpine>,
    /// Where the text calls what no fact can name, in the bodies of the flow.
    pub boundaries: Vec<Boundary>,
    /// The decision for each file that the plan or a name includes.
    pub decisions: BTreeMap<FileId, Decision>,
    /// The flow as text: one line a call. Empty where there is none.
    pub text: String,
    /// The surest sort of name by which each named definition is meant.
    pub(super) standings: FxHashMap<DefId, MatchQuality>,
    /// The definitions on the spine, each with its place in reading order.
    pub(super) places: BTreeMap<DefId, usize>,
    /// The definitions that the answers of loaded queries are about.
    pub(super) entries: BTreeSet<DefId>,
    /// The definitions that call, or are called by, one that is named or on the spine.
    pub(super) connected: BTreeSet<DefId>,
}

/// One name of a request, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusTerm {
    /// As it was written, without punctuation and file extension.
    pub text: String,
    /// The definitions that are meant, in order; empty where that is undecidable.
    pub defs: Vec<DefId>,
    /// Further definitions of a near-unique name that another name rules out.
    pub others: Vec<DefId>,
    /// How many definitions bear the name.
    pub n_found: usize,
    /// The classification of the name.
    pub standing: MatchQuality,
    /// It is a word of free text: it adds to the answer, and takes nothing away.
    pub is_prose: bool,
}

/// The classification of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MatchQuality {
    /// `A.b`, `file:line`: the name says which one, and few callables fit.
    Exact,
    /// A callable with at most [`NEAR_UNIQUE`](super::NEAR_UNIQUE) definitions.
    Unique,
    /// A callable with more, of which only those are meant whose container is named too.
    CoNamed,
    /// A type.
    Type,
    /// A variable or field.
    Value,
    /// A callable with too many definitions to decide which is meant.
    Ambiguous,
    /// No definition here has the name.
    Unknown,
}

/// One call of a spine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The definition that calls.
    pub caller: DefId,
    /// The definition that is called.
    pub callee: DefId,
    /// The abstract method that the text names, where the callee is its implementation.
    pub through: Option<DefId>,
    /// The file of the call.
    pub file: FileId,
    /// The place of the call; the first of several.
    pub at: Position,
    /// How sure the call is.
    pub evidence: Evidence,
}

/// Why there is no spine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSpine {
    /// The reason.
    pub reason: Reason,
    /// The reason as a sentence, with the names that it is about.
    pub text: String,
}

/// Why there is no spine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// Fewer than two callables are named.
    FewerThanTwoCallables,
    /// Callables are named, but fewer than two of the names decide which one is meant.
    Ambiguous,
    /// The named callables call nothing that facts can name, or what is named only on values of no known type.
    OnlyUnresolvedCalls,
    /// No path of known calls leads from one to another.
    Disconnected,
}

impl Reason {
    /// The word that bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::FewerThanTwoCallables => "fewer_than_two_callables",
            Self::Ambiguous => "ambiguous",
            Self::OnlyUnresolvedCalls => "only_unresolved_calls",
            Self::Disconnected => "disconnected",
        }
    }
}

/// A place where the text calls what no fact can name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Boundary {
    /// The file.
    pub file: FileId,
    /// The place.
    pub at: Position,
    /// The kind of callee.
    pub what: Dynamic,
    /// The definition whose body holds the place.
    pub within: DefId,
    /// The call as a short text.
    pub text: String,
}

words! {
    /// The kind of callee that is known only at run time.
    pub enum Dynamic {
        /// A value: the result of a call, a parameter, a field that holds a function.
        Computed = "computed call",
        /// An entry of a table under a computed key: `handlers[name]()`.
        Registry = "registry lookup",
        /// A member looked up by a string: `getattr(it, name)()`.
        Reflection = "reflection",
        /// A method without a body that at least three stand in for.
        Dispatch = "dispatch",
        /// A member of a value of no known type, by a name that the request names.
        UnknownReceiver = "unknown receiver",
    }
}

/// The supertype that makes a file one of many interchangeable ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kin {
    /// The type of the file.
    pub of: DefId,
    /// The supertype that it extends or implements.
    pub supertype: DefId,
    /// How many types do, tests and examples apart.
    pub n_implementers: usize,
}

/// The decision about one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The spine passes through the file.
    pub on_spine: bool,
    /// It holds one of at least three implementers of a supertype.
    pub sibling: Option<Kin>,
    /// A near-unique callable of it is named.
    pub named_unique: bool,
    /// It declares a supertype with at least three implementers.
    pub defines_family: bool,
    /// It would collapse, and is shown as the example of its family.
    pub is_exemplar: bool,
    /// It is shown as signatures, but for what is named in it.
    pub collapses: bool,
    /// Why, as a sentence.
    pub because: String,
}

impl Flow {
    /// Whether a spine was found.
    pub fn has_spine(&self) -> bool {
        !self.chains.is_empty()
    }

    /// The decision about a file; `None` for a file that neither the plan nor a name includes.
    pub fn decision(&self, file: FileId) -> Option<&Decision> {
        self.decisions.get(&file)
    }

    /// The place of a definition on the spine, in reading order from 0.
    pub fn place(&self, def: DefId) -> Option<usize> {
        self.places.get(&def).copied()
    }

    /// The callables and values that are meant by name.
    pub fn named(&self) -> impl Iterator<Item = DefId> + '_ {
        let bodies = self.names.iter().filter(|name| name.standing != MatchQuality::Type);
        bodies.flat_map(|name| name.defs.iter().copied())
    }
}

impl MatchQuality {
    /// The word that bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Unique => "unique",
            Self::CoNamed => "co_named",
            Self::Type => "type",
            Self::Value => "value",
            Self::Ambiguous => "ambiguous",
            Self::Unknown => "unknown",
        }
    }
}
