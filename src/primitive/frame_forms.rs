//! The forms of lines that name a place, a row each; the first that fits a line is meant.

use super::frame_names::{
    as_written, in_package, of_application, of_arity, of_assembly, of_assembly_alone, of_block, of_called, of_class,
    of_closure, of_crate, of_go, of_native, of_object, of_package, of_selector, of_url, plain,
};

/// The place of a frame among those of its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The innermost comes first.
    InnermostFirst,
    /// The outermost comes first.
    OutermostFirst,
    /// Innermost first, and the function is named on the line before.
    AfterFunction,
    /// The line names the function of the place on the next one.
    FunctionOnly,
    /// Innermost first, and the function is the one that is called there: the place before is in it.
    Calling,
    /// The line is a path alone, and the next ones name places in that file.
    FileOnly,
    /// The line names a place in the file of the lines above.
    InFile,
}
use Order::{AfterFunction, Calling, FunctionOnly, InnermostFirst, OutermostFirst};

/// A form of line.
pub struct LineForm {
    /// The pattern, with the groups `file`, `module`, `line` and `function` as far as the line has them.
    pub pattern: &'static str,
    /// The place of the frame in its trace.
    pub order: Order,
    /// The path of a file as written, and of the function.
    pub file: fn(&str, &str) -> String,
    /// The function in parts joined by dots; `None` where the text names none.
    pub function: fn(&str) -> Option<String>,
}

