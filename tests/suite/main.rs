//! All tests of the program in one binary, as linking the grammars and SQLite dominates.

mod records;
mod commands;
mod languages;
mod support;
