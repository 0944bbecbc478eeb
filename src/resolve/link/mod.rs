//! The rows of whole files that need no choice among candidates: imports, uses, mentions, collected tests.

pub mod collect;
pub mod families;
mod held;
pub mod imports;
pub mod mentions;
mod type_paths;
pub mod uses;
mod whole_path;
