//! From a repository and a manifest to a bundle: the right source, at the right level of detail, with its reasons.
//!
//! The layers, each of which may use those above it:
//! [`base`], [`primitive`], [`manifest`], [`input`].

pub mod base;
pub mod input;
pub mod manifest;
pub mod primitive;
