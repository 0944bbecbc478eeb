//! The vocabulary of facts, and the compiled Datalog programs that derive what follows from them.
//!
//! This crate knows no paths, no text, no manifests: constants and relations only.

#![forbid(unsafe_code)]
#![deny(unused_variables)] // crepe re-binds a naked `for` variable; this makes most such slips an error

mod csr;
mod facts;
mod id;

pub use csr::Csr;
pub use facts::{Edb, Evidence, Facts};
pub use id::{DefId, FileId, Id, PackageId};
