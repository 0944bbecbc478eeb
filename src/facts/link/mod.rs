//! Links observations: from names in one file to definitions in any.
//!
//! Nothing here guesses: a name leads where a lexical binding, an import, a stated type or the package's own rules say,
//! or it leads nowhere. What is only unique by name is marked [`crate::language::Rule::NameAlone`].

mod alternative;
mod argument;
mod barrels;
mod behind;
mod bounded;
mod build;
mod callee;
mod calls;
mod circle;
mod collect;
mod container;
mod declared;
mod element;
mod extension;
mod generic;
mod held_function;
mod implicit;
mod imports;
mod index;
mod keyed;
mod linkage;
mod lookup;
mod macros;
mod mentions;
mod module;
mod names;
mod noted;
mod outer;
mod outer_stars;
mod outside;
mod overload;
mod overrides;
mod parameter;
mod path;
mod place;
mod scope;
mod shadow;
mod stars;
mod structural;
mod target;
mod trace;
mod types;
mod typing;
mod uses;

pub use barrels::chase;
pub use callee::OpenCall;
pub use calls::calls;
pub use collect::TestCollector;
pub use imports::imports;
pub use index::{SymbolTable, resolvers};
pub use keyed::Sym;
pub use mentions::NamedCount;
pub use outside::Outside;
pub use overrides::overrides;
pub use place::{NamePlace, TracedName, traced};
pub use structural::structural;
pub use trace::Tried;
pub use types::{extends, local_types, own_members};
pub use uses::{modules, uses};
