//! A trace as the text of a bug: the words of the runtime and the frames where programs begin name no code here, and the flow
//! of the frames ends at no call that is known.

use std::path::Path;
use std::process::Command;

use crate::support::Repository;

/// The bundle of a bug whose trace is in a file outside the repository.
fn bundle(files: &str, trace: &str) -> String {
    let (repository, _) = Repository::of(&format!("{files}--- facts\n"));
    let text = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(text.path(), trace).expect("a trace");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifests/bug-fix.yaml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).arg("--no-store").arg(manifest);
    let run = command.arg("--from").arg(format!("trace:{}", text.path().display())).output().expect("a run");
    assert!(run.status.success(), "{run:?}");
    String::from_utf8(run.stdout).expect("text")
}

const LOGGER: &str = "--- src/Format.php
<?php
namespace Shop;
class Format {
    public function format(string $m): string { return $this->text($m); }
    protected function text(string $m): string { return $m; }
}
--- src/Logger.php
<?php
namespace Shop;
class Logger {
    public function error(string $m): void { $this->add($m); }
    public function add(string $m): void { (new Format())->format($m); }
}
";

#[test]
fn the_words_of_a_runtime_name_nothing() {
    let trace = "PHP Fatal error:  Uncaught TypeError: Shop\\Format::text(): no string in /srv/app/src/Format.php:5
Stack trace:
#0 /srv/app/src/Format.php(4): Shop\\Format->text(NULL)
#1 /srv/app/src/Logger.php(5): Shop\\Format->format(NULL)
#2 {main}
";
    let text = bundle(LOGGER, trace);
    let flow = text.split("## flow").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a flow");
    assert!(flow.contains("Logger.add\n→ Format.format"), "{text}");
    assert!(!flow.contains("Logger.error"), "{text}");
}