/// Every form of a trace.
pub static FORMS: &[LineForm] = &[
    // Python: `File "a/b.py", line 3, in f`, behind an `E` where pytest prints it
    LineForm {
        pattern: r#"^(?:E\s)?>?\s*(?:\|\s*)*File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?$"#,
        order: OutermostFirst,
        file: as_written,
        function: plain,
    },
    // Python, where it ends by a signal: `  File "a/b.py", line 3 in f`
    LineForm {
        pattern: r#"^\s*File "(?P<file>[^"]+)", line (?P<line>\d+) in (?P<function>.+)$"#,
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // IPython: `File ~/shop/cart.py:3, in Cart.total(self)`
    LineForm {
        pattern: r"^File (?P<file>\S+\.py):(?P<line>\d+), in (?P<function>[\w.]+)",
        order: OutermostFirst,
        file: as_written,
        function: plain,
    },
    // JVM: `at com.shop.Cart.total(Cart.java:3)`, with a loader and a module before it; names of Kotlin may have blanks
    LineForm {
        pattern: r"^\s*at (?:[\w.@$+-]*/){0,2}(?P<function>[\w$.<>-]+(?:\.[^./:;\[\]<>\\()]*[^./:;\[\]<>\\()\s])?)\((?P<file>[\w$-]+\.\w+):(?P<line>\d+)\)",
        order: InnermostFirst,
        file: in_package,
        function: of_class,
    },
    // Rust, Swift: `             at ./src/cart.rs:3:7`
    LineForm {
        pattern: r"^\s+at (?P<file>\S+\.(?:rs|swift)):(?P<line>\d+)(?::\d+)?$",
        order: AfterFunction,
        file: as_written,
        function: plain,
    },
    // Node: `at Cart.total [as x] (file:///app/cart.js:3:7)`; AVA has another mark before it
    LineForm {
        pattern: r"^\s*(?:at|›) (?:async )?(?:new )?(?P<function>[\w$.<>#\[\]/@-]+)(?: \[as [^\]]+\])? \((?P<file>[^()]+?):(?P<line>\d+):\d+\)",
        order: InnermostFirst,
        file: of_url,
        function: of_object,
    },
    // Node: `at /app/cart.js:3:7`
    LineForm {
        pattern: r"^\s*(?:at|›) (?:async )?(?P<file>(?:[A-Za-z]:)?[^\s():]+|(?:file|https?|webpack|webpack-internal)://[^\s()]+?|node:[^\s():]+):(?P<line>\d+):\d+$",
        order: InnermostFirst,
        file: of_url,
        function: plain,
    },
    // Firefox, Safari: `total@https://shop.example/cart.js:3:7`
    LineForm {
        pattern: r"^\s*(?P<function>[\w$.<>/]*)@(?P<file>(?:https?|file|webpack|webpack-internal)://\S+?):(?P<line>\d+):\d+$",
        order: InnermostFirst,
        file: of_url,
        function: of_object,
    },
    // .NET: `at Shop.Cart.Total(Int32 n) in C:\app\Cart.cs:line 3`
    LineForm {
        pattern: r"^\s*at (?P<function>[\w.`<>|+\[\],$]+)\(.*\) in (?P<file>.+):line (?P<line>\d+)$",
        order: InnermostFirst,
        file: as_written,
        function: of_assembly,
    },
    // .NET without symbols: `at Shop.Cart.Total(Int32 n)`
    LineForm {
        pattern: r"^\s*at (?P<function>[A-Z][\w`]*(?:[.+][\w.`<>|\[\],]+)+)\([^:]*\)$",
        order: InnermostFirst,
        file: as_written,
        function: of_assembly_alone,
    },
    // Ruby: "app/cart.rb:3:in `total'", "app/cart.rb:3:in 'Cart#total'"; Rails names the package and its version before it
    LineForm {
        pattern: r"^\s*(?:\d+: )?(?:from )?(?:[\w-]+ \(\d[\w.-]*\) )?(?P<file>[^\s:]+):(?P<line>\d+):in [`'](?P<function>[^']+)'",
        order: InnermostFirst,
        file: as_written,
        function: of_block,
    },
    // PHP: `#0 /app/Cart.php(3): Shop\Cart->total()`, `#1 [internal function]: Shop\Cart->total()`
    LineForm {
        pattern: r"^#\d+ (?:\[internal function\]|(?P<file>[^(]+)\((?P<line>\d+)\)): (?P<function>[^\s(]*)",
        order: Calling,
        file: as_written,
        function: of_called,
    },
    // PHP: `in /app/Cart.php:3`, `in /app/Cart.php on line 3`, the last of a line
    LineForm {
        pattern: r"(?:^|.*\s)in (?P<file>\S+\.php)(?::| on line )(?P<line>\d+)",
        order: Calling,
        file: as_written,
        function: plain,
    },
    // Sanitizers: `#1 0x55d1b0 in shop::Cart::total(int) /app/cart.cc:3:7`
    LineForm {
        pattern: r"^\s*#\d+ 0x[0-9a-f]+ in (?P<function>.+?) (?P<file>[^\s()]+\.\w+):(?P<line>\d+)(?::\d+)?$",
        order: InnermostFirst,
        file: as_written,
        function: of_native,
    },
    // GDB: `#1  0x000055555557f3b1 in shop::Cart::total (this=0x0, n=3) at cart.cc:3`
    LineForm {
        pattern: r"^\s*#\d+\s+(?:0x[0-9a-f]+ in )?(?P<function>\S.*?) \(.*\) at (?P<file>\S+\.\w+):(?P<line>\d+)$",
        order: InnermostFirst,
        file: as_written,
        function: of_native,
    },
    // LLDB: "frame #1: 0x0000000100003f5a shop`shop::Cart::total(this=0x0, n=3) at cart.cc:3:7 [opt]"
    LineForm {
        pattern: r"^[\s*]*frame #\d+: 0x[0-9a-f]+ [^`]+`(?P<function>.+) at (?P<file>\S+?\.\w+):(?P<line>\d+)(?:$|[:\s])",
        order: InnermostFirst,
        file: as_written,
        function: of_native,
    },
    // Valgrind: `==42==    by 0x108668: shop::Cart::total(int) (cart.cc:3)`
    LineForm {
        pattern: r"^==\d+==\s+(?:at|by) 0x[0-9A-Fa-f]+: (?P<function>.+) \((?P<file>[^\s()]+\.\w+):(?P<line>\d+)\)$",
        order: InnermostFirst,
        file: as_written,
        function: of_native,
    },
    // Elixir: `(shop 1.2.0) lib/shop/cart.ex:3: Shop.Cart.total/2`
    LineForm {
        pattern: r"^\s*(?P<file>(?:\(\w+ \d[\w.+-]*\) )?[\w./@+-]+\.(?:exs?|erl)):(?P<line>\d+): (?P<function>.+)$",
        order: InnermostFirst,
        file: of_application,
        function: of_arity,
    },
    // Rust: `panicked at src/cart.rs:3:7`, `panicked at 'text', src/cart.rs:3:7`
    LineForm {
        pattern: r"panicked at (?:'.*', )?(?P<file>[^\s:']+\.rs):(?P<line>\d+):\d+",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Rust: `   3: shop::cart::Cart::total`, the place on the next line
    LineForm {
        pattern: r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<function>[\w<][\w:<> {}#$,&*'\[\]-]*)$",
        order: FunctionOnly,
        file: as_written,
        function: of_crate,
    },
    // Go: `shop/cart.(*Cart).Total(0xc000012345, 0x3)`, the place on the next line
    LineForm {
        pattern: r"^(?:created by )?(?P<function>[\w./~-]+\.[\w.()*\[\]-]+?)(?:\([^()]*\)(?: in goroutine \d+)?| in goroutine \d+)$",
        order: FunctionOnly,
        file: as_written,
        function: of_go,
    },
    // Go: `\t/app/cart.go:3 +0x1d`
    LineForm {
        pattern: r"^\s+(?P<file>\S+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?$",
        order: AfterFunction,
        file: as_written,
        function: plain,
    },
    // XCTest: `/app/CartTests.swift:3: error: -[ShopTests.CartTests testTotal] : text`, elsewhere `CartTests.testTotal : text`
    LineForm {
        pattern: r"^(?P<file>/?\S+\.swift):(?P<line>\d+): error: (?P<function>-\[[\w.]+ \w+\]|\w+\.\w+) : ",
        order: InnermostFirst,
        file: as_written,
        function: of_selector,
    },
    // Swift Testing: `✘ Test total() recorded an issue at CartTests.swift:3:7: text`
    LineForm {
        pattern: r"^[^A-Za-z]*Test (?P<function>\w+)\(.*\) recorded an issue .*\bat (?P<file>\S+\.swift):(?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Swift: `Fatal error: text: file Shop/Cart.swift, line 3`, with the module before the file
    LineForm {
        pattern: r"file (?P<file>(?P<module>\w+)/[^/\s]+\.swift), line (?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Swift: `Shop/Cart.swift:3: Fatal error: text`
    LineForm {
        pattern: r"^(?P<file>(?P<module>\w+)/[^/\s]+\.swift):(?P<line>\d+): (?:Fatal error|Precondition failed|Assertion failed)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Swift, of old: `Fatal error: text: file /app/Sources/Shop/Cart.swift, line 3`
    LineForm {
        pattern: r"file (?P<file>\S+\.swift), line (?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Swift: `2 Cart.total() + 24 in shop at /app/Sources/Cart.swift:3:7`
    LineForm {
        pattern: r"^\s*\d+ (?:\[\w+\] )?(?:0x[0-9a-f]+ )?(?P<function>[\w.]+)\(.*\).* at (?P<file>/.+\.swift):(?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // pytest: `tests/test_cart.py:3: in test_total`, among places without a function and in their order
    LineForm {
        pattern: r"^(?P<file>\S+\.pyx?):(?P<line>\d+): in (?P<function>\S+)$",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // pytest: `FAILED tests/test_cart.py::TestCart::test_total[1] - AssertionError`
    LineForm {
        pattern: r"(?:^|\s)(?P<file>[\w./-]+\.py)::(?P<function>\w+(?:::\w+)*)",
        order: InnermostFirst,
        file: as_written,
        function: of_crate,
    },
    // Dart: `#0      Cart.total (package:shop/src/cart.dart:3:7)`
    LineForm {
        pattern: r"^#\d+\s+(?P<function>\S.*?) \((?P<file>(?:package|file):[^\s()]+?\.dart):(?P<line>\d+)(?::\d+)?\)$",
        order: InnermostFirst,
        file: of_package,
        function: of_closure,
    },
    // Dart, as its test runner prints it: `test/cart_test.dart 3:7  main.<fn>`
    LineForm {
        pattern: r"^\s*(?P<file>\S+\.dart) (?P<line>\d+)(?::\d+)?\s+(?P<function>\S.*)$",
        order: InnermostFirst,
        file: of_package,
        function: of_closure,
    },
    // `assert` of C: `Assertion failed: (n == 2), function total, file src/cart.c, line 3.`
    LineForm {
        pattern: r"function (?P<function>\w+), file (?P<file>[\w./\\@+-]+\.\w{1,6}), line (?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Programs of C, Bats: `Assertion failed in src/cart.c on line 3: text`, `(in test file test/cart.bats, line 3)`
    LineForm {
        pattern: r"(?:^|\s)(?:[Ii]n|file) (?P<file>[\w./\\@+-]+\.\w{1,6}),? (?:on )?line (?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Qt Test: `   Loc: [test/cart_test.cpp(3)]`
    LineForm {
        pattern: r"^\s*Loc: \[(?P<file>[^()\[\]]+\.\w{1,6})\((?P<line>\d+)\)\]",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
];
