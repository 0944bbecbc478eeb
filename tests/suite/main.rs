//! All tests of the program in one binary, as linking the grammars and SQLite dominates.
#![allow(clippy::panic)] // a test may

mod bundles;
mod house;
mod languages;
mod packages;
mod queries;
mod store;
mod support;
