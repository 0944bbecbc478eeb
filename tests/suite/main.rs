//! All tests of the program in one binary, as linking the grammars and SQLite dominates.

mod bundles;
mod commands;
mod house;
mod languages;
mod queries;
mod records;
mod store;
mod support;
