//! All tests of the program in one binary, as linking the grammars and SQLite dominates.
#![allow(clippy::panic)] // a test that cannot go on says why

mod asked;
mod broken;
mod bundles;
mod commands;
mod compiled;
mod doubted;
mod escapes;
mod escapes_named;
mod find;
mod find_laws;
mod flows;
mod health;
mod house;
mod indexes;
mod interrupted;
mod judged;
mod languages;
mod manifests;
mod packages;
mod queries;
mod races;
mod readme;
mod records;
mod scip_edits;
mod scip_position;
mod scip_probe;
mod scip_reader;
mod sites;
mod sizes;
mod store;
mod store_files;
mod support;
mod symbols;
mod walk_laws;
mod world;
