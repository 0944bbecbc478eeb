//! The functions of Mockito that give the mock which they are given.

use crate::language::GivesBack;

/// See [`GivesBack`].
pub const MOCKITO: GivesBack = GivesBack {
    library: "org.mockito",
    functions: &["spy", "verify"],
    methods: &["given", "when"],
    before_methods: &[
        "doAnswer",
        "doCallRealMethod",
        "doNothing",
        "doReturn",
        "doThrow",
        "will",
        "willAnswer",
        "willCallRealMethod",
        "willDoNothing",
        "willReturn",
        "willThrow",
    ],
    steps: &[("then", "should")],
};
