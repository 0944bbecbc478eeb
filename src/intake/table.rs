//! The table of the forms.

use super::form::coverage::COVERAGE;
use super::form::diff::DIFF;
use super::form::go_test::GO_TEST;
use super::form::junit::JUNIT;
use super::form::lcov::LCOV;
use super::form::osv::OSV;
use super::form::plain::{SYMBOLS, TEXT};
use super::form::sarif::SARIF;
use super::form::trace::TRACE;
use super::shape::Adapter;

/// Every form of `--from`, in the order of the help.
pub const ADAPTERS: &[&Adapter] = &[&DIFF, &TRACE, &JUNIT, &GO_TEST, &SARIF, &OSV, &COVERAGE, &LCOV, &TEXT, &SYMBOLS];

/// The adapter of that name.
pub fn adapter(name: &str) -> Option<&'static Adapter> {
    ADAPTERS.iter().copied().find(|it| it.name == name)
}
