//! The texts of `--help` that are not about one option.

/// The first line.
pub const ABOUT: &str = "Answer a YAML manifest with the files that a task needs, and the reason for each";

/// Below `-h`.
pub const SHORT: &str =
    "`cg-bundle --help` shows examples and exit codes; `cg-bundle COMMAND --help`, the options of a command.";

/// Below `--help`.
pub const LONG: &str = "\
Examples:
  cg-bundle init cve                                  write .cg/cve.yaml to start from
  cg-bundle .cg/cve.yaml --set vulnerability.affected_module=lodash --plan
                                                      what each query finds; no text is read
  cg-bundle .cg/cve.yaml --set vulnerability.affected_module=lodash -o bundle.md
  cg-bundle pr-review --from diff:main...             a shipped class, by its name, for a branch

Forms of --from, each FORM:FILE with - for standard input:
  diff          a unified diff, such as `git diff` prints; or, in place of a file, what git knows:
                diff:A..B, diff:A...B (from the common ancestor), diff:main.., diff:staged, diff:worktree
  trace         a stack trace of Python, Node, JVM, Go, Rust, .NET, Ruby, PHP, Swift, Dart, Elixir or C, or messages with places
  junit         the failing tests of a JUnit report
  go-test-json  the output of `go test -json`
  sarif         findings of an analyser in SARIF
  osv           an advisory in the OSV format
  text          a text: an issue, a question
  symbols       names of symbols, in place of a file: symbols:Cart.total,render

A first argument that is the name of a command is that command; write ./lint for a manifest of that name.

Exit codes:
  0    done, also where the bundle is partial: it says so
  1    a requested gate failed
  2    the command line is wrong
  3    a manifest is wrong
  4    an input is missing or wrong
  5    the repository or its index cannot be used
  6    a file cannot be read or written
  70   a bug in cg-bundle
  130  interrupted";
