//! The forms of lines by which compilers, linters and runners name a place, a row each; the first that fits a line is meant.

use super::frame_forms::LineForm;
use super::frame_forms::Order::{FileOnly, InFile, InnermostFirst};
use super::frame_names::{as_written, of_summary, plain};

/// Every form of a message; those of traces come before them.
pub static MESSAGES: &[LineForm] = &[
    // Links of forges: `src/cart.py#L3`
    LineForm {
        pattern: r"(?:^|[\s(/])(?P<file>[\w./@+-]+\.\w{1,6})#L(?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Shells, ESLint: `bin/cart.sh: line 3: total: command not found`, `src/cart.js: line 3, col 7, Error`; Bats has a mark before it
    LineForm {
        pattern: r"^\s*(?:# )?(?P<file>[^\s:]*[./][^\s:]*): line (?P<line>\d+)[:,] ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Shells of Debian: `bin/cart.sh: 3: total: not found`
    LineForm {
        pattern: r"^\s*(?P<file>[^\s:]*(?:/[^\s:/]+|\.[a-z]{1,5})): (?P<line>\d+): ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // GitHub: `::error file=src/cart.ts,line=3,col=7::text`
    LineForm {
        pattern: r"^::\w+ (?:[^:]*,)?file=(?P<file>[^,:]+),(?:[^:]*,)?line=(?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // webpack: `ERROR in ./src/cart.ts 3:7-9`, ` @ ./src/index.ts 1:0-27`, `ERROR in /app/src/cart.ts(3,7)`
    LineForm {
        pattern: r"^(?:(?:ERROR|WARNING) in |\s*@ )(?P<file>\S+?\.\w{1,6})[ (](?P<line>\d+)[:,]\d+",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Prettier: `[warn] src/cart.ts`, `[error] src/cart.ts: SyntaxError: text (3:7)`
    LineForm {
        pattern: r"^\[(?:warn|error)\] (?P<file>\S+\.\w{1,6})(?:$|: .*\((?P<line>\d+):\d+\)$)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Linkers: `cart.cc:(.text+0x1b): undefined reference to`
    LineForm {
        pattern: r"(?:^|[\s:])(?P<file>[\w./\\@+-]+\.\w{1,4}):\(\.[\w.]+\+0x[0-9a-f]+\)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // TypeScript, C#: `src/cart.ts(3,7): error TS2345`, with the mark of a runner before it
    LineForm {
        pattern: r"^\s*(?:##\[\w+\])?(?P<file>(?:[A-Za-z]:)?[\w./\\@+-]+\.\w{1,6})\((?P<line>\d+)(?:,\d+)*\): ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Kotlin 1: `e: /app/Cart.kt: (3, 7): text`
    LineForm {
        pattern: r"^\s*[a-z]: (?P<file>(?:[A-Za-z]:)?[^:]+\.\w{1,6}): \((?P<line>\d+), \d+\): ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Maven: `[ERROR] /app/Cart.java:[3,7] cannot find symbol`
    LineForm {
        pattern: r"(?:^|\s)(?P<file>/?(?:[A-Za-z]:)?[\w./\\@+-]+\.\w{1,6}):\[(?P<line>\d+),\d+\]",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Surefire, in its summary: `[ERROR]   CartTest.total:3 expected`, `[ERROR]   CartTest.total:3->helper:7 » NullPointer`
    LineForm {
        pattern: r"^\[(?:ERROR|WARNING)\]\s+(?P<function>(?:[\w$]+\.)+\w+(?: [\w -]*\w)?)(?:\[[^\]]*\])?:(?P<line>\d+)(?:->\S*)?(?:\s|$)",
        order: InnermostFirst,
        file: as_written,
        function: of_summary,
    },
    // Compilers: `/app/My Shop/Cart.swift:3:7: error: text`, where a path may have blanks
    LineForm {
        pattern: r"^(?P<file>(?:/|[A-Za-z]:[\\/])[^:]*\.\w{1,6}):(?P<line>\d+):\d+: ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Compilers, linters, test runners: `src/cart.c:3:7: error`, ` --> src/cart.rs:3:7`, `e: file:///app/Cart.kt:3:7 text`,
    // `CartTest#test_total [test/cart_test.rb:3]:`
    LineForm {
        pattern: r"(?:^|[\s(\['\x22])(?:file://|file:///)?(?P<file>(?:[A-Za-z]:)?[\w./\\@+-]*[\w-]\.[A-Za-z]\w{0,5}):(?P<line>\d+)(?:$|[:\s)\],'\x22])",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // ESLint, Stylelint: the path, and below it `  3:7  error  text  rule`
    LineForm {
        pattern: r"^(?P<file>(?:[A-Za-z]:)?[\w./\\@+-][\w./\\@+ -]*\.[A-Za-z]\w{0,5})$",
        order: FileOnly,
        file: as_written,
        function: plain,
    },
    LineForm {
        pattern: r"^\s+(?P<line>\d+):\d+\s+(?:error|warning|✖|⚠|×|✘)\s",
        order: InFile,
        file: as_written,
        function: plain,
    },
    // PHPStan: ` Line   src/Cart.php`, and below it ` 3      text`, `  :3     text`
    LineForm {
        pattern: r"^\s+Line\s+(?P<file>\S+\.\w{1,6})(?: \(in context of .*\))?\s*$",
        order: FileOnly,
        file: as_written,
        function: plain,
    },
    LineForm { pattern: r"^\s+:?(?P<line>\d+)\s{2,}\S", order: InFile, file: as_written, function: plain },
    // PHP_CodeSniffer: `FILE: /app/src/Cart.php`, and below it ` 3 | ERROR | text`
    LineForm { pattern: r"^FILE: (?P<file>.+\.\w{1,6})$", order: FileOnly, file: as_written, function: plain },
    LineForm {
        pattern: r"^\s*(?P<line>\d+) \| (?:ERROR|WARNING) +\| ",
        order: InFile,
        file: as_written,
        function: plain,
    },
];
