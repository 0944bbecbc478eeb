//! From a repository and a manifest to a bundle: the right source, at the right level of detail, with its reasons.
//!
//! The layers, each of which may use those above it:
//! [`base`], [`language`], [`parse`], [`primitive`].

pub mod base;
pub mod cli;
pub mod facts;
pub mod language;
pub mod package;
pub mod parse;
pub mod pipeline;
pub mod primitive;
pub mod store;
pub mod walk;
