//! The forms of lines that name a place, a row each; the first that fits a line is meant.

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
}
use Order::{AfterFunction, FunctionOnly, InnermostFirst, OutermostFirst};

/// A form of line.
pub struct LineForm {
    /// The pattern, with the groups `file`, `line` and `function` as far as the line has them.
    pub pattern: &'static str,
    /// The place of the frame in its trace.
    pub order: Order,
    /// The path of a file as written, and of the function.
    pub file: fn(&str, &str) -> String,
    /// The function in parts joined by dots; `None` where the text names none.
    pub function: fn(&str) -> Option<String>,
}

/// Every form. The last two are those of compilers, linters and test runners.
pub static FORMS: &[LineForm] = &[
    // Python: `File "a/b.py", line 3, in f`
    LineForm {
        pattern: r#"^\s*(?:\|\s*)*File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?$"#,
        order: OutermostFirst,
        file: as_written,
        function: plain,
    },
    // JVM: `at com.shop.Cart.total(Cart.java:3)`, with a loader and a module before it
    LineForm {
        pattern: r"^\s*at (?:[\w.@$+-]*/){0,2}(?P<function>[\w$.<>-]+)\((?P<file>[\w$-]+\.\w+):(?P<line>\d+)\)",
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
    // Node: `at Cart.total [as x] (file:///app/cart.js:3:7)`
    LineForm {
        pattern: r"^\s*at (?:async )?(?:new )?(?P<function>[\w$.<>#\[\]/@-]+)(?: \[as [^\]]+\])? \((?P<file>[^()]+?):(?P<line>\d+):\d+\)",
        order: InnermostFirst,
        file: of_url,
        function: of_object,
    },
    // Node: `at /app/cart.js:3:7`
    LineForm {
        pattern: r"^\s*at (?:async )?(?P<file>(?:[A-Za-z]:)?[^\s():]+|file://[^\s()]+?|node:[^\s():]+):(?P<line>\d+):\d+$",
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
        function: of_assembly,
    },
    // Ruby: "app/cart.rb:3:in `total'", "app/cart.rb:3:in 'Cart#total'"
    LineForm {
        pattern: r"^\s*(?:\d+: )?(?:from )?(?P<file>[^\s:]+):(?P<line>\d+):in [`'](?P<function>[^']+)'",
        order: InnermostFirst,
        file: as_written,
        function: of_block,
    },
    // PHP: `#0 /app/Cart.php(3): Shop\Cart->total()`; the function is the one that is called there
    LineForm {
        pattern: r"^#\d+ (?P<file>[^(]+)\((?P<line>\d+)\): ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // PHP: `in /app/Cart.php:3`, `in /app/Cart.php on line 3`
    LineForm {
        pattern: r"\bin (?P<file>\S+\.php)(?::| on line )(?P<line>\d+)",
        order: InnermostFirst,
        file: as_written,
        function: plain,
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
    // Swift: `Fatal error: text: file Shop/Cart.swift, line 3`
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
    // Shells: `bin/cart.sh: line 3: total: command not found`
    LineForm {
        pattern: r"^\s*(?P<file>[^\s:]*[./][^\s:]*): line (?P<line>\d+): ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // TypeScript, C#: `src/cart.ts(3,7): error TS2345`
    LineForm {
        pattern: r"^\s*(?P<file>(?:[A-Za-z]:)?[\w./\\@+-]+\.\w{1,6})\((?P<line>\d+)(?:,\d+)*\): ",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
    // Compilers, linters, test runners: `src/cart.c:3:7: error`, ` --> src/cart.rs:3:7`, `CartTest#test_total [test/cart_test.rb:3]:`
    LineForm {
        pattern: r"(?:^|[\s(\['\x22])(?P<file>(?:[A-Za-z]:)?[\w./\\@+-]*[\w-]\.[A-Za-z]\w{0,5}):(?P<line>\d+)(?:$|[:\s)\],'\x22])",
        order: InnermostFirst,
        file: as_written,
        function: plain,
    },
];

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
];

fn as_written(file: &str, _function: &str) -> String {
    file.trim().to_owned()
}

/// The file below the folders of its package, as the JVM wants it: `com/shop/Cart.java`.
fn in_package(file: &str, function: &str) -> String {
    let class = function.rsplit_once('.').map_or("", |(class, _)| class);
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}

/// The path of a library: `package:shop/src/cart.dart` is `shop/lib/src/cart.dart`.
fn of_package(file: &str, _function: &str) -> String {
    match file.strip_prefix("package:").and_then(|path| path.split_once('/')) {
        Some((package, path)) => format!("{package}/lib/{path}"),
        None => file.strip_prefix("file://").unwrap_or(file).to_owned(),
    }
}

/// The path in a URL of a script.
fn of_url(file: &str, _function: &str) -> String {
    let path = file.split_once("://").map_or(file, |(_, path)| path);
    let path = if file.starts_with("http") { path.split_once('/').map_or(path, |(_, path)| path) } else { path };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    path.trim_start_matches("./").trim_start_matches("/./").to_owned()
}

/// Names in angle brackets stand for code outside functions: `<module>`, `<anonymous>`.
fn plain(function: &str) -> Option<String> {
    let function = function.trim();
    (!function.is_empty() && !function.starts_with('<')).then(|| function.to_owned())
}

/// `com.shop.Cart$Line.lambda$total$0` is `Line.total`.
fn of_class(function: &str) -> Option<String> {
    let (class, method) = function.rsplit_once('.')?;
    let method = method.strip_prefix("lambda$").and_then(|rest| rest.split('$').next()).unwrap_or(method);
    let class = class.rsplit(['.', '$']).find(|part| !part.starts_with(|it: char| it.is_ascii_digit()))?;
    let class = class.strip_suffix("Kt").unwrap_or(class);
    Some(if method.starts_with('<') { class.to_owned() } else { format!("{class}.{method}") })
}

/// `Object.<anonymous>` names nothing; `Cart.total`, `Cart#total`, `total` do.
fn of_object(function: &str) -> Option<String> {
    let function = function.rsplit('/').next().unwrap_or(function);
    let parts: Vec<&str> = function.split(['.', '#']).filter(|it| !it.is_empty() && !it.starts_with('<')).collect();
    let parts = if matches!(parts.first(), Some(&"Object" | &"Module")) { &parts[1..] } else { &parts[..] };
    (!parts.is_empty()).then(|| parts.join("."))
}

/// `Cart.total.<anonymous closure>.inner`, `main.<fn>` and `Cart.new` are `Cart.total`, `main` and `Cart`.
fn of_closure(function: &str) -> Option<String> {
    let named = function.split(".<").next().unwrap_or(function);
    let named = named.strip_prefix("new ").unwrap_or(named);
    plain(named.strip_suffix(".new").unwrap_or(named))
}

/// `Shop.Cart.<Total>d__3.MoveNext` is `Cart.Total`.
fn of_assembly(function: &str) -> Option<String> {
    let function = function.replace('+', ".");
    let mut parts: Vec<&str> = Vec::new();
    for part in function.split('.').filter(|it| !it.is_empty()) {
        match part.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            Some(("", _)) => {}
            Some((inner, _)) => {
                parts.push(inner);
                break;
            }
            None => parts.push(part.split('`').next().unwrap_or(part)),
        }
    }
    let last = parts.len().saturating_sub(2);
    (!parts.is_empty()).then(|| parts[last..].join("."))
}

/// `block in Cart#total` is `Cart.total`.
fn of_block(function: &str) -> Option<String> {
    let function = function.rsplit(" in ").next().unwrap_or(function);
    plain(&function.replace("::", ".").replace('#', "."))
}

/// `shop::cart::Cart::total::{{closure}}::h0123456789abcdef` is `Cart.total`.
fn of_crate(function: &str) -> Option<String> {
    let function = function.trim_start_matches('<').replace('>', "");
    let function = function.split(" as ").next().unwrap_or(&function);
    let is_hash = |part: &&str| part.len() == 17 && part.starts_with('h');
    let parts: Vec<&str> =
        function.split("::").filter(|it| !it.is_empty() && !it.starts_with('{') && !is_hash(it)).collect();
    let last = parts.len().saturating_sub(2);
    (!parts.is_empty()).then(|| parts[last..].join("."))
}

/// `Shop\Tests\CartTest::testTotal` is `Shop.Tests.CartTest.testTotal`: of tests with one name, the modules around tell.
fn of_test(function: &str) -> Option<String> {
    let parts = function.split(['\\', ':']).filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("."))
}

/// `example.org/shop/cart.(*Cart).Total.func1` is `Cart.Total`.
fn of_go(function: &str) -> Option<String> {
    let name = function.rsplit('/').next().unwrap_or(function);
    let (_, name) = name.split_once('.')?;
    let is_closure =
        |part: &str| part.strip_prefix("func").is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_digit()));
    let parts = name.split('.').map(|part| part.trim_matches(['(', ')', '*']));
    let parts: Vec<&str> = parts.map(|part| part.split('[').next().unwrap_or(part)).collect();
    let end = parts.iter().position(|part| is_closure(part)).unwrap_or(parts.len());
    (end > 0).then(|| parts[..end].join("."))
}
