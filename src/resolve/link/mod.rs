//! The rows of whole files that need no choice among candidates: imports, uses, mentions, collected tests.

pub mod collect;
pub mod families;
pub mod imports;
pub mod mentions;
pub mod uses;
mod whole_path;
