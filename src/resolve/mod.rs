//! Resolves names: from what each file says, to edges between definitions in any file.
//!
//! Nothing here guesses: a name leads where a lexical binding, an import, a stated type or the package's own rules say,
//! or it leads nowhere. What is only unique by name is marked [`crate::language::Rule::NameAlone`].
//!
//! It has three phases, each a type that only the one before it gives: [`Scopes`] (names, definitions, where imports lead),
//! [`Hierarchy`] (what types extend), [`Types`] (what types local names and fields have). The last gives the edges.

mod call;
mod compiled;
mod counts;
mod cut;
mod each;
mod edge;
mod link;
mod noted;
mod phase;
mod place;
mod refused;
mod scope;
mod trace;
mod types;
mod written_path;

pub use call::edges::Calls;
pub use call::open::OpenCall;
pub use compiled::{Called, CompilerIndex};
pub use counts::Counts;
pub use edge::{Call, Extends, Import, MentionMeaning, NONE, PackageUse, Refers};
pub use link::collect::TestCollector;
pub use link::families::family_names;
pub use link::imports::Imports;
pub use link::mentions::NamedCount;
pub use noted::BoundName;
pub use phase::{Scopes, Types};
pub use place::{MEMBER, MemberTarget, NamePlace, TracedName, WrittenName};
pub use scope::absent::{AbsentFiles, FamilyNames};
pub use scope::keyed::Sym;
pub use scope::outer::Outer;
pub use scope::outside::Outside;
pub use scope::resolvers::resolvers;
pub use scope::surveyed::{SurveyedFamily, SurveyedNames};
pub use scope::table::SymbolTable;
pub use trace::Tried;
pub use types::file_types::FileTypes;
pub use types::local_types::{KnownType, Rounds};
pub use written_path::written_path;