#[test]
fn the_frame_at_which_a_program_begins_brings_no_namesake() {
    let files = "--- go.mod
module shop
go 1.22
--- tutorial/main.go
package main

import \"fmt\"

func main() {
	fmt.Println(\"x\")
}
--- cart/cart.go
package cart

type Cart struct{ n *int }

func (c *Cart) Total() int { return price(c.n) }

func price(n *int) int { return *n }
";
    let trace = "panic: runtime error: invalid memory address or nil pointer dereference

goroutine 1 [running]:
shop/cart.price(0x0)
	/go/pkg/mod/shop@v1.0.0/cart/cart.go:7 +0x9b
shop/cart.(*Cart).Total(0xc0000b4140)
	/go/pkg/mod/shop@v1.0.0/cart/cart.go:5 +0xb54
main.main()
	/app/main.go:22 +0x1d
";
    let text = bundle(files, trace);
    assert!(text.contains("### cart/cart.go") && !text.contains("### tutorial/main.go"), "{text}");
    assert!(!text.contains("found: main"), "{text}");
    // The place alone is taken where the file is here.
    let text = bundle(files, &trace.replace("/app/main.go:22", "/app/tutorial/main.go:6"));
    assert!(text.contains(": cart/cart.go:7, cart/cart.go:5, tutorial/main.go:6;"), "{text}");
}

/// A call that is known, or that leads to a library, is no end of the flow.
#[test]
fn a_flow_ends_at_no_call_that_is_known() {
    let ruby = "--- lib/server.rb
class Server
  def process(client)
    Handler.new.handle(client)
  end
end
--- lib/handler.rb
class Handler
  def handle(client)
    client.bytesize
  end
end
";
    let trace = "NoMethodError: undefined method `bytesize' for nil:NilClass
  /srv/lib/handler.rb:3:in `handle'
  /srv/lib/server.rb:3:in `process'
";
    let text = bundle(ruby, trace);
    assert!(text.contains("Server.process\n→ Handler.handle") && !text.contains("cannot be followed"), "{text}");
    let python = "--- shop/client.py
from unittest import mock


class Client:
    def patch(self, url):
        return url


def send(client, url):
    with mock.patch(url):
        return build(client)


def build(client):
    return client.patch(1)
";
    let trace = "Traceback (most recent call last):
  File \"/srv/shop/client.py\", line 11, in send
  File \"/srv/shop/client.py\", line 15, in build
TypeError: x
";
    let text = bundle(python, trace);
    assert!(text.contains("unknown receiver `client.patch`") && !text.contains("mock.patch`"), "{text}");
}

/// The frames of a runtime that names libraries by their packages, and of its test runner.
#[test]
fn frames_of_packages_and_of_scripts_are_read() {
    let files = "--- pubspec.yaml
name: shop
--- lib/src/cart.dart
class Cart {
  int total() {
    throw 'empty';
  }
}
--- test/cart_test.dart
import 'package:shop/src/cart.dart';

void main() {
  test('total', () {
    Cart().total();
  });
}
--- bin/run.sh
#!/bin/bash
start() {
  nope
}
start
";
    let trace = "Unhandled exception:
#0      Cart.total (package:shop/src/cart.dart:3:5)
#1      main.<anonymous closure> (file:///srv/shop/test/cart_test.dart:5:12)
";
    let text = bundle(files, trace);
    assert!(text.contains("### lib/src/cart.dart") && text.contains("### test/cart_test.dart"), "{text}");
    let text = bundle(files, "package:shop/src/cart.dart 3:5  Cart.total\ntest/cart_test.dart 5:12     main.<fn>\n");
    assert!(text.contains("### lib/src/cart.dart") && text.contains("### test/cart_test.dart"), "{text}");
    let text = bundle(files, "./bin/run.sh: line 3: nope: command not found\n");
    assert!(text.contains("### bin/run.sh"), "{text}");
}

/// Places as programs of C, Qt and Bats print them, and as forges link to them.
#[test]
fn places_of_programs_and_links_are_read() {
    let files = "--- src/cart.c
int total(void) { return 1; }
--- test/cart_test.c
int total(void);
int test_total(void) { return total(); }
--- test/cart.bats
@test \"adds\" { false; }
";
    for trace in [
        "not ok 1 - total\n# Assertion failed in test/cart_test.c on line 2: `a == b` (1 == 2)\n",
        "Assertion failed: (a == 2), function test_total, file test/cart_test.c, line 2.\nAbort trap: 6\n",
        "FAIL!  : Cart::adds() Compared values are not the same\n   Loc: [test/cart_test.c(2)]\n",
        "It fails in https://forge.example/shop/cart/blob/main/test/cart_test.c#L2\n",
    ] {
        let text = bundle(files, trace);
        assert!(text.contains("### test/cart_test.c") && text.contains("### src/cart.c"), "{trace}{text}");
    }
    let text = bundle(files, "not ok 1 adds\n# (in test file test/cart.bats, line 1)\n");
    assert!(text.contains("### test/cart.bats"), "{text}");
}

/// A test whose failing line checks what a long function of a file with others gave: that function is whole.
#[test]
fn what_a_failing_line_calls_is_whole() {
    let long = |name: &str, n: usize| {
        let lines = (0..n).map(|at| format!("    if value > {at}:\n        value = value - {at} + {name}_limit\n"));
        format!("def {name}(value):\n{}    return value\n\n\n", lines.collect::<String>())
    };
    let sources: String = ["first", "second", "third"].iter().map(|name| long(name, 45)).collect();
    let test = "from shop.rules import first, second, third\n\n\ndef test_rules():\n    first(1)\n    second(2)\n    got = third(3)\n    \
                note = 'after'\n    assert got == 4, note\n";
    let files = format!("--- shop/__init__.py\n--- shop/rules.py\n{sources}--- tests/test_rules.py\n{test}");
    let trace = "Traceback (most recent call last):\n  File \"tests/test_rules.py\", line 9, in test_rules\n    assert got == 4\nAssertionError\n";
    let text = bundle(&files, trace);
    let missing = (0..45).filter(|at| !text.contains(&format!("value = value - {at} + third_limit"))).count();
    assert_eq!(missing, 0, "{text}");
    let log = serde_json::json!({ "level": "error", "exception": trace }).to_string();
    assert!(bundle(&files, &log).contains("value = value - 44 + third_limit"), "a trace inside a line of a log");
}
