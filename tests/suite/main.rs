//! All tests of the program in one binary, as linking the grammars and SQLite dominates.
#![allow(clippy::panic)] // a test that cannot go on says why

mod broken;
mod bundles;
mod commands;
mod flows;
mod house;
mod interrupted;
mod judged;
mod languages;
mod manifests;
mod packages;
mod queries;
mod readme;
mod records;
mod sizes;
mod store;
mod support;
