//! The symbol table, and where a name leads from its place: lexical scopes, imports, re-exports, packages.

pub mod absent;
pub mod barrels;
pub mod behind;
pub mod branched;
pub mod build;
pub mod circle;
pub mod declared;
pub mod import_targets;
pub mod keyed;
pub mod linkage;
pub mod local;
pub mod lookup;
pub mod macros;
pub mod methods;
pub mod module;
pub mod names;
pub mod outer;
pub mod outer_stars;
pub mod outside;
pub mod path;
pub mod resolvers;
pub mod shadow;
pub mod stars;
mod statics;
pub mod table;
pub mod target;
