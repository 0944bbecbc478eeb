//! The characters beyond which a file that only adds to the answer grows no further, and the lines of a definition that are shown whole.

use cg_rules::FileId;

use crate::language::DeclKind;
use crate::plan::Step;
use crate::primitive::Role;

/// The outline of a file that need not be read and that no answer points into: its types and what others can call.
pub const OUTLINE_CHARS: u64 = 1_500;
/// The nearest functions of a test file, and what is pointed at in a file that need not be read.
const FILE_CHARS: u64 = 3_000;
/// The headings of a document with its first sections, where nothing is named.
const DOCUMENT_CHARS: u64 = 8_000;
/// The uses in a file that need not be read, where what is used is named: a few of them say how.
const USERS_CHARS: u64 = 500;
/// The uses in a test file, where something is named: it says how the thing is used, and is not the answer.
const USE_CHARS: u64 = 500;

/// A file to which words alone lead: the others wait for what is behind.
const FOUND_CHARS: u64 = 25_000;
/// The same beside a name that is given: words only add to what is shown for it.
const BESIDE_CHARS: u64 = 3_000;
/// The same where what a failing line calls is known.
const BESIDE_FAILURE_CHARS: u64 = 1_500;

/// A callable of at most this many lines is shown whole where an answer points into it; of a longer one its signature and the sites.
const SHORT: u32 = 30;
/// The same where something is named: what only uses it needs less.
const SHORT_USER: u32 = 5;
/// The same in a test or an example.
const SHORT_ASIDE: u32 = 4;
/// The same for a type; the members of a longer one stand for themselves.
const SMALL_TYPE: u32 = 12;

/// A definition of fewer lines is shown whole where an answer points into it: less of what only uses something that is named.
pub fn whole_lines(kind: DeclKind, is_user: bool, is_aside: bool) -> u32 {
    match kind.is_callable() {
        true if is_user && is_aside => SHORT_ASIDE,
        true if is_user => SHORT_USER,
        true => SHORT,
        false => SMALL_TYPE,
    }
}

/// The characters of a file to which words alone lead, by what else says what the answer is about: a failing line, a name that is given.
pub fn found_chars(is_failure_known: bool, is_name_given: bool) -> u64 {
    match (is_failure_known, is_name_given) {
        (true, _) => BESIDE_FAILURE_CHARS,
        (false, true) => BESIDE_CHARS,
        (false, false) => FOUND_CHARS,
    }
}

/// The properties of a file that queries returned.
#[derive(Clone, Copy, Debug)]
pub struct ShareCase {
    /// Something is named that the answer is drawn around.
    pub has_focus: bool,
    /// A document, of which the beginning says most.
    pub is_document: bool,
    /// A test, or a file beside the sources.
    pub is_test: bool,
    /// The test of a file that is given, where files alone are given.
    pub is_own_test: bool,
    /// Something in it is called where a test failed.
    pub is_failing: bool,
    /// It must be read.
    pub is_must: bool,
    /// A query for uses returned it, and no words led to it.
    pub is_user: bool,
}

/// The characters that such a file takes at the most; `None` without a bound.
pub fn most(case: ShareCase) -> Option<u64> {
    match (case.has_focus, case.is_test, case.is_must) {
        _ if case.is_failing => None,
        (false, _, false) if case.is_document => Some(DOCUMENT_CHARS),
        (true, true, _) if !case.is_own_test => Some(USE_CHARS),
        (true, false, true) | (false, false, _) => None,
        (true, false, false) if case.is_user => Some(USERS_CHARS),
        _ => Some(FILE_CHARS),
    }
}

/// Whether anything but a query of a role is among some steps.
pub fn has_other_role(steps: &[&Step], role: Role) -> bool {
    steps.iter().any(|step| step.primitive().is_none_or(|it| it.role != role))
}

/// Whether a query for other things than words is among some steps, and answers with definitions in a file.
pub fn points_at_code(steps: &[&Step], file: FileId) -> bool {
    let points = |step: &&&Step| step.kept.iter().any(|hit| hit.file == file && !hit.defs.is_empty());
    steps.iter().filter(points).any(|step| step.primitive().is_some_and(|it| it.role != Role::Found))
}

/// Whether a query of a role is among some steps.
pub fn has_role(steps: &[&Step], role: Role) -> bool {
    steps.iter().any(|step| step.primitive().is_some_and(|it| it.role == role))
}
