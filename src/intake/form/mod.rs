//! The forms, a file each.

pub mod coverage;
mod coverage_data;
pub mod diff;
pub mod go_test;
pub mod json;
pub mod junit;
pub mod lcov;
pub mod osv;
pub mod plain;
pub mod sarif;
pub mod trace;
