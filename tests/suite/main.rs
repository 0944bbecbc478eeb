//! All tests of the program in one binary, as linking the grammars and SQLite dominates.

mod languages;
mod packages;
mod support;
