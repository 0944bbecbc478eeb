//! The forms of lines that name a test that failed, a row each; the first that fits a line is meant.

use super::frame_forms::LineForm;
use super::frame_forms::Order::InnermostFirst;
use super::frame_names::{as_written, of_case, of_instance, of_nested, of_selector, of_test, of_title, plain};

/// Every form of line by which a runner names a test that failed, without its place; the line may be a place as well.
pub static TESTS: &[LineForm] = &[
    // PHPUnit: `1) Shop\Tests\CartTest::testTotal with data set "none" (0)`
    LineForm {
        pattern: r"^\d+\) (?P<function>\\?(?:\w+\\)*\w+::\w+)(?: with data set .*)?$",
        order: InnermostFirst,
        file: as_written,
        function: of_test,
    },
    // Rust: `thread 'cart::tests::total' panicked at /rustc/…`, `thread 'cart::tests::total' (42) panicked at …`
    LineForm {
        pattern: r"^thread '(?P<function>\w+(?:::\w+)+)'(?: \(\d+\))? panicked at ",
        order: InnermostFirst,
        file: as_written,
        function: of_test,
    },
    // Rust: `test cart::tests::total ... FAILED`, `---- cart::tests::total stdout ----`, and the list behind `failures:`
    LineForm {
        pattern: r"^(?:test | {4}|---- )(?P<function>[a-z_]\w*(?:::\w+)+)(?:| - should panic \.\.\. FAILED| \.\.\. FAILED| stdout ----)$",
        order: InnermostFirst,
        file: as_written,
        function: of_test,
    },
    // XCTest: `Test Case '-[ShopTests.CartTests testTotal]' failed (0.1 seconds).`
    LineForm {
        pattern: r"^Test Case '(?P<function>-\[[\w.]+ \w+\]|\w+\.\w+)' failed",
        order: InnermostFirst,
        file: as_written,
        function: of_selector,
    },
    // GoogleTest: `[  FAILED  ] CartTest.Total (0 ms)`, `[  FAILED  ] All/CartTest.Total/3, where GetParam() = 4`
    LineForm {
        pattern: r"^\[  FAILED  \] (?P<function>[\w/]+\.[\w/]+)(?:, where .*)?(?: \(\d+ ms\))?$",
        order: InnermostFirst,
        file: as_written,
        function: of_instance,
    },
    // Go: `--- FAIL: TestTotal (0.00s)`, `    --- FAIL: TestTotal/none (0.00s)`
    LineForm {
        pattern: r"^\s*--- FAIL: (?P<function>[A-Z]\w*)(?:/\S*)? \(\d",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // unittest: `FAIL: test_total (tests.test_cart.CartTest.test_total)`
    LineForm {
        pattern: r"^(?:FAIL|ERROR): (?P<function>\w+ \(\w+(?:\.\w+)+\))",
        order: InnermostFirst,
        file: as_written,
        function: of_case,
    },
    // Surefire: `[ERROR] shop.CartTest.total -- Time elapsed: 0.1 s <<< FAILURE!`, `[ERROR] total(shop.CartTest)  Time elapsed: …`
    LineForm {
        pattern: r"^\[ERROR\] +(?P<function>[^\s,:][^,:]*?)(?:\[[^\]]*\])? +(?:-- +)?Time elapsed: .*<<< (?:FAILURE|ERROR)!",
        order: InnermostFirst,
        file: as_written,
        function: of_case,
    },
    // Gradle: `shop.CartTest > total() FAILED`, `CartTest > Empty > total(int) > [1] 1 FAILED`
    LineForm {
        pattern: r"^(?P<function>[\w.$]+(?: > .+)+) FAILED$",
        order: InnermostFirst,
        file: as_written,
        function: of_nested,
    },
    // Vitest: ` FAIL  test/cart.test.ts > Cart > has a total`
    LineForm {
        pattern: r"^\s*(?:FAIL|❯|×)\s+(?P<file>\S+\.\w{1,5}) > (?P<function>.+?)(?: \d+ms)?$",
        order: InnermostFirst,
        file: as_written,
        function: of_title,
    },
    // Jest, Mocha: `  ● Cart › has a total`, `  ✕ has a total (3 ms)`
    LineForm {
        pattern: r"^\s*(?:●|✕|✖|✗) (?P<function>\S.*?)(?: \(\d+(?:\.\d+)? m?s\))?$",
        order: InnermostFirst,
        file: as_written,
        function: of_title,
    },
    // Programs that print TAP: `not ok 3 - has a total`
    LineForm {
        pattern: r"^\s*not ok \d+ (?:- )?(?P<function>[^#]+?)(?: # .*)?$",
        order: InnermostFirst,
        file: as_written,
        function: of_title,
    },
    // ExUnit: `  1) test has a total (Shop.CartTest)`
    LineForm {
        pattern: r"^\s+\d+\) (?:test|property) (?P<function>.+) \([\w.]+\)$",
        order: InnermostFirst,
        file: as_written,
        function: of_title,
    },
    // Dart: `00:01 +12 -1: Cart has a total [E]`
    LineForm {
        pattern: r"^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (?P<function>.+) \[E\]$",
        order: InnermostFirst,
        file: as_written,
        function: of_title,
    },
];
