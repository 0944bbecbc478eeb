//! From a repository and a manifest to a bundle: the right source, at the right level of detail, with its reasons.
//!
//! The layers, each of which may use those above it:
//! [`base`], [`work`], [`walk`], [`syntax`], [`language`], [`parse`], [`package`], [`scip`], [`history`], [`store`], [`facts`], [`primitive`],
//! [`search`], [`manifest`], [`input`], [`intake`], [`fleet`], [`plan`], [`flow`], [`budget`], [`bundle`], [`render`], [`pipeline`],
//! [`cli`].

// What a language that is left out would have used.
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_mut, unused_variables, unused_imports))]
#![cfg_attr(test, allow(clippy::string_slice))] // a test that slices wrongly fails

pub mod base;
pub mod budget;
pub mod bundle;
pub mod cli;
pub mod facts;
pub mod fleet;
pub mod flow;
pub mod history;
pub mod input;
pub mod intake;
pub mod language;
pub mod manifest;
pub mod package;
pub mod parse;
pub mod pipeline;
pub mod plan;
pub mod primitive;
pub mod render;
mod resolve;
pub mod scip;
pub mod search;
pub mod store;
pub mod syntax;
pub mod walk;
pub mod work;
